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

/* The number of the worker before the ending: "log.txt" is "log-worker2.txt". To be freed. */
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

void gau_time_log_worker_free(struct time_log_worker *worker)
{
    if (!worker)
        return;
    gau_private_fd_close(&worker->text.file);
    free(worker->text.path);
    free(worker->buffer);
    free(worker->labels);
    free(worker->spill_blocks);
    free(worker->block);
    free(worker);
}

static struct time_log_worker *create(const struct time_log *log, uint32_t number)
{
    struct time_log_worker *const worker = calloc(1, sizeof *worker);

    if (!worker)
        return NULL;
    worker->first = 1;
    worker->text.file = DESCRIPTOR_NONE;
    worker->text.path = path_of(log, number);
    worker->text.chosen = log->file[0] != '\0';
    worker->block = malloc(TIME_LOG_BLOCK * sizeof *worker->block);
    worker->buffer = malloc(TIME_LOG_BUFFER);
    worker->labels = calloc(TIME_LOG_LABELS, sizeof *worker->labels);
    if (worker->text.path && worker->block && worker->buffer && worker->labels)
        return worker;
    gau_time_log_worker_free(worker);
    return NULL;
}

struct time_log_worker *gau_time_log_worker_make(struct time_log *log, uint32_t number)
{
    struct time_log_worker *worker = NULL;

    if (number >= TIME_LOG_WORKERS || __atomic_load_n(&log->no_more_workers, __ATOMIC_RELAXED))
        return NULL;
    worker = create(log, number);
    if (worker) {
        __atomic_store_n(&log->workers[number], worker, __ATOMIC_RELEASE);
        return worker;
    }
    __atomic_store_n(&log->no_more_workers, true, __ATOMIC_RELAXED);
    gau_time_log_fail(log, log->path, "out of memory (entries of a worker)");
    return NULL;
}

/* --- the spill file ------------------------------------------------------------------------ */

static uint64_t offset_of(const struct time_log_worker *worker, uint32_t id)
{
    const uint32_t n = worker->first - id - 1; /* entries between them, from the end of the spill */
    const uint32_t block = worker->spill_blocks[worker->n_spilled - 1 - n / TIME_LOG_BLOCK];

    return ((uint64_t)block * TIME_LOG_BLOCK + (TIME_LOG_BLOCK - 1 - n % TIME_LOG_BLOCK)) *
           sizeof(struct time_log_entry);
}

/* One more block of the file; without one the worker has failed. */
static bool add_spill_block(struct time_log *log, struct time_log_worker *worker)
{
    uint32_t *const blocks =
        realloc(worker->spill_blocks, (worker->n_spill_blocks + 1) * sizeof *worker->spill_blocks);
    int error = 0;

    if (!blocks)
        return gau_time_log_fail(log, worker->text.path, "out of memory (entries)");
    worker->spill_blocks = blocks;
    pthread_mutex_lock(&log->lock);
    if (log->spill.fd < 0)
        error = gau_time_log_spill_open(&log->spill, log->path);
    if (error == 0)
        blocks[worker->n_spill_blocks++] = log->n_spill_blocks++;
    pthread_mutex_unlock(&log->lock);
    if (error == ENOMEM)
        return gau_time_log_fail(log, worker->text.path,
                                 "out of memory (name of a temporary file)");
    return error == 0 ||
           gau_time_log_fail(log, worker->text.path,
                             "no temporary file can be made beside it (errno %d)", error);
}

static bool spill(struct time_log *log, struct time_log_worker *worker)
{
    const size_t size = TIME_LOG_BLOCK * sizeof *worker->block;

    if (getpid() != log->process || /* the file is our parent's */
        (worker->n_spilled == worker->n_spill_blocks && !add_spill_block(log, worker)) ||
        !gau_time_log_spill_write(log, &worker->text, worker->block, size,
                                  worker->spill_blocks[worker->n_spilled] * size)) {
        worker->failed = true;
        return false;
    }
    worker->n_spilled++;
    worker->first += TIME_LOG_BLOCK;
    worker->used = 0;
    return true;
}

static bool exchange(struct time_log *log, const struct time_log_worker *worker, uint32_t id,
                     struct time_log_entry *entry, bool writes)
{
    const uint64_t offset = offset_of(worker, id);

    if (getpid() != log->process)
        return false;
    return writes ? gau_time_log_spill_write(log, &worker->text, entry, sizeof *entry, offset)
                  : gau_time_log_spill_read(log, &worker->text, entry, sizeof *entry, offset);
}

/* --- a call begins ------------------------------------------------------------------------- */

/* The reader's ids have 32 bits. */
static bool make_room(struct time_log *log, struct time_log_worker *worker)
{
    if (worker->failed)
        return false;
    if (worker->first > UINT32_MAX - 2 * TIME_LOG_BLOCK) {
        gau_time_log_fail(log, worker->text.path, "no more than 4294 million entries can have ids");
        worker->failed = true;
        return false;
    }
    return spill(log, worker);
}

void gau_time_log_worker_begin(struct time_log *log, struct time_log_worker *worker,
                               const gau_context *ctx)
{
    struct time_log_entry *entry;

    if (__builtin_expect(worker->unlogged || worker->failed || worker->used == TIME_LOG_BLOCK, 0) &&
        (worker->unlogged || !make_room(log, worker))) {
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

static struct time_log_entry *in_block(struct time_log_worker *worker, uint32_t id)
{
    return id >= worker->first ? &worker->block[id - worker->first] : NULL;
}

/* The entry, or a copy of what is in the spill file. NULL: it cannot be read. */
static struct time_log_entry *find_entry(struct time_log *log, struct time_log_worker *worker,
                                         uint32_t id, struct time_log_entry *copy)
{
    struct time_log_entry *const entry = in_block(worker, id);

    return entry ? entry : exchange(log, worker, id, copy, false) ? copy : NULL;
}

/* Ends the innermost open entry. */
static void end_one(struct time_log *log, struct time_log_worker *worker, uint64_t ticks)
{
    struct time_log_entry copy;
    struct time_log_entry *const entry = find_entry(log, worker, worker->open, &copy);

    if (!entry) { /* nor can its parents be read */
        worker->failed = true;
        worker->open = worker->depth = 0;
        return;
    }
    entry->end = ticks;
    if (entry == &copy && !exchange(log, worker, worker->open, entry, true))
        worker->failed = true;
    worker->open = entry->parent;
    worker->depth--;
}

/* How many entries have to end for the one on that branch to be ended; 0: it is not open. */
static uint32_t find_open(struct time_log *log, struct time_log_worker *worker, gau_branch branch)
{
    struct time_log_entry copy;
    uint32_t n = 0;

    for (uint32_t id = worker->open; id;) {
        const struct time_log_entry *const entry = find_entry(log, worker, id, &copy);

        if (!entry)
            return 0;
        n++;
        if (entry->branch == branch)
            return n;
        id = entry->parent;
    }
    return 0;
}

static __attribute__((__noinline__)) void end_other(struct time_log *log,
                                                    struct time_log_worker *worker,
                                                    const gau_context *ctx)
{
    uint32_t n;

    if (worker->unlogged) {
        worker->unlogged--;
        return;
    }
    if (worker->failed)
        return;
    n = find_open(log, worker, ctx->branch);
    worker->unmatched_ends += n == 0;
    worker->force_closed += n > 1 ? n - 1 : 0;
    while (n-- > 0 && worker->open)
        end_one(log, worker, ctx->timestamp);
}

void gau_time_log_worker_end(struct time_log *log, struct time_log_worker *worker,
                             const gau_context *ctx)
{
    struct time_log_entry *const entry = in_block(worker, worker->open);

    if (__builtin_expect(!entry || worker->unlogged || entry->branch != ctx->branch, 0)) {
        end_other(log, worker, ctx);
        return;
    }
    entry->end = ctx->timestamp;
    worker->open = entry->parent;
    worker->depth--;
}

void gau_time_log_worker_end_all(struct time_log *log, struct time_log_worker *worker,
                                 uint64_t ticks)
{
    worker->force_closed += worker->depth;
    while (worker->open && !worker->failed)
        end_one(log, worker, ticks);
}

/* --- text ---------------------------------------------------------------------------------- */

/* The state of a flush. */
struct writing {
    struct time_log *log;
    struct time_log_worker *worker;
    const gau_context *ctx;
    struct time_log_scale scale;
    size_t used;    /* bytes in the buffer */
    uint64_t lines; /* in it */
    uint32_t id;    /* of the next entry */
};

static bool put_out(struct writing *w)
{
    if (w->used > 0 &&
        !gau_time_log_text_write(w->log, &w->worker->text, w->worker->buffer, w->used))
        return false;
    w->worker->text.lines += w->lines;
    w->used = 0;
    w->lines = 0;
    return true;
}

/* The label of an entry; @p own has room for one that is not cached. */
static const char *label_of(const struct writing *w, const struct time_log_entry *entry, char *own)
{
    struct gau_time_log_label *const kept = &w->worker->labels[entry->branch % TIME_LOG_LABELS];
    char name[64];

    if (entry->branch == GAU_ROOT_EVENT && entry->event && w->log->event_numbers) {
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

static bool write_entries(struct writing *w, const struct time_log_entry *entries, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        char label[TIME_LOG_LABEL_SIZE];

        if (w->used + TIME_LOG_LINE_SIZE > TIME_LOG_BUFFER && !put_out(w))
            return false;
        w->used += gau_time_log_line(w->worker->buffer + w->used, w->id++, &entries[i], &w->scale,
                                     label_of(w, &entries[i], label));
        w->lines++;
    }
    return true;
}

static bool write_spilled(struct writing *w)
{
    enum { PART = 64 };
    struct time_log_entry part[PART];

    for (uint32_t i = 0; i < w->worker->n_spilled * (TIME_LOG_BLOCK / PART); i++)
        if (!gau_time_log_spill_read(w->log, &w->worker->text, part, sizeof part,
                                     offset_of(w->worker, w->id)) ||
            !write_entries(w, part, PART))
            return false;
    return true;
}

static bool write_all(struct writing *w)
{
    return gau_time_log_text_open(w->log, &w->worker->text) && write_spilled(w) &&
           write_entries(w, w->worker->block, w->worker->used) && put_out(w);
}

void gau_time_log_flush(struct time_log *log, struct time_log_worker *worker,
                        const gau_context *ctx)
{
    const uint32_t spilled = worker->n_spilled * TIME_LOG_BLOCK,
                   next = worker->first + worker->used;
    struct writing w = {.log = log, .worker = worker, .ctx = ctx, .id = worker->first - spilled};

    worker->events = 0;
    if (!log->running || worker->failed || next == w.id || getpid() != log->process)
        return;
    w.scale = (struct time_log_scale){.root = log->root, .tick_s = gau_seconds(ctx, 1)};
    worker->failed = !write_all(&w);
    if (worker != log->workers[log->first])
        gau_private_fd_close(&worker->text.file); /* thousands of threads have thousands of logs */
    worker->n_spilled = 0;
    worker->first = next;
    worker->used = 0;
}
