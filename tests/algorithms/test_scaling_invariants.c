/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/job_fixture.h"

#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"
#include "tests/unit/allocations.h"
#include "tests/unit/captured_stderr.h"

#include <gaudit/section.h>
#include <gaudit/store.h>

#include <string.h>

/* What does not grow with the number of events, or change with the number of workers. */

extern const gau_module gau_module_count, gau_module_timer;

enum { WARM_UP = 200 };

/* --- components that use store and sections ------------------------------------------------- */

struct maker {
    gau_key key;
};

static gau_status maker_initialize(void *self, gau_context *ctx)
{
    ((struct maker *)self)->key = gau_store_output(ctx, "values", GAU_TYPE(double));
    return GAU_OK;
}

static gau_status maker_execute(void *self, gau_context *ctx)
{
    GAU_SECTION("making");
    const size_t count = 3000 + ctx->event % 10;
    double *const values = gau_store_put(ctx, ((struct maker *)self)->key, count);

    if (!values)
        return GAU_ERR_MEMORY;
    values[count - 1] = (double)ctx->event;
    return GAU_OK;
}

static const gau_class maker_class = {
    GAU_CLASS("Maker", struct maker, "Puts values into the store."),
    .initialize = maker_initialize,
    .algorithm = GAU_ALGORITHM(.execute = maker_execute),
};

/* Counts what its thread has allocated since it warmed up. */
struct taker {
    gau_key key;
    uint64_t events, at_start, since;
};

static uint64_t total_since;

static gau_status taker_initialize(void *self, gau_context *ctx)
{
    ((struct taker *)self)->key = gau_store_input(ctx, "values", GAU_TYPE(double));
    return GAU_OK;
}

static gau_status taker_execute(void *self, gau_context *ctx)
{
    struct taker *const taker = self;
    size_t n;
    const double *const values = gau_store_get(ctx, taker->key, &n);

    if (++taker->events == WARM_UP)
        taker->at_start = allocations_of_thread();
    if (taker->events >= WARM_UP)
        taker->since = allocations_of_thread() - taker->at_start;
    return values && values[n - 1] == (double)ctx->event ? GAU_OK : GAU_ERR_FAILED;
}

static void taker_merge(void *self, void *other)
{
    ((struct taker *)self)->since += ((struct taker *)other)->since;
}

static gau_status taker_finalize(void *self, gau_context *ctx)
{
    (void)ctx;
    total_since = ((struct taker *)self)->since;
    return GAU_OK;
}

static const gau_class taker_class = {
    GAU_CLASS("Taker", struct taker, "Reads values from the store."),
    .initialize = taker_initialize,
    .merge = taker_merge,
    .finalize = taker_finalize,
    .algorithm = GAU_ALGORITHM(.execute = taker_execute),
};

static void set_on_error(struct job *job, gau_node *node, const char *on_error)
{
    job_set(job, node, "OnError", on_error);
    job_set(job, node, "ErrorMax", "3");
}

static void build(struct job *job, uint32_t threads)
{
    gau_node *sequence, *inner;

    job_begin(job);
    job_class(job, gau_module_count.classes[0]);
    job_class(job, gau_module_timer.classes[0]);
    job_class(job, &maker_class);
    job_class(job, &taker_class);
    job_input(job, "4000");
    job_auditor(job, "CountAuditor", NULL);
    job_auditor(job, "TimerAuditor", NULL);
    job_set(job, job_auditor(job, "TimerAuditor", "Window"), "StartFromEventN", "1500");
    sequence = job_sequence(job, NULL, "S");
    job_add(job, sequence, GAU_NODE_ALGORITHM, "Maker", NULL);
    job_add(job, sequence, GAU_NODE_ALGORITHM, "Taker", NULL);
    inner = job_sequence(job, sequence, "T");
    inner->mode = GAU_MODE_OR;
    set_on_error(job, job_script(job, inner, "A", "arre"), "Reject");
    set_on_error(job, job_script(job, inner, "B", "raeaer"), "Ignore");
    job_script(job, inner, "A", NULL);
    job_script(job, NULL, "C", "arasssr");
    set_on_error(job, job_script(job, NULL, "D", "aaaaaaaaaae"), "AbortEvent");
    job_script(job, NULL, "A", NULL);
    job->settings.workers = threads;
}

/* --- tests --------------------------------------------------------------------------------- */

static void an_event_allocates_nothing(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct job job;

        build(&job, threads);
        total_since = 1;
        capture_stderr_begin();
        job_must_run(&job, 0);
        capture_stderr_end();
        assert_int_equal(total_since, 0);
        assert_true(allocations_of_thread() > 100); /* they are counted */
        job_end(&job);
    }
}

/* With the tolerated errors of the same events: ErrorMax counts in the order of time. */
static void results_are_the_same_for_any_number_of_workers(void **unused)
{
    json_t *expected = NULL;
    uint64_t accepted = 0;

    (void)unused;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        struct job job;
        json_t *counts;

        build(&job, threads);
        for (size_t i = 0; i < gau_options_root(job.options)->n_children; i++) {
            const gau_node *const node = gau_options_root(job.options)->children[i];

            if (strcmp(node->name, "D") == 0)
                job_set(&job, (gau_node *)(uintptr_t)node, "ErrorMax", "0");
        }
        capture_stderr_begin();
        job_must_run(&job, 0);
        capture_stderr_end();
        counts = gau_results_document(job.app->results, 0, NULL);
        assert_string_equal(gau_results_name(job.app->results, 0), "counts");
        if (!expected) {
            expected = json_deep_copy(counts);
            accepted = job.summary.accepted;
            assert_int_equal(json_integer_value(json_object_get(counts, "events")), 4000);
        }
        assert_true(json_equal(counts, expected));
        assert_int_equal(job.summary.accepted, accepted);
        job_end(&job);
    }
    json_decref(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_allocates_nothing),
        cmocka_unit_test(results_are_the_same_for_any_number_of_workers),
    };

    return cmocka_run_group_tests_name("steady", tests, NULL, NULL);
}
