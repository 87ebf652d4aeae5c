/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "captured_stderr.h"
#include "temp_folder.h"

#include <gaudit/result.h>

#include <stdio.h>

/* What several instances of a component say at stop, and what becomes of their data. */

struct stubborn {
    int64_t first, last; /* workers whose instances cannot be stopped */
};

static const gau_property stubborn_properties[] = {
    GAU_INT(struct stubborn, first, "First", 0, 0, 100, "", "The first that fails"),
    GAU_INT(struct stubborn, last, "Last", 0, 0, 100, "", "The last that fails"),
    GAU_PROPERTY_END,
};

static gau_status stubborn_execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    return GAU_OK;
}

static gau_status stubborn_stop(void *self, gau_context *ctx)
{
    const struct stubborn *const stubborn = self;

    call_log_note("stop %u", ctx->worker);
    if (ctx->worker < stubborn->first || ctx->worker > stubborn->last)
        return GAU_OK;
    return gau_fail(ctx->error, GAU_ERR_FAILED, "worker %u cannot stop", ctx->worker);
}

static const gau_class stubborn_class = {
    GAU_CLASS("Stubborn", struct stubborn, "Does not stop."),
    .properties = stubborn_properties,
    .stop = stubborn_stop,
    .algorithm = GAU_ALGORITHM(.execute = stubborn_execute),
};

/* They are stopped in reverse order; one that cannot be stopped keeps none from it. */
static void of_several_instances_the_first_that_cannot_stop_is_the_cause(void **unused)
{
    static const struct {
        const char *first, *last, *message;
    } cases[] = {{"0", "2", "job.xml:1: A: worker 2 cannot stop"},
                 {"1", "2", "job.xml:1: A: worker 2 cannot stop"},
                 {"2", "2", "job.xml:1: A: worker 2 cannot stop"},
                 {"0", "1", "job.xml:1: A: worker 1 cannot stop"},
                 {"0", "0", "job.xml:1: A: worker 0 cannot stop"}};

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct job job;
        gau_node *node;

        job_begin(&job);
        job_class(&job, &stubborn_class);
        node = job_add(&job, NULL, GAU_NODE_ALGORITHM, "Stubborn", "A");
        job_set(&job, node, "First", cases[i].first);
        job_set(&job, node, "Last", cases[i].last);
        job.settings.events = 3;
        job.settings.workers = 3;
        assert_int_equal(job_run(&job), GAU_ERR_FAILED);
        assert_string_equal(job.error.message, cases[i].message);
        assert_int_equal(job.summary.exit_status, 4);
        assert_string_equal(call_log_text(), "stop 2\nstop 1\nstop 0\n");
        job_end(&job);
    }
}

static gau_status counter_finalize(void *self, gau_context *ctx)
{
    (void)self;
    gau_result_integer(gau_result_open(ctx, "counts"), "n", "", 1);
    return GAU_OK;
}

static const gau_class counter_class = {
    GAU_CLASS("Counter", struct stubborn, "Writes a result, and has no merge."),
    .finalize = counter_finalize,
    .algorithm = GAU_ALGORITHM(.execute = stubborn_execute),
};

static const gau_class counting_auditor_class = {
    GAU_CLASS("CountingAuditor", struct stubborn, "Writes a result, and has no merge."),
    .finalize = counter_finalize,
    .auditor = GAU_AUDITOR(.branch_added = NULL),
};

static void run_unmerged(const gau_class *cls, gau_node_kind kind, uint32_t workers)
{
    const bool one = workers == 1;
    struct job job;

    job_begin(&job);
    job_class(&job, cls);
    job_add(&job, NULL, kind, cls->name, "A");
    job.settings.events = 3;
    job.settings.workers = workers;
    assert_int_equal(job_run(&job), one ? GAU_OK : GAU_ERR_STATE);
    assert_int_equal(job.summary.exit_status, one ? 0 : 5);
    assert_string_equal(job.error.message,
                        one ? ""
                            : "A: the result 'counts' lacks the data of other threads: its class "
                              "has no merge; give it one");
    job_end(&job);
}

static void a_result_that_lacks_the_data_of_other_workers_is_an_error(void **unused)
{
    (void)unused;
    for (uint32_t workers = 1; workers <= 2; workers++) {
        run_unmerged(&counter_class, GAU_NODE_ALGORITHM, workers);
        run_unmerged(&counting_auditor_class, GAU_NODE_AUDITOR, workers);
    }
}

/* Takes the result folder away and fails. */
static gau_status remover_finalize(void *self, gau_context *ctx)
{
    (void)self;
    gau_result_integer(gau_result_open(ctx, "counts"), "n", "", 1);
    assert_int_equal(rename("out", "gone"), 0);
    return gau_fail(ctx->error, GAU_ERR_FAILED, "the folder is gone");
}

static const gau_class remover_class = {
    GAU_CLASS("Remover", int, "Takes the result folder away and fails."),
    .finalize = remover_finalize,
    .algorithm = GAU_ALGORITHM(.execute = stubborn_execute),
};

static void results_that_cannot_be_written_after_a_failure_are_a_warning(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_class(&job, &remover_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Remover", "A");
    job.settings.events = 1;
    job.settings.output = "out";
    capture_stderr_begin();
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    assert_string_equal(capture_stderr_end(),
                        "gaudit: warning: out/counts-A.json: No such file or directory\n");
    assert_string_equal(job.error.message, "job.xml:1: A: the folder is gone");
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_several_instances_the_first_that_cannot_stop_is_the_cause),
        cmocka_unit_test(a_result_that_lacks_the_data_of_other_workers_is_an_error),
        cmocka_unit_test_setup_teardown(
            results_that_cannot_be_written_after_a_failure_are_a_warning, folder_enter,
            folder_leave),
    };

    return cmocka_run_group_tests_name("lifecycle", tests, NULL, NULL);
}
