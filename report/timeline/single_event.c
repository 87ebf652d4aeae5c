/* SPDX-License-Identifier: Apache-2.0 */
#include "single_event.h"

#include "timeline_page.h"

#include "documents/document.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_cpu(const struct gau_single_event_row *row)
{
    return row->calls > 0 && row->with_cpu >= row->calls;
}

/* In whole steps of what is known. */
static double waiting_steps(const struct gau_single_event *event,
                            const struct gau_single_event_row *row)
{
    const double time_ns = round(gau_single_event_seconds(event, (double)row->time) * 1e9);

    return floor(fmax(time_ns - (double)row->cpu_ns, 0) / GAU_EVENT_WAITING_STEP_NS);
}

double gau_single_event_waiting(const struct gau_single_event *event,
                                const struct gau_single_event_row *row)
{
    double steps = waiting_steps(event, row);

    if (!has_cpu(row))
        return (double)NAN;
    while (row->parent) {
        row = gau_single_event_row(event, row->parent);
        if (has_cpu(row) && steps > waiting_steps(event, row) &&
            steps - waiting_steps(event, row) < 2)
            steps = waiting_steps(event, row);
    }
    return steps * GAU_EVENT_WAITING_STEP_NS / 1e9;
}

double gau_single_event_ratio(const struct gau_single_event *event,
                              const struct gau_single_event_row *row)
{
    const double median = gau_single_event_median(&event->medians, row->branch);

    return median > 0 && row->calls > 0 ? (double)row->time / ((double)row->calls * median)
                                        : (double)NAN;
}

/* --- the first reading --------------------------------------------------------------------- */

/* Among the slowest are those that ended before those that did not. */
static bool is_chosen(const struct gau_single_event *event, const struct gau_lane_entry *entry,
                      bool is_ended)
{
    if (event->wanted)
        return entry->event == event->wanted && !event->found;
    if (!event->found || is_ended != event->is_ended)
        return !event->found || is_ended;
    return entry->end - entry->begin > event->to - event->from;
}

static void add_event(struct gau_single_event *event, const struct gau_lane_entry *entry,
                      bool is_ended)
{
    event->least = event->events == 0 || entry->event < event->least ? entry->event : event->least;
    event->most = entry->event > event->most ? entry->event : event->most;
    event->events++;
    event->ended += is_ended;
    event->same += entry->event == event->wanted;
    if (!is_chosen(event, entry, is_ended))
        return;
    event->found = true;
    event->is_ended = is_ended;
    event->number = entry->event;
    event->lane = entry->lane->index;
    event->from = entry->begin;
    event->to = entry->end;
}

static bool measure_entry(void *user, const struct gau_lane_entry *entry)
{
    struct gau_single_event *const event = user;
    const bool is_ended =
        !(entry->flags & (GAU_LANE_OPEN | GAU_LANE_END_MISSING | GAU_ENTRY_UNFINISHED));
    const bool is_call = entry->what == GAU_LANE_CALL;

    if (entry->lane->kind == GAU_TRACE_LANE_TASKS)
        return true;
    if (entry->is_event)
        add_event(event, entry, is_ended);
    event->has_cpu |= entry->cpu_ns != UINT64_MAX;
    if ((!is_call && entry->what != GAU_LANE_INTERVAL) || !is_ended ||
        gau_single_event_add_time(&event->medians, entry->branch, entry->end - entry->begin))
        return true;
    gau_fail_memory(event->error, "medians of '%.*s'", GAU_QUOTE(event->one.items->path));
    return false;
}

/* Nothing of one file is in the numbers of the next. */
static bool measure_file(struct gau_single_event *event)
{
    static const struct gau_lanes_visitor visitor = {.end = measure_entry};

    gau_single_event_medians_clear(&event->medians);
    event->events = event->ended = event->most = event->same = 0;
    event->has_cpu = false;
    event->trace.lanes.texts = &event->names.labels;
    return gau_lanes_read(&event->trace.lanes, event->one.items->path, &visitor, event,
                          event->error);
}

/* --- the file ------------------------------------------------------------------------------ */

/* Says why there is no event; damage may be the reason. */
static void refuse_event(struct gau_single_event *event, uint64_t least, uint64_t most)
{
    const char *const path = event->files->sources->paths[0];
    char damage[600];

    event->names.is_refused = true;
    gau_timeline_damage(damage, sizeof damage, &event->names);
    if (most > 0)
        gau_fail_first(event->error, GAU_ERR_USAGE,
                       "'%.*s' has no event %" PRIu64 "; its events are from %" PRIu64
                       " to %" PRIu64 "%s%s",
                       GAU_QUOTE(path), event->wanted, least, most, damage[0] ? "; " : "", damage);
    else if (damage[0])
        gau_fail_first(event->error, GAU_ERR_USAGE, "'%.*s' has no events; %s", GAU_QUOTE(path),
                       damage);
    else
        gau_fail_first(event->error, GAU_ERR_USAGE,
                       "'%.*s' has no events: timelines of jobs, and of programs with events, have "
                       "them; files of samples have none",
                       GAU_QUOTE(path));
}

static void refuse(struct gau_single_event *event, bool has_trace, uint64_t least, uint64_t most)
{
    const char *const path = event->files->sources->paths[0];

    if (access(path, F_OK) != 0)
        gau_fail_first(event->error, GAU_ERR_USAGE, "%.*s: %s", GAU_QUOTE(path), strerror(errno));
    else if (!has_trace)
        gau_fail_first(event->error, GAU_ERR_USAGE,
                       "'%.*s' has no timeline (timeline.gtr, which 'gaudit run --timeline' "
                       "writes), and so no events",
                       GAU_QUOTE(path));
    else
        refuse_event(event, least, most);
}

/* Finds the first file that has the event. */
static bool find_event(struct gau_single_event *event)
{
    uint64_t least = UINT64_MAX, most = 0;
    bool has_trace = false;

    for (uint32_t i = 0; i < event->files->count && !event->found; i++) {
        if (!event->files->items[i].is_trace)
            continue;
        has_trace = true;
        event->one.items = &event->files->items[i];
        if (!measure_file(event))
            return false;
        if (event->events > 0) {
            least = event->least < least ? event->least : least;
            most = event->most > most ? event->most : most;
        }
    }
    if (!event->found)
        refuse(event, has_trace, least, most);
    return event->found;
}

bool gau_single_event_read(struct gau_single_event *event)
{
    if (!gau_text_pool_init(&event->names.labels, &event->heap)) {
        gau_fail_memory(event->error, "event of '%.*s'",
                        GAU_QUOTE(event->files->sources->paths[0]));
        return false;
    }
    event->one.count = 1;
    event->names.files = &event->one;
    event->names.traces = &event->trace;
    return find_event(event) && gau_single_event_read_calls(event);
}

void gau_single_event_clear(struct gau_single_event *event)
{
    gau_timeline_trace_clear(&event->trace);
    gau_single_event_medians_clear(&event->medians);
    gau_map_clear(&event->places);
    gau_map_clear(&event->processors);
    free(event->rows);
    free(event->others);
    gau_text_pool_clear(&event->names.labels);
    gau_bump_allocator_clear(&event->heap);
}
