/* SPDX-License-Identifier: Apache-2.0 */
#include "event_output.h"

#include "files/file_replace.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- the file ------------------------------------------------------------------------------ */

void gau_event_output_init(struct event_output *output, const struct event_output_kind *kind)
{
    output->kind = kind;
    output->process = getpid();
    pthread_mutex_init(&output->lock, NULL);
}

void gau_event_output_clear(struct event_output *output)
{
    pthread_mutex_destroy(&output->lock);
    free(output->block);
    gau_output_names_clear(output);
}

static void add_totals(struct event_output *output, const gau_context *ctx, bool ended)
{
    enum { TICKS = 1 << 30 };
    struct gau_trace_event_totals *const totals =
        gau_event_output_add(output, GAU_TRACE_EVENT_TOTALS, sizeof *totals, 0);

    totals->origin = output->origin;
    totals->tick_ns = 1e9 * gau_seconds(ctx, TICKS) / TICKS;
    totals->events = output->ended;
    totals->ended = ended;
    totals->workers = gau_worker_count(ctx);
}

static uint64_t clock_now(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int create_file(struct event_output *output, const gau_context *ctx)
{
    const struct gau_trace_header header = {
        .content = output->kind->content,
        .pid = (uint32_t)output->process,
        .start_ns = clock_now(CLOCK_MONOTONIC),
        .start_epoch_ns = clock_now(CLOCK_REALTIME),
    };
    int error;

    output->origin = gau_timestamp(ctx);
    output->patience = (uint64_t)(1 / gau_seconds(ctx, 1));
    unlink(output->path); /* of an earlier run */
    error = gau_trace_create(&output->writer, output->path, &header, output->block,
                             output->kind->block);
    if (error)
        return error;
    output->recording = true;
    add_totals(output, ctx, false);
    gau_trace_flush(&output->writer);
    return 0;
}

gau_status gau_event_output_open(struct event_output *output, gau_context *ctx)
{
    int error;

    if (!gau_output_names_choose(output, ctx))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (names of files)");
    if (!output->path)
        return GAU_OK;
    output->block = malloc(output->kind->block);
    if (!output->block)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (block of events)");
    error = create_file(output, ctx);
    if (error)
        gau_warning(ctx, "'%s': %s: %s are not recorded", output->shown, strerror(error),
                    output->kind->name);
    return GAU_OK;
}

/* --- additions ----------------------------------------------------------------------------- */

bool gau_event_output_lock(struct event_output *output, struct gau_hook_calls *before)
{
    if (!output->recording || getpid() != output->process)
        return false;
    *before = gau_hook_calls_begin();
    pthread_mutex_lock(&output->lock);
    return true;
}

/* A block ended before @p sequence and @p lost_blocks were other numbers. */
static void count_block(struct event_output *output, uint64_t sequence, uint64_t lost_blocks)
{
    if (output->writer.lost_blocks > lost_blocks)
        output->lost += output->pending;
    if (output->writer.sequence != sequence || output->writer.lost_blocks != lost_blocks)
        output->pending = 0;
}

void *gau_event_output_add(struct event_output *output, enum gau_trace_type type, size_t size,
                           uint64_t events)
{
    const uint64_t sequence = output->writer.sequence, lost_blocks = output->writer.lost_blocks;
    void *const record = gau_trace_add(&output->writer, type, size);

    count_block(output, sequence, lost_blocks);
    output->ended += events;
    output->pending += events;
    return record;
}

static void flush(struct event_output *output)
{
    const uint64_t sequence = output->writer.sequence, lost_blocks = output->writer.lost_blocks;

    gau_trace_flush(&output->writer);
    count_block(output, sequence, lost_blocks);
}

void gau_event_output_unlock(struct event_output *output, const gau_context *ctx,
                             struct gau_hook_calls before, bool flush_now)
{
    if (flush_now || ctx->timestamp >= output->due) {
        output->due = ctx->timestamp + output->patience;
        add_totals(output, ctx, false);
        flush(output);
    }
    pthread_mutex_unlock(&output->lock);
    gau_hook_calls_end(before);
}

void gau_event_output_lose(struct event_output *output, const gau_context *ctx)
{
    struct gau_hook_calls before;

    if (!gau_event_output_lock(output, &before))
        return;
    output->ended++;
    output->lost++;
    if (!output->writer.error)
        output->writer.error = ENOMEM;
    gau_event_output_unlock(output, ctx, before, false);
}

/* --- the end ------------------------------------------------------------------------------- */

bool gau_event_output_close(struct event_output *output, const gau_context *ctx)
{
    if (!output->recording)
        return false;
    add_totals(output, ctx, true);
    flush(output);
    gau_trace_close(&output->writer);
    return true;
}

static void warn_of_lost(const struct event_output *output, const gau_context *ctx)
{
    const char *const json = output->has_json ? output->json_shown : NULL;
    const char *const reason = gau_replace_reason(output->writer.error);

    if (output->lost == 0 || (!output->is_kept && !json))
        return;
    if (output->is_kept)
        gau_warning(ctx, "'%s'%s%s%s: %" PRIu64 " of %" PRIu64 " events are missing: %s",
                    output->shown, json ? " and '" : "", json ? json : "", json ? "'" : "",
                    output->lost, output->ended, reason);
    else
        gau_warning(ctx,
                    "'%s': %" PRIu64 " of %" PRIu64 " events are missing: temporary file '%s': %s",
                    json, output->lost, output->ended, output->path, reason);
}

void gau_event_output_finish(struct event_output *output, const gau_context *ctx)
{
    warn_of_lost(output, ctx);
    gau_output_names_disclaim(output);
    if (output->recording && !output->is_kept)
        unlink(output->path);
}
