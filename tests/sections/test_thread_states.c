/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/job/app_state.h"
#include "framework/src/sections/thread_slots.h"
#include "tests/unit/allocations.h"
#include "tests/unit/captured_stderr.h"
#include "tests/unit/job_fixture.h"

#include <gaudit/section.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a shared auditor keeps per thread: the framework makes it, hands it to hooks and frees it.
 */

enum { EVENTS = 20, HELPERS = 3, MAX_DEPTH = 8, MAX_STATES = 64 };

/* --- an auditor that checks its states ------------------------------------------------------ */

struct shared {
    char *end; /* "initialize": has nothing to do; "start": fails there */
    uint64_t calls, ended_calls;
    uint32_t begun, ended, last; /* states; the worker of the last that ended, from 1 */
    uint64_t begun_of[MAX_STATES];
    bool finalized;
};

struct state {
    uint64_t *open; /* one per branch */
    uint64_t calls;
    struct shared *shared;
    pthread_t thread;
    uint32_t worker;
    gau_branch stack[MAX_DEPTH];
    int depth;
};

static const gau_property shared_properties[] = {
    GAU_STRING(struct shared, end, "End", "", "The step in which it ends"),
    GAU_PROPERTY_END,
};

static struct shared result; /* of the last one that was released */

#define CLAIM(claim) ((claim) ? (void)0 : call_log_note("line %d: %s", __LINE__, #claim))

static gau_status step(const struct shared *shared, const char *name, gau_status status)
{
    return strcmp(shared->end, name) == 0 ? status : GAU_OK;
}

static gau_status shared_initialize(void *self, gau_context *ctx)
{
    (void)ctx;
    return step(self, "initialize", GAU_END);
}

static gau_status shared_start(void *self, gau_context *ctx)
{
    (void)ctx;
    return step(self, "start", GAU_ERR_FAILED);
}

static gau_status shared_finalize(void *self, gau_context *ctx)
{
    struct shared *const shared = self;

    (void)ctx;
    CLAIM(shared->ended >= shared->begun);
    CLAIM(shared->calls == shared->ended_calls);
    shared->finalized = true;
    return GAU_OK;
}

static void shared_release(void *self)
{
    result = *(struct shared *)self;
    result.end = NULL;
}

static void state_begin(void *self, const gau_context *ctx)
{
    struct state *const state = self;
    struct state zero = {.shared = state->shared, .open = state->open};

    CLAIM(memcmp(state, &zero, sizeof zero) == 0);
    CLAIM((uintptr_t)state % 64 == 0);
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++)
        CLAIM(state->open[b] == 0);
    state->worker = ctx->worker;
    __atomic_add_fetch(&state->shared->begun, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&state->shared->begun_of[ctx->worker], 1, __ATOMIC_RELAXED);
}

static void state_before(void *self, const gau_context *ctx)
{
    struct state *const state = self;

    if (state->depth == 0)
        state->thread = pthread_self();
    CLAIM(state->worker == ctx->worker && pthread_equal(state->thread, pthread_self()));
    CLAIM(state->open[ctx->branch] == 0);
    state->open[ctx->branch] = 1;
    state->stack[state->depth++] = ctx->branch;
    state->calls++;
    __atomic_add_fetch(&state->shared->calls, 1, __ATOMIC_RELAXED);
}

static void state_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct state *const state = self;

    (void)outcome;
    CLAIM(state->depth > 0);
    CLAIM(state->worker == ctx->worker && pthread_equal(state->thread, pthread_self()));
    CLAIM(state->open[ctx->branch] == 1 && state->stack[state->depth - 1] == ctx->branch);
    state->open[ctx->branch] = 0;
    state->depth--;
}

static void state_not_called(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)outcome;
    CLAIM(((struct state *)self)->worker == ctx->worker);
}

static void state_event(void *self, const gau_context *ctx)
{
    const struct state *const state = self;

    CLAIM(state->worker == ctx->worker && state->depth == 0);
}

static void state_end(void *self, const gau_context *ctx)
{
    const struct state *const state = self;
    struct shared *const shared = state->shared;

    (void)ctx;
    CLAIM(state->depth == 0 && !shared->finalized);
    CLAIM(state->calls == 0 || state->worker + 1 > shared->last);
    shared->last = state->calls ? state->worker + 1 : shared->last;
    shared->ended++;
    shared->ended_calls += state->calls;
}

static const gau_class states_class = {
    GAU_CLASS("States", struct shared, "Checks what is of a thread."),
    .properties = shared_properties,
    .shared = true,
    .initialize = shared_initialize,
    .start = shared_start,
    .finalize = shared_finalize,
    .release = shared_release,
    .auditor =
        GAU_AUDITOR(.begin_event = state_event, .end_event = state_event, .before = state_before,
                    .after = state_after, .not_called = state_not_called,
                    GAU_PER_THREAD(struct state, shared), GAU_PER_THREAD_BRANCH(struct state, open),
                    .thread_begin = state_begin, .thread_end = state_end),
};

/* --- an algorithm with threads --------------------------------------------------------------- */

static uint32_t n_helpers = HELPERS;

static void *help(void *barrier)
{
    GAU_SECTION("helping");
    pthread_barrier_wait(barrier); /* all at the same time, so each has a slot */
    {
        GAU_SECTION("inside");
    }
    return NULL;
}

static gau_status starter_execute(void *self, gau_context *ctx)
{
    pthread_t helpers[HELPERS];
    pthread_barrier_t barrier;
    uint32_t started = 0;

    (void)self, (void)ctx;
    GAU_SECTION("waiting");
    pthread_barrier_init(&barrier, NULL, n_helpers);
    while (started < n_helpers && pthread_create(&helpers[started], NULL, help, &barrier) == 0)
        started++;
    for (uint32_t i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
    pthread_barrier_destroy(&barrier);
    return GAU_OK;
}

static const gau_class starter_class = {
    GAU_CLASS("Starter", char, "Has threads."),
    .algorithm = GAU_ALGORITHM(.execute = starter_execute),
};

static gau_node *build(struct job *job, uint32_t workers)
{
    gau_node *sequence;

    job_begin(job);
    job->settings.workers = workers;
    job_class(job, &starter_class);
    job_class(job, &states_class);
    sequence = job_sequence(job, NULL, "S");
    job_add(job, sequence, GAU_NODE_ALGORITHM, "Starter", "A");
    job_script(job, sequence, "B", "ar");
    memset(&result, 0, sizeof result);
    return job_auditor(job, "States", NULL);
}

static void free_app(struct job *job)
{
    gau_app_free(job->app);
    job->app = NULL;
}

/* --- tests ----------------------------------------------------------------------------------- */

static void each_worker_and_thread_slot_has_one(void **unused)
{
    (void)unused;
    for (uint32_t workers = 1; workers <= 3; workers++) {
        struct job job;
        uint32_t n_slots;

        job_set(&job, build(&job, workers), "Enable", "true");
        job_must_run(&job, EVENTS);
        n_slots = job.app->n_slots;
        free_app(&job);
        assert_string_equal(call_log_text(), "");
        assert_in_range(n_slots, HELPERS, HELPERS * workers);
        assert_int_equal(result.ended, workers + n_slots);
        assert_int_equal(result.begun, result.ended);
        for (uint32_t i = 0; i < workers + n_slots; i++)
            assert_int_equal(result.begun_of[i], 1);
        assert_int_equal(result.last, workers + n_slots);
        /* Event, S, A, B, waiting; Program, helping, inside of each helper */
        assert_int_equal(result.calls, EVENTS * (5 + 3 * HELPERS));
        assert_true(result.finalized);
        job_end(&job);
    }
}

/* CLAIM() in the hooks is the test: whatever selects calls, an after has its before. */
static void an_after_comes_where_its_before_came(void **unused)
{
    static const struct {
        const char *name, *value;
    } filters[] = {{"StartFromEventN", "7"},    {"StopAtEventN", "8"}, {"MaxDepth", "2"},
                   {"IncludeAlgorithms", "A"},  {"MaxDepth", "1"},     {"ExcludeAlgorithms", "A"},
                   {"ExcludeAlgorithms", "B"},  {"Phases", "Start"},   {"Phases", "Execute,Stop"},
                   {"IncludeAlgorithms", "S B"}};

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(filters); i++)
        for (uint32_t workers = 1; workers <= 2; workers++) {
            struct job job;

            job_set(&job, build(&job, workers), filters[i].name, filters[i].value);
            job_must_run(&job, EVENTS);
            free_app(&job);
            assert_string_equal(call_log_text(), "");
            assert_true(result.calls > 0);
            assert_true(result.finalized);
            job_end(&job);
        }
}

static void an_auditor_with_nothing_to_do_has_none(void **unused)
{
    struct job job;

    (void)unused;
    job_set(&job, build(&job, 2), "End", "initialize");
    job_must_run(&job, EVENTS);
    free_app(&job);
    assert_int_equal(result.begun + result.ended + result.calls, 0);
    job_end(&job);
}

/* They were made, but no hook was called. */
static void they_end_after_a_failure_too(void **unused)
{
    struct job job;

    (void)unused;
    job_set(&job, build(&job, 3), "End", "start");
    job.settings.events = 1;
    assert_true(job_run(&job) < 0);
    free_app(&job);
    assert_string_equal(call_log_text(), "");
    assert_int_equal(result.begun, 0);
    assert_int_equal(result.ended, 3);
    job_end(&job);
}

static void each_allocation_may_fail(void **unused)
{
    unsigned unaudited = 0, refused = 0;
    const char *failed = "";

    (void)unused;
    n_helpers = 1; /* so that allocations have an order, and none waits in vain */
    setenv("GAUDIT_CRASH_REPORT", "0", 1); /* a worker maps a stack for it at any time */
    for (uint64_t n = 1; failed; n++) {
        struct job job;

        build(&job, 2);
        job.settings.events = 1;
        assert_int_equal(job_make(&job), GAU_OK);
        capture_stderr_begin();
        allocations_fail_at(n);
        job.status = gau_app_run(job.app, &job.summary, &job.error);
        failed = allocations_failed_call();
        allocations_fail_at(0);
        capture_stderr_end();
        unaudited += job.app->unaudited &&
                     strstr(job.app->unaudited_reason.message, "out of memory ('States', thread)");
        refused +=
            job.status < 0 && strstr(job.error.message, "out of memory ('States', thread)") != NULL;
        free_app(&job);
        assert_string_equal(call_log_text(), "");
        assert_true(result.ended >= result.begun && result.calls == result.ended_calls);
        job_end(&job);
    }
    assert_int_equal(refused, 3); /* a state each of two workers, and the list of them */
    assert_int_equal(unaudited, 1);
    n_helpers = HELPERS;
}

/* --- without a job --------------------------------------------------------------------------- */

static uint32_t ended[4], n_ended;

static void note_end(void *self, const gau_context *ctx)
{
    (void)ctx;
    ended[n_ended++] = ((struct state *)self)->worker;
}

static const gau_class noted_class = {
    GAU_CLASS("Noted", struct shared, "Notes ends."),
    .shared = true,
    .auditor = GAU_AUDITOR(.thread_end = note_end, GAU_PER_THREAD(struct state, shared)),
};

static void the_state_of_a_thread_that_stays_in_a_hook_is_left_alone(void **unused)
{
    struct shared shared = {.calls = 0};
    struct gau_instance instance = {.self = &shared};
    struct gau_component c = {
        .cls = &noted_class, .name = "Noted", .instances = &instance, .n_instances = 1};
    struct gau_job jobs = {.components = &c, .n_components = 1};
    struct gau_thread_slot slot = {.worker = {.job = &jobs, .ctx = {.worker = 1}}};
    struct state *states[4];
    gau_context ctx;
    gau_error err;

    (void)unused;
    for (uint32_t i = 0; i < 4; i++) {
        void *self;

        assert_int_equal(gau_component_add_listener(&c, i, &self, 16, &err), GAU_OK);
        states[i] = self;
        states[i]->worker = i;
        assert_ptr_equal(states[i]->shared, &shared);
    }
    gau_component_drop_threads(&c, 3, 16);
    gau_thread_slot_lose(&slot);
    assert_true(slot.abandoned);
    gau_component_end_threads(&c, &ctx, 16);
    assert_string_equal(ctx.name, "Noted");
    assert_int_equal(n_ended, 2);
    assert_int_equal(ended[0], 0);
    assert_int_equal(ended[1], 2);
    assert_int_equal(states[1]->worker, 1);
    free(states[1]);
    gau_component_end_threads(&c, &ctx, 16);
    assert_int_equal(n_ended, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_worker_and_thread_slot_has_one),
        cmocka_unit_test(an_after_comes_where_its_before_came),
        cmocka_unit_test(an_auditor_with_nothing_to_do_has_none),
        cmocka_unit_test(they_end_after_a_failure_too),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(the_state_of_a_thread_that_stays_in_a_hook_is_left_alone),
    };

    return cmocka_run_group_tests_name("states of threads", tests, NULL, NULL);
}
