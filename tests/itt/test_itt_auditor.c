/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "lint_log.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/*
 * IttAuditor in real jobs, run by the command under the recording collector: what counts is the
 * log of the calls.
 */

/* Every event: Line accepts; Stop rejects behind its first member; Half is half of the events. */
static const char job_start[] =
    "<job>\n"
    "  <input type='GeneratorInput' name='In'><property name='Events' value='1000'/></input>\n"
    "  <auditor type='CountAuditor'/>\n"
    "  <sequence name='Hlt'>\n"
    "    <sequence name='Hlt1' mode='All'>\n"
    "      <algorithm type='Empty' name='Fast'/>\n"
    "      <not><algorithm type='Prescaler' name='Half'>"
    "<property name='Keep' value='2'/></algorithm></not>\n"
    "      <algorithm type='Empty' name='Late'/>\n"
    "    </sequence>\n"
    "    <algorithm type='Empty' name='Behind'/>\n"
    "  </sequence>\n"
    "  <sequence name='Or' mode='Or'>\n"
    "    <algorithm name='Fast'/>\n"
    "    <algorithm type='Empty' name='Never'/>\n"
    "  </sequence>\n";

static struct lint_log record;

/* Runs the job with the options for the shell; returns the exit status. */
static int run(const char *text, const char *options)
{
    char line[2048];
    int status;

    folder_write("job.xml", text);
    remove("log");
    snprintf(line, sizeof line,
             "GAUDIT_LINT_LOG=log INTEL_LIBITTNOTIFY64='%s' '%s' run job.xml -q %s 2>messages",
             LINT_COLLECTOR, GAUDIT, options);
    status = system(line);
    assert_true(WIFEXITED(status));
    lint_log_load(&record, "log");
    return WEXITSTATUS(status);
}

static size_t count(const char *call)
{
    return lint_log_count(&record, call, NULL);
}

/* The id that a task type was given, as text. */
static const char *id_of(const char *name)
{
    const struct lint_line *const line = lint_log_first(&record, "event_create", name);

    if (!line)
        fail_msg("there is no task type '%s'", name);
    return line->arguments[0];
}

static size_t starts(const char *name)
{
    return lint_log_count(&record, "event_start", id_of(name));
}

static size_t ends(const char *name)
{
    return lint_log_count(&record, "event_end", id_of(name));
}

/* Checks of every job: the contract is kept, and the collection runs once. */
static void check_contract(void)
{
    assert_int_equal(count("@violation"), 0);
    assert_true(lint_log_nests(&record));
    assert_int_equal(count("resume"), 1);
    assert_int_equal(count("pause"), 2); /* at initialize, and behind the window */
    assert_true(lint_log_first(&record, "pause", NULL)->ns <
                lint_log_first(&record, "resume", NULL)->ns);
    assert_true(lint_log_first(&record, "resume", NULL)->ns <
                lint_log_last(&record, "pause", NULL)->ns);
}

static char *job_with(const char *end)
{
    static char text[8192];

    snprintf(text, sizeof text, "%s%s</job>\n", job_start, end);
    return text;
}

/* --- tests --------------------------------------------------------------------------------- */

static void a_window_of_500_events_has_500_pairs(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 2; workers++) {
        char options[256];

        snprintf(options, sizeof options,
                 "-j %d -a 'IttAuditor:StartFromEventN=200;StopAtEventN=700'", workers);
        assert_int_equal(run(job_with(""), options), 0);
        check_contract();
        assert_int_equal(starts("Event"), 500);
        assert_int_equal(ends("Event"), 500);
        assert_int_equal(starts("Hlt Hlt1 Fast"), 500);
        assert_int_equal(ends("Hlt Hlt1 Fast"), 500);
        assert_int_equal(starts("Hlt Hlt1 Late"), 500); /* mode All */
        assert_true(starts("Hlt Behind") > 150 && starts("Hlt Behind") < 350);
        assert_int_equal(starts("Hlt Behind"), ends("Hlt Behind"));
        assert_int_equal(starts("Or Fast"), 0); /* reused */
        assert_int_equal(starts("Or Never"), 0);
        assert_int_equal(starts("Or"), 500);
        assert_in_range(lint_log_threads(&record, "event_start", NULL), 1, workers);
        assert_int_equal(lint_log_count(&record, "thread_set_name", "gaudit worker 0"), 1);
        lint_log_free(&record);
    }
}

static void an_open_window_ends_with_the_job(void **state)
{
    char *document;

    (void)state;
    assert_int_equal(run(job_with(""), "-n 300 -o open -a 'IttAuditor:StartFromEventN=200'"), 0);
    check_contract();
    lint_log_free(&record);
    document = folder_read("open/itt.json");
    assert_non_null(strstr(document, "\"event_window\": [200, 301]"));
    free(document);
}

static void tasks_are_the_same_pairs(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 2; workers++) {
        char options[256];

        snprintf(options, sizeof options,
                 "-j %d -a 'IttAuditor:StartFromEventN=200;StopAtEventN=700;Api=Task;Domain=Mine'",
                 workers);
        assert_int_equal(run(job_with(""), options), 0);
        check_contract();
        assert_int_equal(lint_log_count(&record, "task_begin", "Hlt Hlt1 Fast"), 500);
        assert_int_equal(lint_log_count(&record, "task_begin", NULL), count("task_end"));
        assert_int_equal(lint_log_count(&record, "domain_create", "Mine"), 1);
        assert_int_equal(count("event_start"), 0);
        lint_log_free(&record);
    }
}

static void names_are_made_before_the_loop(void **state)
{
    (void)state;
    assert_int_equal(run(job_with(""), "-a IttAuditor"), 0);
    check_contract();
    assert_true(lint_log_last(&record, "event_create", NULL)->ns <
                lint_log_first(&record, "event_start", NULL)->ns);
    assert_int_equal(starts("Event"), 1000);
    lint_log_free(&record);
}

static void a_job_that_ends_early_is_balanced(void **state)
{
    static const struct {
        const char *how;
        int status;
    } ends_of_job[] = {{"FailJob", 4}, {"AbortEvent", 0}, {"Reject", 0}, {"Ignore", 0}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ends_of_job); i++) {
        char text[512];

        snprintf(text, sizeof text,
                 "<sequence name='Bad'><algorithm type='Fail' name='F'>"
                 "<property name='Events' value='450'/><property name='OnError' value='%s'/>"
                 "</algorithm></sequence>",
                 ends_of_job[i].how);
        for (int workers = 1; workers <= 2; workers++) {
            char options[256];

            snprintf(options, sizeof options,
                     "-j %d -a 'IttAuditor:StartFromEventN=200;StopAtEventN=700'", workers);
            assert_int_equal(run(job_with(text), options), ends_of_job[i].status);
            check_contract();
            assert_int_equal(starts("Bad F"), ends("Bad F"));
            if (ends_of_job[i].status) /* another worker may have had all others by then */
                assert_in_range(starts("Bad F"), 251, workers == 1 ? 251 : 500);
            else
                assert_int_equal(starts("Bad F"), 500);
            lint_log_free(&record);
        }
    }
}

static void a_signal_leaves_the_collection_paused(void **state)
{
    (void)state;
    assert_int_equal(run(job_with("<algorithm type='Spin' name='S'>"
                                  "<property name='Microseconds' value='20000'/></algorithm>"),
                         "-j 2 -a IttAuditor & "
                         "while ! grep -qs event_start log; do sleep 0.05; done; "
                         "kill -TERM $!; wait $!; test $? -eq 143"),
                     0);
    check_contract();
    assert_int_equal(starts("Event"), ends("Event"));
    lint_log_free(&record);
}

static void excluded_stretches_have_a_type_of_their_own(void **state)
{
    (void)state;
    assert_int_equal(run(job_with(""), "-a 'IttAuditor:ExcludeAlgorithms=Fast'"), 0);
    check_contract();
    assert_int_equal(starts("Hlt Hlt1 [excluded]"), 1000);
    assert_int_equal(starts("Hlt Hlt1 Fast"), 0);
    assert_int_equal(starts("Hlt Hlt1 Late"), 1000);
    lint_log_free(&record);
}

static void only_components_that_were_named_have_types(void **state)
{
    (void)state;
    assert_int_equal(run(job_with(""), "-a 'IttAuditor:ComponentsForTaskTypes=Fast,Hlt1'"), 0);
    check_contract();
    assert_int_equal(count("event_create"), 3); /* Fast on two branches */
    assert_int_equal(starts("Hlt Hlt1 Fast"), 1000);
    assert_int_equal(count("event_start"), 2000);
    lint_log_free(&record);
}

static void both_spellings_of_the_delimiter_are_known(void **state)
{
    static const char *const spellings[] = {"TaskTypeNameDelimeter", "TaskTypeNameDelimiter"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(spellings); i++) {
        char options[128];

        snprintf(options, sizeof options, "-a 'IntelProfilerAuditor:%s=/'", spellings[i]);
        assert_int_equal(run(job_with(""), options), 0);
        check_contract();
        assert_int_equal(starts("Hlt/Hlt1/Fast"), 1000);
        assert_int_equal(starts("Hlt"), 1000); /* nothing in front */
        lint_log_free(&record);
    }
}

static void every_hundredth_event_is_a_frame(void **state)
{
    (void)state;
    assert_int_equal(run(job_with(""), "-j 2 -a 'IttAuditor:StartFromEventN=250;StopAtEventN=651;"
                                       "EnableFrames=true;FramesRate=100;Domain=Loop'"),
                     0);
    check_contract();
    assert_int_equal(count("frame_begin_v3"), 5);
    assert_int_equal(count("frame_end_v3"), 5);
    assert_int_equal(lint_log_count(&record, "domain_create", "Loop worker 1"), 1);
    lint_log_free(&record);
}

static void a_second_auditor_may_mark_but_not_control(void **state)
{
    char *messages;

    (void)state;
    assert_int_equal(run(job_with(""), "-a IttAuditor/A -a IttAuditor/B"), 2);
    messages = folder_read("messages");
    assert_non_null(strstr(messages,
                           "command line: B: another IttAuditor controls the collection already; "
                           "give this one Control=false\n"));
    free(messages);
    lint_log_free(&record);
    assert_int_equal(run(job_with(""), "-a IttAuditor/A -a 'IttAuditor/B:Control=false;Api=Task'"),
                     0);
    check_contract();
    assert_int_equal(starts("Hlt"), lint_log_count(&record, "task_begin", "Hlt"));
    lint_log_free(&record);
}

/* Where the timer has hooks; its timestamps are taken before the ITT calls. */
static void delays_of_itt_calls_are_measured_where_there_are_timestamps(void **state)
{
    char *document;

    (void)state;
    assert_int_equal(run(job_with(""), "-o none -a IttAuditor"), 0);
    lint_log_free(&record);
    document = folder_read("none/itt.json");
    assert_non_null(strstr(document, "\"itt_delays\": []"));
    free(document);
    assert_int_equal(run(job_with(""), "-j 2 -o some -a 'TimerAuditor:CpuTime=true;MaxDepth=2' "
                                       "-a IttAuditor"),
                     0);
    lint_log_free(&record);
    document = folder_read("some/itt.json");
    *strstr(document, "\"branches\":") = '\0';
    assert_non_null(strstr(document, "\"path\": \"Event\""));
    assert_non_null(strstr(document, "\"path\": \"Hlt Hlt1\""));
    assert_null(strstr(document, "Hlt Hlt1 Fast")); /* too deep */
    free(document);
}

static void a_component_that_is_not_there_is_an_error(void **state)
{
    char *messages;

    (void)state;
    assert_int_equal(run(job_with(""), "-a 'IttAuditor:ComponentsForTaskTypes=Fats'"), 2);
    messages = folder_read("messages");
    assert_non_null(strstr(messages, "gaudit: command line: IttAuditor: ComponentsForTaskTypes: "
                                     "'Fats' matches no component and no branch\n"));
    free(messages);
    lint_log_free(&record);
}

/* 16 levels with names of 200 bytes, and two leaves that differ at the end. */
static void long_identifiers_are_shortened_and_stay_different(void **state)
{
    static char text[16384];
    char name[201];
    char *end = text;

    (void)state;
    end += sprintf(end, "<job>");
    for (int i = 0; i < 16; i++) {
        snprintf(name, sizeof name, "%02d%0198d", i, 0);
        end += sprintf(end, "<sequence name='%s'>", name);
    }
    end += sprintf(end, "<algorithm type='Empty' name='One'/><algorithm type='Empty' name='Two'/>");
    for (int i = 0; i < 16; i++)
        end += sprintf(end, "</sequence>");
    sprintf(end, "</job>");
    assert_int_equal(run(text, "-n 10 -a IttAuditor"), 0);
    check_contract();
    assert_int_equal(count("event_create"), 20); /* Event, Background, 16 sequences, 2 leaves */
    assert_int_equal(count("event_start"), 19 * 10);
    for (size_t i = 0; i < record.n_lines; i++)
        if (strcmp(record.lines[i].call, "event_create") == 0)
            assert_int_equal(lint_log_count(&record, "event_create", record.lines[i].arguments[1]),
                             1);
    lint_log_free(&record);
}

static void many_branches_have_task_types(void **state)
{
    enum { BRANCHES = TEST_BRANCHES };
    char *const text = malloc(BRANCHES * 48 + 64);
    char *end = text;

    (void)state;
    assert_non_null(text);
    end += sprintf(end, "<job maxBranches='200000'>");
    for (int i = 0; i < BRANCHES; i++)
        end += sprintf(end, "<algorithm type='Empty' name='a%d'/>", i);
    sprintf(end, "</job>");
    assert_int_equal(run(text, "-n 2 -a 'IttAuditor:StartFromEventN=2'"), 0);
    free(text);
    check_contract();
    assert_int_equal(count("event_create"), BRANCHES + 2);
    assert_int_equal(count("event_start"), BRANCHES + 1);
    assert_int_equal(starts(TEST_LAST_BRANCH), 1);
    lint_log_free(&record);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_window_of_500_events_has_500_pairs),
        TEST(an_open_window_ends_with_the_job),
        TEST(tasks_are_the_same_pairs),
        TEST(names_are_made_before_the_loop),
        TEST(a_job_that_ends_early_is_balanced),
        TEST(a_signal_leaves_the_collection_paused),
        TEST(excluded_stretches_have_a_type_of_their_own),
        TEST(only_components_that_were_named_have_types),
        TEST(both_spellings_of_the_delimiter_are_known),
        TEST(every_hundredth_event_is_a_frame),
        TEST(a_second_auditor_may_mark_but_not_control),
        TEST(long_identifiers_are_shortened_and_stay_different),
        TEST(many_branches_have_task_types),
        TEST(delays_of_itt_calls_are_measured_where_there_are_timestamps),
        TEST(a_component_that_is_not_there_is_an_error),
    };

    return cmocka_run_group_tests_name("IttAuditor", tests, NULL, NULL);
}
