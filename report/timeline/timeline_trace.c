/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_trace.h"

#include "timeline_selection.h"

#include "documents/document.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT_BACKGROUND = 1 }; /* the number of this root */

enum { MARGIN = 10000 }; /* ticks */

/* Marks of calls. */
enum { IS_PARENT = 1, IS_BELOW = 2 };

/* The position of a reading. */
struct walk {
    struct gau_timeline *scene;
    const struct gau_timeline_file *file;
    struct gau_timeline_trace *trace;
    gau_timeline_visit *visit;
    uint32_t first;   /* group */
    uint32_t unnamed; /* the label of all branches without a definition */
};

void gau_timeline_trace_clear(struct gau_timeline_trace *trace)
{
    gau_lanes_clear(&trace->lanes);
    free(trace->items);
}

/* --- lanes and groups ---------------------------------------------------------------------- */

static bool fail_memory(struct gau_timeline *scene)
{
    gau_fail_memory(scene->error, "picture of '%.*s'", GAU_QUOTE(scene->files->sources->paths[0]));
    return false;
}

/* Returns NULL if out of memory. */
static struct gau_timeline_lane *lane_of(struct walk *walk, const struct gau_lane *lane)
{
    struct gau_timeline_trace *const trace = walk->trace;

    while (trace->count <= lane->index) {
        if (!gau_array_grow(&trace->items, trace->count, &trace->size, sizeof *trace->items)) {
            fail_memory(walk->scene);
            return NULL;
        }
        trace->items[trace->count++] = (struct gau_timeline_lane){0};
    }
    return &trace->items[lane->index];
}

static enum gau_timeline_part part_of(const struct walk *walk, const struct gau_lane_entry *entry)
{
    const struct gau_lane_branch *const root =
        gau_lanes_branch(&walk->trace->lanes, entry->lane, entry->root);

    if (entry->what == GAU_LANE_INTERVAL || entry->lane->kind == GAU_TRACE_LANE_EXTERNAL)
        return GAU_TIMELINE_INTERVALS;
    if (entry->what == GAU_LANE_GAP || entry->lane->kind == GAU_TRACE_LANE_TASKS)
        return GAU_TIMELINE_CALLS;
    return entry->root == ROOT_BACKGROUND || (root && root->kind == GAU_TRACE_BRANCH_BACKGROUND)
               ? GAU_TIMELINE_BACKGROUND
               : GAU_TIMELINE_CALLS;
}

static bool is_group(const struct walk *walk, const struct gau_timeline_group *group,
                     const struct gau_lane *lane, enum gau_timeline_part part)
{
    return group->file == walk->file && group->part == part &&
           (part == GAU_TIMELINE_BACKGROUND || group->lane == lane->index);
}

/* The first reading makes groups. Returns NULL if there are too many. */
static struct gau_timeline_group *find_group(struct walk *walk, const struct gau_lane *lane,
                                             enum gau_timeline_part part)
{
    struct gau_timeline *const scene = walk->scene;

    for (uint32_t i = walk->first; i < scene->n_groups; i++)
        if (is_group(walk, &scene->groups[i], lane, part))
            return &scene->groups[i];
    if (scene->draws || scene->n_groups == GAU_TIMELINE_ROWS)
        return NULL;
    scene->groups[scene->n_groups] = (struct gau_timeline_group){.file = walk->file,
                                                                 .trace = walk->trace,
                                                                 .lane = lane->index,
                                                                 .part = part,
                                                                 .least_depth = UINT32_MAX};
    return &scene->groups[scene->n_groups++];
}

static struct gau_timeline_group *group_of(struct walk *walk, struct gau_timeline_lane *state,
                                           const struct gau_lane *lane, enum gau_timeline_part part)
{
    struct gau_timeline_group *group;

    if (state->groups[part])
        return &walk->scene->groups[state->groups[part] - 1];
    group = find_group(walk, lane, part);
    if (group)
        state->groups[part] = (uint32_t)(group - walk->scene->groups) + 1;
    return group;
}

/* --- what is wanted ------------------------------------------------------------------------ */

/* A label, or a branch identifier. */
static bool is_called(const struct walk *walk, const struct gau_lane_entry *entry,
                      const char *wanted)
{
    const struct gau_timeline_group group = {.trace = walk->trace, .lane = entry->lane->index};
    const struct gau_timeline_bar bar = {.colour = entry->is_event ? GAU_TIMELINE_EVENTS : 0,
                                         .facts = {.branch = entry->branch, .event = entry->event}};
    char text[GAU_TIMELINE_PATH];
    const char *const name = gau_timeline_name(text, walk->scene, &group, &bar);
    const size_t length = strlen(name), all = strlen(wanted);

    if (all < length || strcmp(wanted + all - length, name) != 0)
        return false;
    return all == length || strcmp(gau_timeline_path(text, walk->scene, &group, &bar), wanted) == 0;
}

static bool is_in_event(const struct walk *walk, const struct gau_lane_entry *entry)
{
    const size_t wanted = walk->scene->options->timeline.event;

    return !wanted || (entry->event == wanted && entry->lane->index == walk->trace->event_lane);
}

static bool begin_call(void *user, struct gau_lane_entry *entry)
{
    struct walk *const walk = user;
    const char *const wanted = walk->scene->options->timeline.children_of;
    struct gau_timeline_lane *const state = lane_of(walk, entry->lane);

    if (!state)
        return false;
    entry->mark = entry->mark ? IS_BELOW : 0;
    if (!wanted || entry->mark || state->parent_found || !is_in_event(walk, entry) ||
        !is_called(walk, entry, wanted))
        return true;
    entry->mark = IS_PARENT;
    state->parent_found = walk->scene->parent_found = true;
    return true;
}

/* In the lane of the wanted event, only what is in it; in others what is at the same time. */
static bool is_wanted(const struct walk *walk, const struct gau_lane_entry *entry,
                      enum gau_timeline_part part)
{
    const struct gau_timeline_options *const options = &walk->scene->options->timeline;
    const struct gau_timeline_trace *const trace = walk->trace;
    const bool is_lane_of_event =
        part != GAU_TIMELINE_BACKGROUND && entry->lane->index == trace->event_lane;

    if (options->children_of)
        return entry->mark == IS_BELOW ||
               (entry->mark == IS_PARENT && entry->what == GAU_LANE_INTERVAL);
    if (!options->event)
        return true;
    if (!trace->event_found)
        return false;
    if (is_lane_of_event && entry->what != GAU_LANE_GAP)
        return is_in_event(walk, entry);
    return entry->begin < trace->event_to && entry->end > trace->event_from;
}

/* --- items --------------------------------------------------------------------------------- */

static struct gau_timeline_instant instant_of(const struct walk *walk, uint64_t ticks)
{
    const bool is_known = walk->scene->draws;

    return (struct gau_timeline_instant){ticks, is_known
                                                    ? gau_lanes_seconds(&walk->trace->clock, ticks)
                                                    : (double)ticks};
}

/* Returns the row of an interval, from 1: the first that is free then; 0: none is. */
static uint32_t track_of(struct gau_timeline_lane *state, const struct gau_lane_entry *entry)
{
    uint32_t track = 0;

    while (track < state->n_tracks && state->tracks[track] > entry->begin)
        track++;
    if (track == GAU_TIMELINE_TRACKS)
        return 0;
    if (track == state->n_tracks)
        state->n_tracks++;
    state->tracks[track] = entry->end;
    return track + 1;
}

/* In the first reading rows of background items are counted for each worker. */
static uint32_t row_of(const struct walk *walk, struct gau_timeline_lane *state,
                       const struct gau_lane_entry *entry, enum gau_timeline_part part)
{
    if (entry->what == GAU_LANE_GAP)
        return 1;
    if (part == GAU_TIMELINE_INTERVALS)
        return track_of(state, entry);
    if (part == GAU_TIMELINE_CALLS)
        return entry->depth;
    if (walk->scene->draws)
        return state->background_first + entry->depth - 1;
    if (state->background_depth < entry->depth)
        state->background_depth = entry->depth;
    return entry->depth;
}

static uint32_t label_of(const struct walk *walk, const struct gau_lane_entry *entry)
{
    const struct gau_lane_branch *const branch =
        gau_lanes_branch(&walk->trace->lanes, entry->lane, entry->branch);

    return entry->what == GAU_LANE_GAP ? 0 : branch ? branch->name : walk->unnamed;
}

static struct gau_timeline_item make_item(const struct walk *walk,
                                          const struct gau_lane_entry *entry)
{
    const uint64_t origin = walk->scene->draws ? walk->trace->clock.origin : 0;
    const bool is_gap = entry->what == GAU_LANE_GAP;

    return (struct gau_timeline_item){
        .depth = entry->depth ? entry->depth : 1,
        .start = instant_of(walk, is_gap && entry->begin < origin ? origin : entry->begin),
        .end = instant_of(walk, entry->end),
        .is_event = entry->is_event,
        .is_gap = is_gap,
        .lists = entry->lists,
        .facts = {.label = label_of(walk, entry),
                  .branch = entry->branch,
                  .event = entry->event,
                  .cpu_ns = entry->cpu_ns,
                  .status = entry->status,
                  .flags = entry->flags}};
}

static bool end_entry(void *user, const struct gau_lane_entry *entry)
{
    struct walk *const walk = user;
    struct gau_timeline_lane *const state = lane_of(walk, entry->lane);
    const enum gau_timeline_part part = part_of(walk, entry);
    const bool wanted = is_wanted(walk, entry, part);
    struct gau_timeline_group *group;
    struct gau_timeline_item item;

    if (!state)
        return false;
    if (entry->what == GAU_LANE_NOT_CALLED)
        return true;
    item = make_item(walk, entry);
    item.row = wanted ? row_of(walk, state, entry, part) : 1;
    group = item.row ? group_of(walk, state, entry->lane, part) : NULL;
    if (group)
        return walk->visit(walk->scene, group, &item, wanted);
    walk->scene->left_out += wanted && !item.is_gap;
    return true;
}

/* --- the wanted event ---------------------------------------------------------------------- */

static bool find_event(void *user, const struct gau_lane_entry *entry)
{
    struct walk *const walk = user;
    struct gau_timeline_trace *const trace = walk->trace;

    if (!entry->is_event || entry->event != walk->scene->options->timeline.event)
        return true;
    trace->event_found = walk->scene->event_found = true;
    trace->event_lane = entry->lane->index;
    trace->event_from = entry->begin;
    trace->event_to = entry->end;
    return false;
}

static bool look_for_event(struct walk *walk)
{
    static const struct gau_lanes_visitor visitor = {.end = find_event};

    return !walk->scene->options->timeline.event || walk->scene->draws ||
           gau_lanes_read(&walk->trace->lanes, walk->file->path, &visitor, walk,
                          walk->scene->error);
}

/* Returns some ticks less than that time: what seconds round is no matter. */
static uint64_t ticks_before(const struct walk *walk, double s)
{
    const struct gau_lanes_clock *const clock = &walk->trace->clock;
    const double ticks = (double)clock->origin + (s - clock->begin_s) / clock->tick_s - MARGIN;

    return ticks <= 0 ? 0 : ticks >= (double)INT64_MAX ? INT64_MAX : (uint64_t)ticks;
}

/* --- all of it ----------------------------------------------------------------------------- */

static void begin_lanes(struct gau_timeline_trace *trace)
{
    for (uint32_t i = 0; i < trace->count; i++) {
        trace->items[i].parent_found = false;
        trace->items[i].n_tracks = 0;
        memset(trace->items[i].groups, 0, sizeof trace->items[i].groups);
    }
}

bool gau_timeline_walk_trace(struct gau_timeline *scene, const struct gau_timeline_file *file,
                             gau_timeline_visit *visit)
{
    struct gau_lanes_visitor visitor = {.begin = begin_call, .end = end_entry};
    struct walk walk = {.scene = scene,
                        .file = file,
                        .trace = &scene->traces[file - scene->files->items],
                        .visit = visit,
                        .first = gau_timeline_first_group(scene, file)};

    walk.trace->lanes.texts = &scene->labels;
    walk.unnamed = gau_text_pool_put(&scene->labels, "unknown");
    begin_lanes(walk.trace);
    if (scene->draws && !scene->options->timeline.children_of) {
        visitor.first = ticks_before(&walk, scene->from_s);
        visitor.last = ticks_before(&walk, scene->to_s) + 2 * MARGIN;
    }
    if (!look_for_event(&walk) ||
        !gau_lanes_read(&walk.trace->lanes, file->path, &visitor, &walk, scene->error))
        return false;
    if (scene->labels.failed)
        return fail_memory(scene);
    scene->left_out += walk.trace->lanes.left_out;
    if (!scene->draws)
        gau_timeline_finish_groups(scene, walk.trace, walk.first);
    return scene->error->status == GAU_OK;
}
