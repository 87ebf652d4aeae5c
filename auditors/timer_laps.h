/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIMER_LAPS_H
#define GAUDIT_AUDITORS_TIMER_LAPS_H

#include "log_histogram.h"

#include <stdbool.h>

/*
 * A field that one thread writes, in hooks, while another may read it for a snapshot. In the order
 * in which they are written, changes are seen.
 */
#define LAPS_GET(field) __atomic_load_n(&(field), __ATOMIC_ACQUIRE)
#define LAPS_SET(field, value) __atomic_store_n(&(field), value, __ATOMIC_RELEASE)

/* What is known about the calls of one branch; all zero before the first one. Times are ticks. */
struct laps {
    uint64_t entered; /* calls that began */
    uint64_t left;    /* calls that ended */
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
    uint64_t began, ended; /* the last call that did */
    struct laps laps[LAPS_KINDS];
    uint64_t histogram[GAU_LOG_BINS][LAPS_KINDS]; /* of calls that ended */
    uint64_t cpu_began;             /* CPU time of the thread, plus 1 ns; 0: no call is open */
    int64_t memory_began;           /* in MB, plus 1; 0: not known, or no call is open */
    int64_t memory_MB[LAPS_KINDS];  /* growth */
    uint64_t inside_ns[LAPS_KINDS]; /* CPU time of children, while a snapshot is taken */
};

static inline void laps_add(struct timed_branch *branch, unsigned kind, uint64_t ticks,
                            uint64_t event)
{
    struct laps *laps = &branch->laps[kind];
    uint64_t *bin = &branch->histogram[gau_log_bin(ticks)][kind];
    const double t = (double)(int64_t)ticks; /* signed: one instruction */
    double sum_sq = laps->sum_sq + t * t;    /* clang wants no const */

    __asm__("" : "+r"(laps), "+r"(bin)); /* else gcc computes them again for each field */
    LAPS_SET(laps->total, laps->total + ticks);
    __atomic_store(&laps->sum_sq, &sum_sq, __ATOMIC_RELEASE);
    if (ticks > laps->max) {
        LAPS_SET(laps->max, ticks);
        LAPS_SET(laps->slowest, event);
    }
    if (~ticks > laps->not_min)
        LAPS_SET(laps->not_min, ~ticks);
    LAPS_SET(laps->left, laps->left + 1);
    LAPS_SET(*bin, *bin + 1);
}

/* Adds the laps of one kind of another branch, or of another worker, to those of a kind. */
void laps_merge(struct timed_branch *branch, unsigned kind, const struct timed_branch *other,
                unsigned other_kind);

void laps_clear(struct timed_branch *branch, unsigned kind);

/* Calls that ended. */
uint64_t laps_ended(const struct timed_branch *branch, unsigned kind);

/* In ticks: of the call that stands at this fraction of all, by the middle of its bin. */
double laps_percentile(const struct timed_branch *branch, unsigned kind, double fraction);

/* In ticks: of a sample, so with n - 1; 0 for a single call. */
double laps_stddev(const struct timed_branch *branch, unsigned kind);

#endif
