/* SPDX-License-Identifier: Apache-2.0 */
#include "region_auditor.h"

#include <gaudit/gaudit.h>

#include <string.h>

/* A name may come again: more volumes are known. */
static void add_name(struct region_log *log, gau_region region)
{
    const char *const name = gau_region_name(region);
    const size_t length = strlen(name);
    struct gau_trace_region_name *const record =
        gau_event_output_add(&log->output, GAU_TRACE_REGION_NAME, sizeof *record + length, 0);

    record->region = region;
    record->volumes = gau_region_volumes(region);
    record->name_size = (uint32_t)length;
    memcpy(record + 1, name, length);
}

static bool has_sums(const struct region_sums *sums)
{
    return sums->steps || sums->intervals || sums->births || sums->of_steps || sums->by_origin;
}

static uint32_t count_regions(const struct region_tracks *tracks)
{
    uint32_t n = 0;

    for (gau_region region = 0; region <= tracks->last_region; region++)
        n += has_sums(&tracks->sums[region]);
    return n;
}

static uint32_t saturated(uint64_t count)
{
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static void fill_sums(struct gau_trace_region_sum *sum, const struct region_tracks *tracks)
{
    for (gau_region region = 0; region <= tracks->last_region; region++) {
        const struct region_sums *const sums = &tracks->sums[region];

        if (has_sums(sums))
            *sum++ = (struct gau_trace_region_sum){
                .region = region,
                .intervals = saturated(sums->intervals),
                .births = saturated(sums->births),
                .steps = saturated(sums->steps),
                .at_location = sums->at_location,
                .by_birth = sums->by_birth,
                .of_steps = sums->of_steps,
                .by_origin = sums->by_origin,
            };
    }
}

void gau_region_file_add(struct region_worker *worker, const gau_context *ctx)
{
    struct region_log *const log = worker->log;
    const uint32_t n = count_regions(&worker->tracks);
    const size_t size = n * sizeof(struct gau_trace_region_sum);
    struct gau_trace_region_event *event;
    struct gau_hook_calls before;

    if (!gau_event_output_lock(&log->output, &before))
        return;
    while (log->named < gau_region_count())
        add_name(log, ++log->named);
    event = gau_event_output_add(&log->output, GAU_TRACE_REGION_EVENT, sizeof *event + size, 1);
    event->worker = worker->worker;
    event->flags = worker->flags;
    event->number = worker->number;
    event->start = worker->start;
    event->duration = worker->duration;
    event->tracks = worker->tracks.n_tracks;
    event->fallbacks = worker->tracks.fallbacks;
    event->count = n;
    fill_sums(event->sums, &worker->tracks);
    gau_event_output_unlock(&log->output, ctx, before, false);
}

void gau_region_file_end(struct region_log *log, const gau_context *ctx)
{
    struct gau_trace_region_totals *totals;

    if (!log->output.recording)
        return;
    for (gau_region region = 1; region <= gau_region_count(); region++)
        add_name(log, region);
    totals = gau_event_output_add(&log->output, GAU_TRACE_REGION_TOTALS, sizeof *totals, 0);
    *totals = (struct gau_trace_region_totals){totals->record,
                                               log->totals.outside,
                                               log->totals.lost,
                                               log->timer_ns,
                                               log->step_ns,
                                               gau_volume_collisions(),
                                               strcmp(gau_clock_name(ctx), "tsc") == 0};
}
