/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/job_fixture.h"

#include <gaudit/section.h>

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* LivePrintAuditor in a job of this process: its thread, children, and what can fail. */

extern const gau_module gau_module_live_print;

static unsigned threads_now(void)
{
    DIR *const tasks = opendir("/proc/self/task");
    unsigned n = 0;

    assert_non_null(tasks);
    while (readdir(tasks))
        n++;
    closedir(tasks);
    return n - 2;
}

/* The kernel lists a thread a little longer than it runs. */
static void assert_threads(unsigned expected)
{
    const struct timespec pause = {0, 10000000};

    for (int i = 0; i < 1000 && threads_now() != expected; i++)
        nanosleep(&pause, NULL);
    assert_int_equal(threads_now(), expected);
}

static void *do_nothing(void *unused)
{
    return unused;
}

/* A sanitizer starts a thread of its own with the first one. */
static int start_a_thread(void **unused)
{
    pthread_t thread;

    (void)unused;
    return pthread_create(&thread, NULL, do_nothing, NULL) || pthread_join(thread, NULL);
}

static void begin(struct job *job, const char *all)
{
    job_begin(job);
    job_class(job, gau_module_live_print.classes[0]);
    job_input(job, "2");
    job_script(job, job_sequence(job, NULL, "S"), "A", "s");
    job_set(job, job_auditor(job, "LivePrintAuditor", "Live"), "All", all);
}

/* Lines without what differs from run to run: what is behind the text. */
static const char *texts_of(const char *printed)
{
    static char texts[4096];
    char *to = texts;

    for (bool shown = true; *printed; printed++) {
        if (strncmp(printed, "  ", 2) == 0 && to > texts && to[-1] != '\n' && to[-1] != ' ')
            shown = false;
        if (*printed == '\n')
            shown = true;
        if (shown)
            *to++ = *printed;
    }
    *to = '\0';
    return texts;
}

static void a_job_is_printed_and_the_thread_ends_with_it(void **unused)
{
    const unsigned threads = threads_now();
    struct job job;

    (void)unused;
    begin(&job, "true");
    capture_stderr_begin();
    job_must_run(&job, 1);
    assert_string_equal(texts_of(capture_stderr_end()), "In\n"
                                                        "Event 1\n"
                                                        " S\n"
                                                        "  A\n"
                                                        "   part\n"
                                                        "    Finished inner\n"
                                                        "   Finished part\n"
                                                        "  Finished A\n"
                                                        " Finished S\n"
                                                        "Finished Event 1\n");
    assert_threads(threads);
    job_end(&job);
}

static void a_job_without_messages_is_silent(void **unused)
{
    struct job job;

    (void)unused;
    begin(&job, "false");
    capture_stderr_begin();
    job_must_run(&job, 2);
    assert_string_equal(capture_stderr_end(), "");
    job_end(&job);
}

static void a_job_that_is_not_run_leaves_no_thread(void **unused)
{
    const unsigned threads = threads_now();
    struct job job;

    (void)unused;
    begin(&job, "true");
    job_input(&job, "0");
    assert_true(job_make(&job) < 0); /* two inputs */
    job_end(&job);
    assert_threads(threads);
}

static void one_prints_for_all(void **unused)
{
    struct job job;

    (void)unused;
    begin(&job, "true");
    job_auditor(&job, "LivePrintAuditor", "Other");
    capture_stderr_begin();
    job_run(&job);
    capture_stderr_end();
    assert_int_equal(job.status, GAU_ERR_DUPLICATE);
    assert_non_null(
        strstr(job.error.message, "there is another LivePrintAuditor: only one can print"));
    job_end(&job);
    a_job_is_printed_and_the_thread_ends_with_it(unused); /* the place is free again */
}

static void without_memory_or_a_thread_the_job_runs(void **unused)
{
    unsigned warnings = 0;
    const char *failed = "";

    (void)unused;
    for (unsigned n = 1; failed; n++) {
        const unsigned threads = threads_now();
        struct job job;
        const char *text;

        begin(&job, "true");
        capture_stderr_begin();
        allocations_fail_at(n);
        job_run(&job);
        failed = allocations_failed_call();
        allocations_fail_at(0);
        text = capture_stderr_end();
        if (job.status < 0)
            assert_int_equal(job.status, GAU_ERR_MEMORY);
        if (strstr(
                text,
                "gaudit: warning: Live: nothing is printed: out of memory (sections to print)\n") ||
            strstr(text, "gaudit: warning: Live: nothing is printed: no thread can be started\n"))
            warnings++;
        job_end(&job);
        assert_threads(threads);
    }
    assert_int_equal(warnings, 3); /* ring, stack; the thread */
}

/* --- children ------------------------------------------------------------------------------ */

static pid_t child;

static gau_status fork_execute(void *self, gau_context *ctx)
{
    GAU_SECTION("forking");
    (void)self, (void)ctx;
    child = fork();
    return child < 0 ? GAU_ERR_FAILED : GAU_OK;
}

static const gau_class fork_class = {
    GAU_CLASS("Fork", char, "Makes a child that does what its parent does."),
    .algorithm = GAU_ALGORITHM(.execute = fork_execute),
};

static void a_child_runs_on_and_prints_nothing(void **unused)
{
    struct job job;
    const char *text;
    int status = 0;

    (void)unused;
    begin(&job, "true");
    job_class(&job, &fork_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Fork", "F");
    capture_stderr_begin();
    job_must_run(&job, 1);
    job_end(&job);
    if (child == 0)
        _exit(7);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    text = texts_of(capture_stderr_end());
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    assert_non_null(strstr(text, "\nFinished Event 1\n"));
    assert_null(strstr(strstr(text, "Finished Event 1") + 1, "Finished Event 1"));
}

/* --- signals ------------------------------------------------------------------------------- */

static volatile sig_atomic_t by_main;
static pthread_t main_thread;

static void note_thread(int signal)
{
    (void)signal;
    by_main += pthread_equal(pthread_self(), main_thread) ? 1 : 100000;
}

static gau_status signal_execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    for (int i = 0; i < 200; i++)
        kill(getpid(), SIGUSR1);
    return GAU_OK;
}

static const gau_class signal_class = {
    GAU_CLASS("Signals", char, "Sends signals to the process."),
    .algorithm = GAU_ALGORITHM(.execute = signal_execute),
};

static void signals_are_for_the_threads_of_the_program(void **unused)
{
    struct sigaction action = {0}, before;
    struct job job;

    (void)unused;
    main_thread = pthread_self();
    action.sa_handler = note_thread;
    sigaction(SIGUSR1, &action, &before);
    begin(&job, "true");
    job_class(&job, &signal_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Signals", "N");
    capture_stderr_begin();
    job_must_run(&job, 1);
    capture_stderr_end();
    job_end(&job);
    sigaction(SIGUSR1, &before, NULL);
    assert_in_range(by_main, 1, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_is_printed_and_the_thread_ends_with_it),
        cmocka_unit_test(a_job_without_messages_is_silent),
        cmocka_unit_test(a_job_that_is_not_run_leaves_no_thread),
        cmocka_unit_test(one_prints_for_all),
        cmocka_unit_test(without_memory_or_a_thread_the_job_runs),
        cmocka_unit_test(a_child_runs_on_and_prints_nothing),
        cmocka_unit_test(signals_are_for_the_threads_of_the_program),
    };

    return cmocka_run_group_tests_name("live_job", tests, start_a_thread, NULL);
}
