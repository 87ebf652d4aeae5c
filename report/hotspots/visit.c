/* SPDX-License-Identifier: Apache-2.0 */
#include "visit.h"

static const struct gau_hot_group *group_at(const struct gau_hot_visit *visit, uint32_t depth)
{
    return &visit->grouping->groups[visit->path[depth].group];
}

/* All functions of a group but the last have the next as their only child, and nothing else. */
static bool goes_on(const struct gau_hot_visit *visit, uint32_t depth)
{
    return visit->path[depth].function < group_at(visit, depth)->tail_count;
}

struct gau_hot_group gau_hot_visit_at(const struct gau_hot_visit *visit, uint32_t depth)
{
    const uint32_t function = visit->path[depth].function;
    struct gau_hot_group group = *group_at(visit, depth);

    if (function > 0)
        group.value = visit->grouping->tails[group.tail + function - 1];
    if (goes_on(visit, depth)) {
        group.count = group.all_count = 1;
        group.own = (struct gau_hot_measure){0};
    }
    return group;
}

bool gau_hot_visit_next(struct gau_hot_visit *visit)
{
    for (;;) {
        struct gau_hot_step *const step = &visit->path[visit->depth];
        const struct gau_hot_group *const group = group_at(visit, visit->depth);
        const bool same = goes_on(visit, visit->depth);

        if (step->next < (same ? 1 : group->count)) {
            step[1] = (struct gau_hot_step){
                .group = same ? step->group : visit->grouping->order[group->first + step->next],
                .function = same ? step->function + 1 : 0};
            step->next++;
            visit->depth++;
            visit->group = gau_hot_visit_at(visit, visit->depth);
            return true;
        }
        if (visit->depth == 0)
            return false;
        visit->depth--;
    }
}

void gau_hot_visit_skip(struct gau_hot_visit *visit)
{
    visit->path[visit->depth].next = visit->group.count;
}

bool gau_hot_visit_is_same(const struct gau_hot_visit *visit, uint32_t depth)
{
    const struct gau_hot_group *const above = group_at(visit, depth - 1);

    if (depth < 2)
        return false;
    return visit->path[depth].function > 0 || (above->count == 1 && above->own.samples == 0);
}

bool gau_hot_visit_is_call(const struct gau_hot_visit *visit, uint32_t depth)
{
    return group_at(visit, depth - 1)->level == group_at(visit, depth)->level;
}

unsigned gau_hot_visit_indent(const struct gau_hot_visit *visit)
{
    unsigned indent = 0;

    for (uint32_t depth = 2; depth <= visit->depth; depth++)
        indent += !gau_hot_visit_is_same(visit, depth) || !gau_hot_visit_is_call(visit, depth);
    return indent;
}
