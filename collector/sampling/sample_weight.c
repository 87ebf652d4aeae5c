/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* CLOCK_MONOTONIC_COARSE */
#include "sample_weight.h"

#include "collector/base/clock_now.h"
#include "kernel_clocks.h"

#include <stdatomic.h>

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

static uint64_t next_period(struct gau_thread *thread)
{
    return (uint64_t)((double)gau_sampler.interval_ns * (0.5 + draw(thread)));
}

uint64_t gau_sampler_tick(void)
{
    struct timespec resolution;

    if (clock_getres(CLOCK_MONOTONIC_COARSE, &resolution) < 0)
        return 0;
    return (uint64_t)resolution.tv_sec * 1000000000u + (uint64_t)resolution.tv_nsec;
}

/* The CPU time between two samples: timers go off at ticks. */
static uint64_t between_samples(uint64_t period, uint64_t step)
{
    return step > 0 ? (period + step - 1) / step * step : period;
}

/* A moment of CPU time lies in a long period more often than in a short one, in proportion. */
static uint64_t period_of_moment(struct gau_thread *thread, uint64_t step)
{
    const double longest =
        (double)between_samples(gau_sampler.interval_ns + gau_sampler.interval_ns / 2, step);
    uint64_t period;

    do
        period = between_samples(next_period(thread), step);
    while (draw(thread) * longest >= (double)period);
    return period;
}

uint64_t gau_period_first(struct gau_thread *thread, bool of_timer)
{
    const uint64_t step = of_timer ? gau_sampler_tick() : 0;
    const uint64_t period = period_of_moment(thread, step);
    const uint64_t until = (uint64_t)((double)period * draw(thread));

    thread->first_weight = period;
    if (step > 0)
        return shortest_ns + until / step * step;
    return until > shortest_ns ? until : shortest_ns;
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

static void set_timer(struct gau_thread *thread)
{
    thread->period_ns = next_period(thread);
    thread->countdown = 1;
    gau_kernel_clock_set_timer(thread->timer, thread->period_ns, gau_sampler.interval_ns);
}

/* The period of the first sample is that of the next ones, too, as many as are left of those
 * between two draws. */
static void set_event(struct gau_thread *thread)
{
    const unsigned all = samples_per_draw();
    const unsigned left = thread->no_sample_yet ? (unsigned)((double)all * draw(thread)) : 0;

    thread->period_ns = left > 0 ? thread->first_weight : next_period(thread);
    thread->countdown = left > 0 ? left : all;
    gau_kernel_clock_set_event(thread->fd, thread->period_ns);
}

static void redraw(struct gau_thread *thread)
{
    if (--thread->countdown > 0)
        return;
    if (thread->clock == GAU_TRACE_CLOCK_TIMER)
        set_timer(thread);
    else
        set_event(thread);
}

/* --- what is in no sample ------------------------------------------------------------------ */

/* CPU time of threads that is in the weight of no sample; less than 0: weights are ahead of it. */
static _Atomic int64_t unsampled;

void gau_sampler_settle(const struct gau_thread *thread)
{
    const uint64_t cpu = gau_threads_cpu(thread->tid);

    if (!counts_periods(thread) && cpu > thread->last_cpu)
        atomic_fetch_add(&unsampled, (int64_t)(cpu - thread->last_cpu) - thread->ahead_ns);
}

void gau_sampler_forget_unsampled(void)
{
    atomic_store(&unsampled, 0);
}

/* Half of the weight is taken back at most, and as much as it is added. */
static uint64_t with_unsampled(uint64_t weight)
{
    const int64_t most = (int64_t)weight, least = -most / 2;
    const int64_t due = atomic_exchange(&unsampled, 0);
    const int64_t part = due > most ? most : due < least ? least : due;

    if (due != part)
        atomic_fetch_add(&unsampled, due - part);
    return (uint64_t)(most + part);
}

/* --- weights ------------------------------------------------------------------------------- */

/* @p passed is the CPU time until it; late: longer than until the tick that was drawn. */
static uint64_t first_weight(struct gau_thread *thread, uint64_t passed)
{
    const uint64_t step = thread->clock == GAU_TRACE_CLOCK_TIMER ? gau_sampler_tick() : 0;
    const uint64_t in_time = thread->period_ns + step;
    const uint64_t weight = thread->first_weight + (passed > in_time ? passed - in_time : 0);

    if (counts_periods(thread))
        return thread->first_weight;
    thread->ahead_ns = (int64_t)(weight - passed);
    return with_unsampled(weight);
}

uint64_t gau_sampler_weigh(struct gau_thread *thread, uint64_t time_ns)
{
    uint64_t weight = counts_periods(thread) ? thread->period_ns : elapsed(thread, time_ns);

    if (thread->no_sample_yet)
        weight = first_weight(thread, weight);
    redraw(thread);
    thread->no_sample_yet = false;
    return weight;
}

void gau_sampler_stop_timer(struct gau_thread *thread)
{
    if (thread->timer >= 0)
        gau_kernel_clock_set_timer(thread->timer, 0, 0);
}
