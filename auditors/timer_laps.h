/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIMER_LAPS_H
#define GAUDIT_AUDITORS_TIMER_LAPS_H

#include "log_histogram.h"

#include <stdbool.h>

/* What is known about the calls of one branch; all zero before the first one. Times are ticks. */
struct laps {
    uint64_t entered; /* calls that began; those that ended are in the histogram */
    uint64_t total;
    uint64_t max, slowest; /* and the number of its event; of equal ones the lowest */
    uint64_t not_min;      /* ~min, so that zero means none */
    double sum_sq;
    uint64_t cpu_ns;
    uint64_t histogram[GAU_LOG_BINS];
};

/* Of one branch there are laps of all but the first events of a worker, and of the first ones. */
enum { LAPS_COUNTED, LAPS_FIRST, LAPS_KINDS };

/* One branch of one worker. What a call touches stands together: mostly two lines of one page. */
struct timed_branch {
    uint64_t began, cpu_began;
    struct laps laps[LAPS_KINDS];
};

static inline void laps_add(struct laps *laps, uint64_t ticks, uint64_t event)
{
    const double t = (double)(int64_t)ticks; /* signed: one instruction */

    laps->total += ticks;
    laps->sum_sq += t * t;
    if (ticks > laps->max) {
        laps->max = ticks;
        laps->slowest = event;
    }
    if (~ticks > laps->not_min)
        laps->not_min = ~ticks;
    laps->histogram[gau_log_bin(ticks)]++;
}

void laps_merge(struct laps *laps, const struct laps *other);

/* Calls that ended. */
uint64_t laps_ended(const struct laps *laps);

/* In ticks: of the call that stands at this fraction of all, by the middle of its bin. */
double laps_percentile(const struct laps *laps, double fraction);

/* In ticks: of a sample, so with n - 1; 0 for a single call. */
double laps_stddev(const struct laps *laps);

#endif
