/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_internal.h"
#include "sampling_errors.h"

/* --- chains of functions -------------------------------------------------------------------- */

static void reverse_items(uint32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        const uint32_t item = items[i];

        items[i] = items[count - 1 - i];
        items[count - 1 - i] = item;
    }
}

/* Fills work->chain in the order of the groups. Returns false if out of memory. */
static bool list_frames(struct gau_hotspots_state *work, struct gau_hotspots_walk *walk,
                        uint32_t *count)
{
    struct gau_source_frame frame;

    *count = 0;
    while (*count < GAU_HOTSPOTS_FRAMES_MAX && gau_hotspots_walk_next(walk, work->result, &frame)) {
        if (!gau_array_grow(&work->chain, *count, &work->chain_size, sizeof *work->chain))
            return false;
        work->chain[(*count)++] = gau_hotspots_function(work->result, frame.function);
    }
    if (work->query->top_down)
        reverse_items(work->chain, *count);
    return true;
}

/* --- groups of them ------------------------------------------------------------------------- */

/* Makes a group for a chain of one function or more. Returns 0 if out of memory. */
static uint32_t add_group(struct gau_hotspots_state *work, uint32_t parent, uint32_t level,
                          const uint32_t *chain, uint32_t count)
{
    struct gau_hotspots_grouping *const grouping = work->grouping;
    const struct gau_hotspots_group *const above = &grouping->groups[parent];
    const struct gau_hotspots_group group = {.parent = parent,
                                             .level = level,
                                             .depth = above->depth + above->tail_count + 1,
                                             .creation_order = grouping->group_count,
                                             .value = chain[0],
                                             .tail = work->tail_count,
                                             .tail_count = count - 1};
    uint32_t number;

    for (uint32_t i = 1; i < count; i++) {
        if (!gau_array_grow(&grouping->tails, work->tail_count, &work->tail_size,
                            sizeof *grouping->tails))
            return 0;
        grouping->tails[work->tail_count++] = chain[i];
    }
    number = gau_hotspots_work_add(work, &group);
    return number && gau_hotspots_work_enter(work, number) ? number : 0;
}

/* Makes a new group of the first functions of a group, with @p keep of its tail, and puts the group
 * below it. The group keeps its number, which others know, and its samples. Returns 0 if out of
 * memory. */
static uint32_t split_group(struct gau_hotspots_state *work, uint32_t group, uint32_t keep)
{
    struct gau_hotspots_group upper = work->grouping->groups[group];
    struct gau_hotspots_group *lower;
    uint32_t number;

    upper.tail_count = keep;
    upper.own = (struct gau_hotspots_measure){0};
    number = gau_hotspots_work_add(work, &upper);
    if (!number)
        return 0;
    lower = &work->grouping->groups[group];
    lower->parent = number;
    lower->depth += keep + 1;
    lower->value = work->grouping->tails[lower->tail + keep];
    lower->tail += keep + 1;
    lower->tail_count -= keep + 1;
    return gau_hotspots_work_enter(work, number) && gau_hotspots_work_enter(work, group) ? number
                                                                                         : 0;
}

/* Returns how many functions of a group's tail a chain goes on with. */
static uint32_t common_frames(const struct gau_hotspots_grouping *grouping,
                              const struct gau_hotspots_group *group, const uint32_t *chain,
                              uint32_t count)
{
    uint32_t i = 0;

    while (i < group->tail_count && i < count && grouping->tails[group->tail + i] == chain[i])
        i++;
    return i;
}

/* Returns the group that the rest of a call stack leads to; that is @p above, if nothing is left.
 * Returns 0 if out of memory. */
static uint32_t put_chain(struct gau_hotspots_state *work, uint32_t above, uint32_t level,
                          struct gau_hotspots_walk *walk)
{
    uint32_t group = above, i = 0, count;

    if (!list_frames(work, walk, &count))
        return 0;
    while (i < count) {
        const uint32_t known = gau_hotspots_work_find(work, group, level, work->chain[i]);
        const struct gau_hotspots_group *const begun = &work->grouping->groups[known];
        uint32_t same;

        if (!known)
            return add_group(work, group, level, work->chain + i, count - i);
        i++;
        same = common_frames(work->grouping, begun, work->chain + i, count - i);
        i += same;
        group = same < begun->tail_count ? split_group(work, known, same) : known;
        if (!group)
            return 0;
    }
    return group;
}

/* If the function is a key, the innermost one has a group already. False: out of memory. */
static bool put_stack(struct gau_hotspots_state *work, struct gau_hotspots_stack_group *made,
                      uint32_t level)
{
    struct gau_hotspots_walk walk = {.stack = made->stack};
    struct gau_source_frame frame;

    if (!work->query->top_down && gau_hotspots_keys_have_function(&work->query->keys, level))
        gau_hotspots_walk_next(&walk, work->result, &frame);
    made->group = put_chain(work, made->above, level, &walk);
    return made->group != 0;
}

/* --- of a function ------------------------------------------------------------------------- */

enum { CALLED = 1 }; /* the value of the group of what the subject calls */

/* Callers are those of the innermost call of the subject. */
static uint32_t group_of_callers(struct gau_hotspots_state *work, struct gau_hotspots_walk *walk)
{
    struct gau_hotspots_walk rest = *walk;
    struct gau_source_frame frame;

    if (!gau_hotspots_walk_next(&rest, work->result, &frame))
        return gau_hotspots_work_child(work, 0, 0, GAU_HOTSPOTS_NO_CALLER);
    return put_chain(work, 0, 0, walk);
}

/* A stack without the subject is in no group, but its samples are neighbours of others. */
static bool place_subject(struct gau_hotspots_state *work, struct gau_hotspots_stack_group *made)
{
    const struct gau_hotspots_query *const query = work->query;
    struct gau_symbolized_samples *const result = work->result;
    struct gau_hotspots_walk walk = {.stack = made->stack};
    struct gau_source_frame frame;
    bool innermost = true, found = false;
    uint64_t line;

    while (!found && gau_hotspots_walk_next(&walk, result, &frame)) {
        found = gau_hotspots_function(result, frame.function) == query->subject;
        innermost = innermost && found;
    }
    made->group = GAU_HOTSPOTS_NO_GROUP;
    if (!found)
        return true;
    if (query->direction == GAU_HOTSPOTS_CALLERS_OF) {
        made->group = group_of_callers(work, &walk);
        return made->group != 0;
    }
    line = gau_hotspots_frame_value(result, &frame, GAU_HOTSPOTS_SOURCE_LINE);
    made->group = gau_hotspots_work_child(work, 0, 0, line);
    if (made->group && !innermost)
        made->group = gau_hotspots_work_child(work, made->group, 1, CALLED);
    return made->group != 0;
}

/* --- groups that overlap ------------------------------------------------------------------- */

/*
 * Adds the group of that value to the list that is being made, unless it is in it. Returns false if
 * out of memory.
 */
static bool list_group(struct gau_hotspots_state *work, uint64_t value)
{
    const uint32_t group = gau_hotspots_work_child(work, 0, 0, value);

    if (!group)
        return false;
    while (work->seen_count <= group) {
        if (!gau_array_grow(&work->seen, work->seen_count, &work->seen_size, sizeof *work->seen))
            return false;
        work->seen[work->seen_count++] = 0;
    }
    if (work->seen[group] == work->list_number)
        return true;
    if (!gau_array_grow(&work->pool, work->pool_count, &work->pool_size, sizeof *work->pool))
        return false;
    work->seen[group] = work->list_number;
    work->pool[work->pool_count++] = group;
    return true;
}

/* Lists calls from the innermost frame on. */
static bool list_calls(struct gau_hotspots_state *work, struct gau_hotspots_walk *walk)
{
    struct gau_symbolized_samples *const result = work->result;
    const struct gau_symbolizer *const symbols = result->symbols;
    struct gau_source_frame frame;
    uint32_t callee;
    bool done = true, any = false;

    gau_hotspots_walk_next(walk, result, &frame);
    callee = gau_hotspots_function(result, frame.function);
    while (done && gau_hotspots_walk_next(walk, result, &frame)) {
        const uint32_t caller = gau_hotspots_function(result, frame.function);
        const bool crosses = gau_symbolizer_function(symbols, caller)->module !=
                             gau_symbolizer_function(symbols, callee)->module;

        if (crosses)
            done = list_group(work, (uint64_t)caller << 32 | callee);
        any = any || crosses;
        callee = caller;
    }
    return done && (any || list_group(work, GAU_HOTSPOTS_NONE));
}

static bool list_functions(struct gau_hotspots_state *work, struct gau_hotspots_walk *walk)
{
    const unsigned char *const wanted = work->query->wanted;
    struct gau_symbolized_samples *const result = work->result;
    struct gau_source_frame frame;
    bool done = true;

    for (bool innermost = true; done && gau_hotspots_walk_next(walk, result, &frame);
         innermost = false) {
        const uint32_t function = gau_hotspots_function(result, frame.function);

        if (wanted[function])
            done = list_group(work, function);
        else if (innermost)
            done = list_group(work, GAU_HOTSPOTS_NONE);
    }
    return done;
}

/* The first group has the sample as its own, and leaves its place to the number of the others. */
static bool place_list(struct gau_hotspots_state *work, struct gau_hotspots_stack_group *made)
{
    struct gau_hotspots_walk walk = {.stack = made->stack};

    made->more = work->pool_count;
    work->list_number++;
    if (!(work->query->direction == GAU_HOTSPOTS_BY_CALLS ? list_calls(work, &walk)
                                                          : list_functions(work, &walk)))
        return false;
    made->group = work->pool[made->more];
    work->pool[made->more] = work->pool_count - made->more - 1;
    return true;
}

static bool place_otherwise(struct gau_hotspots_state *work, struct gau_hotspots_stack_group *made)
{
    return work->more ? place_list(work, made) : place_subject(work, made);
}

/* --- all stacks --------------------------------------------------------------------------- */

/* The same stacks come again and again, and are long, so each is placed once. */
const struct gau_hotspots_stack_group *gau_hotspots_work_stack(struct gau_hotspots_state *work,
                                                               uint32_t above, uint32_t level,
                                                               uint32_t stack)
{
    const uint64_t key = gau_hash_mix(above, stack);
    struct gau_hotspots_stack_group made = {.above = above, .stack = stack};
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&work->stack_map, key, &step))) {
        const struct gau_hotspots_stack_group *const other = &work->stacks[known - 1];

        if (other->above == above && other->stack == stack)
            return other;
    }
    if (!(work->query->direction == GAU_HOTSPOTS_BY_KEYS ? put_stack(work, &made, level)
                                                         : place_otherwise(work, &made)) ||
        !gau_array_grow(&work->stacks, work->stack_count, &work->stack_size, sizeof *work->stacks))
        return NULL;
    work->stacks[work->stack_count++] = made;
    return gau_map_add(&work->stack_map, key, work->stack_count)
               ? &work->stacks[work->stack_count - 1]
               : NULL;
}
