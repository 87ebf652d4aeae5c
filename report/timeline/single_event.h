/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_SINGLE_EVENT_H
#define GAUDIT_REPORT_TIMELINE_SINGLE_EVENT_H

#include "timeline_trace.h"

/**
 * @file single_event.h
 * One event of a timeline: the tree of its calls, with the median of each branch over the whole
 * timeline. The file is read twice: for the medians and the place of the event, then for its calls.
 * What is kept does not grow with the file.
 */

/** The tree of one event, as a table. */
GAU_VIEW_DECLARATION(event)

enum {
    GAU_EVENT_CALLS = 5,         /* of one branch below one call have a row each; more are one */
    GAU_EVENT_TREE_ROWS = 10000, /* of an event; further calls are counted */
    GAU_EVENT_BRANCHES = 8192,   /* have medians, 5 KB each */
    GAU_EVENT_MEANWHILE = 4,     /* entries of another lane that are named */
};

/* The CPU clock is read after the other one: waiting is known to this step. */
#define GAU_EVENT_WAITING_STEP_NS 1000

/* What became of a call. */
enum gau_single_event_outcome {
    GAU_CALL_ACCEPTED,
    GAU_CALL_REJECTED,
    GAU_CALL_FAILED,
    GAU_CALL_ABORTED,
    GAU_CALL_OPEN,
    GAU_CALL_UNFINISHED, /* was open when the process ended, or what it was in */
    GAU_CALL_END_MISSING,
    GAU_CALL_REUSED, /* was not made */
    GAU_CALL_SKIPPED,
    GAU_CALL_OUTCOMES
};

/* --- single_event_medians.c ------------------------------------------------------------------ */

/* Times in bins that are 1/32 of their lower edge wide at the most: a median is within 1.6 %. */
struct gau_single_event_medians {
    uint32_t *index; /* number of the branch, to that of its times + 1 */
    struct gau_single_event_times **items;
    uint32_t n, size;
    uint64_t left_out; /* calls */
};

/* False: out of memory. */
bool gau_single_event_add_time(struct gau_single_event_medians *medians, uint32_t branch,
                               uint64_t ticks);

/* In ticks; NAN: no call of the branch has ended. */
double gau_single_event_median(const struct gau_single_event_medians *medians, uint32_t branch);
void gau_single_event_medians_clear(struct gau_single_event_medians *medians);

/* --- single_event_calls.c -------------------------------------------------------------------- */

/* A call, or all calls of a branch below another; or a processor. Rows are numbered from 1. */
struct gau_single_event_row {
    uint32_t lane;              /* index; of a processor its own */
    uint32_t branch;            /* of a lane that is not the event's: of an interval */
    uint32_t parent;            /* 0: none */
    uint32_t child, last, next; /* first and last child, next sibling; 0: none */
    uint32_t depth;             /* of the event 1; of a processor 0 */
    uint32_t same;              /* calls of the branch below the parent, in the first row */
    uint32_t rest;              /* likewise: the row of all that have no row of their own */
    bool is_folded;             /* has all calls of its branch; so have the rows below it */
    bool is_interval, is_processor;
    uint64_t begin, time, below, cpu_ns;
    uint64_t calls; /* that were made */
    uint64_t with_cpu;
    uint64_t outcomes[GAU_CALL_OUTCOMES];
    int32_t status; /* of the last that failed */
};

/* What another lane did. */
struct gau_single_event_lane {
    struct gau_single_event_other {
        uint32_t branch;
        uint64_t event; /* 0: it is none */
        uint64_t count;
        enum gau_single_event_outcome outcome;
    } items[GAU_EVENT_MEANWHILE];
    uint32_t n;
    uint64_t more;
};

struct gau_single_event {
    const struct gau_timeline_files *files;
    struct gau_timeline_files one;   /* the file that has it, borrowed */
    struct gau_timeline_trace trace; /* of that file */
    struct gau_bump_allocator heap;
    struct gau_timeline names; /* of that file: branches, lanes, damage */
    gau_error *error;

    uint64_t wanted; /* 0: the slowest */

    /* Of all events that were read. */
    uint64_t events, least, most;
    uint64_t ended; /* of those: the median is of these */
    uint64_t same;  /* events with the wanted number */
    struct gau_single_event_medians medians;
    bool has_cpu; /* some entry has */

    /* It. */
    bool found, is_ended;
    uint64_t number, from, to; /* ticks */
    uint32_t lane;             /* index */
    uint32_t around;           /* sections that it began inside */

    struct gau_single_event_row *rows;
    uint32_t n_rows, rows_size;
    uint32_t root;                        /* the row of the event; 0: it did not begin yet */
    struct gau_map places;                /* from parent and branch to the first row */
    struct gau_map processors;            /* from the lane to its row */
    struct gau_single_event_lane *others; /* of GAU_LANES_MAX */
    uint64_t left_out;                    /* calls */
    uint64_t missing;                     /* lists in the event, or beside it */
};

enum gau_single_event_outcome gau_single_event_outcome_of(const struct gau_lane_entry *entry);

/* Reads the calls of the event that was found. False: see the error. */
bool gau_single_event_read_calls(struct gau_single_event *event);

static inline struct gau_single_event_row *gau_single_event_row(
    const struct gau_single_event *event, uint32_t row)
{
    return &event->rows[row - 1];
}

/* The next row as they are shown, depth first; 0: there are no more. @p row 0: the first. */
uint32_t gau_single_event_next(const struct gau_single_event *event, uint32_t row);

/* --- single_event_fold.c --------------------------------------------------------------------- */

/* Gives calls that are too many one row. False: out of memory. */
bool gau_single_event_fold(struct gau_single_event *event);

/* --- single_event.c -------------------------------------------------------------------------- */

/* Reads the event. False: see the error. To be cleared in any case. */
bool gau_single_event_read(struct gau_single_event *event);
void gau_single_event_clear(struct gau_single_event *event);

static inline double gau_single_event_seconds(const struct gau_single_event *event, double ticks)
{
    return ticks * event->trace.lanes.clock.tick_s;
}

/* In seconds, of a row, in whole steps; one step more than the row above is rounding, and is left
 * out. NAN: CPU times are not known. */
double gau_single_event_waiting(const struct gau_single_event *event,
                                const struct gau_single_event_row *row);

/* The time of a row in medians of its calls; NAN: these are not known. */
double gau_single_event_ratio(const struct gau_single_event *event,
                              const struct gau_single_event_row *row);

/* The time of a row without that of the rows below it, in ticks. */
static inline uint64_t gau_single_event_self(const struct gau_single_event_row *row)
{
    return row->time > row->below ? row->time - row->below : 0;
}

/* --- single_event_texts.c -------------------------------------------------------------------- */

struct gau_table;

/* The name of a row's branch, or of a processor. */
const char *gau_single_event_name(char text[GAU_TIMELINE_PATH],
                                  const struct gau_single_event *event,
                                  const struct gau_single_event_row *row);

/* Its branch identifier. */
const char *gau_single_event_path(char text[GAU_TIMELINE_PATH],
                                  const struct gau_single_event *event,
                                  const struct gau_single_event_row *row);

/* "accepted"; "2 rejected, 5 reused"; "" for what decides nothing. */
void gau_single_event_decision(char *text, size_t size, const struct gau_single_event *event,
                               const struct gau_single_event_row *row);

/* Sets the first sentence, which says what the event took, and where most of it went. */
void gau_single_event_title(struct gau_table *table, const struct gau_single_event *event);

/* Writes what is missing in the event or in the file; "": nothing. */
void gau_single_event_damage(char *text, size_t size, const struct gau_single_event *event);

/* Adds lines of what the other lanes did, and what is missing. */
void gau_single_event_notes(struct gau_table *table, const struct gau_single_event *event);

#endif
