/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_view.h"

#include "report/timeline/timeline_page.h"

#include "documents/document.h"

void gau_worker_lane_name(char text[GAU_WORKER_NAME], const struct gau_workers_report *report,
                          const struct gau_worker_times *times, uint32_t lane)
{
    const struct gau_timeline_group group = {
        .file = times->file, .trace = times->trace, .lane = lane, .part = GAU_TIMELINE_CALLS};

    gau_timeline_lane_name(text, GAU_WORKER_NAME, &report->scene, &group);
}

void gau_worker_file_name(char text[GAU_WORKER_NAME], const struct gau_workers_report *report,
                          const struct gau_worker_times *times)
{
    const struct gau_timeline_sources *const sources = report->files->sources;
    const struct gau_timeline_file *const file = times->file;

    text[0] = '\0';
    if (report->n > 1 && (sources->count > 1 || !file->process[0]))
        gau_timeline_add_part(text, GAU_WORKER_NAME, "%.*s",
                              GAU_QUOTE(gau_timeline_source_name(sources, file->source)));
    if (report->n > 1 && file->process[0])
        gau_timeline_add_part(text, GAU_WORKER_NAME, "%s", file->process);
}

const char *gau_worker_lane_kind(const struct gau_worker_times *times, uint32_t lane)
{
    static const char *const kinds[] = {[GAU_TRACE_LANE_WORKER] = "worker",
                                        [GAU_TRACE_LANE_THREAD] = "thread",
                                        [GAU_TRACE_LANE_TASKS] = "tasks",
                                        [GAU_TRACE_LANE_EXTERNAL] = "processor"};

    return kinds[times->trace->lanes.lanes[lane].kind];
}

/* Workers come first, then threads, tasks and processors. */
static bool is_before(const struct gau_lane *a, const struct gau_lane *b)
{
    return a->kind != b->kind       ? a->kind < b->kind
           : a->number != b->number ? a->number < b->number
                                    : a->index < b->index;
}

uint32_t gau_worker_next(const struct gau_worker_times *times, uint32_t lane)
{
    const struct gau_lane *const lanes = times->trace->lanes.lanes;
    uint32_t next = UINT32_MAX;

    for (uint32_t i = 0; i < times->n_lanes; i++)
        if ((lane == UINT32_MAX || is_before(&lanes[lane], &lanes[i])) &&
            (next == UINT32_MAX || is_before(&lanes[i], &lanes[next])))
            next = i;
    return next;
}
