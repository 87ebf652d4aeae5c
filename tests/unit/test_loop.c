/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include <gaudit/store.h>

/* What the event loop owes to an input. */

struct source {
    int64_t events, read;
    gau_key key;
};

static const gau_property source_properties[] = {
    GAU_INT(struct source, events, "Events", 10, 0, INT64_MAX, "", "How many there are"),
    GAU_PROPERTY_END,
};

/* Says so when it is asked for more after its end. */
static gau_status once_read(void *self, gau_context *ctx)
{
    struct source *const source = self;

    if (source->read > source->events)
        call_log_note("asked for event %d after the end", (int)ctx->event);
    return source->read++ < source->events ? GAU_OK : GAU_END;
}

static const gau_class once_class = {
    GAU_CLASS("Once", struct source, "Ends once."),
    .properties = source_properties,
    .input = GAU_INPUT(.read = once_read),
};

static gau_status rows_initialize(void *self, gau_context *ctx)
{
    ((struct source *)self)->key = gau_store_output(ctx, "table.column", GAU_TYPE(double));
    return GAU_OK;
}

/* As many rows as the number of the event says. */
static gau_status rows_read(void *self, gau_context *ctx)
{
    const struct source *const source = self;

    return gau_store_put(ctx, source->key, ctx->event) ? GAU_OK : ctx->error->status;
}

static const gau_class rows_class = {
    GAU_CLASS("Rows", struct source, "Tables."),
    .initialize = rows_initialize,
    .input = GAU_INPUT(.read = rows_read),
};

/* --- tests --------------------------------------------------------------------------------- */

static void build_once(struct job *job, uint32_t threads)
{
    job_begin(job);
    job_class(job, &once_class);
    job_set(job, job_add(job, NULL, GAU_NODE_INPUT, "Once", "In"), "Events", "100");
    job_script(job, NULL, "A", "a");
    job->settings.workers = threads;
}

static void no_worker_asks_for_events_after_the_end(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 4; threads++) {
        struct job job;

        build_once(&job, threads);
        job_must_run(&job, 0);
        assert_int_equal(job.summary.events, 100);
        assert_string_equal(call_log_text(), "");
        job_end(&job);
    }
    for (uint32_t threads = 1; threads <= 4; threads++) { /* it comes while events are skipped */
        struct job job;

        build_once(&job, threads);
        job.settings.skip = 200;
        job_must_run(&job, 0);
        assert_int_equal(job.summary.events, 0);
        assert_string_equal(call_log_text(), "");
        job_end(&job);
    }
}

static void events_that_are_skipped_leave_nothing_in_the_store(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_class(&job, &rows_class);
    job_add(&job, NULL, GAU_NODE_INPUT, "Rows", "In");
    job_script(&job, NULL, "A", "a");
    job.settings.skip = 3;
    job_must_run(&job, 5);
    assert_int_equal(job.summary.events, 5);
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_worker_asks_for_events_after_the_end),
        cmocka_unit_test(events_that_are_skipped_leave_nothing_in_the_store),
    };

    return cmocka_run_group_tests_name("loop", tests, NULL, NULL);
}
