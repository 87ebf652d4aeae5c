/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_VISIT_H
#define GAUDIT_REPORT_HOTSPOTS_VISIT_H

#include "grouping.h"

/*
 * The groups of a tree one after the other, parents before their children, without the root: begin
 * with {.grouping = ...}. Those that stand for several functions are shown as one for each.
 */
struct gau_hot_visit {
    const struct gau_hot_grouping *grouping;
    struct gau_hot_group group; /* as it is shown; its tail is of no interest */
    uint32_t depth;             /* of the group, from 1 on */
    struct gau_hot_step {
        uint32_t group;
        uint32_t function;                              /* of the group, the first is 0 */
        uint32_t next;                                  /* child */
    } path[GAU_HOT_DEPTH_MAX + GAU_HOT_FRAMES_MAX + 1]; /* the root first */
};

/* False: there is no more. */
bool gau_hot_visit_next(struct gau_hot_visit *visit);

/* Passes over what is below the group. */
void gau_hot_visit_skip(struct gau_hot_visit *visit);

/* What is shown at a depth of the path to the group: it, or what it is below. */
struct gau_hot_group gau_hot_visit_at(const struct gau_hot_visit *visit, uint32_t depth);

/* Whether that is the only child of what it is below. */
bool gau_hot_visit_is_only(const struct gau_hot_visit *visit, uint32_t depth);

/* Whether both are of one call stack. */
bool gau_hot_visit_is_call(const struct gau_hot_visit *visit, uint32_t depth);

/*
 * How far a group is indented: callers that are the only ones of their kind stand below the group
 * they call without being set in further, so that long call stacks stay readable.
 */
unsigned gau_hot_visit_indent(const struct gau_hot_visit *visit);

/* A text on one line, as terminals may have it: control characters and what is not UTF-8 are
 * spelled. To be freed; NULL: no memory. */
char *gau_hot_clean(const char *text);

enum { GAU_HOT_ERROR_SIZE = 64 };

/* The standard error of a time in seconds, for people: "0.012"; "<0.001" if it is too small for
 * the decimals, but not 0. Returns @p text. */
const char *gau_hot_error_text(double error_ns, int decimals, char *text, size_t size);

#endif
