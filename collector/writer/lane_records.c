/* SPDX-License-Identifier: Apache-2.0 */
#include "collector/base/collection_state.h"
#include "collector/tasks/task_lane.h"
#include "trace_records.h"

#include "trace/timeline_entries.h"

#include <string.h>

/* The records of lanes. The clock of their stamps is CLOCK_MONOTONIC. */

static void describe_lane(struct gau_records *records, struct gau_task_lane *lane)
{
    struct gau_trace_lane *record;

    if (lane->described)
        return;
    if (lane->number == 0)
        lane->number = ++records->lanes;
    record = gau_trace_records_add(records, GAU_TRACE_LANE, sizeof *record);
    record->lane = lane->number;
    record->kind = GAU_TRACE_LANE_TASKS;
    record->number = lane->thread;
    lane->described = true;
}

void gau_trace_records_entries(struct gau_records *records, struct gau_thread *thread,
                               struct gau_chunk *chunk, uint32_t to)
{
    struct gau_task_lane *const lane = gau_thread_tasks_lane(thread->tasks);
    const uint8_t *bytes;
    const uint32_t size = gau_task_lane_news(lane, chunk, to, &bytes);
    const size_t open = lane->read_depth * sizeof *lane->read_open;
    struct gau_trace_entry_list *list;

    if (size == 0)
        return;
    gau_trace_records_types(records);
    describe_lane(records, lane);
    list = gau_trace_records_add(records, GAU_TRACE_ENTRY_LIST, sizeof *list + open + size);
    list->lane = lane->number;
    list->depth = lane->read_depth;
    list->number = lane->lists++ + lane->read_dropped;
    list->first = lane->read_stamp;
    list->size = size;
    memcpy(list->open, lane->read_open, open);
    memcpy(list->open + list->depth, bytes, size);
    gau_task_lane_follow(lane, list);
}

static uint64_t load_sum(const uint64_t *sum)
{
    return __atomic_load_n(sum, __ATOMIC_RELAXED);
}

void gau_trace_records_end_lane(struct gau_records *records, const struct gau_thread *thread)
{
    const struct gau_task_lane *const lane = gau_thread_tasks_lane(thread->tasks);

    records->past_dropped += lane->dropped;
    records->past_dropped_bytes += lane->dropped_bytes;
}

void gau_trace_records_timeline_totals(struct gau_records *records, uint64_t writer_ns, bool ended)
{
    struct gau_trace_timeline_totals *const record =
        gau_trace_records_add(records, GAU_TRACE_TIMELINE_TOTALS, sizeof *record);

    record->origin = records->start_ns;
    record->tick_ns = 1;
    record->now = records->pass_ns;
    record->dropped = records->past_dropped;
    record->dropped_bytes = records->past_dropped_bytes;
    record->writer_ns = writer_ns;
    record->ended = ended;
    record->detail = 2;
    record->error = (uint32_t)records->writer.error;
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next) {
        const struct gau_task_lane *const lane = gau_thread_tasks_lane(thread->tasks);

        record->dropped += load_sum(&lane->dropped);
        record->dropped_bytes += load_sum(&lane->dropped_bytes);
    }
}
