/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "captured_stderr.h"

#include <stdio.h>
#include <string.h>

/* --- components that note the steps of their life ------------------------------------------ */

struct life {
    char *fail; /* "start1": step and instance that fail */
    const char *name;
    uint32_t worker;
};

static const gau_property life_properties[] = {
    GAU_STRING(struct life, fail, "Fail", "", "Step and worker, such as start1"),
    GAU_PROPERTY_END,
};

static gau_status step(struct life *life, gau_context *ctx, const char *name)
{
    char text[32];

    life->name = ctx->name;
    life->worker = ctx->worker;
    snprintf(text, sizeof text, "%s%u", name, ctx->worker);
    if (strcmp(text, life->fail) == 0) {
        call_log_note("%s %s failed", ctx->name, text);
        return gau_fail(ctx->error, GAU_ERR_FAILED, "%s is broken", text);
    }
    call_log_note("%s %s", ctx->name, text);
    return GAU_OK;
}

static gau_status life_initialize(void *self, gau_context *ctx)
{
    return step(self, ctx, "initialize");
}

static gau_status life_start(void *self, gau_context *ctx)
{
    return step(self, ctx, "start");
}

static gau_status life_stop(void *self, gau_context *ctx)
{
    return step(self, ctx, "stop");
}

static gau_status life_finalize(void *self, gau_context *ctx)
{
    return step(self, ctx, "finalize");
}

static void life_merge(void *self, void *other)
{
    const struct life *const life = self, *const o = other;

    call_log_note("%s merge %u %u", life->name, life->worker, o->worker);
}

static void life_release(void *self)
{
    const struct life *const life = self;

    call_log_note("%s release%u", life->name, life->worker);
}

static gau_status life_execute(void *self, gau_context *ctx)
{
    char text[32];

    snprintf(text, sizeof text, "execute%u", (unsigned)ctx->event);
    return strcmp(text, ((struct life *)self)->fail) == 0
               ? gau_fail(ctx->error, GAU_ERR_FAILED, "%s is broken", text)
               : GAU_OK;
}

static gau_status life_read(void *self, gau_context *ctx)
{
    char text[32];

    snprintf(text, sizeof text, "read%u", (unsigned)ctx->event);
    return strcmp(text, ((struct life *)self)->fail) == 0
               ? gau_fail(ctx->error, GAU_ERR_IO, "%s is broken", text)
               : GAU_OK;
}

static void no_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

#define LIFE(name_)                                                                        \
    GAU_CLASS(name_, struct life, "Notes its life."),                                      \
        .properties = life_properties, .initialize = life_initialize, .start = life_start, \
        .stop = life_stop, .merge = life_merge, .finalize = life_finalize, .release = life_release

static const gau_class algorithm_class = {LIFE("Life"),
                                          .algorithm = GAU_ALGORITHM(.execute = life_execute)};
static const gau_class shared_class = {LIFE("Shared"), .shared = true,
                                       .algorithm = GAU_ALGORITHM(.execute = life_execute)};
static const gau_class auditor_class = {LIFE("Watcher"),
                                        .auditor = GAU_AUDITOR(.before = no_before)};
static const gau_class input_class = {LIFE("Reader"), .input = GAU_INPUT(.read = life_read)};

/* A Reader R, a Watcher E and a Life A; @p fail: "A.start0", or "". */
static void build(struct job *job, const char *fail)
{
    static const struct {
        gau_node_kind kind;
        const char *type, *name;
    } parts[] = {{GAU_NODE_INPUT, "Reader", "R"},
                 {GAU_NODE_AUDITOR, "Watcher", "E"},
                 {GAU_NODE_ALGORITHM, "Life", "A"}};

    job_begin(job);
    job_class(job, &algorithm_class);
    job_class(job, &shared_class);
    job_class(job, &auditor_class);
    job_class(job, &input_class);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        gau_node *const node = job_add(job, NULL, parts[i].kind, parts[i].type, parts[i].name);

        if (strncmp(fail, parts[i].name, 1) == 0)
            job_set(job, node, "Fail", strchr(fail, '.') + 1);
    }
    job->settings.events = 3;
}

static void free_app(struct job *job)
{
    gau_app_free(job->app);
    job->app = NULL;
}

/* --- order --------------------------------------------------------------------------------- */

static void the_steps_of_a_job_come_in_order(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, "");
    job_must_run(&job, 3);
    assert_int_equal(job.summary.events, 3);
    free_app(&job);
    assert_string_equal(call_log_text(), "E initialize0\nR initialize0\nA initialize0\n"
                                         "E start0\nR start0\nA start0\n"
                                         "R stop0\nA stop0\nE stop0\n"
                                         "R finalize0\nA finalize0\nE finalize0\n"
                                         "A release0\nE release0\nR release0\n");
    job_end(&job);
}

static void every_worker_has_its_instances_and_the_first_gets_the_others(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, "");
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Shared", "S");
    job.settings.workers = 3;
    job_must_run(&job, 3);
    assert_int_equal(job.summary.workers, 3);
    free_app(&job);
    assert_string_equal(
        call_log_text(),
        "E initialize0\nE initialize1\nE initialize2\nR initialize0\n"
        "A initialize0\nA initialize1\nA initialize2\nS initialize0\n"
        "E start0\nE start1\nE start2\nR start0\nA start0\nA start1\nA start2\nS start0\n"
        "R stop0\nA stop2\nA stop1\nA stop0\nS stop0\nE stop2\nE stop1\nE stop0\n"
        "E merge 0 1\nA merge 0 1\nE merge 0 2\nA merge 0 2\n"
        "R finalize0\nA finalize0\nS finalize0\nE finalize0\n"
        "S release0\nA release0\nA release1\nA release2\nE release0\nE release1\nE release2\n"
        "R release0\n");
    job_end(&job);
}

/* --- failures ------------------------------------------------------------------------------ */

#define STARTS "E initialize0\nR initialize0\nA initialize0\n"
#define RUNS STARTS "E start0\nR start0\nA start0\n"
#define ENDS "R finalize0\nA finalize0\nE finalize0\n"
#define RELEASES "A release0\nE release0\nR release0\n"
#define LOOP_FAILS RUNS "R stop0\nA stop0\nE stop0\n" ENDS RELEASES

static const struct failure {
    const char *fail, *message;
    int exit_status;
    const char *call_log;
} failures[] = {
    {"E.initialize0", "job.xml:2: E: initialize0 is broken", 4,
     "E initialize0 failed\nE release0\n"},
    {"R.initialize0", "job.xml:1: R: initialize0 is broken", 3,
     "E initialize0\nR initialize0 failed\nE finalize0\nE release0\nR release0\n"},
    {"A.initialize0", "job.xml:3: A: initialize0 is broken", 4,
     "E initialize0\nR initialize0\nA initialize0 failed\nR finalize0\nE finalize0\n" RELEASES},
    {"E.start0", "job.xml:2: E: start0 is broken", 4, STARTS "E start0 failed\n" ENDS RELEASES},
    {"R.start0", "job.xml:1: R: start0 is broken", 3,
     STARTS "E start0\nR start0 failed\nE stop0\n" ENDS RELEASES},
    {"A.start0", "job.xml:3: A: start0 is broken", 4,
     STARTS "E start0\nR start0\nA start0 failed\nR stop0\nE stop0\n" ENDS RELEASES},
    {"A.execute2", "job.xml:3: A: event 2: execute2 is broken", 4, LOOP_FAILS},
    {"R.read2", "job.xml:1: R: event 2: read2 is broken", 3, LOOP_FAILS},
    {"A.stop0", "job.xml:3: A: stop0 is broken", 4,
     RUNS "R stop0\nA stop0 failed\nE stop0\n" ENDS RELEASES},
    {"R.stop0", "job.xml:1: R: stop0 is broken", 3,
     RUNS "R stop0 failed\nA stop0\nE stop0\n" ENDS RELEASES},
    {"A.finalize0", "job.xml:3: A: finalize0 is broken", 4,
     RUNS "R stop0\nA stop0\nE stop0\nR finalize0\nA finalize0 failed\nE finalize0\n" RELEASES},
    {"R.finalize0", "job.xml:1: R: finalize0 is broken", 3,
     RUNS "R stop0\nA stop0\nE stop0\nR finalize0 failed\nA finalize0\nE finalize0\n" RELEASES},
    {"E.finalize0", "job.xml:2: E: finalize0 is broken", 5,
     RUNS "R stop0\nA stop0\nE stop0\nR finalize0\nA finalize0\nE finalize0 failed\n" RELEASES},
};

static void after_a_failure_what_had_succeeded_is_undone(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(failures); i++) {
        struct job job;

        build(&job, failures[i].fail);
        assert_true(job_run(&job) < 0);
        assert_string_equal(job.error.message, failures[i].message);
        assert_int_equal(job.summary.exit_status, failures[i].exit_status);
        assert_int_equal(gau_app_exit_status(job.app), failures[i].exit_status);
        free_app(&job);
        assert_string_equal(call_log_text(), failures[i].call_log);
        job_end(&job);
    }
}

static void all_instances_that_began_are_released(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, "A.initialize1");
    job.settings.workers = 3;
    assert_true(job_run(&job) < 0);
    free_app(&job);
    assert_non_null(strstr(call_log_text(), "A release0\nA release1\nE release0"));
    assert_null(strstr(call_log_text(), "A finalize"));
    job_end(&job);

    build(&job, "A.start1");
    job.settings.workers = 3;
    assert_true(job_run(&job) < 0);
    free_app(&job);
    assert_non_null(strstr(call_log_text(), "A start1 failed\nR stop0\nA stop0\n"));
    assert_non_null(strstr(call_log_text(), "A release0\nA release1\nA release2\n"));
    job_end(&job);
}

/* Every pair of failing components: the exit status is that of the one that failed first. */
static void the_first_cause_wins(void **unused)
{
    static const struct {
        const char *reader, *auditor, *life, *message;
        int exit_status;
    } cases[] = {
        {"stop0", "", "execute1", "job.xml:3: A: event 1: execute1 is broken", 4},
        {"read1", "finalize0", "stop0", "job.xml:1: R: event 1: read1 is broken", 3},
        {"", "finalize0", "stop0", "job.xml:3: A: stop0 is broken", 4},
        {"", "finalize0", "finalize0", "job.xml:3: A: finalize0 is broken", 4},
        {"finalize0", "finalize0", "", "job.xml:1: R: finalize0 is broken", 3},
        {"", "finalize0", "start0", "job.xml:3: A: start0 is broken", 4},
        {"finalize0", "stop0", "", "job.xml:2: E: stop0 is broken", 4},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const gau_node *root;
        struct job job;

        build(&job, "");
        root = gau_options_root(job.options);
        job_set(&job, (gau_node *)(uintptr_t)root->children[0], "Fail", cases[i].reader);
        job_set(&job, (gau_node *)(uintptr_t)root->children[1], "Fail", cases[i].auditor);
        job_set(&job, (gau_node *)(uintptr_t)root->children[2], "Fail", cases[i].life);
        assert_true(job_run(&job) < 0);
        assert_string_equal(job.error.message, cases[i].message);
        assert_int_equal(job.summary.exit_status, cases[i].exit_status);
        job_end(&job);
    }
}

static void a_failure_needs_no_place_for_its_message(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(failures); i++) {
        struct job job;

        build(&job, failures[i].fail);
        assert_int_equal(job_make(&job), GAU_OK);
        assert_true(gau_app_run(job.app, &job.summary, NULL) < 0);
        assert_int_equal(job.summary.exit_status, failures[i].exit_status);
        job_end(&job);
    }
}

/* --- wrong options ------------------------------------------------------------------------- */

static gau_status picky_initialize(void *self, gau_context *ctx)
{
    const struct life *const life = self;

    if (strcmp(life->fail, "store") == 0)
        gau_store_input(ctx, "tracks", GAU_TYPE(int));
    if (strcmp(life->fail, "range") == 0)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "Fail: 'range' is out of range");
    return GAU_OK;
}

static const gau_class picky_class = {
    GAU_CLASS("Picky", struct life, "Looks at its options."),
    .properties = life_properties,
    .initialize = picky_initialize,
    .algorithm = GAU_ALGORITHM(.execute = life_execute),
};

static void wrong_options_that_are_found_at_initialize_end_with_status_2(void **unused)
{
    static const char *const cases[][2] = {{"range", "job.xml:4: P: Fail: 'range' is out of range"},
                                           {"store", "job.xml:4: P: nothing makes 'tracks'"}};

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int check = 0; check < 2; check++) {
            struct job job;

            build(&job, "");
            job_class(&job, &picky_class);
            job_set(&job, job_add(&job, NULL, GAU_NODE_ALGORITHM, "Picky", "P"), "Fail",
                    cases[i][0]);
            assert_int_equal(job_make(&job), GAU_OK);
            assert_true((check ? gau_app_check(job.app, &job.error)
                               : gau_app_run(job.app, &job.summary, &job.error)) < 0);
            assert_string_equal(job.error.message, cases[i][1]);
            assert_int_equal(gau_app_exit_status(job.app), 2);
            free_app(&job);
            assert_null(strstr(call_log_text(), "start"));
            assert_non_null(strstr(call_log_text(), "A release0\nE release0\nR release0\n"));
            job_end(&job);
        }
}

static void a_job_runs_once(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, "");
    job_make(&job);
    assert_int_equal(gau_app_run(job.app, &job.summary, &job.error), GAU_OK);
    assert_int_equal(gau_app_run(job.app, &job.summary, &job.error), GAU_ERR_STATE);
    assert_string_equal(job.error.message, "a job runs once");
    assert_int_equal(job.summary.exit_status, 2);
    job_end(&job);
}

static void a_check_initializes_and_releases(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, "");
    job_make(&job);
    assert_int_equal(gau_app_check(job.app, &job.error), GAU_OK);
    assert_int_equal(gau_app_check(job.app, &job.error), GAU_ERR_STATE);
    free_app(&job);
    assert_string_equal(call_log_text(), STARTS RELEASES);
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_of_a_job_come_in_order),
        cmocka_unit_test(every_worker_has_its_instances_and_the_first_gets_the_others),
        cmocka_unit_test(after_a_failure_what_had_succeeded_is_undone),
        cmocka_unit_test(all_instances_that_began_are_released),
        cmocka_unit_test(the_first_cause_wins),
        cmocka_unit_test(a_failure_needs_no_place_for_its_message),
        cmocka_unit_test(wrong_options_that_are_found_at_initialize_end_with_status_2),
        cmocka_unit_test(a_job_runs_once),
        cmocka_unit_test(a_check_initializes_and_releases),
    };

    return cmocka_run_group_tests_name("life", tests, NULL, NULL);
}
