/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_auditor.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- workers ------------------------------------------------------------------------------- */

/* The number of the worker before the ending: "log.txt" is "log-worker2.txt". The caller frees it.
 */
static char *path_of(const struct time_log *log, uint32_t number)
{
    const char *const path = log->path, *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    const size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    const size_t size = strlen(path) + 32;
    char *const text = malloc(size);

    if (text && number == log->first)
        snprintf(text, size, "%s", path);
    else if (text && number < log->first) /* steps of components, where there are no events */
        snprintf(text, size, "%.*s-setup%s", (int)stem, path, path + stem);
    else if (text)
        snprintf(text, size, "%.*s-worker%u%s", (int)stem, path, number - log->first, path + stem);
    return text;
}

void gau_time_log_text_free(struct time_log_text *text)
{
    if (!text)
        return;
    gau_private_fd_close(&text->file);
    free(text->path);
    free(text);
}

struct time_log_text *gau_time_log_text_new(const struct time_log *log, uint32_t number)
{
    struct time_log_text *const text = calloc(1, sizeof *text);

    if (!text)
        return NULL;
    text->worker = number;
    text->file = DESCRIPTOR_NONE;
    text->path = path_of(log, number);
    text->chosen = log->file[0] != '\0';
    if (text->path)
        return text;
    gau_time_log_text_free(text);
    return NULL;
}

void gau_time_log_worker_make(struct time_log_worker *worker, uint32_t number)
{
    struct time_log *const log = worker->log;

    worker->first = 1;
    worker->text = number == log->first ? log->first_text : gau_time_log_text_new(log, number);
    worker->block = malloc(TIME_LOG_BLOCK * sizeof *worker->block);
    worker->buffer = malloc(TIME_LOG_BUFFER);
    worker->labels = calloc(TIME_LOG_LABELS, sizeof *worker->labels);
    if (worker->text && worker->block && worker->buffer && worker->labels)
        return;
    worker->failed = true;
    gau_time_log_fail(log, log->path, "out of memory (entries of a worker)");
}

void gau_time_log_worker_clear(struct time_log_worker *worker)
{
    free(worker->buffer);
    free(worker->labels);
    free(worker->spill_blocks);
    free(worker->block);
}

/* --- the spill file ------------------------------------------------------------------------ */

static uint64_t offset_of(const struct time_log_worker *worker, uint32_t id)
{
    const uint32_t n = worker->first - id - 1; /* entries between them, from the end of the spill */
    const uint32_t block = worker->spill_blocks[worker->n_spilled - 1 - n / TIME_LOG_BLOCK];

    return ((uint64_t)block * TIME_LOG_BLOCK + (TIME_LOG_BLOCK - 1 - n % TIME_LOG_BLOCK)) *
           sizeof(struct gau_time_log_entry);
}

/* One more block of the file; without one the worker has failed. */
static bool add_spill_block(struct time_log_worker *worker)
{
    struct time_log *const log = worker->log;
    uint32_t *const blocks =
        realloc(worker->spill_blocks, (worker->n_spill_blocks + 1) * sizeof *worker->spill_blocks);
    int error = 0;

    if (!blocks)
        return gau_time_log_fail(log, worker->text->path, "out of memory (entries)");
    worker->spill_blocks = blocks;
    pthread_mutex_lock(&log->lock);
    if (log->spill.fd < 0)
        error = gau_time_log_spill_open(&log->spill, log->path);
    if (error == 0)
        blocks[worker->n_spill_blocks++] = log->n_spill_blocks++;
    pthread_mutex_unlock(&log->lock);
    if (error == ENOMEM)
        return gau_time_log_fail(log, worker->text->path,
                                 "out of memory (name of a temporary file)");
    return error == 0 ||
           gau_time_log_fail(log, worker->text->path,
                             "no temporary file can be made beside it (errno %d)", error);
}

static bool spill(struct time_log_worker *worker)
{
    struct time_log *const log = worker->log;
    const size_t size = TIME_LOG_BLOCK * sizeof *worker->block;

    if (getpid() != log->process || /* the file is our parent's */
        (worker->n_spilled == worker->n_spill_blocks && !add_spill_block(worker)) ||
        !gau_time_log_spill_write(log, worker->text, worker->block, size,
                                  worker->spill_blocks[worker->n_spilled] * size)) {
        worker->failed = true;
        return false;
    }
    worker->n_spilled++;
    worker->first += TIME_LOG_BLOCK;
    worker->used = 0;
    return true;
}

static bool exchange(const struct time_log_worker *worker, uint32_t id,
                     struct gau_time_log_entry *entry, bool writes)
{
    struct time_log *const log = worker->log;
    const uint64_t offset = offset_of(worker, id);
    const struct gau_hook_calls before = gau_hook_calls_begin();
    const bool done =
        getpid() == log->process &&
        (writes ? gau_time_log_spill_write(log, worker->text, entry, sizeof *entry, offset)
                : gau_time_log_spill_read(log, worker->text, entry, sizeof *entry, offset));

    gau_hook_calls_end(before);
    return done;
}

/* --- a call begins ------------------------------------------------------------------------- */

/* The reader's ids have 32 bits. */
static bool fail_ids(struct time_log_worker *worker)
{
    return gau_time_log_fail(worker->log, worker->text->path,
                             "no more than 4294 million entries can have ids");
}

static bool make_room(struct time_log_worker *worker)
{
    struct gau_hook_calls before;
    bool done;

    if (worker->failed)
        return false;
    if (worker->first > UINT32_MAX - 2 * TIME_LOG_BLOCK) {
        worker->failed = !fail_ids(worker);
        return false;
    }
    before = gau_hook_calls_begin();
    done = spill(worker);
    gau_hook_calls_end(before);
    return done;
}

void gau_time_log_worker_begin(struct time_log_worker *worker, const gau_context *ctx)
{
    struct gau_time_log_entry *entry;

    if (__builtin_expect(worker->unlogged || worker->failed || worker->used == TIME_LOG_BLOCK, 0) &&
        (worker->unlogged || !make_room(worker))) {
        worker->unlogged++;
        worker->lost++;
        return;
    }
    entry = &worker->block[worker->used];
    entry->start = ctx->timestamp;
    entry->end = 0;
    entry->parent = worker->open;
    entry->depth = ++worker->depth;
    entry->branch = ctx->branch;
    entry->event = ctx->event <= UINT32_MAX ? (uint32_t)ctx->event : 0;
    worker->open = worker->first + worker->used++;
}

/* --- a call ends --------------------------------------------------------------------------- */

static struct gau_time_log_entry *in_block(struct time_log_worker *worker, uint32_t id)
{
    return id >= worker->first ? &worker->block[id - worker->first] : NULL;
}

/* There is no entry, or it is in the spill file. */
static __attribute__((__noinline__)) void end_slowly(struct time_log_worker *worker, uint64_t ticks)
{
    struct gau_time_log_entry entry;

    if (worker->unlogged) {
        worker->unlogged--;
        return;
    }
    if (worker->failed)
        return;
    if (!exchange(worker, worker->open, &entry, false)) { /* nor can its parents be read */
        worker->failed = true;
        worker->open = worker->depth = 0;
        return;
    }
    entry.end = ticks;
    worker->failed = !exchange(worker, worker->open, &entry, true);
    worker->open = entry.parent;
    worker->depth--;
}

void gau_time_log_worker_end(struct time_log_worker *worker, const gau_context *ctx)
{
    struct gau_time_log_entry *const entry = in_block(worker, worker->open);

    if (__builtin_expect(!entry || worker->unlogged, 0)) {
        end_slowly(worker, ctx->timestamp);
        return;
    }
    entry->end = ctx->timestamp;
    worker->open = entry->parent;
    worker->depth--;
}

/* --- text ---------------------------------------------------------------------------------- */

/* The state of a flush. */
struct writing {
    struct time_log_worker *worker;
    const gau_context *ctx;
    struct gau_time_log_scale scale;
    size_t used;    /* bytes in the buffer */
    uint64_t lines; /* in it */
    uint32_t id;    /* of the next entry */
};

static bool put_out(struct writing *w)
{
    if (w->used > 0 &&
        !gau_time_log_text_write(w->worker->log, w->worker->text, w->worker->buffer, w->used))
        return false;
    w->worker->text->lines += w->lines;
    w->used = 0;
    w->lines = 0;
    return true;
}

/* The label of an entry; @p own has room for one that is not cached. */
static const char *label_of(const struct writing *w, const struct gau_time_log_entry *entry,
                            char *own)
{
    struct gau_time_log_label *const kept = &w->worker->labels[entry->branch % TIME_LOG_LABELS];
    char name[64];

    if (entry->branch == GAU_ROOT_EVENT && entry->event && w->worker->log->event_numbers) {
        snprintf(name, sizeof name, "%s %" PRIu32, gau_branch_at(w->ctx, entry->branch)->name,
                 entry->event);
        gau_time_log_label(own, name);
        return own;
    }
    if (kept->key != entry->branch + 1) {
        gau_time_log_label(kept->text, gau_branch_at(w->ctx, entry->branch)->name);
        kept->key = entry->branch + 1;
    }
    return kept->text;
}

static bool write_entries(struct writing *w, const struct gau_time_log_entry *entries, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t before = w->worker->text->last_id;
        struct gau_time_log_entry entry = entries[i];
        char label[GAU_TIME_LOG_LABEL_SIZE];

        entry.parent += entry.parent ? before : 0;
        if (w->used + GAU_TIME_LOG_LINE_SIZE > TIME_LOG_BUFFER && !put_out(w))
            return false;
        w->used += gau_time_log_line(w->worker->buffer + w->used, before + w->id++, &entry,
                                     &w->scale, label_of(w, &entry, label));
        w->lines++;
    }
    return true;
}

static bool write_spilled(struct writing *w)
{
    enum { PART = 64 };
    struct gau_time_log_entry part[PART];

    for (uint32_t i = 0; i < w->worker->n_spilled * (TIME_LOG_BLOCK / PART); i++)
        if (!gau_time_log_spill_read(w->worker->log, w->worker->text, part, sizeof part,
                                     offset_of(w->worker, w->id)) ||
            !write_entries(w, part, PART))
            return false;
    return true;
}

static bool write_all(struct writing *w)
{
    struct time_log_worker *const worker = w->worker;

    if (!gau_time_log_text_open(worker->log, worker->text))
        return false;
    if (worker->first + worker->used - 1 > UINT32_MAX - worker->text->last_id)
        return fail_ids(worker);
    return write_spilled(w) && write_entries(w, worker->block, worker->used) && put_out(w);
}

void gau_time_log_flush(struct time_log_worker *worker, const gau_context *ctx)
{
    const struct time_log *const log = worker->log;
    const uint32_t spilled = worker->n_spilled * TIME_LOG_BLOCK,
                   next = worker->first + worker->used;
    struct writing w = {.worker = worker, .ctx = ctx, .id = worker->first - spilled};
    struct gau_hook_calls before;

    worker->events = 0;
    worker->served = __atomic_load_n(&log->requested, __ATOMIC_RELAXED);
    if (!log->running || worker->failed || next == w.id || getpid() != log->process)
        return;
    w.scale = (struct gau_time_log_scale){.root = log->root, .tick_s = gau_seconds(ctx, 1)};
    before = gau_hook_calls_begin();
    worker->failed = !write_all(&w);
    if (worker->text != log->first_text)
        gau_private_fd_close(&worker->text->file); /* thousands of threads have thousands of logs */
    gau_hook_calls_end(before);
    worker->n_spilled = 0;
    worker->first = next;
    worker->used = 0;
}
