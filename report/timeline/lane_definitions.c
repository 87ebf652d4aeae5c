/* SPDX-License-Identifier: Apache-2.0 */
#include "lane_definitions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool fail_memory(struct gau_lanes *lanes)
{
    lanes->out_of_memory = true;
    return false;
}

/* --- names --------------------------------------------------------------------------------- */

/* Texts of the pool end with NUL, names may hold others. */
static uint32_t keep_name(struct gau_lanes *lanes, struct gau_trace_text text)
{
    const uint32_t size = (uint32_t)strnlen(text.data, text.size);
    const uint32_t number = size ? gau_text_pool_put_part(lanes->texts, text.data, size)
                                 : gau_text_pool_put(lanes->texts, "(no name)");

    lanes->out_of_memory |= lanes->texts->failed;
    return number;
}

static bool set_branch(struct gau_lanes *lanes, struct gau_lane_branch **items, uint32_t *n,
                       uint32_t *size, uint32_t number, struct gau_lane_branch branch)
{
    if (number >= GAU_LANES_BRANCHES)
        return true;
    while (*n <= number) {
        if (!gau_array_grow(items, *n, size, sizeof **items))
            return fail_memory(lanes);
        (*items)[(*n)++] = (struct gau_lane_branch){.parent = UINT32_MAX};
    }
    (*items)[number] = branch;
    return !lanes->out_of_memory;
}

bool gau_lanes_add_branch(void *user, const struct gau_trace_branch *branch,
                          struct gau_trace_text name)
{
    struct gau_lanes *const lanes = user;

    return set_branch(
        lanes, &lanes->branches, &lanes->n_branches, &lanes->branches_size, branch->branch,
        (struct gau_lane_branch){keep_name(lanes, name), branch->parent, branch->kind});
}

/* A frame has only its domain. */
bool gau_lanes_add_task_type(void *user, const struct gau_trace_task_type *type,
                             struct gau_trace_text domain, struct gau_trace_text name)
{
    struct gau_lanes *const lanes = user;

    return set_branch(lanes, &lanes->tasks, &lanes->n_tasks, &lanes->tasks_size, type->task,
                      (struct gau_lane_branch){keep_name(lanes, name.size ? name : domain),
                                               UINT32_MAX, GAU_TRACE_BRANCH_SECTION});
}

const struct gau_lane_branch *gau_lanes_branch(const struct gau_lanes *lanes,
                                               const struct gau_lane *lane, uint32_t branch)
{
    const bool of_tasks = lane->kind == GAU_TRACE_LANE_TASKS;
    const struct gau_lane_branch *const items = of_tasks ? lanes->tasks : lanes->branches;

    return branch < (of_tasks ? lanes->n_tasks : lanes->n_branches) && items[branch].name
               ? &items[branch]
               : NULL;
}

/* --- lanes --------------------------------------------------------------------------------- */

/* A thread comes again when it gets another name; the first is kept. */
bool gau_lanes_add_thread(void *user, const struct gau_trace_thread *thread,
                          struct gau_trace_text name)
{
    struct gau_lanes *const lanes = user;
    uint32_t step = 0;

    if (lanes->threads.count >= GAU_LANES_MAX ||
        gau_map_next(&lanes->threads, thread->thread, &step))
        return true;
    if (!gau_map_add(&lanes->threads, thread->thread, keep_name(lanes, name)))
        return fail_memory(lanes);
    if (thread->tid > 0 && !gau_map_add(&lanes->tids, thread->thread, thread->tid))
        return fail_memory(lanes);
    return !lanes->out_of_memory;
}

static void name_thread(const struct gau_lanes *lanes, struct gau_lane *lane)
{
    uint32_t step = 0;
    const uint32_t name = gau_map_next(&lanes->threads, lane->number, &step);

    if (name && !lane->name[0])
        lane->name = lanes->texts->items[name];
    step = 0;
    lane->tid = gau_map_next(&lanes->tids, lane->number, &step);
}

struct gau_lane *gau_lanes_find(const struct gau_lanes *lanes, uint32_t number)
{
    uint32_t step = 0;
    const uint32_t at = gau_map_next(&lanes->numbers, number, &step);

    return at ? &lanes->lanes[at - 1] : NULL;
}

/* Returns NULL if there are too many, or out of memory. */
static struct gau_lane *make_lane(struct gau_lanes *lanes, uint32_t number)
{
    if (lanes->n_lanes == GAU_LANES_MAX)
        return NULL;
    if (!gau_array_grow(&lanes->lanes, lanes->n_lanes, &lanes->lanes_size, sizeof *lanes->lanes) ||
        !gau_map_add(&lanes->numbers, number, lanes->n_lanes + 1)) {
        fail_memory(lanes);
        return NULL;
    }
    lanes->lanes[lanes->n_lanes] = (struct gau_lane){
        .lane = number, .index = lanes->n_lanes, .cpu_ns = UINT64_MAX, .name = ""};
    return &lanes->lanes[lanes->n_lanes++];
}

bool gau_lanes_add_lane(void *user, const struct gau_trace_lane *lane, struct gau_trace_text name)
{
    struct gau_lanes *const lanes = user;
    struct gau_lane *added = gau_lanes_find(lanes, lane->lane);

    if (!added)
        added = make_lane(lanes, lane->lane);
    if (!added)
        return !lanes->out_of_memory;
    added->is_undefined = false;
    added->kind = lane->kind;
    added->number = lane->number;
    added->name = name.size ? lanes->texts->items[keep_name(lanes, name)] : "";
    if (lane->kind == GAU_TRACE_LANE_TASKS)
        name_thread(lanes, added);
    return !lanes->out_of_memory;
}

/* A file without branches is one of the collector, whose lanes have tasks. */
bool gau_lanes_add_undefined(struct gau_lanes *lanes, uint32_t lane)
{
    struct gau_lane *const added = make_lane(lanes, lane);
    char name[24];

    if (!added)
        return false;
    snprintf(name, sizeof name, "lane %" PRIu32, lane);
    added->is_undefined = true;
    added->kind =
        lanes->n_branches == 0 && lanes->n_tasks > 0 ? GAU_TRACE_LANE_TASKS : GAU_TRACE_LANE_THREAD;
    added->number = lane;
    added->name = lanes->texts->items[gau_text_pool_put(lanes->texts, name)];
    lanes->out_of_memory |= lanes->texts->failed;
    return !lanes->out_of_memory;
}

const struct gau_lane *gau_lanes_processor(struct gau_lanes *lanes, const struct gau_lane *lane,
                                           uint32_t branch)
{
    const bool is_branch =
        lane->kind == GAU_TRACE_LANE_WORKER || lane->kind == GAU_TRACE_LANE_THREAD;
    const struct gau_lane_branch *const work = gau_lanes_branch(lanes, lane, branch);
    const uint32_t processor = is_branch && work ? work->parent : UINT32_MAX;
    /* Beyond the numbers of the lanes of the file. */
    const struct gau_trace_lane added = {.lane = GAU_TRACE_ID_MAX + 1 + processor,
                                         .kind = GAU_TRACE_LANE_EXTERNAL,
                                         .number = processor};
    uint32_t step = 0, at;

    if (processor == UINT32_MAX)
        return lane;
    at = gau_map_next(&lanes->numbers, added.lane, &step);
    if (!at && lanes->n_lanes < GAU_LANES_MAX &&
        gau_lanes_add_lane(lanes, &added, (struct gau_trace_text){"", 0}))
        at = lanes->n_lanes;
    return at ? &lanes->lanes[at - 1] : NULL;
}
