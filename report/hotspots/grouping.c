/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_work.h"

#include "caches.h"
#include "errors.h"

#include "report/views/document.h"

#include <stdlib.h>
#include <string.h>

/* --- groups -------------------------------------------------------------------------------- */

static bool add_group(struct gau_hot_work *work, const struct gau_hot_group *group)
{
    struct gau_hot_grouping *const grouping = work->grouping;

    if (!gau_grow(&grouping->groups, grouping->group_count, &work->group_size,
                  sizeof *grouping->groups))
        return false;
    grouping->groups[grouping->group_count++] = *group;
    return true;
}

uint32_t gau_hot_work_child(struct gau_hot_work *work, uint32_t parent, uint32_t level,
                            uint64_t value)
{
    const struct gau_hot_grouping *const grouping = work->grouping;
    const uint64_t key = gau_mix((uint64_t)parent << 32 | level, value);
    const struct gau_hot_group group = {.parent = parent,
                                        .level = level,
                                        .depth = grouping->groups[parent].depth + 1,
                                        .value = value};
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&work->group_map, key, &step))) {
        const struct gau_hot_group *const other = &grouping->groups[known];

        if (other->parent == parent && other->level == level && other->value == value)
            return known;
    }
    if (!gau_map_add(&work->group_map, key, grouping->group_count) || !add_group(work, &group))
        return 0;
    return grouping->group_count - 1;
}

/* --- places -------------------------------------------------------------------------------- */

static bool names_function(const struct gau_hot_query *query, size_t level)
{
    for (size_t i = 0; i < level; i++)
        if (query->keys.items[i] == GAU_HOT_FUNCTION)
            return true;
    return false;
}

/* Groups for the functions of a call stack; the first is one already if it is a key. False: no
 * memory. */
static bool make_stack(struct gau_hot_work *work, uint32_t *group, uint32_t level, uint32_t stack)
{
    struct gau_hot_walk walk = {.stack = stack};
    struct gau_frame frame;
    uint32_t count = 0;

    if (!work->query->top_down && names_function(work->query, level))
        gau_hot_walk_next(&walk, work->result, &frame);
    while (count < GAU_HOT_FRAMES_MAX && gau_hot_walk_next(&walk, work->result, &frame)) {
        if (!gau_grow(&work->chain, count, &work->chain_size, sizeof *work->chain))
            return false;
        work->chain[count++] = gau_hot_frame_value(work->result, &frame, GAU_HOT_CALLSTACK);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t value = work->chain[work->query->top_down ? count - 1 - i : i];

        *group = gau_hot_work_child(work, *group, level, value);
        if (!*group)
            return false;
    }
    return true;
}

/* The same stacks come again and again, and are long. */
static bool add_stack(struct gau_hot_work *work, uint32_t *group, uint32_t level, uint32_t stack)
{
    const uint64_t key = gau_mix(*group, stack);
    struct gau_hot_stack_group made = {.above = *group, .stack = stack};
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&work->stack_map, key, &step))) {
        const struct gau_hot_stack_group *const other = &work->stacks[known - 1];

        if (other->above == made.above && other->stack == stack) {
            *group = other->group;
            return true;
        }
    }
    if (!make_stack(work, group, level, stack) ||
        !gau_grow(&work->stacks, work->stack_count, &work->stack_size, sizeof *work->stacks))
        return false;
    made.group = *group;
    work->stacks[work->stack_count++] = made;
    return gau_map_add(&work->stack_map, key, work->stack_count);
}

/* False: no memory. */
static bool find_group(struct gau_hot_work *work, const struct gau_hot_place *place,
                       uint32_t *group)
{
    const struct gau_hot_keys *const keys = &work->query->keys;

    *group = 0;
    for (uint32_t level = 0; level < keys->count; level++) {
        if (keys->items[level] == GAU_HOT_CALLSTACK)
            return add_stack(work, group, level, place->stack);
        *group = gau_hot_work_child(work, *group, level,
                                    gau_hot_value(work->result, place, keys->items[level]));
        if (!*group)
            return false;
    }
    return true;
}

/* --- sums ---------------------------------------------------------------------------------- */

static bool add_samples(struct gau_hot_work *work)
{
    const struct gau_profile *const profile = work->result->profile;

    for (uint32_t i = 0; i < profile->sample_count; i++) {
        const struct gau_profile_sample *const sample = &profile->samples[i];
        const struct gau_hot_place place = {.stack = sample->stack,
                                            .task = sample->task,
                                            .thread = sample->thread};
        struct gau_hot_group *group;

        work->leaves[i] = GAU_HOT_NO_TIME;
        if (!gau_hot_filter_in_time(&work->query->filter, sample->time_ns))
            continue;
        work->leaves[i] = GAU_HOT_NO_GROUP;
        if (!gau_hot_filter_passes(&work->query->filter, work->result, &place))
            continue;
        if (!find_group(work, &place, &work->leaves[i]))
            return false;
        group = &work->grouping->groups[work->leaves[i]];
        group->own_samples++;
        group->own_weight_ns += sample->weight_ns;
    }
    return true;
}

/* Children stand behind their parents. */
static void add_up(struct gau_hot_grouping *grouping)
{
    for (uint32_t i = grouping->group_count; i-- > 0;) {
        struct gau_hot_group *const group = &grouping->groups[i];

        group->samples += group->own_samples;
        group->weight_ns += group->own_weight_ns;
        if (i > 0) {
            grouping->groups[group->parent].samples += group->samples;
            grouping->groups[group->parent].weight_ns += group->weight_ns;
        }
    }
}

static bool build(struct gau_hot_work *work)
{
    const uint32_t count = work->result->profile->sample_count;
    const struct gau_hot_group root = {.level = GAU_HOT_ROOT};

    work->leaves = calloc((size_t)count + 1, sizeof *work->leaves);
    if (!work->leaves || !add_group(work, &root) || !add_samples(work))
        return false;
    add_up(work->grouping);
    return gau_hot_work_arrange(work) && !work->result->caches->out_of_memory;
}

bool gau_hot_group(struct gau_hot_grouping *grouping, struct gau_hot_result *result,
                   const struct gau_hot_query *query, struct gau_view_error *error)
{
    struct gau_hot_work work = {.grouping = grouping, .result = result, .query = query};
    bool done;

    *grouping = (struct gau_hot_grouping){0};
    done = build(&work);
    gau_map_clear(&work.group_map);
    gau_map_clear(&work.stack_map);
    free(work.stacks);
    free(work.leaves);
    free(work.chain);
    if (!done) {
        gau_hot_grouping_clear(grouping);
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the groups of %u samples",
                      result->profile->sample_count);
    }
    return done;
}

void gau_hot_grouping_clear(struct gau_hot_grouping *grouping)
{
    free(grouping->groups);
    free(grouping->order);
    *grouping = (struct gau_hot_grouping){0};
}

/* --- looking at it ------------------------------------------------------------------------- */

double gau_hot_share(const struct gau_hot_grouping *grouping, const struct gau_hot_group *group)
{
    const uint64_t all = grouping->groups[0].weight_ns;

    return all ? (double)group->weight_ns / (double)all : 0;
}

const char *gau_hot_group_text(const struct gau_hot_result *result,
                               const struct gau_hot_query *query, const struct gau_hot_group *group,
                               char *room, size_t size)
{
    if (group->level == GAU_HOT_ROOT)
        return "[Total]";
    if (group->others)
        return "[others]";
    return gau_hot_text(result, query->keys.items[group->level], group->value, room, size);
}
