/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/captured_stderr.h"
#include "tests/unit/job_fixture.h"

#include <gaudit/section.h>

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * fork() in a job that has another thread, which is inside the framework or an auditor meanwhile.
 * The child runs the job to its end; a lock that was left behind makes it wait until its alarm.
 */

enum { PATIENCE_S = 120, CHILD_ENDED = 7 };

enum place { NOWHERE, IN_SET_UP, IN_BRANCH_ADDED, IN_BEFORE };

static enum place wanted;   /* where the other thread is when there is a fork */
static atomic_bool reached; /* it is there */
static atomic_bool forked;
static pid_t child;
static bool forks_in_auditor;

static void be_at(enum place place)
{
    const struct timespec pause = {0, 50000000};

    if (place != wanted || reached)
        return;
    reached = true;
    if (place == IN_BEFORE)
        while (!forked)
            nanosleep(&pause, NULL);
    else
        nanosleep(&pause, NULL); /* fork() may wait for it */
}

static void make_child(void)
{
    child = fork();
    if (child == 0)
        alarm(PATIENCE_S);
    forked = true;
}

/* The child has no other thread, which ThreadSanitizer takes for one that was not joined. */
const char *__tsan_default_options(void) __attribute__((__visibility__("default")));
const char *__tsan_default_options(void)
{
    return "report_thread_leaks=0";
}

/* --- auditors ------------------------------------------------------------------------------ */

static bool is_branch(const gau_context *ctx, gau_branch branch, const char *name)
{
    return strcmp(gau_branch_at(ctx, branch)->name, name) == 0;
}

static gau_status own_initialize(void *self, gau_context *ctx)
{
    (void)self;
    if (ctx->worker >= gau_worker_count(ctx))
        be_at(IN_SET_UP);
    return GAU_OK;
}

static void own_before(void *self, const gau_context *ctx)
{
    (void)self;
    if (is_branch(ctx, ctx->branch, "working"))
        be_at(IN_BEFORE);
}

static void own_merge(void *self, void *other)
{
    (void)self, (void)other;
}

static const gau_class own_class = {
    GAU_CLASS("OfThread", char, "An auditor with an instance per thread."),
    .initialize = own_initialize,
    .merge = own_merge,
    .auditor = GAU_AUDITOR(.before = own_before),
};

struct shared {
    gau_context *ctx;
};

struct shared_thread {
    struct shared *all;
};

static gau_status shared_initialize(void *self, gau_context *ctx)
{
    ((struct shared *)self)->ctx = ctx;
    return GAU_OK;
}

static void shared_branch_added(void *self, gau_branch branch)
{
    const gau_context *const ctx = ((struct shared *)self)->ctx;

    if (is_branch(ctx, branch, "working"))
        be_at(IN_BRANCH_ADDED);
    else if (forks_in_auditor && is_branch(ctx, branch, "new"))
        make_child();
}

static void shared_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

static const gau_class shared_class = {
    GAU_CLASS("OfAll", struct shared, "An auditor with one instance."),
    .shared = true,
    .initialize = shared_initialize,
    .auditor = GAU_AUDITOR(.branch_added = shared_branch_added, .before = shared_before,
                           GAU_PER_THREAD(struct shared_thread, all)),
};

/* --- the job ------------------------------------------------------------------------------- */

static void *work(void *unused)
{
    GAU_SECTION("working");
    return unused;
}

static void open_new_section(void)
{
    GAU_SECTION("new");
}

static gau_status fork_execute(void *self, gau_context *ctx)
{
    pthread_t thread;

    (void)self, (void)ctx;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return GAU_ERR_FAILED;
    while (wanted != NOWHERE && !reached)
        sched_yield();
    if (!forks_in_auditor)
        make_child();
    open_new_section();
    if (child != 0)
        pthread_join(thread, NULL);
    return child < 0 ? GAU_ERR_FAILED : GAU_OK;
}

static const gau_class fork_class = {
    GAU_CLASS("Fork", char, "Has a thread and makes a child, which does what its parent does."),
    .algorithm = GAU_ALGORITHM(.execute = fork_execute),
};

static void run(enum place place)
{
    struct job job;
    const char *printed;
    int status = 0;

    wanted = place;
    reached = forked = false;
    child = -1;
    job_begin(&job);
    job_class(&job, &own_class);
    job_class(&job, &shared_class);
    job_class(&job, &fork_class);
    job_input(&job, "1");
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Fork", "F");
    job_auditor(&job, "OfThread", "Own");
    job_auditor(&job, "OfAll", "Shared");
    capture_stderr_begin();
    job_run(&job);
    printed = capture_stderr_end();
    if (child == 0)
        _exit(job.status < 0 ? 1 : job.summary.events != 1 ? 2 : printed[0] ? 3 : CHILD_ENDED);
    assert_string_equal(printed, "");
    assert_int_equal(job.status, GAU_OK);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    job_end(&job);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), CHILD_ENDED);
}

static void a_child_runs_on(void **unused)
{
    (void)unused;
    run(NOWHERE);
}

static void a_child_runs_on_while_a_thread_is_set_up(void **unused)
{
    (void)unused;
    run(IN_SET_UP);
}

static void a_child_runs_on_while_a_thread_adds_a_branch(void **unused)
{
    (void)unused;
    run(IN_BRANCH_ADDED);
}

static void a_child_runs_on_while_a_thread_is_in_a_hook(void **unused)
{
    (void)unused;
    run(IN_BEFORE);
}

/* Here another thread waits for the lock that the forking one has. */
static void an_auditor_may_fork_while_it_is_shown_a_branch(void **unused)
{
    (void)unused;
#ifdef __SANITIZE_THREAD__
    skip(); /* which sees races of the child with threads that it does not have */
#endif
    forks_in_auditor = true;
    run(NOWHERE);
    run(IN_SET_UP);
    run(IN_BEFORE);
    forks_in_auditor = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_runs_on),
        cmocka_unit_test(a_child_runs_on_while_a_thread_is_set_up),
        cmocka_unit_test(a_child_runs_on_while_a_thread_adds_a_branch),
        cmocka_unit_test(a_child_runs_on_while_a_thread_is_in_a_hook),
        cmocka_unit_test(an_auditor_may_fork_while_it_is_shown_a_branch),
    };

    return cmocka_run_group_tests_name("fork", tests, NULL, NULL);
}
