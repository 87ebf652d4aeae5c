/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SUPPORT_TIMESTAMP_CLOCK_H
#define GAUDIT_SRC_SUPPORT_TIMESTAMP_CLOCK_H

#include <gaudit/clock.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#define GAU_HAS_TSC 1
#endif

/*
 * The clock of timestamps, and the length of its ticks: by two points in common with
 * CLOCK_MONOTONIC, as far apart as the run is long.
 */

struct gau_clock {
    bool tsc; /* else CLOCK_MONOTONIC in nanoseconds */
};

struct gau_clock_point {
    uint64_t ticks, ns;
};

/* The environment variable GAUDIT_CLOCK=monotonic forbids the TSC. */
struct gau_clock gau_clock_choose(void);

struct gau_clock_point gau_clock_point(const struct gau_clock *clock);

/* Seconds per tick. */
double gau_clock_rate(const struct gau_clock *clock, struct gau_clock_point from,
                      struct gau_clock_point to);

static inline bool gau_clock_is_tsc(const struct gau_clock *clock)
{
#ifdef GAU_HAS_TSC
    return clock->tsc;
#else
    (void)clock;
    return false;
#endif
}

/* If gau_clock_is_tsc(). */
static inline uint64_t gau_clock_tsc(void)
{
#ifdef GAU_HAS_TSC
    return __rdtsc();
#else
    return 0;
#endif
}

/* Not ordered with the instructions around it: 10 ns of disorder are less than its own cost. */
static inline uint64_t gau_clock_ticks(const struct gau_clock *clock)
{
#ifdef GAU_HAS_TSC
    if (gau_clock_is_tsc(clock))
        return gau_clock_tsc();
#endif
    (void)clock;
    return gau_clock_ns();
}

#endif
