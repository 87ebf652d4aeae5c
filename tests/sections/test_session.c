/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "session_fixture.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/section.h>
#include <gaudit/session.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sessions of a program, with the auditor Watch (checking_auditor.c). */

/* --- one thread ----------------------------------------------------------------------------- */

static void a_session_audits_sections_below_program(void **unused)
{
    (void)unused;
    work(1);
    open_session("Watch TimerAuditor");
    work(10);
    assert_true(data("work", GAU_SECTION_CALLS) == 10);
    assert_true(data("Root", GAU_SECTION_TOTAL) >= data("work", GAU_SECTION_TOTAL));
    close_and_expect(21, 1);
    work(1);
    assert_int_equal(result_value("watch", "deepest"), 3);
    assert_int_equal(result_value("run", "workers"), 1);
}

static void what_is_open_at_close_ends_there(void **unused)
{
    (void)unused;
    open_session("Watch");
    gau_section_begin("open");
    {
        GAU_SECTION("block");
        gau_session_close();
        GAU_SECTION("after");
    }
    gau_section_end("open");
    assert_int_equal(result_value("watch", "ended"), 3);
    assert_int_equal(result_value("watch", "faults"), 0);
}

static void a_session_can_be_opened_again(void **unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++) {
        open_session("Watch");
        {
            GAU_SECTION("across");
            work(1);
            close_and_expect(4, 1);
            open_session("Watch");
            work(2);
        } /* not of this session */
        close_and_expect(5, 1);
    }
}

/* More than a thread has frames for. */
static void what_a_close_ended_may_end_in_the_next_session(void **unused)
{
    enum { MANY = (1 << 20) + 3 };

    (void)unused;
    capture_stderr_begin();
    open_session("CountAuditor");
    for (int i = 0; i < MANY; i++)
        gau_section_begin("deep");
    gau_session_close();
    assert_non_null(strstr(capture_stderr_end(), "had no branch of their own"));
    capture_stderr_begin();
    open_session("CountAuditor");
    for (int i = 0; i < MANY; i++)
        gau_section_end("deep");
    gau_session_close();
    assert_string_equal(capture_stderr_end(), "");
}

static void there_is_one_session(void **unused)
{
    gau_error err = {0};

    (void)unused;
    open_session("Watch");
    assert_null(gau_session_open(NULL, &err));
    assert_string_equal(err.message, "a session is open already");
    close_and_expect(0, 0);
    gau_session_close();
}

static void a_session_that_cannot_be_opened_says_why(void **unused)
{
    static const struct {
        const char *audit, *message;
    } wrongs[] = {
        {"Wotch", "GAUDIT_AUDITORS: there is no class 'Wotch'; did you mean 'Watch'?"},
        {"Watch:Spun=1",
         "GAUDIT_AUDITORS: Watch.Spun: class 'Watch' has no property 'Spun'; did you "
         "mean 'Spin'?"},
        {"/x", "GAUDIT_AUDITORS: /x: expected TYPE[/NAME][:PROPERTY=VALUE;...]"},
        {"Watch:IncludeAlgorithms=work",
         "GAUDIT_AUDITORS: Watch: IncludeAlgorithms: 'work' matches no component and no branch"},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        gau_error err = {0};

        setenv("GAUDIT_AUDITORS", wrongs[i].audit, 1);
        assert_null(gau_session_open(NULL, &err));
        assert_string_equal(err.message, wrongs[i].message);
        work(1);
    }
}

#define LEFT_OUT "gaudit: warning: an auditor is left out: "

static void a_wrong_word_leaves_the_others(void **unused)
{
    static const struct {
        const char *audit, *warnings;
    } wrongs[] = {
        {"Watch Watch",
         LEFT_OUT "GAUDIT_AUDITORS: 'Watch' is already defined, at GAUDIT_AUDITORS\n"},
        {"Watch /x", LEFT_OUT "GAUDIT_AUDITORS: /x: expected TYPE[/NAME][:PROPERTY=VALUE;...]\n"},
        {"/x Watch", LEFT_OUT "GAUDIT_AUDITORS: /x: expected TYPE[/NAME][:PROPERTY=VALUE;...]\n"},
        {"CountAuditor/A:Enable Watch",
         LEFT_OUT "GAUDIT_AUDITORS: CountAuditor/A:Enable: 'Enable' is not PROPERTY=VALUE\n"},
        {"TimerAudito:x=1 Watch TimerAuditor:WarmUpEvent=2", LEFT_OUT
         "GAUDIT_AUDITORS: there is no class 'TimerAudito'; did you mean 'TimerAuditor'?\n" LEFT_OUT
         "GAUDIT_AUDITORS: TimerAuditor.WarmUpEvent: class 'TimerAuditor' has no property "
         "'WarmUpEvent'; did you mean 'WarmUpEvents'?\n"},
        {"TimerAuditor:WarmUpEvents=two Watch Prescaler", LEFT_OUT
         "GAUDIT_AUDITORS: TimerAuditor.WarmUpEvents: 'two' is not a whole number\n" LEFT_OUT
         "GAUDIT_AUDITORS: class 'Prescaler' is an algorithm, not an auditor\n"},
        {"Watch TimerAuditor:IncludeAlgorithms=work", LEFT_OUT
         "GAUDIT_AUDITORS: TimerAuditor: IncludeAlgorithms: 'work' matches no component and "
         "no branch\n"},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        capture_stderr_begin();
        open_session(wrongs[i].audit);
        work(1);
        assert_string_equal(capture_stderr_end(), wrongs[i].warnings);
        close_and_expect(3, 1);
    }
}

static void options_that_a_program_gives_are_taken_at_their_word(void **unused)
{
    gau_error err = {0};
    const char *warnings;

    (void)unused;
    folder_write("wrong.xml", "<job><auditor type='Watch'/><auditor type='Wotch'/></job>");
    assert_null(gau_session_open("wrong.xml", &err));
    assert_non_null(strstr(err.message, "there is no class 'Wotch'; did you mean 'Watch'?"));
    setenv("GAUDIT_OPTIONS", "wrong.xml", 1);
    capture_stderr_begin();
    open_session("TimerAuditor");
    warnings = capture_stderr_end();
    unsetenv("GAUDIT_OPTIONS");
    assert_non_null(strstr(warnings, LEFT_OUT));
    assert_non_null(strstr(warnings, "there is no class 'Wotch'; did you mean 'Watch'?\n"));
    close_and_expect(0, 0);
}

static void a_job_file_gives_auditors_and_the_rest_is_not_used(void **unused)
{
    gau_error err = {0};

    (void)unused;
    folder_write("job.xml", "<job><input type='NoSuchInput'/><auditor type='Watch'/>"
                            "<algorithm type='NoSuchAlgorithm' name='A'/></job>");
    folder_write("none.xml", "<job/>");
    setenv("GAUDIT_RESULT", "out-file", 1);
    assert_non_null(gau_session_open("job.xml", &err));
    work(3);
    gau_session_close();
    assert_int_equal(access("out-file/watch.json", F_OK), 0);
    assert_null(gau_session_open("none.xml", &err));
    assert_non_null(strstr(err.message, "none.xml' has no auditor"));
    assert_null(gau_session_open("nothing.xml", &err));
}

/* --- signals and children ------------------------------------------------------------------- */

/* Our own writing may raise these, and removes them again. */
static void signals_that_wait_for_the_program_wait_on(void **unused)
{
    static const int signals[] = {SIGPIPE, SIGXFSZ};

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        sigset_t one, before, pending;
        int received;

        sigemptyset(&one);
        sigaddset(&one, signals[i]);
        sigprocmask(SIG_BLOCK, &one, &before);
        raise(signals[i]);
        open_session("Watch");
        work(1);
        close_and_expect(3, 1);
        sigpending(&pending);
        assert_int_equal(sigismember(&pending, signals[i]), 1);
        assert_int_equal(sigwait(&one, &received), 0);
        assert_int_equal(received, signals[i]);
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
}

/* Status 0: the sections that the child ends were begun: no warning. */
static void end_in_a_session_of_its_own(void)
{
    gau_error err = {0};

    setenv("GAUDIT_RESULT", "child", 1);
    capture_stderr_begin();
    if (!gau_session_open(NULL, &err))
        _exit(2);
    gau_section_end("second");
    gau_section_end("first");
    gau_session_close();
    _exit(capture_stderr_end()[0] ? 1 : 0);
}

static void a_child_may_end_what_was_open_at_fork(void **unused)
{
    pid_t child;
    int status;

    (void)unused;
    open_session("Watch");
    gau_section_begin("first");
    close_and_expect(2, 1);
    open_session("Watch");
    gau_section_begin("second");
    child = fork();
    if (child == 0)
        end_in_a_session_of_its_own();
    gau_section_end("second");
    gau_section_end("first");
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    capture_stderr_begin();
    close_and_expect(2, 1);
    assert_string_equal(capture_stderr_end(), "");
}

/* --- snapshots and data --------------------------------------------------------------------- */

static void a_snapshot_has_the_results_so_far(void **unused)
{
    gau_error err = {0};

    (void)unused;
    assert_int_equal(gau_session_snapshot(&err), GAU_ERR_STATE);
    assert_string_equal(err.message, "there is no session");
    open_session("Watch CountAuditor");
    {
        GAU_SECTION("open");
        work(2);
        assert_int_equal(gau_session_snapshot(&err), GAU_OK);
        assert_int_equal(result_value("watch", "begun"), 6);
        assert_int_equal(result_value("watch", "ended"), 4);
        assert_int_equal(result_value("watch", "faults"), 0);
        work(1);
    }
    close_and_expect(8, 1);
}

static void a_closed_session_has_no_data(void **unused)
{
    gau_error err = {0};
    gau_session *closed, *open;
    double value = 77;
    void *room;

    (void)unused;
    setenv("GAUDIT_AUDITORS", "TimerAuditor", 1);
    setenv("GAUDIT_RESULT", "closed", 1);
    closed = gau_session_open(NULL, &err);
    room = malloc(1); /* nothing but a pointer that is no session */
    gau_session_close();
    setenv("GAUDIT_RESULT", "open", 1);
    open = gau_session_open(NULL, &err);
    work(2);
    assert_int_equal(gau_section_data(open, "work", GAU_SECTION_CALLS, true, &value, &err), GAU_OK);
    assert_true(value == 2);
    if (closed == open)
        closed = room;
    assert_int_equal(gau_section_data(closed, "work", GAU_SECTION_TOTAL, true, &value, &err),
                     GAU_ERR_STATE);
    assert_string_equal(err.message, "the session has been closed");
    assert_true(value == 2);
    gau_session_close();
    free(room);
}

static void data_of_sections_have_kinds_and_errors(void **unused)
{
    gau_error err = {0};
    double value = 77;

    (void)unused;
    assert_int_equal(gau_section_data(NULL, "work", GAU_SECTION_CALLS, true, &value, &err),
                     GAU_ERR_STATE);
    open_session("Watch");
    assert_int_equal(gau_section_data(NULL, "work", GAU_SECTION_CALLS, true, &value, &err),
                     GAU_ERR_STATE);
    assert_string_equal(err.message, "data of sections need a TimerAuditor");
    gau_session_close();
    open_session("TimerAuditor Watch");
    work(3);
    gau_section_begin("inner");
    gau_section_end("inner");
    assert_int_equal(gau_section_data(NULL, "missing", GAU_SECTION_CALLS, true, &value, &err),
                     GAU_ERR_UNKNOWN);
    assert_string_equal(err.message,
                        "Unknown PerfGraph section name \"missing\" in PerfGraph::sectionData(). "
                        "If you are attempting to retrieve the root section, use \"Root\".");
    assert_int_equal(gau_section_data(NULL, "work", (gau_section_metric)99, true, &value, &err),
                     GAU_ERR_RANGE);
    assert_true(value == 77);
    assert_int_equal(gau_section_data(NULL, "missing", GAU_SECTION_CALLS, false, &value, &err),
                     GAU_OK);
    assert_true(value == 0);
    assert_true(data("across", GAU_SECTION_CALLS) == 0); /* of an earlier session */
    assert_true(data("inner", GAU_SECTION_CALLS) == 4);  /* of two branches */
    assert_true(data("work", GAU_SECTION_TOTAL) > data("work", GAU_SECTION_CHILDREN));
    assert_true(data("Root", GAU_SECTION_TOTAL_PERCENT) == 100);
    close_and_expect(8, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_audits_sections_below_program),
        cmocka_unit_test(what_is_open_at_close_ends_there),
        cmocka_unit_test(a_session_can_be_opened_again),
        cmocka_unit_test(what_a_close_ended_may_end_in_the_next_session),
        cmocka_unit_test(there_is_one_session),
        cmocka_unit_test(a_session_that_cannot_be_opened_says_why),
        cmocka_unit_test(a_wrong_word_leaves_the_others),
        cmocka_unit_test(options_that_a_program_gives_are_taken_at_their_word),
        cmocka_unit_test(a_job_file_gives_auditors_and_the_rest_is_not_used),
        cmocka_unit_test(signals_that_wait_for_the_program_wait_on),
        cmocka_unit_test(a_child_may_end_what_was_open_at_fork),
        cmocka_unit_test(a_snapshot_has_the_results_so_far),
        cmocka_unit_test(a_closed_session_has_no_data),
        cmocka_unit_test(data_of_sections_have_kinds_and_errors),
    };

    return cmocka_run_group_tests_name("sessions", tests, folder_enter, folder_leave);
}
