/* SPDX-License-Identifier: Apache-2.0 */
#include "region_auditor.h"

#include <gaudit/gaudit.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const gau_property region_properties[] = {
    GAU_STRING(struct region_log, output.file, "File", "",
               "The file in k4Bench's format; empty: that of K4BENCH_REGION_JSON or, if that is "
               "not set, LABEL_regions.json in the result folder"),
    GAU_BOOL(struct region_log, output.k4bench, "K4Bench", false,
             "Without a result folder, write k4Bench's file into the working directory"),
    GAU_STRING(struct region_log, output.label, "Label", "k4bench",
               "The label in the name of that file"),
    GAU_PROPERTY_END,
};

/* --- hooks --------------------------------------------------------------------------------- */

static void begin_totals(struct region_totals *totals)
{
    totals->regions = calloc(GAU_MAX_REGIONS + 1, sizeof *totals->regions);
}

static void region_thread_begin(void *self, const gau_context *ctx)
{
    struct region_worker *const worker = self;

    worker->worker = ctx->worker - worker->log->first_worker;
    begin_totals(&worker->totals);
    if (!worker->totals.regions || !gau_region_tracks_begin(&worker->tracks)) {
        free(worker->totals.regions);
        worker->totals.regions = NULL;
    }
}

static void region_before(void *self, const gau_context *ctx)
{
    struct region_worker *const worker = self;

    worker->number = ctx->event;
    worker->start = ctx->timestamp;
    if (!worker->totals.regions)
        return;
    gau_region_tracks_clear(&worker->tracks);
    worker->in_event = true;
}

static void region_step(void *self, const gau_context *ctx, uint64_t track, gau_volume volume,
                        gau_region region)
{
    struct region_worker *const worker = self;

    (void)volume;
    if (__builtin_expect(worker->in_event, 1))
        gau_region_step(&worker->tracks, ctx->timestamp, track, region);
    else
        worker->totals.outside++;
}

static void region_track_begin(void *self, const gau_context *ctx, uint64_t track, uint64_t parent,
                               gau_volume volume)
{
    struct region_worker *const worker = self;

    (void)ctx;
    if (worker->in_event)
        gau_region_track_begin(&worker->tracks, track, parent, volume);
}

static void region_track_end(void *self, const gau_context *ctx, uint64_t track)
{
    struct region_worker *const worker = self;

    (void)ctx;
    if (worker->in_event)
        gau_region_track_end(&worker->tracks, track);
}

static uint32_t flags_of(const gau_outcome *outcome)
{
    return (outcome->flags & GAU_OUTCOME_ERROR ? GAU_TRACE_EVENT_ERROR : 0u) |
           (outcome->flags & GAU_OUTCOME_ABORTED ? GAU_TRACE_EVENT_ABORTED : 0u) |
           (outcome->flags & GAU_OUTCOME_UNFINISHED ? GAU_TRACE_EVENT_UNFINISHED : 0u);
}

static void region_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct region_worker *const worker = self;

    worker->duration = ctx->timestamp > worker->start ? ctx->timestamp - worker->start : 0;
    worker->flags = flags_of(&outcome);
}

static void add_event(struct region_totals *totals, const struct region_worker *worker)
{
    totals->events++;
    totals->finished += !(worker->flags & GAU_TRACE_EVENT_UNFINISHED);
    totals->ticks += (double)worker->duration;
    for (gau_region region = 0; region <= worker->tracks.last_region; region++) {
        const struct region_sums *const sums = &worker->tracks.sums[region];
        struct region_total *const total = &totals->regions[region];
        const double of_steps = (double)sums->of_steps;

        total->of_steps += of_steps;
        total->of_steps_squared += of_steps * of_steps;
        total->at_location += (double)sums->at_location;
        total->by_birth += (double)sums->by_birth;
        total->by_origin += (double)sums->by_origin;
        total->steps += sums->steps;
        totals->steps += sums->steps;
    }
}

static void region_end_event(void *self, const gau_context *ctx)
{
    struct region_worker *const worker = self;

    if (!worker->in_event) {
        gau_event_output_lose(&worker->log->output, ctx);
        return;
    }
    worker->in_event = false;
    add_event(&worker->totals, worker);
    gau_region_file_add(worker, ctx);
}

static gau_status region_flush(void *self, void *state, gau_context *ctx)
{
    struct event_output *const output = &((struct region_log *)self)->output;
    struct gau_hook_calls before;

    (void)state;
    if (gau_event_output_lock(output, &before))
        gau_event_output_unlock(output, ctx, before, true);
    return GAU_OK;
}

/* --- what a step costs --------------------------------------------------------------------- */

/* In ticks for COST_STEPS steps, the least of some rounds: of the clock with an addition to a
 * region, as k4Bench has it, and of a step with the look-up of its volume. */
static void measure_costs(struct region_log *log, const gau_context *ctx)
{
    enum { ROUNDS = 10 };
    struct region_tracks tracks;

    if (!gau_region_tracks_begin(&tracks))
        return;
    log->timer_ticks = log->step_ticks = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t begin = gau_timestamp(ctx);
        uint64_t middle, end;

        gau_region_tracks_clear(&tracks);
        for (int i = 0; i < COST_STEPS; i++)
            tracks.sums[i & 1].at_location += gau_timestamp(ctx);
        middle = gau_timestamp(ctx);
        for (int i = 0; i < COST_STEPS; i++)
            gau_region_step(&tracks, gau_timestamp(ctx), 1, gau_volume_region(i & 1));
        end = gau_timestamp(ctx);
        if (middle - begin < log->timer_ticks)
            log->timer_ticks = middle - begin;
        if (end - middle < log->step_ticks)
            log->step_ticks = end - middle;
    }
    gau_region_tracks_end(&tracks);
}

/* --- steps --------------------------------------------------------------------------------- */

static const struct event_output_kind kind = {"regions", "_regions.json", "K4BENCH_REGION_JSON",
                                              GAU_TRACE_REGIONS, GAU_TRACE_BLOCK_MAX};

static gau_status region_initialize(void *self, gau_context *ctx)
{
    struct region_log *const log = self;

    gau_event_output_init(&log->output, &kind);
    log->first_worker = gau_worker_count(ctx) ? 0 : 1;
    begin_totals(&log->totals);
    if (!log->totals.regions)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (sums of regions)");
    measure_costs(log, ctx);
    return GAU_OK;
}

static gau_status region_start(void *self, gau_context *ctx)
{
    struct region_log *const log = self;

    return gau_event_output_open(&log->output, ctx);
}

static void add_totals(struct region_totals *sum, const struct region_totals *other)
{
    sum->events += other->events;
    sum->finished += other->finished;
    sum->steps += other->steps;
    sum->outside += other->outside;
    sum->ticks += other->ticks;
    for (gau_region region = 0; region <= gau_region_count(); region++) {
        struct region_total *const total = &sum->regions[region];
        const struct region_total *const part = &other->regions[region];

        total->of_steps += part->of_steps;
        total->of_steps_squared += part->of_steps_squared;
        total->at_location += part->at_location;
        total->by_birth += part->by_birth;
        total->by_origin += part->by_origin;
        total->steps += part->steps;
    }
}

static void region_thread_end(void *self, const gau_context *ctx)
{
    struct region_worker *const worker = self;
    struct region_totals *const totals = &worker->log->totals;

    (void)ctx;
    if (!worker->totals.regions)
        return;
    add_totals(totals, &worker->totals);
    totals->lost += worker->tracks.lost;
    free(worker->totals.regions);
    gau_region_tracks_end(&worker->tracks);
    worker->totals.regions = NULL;
}

/* --- the document -------------------------------------------------------------------------- */

/* The error of the mean, of all events. */
static double error_of(const struct region_total *total, double n)
{
    const double mean = total->of_steps / n;

    return n > 1 ? sqrt(fmax(total->of_steps_squared / n - mean * mean, 0) / (n - 1)) : (double)NAN;
}

static void write_region(gau_result *result, const gau_context *ctx, gau_region region,
                         const struct region_totals *totals)
{
    const struct region_total *const total = &totals->regions[region];
    const double n = (double)totals->events, tick_s = gau_seconds(ctx, 1);

    gau_result_row(result);
    gau_result_text(result, "region", gau_region_name(region));
    gau_result_real(result, "mean", "s", tick_s * total->of_steps / n);
    gau_result_real(result, "error", "s", tick_s * error_of(total, n));
    gau_result_real(result, "share", "%", 100 * total->of_steps / totals->ticks);
    gau_result_real(result, "steps", "", (double)total->steps / n);
    gau_result_real(result, "at_location", "s", tick_s * total->at_location / n);
    gau_result_real(result, "by_birth", "s", tick_s * total->by_birth / n);
    gau_result_real(result, "by_origin", "s", tick_s * total->by_origin / n);
}

/* A region that a run has not seen had no time in its events. */
#define MERGE                                                                             \
    "events sum, time_s sum, steps sum, steps_outside_events sum, timer_ns max, "         \
    "step_ns max, regions: region key, mean_s mean events, error_s error events mean_s, " \
    "share_% mean time_s, steps mean events, at_location_s mean events, "                 \
    "by_birth_s mean events, by_origin_s mean events"

static void write_document(const struct region_log *log, gau_context *ctx)
{
    const struct region_totals *const totals = &log->totals;
    gau_result *const result = gau_result_open(ctx, "regions");

    gau_result_merge(result, MERGE);
    gau_result_integer(result, "events", "", (int64_t)totals->events);
    gau_result_real(result, "time", "s", gau_seconds(ctx, 1) * totals->ticks);
    gau_result_integer(result, "steps", "", (int64_t)totals->steps);
    gau_result_integer(result, "steps_outside_events", "", (int64_t)totals->outside);
    gau_result_real(result, "timer", "ns", log->timer_ns);
    gau_result_real(result, "step", "ns", log->step_ns);
    if (log->output.has_json)
        gau_result_text(result, "k4bench_file", log->output.json_shown);
    if (totals->events == 0)
        return;
    gau_result_table(result, "regions");
    for (gau_region region = 0; region <= gau_region_count(); region++)
        if (totals->regions[region].steps > 0 || gau_region_volumes(region) > 0)
            write_region(result, ctx, region, totals);
    gau_result_end(result);
}

/* --- the end ------------------------------------------------------------------------------- */

static double cost_ns(const gau_context *ctx, uint64_t ticks)
{
    return ticks ? 1e9 * gau_seconds(ctx, ticks) / COST_STEPS : -1;
}

/* Each is named once; the rest is a number. */
static void warn_of_collisions(const gau_context *ctx)
{
    enum { NAMED = 5 };
    const uint32_t n = gau_volume_collisions();

    for (uint32_t i = 0; i < n && i < NAMED; i++) {
        const gau_collision c = gau_volume_collision(i);

        gau_warning(ctx, "volume '%s' belongs to region %s: that of %s came too late", c.volume,
                    gau_region_name(c.winner), gau_region_name(c.loser));
    }
    if (n > NAMED)
        gau_warning(ctx, "%u more claims of volumes came too late", n - NAMED);
}

static void warn_of_losses(const struct region_totals *totals, const gau_context *ctx)
{
    if (totals->outside > 0)
        gau_warning(ctx, "%llu steps outside of events are left out",
                    (unsigned long long)totals->outside);
    if (totals->lost > 0)
        gau_warning(ctx, "out of memory: the tracks of %llu steps are not known",
                    (unsigned long long)totals->lost);
}

/* k4Bench has no file without events. One without regions says something only if it was named. */
static bool is_for_k4bench(const struct region_log *log)
{
    return log->totals.finished > 0 &&
           (log->totals.steps > 0 || gau_region_count() > 0 || log->output.is_chosen);
}

static gau_status region_finalize(void *self, gau_context *ctx)
{
    struct region_log *const log = self;

    if (getpid() != log->output.process)
        return GAU_OK;
    log->timer_ns = cost_ns(ctx, log->timer_ticks);
    log->step_ns = cost_ns(ctx, log->step_ticks);
    gau_region_file_end(log, ctx);
    if (gau_event_output_close(&log->output, ctx) && is_for_k4bench(log))
        gau_k4bench_regions_write(log, ctx);
    gau_event_output_finish(&log->output, ctx);
    warn_of_collisions(ctx);
    warn_of_losses(&log->totals, ctx);
    write_document(log, ctx);
    return GAU_OK;
}

static void region_release(void *self)
{
    struct region_log *const log = self;

    gau_event_output_clear(&log->output);
    free(log->totals.regions);
}

static const gau_class region_class = {
    GAU_CLASS("RegionAuditor", struct region_log,
              "Records what the regions of a detector cost in every event."),
    .properties = region_properties,
    .shared = true,
    .initialize = region_initialize,
    .start = region_start,
    .finalize = region_finalize,
    .release = region_release,
    .auditor =
        GAU_AUDITOR(.wants_timestamps = true, .only_events = true, .before = region_before,
                    .after = region_after, .end_event = region_end_event, .step = region_step,
                    .track_begin = region_track_begin, .track_end = region_track_end,
                    GAU_PER_THREAD(struct region_worker, log), .thread_begin = region_thread_begin,
                    .thread_end = region_thread_end, .flush = region_flush),
};
GAU_MODULE(&region_class);
