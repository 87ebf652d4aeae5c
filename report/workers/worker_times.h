/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_WORKERS_WORKER_TIMES_H
#define GAUDIT_REPORT_WORKERS_WORKER_TIMES_H

#include "busy_together.h"

#include "report/timeline/timeline_trace.h"

/**
 * @file worker_times.h
 * How each lane of a timeline spent the run: each tick is in one category. The file is read twice:
 * for the time of the run and of the event loop, then for the categories. What is kept does not
 * grow with the file, but by the work of processors.
 */

enum gau_worker_category {
    GAU_WORKER_BUSY, /* in events; of threads also in sections */
    GAU_WORKER_INPUT,
    GAU_WORKER_BACKGROUND, /* other background items, and Setup */
    GAU_WORKER_WAITING,    /* none of these, between the first and the last of the event loop */
    GAU_WORKER_IDLE,
    GAU_WORKER_UNKNOWN, /* lists of entries are missing */
    GAU_WORKER_CATEGORIES
};

enum {
    GAU_WORKER_BINS = 310, /* at most */
    GAU_WORKER_STALLS = 5, /* the longest are kept */
};

struct gau_worker_lane {
    /* Of the first reading. */
    uint64_t loop_from, loop_to; /* of the loop; to 0: the lane has none */
    uint64_t last;               /* end of its last outermost call */
    bool has_calls;              /* other than background items */
    bool has_items;              /* of background work, outermost */
    bool counts;                 /* in what is said of all workers */

    uint64_t at; /* ticks: up to there time is in the categories */
    uint32_t state;
    uint64_t ticks[GAU_WORKER_CATEGORIES];
    uint64_t events;
    double cpu_s;       /* of those busy ticks whose CPU time is known: */
    uint64_t cpu_ticks; /* 0: of none */
    bool has_gaps;
    bool after_event;              /* since then no list was missing: */
    uint64_t stall_since;          /* the end of the last event */
    uint64_t stall_input;          /* reading since then */
    struct gau_busy_together work; /* of a processor */
};

/* Time between two events of a lane. */
struct gau_worker_stall {
    uint32_t lane;              /* index */
    uint64_t begin, end, input; /* ticks; of these reading */
    uint64_t event;             /* the next */
};

/* Of one file; {.trace = ..., .file = ...} */
struct gau_worker_times {
    struct gau_timeline_trace *trace; /* borrowed */
    const struct gau_timeline_file *file;
    struct gau_worker_lane *lanes; /* by index */
    uint32_t n_lanes, lanes_size;
    uint32_t n;                 /* lanes that count */
    struct gau_worker_lane all; /* sums of these */
    bool has_events;
    bool of_background;     /* no lane has anything else: that is what counts */
    uint64_t *item_ticks;   /* then: of all lanes that count, by branch; */
    uint32_t n_item_ticks;  /* not of those above */
    uint32_t input;         /* its branch; UINT32_MAX: none */
    uint64_t input_events;  /* that came right after it */
    uint64_t worker_events; /* of all workers */
    uint64_t from, to;      /* ticks: what is looked at */
    uint64_t width;         /* of a bin */
    uint32_t n_bins;        /* of the lanes that count together: */
    uint64_t (*bins)[GAU_WORKER_CATEGORIES];
    struct gau_busy_together together;
    struct gau_worker_stall stalls[GAU_WORKER_STALLS]; /* longest first */
    uint32_t n_stalls;
    bool out_of_memory;
};

/* Reads the file; the clock and names are in the trace then. @p time_filter may be NULL. False: see
 * @p error. To be cleared in any case. */
bool gau_worker_times_read(struct gau_worker_times *times, const char *time_filter,
                           gau_error *error);
void gau_worker_times_clear(struct gau_worker_times *times);

static inline double gau_worker_seconds(const struct gau_worker_times *times, uint64_t ticks)
{
    return (double)ticks * times->trace->lanes.clock.tick_s;
}

/* What counts as work: the busy time or, if there is only background work, that. */
static inline enum gau_worker_category gau_worker_working(const struct gau_worker_times *times)
{
    return times->of_background ? GAU_WORKER_BACKGROUND : GAU_WORKER_BUSY;
}

/* Writes "2 workers, 1.6 busy: 18 % wait for input"; the part behind the colon is the largest loss,
 * if that is 5 % or more. Of background work also the item that takes the most time:
 * "3 threads, 1.9 in background work: 37 % idle; most in 'messages' 54 %". */
void gau_worker_sentence(char *text, size_t size, const struct gau_worker_times *times);

/* Returns "worker" or "thread": what is counted. */
const char *gau_worker_noun(const struct gau_worker_times *times);

#endif
