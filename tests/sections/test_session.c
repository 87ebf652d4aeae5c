/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "folder.h"

#include <gaudit/section.h>
#include <gaudit/session.h>

#include <jansson.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Sessions of a program, with the auditor Watch (watch.c), and what threads do with them. */

/* --- scenes --------------------------------------------------------------------------------- */

static int n_folders;

/* A session with these auditors, whose results go to a folder of their own. */
static void open_session(const char *auditors)
{
    char folder[32];
    gau_error err = {0};

    snprintf(folder, sizeof folder, "out%d", ++n_folders);
    setenv("GAUDIT_OUTPUT", folder, 1);
    setenv("GAUDIT_AUDIT", auditors, 1);
    if (!gau_session_open(NULL, &err))
        fail_msg("%s", err.message);
}

/* A number in a document of the last session. */
static int64_t told(const char *document, const char *key)
{
    char path[64];
    json_t *root;
    int64_t value;

    snprintf(path, sizeof path, "out%d/%s.json", n_folders, document);
    root = json_load_file(path, 0, NULL);
    if (!root)
        fail_msg("there is no %s", path);
    value = json_integer_value(json_object_get(root, key));
    json_decref(root);
    return value;
}

/* Closes it; so many calls of sections and roots, in so many instances. */
static void close_and_expect(int64_t calls, int64_t instances)
{
    gau_session_close();
    assert_int_equal(told("watch", "faults"), 0);
    assert_int_equal(told("watch", "begun"), calls);
    assert_int_equal(told("watch", "ended"), calls);
    if (instances)
        assert_int_equal(told("watch", "instances"), 1 + instances);
}

static double data(const char *section, gau_section_kind kind)
{
    gau_error err = {0};
    double value = -1;

    if (gau_section_data(NULL, section, kind, true, &value, &err) < 0)
        fail_msg("%s", err.message);
    return value;
}

static void work(int n)
{
    for (int i = 0; i < n; i++) {
        GAU_SECTION("work");
        GAU_SECTION("inner");
    }
}

/* --- one thread ----------------------------------------------------------------------------- */

static void a_session_hears_sections_below_program(void **unused)
{
    (void)unused;
    work(1);
    open_session("Watch TimerAuditor");
    work(10);
    assert_true(data("work", GAU_CALLS) == 10);
    assert_true(data("Root", GAU_TOTAL) >= data("work", GAU_TOTAL));
    close_and_expect(21, 1);
    work(1);
    assert_int_equal(told("watch", "deepest"), 3);
    assert_int_equal(told("run", "workers"), 1);
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
    assert_int_equal(told("watch", "ended"), 3);
    assert_int_equal(told("watch", "faults"), 0);
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
        {"Wotch", "command line: there is no class 'Wotch'; did you mean 'Watch'?"},
        {"Watch:Spun=1", "command line: Watch.Spun: class 'Watch' has no property 'Spun'; did you "
                         "mean 'Spin'?"},
        {"Watch Watch", "command line: 'Watch' is already defined, at command line"},
        {"Watch /x", "GAUDIT_AUDIT: -a /x: expected TYPE[/NAME][:PROPERTY=VALUE;...]"},
        {"Watch:IncludeAlgorithms=work",
         "command line: Watch: IncludeAlgorithms: 'work' matches no component and no branch"},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        gau_error err = {0};

        setenv("GAUDIT_AUDIT", wrongs[i].audit, 1);
        assert_null(gau_session_open(NULL, &err));
        assert_string_equal(err.message, wrongs[i].message);
        work(1);
    }
}

static void a_job_file_gives_auditors_and_the_rest_is_not_used(void **unused)
{
    gau_error err = {0};

    (void)unused;
    folder_write("job.xml", "<job><input type='NoSuchInput'/><auditor type='Watch'/>"
                            "<algorithm type='NoSuchAlgorithm' name='A'/></job>");
    folder_write("none.xml", "<job/>");
    setenv("GAUDIT_OUTPUT", "out-file", 1);
    assert_non_null(gau_session_open("job.xml", &err));
    work(3);
    gau_session_close();
    assert_int_equal(access("out-file/watch.json", F_OK), 0);
    assert_null(gau_session_open("none.xml", &err));
    assert_non_null(strstr(err.message, "none.xml' has no auditor"));
    assert_null(gau_session_open("nothing.xml", &err));
}

/* --- snapshots and data --------------------------------------------------------------------- */

static void a_snapshot_tells_what_is_known_so_far(void **unused)
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
        assert_int_equal(told("watch", "begun"), 6);
        assert_int_equal(told("watch", "ended"), 4);
        assert_int_equal(told("watch", "faults"), 0);
        work(1);
    }
    close_and_expect(8, 1);
}

static void data_of_sections_have_kinds_and_errors(void **unused)
{
    gau_error err = {0};
    double value = 77;

    (void)unused;
    assert_int_equal(gau_section_data(NULL, "work", GAU_CALLS, true, &value, &err), GAU_ERR_STATE);
    open_session("Watch");
    assert_int_equal(gau_section_data(NULL, "work", GAU_CALLS, true, &value, &err), GAU_ERR_STATE);
    assert_string_equal(err.message, "data of sections need a TimerAuditor");
    gau_session_close();
    open_session("TimerAuditor Watch");
    work(3);
    assert_int_equal(gau_section_data(NULL, "unheard of", GAU_CALLS, true, &value, &err),
                     GAU_ERR_UNKNOWN);
    assert_non_null(strstr(err.message, "Unknown PerfGraph section name \"unheard of\""));
    assert_int_equal(gau_section_data(NULL, "work", (gau_section_kind)99, true, &value, &err),
                     GAU_ERR_RANGE);
    assert_true(value == 77);
    assert_int_equal(gau_section_data(NULL, "unheard of", GAU_CALLS, false, &value, &err), GAU_OK);
    assert_true(value == 0);
    assert_true(data("across", GAU_CALLS) == 0); /* of an earlier session */
    assert_true(data("inner", GAU_CALLS) == 3);
    assert_true(data("work", GAU_TOTAL) > data("work", GAU_CHILDREN));
    assert_true(data("Root", GAU_TOTAL_PERCENT) == 100);
    close_and_expect(7, 1);
}

/* --- threads -------------------------------------------------------------------------------- */

enum { THREADS = 8 };

static void run_threads(int n, void *(*run)(void *))
{
    pthread_t threads[THREADS];

    for (int i = 0; i < n; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run, NULL), 0);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

static void *work_a_hundred(void *unused)
{
    work(100);
    return unused;
}

static void threads_have_instances_of_their_own(void **unused)
{
    (void)unused;
    open_session("Watch");
    run_threads(THREADS, work_a_hundred);
    close_and_expect(THREADS * 201, 0);
    assert_in_range(told("watch", "instances"), 2, 1 + THREADS);
}

static void thousands_of_threads_share_a_few_seats(void **unused)
{
    enum { ROUNDS = 500 };

    (void)unused;
    open_session("Watch TimerAuditor");
    for (int i = 0; i < ROUNDS; i++)
        run_threads(4, work_a_hundred);
    assert_true(data("work", GAU_CALLS) == ROUNDS * 4 * 100);
    close_and_expect(ROUNDS * 4 * 201, 0);
    assert_in_range(told("watch", "instances"), 2, 1 + 4);
}

static void *end_in_the_middle(void *unused)
{
    gau_section_begin("begun");
    {
        GAU_SECTION("block");
        work(1);
        gau_section_begin("more");
        pthread_exit(unused);
    }
}

static void what_is_open_when_a_thread_ends_ends_with_it(void **unused)
{
    (void)unused;
    open_session("Watch");
    for (int i = 0; i < 10; i++)
        run_threads(1, end_in_the_middle);
    run_threads(1, work_a_hundred);
    close_and_expect(10 * 6 + 201, 1);
}

static sem_t inside, go_on;

static void *wait_inside(void *unused)
{
    {
        GAU_SECTION("waiting");
        gau_section_begin("named");
        sem_post(&inside);
        while (sem_wait(&go_on) != 0)
            continue;
        work(1); /* of nobody, or of the next session */
        gau_section_end("named");
    }
    work(1);
    return unused;
}

static void threads_that_live_on_after_close_are_heard_by_the_next_session(void **unused)
{
    pthread_t threads[THREADS];

    (void)unused;
    open_session("Watch");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, wait_inside, NULL);
    for (int i = 0; i < THREADS; i++)
        sem_wait(&inside);
    close_and_expect(THREADS * 3, THREADS);
    open_session("Watch");
    for (int i = 0; i < THREADS; i++)
        sem_post(&go_on);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    close_and_expect(THREADS * 5, 0);
}

static atomic_bool over;

static void *work_for_ever(void *unused)
{
    while (!over) {
        work(3);
        gau_section_begin("name");
        gau_section_end("name");
    }
    return unused;
}

static void *come_and_go(void *unused)
{
    while (!over)
        run_threads(2, work_a_hundred);
    return unused;
}

static void a_session_may_close_while_others_are_inside_sections(void **unused)
{
    pthread_t threads[4];

    (void)unused;
    over = false;
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? work_for_ever : come_and_go, NULL);
    for (int i = 0; i < 20; i++) {
        gau_error err = {0};

        open_session(i % 2 ? "Watch:Spin=300 TimerAuditor" : "Watch");
        nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
        assert_int_equal(gau_session_snapshot(&err), GAU_OK);
        if (i % 2)
            assert_true(data("Root", GAU_TOTAL) >= 0);
        gau_session_close();
        assert_int_equal(told("watch", "faults"), 0);
        assert_int_equal(told("watch", "begun"), told("watch", "ended"));
    }
    over = true;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

static int set_up(void **state)
{
    sem_init(&inside, 0, 0);
    sem_init(&go_on, 0, 0);
    return folder_enter(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_hears_sections_below_program),
        cmocka_unit_test(what_is_open_at_close_ends_there),
        cmocka_unit_test(a_session_can_be_opened_again),
        cmocka_unit_test(there_is_one_session),
        cmocka_unit_test(a_session_that_cannot_be_opened_says_why),
        cmocka_unit_test(a_job_file_gives_auditors_and_the_rest_is_not_used),
        cmocka_unit_test(a_snapshot_tells_what_is_known_so_far),
        cmocka_unit_test(data_of_sections_have_kinds_and_errors),
        cmocka_unit_test(threads_have_instances_of_their_own),
        cmocka_unit_test(thousands_of_threads_share_a_few_seats),
        cmocka_unit_test(what_is_open_when_a_thread_ends_ends_with_it),
        cmocka_unit_test(threads_that_live_on_after_close_are_heard_by_the_next_session),
        cmocka_unit_test(a_session_may_close_while_others_are_inside_sections),
    };

    return cmocka_run_group_tests_name("sessions", tests, set_up, folder_leave);
}
