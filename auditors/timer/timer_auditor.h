/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIMER_TIMER_AUDITOR_H
#define GAUDIT_AUDITORS_TIMER_TIMER_AUDITOR_H

#include <gaudit/auditor.h>

#include <time.h>

/*
 * A histogram of whole numbers with bins of constant relative width, of fixed size: 32 bins per
 * factor of two (the idea is HdrHistogram's). Values below 64 have a bin each; above, a bin is
 * 1/32 of its lower edge wide at the most, so its middle is within 1.6 % of every value in it.
 * The last bin has everything from 2^45 on (3 hours at 3 GHz).
 */

enum { GAU_LOG_BITS = 5, GAU_LOG_MAX_EXPONENT = 44 };
enum {
    GAU_LOG_BINS = ((GAU_LOG_MAX_EXPONENT - GAU_LOG_BITS) << GAU_LOG_BITS) + (2 << GAU_LOG_BITS)
};

/* The leading one and the five bits behind it, with the exponent in front. */
static inline size_t gau_log_bin(uint64_t value)
{
    /* 0 for values with a bin each. */
    const unsigned shift =
        (63u ^ (unsigned)__builtin_clzll(value | 1u << GAU_LOG_BITS)) - GAU_LOG_BITS;

    if (__builtin_expect(shift > GAU_LOG_MAX_EXPONENT - GAU_LOG_BITS, 0))
        return GAU_LOG_BINS - 1;
    return ((size_t)shift << GAU_LOG_BITS) + (size_t)(value >> shift);
}

/* The smallest value of a bin. */
static inline uint64_t gau_log_edge(size_t bin)
{
    const unsigned shift = bin >= (2u << GAU_LOG_BITS) ? (unsigned)(bin >> GAU_LOG_BITS) - 1 : 0;

    return (uint64_t)(bin - ((size_t)shift << GAU_LOG_BITS)) << shift;
}

/* The middle of a bin, which represents its values. */
static inline double gau_log_middle(size_t bin)
{
    const double low = (double)gau_log_edge(bin), high = (double)gau_log_edge(bin + 1);

    return high - low > 1 ? (low + high) / 2 : low;
}

/* --- call_statistics.c: the calls of a branch ------------------------------------------------ */

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

static inline void gau_call_stats_add(struct branch_stats *branch, unsigned kind, uint64_t ticks,
                                      uint64_t event)
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
    STATS_SET(*bin, *bin + 1);
}

/* Adds the statistics of one kind of another branch, or of another worker, to those of a kind. */
void gau_call_stats_merge(struct branch_stats *branch, unsigned kind,
                          const struct branch_stats *other, unsigned other_kind);

void gau_call_stats_clear(struct branch_stats *branch, unsigned kind);

/* In ticks: of the call at this fraction of all, by the middle of its bin. */
double gau_call_stats_percentile(const struct branch_stats *branch, unsigned kind, double fraction);

/* In ticks: of a sample, so with n - 1; 0 for a single call. */
double gau_call_stats_stddev(const struct branch_stats *branch, unsigned kind);

/* --- the auditor --------------------------------------------------------------------------- */

struct timer {
    int64_t warm_up_events;
    bool cpu_time, memory;

    bool more; /* than wall time is measured */
    bool resident_opened;
    struct branch_stats *branches; /* one per branch */
    uint32_t n_branches;
    unsigned kind; /* of the statistics that are being filled */
    int64_t events;
    clockid_t cpu_clock; /* of the thread that opened a call last */
    uint32_t worker, n_workers;
    double overhead_per_call_ns; /* of a pair of hooks */
    uint64_t *worker_calls;      /* one per worker; each instance fills in its own */
};

/* timer.json, see doc/reference/results.md. */
void gau_timer_write_document(const struct timer *timer, gau_context *ctx);

/* Operation of an auditor: adds the data of another instance so far. */
void gau_timer_snapshot(void *into, const void *live, const gau_context *ctx);

/* Operation of an auditor: adds the sums of a branch, warm-up included. */
void gau_timer_usage(const void *self, const gau_context *ctx, gau_branch branch,
                     gau_branch_usage *sum);

/* Calls that began. */
uint64_t gau_timer_count_calls(const struct timer *timer);

/*
 * Checks the time accounting. An unmatched pair or a negative self time is an error. Of a worker's
 * time, 0.1 % + 1 us per event, or 0.1 ms, may be unaccounted; more is a warning, and above both 5
 * % and 0.5 s an error.
 */
gau_status gau_timer_check(const struct timer *timer, gau_context *ctx);

#endif
