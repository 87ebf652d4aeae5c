/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_internal.h"

#include <stdio.h>

/* --- making -------------------------------------------------------------------------------- */

uint32_t gau_hotspots_work_add(struct gau_hotspots_state *work,
                               const struct gau_hotspots_group *group)
{
    struct gau_hotspots_grouping *const grouping = work->grouping;

    if (!gau_array_grow(&grouping->groups, grouping->group_count, &work->group_size,
                        sizeof *grouping->groups))
        return 0;
    grouping->groups[grouping->group_count] = *group;
    return grouping->group_count++;
}

static uint64_t key_of(uint32_t parent, uint32_t level, uint64_t value)
{
    return gau_hash_mix((uint64_t)parent << 32 | level, value);
}

uint32_t gau_hotspots_work_find(const struct gau_hotspots_state *work, uint32_t parent,
                                uint32_t level, uint64_t value)
{
    const uint64_t key = key_of(parent, level, value);
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&work->group_map, key, &step))) {
        const struct gau_hotspots_group *const other = &work->grouping->groups[known];

        if (other->parent == parent && other->level == level && other->value == value)
            break;
    }
    return known;
}

bool gau_hotspots_work_enter(struct gau_hotspots_state *work, uint32_t group)
{
    const struct gau_hotspots_group *const made = &work->grouping->groups[group];

    return gau_map_add(&work->group_map, key_of(made->parent, made->level, made->value), group);
}

uint32_t gau_hotspots_work_child(struct gau_hotspots_state *work, uint32_t parent, uint32_t level,
                                 uint64_t value)
{
    const struct gau_hotspots_group group = {.parent = parent,
                                             .level = level,
                                             .depth = level + 1,
                                             .creation_order = work->grouping->group_count,
                                             .value = value};
    uint32_t number = gau_hotspots_work_find(work, parent, level, value);

    if (number)
        return number;
    number = gau_hotspots_work_add(work, &group);
    return number && gau_hotspots_work_enter(work, number) ? number : 0;
}

void gau_hotspots_work_add_more(struct gau_hotspots_state *work, uint32_t first)
{
    const struct gau_samples *const profile = work->result->profile;

    for (uint32_t i = 0; work->more && i < profile->sample_count; i++) {
        const uint32_t *const list = gau_hotspots_work_more(work, i);

        for (uint32_t n = 1; n <= list[0]; n++) {
            struct gau_hotspots_group *const group = &work->grouping->groups[list[n]];

            if (list[n] < first)
                continue;
            group->more_samples++;
            group->more_weight_ns += profile->samples[i].weight_ns;
            group->total.samples++;
            group->total.weight_ns += profile->samples[i].weight_ns;
        }
    }
}

/* --- reading it ---------------------------------------------------------------------------- */

static const char *call_text(const struct gau_symbolized_samples *result, uint64_t call, char *room,
                             size_t size)
{
    if (call == GAU_HOTSPOTS_NONE)
        return "[no call between modules]";
    snprintf(room, size, "%s -> %s", gau_hotspots_function_name(result, (uint32_t)(call >> 32)),
             gau_hotspots_function_name(result, (uint32_t)call));
    return room;
}

const char *gau_hotspots_group_text(const struct gau_symbolized_samples *result,
                                    const struct gau_hotspots_query *query,
                                    const struct gau_hotspots_group *group, char *room, size_t size)
{
    if (group->level == GAU_HOTSPOTS_ROOT)
        return "[Total]";
    if (group->others)
        return "[others]";
    if (query->direction == GAU_HOTSPOTS_BY_CALLS)
        return call_text(result, group->value, room, size);
    if (query->direction == GAU_HOTSPOTS_BY_FUNCTIONS && group->value == GAU_HOTSPOTS_NONE)
        return "[other functions]";
    if (query->direction == GAU_HOTSPOTS_CALLERS_OF && group->value == GAU_HOTSPOTS_NO_CALLER)
        return "[no caller]";
    return gau_hotspots_text(result, query->keys.items[group->level], group->value, room, size);
}

/* --- all groups ---------------------------------------------------------------------------- */

static const struct gau_hotspots_group *group_at(const struct gau_hotspots_iterator *visit,
                                                 uint32_t depth)
{
    return &visit->grouping->groups[visit->path[depth].group];
}

/* A function that is not the last of its group has the next one below it, and nothing else. */
static bool goes_on(const struct gau_hotspots_iterator *visit, uint32_t depth)
{
    return visit->path[depth].function < group_at(visit, depth)->tail_count;
}

struct gau_hotspots_group gau_hotspots_iterator_at(const struct gau_hotspots_iterator *visit,
                                                   uint32_t depth)
{
    const uint32_t function = visit->path[depth].function;
    struct gau_hotspots_group group = *group_at(visit, depth);

    if (function > 0)
        group.value = visit->grouping->tails[group.tail + function - 1];
    if (goes_on(visit, depth)) {
        group.count = group.all_count = 1;
        group.own = (struct gau_hotspots_measure){0};
    }
    return group;
}

bool gau_hotspots_iterator_next(struct gau_hotspots_iterator *visit)
{
    for (;;) {
        struct gau_hotspots_step *const step = &visit->path[visit->depth];
        const struct gau_hotspots_group *const group = group_at(visit, visit->depth);
        const bool same = goes_on(visit, visit->depth);

        if (step->next < (same ? 1 : group->count)) {
            step[1] = (struct gau_hotspots_step){
                .group = same ? step->group : visit->grouping->order[group->first + step->next],
                .function = same ? step->function + 1 : 0};
            step->next++;
            visit->depth++;
            visit->group = gau_hotspots_iterator_at(visit, visit->depth);
            return true;
        }
        if (visit->depth == 0)
            return false;
        visit->depth--;
    }
}

void gau_hotspots_iterator_skip(struct gau_hotspots_iterator *visit)
{
    visit->path[visit->depth].next = visit->group.count;
}

bool gau_hotspots_iterator_is_same(const struct gau_hotspots_iterator *visit, uint32_t depth)
{
    const struct gau_hotspots_group *const above = group_at(visit, depth - 1);

    if (depth < 2)
        return false;
    return visit->path[depth].function > 0 || (above->count == 1 && above->own.samples == 0);
}

bool gau_hotspots_iterator_is_call(const struct gau_hotspots_iterator *visit, uint32_t depth)
{
    return group_at(visit, depth - 1)->level == group_at(visit, depth)->level;
}

unsigned gau_hotspots_iterator_indent(const struct gau_hotspots_iterator *visit)
{
    unsigned indent = 0;

    for (uint32_t depth = 2; depth <= visit->depth; depth++)
        indent += !gau_hotspots_iterator_is_same(visit, depth) ||
                  !gau_hotspots_iterator_is_call(visit, depth);
    return indent;
}
