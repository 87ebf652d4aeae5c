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
};

/* There are laps of all but the first events of a worker, and of the first ones. */
enum { LAPS_COUNTED, LAPS_FIRST, LAPS_KINDS };

/*
 * One branch of one worker. What a call touches stands together, and the histograms of both kinds
 * side by side, as mostly the same bins are used.
 */
struct timed_branch {
    uint64_t began, cpu_began;
    struct laps laps[LAPS_KINDS];
    uint64_t histogram[GAU_LOG_BINS][LAPS_KINDS];
};

static inline void laps_add(struct timed_branch *branch, int kind, uint64_t ticks, uint64_t event)
{
    struct laps *const laps = &branch->laps[kind];
    const double t = (double)(int64_t)ticks; /* signed: one instruction */

    laps->total += ticks;
    laps->sum_sq += t * t;
    if (ticks > laps->max) {
        laps->max = ticks;
        laps->slowest = event;
    }
    if (~ticks > laps->not_min)
        laps->not_min = ~ticks;
    branch->histogram[gau_log_bin(ticks)][kind]++;
}

/* Adds the laps of one kind of another branch, or of another worker, to those of a kind. */
void laps_merge(struct timed_branch *branch, int kind, const struct timed_branch *other,
                int other_kind);

void laps_clear(struct timed_branch *branch, int kind);

/* Calls that ended. */
uint64_t laps_ended(const struct timed_branch *branch, int kind);

/* In ticks: of the call that stands at this fraction of all, by the middle of its bin. */
double laps_percentile(const struct timed_branch *branch, int kind, double fraction);

/* In ticks: of a sample, so with n - 1; 0 for a single call. */
double laps_stddev(const struct timed_branch *branch, int kind);

#endif
