/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "session_fixture.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/section.h>
#include <gaudit/session.h>

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* What threads do with a session that never saw them. */

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
    assert_in_range(result_value("watch", "instances"), 2, 1 + THREADS);
}

static void *open_the_first(void *unused)
{
    errno = ENOENT;
    gau_section_begin("first");
    assert_int_equal(errno, ENOENT);
    gau_section_end("first");
    return unused;
}

/* In it, auditors are set up. */
static void the_first_section_of_a_thread_leaves_errno_alone(void **unused)
{
    (void)unused;
    open_session("Watch");
    run_threads(1, open_the_first);
    close_and_expect(2, 0);
}

static void thousands_of_threads_share_a_few_slots(void **unused)
{
    enum { ROUNDS = 500 };

    (void)unused;
    open_session("Watch TimerAuditor");
    for (int i = 0; i < ROUNDS; i++)
        run_threads(4, work_a_hundred);
    assert_true(data("work", GAU_SECTION_CALLS) == ROUNDS * 4 * 100);
    close_and_expect(ROUNDS * 4 * 201, 0);
    assert_in_range(result_value("watch", "instances"), 2, 1 + 4);
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

static void *begin_and_go(void *unused)
{
    gau_section_begin("left open");
    return unused;
}

static void *end_without_a_begin(void *unused)
{
    gau_section_end("left open");
    return unused;
}

/* It is given the worker of the first one. */
static void what_a_thread_left_open_is_not_open_in_the_next(void **unused)
{
    (void)unused;
    open_session("Watch");
    run_threads(1, begin_and_go);
    run_threads(1, end_without_a_begin);
    capture_stderr_begin();
    close_and_expect(3, 1);
    assert_non_null(strstr(capture_stderr_end(),
                           ": 1 section begin or end without a match, the first for 'left open';"));
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
        work(1); /* unaudited, or in the next session */
        gau_section_end("named");
    }
    work(1);
    return unused;
}

static void threads_that_run_on_after_close_are_audited_by_the_next_session(void **unused)
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

static void check_text(const json_t *document, const char *key, const char *expected)
{
    assert_string_equal(json_string_value(json_object_get(document, key)), expected);
}

/* One of the program, of every thread that is there, and of a snapshot. */
static void instances_are_destroyed_before_the_results_are_written(void **unused)
{
    const char *const reason = "GAUDIT_AUDITORS: Watch: all 10 are destroyed";
    pthread_t threads[THREADS];
    gau_error err = {0};
    char warning[128];
    json_t *run;

    (void)unused;
    open_session("Watch:Alive=true");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, wait_inside, NULL);
    for (int i = 0; i < THREADS; i++)
        sem_wait(&inside);
    assert_int_equal(gau_session_snapshot(&err), GAU_OK);
    capture_stderr_begin();
    close_and_expect(THREADS * 3, THREADS);
    snprintf(warning, sizeof warning, "gaudit: warning: %s\n", reason);
    assert_string_equal(capture_stderr_end(), warning);
    run = result_document("run");
    check_text(run, "status", "failed");
    check_text(run, "failure_reason", reason);
    json_decref(run);
    for (int i = 0; i < THREADS; i++)
        sem_post(&go_on);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
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
            assert_true(data("Root", GAU_SECTION_TOTAL) >= 0);
        gau_session_close();
        assert_int_equal(result_value("watch", "faults"), 0);
        assert_int_equal(result_value("watch", "begun"), result_value("watch", "ended"));
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
        cmocka_unit_test(threads_have_instances_of_their_own),
        cmocka_unit_test(the_first_section_of_a_thread_leaves_errno_alone),
        cmocka_unit_test(thousands_of_threads_share_a_few_slots),
        cmocka_unit_test(what_is_open_when_a_thread_ends_ends_with_it),
        cmocka_unit_test(what_a_thread_left_open_is_not_open_in_the_next),
        cmocka_unit_test(threads_that_run_on_after_close_are_audited_by_the_next_session),
        cmocka_unit_test(instances_are_destroyed_before_the_results_are_written),
        cmocka_unit_test(a_session_may_close_while_others_are_inside_sections),
    };

    return cmocka_run_group_tests_name("threads of sessions", tests, set_up, folder_leave);
}
