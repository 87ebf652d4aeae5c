/* SPDX-License-Identifier: Apache-2.0 */
#include "event_auditor.h"

#include "files/file_replace.h"

#include <gaudit/gaudit.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- writing ------------------------------------------------------------------------------- */

static void add_totals(struct event_log *log, const gau_context *ctx, bool ended)
{
    enum { TICKS = 1 << 30 };
    struct gau_trace_event_totals *const totals =
        gau_trace_add(&log->writer, GAU_TRACE_EVENT_TOTALS, sizeof *totals);

    totals->origin = log->origin;
    totals->tick_ns = 1e9 * gau_seconds(ctx, TICKS) / TICKS;
    totals->events = log->ended;
    totals->ended = ended;
    totals->workers = gau_worker_count(ctx);
}

static uint64_t clock_now(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int create_file(struct event_log *log, const gau_context *ctx)
{
    const struct gau_trace_header header = {
        .content = GAU_TRACE_EVENTS,
        .pid = (uint32_t)log->process,
        .start_ns = clock_now(CLOCK_MONOTONIC),
        .start_epoch_ns = clock_now(CLOCK_REALTIME),
    };
    int error;

    log->origin = gau_timestamp(ctx);
    unlink(log->path); /* of an earlier run */
    error = gau_trace_create(&log->writer, log->path, &header, log->block, EVENT_BLOCK);
    if (error)
        return error;
    log->recording = true;
    add_totals(log, ctx, false);
    gau_trace_flush(&log->writer);
    return 0;
}

gau_status gau_event_file_open(struct event_log *log, gau_context *ctx)
{
    int error;

    if (!gau_event_names_choose(log, ctx))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (names of files)");
    if (!log->path)
        return GAU_OK;
    log->block = malloc(EVENT_BLOCK);
    if (!log->block)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (block of events)");
    error = create_file(log, ctx);
    if (error)
        gau_warning(ctx, "'%s': %s: events are not recorded", log->shown, strerror(error));
    return GAU_OK;
}

void gau_event_file_add(struct event_worker *worker, const gau_context *ctx)
{
    struct event_log *const log = worker->log;
    const size_t size = worker->used * sizeof *worker->events;
    struct gau_trace_event_list *list;
    struct gau_hook_calls before;
    uint64_t lost_blocks;

    if (worker->used > 0 && log->recording && getpid() == log->process) {
        before = gau_hook_calls_begin();
        pthread_mutex_lock(&log->lock);
        log->ended += worker->used;
        lost_blocks = log->writer.lost_blocks;
        list = gau_trace_add(&log->writer, GAU_TRACE_EVENT_LIST, sizeof *list + size);
        list->worker = worker->worker;
        list->count = worker->used;
        memcpy(list->events, worker->events, size);
        add_totals(log, ctx, false);
        gau_trace_flush(&log->writer); /* they are a block of their own */
        if (log->writer.lost_blocks > lost_blocks)
            log->lost += worker->used;
        pthread_mutex_unlock(&log->lock);
        gau_hook_calls_end(before);
    }
    worker->used = 0;
}

void gau_event_file_close(struct event_log *log, const gau_context *ctx)
{
    if (!log->recording)
        return;
    add_totals(log, ctx, true);
    gau_trace_close(&log->writer);
}

void gau_event_file_warn(const struct event_log *log, const gau_context *ctx)
{
    const char *const json = log->has_json ? log->json_shown : NULL;
    const char *const reason = gau_replace_reason(log->writer.error);

    if (log->lost == 0 || (!log->is_kept && !json))
        return;
    if (log->is_kept)
        gau_warning(ctx, "'%s'%s%s%s: %" PRIu64 " of %" PRIu64 " events are missing: %s",
                    log->shown, json ? " and '" : "", json ? json : "", json ? "'" : "", log->lost,
                    log->ended, reason);
    else
        gau_warning(ctx,
                    "'%s': %" PRIu64 " of %" PRIu64 " events are missing: temporary file '%s': %s",
                    json, log->lost, log->ended, log->path, reason);
}
