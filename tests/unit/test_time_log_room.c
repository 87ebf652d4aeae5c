/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* flock() */

#include "time_log_fixture.h"

#include "auditors/time_log/time_log_auditor.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"
#include "temp_folder.h"

#include "allocations.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* TimeLogAuditor where room is short: many entries, deep ones, and files that cannot be written. */

/* --- more than a block --------------------------------------------------------------------- */

enum { DEEP = 3 * TIME_LOG_BLOCK + 77 };

static void deep(uint64_t event)
{
    if (event != 1)
        return;
    for (uint64_t i = 1; i <= DEEP; i++)
        enter("down", 1000 + i);
    for (uint64_t i = DEEP; i >= 1; i--)
        leave("down", 1000 + 2 * (uint64_t)DEEP - i);
}

static void entries_that_are_open_over_blocks_have_their_end(void **state)
{
    struct job job;
    FILE *file;
    char line[300], wanted[300], times[2][32];
    uint64_t n = 0;

    (void)state;
    time_log_script = deep;
    scripted_begin(&job, NULL);
    scripted_run(&job, 1);
    file = fopen("log.txt", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, HEADING);
    while (fgets(line, sizeof line, file)) {
        const uint64_t end = 2 * (uint64_t)DEEP - ++n;

        snprintf(times[0], sizeof times[0], "%g", 1e-9 * (double)n);
        snprintf(times[1], sizeof times[1], "%g", 1e-9 * (double)end);
        snprintf(wanted, sizeof wanted, "%llu\t%llu\t%llu\t%llu\t%llu\t%s\t%s\tdown\n",
                 (unsigned long long)n, (unsigned long long)n - 1, (unsigned long long)n,
                 (unsigned long long)(1000 + n), (unsigned long long)(1000 + end), times[0],
                 times[1]);
        assert_string_equal(line, wanted);
    }
    fclose(file);
    assert_int_equal(n, DEEP);
}

static uint64_t allocated;

/* Long outer entries, with that many short ones in them; the second round must find its memory. */
static void many(uint64_t event)
{
    const uint64_t before = allocations_of_thread();

    if (event == 0)
        return;
    enter("outer", 1000);
    for (int i = 0; i < 2 * TIME_LOG_BLOCK; i++) {
        enter("inner", 2000);
        leave("inner", 3000);
    }
    leave("outer", 4000);
    allocated = allocations_of_thread() - before;
}

static size_t count_lines(const char *path)
{
    char *const text = folder_read(path);
    size_t n = 0;

    for (const char *c = text; *c; c++)
        n += *c == '\n';
    free(text);
    return n;
}

static void memory_does_not_grow_with_events(void **state)
{
    struct job job;

    (void)state;
    time_log_script = many;
    scripted_begin(&job, "File=log.txt;FlushEvery=1");
    scripted_run(&job, 5);
    assert_int_equal(allocated, 0);
    assert_int_equal(count_lines("log.txt"), 1 + 5 * (1 + 2 * TIME_LOG_BLOCK));
}

/* --- files that cannot be written ---------------------------------------------------------- */

static void a_file_that_cannot_be_written_is_reported_before_the_job(void **state)
{
    (void)state;
    time_log_script = script_none;
    mkdir("folder", 0777);
    mkfifo("pipe", 0666);
    fails("File=nowhere/log.txt", "'nowhere/log.txt': No such file or directory");
    fails("File=folder", "'folder': Is a directory");
    fails("File=pipe", "'pipe': is not a regular file");
    fails("File=/dev/null", "'/dev/null': is not a regular file");
}

static void ids_that_the_reader_cannot_hold_are_reported(void **state)
{
    (void)state;
    time_log_script = script_none;
    folder_write("full.txt", "99999999999999999999999\t0\n");
    fails("File=full.txt;Append=true",
          "'full.txt': its last id is the largest, 4294967295, or beyond it");
    time_log_script = many;
    folder_write("full.txt", "4294967294\t0\n");
    fails("File=full.txt;Append=true",
          "'full.txt': no more than 4294 million entries can have ids");
    has_text("full.txt", "4294967294\t0\n");
}

static void two_programs_do_not_write_one_log(void **state)
{
    const int other = open("log.txt", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    (void)state;
    assert_int_equal(write(other, "theirs\n", 7), 7);
    assert_int_equal(flock(other, LOCK_EX), 0);
    time_log_script = script_none;
    fails("File=log.txt", "'log.txt': is being written by another program or auditor");
    fails("File=log.txt;Append=true", "'log.txt': is being written by another program or auditor");
    close(other);
    has_text("log.txt", "theirs\n");
}

static void removing(uint64_t event)
{
    script_single(event);
    if (event == 2)
        remove("log.txt");
}

static void replacing(uint64_t event)
{
    removing(event);
    if (event == 2)
        folder_write("log.txt", "new\n");
}

static void a_log_that_vanishes_is_reported(void **state)
{
    (void)state;
    time_log_script = removing;
    fails("File=log.txt", "'log.txt': was removed while it was written");
    fails("File=log.txt;FlushEvery=1", "'log.txt': was removed while it was written");
    time_log_script = replacing;
    fails("File=log.txt", "'log.txt': was replaced while it was written");
    has_text("log.txt", "new\n");
}

/* --- a full disk --------------------------------------------------------------------------- */

enum { LIMIT = 4096 };

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void filling(uint64_t event)
{
    if (event == 1)
        for (int i = 0; i < 1000; i++) {
            enter("a", 2000);
            leave("a", 3000);
        }
    if (event == 3)
        limit_files(LIMIT); /* SIGXFSZ must not reach the program */
}

static void spilling(uint64_t event)
{
    if (event == 1)
        limit_files(LIMIT);
    for (int i = 0; event == 1 && i < 3 * TIME_LOG_BLOCK; i++) {
        enter("a", 2000);
        enter("b", 2001);
        leave("b", 2002);
        leave("a", 3000);
    }
}

static void a_full_disk_leaves_whole_lines_and_the_program_alone(void **state)
{
    sigset_t pending;
    char *text;

    (void)state;
    time_log_script = filling;
    fails("File=log.txt", "'log.txt': File too large");
    limit_files(RLIM_INFINITY);
    text = folder_read("log.txt");
    assert_true(strlen(text) <= LIMIT && text[strlen(text) - 1] == '\n');
    free(text);
    time_log_script = spilling;
    fails("File=log.txt", "'log.txt': File too large");
    limit_files(RLIM_INFINITY);
    has_text("log.txt", HEADING);
    sigemptyset(&pending);
    assert_int_equal(sigpending(&pending), 0);
    assert_false(sigismember(&pending, SIGXFSZ));
}

static int64_t number_of(const struct job *job, const char *key)
{
    return json_integer_value(
        json_object_get(gau_results_document(job->app->results, 0, NULL), key));
}

static void entries_without_room_are_counted(void **state)
{
    struct job job;

    (void)state;
    time_log_script = spilling;
    scripted_begin(&job, "File=log.txt");
    job.settings.events = 1;
    assert_true(job_run(&job) < 0);
    limit_files(RLIM_INFINITY);
    assert_int_equal(number_of(&job, "entries"), 0);
    assert_int_equal(number_of(&job, "lost"), 2 * 3 * TIME_LOG_BLOCK);
    job_end(&job);
}

/* --- a program that closes what it does not know ------------------------------------------- */

enum { OURS = 100, SOME = 8 }; /* numbers that ours may have */

/* Its files have the numbers that ours had. */
static void take_numbers(void)
{
    const int theirs = open("theirs.txt", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    assert_int_equal(write(theirs, "theirs\n", 7), 7);
    for (int i = OURS; i < OURS + SOME; i++)
        assert_int_equal(dup2(theirs, i), i);
    close(theirs);
}

static void leave_numbers(void)
{
    for (int i = OURS; i < OURS + SOME; i++)
        assert_int_equal(close(i), 0);
}

static void closing(uint64_t event)
{
    script_single(event);
    if (event == 2)
        take_numbers();
}

static void closing_with_a_spill(uint64_t event)
{
    many(event);
    if (event == 2)
        take_numbers();
}

static void descriptors_that_the_program_has_taken_are_left_alone(void **state)
{
    struct job job;

    (void)state;
    time_log_script = closing;
    scripted_begin(&job, "File=log.txt;FlushEvery=1");
    scripted_run(&job, 3);
    has_text("log.txt", HEADING "1\t0\t1\t2000\t3000\t1e-06\t2e-06\ta\n");
    leave_numbers();
    time_log_script = closing_with_a_spill;
    fails("File=log.txt", "'log.txt': its file descriptor was closed by the program");
    has_text("theirs.txt", "theirs\n");
    leave_numbers();
}

/* --- children ------------------------------------------------------------------------------ */

/* A child of the program has the auditor, too; the log is its parent's. */
static void forking(uint64_t event)
{
    pid_t child;
    int status;

    script_single(event);
    if (event != 2)
        return;
    child = fork();
    if (child == 0) {
        for (int i = 0; i < 2 * TIME_LOG_BLOCK; i++) {
            enter("child", 2000);
            leave("child", 3000);
        }
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_child_of_the_program_writes_nothing(void **state)
{
    struct job job;

    (void)state;
    time_log_script = forking;
    scripted_begin(&job, "File=log.txt;FlushEvery=1");
    scripted_run(&job, 3);
    has_text("log.txt", HEADING "1\t0\t1\t2000\t3000\t1e-06\t2e-06\ta\n");
}

/* --- memory -------------------------------------------------------------------------------- */

static void crowded(uint64_t event)
{
    if (event == 1)
        work_as(1);
    many(event);
}

static void each_allocation_may_fail(void **state)
{
    uint64_t n = 0;
    bool failed = true;

    (void)state;
    time_log_script = crowded;
    setenv("GAUDIT_CRASH_REPORT", "0", 1); /* jobs go on without stacks for it */
    while (failed) {
        struct job job;

        scripted_begin(&job, "File=log.txt");
        job.settings.events = 2;
        assert_int_equal(job_make(&job), GAU_OK);
        allocations_fail_at(++n);
        job.status = gau_app_run(job.app, &job.summary, &job.error);
        failed = allocations_failed_call() != NULL;
        allocations_fail_at(0);
        assert_true((job.status < 0) == (job.summary.exit_status != 0));
        assert_true((job.status < 0) == failed);
        if (failed)
            assert_non_null(strstr(job.error.message, "out of memory"));
        job_end(&job);
    }
    assert_true(n > 10);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_that_are_open_over_blocks_have_their_end),
        cmocka_unit_test(memory_does_not_grow_with_events),
        cmocka_unit_test(a_file_that_cannot_be_written_is_reported_before_the_job),
        cmocka_unit_test(ids_that_the_reader_cannot_hold_are_reported),
        cmocka_unit_test(two_programs_do_not_write_one_log),
        cmocka_unit_test(a_log_that_vanishes_is_reported),
        cmocka_unit_test(a_full_disk_leaves_whole_lines_and_the_program_alone),
        cmocka_unit_test(entries_without_room_are_counted),
        cmocka_unit_test(descriptors_that_the_program_has_taken_are_left_alone),
        cmocka_unit_test(a_child_of_the_program_writes_nothing),
        cmocka_unit_test(each_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
