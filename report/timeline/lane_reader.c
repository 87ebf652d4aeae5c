/* SPDX-License-Identifier: Apache-2.0 */
#include "lane_reader.h"

#include "lane_definitions.h"
#include "lane_skipping.h"

#include "documents/document.h"

#include <stdlib.h>
#include <string.h>

static bool fail_memory(struct gau_lanes *lanes)
{
    lanes->out_of_memory = true;
    return false;
}

/* --- entries ------------------------------------------------------------------------------- */

/* The event around the innermost that is open; 0: none. */
static uint64_t event_around(const struct gau_lane *lane, uint32_t depth)
{
    return depth > 0 ? lane->stack[depth - 1].event : 0;
}

static bool report_end(struct gau_lanes *lanes, const struct gau_lane_entry *entry)
{
    return !lanes->visitor->end || lanes->visitor->end(lanes->user, entry);
}

/* What is said of the innermost of the open ones. */
static struct gau_lane_entry innermost(const struct gau_lane *lane)
{
    const struct gau_lane_open *const open = &lane->stack[lane->depth - 1];

    return (struct gau_lane_entry){.lane = lane,
                                   .branch = open->branch,
                                   .root = lane->stack[0].branch,
                                   .depth = lane->depth,
                                   .begin = open->begin,
                                   .end = open->begin,
                                   .event = open->event,
                                   .is_event = open->event && !event_around(lane, lane->depth - 1),
                                   .cpu_ns = UINT64_MAX,
                                   .mark = open->mark};
}

static bool push(struct gau_lanes *lanes, struct gau_lane *lane, uint32_t branch, uint64_t begin,
                 uint64_t event)
{
    struct gau_lane_open *open;
    struct gau_lane_entry entry;

    if (!gau_array_grow(&lane->stack, lane->depth, &lane->size, sizeof *lane->stack))
        return fail_memory(lanes);
    open = &lane->stack[lane->depth++];
    *open = (struct gau_lane_open){.begin = begin, .branch = branch};
    open->mark = lane->depth > 1 ? open[-1].mark : 0;
    open->event = event_around(lane, lane->depth - 1);
    if (!open->event && gau_lane_is_event(lane, branch))
        open->event = event;
    if (!lanes->visitor->begin)
        return true;
    entry = innermost(lane);
    if (!lanes->visitor->begin(lanes->user, &entry))
        return false;
    open->mark = entry.mark;
    return true;
}

static bool pop(struct gau_lanes *lanes, struct gau_lane *lane, uint64_t end, int32_t status,
                uint32_t flags)
{
    struct gau_lane_entry entry = innermost(lane);

    entry.end = end > entry.begin ? end : entry.begin;
    entry.status = status;
    entry.flags = flags;
    entry.cpu_ns = lane->cpu_ns;
    lane->cpu_ns = UINT64_MAX;
    lane->depth--;
    return report_end(lanes, &entry);
}

static uint32_t known_flags(uint32_t flags)
{
    return flags & (GAU_ENTRY_ERROR | GAU_ENTRY_REUSED | GAU_ENTRY_SKIPPED | GAU_ENTRY_ABORTED |
                    GAU_ENTRY_UNFINISHED);
}

/* An interval of a lane of branches is external work, which a thread has reported: it is in the
 * lane of its processor, if that is known. */
static bool report_interval(struct gau_lanes *lanes, const struct gau_lane *lane,
                            const struct gau_timeline_entry *from)
{
    const struct gau_lane *const processor = gau_lanes_processor(lanes, lane, from->branch);
    struct gau_lane_entry entry = {
        .what = GAU_LANE_INTERVAL,
        .lane = processor,
        .branch = from->branch,
        .root = from->branch,
        .begin = from->start,
        .end = from->stop,
        .cpu_ns = UINT64_MAX,
    };

    lanes->has_intervals = true;
    if (!processor) {
        lanes->left_out += !lanes->out_of_memory;
        return !lanes->out_of_memory;
    }
    if (processor->index == lane->index && lane->depth > 0) {
        entry.root = lane->stack[0].branch;
        entry.event = event_around(lane, lane->depth);
        entry.mark = lane->stack[lane->depth - 1].mark;
    }
    return report_end(lanes, &entry);
}

static bool report_not_called(struct gau_lanes *lanes, const struct gau_lane *lane,
                              const struct gau_timeline_entry *from)
{
    struct gau_lane_entry entry = {
        .what = GAU_LANE_NOT_CALLED,
        .lane = lane,
        .branch = from->branch,
        .root = lane->depth > 0 ? lane->stack[0].branch : from->branch,
        .depth = lane->depth + 1,
        .begin = from->stamp,
        .end = from->stamp,
        .event = event_around(lane, lane->depth),
        .cpu_ns = UINT64_MAX,
        .status = from->status,
        .flags = known_flags(from->flags),
        .mark = lane->depth > 0 ? lane->stack[lane->depth - 1].mark : 0,
    };

    return report_end(lanes, &entry);
}

static bool follow_entry(struct gau_lanes *lanes, struct gau_lane *lane,
                         const struct gau_timeline_entry *entry)
{
    switch (entry->what) {
    case GAU_TIMELINE_BEGIN: return push(lanes, lane, entry->branch, entry->stamp, entry->event);
    case GAU_TIMELINE_END:
        return pop(lanes, lane, entry->stamp, entry->status, known_flags(entry->flags));
    case GAU_TIMELINE_CPU: lane->cpu_ns = entry->cpu_ns; return true;
    case GAU_TIMELINE_NOT_CALLED: return report_not_called(lanes, lane, entry);
    case GAU_TIMELINE_INTERVAL: break;
    }
    return report_interval(lanes, lane, entry);
}

/* --- lists --------------------------------------------------------------------------------- */

static bool report_gap(struct gau_lanes *lanes, struct gau_lane *lane,
                       const struct gau_trace_entry_list *list)
{
    struct gau_lane_entry gap = {.what = GAU_LANE_GAP,
                                 .lane = lane,
                                 .begin = lane->began ? lane->last : 0,
                                 .end = list->first,
                                 .cpu_ns = UINT64_MAX,
                                 .lists = list->number - lane->next};

    if (list->number <= lane->next)
        return true;
    lanes->gaps += gap.lists;
    return report_end(lanes, &gap);
}

/* Returns how many of the open ones are what the list begins with. */
static uint32_t common_depth(const struct gau_lane *lane, const struct gau_trace_entry_list *list)
{
    uint32_t n = 0;

    while (n < lane->depth && n < list->depth && lane->stack[n].branch == list->open[n].branch &&
           lane->stack[n].begin == list->open[n].begin)
        n++;
    return n;
}

/* After missing lists other branches are open than before. */
static bool begin_list(struct gau_lanes *lanes, struct gau_lane *lane,
                       const struct gau_trace_entry_list *list)
{
    const uint32_t common = common_depth(lane, list);
    bool go_on = true;

    while (go_on && lane->depth > common)
        go_on = pop(lanes, lane, lane->last, 0, GAU_LANE_END_MISSING);
    go_on = go_on && report_gap(lanes, lane, list);
    for (uint32_t i = common; go_on && i < list->depth; i++)
        go_on = push(lanes, lane, list->open[i].branch, list->open[i].begin, list->event);
    lane->began = true;
    lane->next = list->number + 1;
    return go_on;
}

static bool follow_list(struct gau_lanes *lanes, struct gau_lane *lane,
                        const struct gau_trace_entry_list *list)
{
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;
    bool go_on = begin_list(lanes, lane, list);

    while (go_on && gau_timeline_next(&cursor, &entry)) {
        go_on = follow_entry(lanes, lane, &entry);
        if (entry.what == GAU_TIMELINE_INTERVAL) /* its processor may be a new lane: all move */
            lane = gau_lanes_find(lanes, list->lane);
    }
    return go_on;
}

static bool add_entries(void *user, const struct gau_trace_entry_list *list)
{
    struct gau_lanes *const lanes = user;
    struct gau_lane *lane = gau_lanes_find(lanes, list->lane);
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;
    bool go_on = true;

    if (!lane && gau_lanes_add_undefined(lanes, list->lane))
        lane = gau_lanes_find(lanes, list->lane);
    if (!lane) {
        while (gau_timeline_next(&cursor, &entry))
            lanes->left_out +=
                entry.what == GAU_TIMELINE_END || entry.what == GAU_TIMELINE_INTERVAL;
        return !lanes->out_of_memory;
    }
    gau_lanes_follow_outermost(lane, list);
    if (gau_lanes_can_skip(lanes, lane, list)) {
        lane->depth = 0;
        lane->next = list->number + 1;
        lane->began = true;
    } else {
        go_on = follow_list(lanes, lane, list);
        lane = gau_lanes_find(lanes, list->lane); /* a new lane may have moved all */
    }
    lane->last = list->last;
    lane->lost = lanes->lost;
    if (list->last > lanes->last)
        lanes->last = list->last;
    return go_on;
}

static bool follow_block(void *user, const struct gau_trace_block *block, uint64_t offset)
{
    struct gau_lanes *const lanes = user;

    (void)offset;
    lanes->lost += block->sequence - lanes->next_block;
    lanes->next_block = block->sequence + 1;
    return true;
}

static bool follow_record(void *user, const struct gau_trace_record *record, bool valid)
{
    (void)record;
    ((struct gau_lanes *)user)->lost += !valid;
    return true;
}

static bool set_totals(void *user, const struct gau_trace_timeline_totals *totals)
{
    ((struct gau_lanes *)user)->totals = *totals;
    return true;
}

/* --- the file ------------------------------------------------------------------------------ */

/* The collector's clock is known. */
static void set_clock(struct gau_lanes *lanes)
{
    const bool of_samples = lanes->header.content == GAU_TRACE_SAMPLES;
    const bool has_totals = lanes->totals.tick_ns > 0;

    lanes->clock = (struct gau_lanes_clock){
        .origin = has_totals && !of_samples ? lanes->totals.origin : lanes->header.start_ns,
        .tick_s = has_totals && !of_samples ? lanes->totals.tick_ns * 1e-9 : 1e-9,
        .is_known = has_totals || of_samples};
}

/* Lists behind the last one of the lane may be missing: more is missing than there are gaps. */
static bool may_go_on(const struct gau_lanes *lanes, const struct gau_lane *lane)
{
    const uint64_t dropped = lanes->totals.dropped;

    return dropped > lanes->gaps ||
           (lane->lost < lanes->lost && lanes->lost > lanes->gaps - dropped);
}

/* What is open was so until the totals were written, as these come behind all lists. */
static bool end_lane(struct gau_lanes *lanes, struct gau_lane *lane, uint64_t now, uint64_t end)
{
    const bool goes_on = may_go_on(lanes, lane);
    const uint64_t known = goes_on || now < lane->last ? lane->last : now;
    const struct gau_lane_entry gap = {
        .what = GAU_LANE_GAP, .lane = lane, .begin = known, .end = end, .cpu_ns = UINT64_MAX};
    bool go_on = true;

    while (go_on && lane->depth > 0)
        go_on = pop(lanes, lane, known, 0, goes_on ? GAU_LANE_END_MISSING : GAU_LANE_OPEN);
    return go_on && (!lane->began || known >= end || report_end(lanes, &gap));
}

static bool end_lanes(struct gau_lanes *lanes)
{
    const uint64_t now = lanes->totals.now <= INT64_MAX ? lanes->totals.now : 0;
    const uint64_t end = now > lanes->last ? now : lanes->last;
    bool go_on = true;

    for (uint32_t i = 0; go_on && i < lanes->n_lanes; i++)
        go_on = end_lane(lanes, &lanes->lanes[i], lanes->totals.ended ? end : now, end);
    return go_on;
}

static void fail_reading(const char *path, enum gau_trace_status status, const char *message,
                         gau_error *error)
{
    if (status == GAU_TRACE_NO_MEMORY)
        gau_fail_memory(error, "timeline of '%.*s'", GAU_QUOTE(path));
    else
        gau_fail_first(error, status == GAU_TRACE_NO_FILE ? GAU_ERR_USAGE : GAU_ERR_IO, "%.*s: %s",
                       GAU_QUOTE(path), message);
}

bool gau_lanes_read(struct gau_lanes *lanes, const char *path,
                    const struct gau_lanes_visitor *visitor, void *user, gau_error *error)
{
    static const struct gau_trace_visitor of_file = {.block = follow_block,
                                                     .record = follow_record,
                                                     .branch = gau_lanes_add_branch,
                                                     .task_type = gau_lanes_add_task_type,
                                                     .thread = gau_lanes_add_thread,
                                                     .lane = gau_lanes_add_lane,
                                                     .entries = add_entries,
                                                     .timeline_totals = set_totals};
    struct gau_text_pool *const texts = lanes->texts;
    const struct gau_lanes_known known = lanes->known;
    enum gau_trace_status status;
    char message[256] = "";

    lanes->known = (struct gau_lanes_known){0};
    gau_lanes_clear(lanes);
    *lanes = (struct gau_lanes){.texts = texts, .visitor = visitor, .user = user, .known = known};
    status = gau_trace_read(path, &of_file, lanes, &lanes->header, &lanes->damage, message,
                            sizeof message);
    set_clock(lanes);
    if (status == GAU_TRACE_OK && end_lanes(lanes))
        gau_lanes_remember(lanes);
    if (lanes->out_of_memory)
        status = GAU_TRACE_NO_MEMORY;
    if (status != GAU_TRACE_OK && status != GAU_TRACE_STOPPED)
        fail_reading(path, status, message, error);
    return error->status == GAU_OK;
}

void gau_lanes_clear(struct gau_lanes *lanes)
{
    for (uint32_t i = 0; i < lanes->n_lanes; i++)
        free(lanes->lanes[i].stack);
    free(lanes->lanes);
    free(lanes->branches);
    free(lanes->tasks);
    gau_map_clear(&lanes->numbers);
    gau_map_clear(&lanes->threads);
    gau_map_clear(&lanes->tids);
    free(lanes->known.lists);
    *lanes = (struct gau_lanes){.texts = lanes->texts};
}

static bool find_lane(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name)
{
    (void)lane;
    (void)name;
    *(bool *)user = true;
    return false;
}

static bool find_list(void *user, const struct gau_trace_entry_list *list)
{
    (void)list;
    *(bool *)user = true;
    return false;
}

bool gau_lanes_exist(const char *path)
{
    static const struct gau_trace_visitor visitor = {.lane = find_lane, .entries = find_list};
    bool found = false;

    gau_trace_read(path, &visitor, &found, NULL, NULL, NULL, 0);
    return found;
}
