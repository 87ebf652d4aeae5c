/* SPDX-License-Identifier: Apache-2.0 */
#include "samples_builder.h"

#include <stdlib.h>
#include <string.h>

/* Lanes of tasks: what remains of an entry is the time of its task, in that of the type. Where the
 * definition of a lane is lost it has tasks, as all lanes of the collector have. */

static bool no_memory(struct gau_building *building)
{
    building->failed = true;
    return false;
}

enum { HAS_TASKS = 1, HAS_OTHERS = 2 };

static bool add_lane(struct gau_building *building, uint32_t lane)
{
    if (!building->open)
        building->open = calloc(GAU_TRACE_DEPTH_MAX, sizeof *building->open);
    building->profile.has_lanes = true;
    return (building->open && gau_numbers_set(&building->lanes, lane, HAS_TASKS)) ||
           no_memory(building);
}

bool gau_building_add_lane(void *user, const struct gau_trace_lane *lane,
                           struct gau_trace_text name)
{
    struct gau_building *building = user;

    (void)name;
    if (lane->kind == GAU_TRACE_LANE_TASKS)
        return add_lane(building, lane->lane);
    return gau_numbers_set(&building->lanes, lane->lane, HAS_OTHERS) || no_memory(building);
}

static bool add_time(void *user, uint32_t type, uint64_t ns)
{
    struct gau_building *building = user;
    struct gau_samples_task *const task =
        &building->profile.tasks[gau_numbers_get(&building->tasks, type)];

    if (!task->times) {
        task->times = gau_bump_allocator_take(&building->heap, sizeof *task->times);
        if (!task->times)
            return no_memory(building);
        memset(task->times, 0, sizeof *task->times);
    }
    gau_task_times_add(task->times, ns);
    return true;
}

bool gau_building_add_entries(void *user, const struct gau_trace_entry_list *list)
{
    struct gau_building *building = user;
    const uint32_t lane = gau_numbers_get(&building->lanes, list->lane);

    if (lane == HAS_OTHERS)
        return true;
    return (lane == HAS_TASKS || add_lane(building, list->lane)) &&
           gau_task_times_read(list, building->open, add_time, building);
}

bool gau_building_count_entries(void *user, const struct gau_trace_entry_list *list,
                                const struct gau_timeline_counts *counts)
{
    struct gau_samples *const profile = &((struct gau_building *)user)->profile;

    (void)list;
    profile->processes[profile->process_count - 1].lists++;
    profile->processes[profile->process_count - 1].entries += counts->entries;
    return true;
}

bool gau_building_add_timeline_totals(void *user, const struct gau_trace_timeline_totals *totals)
{
    struct gau_samples *const profile = &((struct gau_building *)user)->profile;

    profile->processes[profile->process_count - 1].dropped_lists = totals->dropped;
    return true;
}
