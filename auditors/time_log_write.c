/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log.h"

#include <gaudit/gaudit.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void time_log_fail(struct time_log *log, const char *path, const char *problem)
{
    pthread_mutex_lock(&log->lock);
    if (!log->failed)
        snprintf(log->problem, sizeof log->problem, "'%.*s': %s", 200, time_log_shown(log, path),
                 problem);
    log->failed = true;
    pthread_mutex_unlock(&log->lock);
}

/* --- the spill file ------------------------------------------------------------------------ */

static uint64_t place_of(const struct time_log_lane *lane, uint32_t id)
{
    const uint32_t n = lane->first - id - 1; /* entries between them, from the end of the spill */
    const uint32_t slot = lane->slots[lane->n_spilled - 1 - n / TIME_LOG_BLOCK];

    return ((uint64_t)slot * TIME_LOG_BLOCK + (TIME_LOG_BLOCK - 1 - n % TIME_LOG_BLOCK)) *
           sizeof(struct time_log_entry);
}

/* One more block of the file; without one the lane has failed. */
static bool take_slot(struct time_log *log, struct time_log_lane *lane, char *problem)
{
    uint32_t *const slots = realloc(lane->slots, (lane->n_slots + 1) * sizeof *lane->slots);
    bool done;

    if (!slots) {
        snprintf(problem, TIME_LOG_PROBLEM_SIZE, "no memory for entries");
        return false;
    }
    lane->slots = slots;
    pthread_mutex_lock(&log->lock);
    done = log->spill.fd >= 0 || time_log_spill_open(&log->spill, log->path, problem);
    if (done)
        slots[lane->n_slots++] = log->n_slots++;
    pthread_mutex_unlock(&log->lock);
    return done;
}

bool time_log_spill(struct time_log *log, struct time_log_lane *lane)
{
    const size_t size = TIME_LOG_BLOCK * sizeof *lane->block;
    char problem[TIME_LOG_PROBLEM_SIZE];

    if (getpid() != log->process) { /* the file is our parent's */
        lane->failed = true;
        return false;
    }
    if ((lane->n_spilled == lane->n_slots && !take_slot(log, lane, problem)) ||
        !time_log_spill_write(&log->spill, lane->block, size, lane->slots[lane->n_spilled] * size,
                              problem)) {
        time_log_fail(log, lane->text.path, problem);
        lane->failed = true;
        return false;
    }
    lane->n_spilled++;
    lane->first += TIME_LOG_BLOCK;
    lane->used = 0;
    return true;
}

bool time_log_spilled(struct time_log *log, const struct time_log_lane *lane, uint32_t id,
                      struct time_log_entry *entry, bool writes)
{
    char problem[TIME_LOG_PROBLEM_SIZE];

    if (getpid() != log->process)
        return false;
    if (writes
            ? time_log_spill_write(&log->spill, entry, sizeof *entry, place_of(lane, id), problem)
            : time_log_spill_read(&log->spill, entry, sizeof *entry, place_of(lane, id), problem))
        return true;
    time_log_fail(log, lane->text.path, problem);
    return false;
}

/* --- text ---------------------------------------------------------------------------------- */

/* What a flush is made with. */
struct writing {
    struct time_log *log;
    struct time_log_lane *lane;
    const gau_context *ctx;
    struct time_log_scale scale;
    size_t used;    /* bytes in the buffer */
    uint64_t lines; /* in it */
    uint32_t id;    /* of the next entry */
    char problem[TIME_LOG_PROBLEM_SIZE];
};

static bool put_out(struct writing *w)
{
    if (w->used > 0 && !time_log_text_write(&w->lane->text, w->lane->buffer, w->used, w->problem))
        return false;
    w->lane->text.lines += w->lines;
    w->used = 0;
    w->lines = 0;
    return true;
}

/* The label of an entry; @p own has room for one that is no other's. */
static const char *label_of(const struct writing *w, const struct time_log_entry *entry, char *own)
{
    struct time_log_label *const kept = &w->lane->labels[entry->branch % TIME_LOG_LABELS];
    char name[64];

    if (entry->branch == GAU_BRANCH_EVENT && entry->event && w->log->event_numbers) {
        snprintf(name, sizeof name, "%s %" PRIu32, gau_branch_at(w->ctx, entry->branch)->name,
                 entry->event);
        time_log_label(own, name);
        return own;
    }
    if (kept->taken != entry->branch + 1) {
        time_log_label(kept->text, gau_branch_at(w->ctx, entry->branch)->name);
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
        w->used += time_log_line(w->lane->buffer + w->used, w->id++, &entries[i], &w->scale,
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
        if (!time_log_spill_read(&w->log->spill, part, sizeof part, place_of(w->lane, w->id),
                                 w->problem) ||
            !write_entries(w, part, PART))
            return false;
    return true;
}

static bool write_all(struct writing *w)
{
    return time_log_text_open(&w->lane->text, w->log->append, w->problem) && write_spilled(w) &&
           write_entries(w, w->lane->block, w->lane->used) && put_out(w);
}

void time_log_flush(struct time_log *log, struct time_log_lane *lane, const gau_context *ctx)
{
    const uint32_t spilled = lane->n_spilled * TIME_LOG_BLOCK, next = lane->first + lane->used;
    struct writing w = {.log = log, .lane = lane, .ctx = ctx, .id = lane->first - spilled};

    lane->events = 0;
    if (!log->running || lane->failed || next == w.id || getpid() != log->process)
        return;
    w.scale = (struct time_log_scale){.root = log->root, .tick_s = gau_seconds(ctx, 1)};
    if (!write_all(&w)) {
        time_log_fail(log, lane->text.path, w.problem);
        lane->failed = true;
    }
    if (lane != log->lanes[log->first])
        time_log_text_close(&lane->text); /* thousands of threads have thousands of logs */
    lane->n_spilled = 0;
    lane->first = next;
    lane->used = 0;
}
