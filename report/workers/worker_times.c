/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_times.h"

#include "worker_account.h"

#include "documents/document.h"
#include "documents/view_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns NULL if out of memory. */
static struct gau_worker_lane *lane_of(struct gau_worker_times *times, const struct gau_lane *lane)
{
    while (times->n_lanes <= lane->index) {
        if (!gau_array_grow(&times->lanes, times->n_lanes, &times->lanes_size,
                            sizeof *times->lanes)) {
            times->out_of_memory = true;
            return NULL;
        }
        times->lanes[times->n_lanes++] =
            (struct gau_worker_lane){.loop_from = UINT64_MAX, .at = times->from};
    }
    return &times->lanes[lane->index];
}

static uint32_t kind_of(const struct gau_worker_times *times, const struct gau_lane_entry *entry)
{
    const struct gau_lane_branch *const branch =
        gau_lanes_branch(&times->trace->lanes, entry->lane, entry->branch);

    return branch ? branch->kind : GAU_TRACE_BRANCH_SECTION;
}

/* --- the first reading: the event loop ----------------------------------------------------- */

static void extend_loop(struct gau_worker_lane *lane, uint64_t from, uint64_t to)
{
    lane->loop_from = from < lane->loop_from ? from : lane->loop_from;
    lane->loop_to = to > lane->loop_to ? to : lane->loop_to;
}

/* The input is not marked in the file. Its branch is as old as the job, so it has the smallest
 * number of the items that workers end right before an event. The mark of an item stays until the
 * next event of its lane. */
static void note_input(struct gau_worker_times *times, uint32_t branch)
{
    if (branch > times->input)
        return;
    if (branch < times->input)
        times->input_events = 0;
    times->input = branch;
    times->input_events++;
}

static bool measure_begin(void *user, struct gau_lane_entry *entry)
{
    struct gau_worker_times *const times = user;
    struct gau_worker_lane *const lane = lane_of(times, entry->lane);

    if (!lane || !entry->is_event)
        return lane;
    times->has_events = true;
    if (entry->lane->kind == GAU_TRACE_LANE_WORKER) {
        times->worker_events++;
        if (lane->state)
            note_input(times, lane->state - 1);
    }
    return true;
}

static bool measure_end(void *user, const struct gau_lane_entry *entry)
{
    struct gau_worker_times *const times = user;
    struct gau_worker_lane *const lane = lane_of(times, entry->lane);
    uint32_t kind;
    bool is_item;

    if (!lane || entry->what != GAU_LANE_CALL)
        return lane;
    kind = kind_of(times, entry);
    is_item = kind == GAU_TRACE_BRANCH_BACKGROUND;
    if (entry->is_event ||
        (is_item && entry->depth == 1 && entry->lane->kind == GAU_TRACE_LANE_WORKER))
        extend_loop(lane, entry->begin, entry->end);
    if (entry->depth == 1) {
        lane->last = entry->end;
        lane->state = is_item && entry->branch < UINT32_MAX ? entry->branch + 1 : 0;
        lane->has_calls |= !is_item && kind != GAU_TRACE_BRANCH_COMPONENT;
        lane->has_items |= is_item;
    }
    return true;
}

static bool counts_lane(const struct gau_worker_times *times, const struct gau_lane *lane,
                        const struct gau_worker_lane *own)
{
    if (lane->kind == GAU_TRACE_LANE_EXTERNAL)
        return false;
    if (times->of_background)
        return own->has_items;
    return times->has_events ? own->loop_to > 0 || lane->kind == GAU_TRACE_LANE_WORKER
                             : own->has_calls;
}

/* Without an event there is no event loop, in which a lane could wait. */
static void find_background(struct gau_worker_times *times)
{
    const struct gau_lanes *const lanes = &times->trace->lanes;
    bool has_calls = times->has_events, has_items = false;

    for (uint32_t i = 0; i < times->n_lanes && i < lanes->n_lanes; i++) {
        has_calls |= times->lanes[i].has_calls;
        has_items |= times->lanes[i].has_items;
    }
    times->of_background = has_items && !has_calls;
    if (!times->of_background)
        return;
    for (uint32_t i = 0; i < times->n_lanes; i++)
        times->lanes[i].loop_to = 0;
    times->item_ticks = calloc((size_t)lanes->n_branches + 1, sizeof *times->item_ticks);
    times->n_item_ticks = lanes->n_branches;
    times->out_of_memory |= !times->item_ticks;
}

static void choose_lanes(struct gau_worker_times *times)
{
    const struct gau_lanes *const lanes = &times->trace->lanes;

    find_background(times);
    for (uint32_t i = 0; i < lanes->n_lanes && lane_of(times, &lanes->lanes[i]); i++) {
        struct gau_worker_lane *const lane = &times->lanes[i];

        lane->counts = counts_lane(times, &lanes->lanes[i], lane);
        lane->state = GAU_WORKER_NOTHING;
        times->n += lane->counts;
    }
    if (times->input_events < times->worker_events / 2)
        times->input = UINT32_MAX;
}

/* --- what is looked at --------------------------------------------------------------------- */

static uint64_t ticks_at(const struct gau_worker_times *times, double s)
{
    const struct gau_lanes_clock *const clock = &times->trace->lanes.clock;
    const double ticks = (double)clock->origin + s / clock->tick_s;

    return ticks < (double)INT64_MAX ? (uint64_t)(ticks + 0.5) : INT64_MAX;
}

static bool choose_window(struct gau_worker_times *times, const char *filter, gau_error *error)
{
    const struct gau_lanes *const lanes = &times->trace->lanes;
    const uint64_t now = lanes->totals.now <= INT64_MAX ? lanes->totals.now : 0;
    uint64_t to = now > lanes->last ? now : lanes->last;
    double from_s = 0, to_s = INFINITY;

    if (filter && !gau_times_read(&from_s, &to_s, filter, error))
        return false;
    times->from = ticks_at(times, from_s);
    times->to = isfinite(to_s) && ticks_at(times, to_s) < to ? ticks_at(times, to_s) : to;
    if (times->from >= times->to)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no entries%s",
                       GAU_QUOTE(times->file->path), filter ? " in that time" : "");
    return times->from < times->to;
}

static bool begin_window(struct gau_worker_times *times)
{
    const uint64_t span = times->to - times->from;

    times->width = (span - 1) / GAU_WORKER_BINS + 1;
    times->n_bins = (uint32_t)((span - 1) / times->width) + 1;
    times->bins = calloc(times->n_bins, sizeof *times->bins);
    for (uint32_t i = 0; i < times->n_lanes; i++)
        times->lanes[i].at = times->from;
    return gau_busy_together_begin(&times->together, times->n, times->from) && times->bins;
}

/* --- the second reading -------------------------------------------------------------------- */

static enum gau_worker_state state_of(const struct gau_worker_times *times,
                                      const struct gau_lane_entry *entry)
{
    const uint32_t kind = kind_of(times, entry);

    if (entry->is_event)
        return GAU_WORKER_IN_EVENT;
    if (entry->mark > GAU_WORKER_IN_SECTION)
        return entry->mark;
    if (kind == GAU_TRACE_BRANCH_BACKGROUND)
        return entry->branch == times->input && entry->lane->kind == GAU_TRACE_LANE_WORKER
                   ? GAU_WORKER_IN_INPUT
                   : GAU_WORKER_IN_BACKGROUND;
    return kind == GAU_TRACE_BRANCH_COMPONENT ? GAU_WORKER_IN_BACKGROUND : GAU_WORKER_IN_SECTION;
}

/* Stalls are those that end in the time that is looked at; of several as long the first. */
static void add_stall(struct gau_worker_times *times, const struct gau_worker_lane *lane,
                      const struct gau_lane_entry *event)
{
    const struct gau_worker_stall stall = {.lane = event->lane->index,
                                           .begin = lane->stall_since,
                                           .end = event->begin,
                                           .input = lane->stall_input,
                                           .event = event->event};
    const uint64_t time = stall.end - stall.begin;
    uint32_t at = times->n_stalls;

    if (stall.end <= stall.begin || stall.begin < times->from || stall.end > times->to)
        return;
    while (at > 0 && times->stalls[at - 1].end - times->stalls[at - 1].begin < time)
        at--;
    if (at == GAU_WORKER_STALLS)
        return;
    times->n_stalls += times->n_stalls < GAU_WORKER_STALLS;
    memmove(times->stalls + at + 1, times->stalls + at,
            (times->n_stalls - 1 - at) * sizeof *times->stalls);
    times->stalls[at] = stall;
}

static bool begin_call(void *user, struct gau_lane_entry *entry)
{
    struct gau_worker_times *const times = user;
    struct gau_worker_lane *const lane = lane_of(times, entry->lane);

    if (!lane)
        return false;
    entry->mark = state_of(times, entry);
    if (lane->state != entry->mark)
        gau_worker_go_on(times, lane, entry->begin, entry->mark);
    if (entry->is_event && lane->after_event && lane->counts)
        add_stall(times, lane, entry);
    return !times->out_of_memory;
}

/* Of an event that is only partly in the time, CPU time counts by that part. */
static void add_cpu(struct gau_worker_times *times, struct gau_worker_lane *lane,
                    const struct gau_lane_entry *entry)
{
    const uint64_t begin = gau_worker_clip(times, entry->begin),
                   end = gau_worker_clip(times, entry->end);

    if (begin >= end)
        return;
    lane->cpu_ticks += end - begin;
    lane->cpu_s +=
        1e-9 * (double)entry->cpu_ns * (double)(end - begin) / (double)(entry->end - entry->begin);
}

static void add_item(struct gau_worker_times *times, const struct gau_lane_entry *entry)
{
    if (entry->branch < times->n_item_ticks)
        times->item_ticks[entry->branch] +=
            gau_worker_clip(times, entry->end) - gau_worker_clip(times, entry->begin);
}

static void end_call(struct gau_worker_times *times, struct gau_worker_lane *lane,
                     const struct gau_lane_entry *entry)
{
    const uint32_t above =
        entry->depth > 1 ? entry->lane->stack[entry->depth - 2].mark : GAU_WORKER_NOTHING;

    if (lane->state != above)
        gau_worker_go_on(times, lane, entry->end, above);
    if (gau_worker_is_busy(entry->mark) && !gau_worker_is_busy(above) &&
        entry->cpu_ns != UINT64_MAX)
        add_cpu(times, lane, entry);
    if (entry->mark == GAU_WORKER_IN_BACKGROUND && above == GAU_WORKER_NOTHING && lane->counts)
        add_item(times, entry);
    if (!entry->is_event)
        return;
    lane->events += entry->begin < times->to && entry->end > times->from;
    lane->after_event = !(entry->flags & (GAU_LANE_END_MISSING | GAU_LANE_OPEN));
    lane->stall_since = entry->end;
    lane->stall_input = 0;
}

/* What is open before the gap and after it, and is no section, is so in it, too. */
static void add_gap(struct gau_worker_times *times, struct gau_worker_lane *lane,
                    const struct gau_lane_entry *gap)
{
    const enum gau_worker_state state = lane->state;

    lane->has_gaps = true;
    lane->after_event = false;
    if (state > GAU_WORKER_IN_SECTION || gap->lane->kind == GAU_TRACE_LANE_EXTERNAL)
        return;
    gau_worker_go_on(times, lane, gap->begin, GAU_WORKER_LOST);
    gau_worker_go_on(times, lane, gap->end, state);
}

static bool end_entry(void *user, const struct gau_lane_entry *entry)
{
    struct gau_worker_times *const times = user;
    struct gau_worker_lane *const lane = lane_of(times, entry->lane);

    if (!lane)
        return false;
    if (entry->what == GAU_LANE_CALL)
        end_call(times, lane, entry);
    else if (entry->what == GAU_LANE_GAP)
        add_gap(times, lane, entry);
    else if (entry->what == GAU_LANE_INTERVAL && entry->lane->kind == GAU_TRACE_LANE_EXTERNAL)
        times->out_of_memory |= !gau_worker_add_work(times, lane, entry->begin, entry->end);
    return !times->out_of_memory;
}

static bool read_categories(struct gau_worker_times *times, gau_error *error)
{
    static const struct gau_lanes_visitor visitor = {.begin = begin_call, .end = end_entry};

    if (!begin_window(times)) {
        times->out_of_memory = true;
        return false;
    }
    if (!gau_lanes_read(&times->trace->lanes, times->file->path, &visitor, times, error))
        return false;
    for (uint32_t i = 0; i < times->n_lanes; i++)
        gau_worker_finish(times, &times->lanes[i]);
    gau_busy_together_follow(&times->together, times->to);
    return true;
}

/* --- both ---------------------------------------------------------------------------------- */

bool gau_worker_times_read(struct gau_worker_times *times, const char *time_filter,
                           gau_error *error)
{
    static const struct gau_lanes_visitor visitor = {.begin = measure_begin, .end = measure_end};

    times->input = UINT32_MAX;
    if (gau_lanes_read(&times->trace->lanes, times->file->path, &visitor, times, error) &&
        !times->out_of_memory && choose_window(times, time_filter, error)) {
        choose_lanes(times);
        if (!times->out_of_memory)
            read_categories(times, error);
    }
    if (times->out_of_memory)
        gau_fail_memory(error, "workers of '%.*s'", GAU_QUOTE(times->file->path));
    return error->status == GAU_OK;
}

void gau_worker_times_clear(struct gau_worker_times *times)
{
    for (uint32_t i = 0; i < times->n_lanes; i++)
        gau_busy_together_clear(&times->lanes[i].work);
    free(times->lanes);
    free(times->bins);
    free(times->item_ticks);
    gau_busy_together_clear(&times->together);
}
