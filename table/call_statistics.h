/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_CALL_STATISTICS_H
#define GAUDIT_TABLE_CALL_STATISTICS_H

#include "log_histogram.h"

#include <stdbool.h>

/*
 * The calls of branches: filled by one thread, with two instructions of the clock and some forty
 * others a call. The framework fills those of TimerAuditor itself where it is the only listener;
 * else its hooks do.
 */

/*
 * A field that one thread writes, in hooks, while another may read it for a snapshot. Readers see
 * changes in the order of writing.
 */
#define STATS_GET(field) __atomic_load_n(&(field), __ATOMIC_ACQUIRE)
#define STATS_SET(field, value) __atomic_store_n(&(field), value, __ATOMIC_RELEASE)

/* field += value */
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#define STATS_ADD(field, value) \
    __asm__("addq %1, %0" : "+m"(field) : "er"((uint64_t)(value)) : "cc") /* one instruction */
#else
#define STATS_ADD(field, value) STATS_SET(field, (field) + (value))
#endif

/* Of a branch on which no call is open, with the end of the last one; and of one whose call is
 * being summed up. */
#define GAU_STATS_CLOSED (UINT64_C(1) << 63)
#define GAU_STATS_ENDING UINT64_C(0)

/* The section of a branch that is none. */
#define GAU_STATS_NO_SECTION UINT32_MAX

/* The parent of a branch that has no section here. */
#define GAU_STATS_NO_PARENT UINT32_MAX

/*
 * Bins of a histogram that have the same width: a cache line, made when it has its first call.
 * There are 32, from one power of two to the next; the first, of width 1, has 64 from 0 on, and is
 * two lines.
 */
enum { GAU_OCTAVE_BINS = 1 << GAU_LOG_BITS, GAU_OCTAVES = GAU_LOG_BINS / GAU_OCTAVE_BINS - 1 };

struct gau_octave {
    struct gau_octave *next; /* of the same calls: a ring */
    uint64_t *carries;       /* per bin: 256 calls each; NULL: none yet */
    uint64_t slowest;        /* the event of the longest call; of equal ones the lowest */
    uint8_t shift;           /* the width as power of two: the number of the octave */
    uint8_t first;           /* the smallest value, in widths: 32, or 0 */
    uint8_t n_bins;          /* 0: it is none */
    uint8_t bins[];
};

/* The calls of a branch: one cache line. Times are ticks. */
struct gau_call_stats {
    uint32_t section, parent; /* the framework's; section 0: it calls the hooks */
    uint64_t began; /* of the open call, or GAU_STATS_CLOSED and its end, or GAU_STATS_ENDING */
    uint64_t calls; /* that ended */
    uint64_t total;
    double sum_sq;
    uint64_t max;
    uint64_t min;              /* UINT64_MAX: none */
    struct gau_octave *octave; /* that of the last call, and by it the others */
};

/* Statistics of warm-up events are separate from those of all others. */
enum { GAU_STATS_COUNTED, GAU_STATS_WARM_UP, GAU_STATS_KINDS };

/* A branch. The second half is the auditor's own. */
struct gau_branch_stats {
    struct gau_call_stats kinds[GAU_STATS_KINDS];
    uint64_t cpu_ns[GAU_STATS_KINDS];
    int64_t memory_MB[GAU_STATS_KINDS]; /* growth */
    uint64_t inside[GAU_STATS_KINDS];   /* while a snapshot is taken: ticks of children */
    union {
        struct {
            uint64_t cpu_began;   /* CPU time of the thread, plus 1 ns; 0: no call is open */
            int64_t memory_began; /* in MB, plus 1; 0: not known, or no call is open */
        } open;
        uint64_t inside_ns[GAU_STATS_KINDS]; /* in a snapshot: CPU time of children */
    } of;
};

/* Those of a thread. The address of a bin depends on the clock, and the next reading of the clock
 * would wait for it, 6 to 8 ns: so a call is counted in its bin by the next one. */
struct gau_thread_stats {
    struct gau_call_stats *now; /* of branch 0, of the kind that is being filled */
    uint8_t *last;              /* the bin of the last call, which is not in it yet, ... */
    struct gau_octave *octave;  /* ... and its octave */
    struct gau_branch_stats *branches;
    struct gau_octave *none; /* of branches without calls; `last` is in it if there is no bin */
    struct gau_stats_memory *memory;
    bool all;          /* there is nothing to measure but these */
    uint64_t unbinned; /* calls that are in no bin: out of memory */
};

/* @p branches: zeroed, a cache line's multiple in memory, kept by the caller. False: out of memory.
 */
bool gau_stats_open(struct gau_thread_stats *stats, struct gau_branch_stats *branches);
void gau_stats_close(struct gau_thread_stats *stats);

/* Before its first call. */
void gau_stats_add_branch(struct gau_thread_stats *stats, uint32_t branch);

/* Which kind is filled from now on; open calls will be of it. @p n_branches: those added. */
void gau_stats_select_kind(struct gau_thread_stats *stats, unsigned kind, uint32_t n_branches);

/* Counts the last call in its bin: when there may be no next one. */
void gau_stats_flush(struct gau_thread_stats *stats);

/* Adds the calls of one kind of another thread to those of a kind. Both are flushed. */
void gau_stats_merge(struct gau_thread_stats *stats, struct gau_branch_stats *branch, unsigned kind,
                     const struct gau_branch_stats *other, unsigned other_kind);
void gau_stats_clear(struct gau_thread_stats *stats, struct gau_branch_stats *branch,
                     unsigned kind);

/* The octave of a bin of gau_log_bin(). */
static inline unsigned gau_octave_of_bin(size_t bin)
{
    return bin < 2 * GAU_OCTAVE_BINS ? 0 : (unsigned)(bin / GAU_OCTAVE_BINS) - 1;
}

/* The number of its first bin among those of gau_log_bin(). */
static inline size_t gau_octave_first_bin(const struct gau_octave *octave)
{
    return octave->shift * (size_t)GAU_OCTAVE_BINS + octave->first;
}

/* Adds @p calls to a bin. */
void gau_stats_add_to_bin(struct gau_thread_stats *stats, struct gau_call_stats *of, size_t bin,
                          uint64_t calls);

/* The octaves that there are, by number, else NULL. */
struct gau_octaves {
    const struct gau_octave *by_number[GAU_OCTAVES];
};

struct gau_octaves gau_stats_octaves(const struct gau_call_stats *of);

/* The calls in a bin of an octave. */
static inline uint64_t gau_octave_calls(const struct gau_octave *octave, unsigned bin)
{
    const uint64_t *const carries = STATS_GET(octave->carries);

    return STATS_GET(octave->bins[bin]) + (carries ? STATS_GET(carries[bin]) : 0);
}

/* The event of the longest call, in an octave that is made if need be. */
void gau_stats_note_slowest(struct gau_thread_stats *stats, struct gau_call_stats *of,
                            uint64_t event);

/* The same; 0: there is none. */
uint64_t gau_stats_slowest_event(const struct gau_call_stats *of);

/* The ticks of the call at this fraction of all: the middle of its bin. */
double gau_stats_percentile(const struct gau_call_stats *of, double fraction);

/* The standard deviation in ticks, of a sample, so with n - 1; 0 for a single call. */
double gau_stats_stddev(const struct gau_call_stats *of);

/* --- a call -------------------------------------------------------------------------------- */

/* Of the kind that is being filled. */
static inline struct gau_call_stats *gau_stats_of(const struct gau_thread_stats *stats,
                                                  uint32_t branch)
{
    return (struct gau_call_stats *)(void *)((char *)stats->now +
                                             (size_t)branch * sizeof(struct gau_branch_stats));
}

static inline bool gau_stats_is_open(uint64_t began)
{
    return !(began & GAU_STATS_CLOSED);
}

static inline void gau_stats_begin(struct gau_call_stats *of, uint64_t now)
{
    STATS_SET(of->began, now);
}

/* The end of a call in all cases; @p event: for the longest one. */
void gau_stats_end_slowly(struct gau_thread_stats *stats, struct gau_call_stats *of, uint64_t now,
                          uint64_t event);

/*
 * The end of a call; false: nothing was done, as it is a rare case: the shortest or longest call so
 * far, another octave than last time, a carry, a begin that is missing or later.
 * Without calls in here the caller has hardly a register to save.
 */
static inline bool gau_stats_end_fast(struct gau_thread_stats *stats, struct gau_call_stats *of,
                                      uint64_t now)
{
    const uint64_t ticks = now - of->began;
    const double t = (double)(int64_t)ticks; /* signed: one instruction */
    struct gau_octave *const octave = of->octave;
    const uint64_t bin = (ticks >> octave->shift) - octave->first;
    uint8_t *const last = stats->last;
    const uint8_t counted = (uint8_t)(*last + 1);
    double sum_sq = of->sum_sq + t * t; /* clang wants no const */

    if (__builtin_expect(
            bin >= octave->n_bins || counted == 0 || ticks > of->max || ticks < of->min, 0))
        return false;
    STATS_SET(of->began, GAU_STATS_ENDING);
    STATS_SET(*last, counted);
    STATS_ADD(of->total, ticks);
    __atomic_store(&of->sum_sq, &sum_sq, __ATOMIC_RELEASE);
    STATS_ADD(of->calls, 1);
    STATS_SET(of->began, now | GAU_STATS_CLOSED);
    STATS_SET(stats->last, &octave->bins[bin]);
    STATS_SET(stats->octave, octave);
    return true;
}

static inline void gau_stats_end(struct gau_thread_stats *stats, struct gau_call_stats *of,
                                 uint64_t now, uint64_t event)
{
    if (!gau_stats_end_fast(stats, of, now))
        gau_stats_end_slowly(stats, of, now, event);
}

/* A call that was none. */
static inline void gau_stats_forget(struct gau_call_stats *of)
{
    STATS_SET(of->began, GAU_STATS_CLOSED);
}

#endif
