/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_GROUPING_INTERNAL_H
#define GAUDIT_REPORT_HOTSPOTS_GROUPING_INTERNAL_H

#include "grouping.h"

#include "report/symbols/text_pool.h"

/* The group of a call stack below the group of the keys before it. */
struct gau_hotspots_stack_group {
    uint32_t above, stack, group;
    uint32_t more; /* where the list of the groups that it is in, too, begins; 0: there are none */
};

/* The state in which the tree is made. */
struct gau_hotspots_state {
    struct gau_hotspots_grouping *grouping;
    struct gau_symbolized_samples *result;
    const struct gau_hotspots_query *query;
    uint32_t group_size;
    uint32_t tail_count, tail_size; /* of the grouping's tails */
    struct gau_map group_map;
    struct gau_hotspots_stack_group *stacks; /* where samples with a call stack are */
    uint32_t stack_count, stack_size;
    struct gau_map stack_map;
    uint32_t *leaves; /* by sample: its group, or GAU_HOTSPOTS_NO_GROUP, or GAU_HOTSPOTS_NO_TIME */
    uint32_t
        *more; /* by sample: as in struct gau_hotspots_stack_group; only where groups overlap */
    uint32_t *pool; /* the lists, each after its length; it begins with a list of nothing */
    uint32_t pool_count, pool_size;
    uint32_t *seen; /* by group: the number of the list that had it last */
    uint32_t seen_count, seen_size, list_number;
    uint32_t *chain; /* functions of a call stack */
    uint32_t chain_size;
};

#define GAU_HOTSPOTS_NO_TIME (UINT32_MAX - 1)

/* Adds a group, and returns its number; 0: out of memory. */
uint32_t gau_hotspots_work_add(struct gau_hotspots_state *work,
                               const struct gau_hotspots_group *group);

/* Returns the child that is of @p value, or begins with it; 0 if there is none. */
uint32_t gau_hotspots_work_find(const struct gau_hotspots_state *work, uint32_t parent,
                                uint32_t level, uint64_t value);

/* Lets gau_hotspots_work_find() find a group. False: out of memory. */
bool gau_hotspots_work_enter(struct gau_hotspots_state *work, uint32_t group);

/* Returns the child of that value, which is made if it is not there. 0: out of memory. */
uint32_t gau_hotspots_work_child(struct gau_hotspots_state *work, uint32_t parent, uint32_t level,
                                 uint64_t value);

/* Returns the group of a call stack below that of the keys before it; borrowed. NULL: out of
 * memory. */
const struct gau_hotspots_stack_group *gau_hotspots_work_stack(struct gau_hotspots_state *work,
                                                               uint32_t above, uint32_t level,
                                                               uint32_t stack);

/* Returns the list of a sample, which begins with its length. */
static inline const uint32_t *gau_hotspots_work_more(const struct gau_hotspots_state *work,
                                                     uint32_t sample)
{
    return work->pool + (work->more ? work->more[sample] : 0);
}

/* Adds to groups from number @p first on what they have in addition. */
void gau_hotspots_work_add_more(struct gau_hotspots_state *work, uint32_t first);

/* Sets the standard errors of all groups that samples are in. False: out of memory. */
bool gau_hotspots_work_errors(struct gau_hotspots_state *work);

/* Sets the time of the query's branches, and the part of each group that is in them. Sums must be
 * made before it, and the order after it. False: out of memory. */
bool gau_hotspots_work_whole(struct gau_hotspots_state *work);

/* Puts the children of each group in order, and those beyond the limit into [others]. */
bool gau_hotspots_work_arrange(struct gau_hotspots_state *work);

#endif
