/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "auditors/timer/timer_auditor.h"
#include "captured_stderr.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/result_documents.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* The time accounting of TimerAuditor, and the numbers it derives. */
extern const gau_module gau_module_timer;
enum { EVENTS = 100 };

/* --- a slow job ---------------------------------------------------------------------------- */

struct slow {
    int64_t us, read;
};

static const gau_property slow_properties[] = {
    GAU_INT(struct slow, us, "Us", 30, 0, 1000000, "us", "Duration"),
    GAU_PROPERTY_END,
};

static void pass_time(const struct slow *slow)
{
    for (const uint64_t began = gau_clock_ns();
         gau_clock_ns() - began < 1000u * (uint64_t)slow->us;)
        continue;
}

/* What two workers do besides; NULL: nothing. */
static void (*on_read)(void), (*on_execute)(void);

static gau_status slow_execute(void *self, gau_context *ctx)
{
    (void)ctx;
    if (on_execute)
        on_execute();
    pass_time(self);
    return GAU_OK;
}

static gau_status slow_read(void *self, gau_context *ctx)
{
    struct slow *const slow = self;

    (void)ctx;
    if (slow->read++ >= EVENTS)
        return GAU_END;
    if (on_read)
        on_read();
    pass_time(slow);
    return GAU_OK;
}

static const gau_class slow_class = {
    GAU_CLASS("Slow", struct slow, "Takes its time."),
    .properties = slow_properties,
    .algorithm = GAU_ALGORITHM(.execute = slow_execute),
};
static const gau_class slow_input_class = {
    GAU_CLASS("SlowInput", struct slow, "Takes its time."),
    .properties = slow_properties,
    .input = GAU_INPUT(.read = slow_read),
};

/* An auditor that is slow between an event and the next. */
static void slow_before(void *self, const gau_context *ctx)
{
    (void)self;
    if (ctx->branch != GAU_ROOT_EVENT && strcmp(ctx->name, "In") == 0)
        pass_time(&(struct slow){.us = 50});
}

static const gau_class slow_auditor_class = {
    GAU_CLASS("SlowAuditor", struct slow, "Takes its time."),
    .auditor = GAU_AUDITOR(.before = slow_before),
};

static void build(struct job *job, uint32_t threads, const char *read_us, const char *execute_us)
{
    job_begin(job);
    job_class(job, gau_module_timer.classes[0]);
    job_class(job, &slow_class);
    job_class(job, &slow_input_class);
    job_set(job, job_add(job, NULL, GAU_NODE_INPUT, "SlowInput", "In"), "Us", read_us);
    job_set(job, job_add(job, NULL, GAU_NODE_ALGORITHM, "Slow", "A"), "Us", execute_us);
    job->settings.workers = threads;
    on_read = on_execute = NULL;
}

/* Without the warnings that a busy machine causes. */
static json_t *run(struct job *job)
{
    capture_stderr_begin();
    job_run(job);
    capture_stderr_end();
    if (job->status < 0)
        fail_msg("%s", job->error.message);
    return gau_results_document(job->app->results, 0, NULL);
}

static double number(json_t *object, const char *key)
{
    json_t *const value = json_object_get(object, key);

    if (!json_is_number(value))
        fail_msg("there is no number '%s'", key);
    return json_number_value(value);
}

/* Over all rows of a table. */
static double sum(json_t *doc, const char *table, const char *key)
{
    json_t *const rows = json_object_get(doc, table);
    double total = 0;

    assert_true(json_array_size(rows) > 0);
    for (size_t i = 0; i < json_array_size(rows); i++)
        total += number(json_array_get(rows, i), key);
    return total;
}

/* --- the loop times of a job --------------------------------------------------------------- */

/* However busy the machine is: all is in one book, and no book has less than was spent. */
static void time_is_where_it_was_spent(uint32_t threads, const char *start, const char *stop)
{
    const double spent = EVENTS * 30e-6;
    double event, input, waiting, merging, loop;
    gau_node *timer;
    struct job job;
    json_t *doc;

    build(&job, threads, "30", "30");
    timer = job_auditor(&job, "TimerAuditor", NULL);
    job_set(&job, timer, "StartFromEventN", start);
    job_set(&job, timer, "StopAtEventN", stop);
    doc = run(&job);
    event = sum(doc, "loop_times", "event_s");
    input = sum(doc, "loop_times", "input_s");
    waiting = sum(doc, "loop_times", "waiting_s");
    merging = sum(doc, "loop_times", "merge_s");
    loop = sum(doc, "loop_times", "loop_s");
    assert_true(event >= 0.99 * spent && input >= 0.99 * spent);
    assert_true(fabs(event + input + waiting + merging - loop) <= 0.01 * loop + 1e-4);
    job_end(&job);
}

static void input_and_events_have_the_time_they_took(void **unused)
{
    static const char *const windows[][2] = {{"1", "0"}, {"50", "60"}, {"1", "3"}, {"200", "0"}};

    (void)unused;
    for (uint32_t threads = 1; threads <= 2; threads++)
        for (size_t i = 0; i < COUNT_OF(windows); i++)
            time_is_where_it_was_spent(threads, windows[i][0], windows[i][1]);
}

/* Wherever a worker is held up, here before the input is begun. */
static void time_between_events_is_input(void **unused)
{
    struct job job;
    double input, rest;
    json_t *doc;

    (void)unused;
    build(&job, 1, "0", "0");
    job_class(&job, &slow_auditor_class);
    job_auditor(&job, "SlowAuditor", NULL);
    job_auditor(&job, "TimerAuditor", NULL);
    doc = run(&job);
    input = sum(doc, "loop_times", "input_s");
    rest = sum(doc, "loop_times", "unaccounted_s");
    assert_true(input >= EVENTS * 50e-6);
    assert_true(fabs(rest) < EVENTS * 50e-6 / 2);
    job_end(&job);
}

/* --- two workers --------------------------------------------------------------------------- */

static struct job two;
static atomic_int waiting; /* for the lock of its input */

/* Linked with -Wl,--wrap=pthread_mutex_lock. */
int __real_pthread_mutex_lock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock);

int __wrap_pthread_mutex_lock(pthread_mutex_t *lock)
{
    const int n = two.app && lock == &two.app->input_lock;
    int status;

    waiting += n;
    status = __real_pthread_mutex_lock(lock);
    waiting -= n;
    return status;
}

static void wait_for_the_other_to_wait(void)
{
    while (waiting == 0)
        sched_yield();
}

static void waiting_for_the_input_is_accounted(void **unused)
{
    (void)unused;
    build(&two, 2, "10", "0");
    on_read = wait_for_the_other_to_wait;
    job_auditor(&two, "TimerAuditor", NULL);
    assert_true(sum(run(&two), "loop_times", "waiting_s") >= 0.99 * EVENTS * 10e-6);
    job_end(&two);
}

static pthread_barrier_t both;

/* In its first event each worker waits for the other to have one. */
static void meet(void)
{
    static _Thread_local bool met;

    if (!met)
        pthread_barrier_wait(&both);
    met = true;
}

static void every_worker_pays_for_its_own_calls(void **unused)
{
    json_t *doc, *times;
    double cost;

    (void)unused;
    build(&two, 2, "0", "10");
    on_execute = meet;
    assert_int_equal(pthread_barrier_init(&both, NULL, 2), 0);
    job_auditor(&two, "TimerAuditor", NULL);
    doc = run(&two);
    times = json_object_get(doc, "loop_times");
    cost = 1e-9 * number(doc, "overhead_per_call_ns");
    for (size_t i = 0; i < 2; i++) {
        json_t *const b = json_array_get(times, i);

        assert_true(number(b, "events") > 0);
        /* In, Event and A */
        assert_true(fabs(number(b, "auditors_estimate_s") / cost - 3 * number(b, "events")) < 1e-3);
    }
    assert_true(fabs(sum(doc, "loop_times", "auditors_estimate_s") / cost -
                     sum(doc, "branches", "calls") - sum(doc, "warm_up", "calls")) < 1e-3);
    job_end(&two);
    pthread_barrier_destroy(&both);
}

/* --- derived numbers ----------------------------------------------------------------------- */

static void a_pair_of_hooks_costs_about_two_clock_reads(void **unused)
{
    enum { LOOKS = 10000 };
    uint64_t began;
    double overhead, reads;
    struct job job;

    (void)unused;
    build(&job, 1, "0", "0");
    job_auditor(&job, "TimerAuditor", NULL);
    overhead = number(run(&job), "overhead_per_call_ns");
    began = gau_clock_ns();
    for (int i = 0; i < LOOKS; i++)
        (void)gau_timestamp(gau_app_context(job.app));
    reads = 2.0 * (double)(gau_clock_ns() - began) / LOOKS;
    job_end(&job);
    if (overhead < 1 || overhead > 100 * reads)
        fail_msg("a pair of hooks costs %g ns, two clock reads %g ns", overhead, reads);
}

/* In place of what was measured: calls of 1, 2 ... 1000 thousand ticks. */
static gau_status finalize_with_known_calls(void *self, gau_context *ctx)
{
    struct timer *const timer = self;
    struct gau_call_stats *const counted = timer->branches->kinds; /* of Event */

    gau_stats_clear(&timer->stats, timer->branches, GAU_STATS_COUNTED);
    for (uint64_t i = 1; i <= 1000; i++) {
        gau_stats_begin(counted, 1);
        gau_stats_end(&timer->stats, counted, 1 + 1000 * i, i);
    }
    gau_stats_flush(&timer->stats);
    gau_timer_write_document(timer, ctx);
    return GAU_OK;
}

static void percentiles_are_those_of_the_calls(void **unused)
{
    static const struct {
        const char *key;
        double ticks;
    } expected[] = {{"min_s", 1e3},   {"p50_s", 500e3}, {"p90_s", 900e3},
                    {"p99_s", 990e3}, {"max_s", 1e6},   {"mean_s", 500.5e3}};
    gau_class cls = *gau_module_timer.classes[0];
    struct job job;
    json_t *doc, *event;

    (void)unused;
    cls.name = "Known";
    cls.finalize = finalize_with_known_calls;
    build(&job, 1, "0", "0");
    job_class(&job, &cls);
    job_auditor(&job, "Known", NULL);
    doc = run(&job);
    event = json_array_get(json_object_get(doc, "branches"), GAU_ROOT_EVENT);
    assert_true(number(event, "calls") == 1000);
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        const double ticks = number(event, expected[i].key) / number(doc, "tick_s");

        if (fabs(ticks - expected[i].ticks) > 0.017 * expected[i].ticks)
            fail_msg("%s is %g ticks, not %g", expected[i].key, ticks, expected[i].ticks);
    }
    job_end(&job);
}

/* --- what does not add up ------------------------------------------------------------------ */

static void a_rest_is_fine_a_warning_or_an_error(void **unused)
{
    static const struct {
        uint64_t loop_ns, rest_ns, events;
        bool more; /* accounted than loop time */
        const char *warning, *error;
    } cases[] = {
        {10000000, 99000, 0, false, "", NULL},
        {10000000, 101000, 0, false, "0.101 ms (1.0 %) of the event loop of worker 0 are neither",
         NULL},
        {10000000, 101000, 0, true, "0.101 ms (1.0 %) of the event loop of worker 0 are neither",
         NULL},
        {1000000000, 990000, 0, false, "", NULL},
        {1000000000, 1990000, 1000, false, "", NULL},
        {1000000000, 2010000, 1000, false,
         "2.010 ms (0.2 %) of the event loop of worker 0 are neither", NULL},
        {1000000000, 490000000, 0, false,
         "490.000 ms (49.0 %) of the event loop of worker 0 are neither", NULL},
        {1000000000, 510000000, 0, false, NULL, "worker 0 does not add up: 0.510 s (51.0 %)"},
        {1000000000, 510000000, 0, true, NULL, "worker 0 does not add up: 0.510 s (51.0 %)"},
        {100000000000, 4900000000, 0, false,
         "4900.000 ms (4.9 %) of the event loop of worker 0 are neither", NULL},
        {100000000000, 5100000000, 0, false, NULL, "worker 0 does not add up: 5.100 s (5.1 %)"},
    };
    const struct timer timer = {0};
    struct job job;

    (void)unused;
    build(&job, 1, "0", "0");
    job_must_run(&job, 0);
    job.app->tick_s = 1e-9;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct gau_worker *const w = &job.app->workers[0];
        const char *said;
        gau_status status;

        w->done = cases[i].events;
        w->accounting = (struct gau_time_accounting){
            .loop_ns = cases[i].loop_ns,
            .event = cases[i].more ? cases[i].loop_ns + cases[i].rest_ns
                                   : cases[i].loop_ns - cases[i].rest_ns,
        };
        capture_stderr_begin();
        status = gau_timer_check(&timer, &w->ctx);
        said = capture_stderr_end();
        assert_int_equal(status, cases[i].error ? GAU_ERR_STATE : GAU_OK);
        if (cases[i].error)
            assert_non_null(strstr(w->error.message, cases[i].error));
        if (cases[i].warning && cases[i].warning[0])
            assert_non_null(strstr(said, cases[i].warning));
        else
            assert_string_equal(said, "");
    }
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_and_events_have_the_time_they_took),
        cmocka_unit_test(time_between_events_is_input),
        cmocka_unit_test(waiting_for_the_input_is_accounted),
        cmocka_unit_test(every_worker_pays_for_its_own_calls),
        cmocka_unit_test(a_pair_of_hooks_costs_about_two_clock_reads),
        cmocka_unit_test(percentiles_are_those_of_the_calls),
        cmocka_unit_test(a_rest_is_fine_a_warning_or_an_error),
    };

    return cmocka_run_group_tests_name("time accounting", tests, NULL, NULL);
}
