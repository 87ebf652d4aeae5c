/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_GROUPING_H
#define GAUDIT_REPORT_HOTSPOTS_GROUPING_H

/**
 * @file grouping.h
 * Samples as a tree of groups: the root holds all that pass the filter, its children are the groups
 * of the first key, and so on. The CPU time of a group is the sum of its children's. A group of a
 * call stack also has the samples that end with it.
 *
 * Most callers have just what they call. So a group of a call stack represents several functions,
 * one below the other, if they all have the same samples: it is a tree with compressed paths (D. R.
 * Morrison, J. ACM 15, 1968, p. 514). gau_hotspots_iterator_next() goes through it function by
 * function.
 */

#include "hotspots.h"
#include "sample_filter.h"

/** A sampled CPU time, in nanoseconds. */
struct gau_hotspots_measure {
    uint64_t samples, weight_ns;
    double error_ns;       /* standard error of weight_ns; see sampling_errors.h */
    double share_error_ns; /* its part of the root's weight has this error over that weight */
    uint64_t within_ns;    /* its part that is in the query's branches */
};

struct gau_hotspots_group {
    uint32_t parent;         /* group; that of the root, 0, is 0 */
    uint32_t first, count;   /* its children in gau_hotspots_grouping.order */
    uint32_t all_count;      /* of children, also those that the limit left out */
    uint32_t level;          /* the index of its key; GAU_HOTSPOTS_ROOT for the root */
    uint32_t depth;          /* 0: the root. In call stacks it goes on beyond the number of keys */
    uint32_t creation_order; /* groups are made in this order; it sorts those of one name */
    bool others;             /* "[others]": the siblings that a limit left out; all_count has their
                              * number, and value that of the only one */
    uint64_t value;          /* see gau_hotspots_text() */
    uint32_t tail, tail_count; /* the functions below that in gau_hotspots_grouping.tails */
    struct gau_hotspots_measure total, own; /* with what is in children, and without */
    uint64_t more_samples, more_weight_ns;  /* what other groups have as their own, see below */
};

#define GAU_HOTSPOTS_ROOT UINT32_MAX

/** How samples are put into groups. */
enum gau_hotspots_direction {
    GAU_HOTSPOTS_BY_KEYS,
    GAU_HOTSPOTS_CALLERS_OF, /* by the callers of the subject, the nearest first */
    GAU_HOTSPOTS_LINES_OF,   /* by the line of the subject; a child has what is called from the line
                              */
    /* These groups overlap: a sample is in all that its call stack has, and is the first one's own;
     * the others have it in addition (more_samples). */
    GAU_HOTSPOTS_BY_CALLS,     /* calls from one module into another, the innermost first */
    GAU_HOTSPOTS_BY_FUNCTIONS, /* requested ones; first is the innermost, or GAU_HOTSPOTS_NONE */
};

/** Values of groups of calls: the caller is in the upper half. */
#define GAU_HOTSPOTS_NONE UINT64_MAX      /* no call between modules; a function not requested */
#define GAU_HOTSPOTS_NO_CALLER UINT32_MAX /* the call stack ends with the subject */

enum gau_hotspots_sort {
    GAU_HOTSPOTS_BY_TIME,
    GAU_HOTSPOTS_BY_SAMPLES,
    GAU_HOTSPOTS_BY_ERROR,
    GAU_HOTSPOTS_BY_NAME
};

/** What is grouped, and how. */
struct gau_hotspots_query {
    struct gau_hotspots_keys keys;
    struct gau_hotspots_filter filter;
    enum gau_hotspots_sort sort; /* falling, by name rising */
    size_t limit;                /* children that each group has, without [others]; 0: all */
    size_t most_rows;            /* the heaviest groups of all levels that make at most so many rows
                                  * with [others]; 0: any number */
    double least_percent;        /* of the time; children with less are in [others], too */
    bool top_down;               /* the call stack begins with the outermost caller */
    enum gau_hotspots_direction direction;
    uint32_t subject; /* a function. Where it calls itself, the innermost call counts; samples of
                       * stacks without it are in no group */
    const unsigned char *wanted; /* by function: not 0 */
    const bool *within; /* by task: it is in the branches whose time is 100 %; NULL: all is.
                           Not where groups overlap */
};

/** Reads a query from options; @p keys are those of the view, if the user gives no others. False:
 * see @p error. Its filter is to be cleared in any case. */
bool gau_hotspots_query_read(struct gau_hotspots_query *query,
                             const struct gau_view_options *options, const char *keys,
                             struct gau_symbolized_samples *result, gau_error *error);

struct gau_hotspots_grouping {
    struct gau_hotspots_group *groups; /* the root is the first */
    uint32_t group_count;
    uint32_t *order; /* children of a group are adjacent, sorted */
    uint32_t order_count;
    uint32_t *tails;
    uint64_t thread_count, process_count; /* of samples that count, each once */
    struct gau_hotspots_measure whole;    /* of the query's branches */
};

/** Returns the standard error of a time as a part of @p whole, the time of the branches; @p all_ns
 * is that of all samples. */
double gau_hotspots_relative_error(const struct gau_hotspots_measure *measure,
                                   const struct gau_hotspots_measure *whole, uint64_t all_ns);

/** Groups the samples. False: out of memory; see @p error. To be cleared in any case. */
bool gau_hotspots_group(struct gau_hotspots_grouping *grouping,
                        struct gau_symbolized_samples *result,
                        const struct gau_hotspots_query *query, gau_error *error);
void gau_hotspots_grouping_clear(struct gau_hotspots_grouping *grouping);

/** Returns child number @p i of a group. */
static inline const struct gau_hotspots_group *gau_hotspots_child(
    const struct gau_hotspots_grouping *grouping, const struct gau_hotspots_group *group,
    uint32_t i)
{
    return &grouping->groups[grouping->order[group->first + i]];
}

/** Returns the name of a group, which is that of its first function; it may be in @p room. */
const char *gau_hotspots_group_text(const struct gau_symbolized_samples *result,
                                    const struct gau_hotspots_query *query,
                                    const struct gau_hotspots_group *group, char *room,
                                    size_t size);

/** Returns what groups are sorted by, with what is in them or without; not for names. */
double gau_hotspots_sort_value(const struct gau_hotspots_group *group, enum gau_hotspots_sort sort,
                               bool own);

/** Reads "time", "samples", "error" or "name". */
bool gau_hotspots_sort_read(enum gau_hotspots_sort *sort, const char *text, gau_error *error);

/* --- all groups ---------------------------------------------------------------------------- */

/*
 * An iterator visits the groups of a tree, parents before their children, without the root. It
 * begins as {.grouping = ...}. A group of several functions is visited once for each.
 */
struct gau_hotspots_iterator {
    const struct gau_hotspots_grouping *grouping;
    struct gau_hotspots_group group; /* as it is shown; its tail is not used */
    uint32_t depth;                  /* of the group, from 1 on */
    struct gau_hotspots_step {
        uint32_t group;
        uint32_t function;                                        /* of the group, the first is 0 */
        uint32_t next;                                            /* child */
    } path[GAU_HOTSPOTS_DEPTH_MAX + GAU_HOTSPOTS_FRAMES_MAX + 1]; /* the root first */
};

/* Goes to the next group; false if there is none. */
bool gau_hotspots_iterator_next(struct gau_hotspots_iterator *visit);

/* Passes over what is below the group. */
void gau_hotspots_iterator_skip(struct gau_hotspots_iterator *visit);

/* Returns what is shown at a depth of the path to the group: the group, or one that it is below. */
struct gau_hotspots_group gau_hotspots_iterator_at(const struct gau_hotspots_iterator *visit,
                                                   uint32_t depth);

/* Returns whether the group at @p depth and the one above it are of one call stack. */
bool gau_hotspots_iterator_is_call(const struct gau_hotspots_iterator *visit, uint32_t depth);

/* Returns whether the group at @p depth has the same samples as its parent. */
bool gau_hotspots_iterator_is_same(const struct gau_hotspots_iterator *visit, uint32_t depth);

/*
 * Returns how far a group is indented. Groups of a call stack that have the same samples are not
 * indented further, so that long call stacks stay readable.
 */
unsigned gau_hotspots_iterator_indent(const struct gau_hotspots_iterator *visit);

#endif
