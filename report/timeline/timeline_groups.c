/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_trace.h"

#include <stdlib.h>

/* Workers, background, threads, tasks, processors; in each of them in the order of numbers. */
static int compare_groups(const void *left, const void *right)
{
    const struct gau_timeline_group *const a = left, *const b = right;
    const struct gau_lane *const x = &a->trace->lanes.lanes[a->lane], *const y =
                                                                          &b->trace->lanes
                                                                               .lanes[b->lane];
    const uint64_t kinds[] = {
        a->part == GAU_TIMELINE_BACKGROUND ? 3 : 2 * x->kind,
        b->part == GAU_TIMELINE_BACKGROUND ? 3 : 2 * y->kind,
    };

    if (kinds[0] != kinds[1])
        return kinds[0] < kinds[1] ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    if (x != y)
        return x->lane < y->lane ? -1 : 1;
    return (a->part > b->part) - (a->part < b->part);
}

/* Gives the background items of each worker rows of their own. Returns how many there are. */
static uint32_t share_background(struct gau_timeline_trace *trace)
{
    const struct gau_lane *const lanes = trace->lanes.lanes;
    uint32_t rows = 0;

    for (uint32_t i = 0; i < trace->count; i++) {
        trace->items[i].background_first = 1;
        for (uint32_t k = 0; k < trace->count; k++)
            if (lanes[k].number < lanes[i].number || (lanes[k].number == lanes[i].number && k < i))
                trace->items[i].background_first += trace->items[k].background_depth;
        rows += trace->items[i].background_depth;
    }
    return rows;
}

void gau_timeline_set_times(struct gau_timeline_group *group)
{
    struct gau_timeline_instant *const all[] = {&group->begin, &group->end, &group->from,
                                                &group->to};

    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        all[n]->s = gau_lanes_seconds(&group->trace->clock, all[n]->ticks);
}

void gau_timeline_finish_groups(struct gau_timeline *scene, struct gau_timeline_trace *trace,
                                uint32_t first)
{
    const uint32_t background = share_background(trace);

    trace->clock = trace->lanes.clock;
    trace->zero_ns = trace->lanes.header.start_ns;
    for (uint32_t i = first; i < scene->n_groups; i++) {
        struct gau_timeline_group *const group = &scene->groups[i];

        if (trace->event_found) {
            group->from.ticks = trace->event_from;
            group->to.ticks = trace->event_to;
        }
        gau_timeline_set_times(group);
        if (group->part == GAU_TIMELINE_BACKGROUND && group->least_depth <= group->most_depth) {
            group->least_depth = 1;
            group->most_depth = background;
        }
    }
    qsort(&scene->groups[first], scene->n_groups - first, sizeof *scene->groups, compare_groups);
}
