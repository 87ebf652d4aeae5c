/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_info.h"

#include "table/heap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- names --------------------------------------------------------------------------------- */

static const char *const type_names[] = {
    [GAU_INFO_UNKNOWN] = "unknown",
    [GAU_TRACE_PROCESS] = "process",
    [GAU_TRACE_MODULE] = "module",
    [GAU_TRACE_MODULE_UNLOADED] = "module unloaded",
    [GAU_TRACE_TASK_TYPE] = "task type",
    [GAU_TRACE_THREAD] = "thread",
    [GAU_TRACE_THREAD_TOTALS] = "totals of a thread",
    [GAU_TRACE_STACKS] = "stacks",
    [GAU_TRACE_STACKS_RESET] = "reset of stacks",
    [GAU_TRACE_SAMPLE_LIST] = "samples",
    [GAU_TRACE_TASK_TOTALS] = "totals of tasks",
    [GAU_TRACE_PAUSE] = "pause",
    [GAU_TRACE_PROCESS_TOTALS] = "totals of the process",
    [GAU_TRACE_EVENT_LIST] = "events",
    [GAU_TRACE_EVENT_TOTALS] = "totals of events",
    [GAU_TRACE_REGION_NAME] = "region",
    [GAU_TRACE_REGION_EVENT] = "regions of an event",
    [GAU_TRACE_REGION_TOTALS] = "totals of regions",
    [GAU_TRACE_BRANCH] = "branch",
    [GAU_TRACE_LANE] = "lane",
    [GAU_TRACE_ENTRY_LIST] = "entries of a lane",
    [GAU_TRACE_TIMELINE_TOTALS] = "totals of a timeline",
    [GAU_TRACE_RESULT] = "workers of a result",
};

#define ONE(...) +1
static_assert(GAU_INFO_TYPES == 1 GAU_TRACE_RECORDS(ONE), "a type has a row");
static_assert(sizeof type_names / sizeof *type_names == GAU_INFO_TYPES, "a type has a name");

const char *gau_info_type_name(uint32_t type)
{
    return type_names[type < GAU_INFO_TYPES ? type : GAU_INFO_UNKNOWN];
}

const char *gau_info_content_name(const struct gau_trace_header *header)
{
    switch (header->content) {
    case GAU_TRACE_SAMPLES: return "samples";
    case GAU_TRACE_TIMELINE: return "timeline";
    case GAU_TRACE_EVENTS: return "events";
    case GAU_TRACE_REGIONS: return "regions";
    default: return header->version ? "unknown" : "empty";
    }
}

/* --- times --------------------------------------------------------------------------------- */

static void add_time(struct gau_info_times *times, uint64_t first, uint64_t last)
{
    if (!times->known || first < times->first)
        times->first = first;
    if (!times->known || last > times->last)
        times->last = last;
    times->known = true;
}

static void add_ns(struct gau_trace_info *info, uint64_t time_ns)
{
    if (time_ns > info->last_ns)
        info->last_ns = time_ns;
}

static void set_end(struct gau_trace_info *info, uint32_t ended)
{
    info->has_end = true;
    info->ended = ended;
}

static void set_clock(struct gau_trace_info *info, uint64_t origin, double tick_ns)
{
    info->origin = origin;
    info->tick_ns = tick_ns;
}

double gau_info_seconds(const struct gau_trace_info *info, uint64_t ticks)
{
    return info->tick_ns > 0 ? (double)(int64_t)(ticks - info->origin) * info->tick_ns / 1e9
                             : (double)NAN;
}

double gau_info_duration(const struct gau_trace_info *info)
{
    const double ns =
        info->last_ns > 0 ? (double)(int64_t)(info->last_ns - info->header.start_ns) : (double)NAN;
    const double ticks_s =
        info->times.known ? gau_info_seconds(info, info->times.last) : (double)NAN;
    const double last_s = fmax(ns / 1e9, ticks_s);

    return last_s >= 0 ? last_s : (double)NAN;
}

/* --- samples, events, regions -------------------------------------------------------------- */

static bool add_samples(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                        uint32_t count)
{
    struct gau_trace_info *const info = user;

    (void)thread;
    info->samples += count;
    for (uint32_t i = 0; i < count; i++)
        add_ns(info, samples[i].time_ns);
    return true;
}

static bool set_thread_totals(void *user, const struct gau_trace_thread_totals *totals)
{
    add_ns(user, totals->time_ns);
    return true;
}

static bool set_process_totals(void *user, const struct gau_trace_process_totals *totals)
{
    struct gau_trace_info *const info = user;

    add_ns(info, totals->time_ns);
    set_end(info, totals->ended);
    info->writer_ns = totals->writer_ns;
    info->has_writer = true;
    return true;
}

static bool add_events(void *user, uint32_t worker, const struct gau_trace_event *events,
                       uint32_t count)
{
    struct gau_trace_info *const info = user;

    (void)worker;
    info->events += count;
    for (uint32_t i = 0; i < count; i++)
        add_time(&info->times, events[i].start, events[i].start + events[i].duration);
    return true;
}

static bool set_event_totals(void *user, const struct gau_trace_event_totals *totals)
{
    set_clock(user, totals->origin, totals->tick_ns);
    set_end(user, totals->ended);
    return true;
}

static bool add_region_event(void *user, const struct gau_trace_region_event *event)
{
    struct gau_trace_info *const info = user;

    info->events++;
    add_time(&info->times, event->start, event->start + event->duration);
    return true;
}

/* --- timelines ----------------------------------------------------------------------------- */

static bool add_branch(void *user, const struct gau_trace_branch *branch,
                       struct gau_trace_text name)
{
    (void)branch, (void)name;
    ((struct gau_trace_info *)user)->branches++;
    return true;
}

/* Returns NULL if it has no sums of its own, or there is no memory. */
static struct gau_info_lane *find_lane(struct gau_trace_info *info, uint32_t lane)
{
    uint32_t step = 0;
    const uint32_t at = gau_map_next(&info->by_lane, lane, &step);

    return at ? &info->lanes[at - 1] : NULL;
}

static struct gau_info_lane *make_lane(struct gau_trace_info *info, uint32_t lane)
{
    if (info->n_lanes == GAU_INFO_LANES)
        return NULL;
    info->out_of_memory =
        !gau_array_grow(&info->lanes, info->n_lanes, &info->lane_room, sizeof *info->lanes) ||
        !gau_map_add(&info->by_lane, lane, info->n_lanes + 1);
    if (info->out_of_memory)
        return NULL;
    info->lanes[info->n_lanes] = (struct gau_info_lane){.lane = lane};
    return &info->lanes[info->n_lanes++];
}

/* A lane may have lists before its definition. */
static bool add_lane(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name)
{
    struct gau_trace_info *const info = user;
    struct gau_info_lane *added = find_lane(info, lane->lane);

    if (!added)
        added = make_lane(info, lane->lane);
    if (!added) {
        info->n_other_lanes++;
        return !info->out_of_memory;
    }
    added->kind = lane->kind;
    added->number = lane->number;
    snprintf(added->name, sizeof added->name, "%s", name.data);
    return true;
}

/* A number of a list that is not larger than those before has nothing to say. */
static void count_missing(struct gau_info_lane *lane, uint64_t number)
{
    if (number < lane->next)
        return;
    lane->missing += number - lane->next;
    lane->next = number < UINT64_MAX ? number + 1 : number;
}

static bool add_entries(void *user, const struct gau_trace_entry_list *list,
                        const struct gau_timeline_counts *counts)
{
    struct gau_trace_info *const info = user;
    struct gau_info_lane *lane = find_lane(info, list->lane);

    if (!lane)
        lane = make_lane(info, list->lane);
    if (info->out_of_memory)
        return false;
    if (lane)
        count_missing(lane, list->number);
    else
        lane = &info->other_lanes;
    info->events += counts->events;
    lane->entries += counts->entries;
    lane->pairs += counts->pairs;
    lane->lists++;
    lane->bytes += list->size;
    add_time(&lane->times, list->first, list->last);
    add_time(&info->times, list->first, list->last);
    return true;
}

static bool set_timeline_totals(void *user, const struct gau_trace_timeline_totals *totals)
{
    struct gau_trace_info *const info = user;

    set_clock(info, totals->origin, totals->tick_ns);
    set_end(info, totals->ended);
    info->timeline = *totals;
    info->has_timeline = info->has_writer = true;
    info->writer_ns = totals->writer_ns;
    add_time(&info->times, totals->origin, totals->now);
    return true;
}

/* --- background-work profiles -------------------------------------------------------------- */

static bool add_fault(void *user, uint64_t offset, const char *text)
{
    struct gau_trace_info *const info = user;
    struct gau_info_fault *const fault = &info->faults[info->n_faults];

    if (info->n_faults++ >= GAU_INFO_FAULTS)
        return true;
    fault->offset = offset;
    snprintf(fault->text, sizeof fault->text, "%s", text);
    return true;
}

static bool set_rbwp(void *user, const struct gau_trace_rbwp *rbwp)
{
    struct gau_trace_info *const info = user;

    info->is_rbwp = true;
    info->rbwp = *rbwp;
    return true;
}

/* --- the file ------------------------------------------------------------------------------ */

static bool add_block(void *user, const struct gau_trace_block *block, uint64_t offset)
{
    struct gau_trace_info *const info = user;

    (void)offset;
    info->raw_bytes += block->raw_size;
    if (block->codec == GAU_TRACE_UNCOMPRESSED)
        return true;
    info->packed++;
    info->packed_bytes += block->size - sizeof *block;
    info->unpacked_bytes += block->raw_size;
    return true;
}

static bool add_record(void *user, const struct gau_trace_record *record, bool valid)
{
    struct gau_trace_info *const info = user;
    const uint32_t type = record->type < GAU_INFO_TYPES ? record->type : GAU_INFO_UNKNOWN;

    info->types[type].count++;
    info->types[type].invalid += !valid;
    info->types[type].bytes += record->size;
    return true;
}

void gau_info_fail(const char *path, enum gau_trace_status status, const char *message,
                   gau_error *error)
{
    if (status == GAU_TRACE_NO_MEMORY)
        gau_fail_memory(error, "'%.*s'", GAU_QUOTE(path));
    else
        gau_fail_first(error, status == GAU_TRACE_NO_FILE ? GAU_ERR_USAGE : GAU_ERR_IO,
                       "'%.*s': %s", GAU_QUOTE(path), message);
}

void gau_trace_info_read(struct gau_trace_info *info, const char *path, gau_error *error)
{
    static const struct gau_trace_visitor visitor = {
        .samples = add_samples,
        .thread_totals = set_thread_totals,
        .process_totals = set_process_totals,
        .events = add_events,
        .event_totals = set_event_totals,
        .region_event = add_region_event,
        .branch = add_branch,
        .lane = add_lane,
        .entry_counts = add_entries,
        .timeline_totals = set_timeline_totals,
        .fault = add_fault,
        .rbwp = set_rbwp,
        .block = add_block,
        .record = add_record,
    };
    enum gau_trace_status status;
    char message[128] = "";
    struct stat file;

    *info = (struct gau_trace_info){.path = path};
    if (stat(path, &file) == 0)
        info->bytes = (uint64_t)file.st_size;
    status =
        gau_trace_read(path, &visitor, info, &info->header, &info->damage, message, sizeof message);
    if (status != GAU_TRACE_OK)
        gau_info_fail(path, info->out_of_memory ? GAU_TRACE_NO_MEMORY : status, message, error);
}

void gau_trace_info_clear(struct gau_trace_info *info)
{
    free(info->lanes);
    gau_map_clear(&info->by_lane);
    *info = (struct gau_trace_info){0};
}
