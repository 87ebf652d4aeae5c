/* SPDX-License-Identifier: Apache-2.0 */
#include "single_event.h"

#include "documents/document.h"

#include <stdlib.h>

/* Of a mark: the call has no row, and the rest is the row above it. */
#define LEFT_OUT (UINT32_C(1) << 31)

static uint64_t key_of(uint32_t parent, uint32_t branch)
{
    return (uint64_t)parent << 32 | branch;
}

static bool fail_memory(struct gau_single_event *event)
{
    gau_fail_memory(event->error, "event of '%.*s'", GAU_QUOTE(event->one.items->path));
    return false;
}

enum gau_single_event_outcome gau_single_event_outcome_of(const struct gau_lane_entry *entry)
{
    if (entry->what == GAU_LANE_NOT_CALLED)
        return entry->flags & GAU_ENTRY_SKIPPED ? GAU_CALL_SKIPPED : GAU_CALL_REUSED;
    if (entry->flags & GAU_LANE_OPEN)
        return GAU_CALL_OPEN;
    if (entry->flags & GAU_LANE_END_MISSING)
        return GAU_CALL_END_MISSING;
    if (entry->flags & GAU_ENTRY_ERROR || entry->status < 0 || entry->status > 1)
        return GAU_CALL_FAILED;
    if (entry->flags & GAU_ENTRY_ABORTED)
        return GAU_CALL_ABORTED;
    if (entry->flags & GAU_ENTRY_UNFINISHED)
        return GAU_CALL_UNFINISHED;
    return entry->status == 1 ? GAU_CALL_REJECTED : GAU_CALL_ACCEPTED;
}

/* --- rows ---------------------------------------------------------------------------------- */

/* Returns 0 if there is no room, or no memory: see the error. */
static uint32_t add_row(struct gau_single_event *event, struct gau_single_event_row row)
{
    struct gau_single_event_row *parent;

    if (event->n_rows >= GAU_EVENT_TREE_ROWS && row.parent + row.is_processor > 0)
        return 0;
    if (!gau_array_grow(&event->rows, event->n_rows, &event->rows_size, sizeof *event->rows)) {
        fail_memory(event);
        return 0;
    }
    event->rows[event->n_rows++] = row;
    if (row.parent) {
        parent = gau_single_event_row(event, row.parent);
        if (parent->last)
            gau_single_event_row(event, parent->last)->next = event->n_rows;
        else
            parent->child = event->n_rows;
        parent->last = event->n_rows;
    }
    return event->n_rows;
}

/* The row of one more call of a branch; 0: as above. */
static uint32_t place_call(struct gau_single_event *event, uint32_t parent,
                           const struct gau_lane_entry *entry)
{
    const struct gau_single_event_row row = {
        .lane = entry->lane->index,
        .branch = entry->branch,
        .parent = parent,
        .depth = gau_single_event_row(event, parent)->depth + 1,
        .is_interval = gau_single_event_row(event, parent)->is_processor,
        .same = 1,
        .begin = entry->begin,
    };
    uint32_t step = 0, added;
    const uint32_t first = gau_map_next(&event->places, key_of(parent, entry->branch), &step);

    if (first && gau_single_event_row(event, first)->rest)
        return gau_single_event_row(event, first)->rest;
    added = add_row(event, row);
    if (!added)
        return 0;
    if (first) {
        if (++gau_single_event_row(event, first)->same > GAU_EVENT_CALLS)
            gau_single_event_row(event, first)->rest = added;
    } else if (!gau_map_add(&event->places, key_of(parent, entry->branch), added)) {
        fail_memory(event);
        return 0;
    }
    return added;
}

static void add_call(struct gau_single_event_row *row, const struct gau_lane_entry *entry)
{
    const enum gau_single_event_outcome outcome = gau_single_event_outcome_of(entry);

    row->outcomes[outcome]++;
    if (outcome == GAU_CALL_FAILED)
        row->status = entry->status;
    if (entry->what == GAU_LANE_NOT_CALLED)
        return;
    row->calls++;
    row->time += entry->end - entry->begin;
    if (entry->cpu_ns != UINT64_MAX) {
        row->cpu_ns += entry->cpu_ns;
        row->with_cpu++;
    }
}

/* --- the lane of the event ----------------------------------------------------------------- */

static bool is_event_itself(const struct gau_single_event *event,
                            const struct gau_lane_entry *entry)
{
    return !event->root && entry->is_event && entry->lane->index == event->lane &&
           entry->event == event->number && entry->begin == event->from;
}

static bool begin_call(void *user, struct gau_lane_entry *entry)
{
    struct gau_single_event *const event = user;
    const uint32_t parent = entry->mark;

    if (is_event_itself(event, entry)) {
        event->root = add_row(event, (struct gau_single_event_row){.lane = event->lane,
                                                                   .branch = entry->branch,
                                                                   .depth = 1,
                                                                   .same = 1,
                                                                   .begin = entry->begin});
        event->around = entry->depth - 1;
        entry->mark = event->root;
    } else if (parent && !(parent & LEFT_OUT)) {
        entry->mark = place_call(event, parent, entry);
        if (!entry->mark)
            entry->mark = parent | LEFT_OUT;
    }
    return event->error->status == GAU_OK;
}

static void end_call(struct gau_single_event *event, const struct gau_lane_entry *entry)
{
    struct gau_single_event_row *const row = gau_single_event_row(event, entry->mark & ~LEFT_OUT);

    if (!(entry->mark & LEFT_OUT)) {
        add_call(row, entry);
        if (row->parent)
            gau_single_event_row(event, row->parent)->below += entry->end - entry->begin;
        return;
    }
    event->left_out++;
    if (entry->depth == event->around + row->depth + 1)
        row->below += entry->end - entry->begin;
}

/* --- other lanes --------------------------------------------------------------------------- */

static void add_other(struct gau_single_event *event, const struct gau_lane_entry *entry)
{
    struct gau_single_event_lane *const other = &event->others[entry->lane->index];
    for (uint32_t i = 0; !entry->is_event && i < other->n; i++)
        if (!other->items[i].event && other->items[i].branch == entry->branch) {
            other->items[i].count++;
            return;
        }
    if (other->n == GAU_EVENT_MEANWHILE) {
        other->more++;
        return;
    }
    other->items[other->n++] =
        (struct gau_single_event_other){.branch = entry->branch,
                                        .event = entry->is_event ? entry->event : 0,
                                        .count = 1,
                                        .outcome = gau_single_event_outcome_of(entry)};
}

/* Intervals are below a row for their processor. */
static void add_interval(struct gau_single_event *event, const struct gau_lane_entry *entry)
{
    const uint32_t lane = entry->lane->index;
    uint32_t step = 0, processor = gau_map_next(&event->processors, lane, &step), row = 0;

    if (!processor) {
        processor = add_row(event, (struct gau_single_event_row){.lane = lane,
                                                                 .branch = entry->lane->number,
                                                                 .is_processor = true});
        if (processor && !gau_map_add(&event->processors, lane, processor))
            fail_memory(event);
    }
    if (processor && event->error->status == GAU_OK)
        row = place_call(event, processor, entry);
    if (row)
        add_call(gau_single_event_row(event, row), entry);
    else
        event->left_out++;
}

static bool end_entry(void *user, const struct gau_lane_entry *entry)
{
    struct gau_single_event *const event = user;
    const bool is_own = entry->lane->index == event->lane;
    const bool is_beside = entry->begin <= event->to && entry->end >= event->from;
    const bool overlaps = entry->begin < event->to && entry->end > event->from;
    uint32_t row;

    if (entry->lane->kind == GAU_TRACE_LANE_TASKS)
        return true;
    if (entry->what == GAU_LANE_GAP) {
        event->missing += is_own && is_beside ? entry->lists : 0;
    } else if (entry->what == GAU_LANE_INTERVAL || entry->lane->kind == GAU_TRACE_LANE_EXTERNAL) {
        if (overlaps)
            add_interval(event, entry);
    } else if (entry->what == GAU_LANE_CALL && entry->mark) {
        end_call(event, entry);
    } else if (entry->what == GAU_LANE_NOT_CALLED && entry->mark) {
        row = entry->mark & LEFT_OUT ? 0 : place_call(event, entry->mark, entry);
        if (row)
            add_call(gau_single_event_row(event, row), entry);
        else
            event->left_out++;
    } else if (!is_own && overlaps && (entry->depth == 1 || entry->is_event)) {
        add_other(event, entry);
    }
    return event->error->status == GAU_OK;
}

bool gau_single_event_read_calls(struct gau_single_event *event)
{
    const struct gau_lanes_visitor visitor = {begin_call, end_entry, event->from, event->to};

    event->others = calloc(GAU_LANES_MAX, sizeof *event->others);
    if (!event->others)
        return fail_memory(event);
    if (!gau_lanes_read(&event->trace.lanes, event->one.items->path, &visitor, event, event->error))
        return false;
    if (!event->root)
        gau_fail_first(event->error, GAU_ERR_IO, "'%.*s' became another file while it was read",
                       GAU_QUOTE(event->one.items->path));
    else if (!gau_single_event_fold(event))
        fail_memory(event);
    return event->error->status == GAU_OK;
}
