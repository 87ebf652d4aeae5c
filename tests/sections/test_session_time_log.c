/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "session_fixture.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/temp_folder.h"

#include <gaudit/section.h>
#include <gaudit/session.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Snapshots of a session with a TimeLogAuditor. */

/* The entries of that name in a file. */
static size_t logged(const char *path, const char *label)
{
    char *const text = folder_read(path), *rest = text, line[40];
    size_t n = 0;

    snprintf(line, sizeof line, "\t%s\n", label);
    for (; (rest = strstr(rest, line)); rest++)
        n++;
    free(text);
    return n;
}

static void snapshot(void)
{
    gau_error err = {0};

    if (gau_session_snapshot(&err) < 0)
        fail_msg("%s", err.message);
}

static void a_snapshot_writes_the_time_log(void **unused)
{
    (void)unused;
    open_session("TimeLogAuditor:File=log.txt");
    work(3);
    assert_int_equal(logged("log.txt", "work"), 0);
    snapshot();
    assert_int_equal(logged("log.txt", "work"), 3);
    {
        GAU_SECTION("open");
        work(2);
        snapshot(); /* the entry has no end so far */
        assert_int_equal(logged("log.txt", "work"), 3);
    }
    assert_int_equal(logged("log.txt", "work"), 5);
    work(1);
    assert_int_equal(logged("log.txt", "work"), 5);
    gau_session_close();
    assert_int_equal(logged("log.txt", "work"), 6);
    assert_int_equal(result_value("time-log", "entries"), 2 * 6 + 1);
}

/* One that is in no section now, and has entries. */
static pthread_barrier_t step;

static void *work_twice(void *unused)
{
    work(1);
    pthread_barrier_wait(&step); /* the snapshot is taken */
    pthread_barrier_wait(&step);
    work(1);
    pthread_barrier_wait(&step); /* the log is looked at */
    pthread_barrier_wait(&step);
    return unused;
}

static void other_threads_write_when_their_section_ends(void **unused)
{
    pthread_t thread;

    (void)unused;
    open_session("TimeLogAuditor:File=threads.txt");
    work(1);
    assert_int_equal(pthread_barrier_init(&step, NULL, 2), 0);
    assert_int_equal(pthread_create(&thread, NULL, work_twice, NULL), 0);
    pthread_barrier_wait(&step);
    snapshot();
    pthread_barrier_wait(&step);
    pthread_barrier_wait(&step);
    assert_int_equal(logged("threads.txt", "work"), 1);
    assert_int_equal(logged("threads-worker1.txt", "work"), 2);
    pthread_barrier_wait(&step);
    pthread_join(thread, NULL);
    gau_session_close();
}

static void a_snapshot_of_a_log_that_vanished_fails(void **unused)
{
    gau_error err = {0};

    (void)unused;
    open_session("TimeLogAuditor:File=gone.txt");
    work(1);
    remove("gone.txt");
    assert_true(gau_session_snapshot(&err) < 0);
    assert_string_equal(err.message, "GAUDIT_AUDITORS: TimeLogAuditor: 'gone.txt': was removed "
                                     "while it was written");
    capture_stderr_begin();
    gau_session_close();
    capture_stderr_end();
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_writes_the_time_log),
        cmocka_unit_test(other_threads_write_when_their_section_ends),
        cmocka_unit_test(a_snapshot_of_a_log_that_vanished_fails),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
