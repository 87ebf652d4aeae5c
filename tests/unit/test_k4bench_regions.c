/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "allocations.h"
#include "auditors/region/region_auditor.h"
#include "captured_stderr.h"
#include "framework/src/job/app_state.h"
#include "temp_folder.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * RegionAuditor under a virtual clock, where a tick is 1 us: k4Bench's file as it must be, byte by
 * byte.
 */

extern const gau_module gau_module_region;

enum { WORKERS = 4, CALLS = 64 };

/* A call of a thread. */
static struct call {
    enum { END_OF_SCRIPT, BEGIN, END, TRACK, STEP, LAST } kind;
    uint32_t worker;
    uint64_t time;  /* of BEGIN, END and STEP */
    uint64_t track; /* of BEGIN: the number of the event */
    uint64_t parent;
    const gau_volume *volume;
    gau_status final; /* of END; flags: */
    uint32_t flags;
} script[CALLS];

static uint64_t failing; /* allocation of each thread; 0: none */
static struct region_worker workers[WORKERS];
static struct region_log *self;

static gau_volume world = GAU_NO_VOLUME, a_volume, b_volume, layer, shared;

static const gau_class *original(void)
{
    return gau_module_region.classes[0];
}

static gau_status initialize(void *instance, gau_context *ctx)
{
    self = instance;
    return original()->initialize(instance, ctx);
}

static void make_call(const struct call *call, gau_context *ctx)
{
    const gau_auditor_ops *const ops = original()->auditor;
    struct region_worker *const worker = &workers[call->worker];

    ctx->worker = call->worker;
    if (!worker->log) {
        worker->log = self;
        allocations_fail_at(failing);
        ops->thread_begin(worker, ctx);
        allocations_fail_at(0);
    }
    ctx->timestamp = call->time;
    switch (call->kind) {
    case BEGIN:
        ctx->event = call->track;
        ops->before(worker, ctx);
        break;
    case END:
        ops->after(worker, ctx, (gau_outcome){.final = call->final, .flags = call->flags});
        ops->end_event(worker, ctx);
        break;
    case TRACK: ops->track_begin(worker, ctx, call->track, call->parent, *call->volume); break;
    case STEP:
        ops->step(worker, ctx, call->track, *call->volume, gau_volume_region(*call->volume));
        break;
    case LAST: ops->track_end(worker, ctx, call->track); break;
    case END_OF_SCRIPT: break;
    }
}

static gau_status finalize(void *instance, gau_context *ctx)
{
    gau_context own = *ctx;

    own.internal->app->tick_s = 1e-6;
    own.branch = GAU_ROOT_EVENT;
    self->timer_ticks = COST_STEPS / 20;    /* 50 ns */
    self->step_ticks = COST_STEPS * 3 / 40; /* 75 ns */
    memset(workers, 0, sizeof workers);
    for (const struct call *call = script; call->kind != END_OF_SCRIPT; call++)
        make_call(call, &own);
    for (uint32_t i = 0; i < WORKERS; i++)
        if (workers[i].log)
            original()->auditor->thread_end(&workers[i], &own);
    return original()->finalize(instance, ctx);
}

/* Returns the messages. */
static const char *run_with(const char *folder, const char *file)
{
    gau_class cls = *original();
    struct job job;
    gau_node *node;

    cls.name = "Scripted";
    cls.initialize = initialize;
    cls.finalize = finalize;
    cls.auditor = GAU_AUDITOR(.wants_timestamps = true);
    job_begin(&job);
    job_class(&job, &cls);
    node = job_auditor(&job, "Scripted", NULL);
    if (file)
        job_set(&job, node, "File", file);
    job.settings.output = folder;
    capture_stderr_begin();
    job_must_run(&job, 1);
    job_end(&job);
    return capture_stderr_end();
}

static int begin(void **state)
{
    memset(script, 0, sizeof script);
    unsetenv("K4BENCH_REGION_JSON");
    setenv("GAUDIT_CLOCK", "monotonic", 1);
    return folder_enter(state);
}

#define SCRIPT(...) \
    memcpy(script, (const struct call[]){__VA_ARGS__}, sizeof((const struct call[]){__VA_ARGS__}))

/* Times in ms, as in the facts. */
#define MS(time) ((time)*1000u)

#define HEAD                                                                                      \
    "{\n"                                                                                         \
    "  \"schema_version\": 1,\n"                                                                  \
    "  \"attribution\": \"dd4hep_top_level_detelement\",\n"                                       \
    "  \"timer\": \"steady_clock\",\n"                                                            \
    "  \"per_step_timer_overhead_ns\": 50.00,\n"                                                  \
    "  \"per_step_timer_overhead_note\": \"a reading of the clock and an addition; 75.00 with "   \
    "tracks and the region of the volume\",\n"                                                    \
    "  \"interval_counts_note\": \"intervals between steps: one less than steps in an event\",\n" \
    "  \"indexed_top_level_detectors\": [\"A\", \"B \\\"x\\\\y\\\"\"],\n"                         \
    "  \"indexed_top_level_detector_lv_counts\": {\"A\": 2, \"B \\\"x\\\\y\\\"\": 1},\n"

static void has_text(const char *path, const char *text)
{
    char *const found = folder_read(path);

    assert_string_equal(found, text);
    free(found);
}

/* The worked example, an event with one step, one without any. */
static void the_file_of_k4bench(void **state)
{
    (void)state;
    SCRIPT({BEGIN, 0, MS(5), 1, 0, NULL, 0, 0}, {TRACK, 0, 0, 1, 0, &a_volume, 0, 0},
           {STEP, 0, MS(10), 1, 0, &a_volume, 0, 0}, {STEP, 0, MS(40), 1, 0, &a_volume, 0, 0},
           {STEP, 0, MS(50), 1, 0, &layer, 0, 0}, {LAST, 0, 0, 1, 0, NULL, 0, 0},
           {TRACK, 0, 0, 2, 1, &a_volume, 0, 0}, {STEP, 0, MS(60), 2, 0, &a_volume, 0, 0},
           {STEP, 0, MS(90), 2, 0, &world, 0, 0}, {LAST, 0, 0, 2, 0, NULL, 0, 0},
           {END, 0, MS(105), 0, 0, NULL, GAU_OK, 0}, {BEGIN, 0, MS(200), 2, 0, NULL, 0, 0},
           {STEP, 0, MS(201), 1, 0, &a_volume, 0, 0}, {END, 0, MS(210), 0, 0, NULL, GAU_REJECT, 0},
           {BEGIN, 0, MS(300), 3, 0, NULL, 0, 0}, {END, 0, MS(301), 0, 0, NULL, GAU_OK, 0});
    assert_string_equal(run_with("r", NULL), "");
    has_text("r/k4bench_regions.json", HEAD
             "  \"event_numbers\": [0, 1, 2],\n"
             "  \"event_wall_seconds\": [0.100000, 0.010000, 0.001000],\n"
             "  \"event_region_sum_seconds\": [0.080000, 0.000000, 0.000000],\n"
             "  \"event_unaccounted_seconds\": [0.020000, 0.010000, 0.001000],\n"
             "  \"event_birth_fallbacks\": [0, 1, 0],\n"
             "  \"at_location_seconds\": [{\"A\": 0.070000, \"B \\\"x\\\\y\\\"\": 0.010000}, {}, "
             "{}],\n"
             "  \"by_birth_seconds\": [{\"A\": 0.050000, \"B \\\"x\\\\y\\\"\": 0.030000}, {}, "
             "{}],\n"
             "  \"interval_counts\": [{\"A\": 3, \"B \\\"x\\\\y\\\"\": 1}, {}, {}]\n"
             "}\n");
}

/* A short interval is there; so is unattributed, in the order of names; a backward clock makes the
 * sum larger than the time. */
static void short_and_backward_intervals_are_there(void **state)
{
    (void)state;
    SCRIPT({BEGIN, 0, 100, 7, 0, NULL, 0, 0}, {STEP, 0, 100, 1, 0, &world, 0, 0},
           {STEP, 0, 100, 1, 0, &b_volume, 0, 0}, {STEP, 0, 90, 1, 0, &a_volume, 0, 0},
           {STEP, 0, 120, 1, 0, &a_volume, 0, 0},
           {END, 0, 120, 0, 0, NULL, GAU_ERR_FAILED, GAU_OUTCOME_ERROR | GAU_OUTCOME_ABORTED});
    assert_string_equal(run_with("r", NULL), "");
    has_text("r/k4bench_regions.json", HEAD
             "  \"event_numbers\": [6],\n"
             "  \"event_wall_seconds\": [0.000020],\n"
             "  \"event_region_sum_seconds\": [0.000030],\n"
             "  \"event_unaccounted_seconds\": [-0.000010],\n"
             "  \"event_birth_fallbacks\": [1],\n"
             "  \"at_location_seconds\": [{\"A\": 0.000030, \"B \\\"x\\\\y\\\"\": 0.000000, "
             "\"unattributed\": 0.000000}],\n"
             "  \"by_birth_seconds\": [{\"unattributed\": 0.000030}],\n"
             "  \"interval_counts\": [{\"A\": 1, \"B \\\"x\\\\y\\\"\": 1, \"unattributed\": 1}]\n"
             "}\n");
}

/* Events of four workers at the same time, in the order of their numbers; one without an end leaves
 * nothing. */
static void events_of_four_workers_are_in_order(void **state)
{
    (void)state;
    SCRIPT({BEGIN, 3, 0, 1, 0, NULL, 0, 0}, {BEGIN, 2, 0, 4, 0, NULL, 0, 0},
           {BEGIN, 1, 0, 3, 0, NULL, 0, 0}, {BEGIN, 0, 0, 2, 0, NULL, 0, 0},
           {STEP, 0, 1, 1, 0, &a_volume, 0, 0}, {STEP, 1, 2, 1, 0, &b_volume, 0, 0},
           {STEP, 3, 3, 1, 0, &world, 0, 0}, {STEP, 0, 5, 1, 0, &b_volume, 0, 0},
           {STEP, 1, 9, 1, 0, &a_volume, 0, 0}, {STEP, 3, 4, 1, 0, &world, 0, 0},
           {END, 2, 50, 0, 0, NULL, GAU_REJECT, GAU_OUTCOME_UNFINISHED},
           {END, 1, 20, 0, 0, NULL, GAU_OK, 0}, {END, 0, 30, 0, 0, NULL, GAU_OK, 0},
           {END, 3, 40, 0, 0, NULL, GAU_OK, 0});
    assert_string_equal(run_with("r", NULL), "");
    has_text("r/k4bench_regions.json",
             HEAD "  \"event_numbers\": [0, 1, 2],\n"
                  "  \"event_wall_seconds\": [0.000040, 0.000030, 0.000020],\n"
                  "  \"event_region_sum_seconds\": [0.000001, 0.000004, 0.000007],\n"
                  "  \"event_unaccounted_seconds\": [0.000039, 0.000026, 0.000013],\n"
                  "  \"event_birth_fallbacks\": [1, 1, 1],\n"
                  "  \"at_location_seconds\": [{\"unattributed\": 0.000001}, {\"A\": 0.000004}, "
                  "{\"B \\\"x\\\\y\\\"\": 0.000007}],\n"
                  "  \"by_birth_seconds\": [{\"unattributed\": 0.000001}, {\"A\": 0.000004}, "
                  "{\"B \\\"x\\\\y\\\"\": 0.000007}],\n"
                  "  \"interval_counts\": [{\"unattributed\": 1}, {\"A\": 1}, "
                  "{\"B \\\"x\\\\y\\\"\": 1}]\n"
                  "}\n");
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* --- when there is none ---------------------------------------------------------------------- */

static void without_an_ended_event_there_is_no_file(void **state)
{
    (void)state;
    SCRIPT({BEGIN, 0, 0, 1, 0, NULL, 0, 0}, {STEP, 0, 1, 1, 0, &a_volume, 0, 0},
           {END, 0, 50, 0, 0, NULL, GAU_REJECT, GAU_OUTCOME_UNFINISHED});
    assert_string_equal(run_with("r", "regions.json"), "");
    assert_false(is_there("regions.json"));
}

static void the_variable_names_the_file(void **state)
{
    (void)state;
    SCRIPT({BEGIN, 0, 0, 1, 0, NULL, 0, 0}, {END, 0, 50, 0, 0, NULL, GAU_OK, 0});
    setenv("K4BENCH_REGION_JSON", "chosen.json", 1);
    assert_string_equal(run_with(NULL, NULL), "");
    assert_true(is_there("chosen.json"));
    setenv("K4BENCH_REGION_JSON", "", 1);
    assert_non_null(strstr(run_with("r", NULL), "K4BENCH_REGION_JSON is empty: no file for k4Bench "
                                                "is written"));
    assert_false(is_there("r/k4bench_regions.json"));
}

static void an_unwritable_file_is_one_warning(void **state)
{
    const char *messages;

    (void)state;
    SCRIPT({BEGIN, 0, 0, 1, 0, NULL, 0, 0}, {END, 0, 50, 0, 0, NULL, GAU_OK, 0});
    messages = run_with("r", "none/regions.json");
    assert_non_null(strstr(messages, "'none/regions.json' is not written: No such file"));
    assert_null(strstr(strstr(messages, "warning") + 1, "warning"));
}

/* One for the sums of the run, two for those of an event. */
static void without_memory_events_are_missing(void **state)
{
    enum { ALLOCATIONS = 3 };

    (void)state;
    SCRIPT({BEGIN, 0, 0, 1, 0, NULL, 0, 0}, {STEP, 0, 1, 1, 0, &a_volume, 0, 0},
           {TRACK, 0, 0, 2, 1, &a_volume, 0, 0}, {LAST, 0, 0, 2, 0, NULL, 0, 0},
           {END, 0, 50, 0, 0, NULL, GAU_OK, 0});
    for (failing = 1; failing <= ALLOCATIONS; failing++) {
        char folder[16], missing[80];

        snprintf(folder, sizeof folder, "r%d", (int)failing);
        snprintf(missing, sizeof missing,
                 "'%s/regions.gtr': 1 of 1 events are missing: Cannot allocate memory", folder);
        assert_non_null(strstr(run_with(folder, NULL), missing));
    }
    assert_string_equal(run_with("r", NULL), ""); /* there are no more */
    failing = 0;
}

static void steps_outside_of_events_and_collisions_are_reported(void **state)
{
    const gau_region late = gau_region_register("late");
    const char *messages;

    (void)state;
    gau_volume_claim(shared, late, GAU_CLAIM_ASSEMBLY, "pixel");
    SCRIPT({STEP, 0, 1, 1, 0, &a_volume, 0, 0}, {BEGIN, 0, 2, 1, 0, NULL, 0, 0},
           {END, 0, 3, 0, 0, NULL, GAU_OK, 0}, {STEP, 0, 4, 1, 0, &a_volume, 0, 0});
    messages = run_with("r", NULL);
    assert_non_null(
        strstr(messages, "volume 'pixel' belongs to region A: that of late came too late"));
    assert_non_null(strstr(messages, "2 steps outside of events are left out"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_file_of_k4bench, begin, folder_leave),
        cmocka_unit_test_setup_teardown(short_and_backward_intervals_are_there, begin,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(events_of_four_workers_are_in_order, begin, folder_leave),
        cmocka_unit_test_setup_teardown(without_an_ended_event_there_is_no_file, begin,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(the_variable_names_the_file, begin, folder_leave),
        cmocka_unit_test_setup_teardown(an_unwritable_file_is_one_warning, begin, folder_leave),
        cmocka_unit_test_setup_teardown(without_memory_events_are_missing, begin, folder_leave),
        cmocka_unit_test_setup_teardown(steps_outside_of_events_and_collisions_are_reported, begin,
                                        folder_leave),
    };
    const gau_region a = gau_region_register("A"), b = gau_region_register("B \"x\\y\"");

    gau_region_register("empty"); /* has no volumes: is in no list */
    a_volume = gau_volume_add(a, world);
    b_volume = gau_volume_add(b, world);
    layer = gau_volume_add(GAU_NO_REGION, b_volume);
    shared = gau_volume_add(a, world);
    return cmocka_run_group_tests_name("regions of k4Bench", tests, NULL, NULL);
}
