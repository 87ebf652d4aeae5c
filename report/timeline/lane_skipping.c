/* SPDX-License-Identifier: Apache-2.0 */
#include "lane_skipping.h"

#include <stdlib.h>

void gau_lanes_remember(struct gau_lanes *lanes)
{
    struct gau_lanes_known *const known = &lanes->known;
    struct gau_known_lists *const lists =
        realloc(known->lists, (lanes->n_lanes + 1) * sizeof *lists);

    lanes->out_of_memory |= !lists;
    if (!lists)
        return;
    for (uint32_t i = 0; i < lanes->n_lanes; i++)
        lists[i] = (struct gau_known_lists){lanes->lanes[i].next, lanes->lanes[i].since};
    *known = (struct gau_lanes_known){lists, lanes->n_lanes, lanes->has_intervals};
}

/* There is a list behind it, which says what is open then; and no list is missing before it.
 * Intervals may be at any time, whatever list they are in. */
static bool is_between_lists(const struct gau_lanes *lanes, const struct gau_lane *lane,
                             const struct gau_trace_entry_list *list)
{
    return !lanes->known.has_intervals && lane->index < lanes->known.count &&
           list->number == lane->next && list->number + 1 < lanes->known.lists[lane->index].next;
}

/* What is outermost up to the last list does not end in this one: such as a section around all
 * events. */
static bool all_begin_behind(const struct gau_lanes *lanes, const struct gau_lane *lane,
                             const struct gau_trace_entry_list *list)
{
    const uint32_t at = list->number >= lanes->known.lists[lane->index].since;

    return list->depth <= at || list->open[at].begin > lanes->visitor->last;
}

void gau_lanes_follow_outermost(struct gau_lane *lane, const struct gau_trace_entry_list *list)
{
    const struct gau_trace_open none = {0}, *const open = list->depth > 0 ? list->open : &none;

    if (open->begin == 0 || open->begin != lane->outermost.begin ||
        open->branch != lane->outermost.branch)
        lane->since = list->number;
    lane->outermost = *open;
}

bool gau_lanes_can_skip(const struct gau_lanes *lanes, const struct gau_lane *lane,
                        const struct gau_trace_entry_list *list)
{
    const uint64_t first = lanes->visitor->first, last = lanes->visitor->last;

    if (last == 0 || !is_between_lists(lanes, lane, list))
        return false;
    return list->last < first || (list->first > last && all_begin_behind(lanes, lane, list));
}
