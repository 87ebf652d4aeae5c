/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "captured_stderr.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"

#include <gaudit/section.h>

#include <pthread.h>
#include <string.h>

/* What the CountAuditor counts, branch by branch. */

extern const gau_module gau_module_count;

/* --- events 1 and 2 of two workers wait for each other --------------------------------------- */

static pthread_barrier_t both;

static gau_status meet_execute(void *self, gau_context *ctx)
{
    (void)self;
    if (ctx->event <= 2 && gau_worker_count(ctx) == 2)
        pthread_barrier_wait(&both);
    return GAU_REJECT;
}

static const gau_class meet_class = {
    GAU_CLASS("Meet", int, "Waits for the other worker, and rejects."),
    .algorithm = GAU_ALGORITHM(.execute = meet_execute),
};

/* Each worker has one of two events; the branch is new when the first has had its last one. */
static gau_status second_execute(void *self, gau_context *ctx)
{
    (void)self;
    pthread_barrier_wait(&both);
    if (ctx->worker == 1) {
        GAU_SECTION("of the second");
        return GAU_OK;
    }
    return GAU_OK;
}

static const gau_class second_class = {
    GAU_CLASS("Second", int, "The second worker has a section."),
    .algorithm = GAU_ALGORITHM(.execute = second_execute),
};

/* --- rows ------------------------------------------------------------------------------------ */

static int64_t number(const struct job *job, const char *path, const char *key)
{
    const json_t *const rows =
        json_object_get(gau_results_document(job->app->results, 0, NULL), "branches");

    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *const row = json_array_get(rows, i);

        if (strcmp(json_string_value(json_object_get(row, "path")), path) == 0)
            return json_integer_value(json_object_get(row, key));
    }
    fail_msg("there is no branch '%s'", path);
    return -1;
}

struct row {
    const char *path;
    int64_t executed, accepted, rejected, failed, reused, skipped;
};

static void check(const struct job *job, const struct row *row)
{
    assert_int_equal(number(job, row->path, "executed"), row->executed);
    assert_int_equal(number(job, row->path, "accepted"), row->accepted);
    assert_int_equal(number(job, row->path, "rejected"), row->rejected);
    assert_int_equal(number(job, row->path, "failed"), row->failed);
    assert_int_equal(number(job, row->path, "reused"), row->reused);
    assert_int_equal(number(job, row->path, "skipped"), row->skipped);
}

/* Of 8 events. S is the opposite of A, Off is disabled, and Bad fails in two; what comes behind a
 * rejection in T is not even counted as not called. */
static void build(struct job *job, uint32_t threads)
{
    gau_node *sequence;

    job_begin(job);
    job_class(job, gau_module_count.classes[0]);
    job_class(job, &meet_class);
    job_auditor(job, "CountAuditor", NULL);
    job_input(job, "8"); /* whose events are given out one by one */
    job_add(job, NULL, GAU_NODE_ALGORITHM, "Meet", NULL);
    sequence = job_sequence(job, NULL, "S");
    sequence->invert = true;
    job_set(job, job_script(job, sequence, "Off", "a"), "Enable", "false");
    job_script(job, sequence, "A", "arrr");
    sequence = job_sequence(job, NULL, "T");
    job_set(job, job_script(job, sequence, "Bad", "aaae"), "OnError", "Reject");
    job_script(job, sequence, "After", "rrar");
    job_script(job, sequence, "A", NULL);
    job_script(job, NULL, "Off", NULL);
    job->settings.workers = threads;
}

static void each_execution_is_of_one_kind_and_calls_not_made_are_apart(void **unused)
{
    static const struct row rows[] = {
        {"Event", 8, 6, 2, 0, 0, 0}, {"Meet", 8, 0, 8, 0, 0, 0},    {"S", 8, 6, 2, 0, 0, 0},
        {"S Off", 0, 0, 0, 0, 0, 8}, {"S A", 8, 2, 6, 0, 0, 0},     {"T", 8, 0, 8, 0, 0, 0},
        {"T Bad", 8, 6, 0, 2, 0, 0}, {"T After", 6, 2, 4, 0, 0, 0}, {"T A", 0, 0, 0, 0, 2, 0},
        {"Off", 0, 0, 0, 0, 0, 8},
    };

    (void)unused;
    pthread_barrier_init(&both, NULL, 2);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        struct job job;

        build(&job, threads);
        capture_stderr_begin();
        job_must_run(&job, 0);
        capture_stderr_end();
        for (size_t i = 0; i < COUNT_OF(rows); i++)
            check(&job, &rows[i]);
        job_end(&job);
    }
    pthread_barrier_destroy(&both);
}

static void a_section_that_only_the_second_worker_had_is_counted(void **unused)
{
    struct job job;

    (void)unused;
    pthread_barrier_init(&both, NULL, 2);
    job_begin(&job);
    job_class(&job, gau_module_count.classes[0]);
    job_class(&job, &second_class);
    job_auditor(&job, "CountAuditor", NULL);
    job_input(&job, "2");
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Second", NULL);
    job.settings.workers = 2;
    job_must_run(&job, 2);
    check(&job, &(struct row){.path = "Second", .executed = 2, .accepted = 2});
    check(&job, &(struct row){.path = "Second of the second", .executed = 1, .accepted = 1});
    job_end(&job);
    pthread_barrier_destroy(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_execution_is_of_one_kind_and_calls_not_made_are_apart),
        cmocka_unit_test(a_section_that_only_the_second_worker_had_is_counted),
    };

    return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
