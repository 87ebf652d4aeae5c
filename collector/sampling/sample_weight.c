/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* CLOCK_MONOTONIC_COARSE */
#include "sample_weight.h"

#include "collector/base/clock_now.h"
#include "kernel_clocks.h"

/* The kernel lengthens shorter periods of perf events. */
static const uint64_t shortest_ns = 10000;

struct gau_sampler gau_sampler;

/* xorshift64*, of Vigna (2016); from 0 to below 1. */
static double draw(struct gau_thread *thread)
{
    uint64_t x = thread->random;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    thread->random = x;
    return (double)((x * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}

uint64_t gau_period_first(struct gau_thread *thread)
{
    const uint64_t period = (uint64_t)((double)gau_sampler.interval_ns * draw(thread));

    return period > shortest_ns ? period : shortest_ns;
}

uint64_t gau_sampler_tick(void)
{
    struct timespec resolution;

    if (clock_getres(CLOCK_MONOTONIC_COARSE, &resolution) < 0)
        return 0;
    return (uint64_t)resolution.tv_sec * 1000000000u + (uint64_t)resolution.tv_nsec;
}

/* The kernel checks timers at ticks: the first signal comes with the probability of a tick in an
 * interval. So threads that live for a few ticks get their share. */
uint64_t gau_period_first_of_timer(struct gau_thread *thread)
{
    const uint64_t period = gau_period_first(thread), step = gau_sampler_tick();

    return shortest_ns + (step > 0 ? period - period % step : period);
}

static uint64_t next_period(struct gau_thread *thread)
{
    return (uint64_t)((double)gau_sampler.interval_ns * (0.5 + draw(thread)));
}

/* Samples of perf events between two draws: setting a period costs as much as several samples. */
static unsigned samples_per_draw(void)
{
    return gau_sampler.interval_ns > 1000000 ? 8 : 16;
}

static bool counts_periods(const struct gau_thread *thread)
{
    return !gau_sampler.kernel && thread->clock != GAU_TRACE_CLOCK_TIMER;
}

uint64_t gau_sampler_cpu(void)
{
    return gau_now(CLOCK_THREAD_CPUTIME_ID);
}

/*
 * Reading CPU time is a system call. If no more time has passed than one period, that period is the
 * weight. The difference is in the weight of the next sample that reads it, so that the sum is
 * right.
 */
static uint64_t elapsed(struct gau_thread *thread, uint64_t time_ns)
{
    const uint64_t passed = time_ns - thread->last_ns, before = thread->last_cpu;
    const bool is_period =
        thread->countdown > 1 && passed > thread->period_ns / 2 && passed < 2 * thread->period_ns;
    const uint64_t now = is_period ? before + thread->period_ns : gau_sampler_cpu();

    thread->last_ns = time_ns;
    if (now <= before)
        return 0;
    thread->last_cpu = now;
    return now - before;
}

static void redraw(struct gau_thread *thread)
{
    if (--thread->countdown > 0)
        return;
    thread->period_ns = next_period(thread);
    if (thread->clock == GAU_TRACE_CLOCK_TIMER) {
        thread->countdown = 1;
        gau_clock_set_timer(thread->timer, thread->period_ns, gau_sampler.interval_ns);
    } else {
        thread->countdown = samples_per_draw();
        gau_clock_set_event(thread->fd, thread->period_ns);
    }
}

static uint64_t first_weight(const struct gau_thread *thread)
{
    const uint64_t step = thread->clock == GAU_TRACE_CLOCK_TIMER ? gau_sampler_tick() : 0;

    return step > gau_sampler.interval_ns ? step : gau_sampler.interval_ns;
}

uint64_t gau_sampler_weigh(struct gau_thread *thread, uint64_t time_ns)
{
    uint64_t weight = counts_periods(thread) ? thread->period_ns : elapsed(thread, time_ns);

    if (thread->no_sample_yet)
        weight = first_weight(thread);
    thread->no_sample_yet = false;
    redraw(thread);
    return weight;
}

void gau_sampler_stop_timer(struct gau_thread *thread)
{
    if (thread->timer >= 0)
        gau_clock_set_timer(thread->timer, 0, 0);
}
