/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* clock_getres() */
#include "collector/sampling/kernel_clocks.h"
#include "collector/sampling/sample_weight.h"

#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include <math.h>
#include <time.h>

/*
 * Threads of known CPU time, with ticks at random: what their samples weigh on average. Clocks and
 * timers of the kernel are the test's own. Times are nanoseconds.
 */

enum { TICK = 4000000, INTERVAL = 10000000, THREADS = 20000 };

static uint64_t cpu, due; /* of the thread that runs: its CPU time, and that of its next signal */

int clock_gettime(clockid_t id, struct timespec *now)
{
    (void)id;
    *now = (struct timespec){.tv_sec = (time_t)(cpu / 1000000000u),
                             .tv_nsec = (long)(cpu % 1000000000u)};
    return 0;
}

int clock_getres(clockid_t id, struct timespec *resolution)
{
    (void)id;
    *resolution = (struct timespec){.tv_nsec = TICK};
    return 0;
}

uint64_t gau_threads_cpu(pid_t tid)
{
    (void)tid;
    return cpu;
}

void gau_kernel_clock_set_timer(int timer, uint64_t first_ns, uint64_t period_ns)
{
    (void)timer;
    (void)period_ns;
    due = cpu + first_ns;
}

void gau_kernel_clock_set_event(int fd, uint64_t period_ns)
{
    (void)fd;
    (void)period_ns;
}

/* --- threads ------------------------------------------------------------------------------- */

struct scene {
    double length; /* the CPU time of each thread, on average: half to one and a half */
    enum gau_trace_clock clock;
    double lost;          /* ticks that do not find the thread, though it runs */
    uint64_t begins_late; /* signals are blocked until then */
    bool settles;         /* what is in no sample is kept for others */
};

static struct gau_random draws;

/* The CPU time of the first signal after @p from; a perf event comes when it is due. */
static uint64_t next_signal(const struct scene *scene, uint64_t from, uint64_t phase,
                            const struct gau_thread *thread)
{
    uint64_t at = phase;

    if (scene->clock != GAU_TRACE_CLOCK_TIMER)
        return from + thread->period_ns;
    while (at <= from || at < due || gau_random_uniform(&draws) < scene->lost)
        at += TICK;
    return at;
}

/* Returns the weight of the thread's samples. */
static double run(const struct scene *scene, uint64_t length)
{
    const uint64_t phase = (uint64_t)(TICK * gau_random_uniform(&draws));
    const bool of_timer = scene->clock == GAU_TRACE_CLOCK_TIMER;
    struct gau_thread thread = {.clock = scene->clock,
                                .timer = of_timer ? 1 : -1,
                                .fd = of_timer ? -1 : 1,
                                .countdown = 1,
                                .no_sample_yet = true,
                                .random = gau_random_below(&draws, UINT64_MAX) | 1};
    double weight = 0;
    uint64_t at;

    cpu = 0;
    thread.period_ns = due = gau_period_first(&thread, of_timer);
    at = next_signal(scene, 0, phase, &thread);
    for (; at < length; at = next_signal(scene, at, phase, &thread)) {
        at = at < scene->begins_late ? scene->begins_late : at;
        cpu = at;
        weight += (double)gau_sampler_weigh(&thread, at);
    }
    cpu = length;
    if (scene->settles)
        gau_sampler_settle(&thread);
    else
        gau_sampler_forget_unsampled();
    return weight;
}

/* What all samples weigh, of the CPU time of all threads. */
static double part_sampled(const struct scene *scene, unsigned threads)
{
    double weight = 0, all = 0;

    gau_random_seed(&draws, 7);
    gau_sampler_forget_unsampled();
    gau_sampler =
        (struct gau_sampler){.interval_ns = INTERVAL, .clock = scene->clock, .kernel = true};
    for (unsigned i = 0; i < threads; i++) {
        const double length = scene->length * (0.5 + gau_random_uniform(&draws));

        weight += run(scene, (uint64_t)length);
        all += (double)(uint64_t)length;
    }
    return weight / all;
}

static const double lengths[] = {1e6, 2e6, 5e6, 12e6, 20e6, 40e6, 200e6};

/* Standard errors are up to 0.02 of the time of the shortest threads, of which few have a sample.
 */
static void check_lengths(struct scene scene, double tolerance)
{
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        double part;

        scene.length = lengths[i];
        part = part_sampled(&scene, THREADS);
        if (fabs(part - 1) > tolerance + 0.02 * sqrt(1e6 / lengths[i]))
            fail_msg("of threads of %g ms, %g of the CPU time is sampled", 1e-6 * lengths[i], part);
    }
}

static void with_ticks_threads_of_any_length_have_their_time(void **state)
{
    (void)state;
    check_lengths((struct scene){.clock = GAU_TRACE_CLOCK_TIMER}, 0.004);
}

static void with_events_threads_of_any_length_have_their_time(void **state)
{
    (void)state;
    check_lengths((struct scene){.clock = GAU_TRACE_CLOCK_PERF_TRAP}, 0.004);
}

static void where_ticks_miss_threads_the_following_have_their_time(void **state)
{
    struct scene scene = {.clock = GAU_TRACE_CLOCK_TIMER, .lost = 0.4, .length = 5e6};
    const double without = part_sampled(&scene, THREADS);

    (void)state;
    scene.settles = true;
    if (without > 0.8)
        fail_msg("without the time of others, %g is sampled", without);
    check_lengths(scene, 0.004);
}

/* Signals are blocked for the first 40 ms of some 100. */
static void what_the_first_sample_is_late_is_in_its_weight(void **state)
{
    const struct scene late = {.clock = GAU_TRACE_CLOCK_TIMER,
                               .length = 100e6,
                               .begins_late = 40000000};
    const struct scene event = {.clock = GAU_TRACE_CLOCK_PERF_TRAP,
                                .length = 100e6,
                                .begins_late = 40000000};

    (void)state;
    assert_true(fabs(part_sampled(&late, THREADS) - 1) < 0.03);
    assert_true(fabs(part_sampled(&event, THREADS) - 1) < 0.01);
}

/* A time that cannot be shared out does not make a single sample of seconds. */
static void a_first_sample_weighs_twice_its_time_at_most(void **state)
{
    struct gau_thread thread = {.clock = GAU_TRACE_CLOCK_TIMER, .no_sample_yet = true, .random = 1};
    uint64_t weight;

    (void)state;
    gau_sampler_forget_unsampled();
    cpu = 0;
    thread.period_ns = gau_period_first(&thread, true);
    cpu = (uint64_t)5e9;
    gau_sampler_settle(&(struct gau_thread){.clock = GAU_TRACE_CLOCK_TIMER});
    cpu = thread.period_ns;
    weight = gau_sampler_weigh(&thread, cpu);
    assert_int_equal(weight, 2 * thread.first_weight);
}

/* On average. Both periods that are drawn and those in between. */
static void there_is_a_sample_in_every_interval(void **state)
{
    const unsigned n = 20000;
    struct gau_thread thread = {.clock = GAU_TRACE_CLOCK_PERF_TRAP,
                                .timer = -1,
                                .countdown = 1,
                                .no_sample_yet = true,
                                .random = 7};

    (void)state;
    gau_sampler = (struct gau_sampler){.interval_ns = INTERVAL,
                                       .clock = GAU_TRACE_CLOCK_PERF_TRAP,
                                       .kernel = true};
    cpu = 0;
    thread.period_ns = gau_period_first(&thread, false);
    for (unsigned i = 0; i < n; i++) {
        cpu += thread.period_ns;
        gau_sampler_weigh(&thread, cpu);
        assert_in_range(thread.period_ns, INTERVAL / 2, INTERVAL + INTERVAL / 2);
    }
    assert_true(fabs((double)cpu / n / INTERVAL - 1) < 0.03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_ticks_threads_of_any_length_have_their_time),
        cmocka_unit_test(with_events_threads_of_any_length_have_their_time),
        cmocka_unit_test(where_ticks_miss_threads_the_following_have_their_time),
        cmocka_unit_test(what_the_first_sample_is_late_is_in_its_weight),
        cmocka_unit_test(a_first_sample_weighs_twice_its_time_at_most),
        cmocka_unit_test(there_is_a_sample_in_every_interval),
    };

    return cmocka_run_group_tests_name("weights of samples", tests, NULL, NULL);
}
