/* SPDX-License-Identifier: Apache-2.0 */
#include "captured_stderr.h"
#include "counted_instances.h"
#include "temp_folder.h"

#include "framework/src/classes/registry_classes.h"
#include "framework/src/run/lifecycle.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What destroy of a class is called for, when, and what becomes of its failures. */

static void free_app(struct job *job)
{
    gau_app_free(job->app);
    job->app = NULL;
}

#define FINALIZED "R finalize0\nA finalize0\nB finalize0\nE finalize0\n"
#define DESTROYED "B destroy0\nA destroy0\nE destroy0\nR destroy0\n"
#define RELEASED "B release0\nA release0\nE release0\nR release0\n"
#define DESTROYED_BY_4                                                         \
    "B destroy3\nB destroy2\nB destroy1\nB destroy0\nA destroy3\nA destroy2\n" \
    "A destroy1\nA destroy0\nE destroy3\nE destroy2\nE destroy1\nE destroy0\nR destroy0\n"

/* --- when it is called ----------------------------------------------------------------------- */

static void all_are_destroyed_in_reverse_order_after_finalize(void **unused)
{
    struct job job;

    (void)unused;
    counted_build(&job, 1, no_failures);
    job.settings.output = "out";
    job_must_run(&job, 3);
    assert_string_equal(call_log_text(), FINALIZED DESTROYED);
    assert_int_equal(access("out/counts-A.json", F_OK), 0);
    free_app(&job);
    assert_string_equal(call_log_text(), FINALIZED DESTROYED RELEASED);
    counted_end(&job);
}

static void of_several_workers_all_instances_are_destroyed(void **unused)
{
    struct job job;

    (void)unused;
    counted_build(&job, WORKERS, no_failures);
    job_must_run(&job, 3);
    assert_string_equal(call_log_text(), FINALIZED DESTROYED_BY_4);
    free_app(&job);
    assert_int_equal(destroyed, 3 * WORKERS + 1);
    counted_end(&job);
}

static void those_that_were_initialized_are_destroyed_after_a_failure(void **unused)
{
    static const char *const last[] = {NULL, NULL, NULL, "initialize"};
    static const char *const second[] = {NULL, NULL, NULL, "initialize1"};
    static const char *const start[] = {NULL, NULL, "start2", NULL};
    struct job job;

    (void)unused;
    counted_build(&job, 1, last);
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    assert_string_equal(job.error.message, "job.xml:4: B: initialize0 is broken");
    assert_string_equal(destroy_log(), DESTROYED);
    counted_end(&job);

    counted_build(&job, WORKERS, second);
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    assert_string_equal(destroy_log(), strstr(DESTROYED_BY_4, "B destroy1"));
    free_app(&job);
    assert_int_equal(destroyed, initialized);
    counted_end(&job);

    counted_build(&job, WORKERS, start);
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    assert_string_equal(destroy_log(), DESTROYED_BY_4);
    counted_end(&job);
}

static void what_was_not_initialized_is_not_destroyed(void **unused)
{
    struct job job;

    (void)unused;
    counted_build(&job, 2, no_failures);
    assert_int_equal(job_make(&job), GAU_OK);
    free_app(&job);
    assert_string_equal(call_log_text(), "");
    counted_end(&job);
}

static void a_check_destroys(void **unused)
{
    static const char *const fails[] = {NULL, NULL, "destroy", NULL};
    static const char *const both[] = {"destroy", NULL, NULL, "initialize"};
    struct job job;

    (void)unused;
    counted_build(&job, 1, no_failures);
    job_make(&job);
    assert_int_equal(gau_app_check(job.app, &job.error), GAU_OK);
    assert_string_equal(call_log_text(), DESTROYED);
    free_app(&job);
    assert_string_equal(call_log_text(), DESTROYED RELEASED);
    counted_end(&job);

    counted_build(&job, 1, fails);
    job_make(&job);
    assert_int_equal(gau_app_check(job.app, &job.error), GAU_ERR_FAILED);
    assert_string_equal(job.error.message, "job.xml:3: A: destroy0 is broken");
    assert_int_equal(gau_app_exit_status(job.app), 4);
    assert_string_equal(call_log_text(), DESTROYED);
    counted_end(&job);

    counted_build(&job, 1, both);
    job_make(&job);
    assert_int_equal(gau_app_check(job.app, &job.error), GAU_ERR_FAILED);
    assert_string_equal(job.error.message, "job.xml:4: B: initialize0 is broken");
    assert_string_equal(call_log_text(), DESTROYED);
    counted_end(&job);
}

/* --- failures -------------------------------------------------------------------------------- */

static void check_text(const json_t *document, const char *key, const char *expected)
{
    assert_string_equal(json_string_value(json_object_get(document, key)), expected);
}

/* The folder of a run that failed with that message. */
static void check_folder(const char *message)
{
    json_t *const run = json_load_file("out/run.json", 0, NULL);
    json_t *const counts = json_load_file("out/counts-A.json", 0, NULL);

    assert_non_null(run);
    check_text(run, "status", "failed");
    check_text(run, "failure_reason", message);
    assert_int_equal(json_integer_value(json_object_get(counts, "n")), 7);
    json_decref(run);
    json_decref(counts);
}

static const struct failure {
    const char *fails[4], *message;
    int exit_status;
} failures[] = {
    {{NULL, NULL, "destroy", NULL}, "job.xml:3: A: destroy0 is broken", 4},
    {{NULL, NULL, NULL, "destroy"}, "job.xml:4: B: destroy0 is broken", 4},
    {{NULL, "destroy", NULL, NULL}, "job.xml:2: E: destroy0 is broken", 5},
    {{"destroy", NULL, NULL, NULL}, "job.xml:1: R: destroy0 is broken", 3},
    {{"destroy", "destroy", "destroy", NULL}, "job.xml:3: A: destroy0 is broken", 4},
    {{"destroy", "destroy", NULL, NULL}, "job.xml:2: E: destroy0 is broken", 5},
    {{NULL, "finalize", NULL, "destroy"}, "job.xml:2: E: finalize0 is broken", 5},
};

static void a_failure_is_one_of_the_job_and_the_others_are_destroyed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(failures); i++) {
        const struct failure *const f = &failures[i];
        struct job job;

        assert_int_equal(folder_enter(NULL), 0);
        counted_build(&job, 1, f->fails);
        job.settings.output = "out";
        assert_int_equal(job_run(&job), GAU_ERR_FAILED);
        assert_string_equal(job.error.message, f->message);
        assert_int_equal(job.summary.exit_status, f->exit_status);
        assert_int_equal(gau_app_exit_status(job.app), f->exit_status);
        check_folder(f->message);
        capture_stderr_begin();
        free_app(&job);
        assert_string_equal(capture_stderr_end(), "");
        assert_string_equal(call_log_text(), FINALIZED DESTROYED RELEASED);
        counted_end(&job);
        assert_int_equal(folder_leave(NULL), 0);
    }
}

static void of_several_instances_the_first_that_fails_is_the_cause(void **unused)
{
    static const char *const fails[] = {NULL, NULL, "destroy", "destroy"};
    struct job job;

    (void)unused;
    counted_build(&job, WORKERS, fails);
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    assert_string_equal(job.error.message, "job.xml:4: B: destroy3 is broken");
    assert_string_equal(destroy_log(), DESTROYED_BY_4);
    counted_end(&job);

    counted_build(&job, WORKERS, fails);
    assert_int_equal(job_make(&job), GAU_OK);
    assert_int_equal(gau_app_run(job.app, &job.summary, NULL), GAU_ERR_FAILED);
    counted_end(&job);
}

/* As a program that frees a job in which the steps were not finished. */
static void at_last_a_failure_is_a_warning(void **unused)
{
    static const char *const fails[] = {NULL, NULL, "destroy", NULL};
    struct job job;

    (void)unused;
    counted_build(&job, 1, fails);
    assert_int_equal(job_make(&job), GAU_OK);
    assert_int_equal(gau_lifecycle_initialize(job.app, &job.error), GAU_OK);
    capture_stderr_begin();
    free_app(&job);
    assert_string_equal(capture_stderr_end(),
                        "gaudit: warning: job.xml:3: A: destroy0 is broken\n");
    assert_int_equal(destroyed, 4);
    counted_end(&job);
}

static void while_a_thread_stays_in_a_hook_nothing_is_destroyed(void **unused)
{
    struct job job;

    (void)unused;
    counted_build(&job, 1, no_failures);
    assert_int_equal(job_make(&job), GAU_OK);
    assert_int_equal(gau_lifecycle_initialize(job.app, &job.error), GAU_OK);
    job.app->lost = true;
    assert_int_equal(gau_lifecycle_finalize(job.app, &job.error), GAU_OK);
    assert_int_equal(destroyed, 0);
    job.app->lost = false;
    assert_int_equal(gau_lifecycle_destroy(job.app, &job.error), GAU_OK);
    assert_int_equal(destroyed, 4);
    counted_end(&job);
}

/* --- auditors of threads ---------------------------------------------------------------------- */

static const struct part with_threads[] = {{GAU_NODE_AUDITOR, "Watcher", "E"},
                                           {GAU_NODE_ALGORITHM, "Starter", "A"},
                                           {GAU_NODE_AUDITOR, "Watcher", "F"}};

static void instances_of_threads_are_destroyed(void **unused)
{
    struct job job;

    (void)unused;
    for (uint32_t workers = 1; workers <= WORKERS; workers += WORKERS - 1) {
        counted_begin(&job, with_threads, no_failures, COUNT_OF(with_threads), workers);
        job_must_run(&job, 3);
        assert_true(initialized >= 2 * (workers + HELPERS));
        assert_int_equal(destroyed, initialized);
        free_app(&job);
        assert_int_equal(destroyed, initialized);
        counted_end(&job);
    }
}

/* Threads are 1, 2 and 3. */
static void a_failure_in_a_thread_is_one_of_its_auditor(void **unused)
{
    static const char *const fails[] = {NULL, NULL, "destroy2"};
    struct job job;

    (void)unused;
    counted_begin(&job, with_threads, fails, COUNT_OF(with_threads), 1);
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    assert_string_equal(job.error.message, "job.xml:3: F: destroy2 is broken");
    assert_int_equal(job.summary.exit_status, 5);
    assert_non_null(strstr(destroy_log(), "F destroy1\nE destroy1\n"));
    assert_non_null(strstr(destroy_log(), "F destroy0\nE destroy0\n"));
    assert_int_equal(destroyed, initialized);
    counted_end(&job);
}

/* No thread gets a number but 1, as F does not start there. */
static void what_does_not_start_in_a_thread_is_destroyed(void **unused)
{
    static const char *const fails[] = {"destroy1", NULL, "start1"};
    struct job job;
    const char *warnings;

    (void)unused;
    counted_begin(&job, with_threads, fails, COUNT_OF(with_threads), 1);
    capture_stderr_begin();
    assert_int_equal(job_run(&job), GAU_OK);
    warnings = capture_stderr_end();
    assert_non_null(strstr(warnings, "gaudit: warning: job.xml:1: E: destroy1 is broken\n"));
    assert_int_equal(destroyed, initialized);
    counted_end(&job);
}

struct shared {
    bool destroyed;
};

struct state {
    struct shared *shared;
};

static uint32_t ended, ended_late;

static void state_end(void *self, const gau_context *ctx)
{
    (void)ctx;
    ended++;
    ended_late += ((struct state *)self)->shared->destroyed;
}

static gau_status shared_destroy(void *self, gau_context *ctx)
{
    (void)ctx;
    ((struct shared *)self)->destroyed = true;
    return GAU_OK;
}

static const gau_class shared_class = {
    GAU_CLASS("Shared", struct shared, "Has a state per thread."),
    .shared = true,
    .auditor = GAU_AUDITOR(.thread_end = state_end, GAU_PER_THREAD(struct state, shared)),
    .destroy = shared_destroy,
};

static void states_of_threads_end_before(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_class(&job, &shared_class);
    job_auditor(&job, "Shared", NULL);
    job.settings.events = 1;
    job.settings.workers = 2;
    job_make(&job);
    assert_int_equal(gau_app_check(job.app, &job.error), GAU_OK);
    job_end(&job);
    assert_int_equal(ended, 2);
    assert_int_equal(ended_late, 0);
}

/* --- classes ---------------------------------------------------------------------------------- */

static gau_status done(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    return GAU_OK;
}

static void a_class_from_before_destroy_has_none(void **unused)
{
    (void)unused;
    for (int older = 0; older < 2; older++) {
        gau_class cls = {
            GAU_CLASS("Done", char, "Does nothing."),
            .algorithm = GAU_ALGORITHM(.execute = done),
            .destroy = done,
        };
        gau_class *adopted;
        gau_error err;

        if (older)
            cls.struct_size = offsetof(gau_class, destroy);
        assert_int_equal(gau_class_adopt(&adopted, &cls, &err), GAU_OK);
        assert_ptr_equal(adopted->destroy, older ? NULL : done);
        assert_ptr_equal(adopted->algorithm->execute, done);
        free(adopted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_are_destroyed_in_reverse_order_after_finalize,
                                        folder_enter, folder_leave),
        cmocka_unit_test(of_several_workers_all_instances_are_destroyed),
        cmocka_unit_test(those_that_were_initialized_are_destroyed_after_a_failure),
        cmocka_unit_test(what_was_not_initialized_is_not_destroyed),
        cmocka_unit_test(a_check_destroys),
        cmocka_unit_test(a_failure_is_one_of_the_job_and_the_others_are_destroyed),
        cmocka_unit_test(of_several_instances_the_first_that_fails_is_the_cause),
        cmocka_unit_test(at_last_a_failure_is_a_warning),
        cmocka_unit_test(while_a_thread_stays_in_a_hook_nothing_is_destroyed),
        cmocka_unit_test(instances_of_threads_are_destroyed),
        cmocka_unit_test(a_failure_in_a_thread_is_one_of_its_auditor),
        cmocka_unit_test(what_does_not_start_in_a_thread_is_destroyed),
        cmocka_unit_test(states_of_threads_end_before),
        cmocka_unit_test(a_class_from_before_destroy_has_none),
    };

    return cmocka_run_group_tests_name("destroy", tests, NULL, NULL);
}
