/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIMER_CALL_STATISTICS_H
#define GAUDIT_AUDITORS_TIMER_CALL_STATISTICS_H

#include "table/log_histogram.h"

/*
 * The calls of a branch.
 */

/*
 * A field that one thread writes, in hooks, while another may read it for a snapshot. Readers see
 * changes in the order of writing.
 */
#define STATS_GET(field) __atomic_load_n(&(field), __ATOMIC_ACQUIRE)
#define STATS_SET(field, value) __atomic_store_n(&(field), value, __ATOMIC_RELEASE)

/* The call statistics of one branch; all zero before the first call. Times are ticks. */
struct call_stats {
    uint64_t entered; /* calls that began */
    uint64_t left;    /* calls that ended */
    uint64_t total;
    uint64_t max, slowest; /* and the number of its event; of equal ones the lowest */
    uint64_t not_min;      /* ~min, so that zero means none */
    double sum_sq;
    uint64_t cpu_ns;
};

/* Statistics of warm-up events are separate from those of all others. */
enum { STATS_COUNTED, STATS_WARM_UP, STATS_KINDS };

/*
 * One branch of one worker. The fields of a call are adjacent, and the histograms of both kinds
 * interleaved, as calls use mostly the same bins.
 */
struct branch_stats {
    uint64_t began, ended; /* of the last call that began or ended */
    struct call_stats call_stats[STATS_KINDS];
    uint64_t histogram[GAU_LOG_BINS][STATS_KINDS]; /* of calls that ended */
    uint64_t cpu_began;              /* CPU time of the thread, plus 1 ns; 0: no call is open */
    int64_t memory_began;            /* in MB, plus 1; 0: not known, or no call is open */
    int64_t memory_MB[STATS_KINDS];  /* growth */
    uint64_t inside[STATS_KINDS];    /* while a snapshot is taken: ticks of children, ... */
    uint64_t inside_ns[STATS_KINDS]; /* ... and their CPU time */
};

/* Adds a call that has ended, but not to its bin, which is returned. */
static inline uint64_t *gau_call_stats_sum(struct branch_stats *branch, unsigned kind,
                                           uint64_t ticks, uint64_t event)
{
    struct call_stats *call_stats = &branch->call_stats[kind];
    uint64_t *bin = &branch->histogram[gau_log_bin(ticks)][kind];
    const double t = (double)(int64_t)ticks;    /* signed: one instruction */
    double sum_sq = call_stats->sum_sq + t * t; /* clang wants no const */

    __asm__("" : "+r"(call_stats), "+r"(bin)); /* else gcc computes them again for each field */
    STATS_SET(call_stats->total, call_stats->total + ticks);
    __atomic_store(&call_stats->sum_sq, &sum_sq, __ATOMIC_RELEASE);
    if (ticks > call_stats->max) {
        STATS_SET(call_stats->max, ticks);
        STATS_SET(call_stats->slowest, event);
    }
    if (~ticks > call_stats->not_min)
        STATS_SET(call_stats->not_min, ~ticks);
    STATS_SET(call_stats->left, call_stats->left + 1);
    return bin;
}

static inline void gau_call_stats_add(struct branch_stats *branch, unsigned kind, uint64_t ticks,
                                      uint64_t event)
{
    uint64_t *const bin = gau_call_stats_sum(branch, kind, ticks, event);

    STATS_SET(*bin, *bin + 1);
}

/* Adds the statistics of one kind of another branch, or of another worker, to those of a kind. */
void gau_call_stats_merge(struct branch_stats *branch, unsigned kind,
                          const struct branch_stats *other, unsigned other_kind);

void gau_call_stats_clear(struct branch_stats *branch, unsigned kind);

/* The ticks of the call at this fraction of all: the middle of its bin. */
double gau_call_stats_percentile(const struct branch_stats *branch, unsigned kind, double fraction);

/* The standard deviation in ticks, of a sample, so with n - 1; 0 for a single call. */
double gau_call_stats_stddev(const struct branch_stats *branch, unsigned kind);

#endif
