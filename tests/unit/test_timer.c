/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "auditors/timer/timer_auditor.h"
#include "captured_stderr.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* TimerAuditor, as the module has it. */
extern const gau_module gau_module_timer;

/* --- copies of it that are broken ---------------------------------------------------------- */

/* Swallows one after() of a branch. */
static void lose_one(void *self, const gau_context *ctx, gau_outcome outcome)
{
    if (ctx->event != 3 || ctx->branch != 2)
        gau_module_timer.classes[0]->auditor->after(self, ctx, outcome);
}

/* Takes the calls of branch 2 for shorter than they are. */
static void shorten(void *self, const gau_context *ctx, gau_outcome outcome)
{
    const struct timer *const timer = self;
    gau_context copy = *ctx;

    if (ctx->branch == 2)
        copy.timestamp = gau_stats_of(&timer->stats, 2)->began;
    gau_module_timer.classes[0]->auditor->after(self, &copy, outcome);
}

static void add_broken(struct job *job, const char *name,
                       void (*after)(void *, const gau_context *, gau_outcome))
{
    gau_class cls = *gau_module_timer.classes[0];
    gau_auditor_ops ops = *cls.auditor;

    cls.name = name;
    ops.after = after;
    ops.statistics_size = 0; /* hooks are called */
    cls.auditor = &ops;
    job_class(job, &cls);
}

/* --- jobs ---------------------------------------------------------------------------------- */

struct busy {
    int64_t us;
};

static const gau_property busy_properties[] = {
    GAU_INT(struct busy, us, "Us", 20, 0, 1000000, "us", "Duration"),
    GAU_PROPERTY_END,
};

static gau_status busy_execute(void *self, gau_context *ctx)
{
    const uint64_t end = gau_clock_ns() + 1000u * (uint64_t)((struct busy *)self)->us;

    (void)ctx;
    while (gau_clock_ns() < end)
        continue;
    return GAU_OK;
}

static const gau_class busy_class = {
    GAU_CLASS("Busy", struct busy, "Takes its time."),
    .properties = busy_properties,
    .algorithm = GAU_ALGORITHM(.execute = busy_execute),
};

/* Branches: 2 S, 3 S A, 4 S B; and the input below Background. */
static gau_node *build(struct job *job, const char *timer)
{
    gau_node *sequence;

    job_begin(job);
    job_class(job, gau_module_timer.classes[0]);
    add_broken(job, "Loser", lose_one);
    add_broken(job, "Shortener", shorten);
    job_class(job, &busy_class);
    sequence = job_sequence(job, NULL, "S");
    job_add(job, sequence, GAU_NODE_ALGORITHM, "Busy", "A");
    job_script(job, sequence, "B", "s");
    job_input(job, "100");
    return job_auditor(job, timer, NULL);
}

/* Without the warnings about the time accounting of a short job. */
static void run(struct job *job)
{
    capture_stderr_begin();
    job_run(job);
    capture_stderr_end();
    if (job->status < 0)
        fail_msg("%s", job->error.message);
}

static json_t *document(const struct job *job)
{
    assert_true(gau_results_count(job->app->results) > 0);
    return gau_results_document(job->app->results, 0, NULL);
}

static double number(json_t *object, const char *key)
{
    json_t *const value = json_object_get(object, key);

    if (!json_is_number(value))
        fail_msg("there is no number '%s'", key);
    return json_number_value(value);
}

/* The row of a path, in table "branches" or "warm_up". */
static json_t *row(json_t *doc, const char *table, const char *path)
{
    json_t *const rows = json_object_get(doc, table);

    for (size_t i = 0; i < json_array_size(rows); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(rows, i), "path")), path) == 0)
            return json_array_get(rows, i);
    fail_msg("%s has no branch '%s'", table, path);
    return NULL;
}

static double calls(json_t *doc, const char *path)
{
    return number(row(doc, "branches", path), "calls") + number(row(doc, "warm_up", path), "calls");
}

/* --- what it measures ---------------------------------------------------------------------- */

static void calls_are_counted_for_any_number_of_workers(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct job job;
        json_t *doc;

        build(&job, "TimerAuditor");
        job.settings.workers = threads;
        run(&job);
        doc = document(&job);
        assert_true(calls(doc, "Event") == 100 && calls(doc, "S") == 100);
        assert_true(calls(doc, "S A") == 100 && calls(doc, "S B part inner") == 100);
        assert_int_equal(calls(doc, "In"), 100); /* reads without an event do not count */
        assert_true(number(doc, "workers") == threads);
        assert_int_equal(json_array_size(json_object_get(doc, "loop_times")), threads);
        job_end(&job);
    }
}

static void totals_contain_what_is_below(void **unused)
{
    struct job job;
    json_t *doc, *rows;
    double self = 0, event;

    (void)unused;
    job_set(&job, build(&job, "TimerAuditor"), "WarmUpEvents", "0");
    run(&job);
    doc = document(&job);
    rows = json_object_get(doc, "branches");
    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *const r = json_array_get(rows, i);

        if (strcmp(json_string_value(json_object_get(r, "root")), "Event") == 0)
            self += number(r, "self_s");
        assert_true(number(r, "self_s") >= 0);
        assert_true(
            number(r, "min_s") <= number(r, "p50_s") && number(r, "p50_s") <= number(r, "p90_s") &&
            number(r, "p90_s") <= number(r, "p99_s") && number(r, "p99_s") <= number(r, "max_s"));
    }
    event = number(row(doc, "branches", "Event"), "total_s");
    assert_true(fabs(self - event) <= 1e-9 * event);
    assert_true(number(row(doc, "branches", "S A"), "min_s") >= 19.9e-6);
    assert_true(event >= 100 * 19.9e-6 && event <= job.summary.loop_s);
    job_end(&job);
}

static void the_first_events_are_kept_apart(void **unused)
{
    static const struct {
        const char *first;
        double apart;
    } cases[] = {{"0", 0}, {"1", 1}, {"7", 7}, {"100", 100}, {"101", 100}};

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct job job;

        job_set(&job, build(&job, "TimerAuditor"), "WarmUpEvents", cases[i].first);
        run(&job);
        assert_true(number(row(document(&job), "warm_up", "S A"), "calls") == cases[i].apart);
        assert_true(number(row(document(&job), "branches", "S A"), "calls") ==
                    100 - cases[i].apart);
        assert_true(number(row(document(&job), "warm_up", "Event"), "calls") == cases[i].apart);
        job_end(&job);
    }
}

/* Steps of life are no warm-up of events. */
static void steps_of_life_are_not_among_the_first_events(void **unused)
{
    static const char *const paths[] = {"Initialize A", "Start A", "Stop A", "Finalize A"};
    struct job job;
    gau_node *const timer = build(&job, "TimerAuditor");

    (void)unused;
    job_set(&job, timer, "Phases", "Initialize, Start, Execute, Stop, Finalize");
    job_set(&job, timer, "WarmUpEvents", "2");
    run(&job);
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        assert_true(number(row(document(&job), "branches", paths[i]), "calls") == 1);
        assert_true(number(row(document(&job), "warm_up", paths[i]), "calls") == 0);
    }
    assert_true(number(row(document(&job), "warm_up", "S A"), "calls") == 2);
    job_end(&job);
}

static void the_time_of_a_window_is_that_of_its_events(void **unused)
{
    struct job job;
    gau_node *const timer = build(&job, "TimerAuditor");

    (void)unused;
    job_set(&job, timer, "StartFromEventN", "11");
    job_set(&job, timer, "StopAtEventN", "21");
    job.settings.workers = 2;
    run(&job);
    assert_true(calls(document(&job), "S A") == 10);
    assert_true(calls(document(&job), "In") == 10);
    job_end(&job);
}

static void the_clock_may_be_monotonic(void **unused)
{
    struct job job;

    (void)unused;
    setenv("GAUDIT_CLOCK", "monotonic", 1);
    build(&job, "TimerAuditor");
    run(&job);
    unsetenv("GAUDIT_CLOCK");
    assert_string_equal(json_string_value(json_object_get(document(&job), "clock")), "monotonic");
    assert_true(fabs(number(document(&job), "tick_s") - 1e-9) < 1e-15);
    assert_true(number(row(document(&job), "branches", "S A"), "min_s") >= 20e-6);
    job_end(&job);
}

static void cpu_time_is_measured_if_it_is_asked_for(void **unused)
{
    struct job job;
    json_t *r;

    (void)unused;
    job_set(&job, build(&job, "TimerAuditor"), "CpuTime", "true");
    run(&job);
    r = row(document(&job), "branches", "S A");
    assert_true(number(r, "cpu_total_s") > 0 && number(r, "cpu_self_s") > 0);
    assert_true(number(r, "cpu_total_s") <= 1.1 * number(r, "total_s") + 1e-3);
    job_end(&job);
    build(&job, "TimerAuditor");
    run(&job);
    assert_null(json_object_get(row(document(&job), "branches", "S A"), "cpu_total_s"));
    job_end(&job);
}

/* One reading for all, before the first hook: the time of auditors is in no difference. */
static void timers_share_one_reading_of_the_cpu_clock(void **unused)
{
    static const char *const paths[] = {"Event", "S", "S A", "S B"};
    struct job job;
    json_t *inner;

    (void)unused;
    job_set(&job, build(&job, "TimerAuditor"), "CpuTime", "true");
    job_set(&job, job_auditor(&job, "TimerAuditor", "Inner"), "CpuTime", "true");
    run(&job);
    inner = gau_results_document(job.app->results, 1, NULL);
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const double cpu = number(row(document(&job), "branches", paths[i]), "cpu_total_s");

        assert_true(cpu > 0);
        assert_true(number(row(inner, "branches", paths[i]), "cpu_total_s") == cpu);
    }
    job_end(&job);
}

/* --- time accounting ----------------------------------------------------------------------- */

/* Linked with -Wl,--wrap=gau_clock_ns: time passes by readings of the clock alone, 1 ns by each. */
uint64_t __real_gau_clock_ns(void);
uint64_t __wrap_gau_clock_ns(void);
static bool clock_counts;

uint64_t __wrap_gau_clock_ns(void)
{
    static _Thread_local uint64_t readings;

    return clock_counts ? ++readings : __real_gau_clock_ns();
}

/* In no book is one reading where the loop begins and one where it ends, and as many of a merge. */
static void times_add_up(uint32_t threads, const char *start, const char *stop)
{
    struct job job;
    gau_node *const timer = build(&job, "TimerAuditor");
    json_t *times;

    job_set(&job, timer, "StartFromEventN", start);
    job_set(&job, timer, "StopAtEventN", stop);
    job.settings.workers = threads;
    run(&job);
    times = json_object_get(document(&job), "loop_times");
    assert_int_equal(json_array_size(times), threads);
    for (size_t i = 0; i < threads; i++) {
        json_t *const b = json_array_get(times, i);
        const double loop = number(b, "loop_s"), rest = number(b, "unaccounted_s");
        const double lost = i == 0 ? 2e-9 : 4e-9;

        assert_true(fabs(loop - number(b, "event_s") - number(b, "input_s") -
                         number(b, "waiting_s") - number(b, "merge_s") - rest) < 1e-12);
        assert_true(fabs(number(b, "allowed_s") -
                         fmax(1e-3 * loop + 1e-6 * (number(b, "events") + 1), 1e-4)) < 1e-12);
        if (fabs(rest - lost) > 1e-12)
            fail_msg("%g s of %g s are unaccounted", rest, loop);
    }
    job_end(&job);
}

static void times_add_up_with_and_without_listeners(void **unused)
{
    static const char *const windows[][2] = {{"1", "0"}, {"50", "60"}, {"1", "3"}, {"200", "0"}};

    (void)unused;
    setenv("GAUDIT_CLOCK", "monotonic", 1);
    clock_counts = true;
    for (uint32_t threads = 1; threads <= 2; threads++)
        for (size_t i = 0; i < COUNT_OF(windows); i++)
            times_add_up(threads, windows[i][0], windows[i][1]);
    clock_counts = false;
    unsetenv("GAUDIT_CLOCK");
}

static void a_lost_after_is_caught(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, "Loser");
    assert_int_equal(job_run(&job), GAU_ERR_STATE);
    assert_string_equal(job.error.message, "job.xml:5: Loser: the time accounting does not add up: "
                                           "1 call did not end, the first on branch 'S'");
    assert_int_equal(job.summary.exit_status, 5);
    job_end(&job);
}

static void a_negative_self_time_is_caught(void **unused)
{
    struct job job;

    (void)unused;
    build(&job, "Shortener");
    assert_int_equal(job_run(&job), GAU_ERR_STATE);
    assert_int_equal(
        strncmp(job.error.message,
                "job.xml:5: Shortener: the time accounting does not add up: the children of branch "
                "'S' took longer than it did, by ",
                110),
        0);
    assert_int_equal(job.summary.exit_status, 5);
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_counted_for_any_number_of_workers),
        cmocka_unit_test(totals_contain_what_is_below),
        cmocka_unit_test(the_first_events_are_kept_apart),
        cmocka_unit_test(steps_of_life_are_not_among_the_first_events),
        cmocka_unit_test(the_time_of_a_window_is_that_of_its_events),
        cmocka_unit_test(the_clock_may_be_monotonic),
        cmocka_unit_test(cpu_time_is_measured_if_it_is_asked_for),
        cmocka_unit_test(timers_share_one_reading_of_the_cpu_clock),
        cmocka_unit_test(times_add_up_with_and_without_listeners),
        cmocka_unit_test(a_lost_after_is_caught),
        cmocka_unit_test(a_negative_self_time_is_caught),
    };

    return cmocka_run_group_tests_name("timer", tests, NULL, NULL);
}
