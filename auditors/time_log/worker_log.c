/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_auditor.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- lanes --------------------------------------------------------------------------------- */

/* The number of the worker before the ending: "log.txt" is "log-worker2.txt". To be freed. */
static char *path_of(const struct time_log *log, uint32_t worker)
{
    const char *const path = log->path, *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    const size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);
    const size_t size = strlen(path) + 32;
    char *const text = malloc(size);

    if (text && worker == log->first)
        snprintf(text, size, "%s", path);
    else if (text && worker < log->first) /* steps of components, where there are no events */
        snprintf(text, size, "%.*s-setup%s", (int)stem, path, path + stem);
    else if (text)
        snprintf(text, size, "%.*s-worker%u%s", (int)stem, path, worker - log->first, path + stem);
    return text;
}

void gau_time_log_worker_free(struct time_log_worker *lane)
{
    if (!lane)
        return;
    gau_private_fd_close(&lane->text.file);
    free(lane->text.path);
    free(lane->buffer);
    free(lane->labels);
    free(lane->slots);
    free(lane->block);
    free(lane);
}

static struct time_log_worker *create(const struct time_log *log, uint32_t worker)
{
    struct time_log_worker *const lane = calloc(1, sizeof *lane);

    if (!lane)
        return NULL;
    lane->first = 1;
    lane->text.file = DESCRIPTOR_NONE;
    lane->text.path = path_of(log, worker);
    lane->text.chosen = log->file[0] != '\0';
    lane->block = malloc(TIME_LOG_BLOCK * sizeof *lane->block);
    lane->buffer = malloc(TIME_LOG_BUFFER);
    lane->labels = calloc(TIME_LOG_LABELS, sizeof *lane->labels);
    if (lane->text.path && lane->block && lane->buffer && lane->labels)
        return lane;
    gau_time_log_worker_free(lane);
    return NULL;
}

struct time_log_worker *gau_time_log_worker_make(struct time_log *log, uint32_t worker)
{
    struct time_log_worker *lane = NULL;

    if (worker >= TIME_LOG_LANES || __atomic_load_n(&log->no_lanes, __ATOMIC_RELAXED))
        return NULL;
    lane = create(log, worker);
    if (lane) {
        __atomic_store_n(&log->lanes[worker], lane, __ATOMIC_RELEASE);
        return lane;
    }
    __atomic_store_n(&log->no_lanes, true, __ATOMIC_RELAXED);
    gau_time_log_fail(log, log->path, "out of memory (entries of a worker)");
    return NULL;
}

/* --- the spill file ------------------------------------------------------------------------ */

static uint64_t place_of(const struct time_log_worker *lane, uint32_t id)
{
    const uint32_t n = lane->first - id - 1; /* entries between them, from the end of the spill */
    const uint32_t slot = lane->slots[lane->n_spilled - 1 - n / TIME_LOG_BLOCK];

    return ((uint64_t)slot * TIME_LOG_BLOCK + (TIME_LOG_BLOCK - 1 - n % TIME_LOG_BLOCK)) *
           sizeof(struct time_log_entry);
}

/* One more block of the file; without one the lane has failed. */
static bool take_slot(struct time_log *log, struct time_log_worker *lane)
{
    uint32_t *const slots = realloc(lane->slots, (lane->n_slots + 1) * sizeof *lane->slots);
    int error = 0;

    if (!slots)
        return gau_time_log_fail(log, lane->text.path, "out of memory (entries)");
    lane->slots = slots;
    pthread_mutex_lock(&log->lock);
    if (log->spill.fd < 0)
        error = gau_time_log_spill_open(&log->spill, log->path);
    if (error == 0)
        slots[lane->n_slots++] = log->n_slots++;
    pthread_mutex_unlock(&log->lock);
    if (error == ENOMEM)
        return gau_time_log_fail(log, lane->text.path, "out of memory (name of a temporary file)");
    return error == 0 ||
           gau_time_log_fail(log, lane->text.path,
                             "no temporary file can be made beside it (errno %d)", error);
}

static bool spill(struct time_log *log, struct time_log_worker *lane)
{
    const size_t size = TIME_LOG_BLOCK * sizeof *lane->block;

    if (getpid() != log->process || /* the file is our parent's */
        (lane->n_spilled == lane->n_slots && !take_slot(log, lane)) ||
        !gau_time_log_spill_write(log, &lane->text, lane->block, size,
                                  lane->slots[lane->n_spilled] * size)) {
        lane->failed = true;
        return false;
    }
    lane->n_spilled++;
    lane->first += TIME_LOG_BLOCK;
    lane->used = 0;
    return true;
}

static bool exchange(struct time_log *log, const struct time_log_worker *lane, uint32_t id,
                     struct time_log_entry *entry, bool writes)
{
    const uint64_t place = place_of(lane, id);

    if (getpid() != log->process)
        return false;
    return writes ? gau_time_log_spill_write(log, &lane->text, entry, sizeof *entry, place)
                  : gau_time_log_spill_read(log, &lane->text, entry, sizeof *entry, place);
}

/* --- a call begins ------------------------------------------------------------------------- */

/* The reader's ids have 32 bits. */
static bool make_room(struct time_log *log, struct time_log_worker *lane)
{
    if (lane->failed)
        return false;
    if (lane->first > UINT32_MAX - 2 * TIME_LOG_BLOCK) {
        gau_time_log_fail(log, lane->text.path, "no more than 4294 million entries can have ids");
        lane->failed = true;
        return false;
    }
    return spill(log, lane);
}

void gau_time_log_worker_begin(struct time_log *log, struct time_log_worker *lane,
                               const gau_context *ctx)
{
    struct time_log_entry *entry;

    if (__builtin_expect(lane->unheard || lane->failed || lane->used == TIME_LOG_BLOCK, 0) &&
        (lane->unheard || !make_room(log, lane))) {
        lane->unheard++;
        lane->lost++;
        return;
    }
    entry = &lane->block[lane->used];
    entry->start = ctx->timestamp;
    entry->end = 0;
    entry->parent = lane->open;
    entry->depth = ++lane->depth;
    entry->branch = ctx->branch;
    entry->event = ctx->event <= UINT32_MAX ? (uint32_t)ctx->event : 0;
    lane->open = lane->first + lane->used++;
}

/* --- a call ends --------------------------------------------------------------------------- */

static struct time_log_entry *in_block(struct time_log_worker *lane, uint32_t id)
{
    return id >= lane->first ? &lane->block[id - lane->first] : NULL;
}

/* The entry, or a copy of what is in the spill file. NULL: it cannot be read. */
static struct time_log_entry *look_up(struct time_log *log, struct time_log_worker *lane,
                                      uint32_t id, struct time_log_entry *copy)
{
    struct time_log_entry *const entry = in_block(lane, id);

    return entry ? entry : exchange(log, lane, id, copy, false) ? copy : NULL;
}

/* Ends the innermost open entry. */
static void end_one(struct time_log *log, struct time_log_worker *lane, uint64_t ticks)
{
    struct time_log_entry copy;
    struct time_log_entry *const entry = look_up(log, lane, lane->open, &copy);

    if (!entry) { /* and so neither is what is above it */
        lane->failed = true;
        lane->open = lane->depth = 0;
        return;
    }
    entry->end = ticks;
    if (entry == &copy && !exchange(log, lane, lane->open, entry, true))
        lane->failed = true;
    lane->open = entry->parent;
    lane->depth--;
}

/* How many entries have to end for the one on that branch to be ended; 0: it is not open. */
static uint32_t find_open(struct time_log *log, struct time_log_worker *lane, gau_branch branch)
{
    struct time_log_entry copy;
    uint32_t n = 0;

    for (uint32_t id = lane->open; id;) {
        const struct time_log_entry *const entry = look_up(log, lane, id, &copy);

        if (!entry)
            return 0;
        n++;
        if (entry->branch == branch)
            return n;
        id = entry->parent;
    }
    return 0;
}

static __attribute__((__noinline__)) void end_slowly(struct time_log *log,
                                                     struct time_log_worker *lane,
                                                     const gau_context *ctx)
{
    uint32_t n;

    if (lane->unheard) {
        lane->unheard--;
        return;
    }
    if (lane->failed)
        return;
    n = find_open(log, lane, ctx->branch);
    lane->unmatched += n == 0;
    lane->unended += n > 1 ? n - 1 : 0;
    while (n-- > 0 && lane->open)
        end_one(log, lane, ctx->timestamp);
}

void gau_time_log_worker_end(struct time_log *log, struct time_log_worker *lane,
                             const gau_context *ctx)
{
    struct time_log_entry *const entry = in_block(lane, lane->open);

    if (__builtin_expect(!entry || lane->unheard || entry->branch != ctx->branch, 0)) {
        end_slowly(log, lane, ctx);
        return;
    }
    entry->end = ctx->timestamp;
    lane->open = entry->parent;
    lane->depth--;
}

void gau_time_log_worker_end_all(struct time_log *log, struct time_log_worker *lane, uint64_t ticks)
{
    lane->unended += lane->depth;
    while (lane->open && !lane->failed)
        end_one(log, lane, ticks);
}

/* --- text ---------------------------------------------------------------------------------- */

/* What a flush is made with. */
struct writing {
    struct time_log *log;
    struct time_log_worker *lane;
    const gau_context *ctx;
    struct time_log_scale scale;
    size_t used;    /* bytes in the buffer */
    uint64_t lines; /* in it */
    uint32_t id;    /* of the next entry */
};

static bool put_out(struct writing *w)
{
    if (w->used > 0 && !gau_time_log_text_write(w->log, &w->lane->text, w->lane->buffer, w->used))
        return false;
    w->lane->text.lines += w->lines;
    w->used = 0;
    w->lines = 0;
    return true;
}

/* The label of an entry; @p own has room for one that is no other's. */
static const char *label_of(const struct writing *w, const struct time_log_entry *entry, char *own)
{
    struct gau_time_log_label *const kept = &w->lane->labels[entry->branch % TIME_LOG_LABELS];
    char name[64];

    if (entry->branch == GAU_ROOT_EVENT && entry->event && w->log->event_numbers) {
        snprintf(name, sizeof name, "%s %" PRIu32, gau_branch_at(w->ctx, entry->branch)->name,
                 entry->event);
        gau_time_log_label(own, name);
        return own;
    }
    if (kept->taken != entry->branch + 1) {
        gau_time_log_label(kept->text, gau_branch_at(w->ctx, entry->branch)->name);
        kept->taken = entry->branch + 1;
    }
    return kept->text;
}

static bool write_entries(struct writing *w, const struct time_log_entry *entries, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        char label[TIME_LOG_LABEL_SIZE];

        if (w->used + TIME_LOG_LINE_SIZE > TIME_LOG_BUFFER && !put_out(w))
            return false;
        w->used += gau_time_log_line(w->lane->buffer + w->used, w->id++, &entries[i], &w->scale,
                                     label_of(w, &entries[i], label));
        w->lines++;
    }
    return true;
}

static bool write_spilled(struct writing *w)
{
    enum { PART = 64 };
    struct time_log_entry part[PART];

    for (uint32_t i = 0; i < w->lane->n_spilled * (TIME_LOG_BLOCK / PART); i++)
        if (!gau_time_log_spill_read(w->log, &w->lane->text, part, sizeof part,
                                     place_of(w->lane, w->id)) ||
            !write_entries(w, part, PART))
            return false;
    return true;
}

static bool write_all(struct writing *w)
{
    return gau_time_log_text_open(w->log, &w->lane->text) && write_spilled(w) &&
           write_entries(w, w->lane->block, w->lane->used) && put_out(w);
}

void gau_time_log_flush(struct time_log *log, struct time_log_worker *lane, const gau_context *ctx)
{
    const uint32_t spilled = lane->n_spilled * TIME_LOG_BLOCK, next = lane->first + lane->used;
    struct writing w = {.log = log, .lane = lane, .ctx = ctx, .id = lane->first - spilled};

    lane->events = 0;
    if (!log->running || lane->failed || next == w.id || getpid() != log->process)
        return;
    w.scale = (struct time_log_scale){.root = log->root, .tick_s = gau_seconds(ctx, 1)};
    lane->failed = !write_all(&w);
    if (lane != log->lanes[log->first])
        gau_private_fd_close(&lane->text.file); /* thousands of threads have thousands of logs */
    lane->n_spilled = 0;
    lane->first = next;
    lane->used = 0;
}
