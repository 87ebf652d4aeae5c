/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/job_fixture.h"

#include <gaudit/section.h>
#include <gaudit/session.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Threads that an algorithm of a job starts: they open sections below Program. */

enum { EVENTS = 40, HELPERS = 3 };

static void *help(void *unused)
{
    GAU_SECTION("helping");
    {
        GAU_SECTION("inside");
    }
    return unused;
}

static gau_status starter_execute(void *self, gau_context *ctx)
{
    pthread_t helpers[HELPERS];

    (void)self, (void)ctx;
    GAU_SECTION("waiting");
    for (int i = 0; i < HELPERS; i++)
        if (pthread_create(&helpers[i], NULL, help, NULL) != 0)
            return GAU_ERR_FAILED;
    for (int i = 0; i < HELPERS; i++)
        pthread_join(helpers[i], NULL);
    return GAU_OK;
}

static const gau_class starter_class = {
    GAU_CLASS("Starter", char, "Has threads."),
    .algorithm = GAU_ALGORITHM(.execute = starter_execute),
};

/* --- an auditor that counts calls per branch ------------------------------------------------ */

struct calls {
    uint64_t *branches;
    uint32_t worker;
};

static atomic_int faults;
static uint64_t helping, inside, waiting, program;

static gau_status calls_initialize(void *self, gau_context *ctx)
{
    ((struct calls *)self)->worker = ctx->worker;
    return GAU_OK;
}

static void calls_before(void *self, const gau_context *ctx)
{
    const bool ours =
        strcmp(gau_branch_at(ctx, gau_branch_root(ctx, ctx->branch))->name, "Program") != 0;

    ((struct calls *)self)->branches[ctx->branch]++;
    faults += ours != (ctx->worker < gau_worker_count(ctx));
    faults += !ours && ctx->event != 0;
    faults += ((struct calls *)self)->worker != ctx->worker;
}

static void calls_merge(void *self, void *other)
{
    for (gau_branch b = 0; b < 100; b++)
        ((struct calls *)self)->branches[b] += ((struct calls *)other)->branches[b];
}

static gau_status calls_finalize(void *self, gau_context *ctx)
{
    helping = inside = waiting = program = 0;
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++) {
        const char *const path = gau_branch_at(ctx, b)->path;
        const uint64_t n = ((struct calls *)self)->branches[b];

        helping += strcmp(path, "helping") == 0 ? n : 0;
        inside += strcmp(path, "helping inside") == 0 ? n : 0;
        waiting += strcmp(path, "A waiting") == 0 ? n : 0;
        program += strcmp(path, "Program") == 0 ? n : 0;
    }
    return GAU_OK;
}

static const gau_class calls_class = {
    GAU_CLASS("Calls", struct calls, "Counts calls."),
    .initialize = calls_initialize,
    .merge = calls_merge,
    .finalize = calls_finalize,
    .auditor = GAU_AUDITOR(.before = calls_before, GAU_PER_BRANCH(struct calls, branches)),
};

static void build(struct job *job, uint32_t threads)
{
    job_begin(job);
    job->settings.workers = threads;
    job_class(job, &starter_class);
    job_class(job, &calls_class);
    job_add(job, NULL, GAU_NODE_ALGORITHM, "Starter", "A");
    faults = 0;
}

/* --- tests ---------------------------------------------------------------------------------- */

static void threads_of_an_algorithm_are_audited_below_program(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct job job;

        build(&job, threads);
        job_auditor(&job, "Calls", NULL);
        job_must_run(&job, EVENTS);
        assert_int_equal(faults, 0);
        assert_int_equal(waiting, EVENTS);
        assert_int_equal(program, EVENTS * HELPERS);
        assert_int_equal(helping, EVENTS * HELPERS);
        assert_int_equal(inside, EVENTS * HELPERS);
        job_end(&job);
    }
}

static void gates_hold_for_them(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, 1);
    job_set(&job, job_auditor(&job, "Calls", NULL), "IncludeAlgorithms", "A");
    job_must_run(&job, EVENTS);
    assert_int_equal(waiting, EVENTS);
    assert_int_equal(program + helping + inside, 0);
    job_end(&job);
    build(&job, 1);
    job_set(&job, job_auditor(&job, "Calls", NULL), "MaxDepth", "1");
    job_must_run(&job, EVENTS);
    assert_int_equal(waiting + inside, 0);
    assert_int_equal(helping, EVENTS * HELPERS);
    job_end(&job);
    build(&job, 1);
    job_set(&job, job_auditor(&job, "Calls", NULL), "Phases", "Start");
    job_must_run(&job, EVENTS);
    assert_int_equal(waiting + helping, 0);
    job_end(&job);
}

static void a_job_without_auditors_audits_no_thread(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, 2);
    job_must_run(&job, EVENTS);
    assert_null(gau_section_inactive);
    assert_null(gau_section_worker);
    assert_int_equal(gau_branch_count(gau_app_context(job.app)), 3);
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_of_an_algorithm_are_audited_below_program),
        cmocka_unit_test(gates_hold_for_them),
        cmocka_unit_test(a_job_without_auditors_audits_no_thread),
    };

    return cmocka_run_group_tests_name("threads of jobs", tests, NULL, NULL);
}
