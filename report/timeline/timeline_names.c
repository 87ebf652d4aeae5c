/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_page.h"
#include "timeline_trace.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void gau_timeline_add_part(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list args;

    length += (size_t)snprintf(text + length, size - length, length ? ", " : "");
    if (length >= size)
        return;
    va_start(args, format);
    vsnprintf(text + length, size - length, format, args);
    va_end(args);
}

const struct gau_lane *gau_timeline_lane_of(const struct gau_timeline_group *group)
{
    return group->trace && group->lane < group->trace->lanes.n_lanes
               ? &group->trace->lanes.lanes[group->lane]
               : NULL;
}

/* Returns whether the file has background items of several lanes, or workers that may have some. */
static bool has_several(const struct gau_timeline_trace *trace)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < trace->lanes.n_lanes; i++)
        n += trace->lanes.lanes[i].kind == GAU_TRACE_LANE_WORKER ||
             (i < trace->count && trace->items[i].background_depth > 0);
    return n > 1;
}

const struct gau_lane *gau_timeline_background_lane(const struct gau_timeline_trace *trace,
                                                    uint32_t row)
{
    for (uint32_t i = 0; i < trace->count && i < trace->lanes.n_lanes; i++)
        if (trace->items[i].background_depth > 0 && trace->items[i].background_first == row)
            return has_several(trace) ? &trace->lanes.lanes[i] : NULL;
    return NULL;
}

static const struct gau_lane_branch *branch_of(const struct gau_timeline_group *group,
                                               uint32_t branch)
{
    const struct gau_lane *const lane = gau_timeline_lane_of(group);

    return lane ? gau_lanes_branch(&group->trace->lanes, lane, branch) : NULL;
}

const char *gau_timeline_name(char text[GAU_TIMELINE_PATH], const struct gau_timeline *scene,
                              const struct gau_timeline_group *group,
                              const struct gau_timeline_bar *bar)
{
    const struct gau_lane *const lane = gau_timeline_lane_of(group);
    const struct gau_lane_branch *const branch = branch_of(group, bar->facts.branch);

    if (!group->trace)
        return scene->labels.items[bar->facts.label];
    if (bar->colour == GAU_TIMELINE_EVENTS && bar->facts.event > 0)
        snprintf(text, GAU_TIMELINE_PATH, "Event %" PRIu64, bar->facts.event);
    else if (branch)
        return scene->labels.items[branch->name];
    else
        snprintf(text, GAU_TIMELINE_PATH, "%s %" PRIu32,
                 lane && lane->kind == GAU_TRACE_LANE_TASKS ? "task" : "branch", bar->facts.branch);
    return text;
}

void gau_timeline_row_name(char text[GAU_TIMELINE_PATH], const struct gau_timeline_group *group,
                           uint32_t row)
{
    const uint32_t depth = group->least_depth + row;
    const struct gau_lane *const lane = group->part == GAU_TIMELINE_BACKGROUND
                                            ? gau_timeline_background_lane(group->trace, depth)
                                            : NULL;

    text[0] = '\0';
    if (group->part == GAU_TIMELINE_CALLS)
        snprintf(text, GAU_TIMELINE_PATH, "%" PRIu32, depth);
    else if (lane && lane->name[0])
        snprintf(text, GAU_TIMELINE_PATH, "%.60s", lane->name);
    else if (lane)
        snprintf(text, GAU_TIMELINE_PATH, "%c%" PRIu32,
                 lane->kind == GAU_TRACE_LANE_WORKER ? 'w' : 't', lane->number);
}

/* Puts a name in front of what begins at @p at. Returns the new begin; 0: there is no room. */
static size_t put_before(char *text, size_t at, const char *name)
{
    const size_t length = strlen(name);

    if (at < length + 1)
        return 0;
    text[at - 1] = ' ';
    at -= length + 1;
    for (size_t i = 0; i < length; i++)
        text[at + i] = name[i];
    return at;
}

const char *gau_timeline_path(char text[GAU_TIMELINE_PATH], const struct gau_timeline *scene,
                              const struct gau_timeline_group *group,
                              const struct gau_timeline_bar *bar)
{
    char own[GAU_TIMELINE_PATH];
    const char *const name = gau_timeline_name(own, scene, group, bar);
    const struct gau_lane_branch *branch = branch_of(group, bar->facts.branch);
    size_t length = strlen(name), at;

    if (length >= GAU_TIMELINE_PATH)
        return name;
    at = GAU_TIMELINE_PATH - 1 - length;
    memcpy(text + at, name, length + 1);
    while (branch && branch->parent != UINT32_MAX) {
        size_t before;

        branch = branch_of(group, branch->parent);
        if (branch && branch->kind == GAU_TRACE_BRANCH_ROOT)
            break;
        before = put_before(text, at, branch ? scene->labels.items[branch->name] : "...");
        if (before == 0)
            break;
        at = before;
    }
    return text + at;
}
