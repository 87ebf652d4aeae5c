/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_auditor.h"

#include <gaudit/gaudit.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * TimeLogAuditor: every call with its begin and end, as lines of text that CMacIonize's tools and
 * `gaudit report timeline` draw; see doc/time-log.md. Each worker has a file of its own, with the
 * same time origin.
 */

static const gau_property time_log_properties[] = {
    GAU_STRING(struct time_log, file, "File", "",
               "The log of the first worker; empty: time-log.txt in the result folder or, if there "
               "is none, in the working directory"),
    GAU_BOOL(struct time_log, append, "Append", false,
             "Append to an existing log, without a heading, and continue its ids, instead of "
             "replacing it"),
    GAU_INT(struct time_log, flush_every, "FlushEvery", 0, 0, INT64_MAX, "",
            "Write the log after this number of events of a worker; 0: at the end"),
    GAU_BOOL(struct time_log, event_numbers, "EventNumbers", true,
             "Label events 'Event 1', 'Event 2' ..., instead of 'Event'"),
    GAU_PROPERTY_END,
};

/* --- hooks --------------------------------------------------------------------------------- */

static void time_log_thread_begin(void *self, const gau_context *ctx)
{
    struct time_log_worker *const worker = self;

    worker->root = ctx->worker < gau_worker_count(ctx) ? GAU_NO_BRANCH : ctx->branch;
    gau_time_log_worker_make(worker, ctx->worker);
}

static void time_log_before(void *self, const gau_context *ctx)
{
    struct time_log_worker *const worker = self;

    if (__builtin_expect(ctx->branch != worker->root, 1))
        gau_time_log_worker_begin(worker, ctx);
}

/* True if a snapshot has asked for the text since it was made last. */
static bool is_requested(const struct time_log_worker *worker)
{
    return __atomic_load_n(&worker->log->requested, __ATOMIC_RELAXED) != worker->served;
}

static void flush_between_entries(struct time_log_worker *worker, const gau_context *ctx)
{
    if (worker->depth == 0 && worker->unlogged == 0)
        gau_time_log_flush(worker, ctx);
}

static void count_event(struct time_log_worker *worker, const gau_context *ctx)
{
    if (++worker->events >= worker->log->flush_every)
        flush_between_entries(worker, ctx);
}

static void time_log_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    struct time_log_worker *const worker = self;

    (void)outcome;
    if (__builtin_expect(ctx->branch == worker->root, 0))
        return;
    gau_time_log_worker_end(worker, ctx);
    /* Without events, an outermost section counts as one. */
    if (__builtin_expect(worker->depth != 0 || ctx->event != 0, 1))
        return;
    if (is_requested(worker))
        flush_between_entries(worker, ctx);
    else if (worker->log->flush_every)
        count_event(worker, ctx);
}

static void time_log_end_event(void *self, const gau_context *ctx)
{
    struct time_log_worker *const worker = self;

    if (worker->log->flush_every)
        count_event(worker, ctx);
}

/* Writes at once if the thread that asks has nothing open. Others write when they have nothing
 * open. */
static gau_status time_log_flush(void *self, void *state, gau_context *ctx)
{
    struct time_log *const log = self;
    struct time_log_worker *const worker = state;
    gau_status status = GAU_OK;

    __atomic_fetch_add(&log->requested, 1, __ATOMIC_RELAXED);
    if (worker && worker->text)
        flush_between_entries(worker, ctx);
    pthread_mutex_lock(&log->lock);
    if (log->failed)
        status = gau_fail(ctx->error, GAU_ERR_IO, "%s", log->problem);
    pthread_mutex_unlock(&log->lock);
    return status;
}

/* --- steps --------------------------------------------------------------------------------- */

/* The program may change its working directory. */
static gau_status choose_path(struct time_log *log, gau_context *ctx)
{
    char folder[PATH_MAX] = "";
    size_t size;

    log->shown = log->file[0] ? strdup(log->file) : gau_result_file_path(ctx, "time-log", "txt");
    if (!log->shown)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (name of the log)");
    if (log->shown[0] != '/' && !getcwd(folder, sizeof folder))
        return gau_fail(ctx->error, GAU_ERR_IO, "'%.*s': the working directory is not known",
                        GAU_QUOTE(log->shown));
    size = strlen(folder) + strlen(log->shown) + 2;
    log->path = malloc(size);
    if (!log->path)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (name of the log)");
    snprintf(log->path, size, "%s%s%s", folder, folder[0] ? "/" : "", log->shown);
    return GAU_OK;
}

static gau_status time_log_initialize(void *self, gau_context *ctx)
{
    struct time_log *const log = self;

    log->spill = DESCRIPTOR_NONE;
    log->process = getpid();
    pthread_mutex_init(&log->lock, NULL);
    GAU_TRY(choose_path(log, ctx));
    log->texts_end = &log->texts;
    log->first = gau_worker_count(ctx) ? 0 : 1;
    log->first_text = gau_time_log_text_new(log, log->first);
    if (!log->first_text)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (log)");
    log->root = gau_timestamp(ctx);
    return GAU_OK;
}

/* Opens the log early, so that a failure ends the job before it runs. */
static gau_status time_log_start(void *self, gau_context *ctx)
{
    struct time_log *const log = self;

    if (!gau_time_log_text_open(log, log->first_text))
        return gau_fail(ctx->error, GAU_ERR_IO, "%s", log->problem);
    log->running = true;
    return GAU_OK;
}

/* --- the end ------------------------------------------------------------------------------- */

static void end_text(struct time_log *log, struct time_log_text *text)
{
    gau_time_log_text_is_there(log, text);
    gau_private_fd_close(&text->file);
    log->entries += text->lines;
    *log->texts_end = text;
    log->texts_end = &text->next;
}

static void time_log_thread_end(void *self, const gau_context *ctx)
{
    struct time_log_worker *const worker = self;
    struct time_log *const log = worker->log;
    struct time_log_text *const text = worker->text;

    log->lost += worker->lost;
    if (text) {
        gau_time_log_flush(worker, ctx);
        log->lost += (uint64_t)worker->first + worker->used - 1 - text->lines;
        if (text == log->first_text)
            log->first_text = NULL;
        end_text(log, text);
    }
    gau_time_log_worker_clear(worker);
}

static void write_files(const struct time_log *log, gau_result *result)
{
    gau_result_table(result, "files");
    for (const struct time_log_text *text = log->texts; text; text = text->next) {
        const uint32_t worker = text->worker > log->first ? text->worker - log->first : 0;

        if (!text->made)
            continue;
        gau_result_row(result);
        gau_result_integer(result, "worker", "", worker);
        gau_result_integer(result, "entries", "", (int64_t)text->lines);
        gau_result_text(result, "file", time_log_shown(log, text->path));
    }
    gau_result_end(result);
}

static void write_document(const struct time_log *log, gau_context *ctx)
{
    gau_result *const result = gau_result_open(ctx, "time-log");

    gau_result_text(result, "clock", gau_clock_name(ctx));
    gau_result_integer(result, "entries", "", (int64_t)log->entries);
    gau_result_integer(result, "lost", "", (int64_t)log->lost);
    write_files(log, result);
}

static gau_status time_log_finalize(void *self, gau_context *ctx)
{
    struct time_log *const log = self;

    if (!log->running || getpid() != log->process)
        return GAU_OK;
    if (log->first_text)
        end_text(log, log->first_text);
    log->first_text = NULL;
    log->running = false;
    write_document(log, ctx);
    if (log->failed)
        return gau_fail(ctx->error, GAU_ERR_IO, "%s", log->problem);
    return GAU_OK;
}

static void time_log_release(void *self)
{
    struct time_log *const log = self;

    gau_time_log_text_free(log->first_text);
    for (struct time_log_text *text = log->texts, *next; text; text = next) {
        next = text->next;
        gau_time_log_text_free(text);
    }
    free(log->path);
    free(log->shown);
    gau_private_fd_close(&log->spill);
    pthread_mutex_destroy(&log->lock);
}

static const gau_class time_log_class = {
    GAU_CLASS("TimeLogAuditor", struct time_log,
              "Writes every call with its begin and end, for drawing as a timeline."),
    .properties = time_log_properties,
    .shared = true,
    .initialize = time_log_initialize,
    .start = time_log_start,
    .finalize = time_log_finalize,
    .release = time_log_release,
    .auditor = GAU_AUDITOR(.wants_timestamps = true, .end_event = time_log_end_event,
                           .before = time_log_before, .after = time_log_after,
                           GAU_PER_THREAD(struct time_log_worker, log),
                           .thread_begin = time_log_thread_begin, .thread_end = time_log_thread_end,
                           .flush = time_log_flush),
};
GAU_MODULE(&time_log_class);
