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

/* Whether both are of one call stack. */
bool gau_hot_visit_is_call(const struct gau_hot_visit *visit, uint32_t depth);

/* Whether it is all there is of what it is below: it has the same samples. */
bool gau_hot_visit_is_same(const struct gau_hot_visit *visit, uint32_t depth);

/*
 * How far a group is indented: those of a call stack that have the same samples stand below each
 * other without being set in further, so that long call stacks stay readable.
 */
unsigned gau_hot_visit_indent(const struct gau_hot_visit *visit);

#endif
