/* SPDX-License-Identifier: Apache-2.0 */
#include "show_checks.h"

enum gau_trace_verdict gau_trace_show_branch(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_branch *const b = record;
    const bool is_root = b->parent == (uint32_t)GAU_TRACE_NO_BRANCH;
    enum gau_trace_verdict verdict;

    if (b->branch >= GAU_TRACE_ID_MAX || (!is_root && b->parent >= b->branch) ||
        b->kind > GAU_TRACE_BRANCH_EXCLUDED || !holds_texts(&b->record, sizeof *b, b->name_size, 0))
        return BAD;
    if (!is_new(&s->branches, b->branch + 1, &verdict))
        return verdict;
    return call_visitor(s, branch, s->user, b,
                        copy_text(s, 0, (const char *)(b + 1), b->name_size));
}

enum gau_trace_verdict gau_trace_show_lane(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_lane *const l = record;
    enum gau_trace_verdict verdict;

    if (!is_id(l->lane) || l->kind < GAU_TRACE_LANE_WORKER || l->kind > GAU_TRACE_LANE_EXTERNAL ||
        !holds_texts(&l->record, sizeof *l, l->name_size, 0))
        return BAD;
    if (!is_new(&s->lanes, l->lane, &verdict))
        return verdict;
    return call_visitor(s, lane, s->user, l, copy_text(s, 0, (const char *)(l + 1), l->name_size));
}

/* Returns whether a lane can have this number. Its definition may be in a lost block, or in a later
 * one: its lists are whole without it. */
static bool is_lane(struct gau_trace_show_state *s, uint32_t lane)
{
    if (is_id(lane) && (gau_trace_has_id(&s->lanes, lane) ||
                        gau_trace_add_ids(&s->used_lanes, lane, lane) != GAU_TRACE_IDS_FULL))
        return true;
    s->damage.dangling_references++;
    return false;
}

void gau_trace_show_end(struct gau_trace_show_state *s)
{
    for (uint32_t i = 0; i < s->used_lanes.n; i++)
        for (uint32_t lane = s->used_lanes.ranges[i].first; lane <= s->used_lanes.ranges[i].last;
             lane++) {
            if (gau_trace_has_id(&s->lanes, lane))
                continue;
            if (s->damage.lost_lanes++ == 0)
                s->damage.lost_lane = lane;
        }
}

enum gau_trace_verdict gau_trace_show_entry_list(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_entry_list *const list = record;
    struct gau_timeline_counts counts;

    if (s->visitor->skips_entries)
        return FINE;
    if (list->depth > GAU_TRACE_DEPTH_MAX || list->size > list->record.size - sizeof *list ||
        list->depth * sizeof *list->open > list->record.size - sizeof *list - list->size ||
        !gau_timeline_check(list, &counts))
        return BAD;
    if (!is_lane(s, list->lane))
        return FINE;
    return call_visitor(s, entries, s->user, list) == FINE
               ? call_visitor(s, entry_counts, s->user, list, &counts)
               : STOP;
}

enum gau_trace_verdict gau_trace_show_timeline_totals(struct gau_trace_show_state *s, void *record)
{
    const struct gau_trace_timeline_totals *const totals = record;
    const bool is_tick = totals->tick_ns > 0 && totals->tick_ns < 1e9;

    return totals->ended > 1 || !is_tick || totals->detail < 1 || totals->detail > 2
               ? BAD
               : call_visitor(s, timeline_totals, s->user, totals);
}
