/* SPDX-License-Identifier: Apache-2.0 */
#include "event_auditor.h"

#include <gaudit/gaudit.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- names --------------------------------------------------------------------------------- */

/* The program may change its working directory. NULL: out of memory. */
static char *absolute_path(const char *path, const char *ending)
{
    char folder[PATH_MAX] = "";
    size_t size;
    char *whole;

    if (path[0] != '/' && getcwd(folder, sizeof folder - 1))
        strcat(folder, "/");
    size = strlen(folder) + strlen(path) + strlen(ending) + 1;
    whole = malloc(size);
    if (whole)
        snprintf(whole, size, "%s%s%s", folder, path, ending);
    return whole;
}

/* LABEL_events.json, in the result folder or, if that is wanted, the working directory; of an
 * instance with a name of its own LABEL-NAME_events.json. NULL: out of memory. */
static char *default_json(const struct event_log *log, const gau_context *ctx)
{
    static const char ending[] = "_events.json";
    char *const path = gau_result_file_path(ctx, log->label, "");
    const size_t size = path ? strlen(path) - 1 : 0; /* without the point before its ending */
    char *const whole = path ? realloc(path, size + sizeof ending) : NULL;

    if (whole)
        memcpy(whole + size, ending, sizeof ending);
    else
        free(path);
    return whole;
}

/* k4Bench's rules: the property, its variable, the result folder, the working directory. False: out
 * of memory. */
static bool choose_json(struct event_log *log, const gau_context *ctx)
{
    const char *const variable = getenv("K4BENCH_EVENT_JSON");
    const char *const chosen = log->file[0] ? log->file : variable;

    if (chosen && !*chosen) {
        gau_warning(ctx, "K4BENCH_EVENT_JSON is empty: no file for k4Bench is written");
        return true;
    }
    if (!chosen && !gau_result_has_folder(ctx) && !log->k4bench)
        return true;
    log->json_shown = chosen ? strdup(chosen) : default_json(log, ctx);
    if (log->json_shown)
        log->json_path = absolute_path(log->json_shown, "");
    return log->json_path != NULL;
}

/* Without a result folder, events are only kept for k4Bench's file, beside it. False: out of
 * memory.
 */
static bool choose_path(struct event_log *log, const gau_context *ctx)
{
    static uint32_t n; /* of files beside those of k4Bench, so that no two are the same */
    char ending[64] = "";

    log->is_kept = gau_result_has_folder(ctx);
    if (!log->is_kept && !log->json_path)
        return true;
    log->shown =
        log->is_kept ? gau_result_file_path(ctx, "events", "gtr") : strdup(log->json_shown);
    if (!log->is_kept)
        snprintf(ending, sizeof ending, ".%ld.%u.gtr", (long)log->process,
                 __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED));
    if (log->shown)
        log->path = absolute_path(log->shown, ending);
    return log->path != NULL;
}

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

    if (!choose_json(log, ctx) || !choose_path(log, ctx))
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

    if (worker->used > 0 && log->recording && getpid() == log->process) {
        before = gau_hook_calls_begin();
        pthread_mutex_lock(&log->lock);
        log->ended += worker->used;
        list = gau_trace_add(&log->writer, GAU_TRACE_EVENT_LIST, sizeof *list + size);
        list->worker = worker->worker;
        list->count = worker->used;
        memcpy(list->events, worker->events, size);
        add_totals(log, ctx, false);
        gau_trace_flush(&log->writer);
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
    if (log->writer.lost_blocks > 0)
        gau_warning(ctx, "'%s': %llu of its blocks of events could not be written: %s", log->shown,
                    (unsigned long long)log->writer.lost_blocks, strerror(log->writer.error));
}
