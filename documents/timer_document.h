/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_TIMER_DOCUMENT_H
#define GAUDIT_DOCUMENTS_TIMER_DOCUMENT_H

#include "branch_tree.h"

/* This is the only reader of a timer's document, timer.json: branches, clock and event window. */

/*
 * The times of a branch: name, key in the document, title of the column, and what must be there.
 * Reader and view follow from these rows. A time that older results do not have is OPTIONAL.
 */
#define GAU_TIMER_SUMS(X)                \
    X(TOTAL, "total_s", "Total", FINITE) \
    X(SELF, "self_s", "Self", FINITE)

/* These times are of single calls: they are null where there were none. */
#define GAU_TIMER_STATISTICS(X)                 \
    X(MEAN, "mean_s", "Mean", REQUIRED)         \
    X(MIN, "min_s", "Min", REQUIRED)            \
    X(MAX, "max_s", "Max", REQUIRED)            \
    X(STDDEV, "stddev_s", "Std.dev.", REQUIRED) \
    X(P50, "p50_s", "p50", OPTIONAL)            \
    X(P90, "p90_s", "p90", OPTIONAL)            \
    X(P99, "p99_s", "p99", OPTIONAL)

/* A table has these if its first row has the first of them. */
#define GAU_TIMER_CPU_TIMES(X)                         \
    X(CPU_TOTAL, "cpu_total_s", "CPU total", WITH_CPU) \
    X(CPU_SELF, "cpu_self_s", "CPU self", WITH_CPU)

#define GAU_TIMER_TIMES(X) GAU_TIMER_SUMS(X) GAU_TIMER_STATISTICS(X) GAU_TIMER_CPU_TIMES(X)

#define GAU_TIMER_TIME(name, ...) GAU_TIMER_##name,
enum gau_timer_time { GAU_TIMER_TIMES(GAU_TIMER_TIME) GAU_TIMER_N_TIMES };

/* How much of a document is read. */
enum gau_timer_part {
    GAU_TIMER_CALLS, /* calls and sums of times; what else there is in a row is not read */
    GAU_TIMER_ALL,
};

struct gau_timer_branch {
    int64_t calls;
    int64_t slowest;                 /* -1: no slowest event */
    int64_t level;                   /* -1: not known */
    int64_t self_MB, total_MB;       /* 0: not known */
    double times[GAU_TIMER_N_TIMES]; /* in seconds; NaN: not known */
    double sum_of_squares;           /* in s^2; NaN: not known */
    const char *type;                /* NULL: not read */
    struct gau_timer_histogram {
        const void *pairs; /* of bin and calls, int32_t or int64_t; NULL: not known */
        uint32_t n;        /* of pairs */
        bool is_narrow;    /* they are int32_t, which is enough for most */
    } histogram;
};

struct gau_timer_branches {
    struct gau_tree tree; /* item i is node i */
    struct gau_timer_branch *items;
    size_t main;    /* the node whose total is 100 %; GAU_NO_NODE: there are no branches */
    bool program;   /* no event was timed, but sections of a program without an event loop */
    bool cpu;       /* with CPU times */
    bool memory;    /* with memory */
    int64_t events; /* that were timed */
    double tick_s;  /* of histograms; NaN: not known */
    int64_t first_event, end_event; /* [first, end): of their numbers; INT64_MAX: not known */
    uint32_t items_size;            /* of rows that are read one by one */
    struct gau_bump_allocator histograms;
};

struct gau_timer_document {
    struct gau_timer_branches branches, warm_up; /* the tables of these names */
    const char *clock;                           /* "": not known */
    double overhead_per_call_ns;                 /* per call; NaN: not known */
    int64_t window[2];                           /* { 0, 0 }: not known */
};

/* Reads a document from @p fields, whose texts are borrowed. False: see their error. @p out is to
 * be cleared in any case. */
bool gau_timer_document_read(struct gau_timer_document *out,
                             const struct gau_document_fields *fields, enum gau_timer_part part);

/*
 * Reads all of FOLDER/NAME.json a row at a time, so that it takes less memory and time than from
 * the whole document. Returns the document with one row in each table of branches, which owns texts
 * of
 * @p out; the caller frees it. NULL: it cannot be read so; reading the whole document says why.
 */
json_t *gau_timer_document_load(struct gau_timer_document *out, const char *folder,
                                const char *name);

/* Sets the range [first, end) of event numbers for the checks below; an end of 0 is not known. */
void gau_timer_document_limit_events(struct gau_timer_document *document, const int64_t window[2]);
void gau_timer_document_clear(struct gau_timer_document *document);

/* Returns whether the numbers of a branch are impossible; @p text then says why. The function below
 * checks the total against the children. */
bool gau_timer_branches_find_error(char *text, size_t size,
                                   const struct gau_timer_branches *branches, size_t node);

/* Returns whether self times are not the totals less the children's; @p text then says why. */
bool gau_timer_branches_find_sum_error(char *text, size_t size,
                                       const struct gau_timer_branches *branches, size_t node);

#endif
