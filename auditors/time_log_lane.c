/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void time_log_lane_free(struct time_log_lane *lane)
{
    if (!lane)
        return;
    time_log_text_close(&lane->text);
    free(lane->text.path);
    free(lane->buffer);
    free(lane->labels);
    free(lane->slots);
    free(lane->block);
    free(lane);
}

static struct time_log_lane *create(const struct time_log *log, uint32_t worker)
{
    struct time_log_lane *const lane = calloc(1, sizeof *lane);

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
    time_log_lane_free(lane);
    return NULL;
}

struct time_log_lane *time_log_lane_make(struct time_log *log, uint32_t worker)
{
    struct time_log_lane *lane = NULL;

    if (worker >= TIME_LOG_LANES || __atomic_load_n(&log->no_lanes, __ATOMIC_RELAXED))
        return NULL;
    lane = create(log, worker);
    if (lane) {
        __atomic_store_n(&log->lanes[worker], lane, __ATOMIC_RELEASE);
        return lane;
    }
    __atomic_store_n(&log->no_lanes, true, __ATOMIC_RELAXED);
    time_log_fail(log, log->path, "no memory for the entries of a worker");
    return NULL;
}

/* --- a call begins ------------------------------------------------------------------------- */

/* The reader's ids have 32 bits. */
static bool make_room(struct time_log *log, struct time_log_lane *lane)
{
    if (lane->failed)
        return false;
    if (lane->first > UINT32_MAX - 2 * TIME_LOG_BLOCK) {
        time_log_fail(log, lane->text.path, "no more than 4294 million entries can have ids");
        lane->failed = true;
        return false;
    }
    return time_log_spill(log, lane);
}

void time_log_lane_begin(struct time_log *log, struct time_log_lane *lane, const gau_context *ctx)
{
    struct time_log_entry *entry;

    if (__builtin_expect(lane->unheard || lane->failed || lane->used == TIME_LOG_BLOCK, 0) &&
        (lane->unheard || !make_room(log, lane))) {
        lane->unheard++;
        lane->lost++;
        return;
    }
    entry = &lane->block[lane->used];
    entry->start = ctx->ticks;
    entry->end = 0;
    entry->parent = lane->open;
    entry->depth = ++lane->depth;
    entry->branch = ctx->branch;
    entry->event = ctx->event <= UINT32_MAX ? (uint32_t)ctx->event : 0;
    lane->open = lane->first + lane->used++;
}

/* --- a call ends --------------------------------------------------------------------------- */

static struct time_log_entry *in_block(struct time_log_lane *lane, uint32_t id)
{
    return id >= lane->first ? &lane->block[id - lane->first] : NULL;
}

/* The entry, or a copy of what is in the spill file. NULL: it cannot be read. */
static struct time_log_entry *look_up(struct time_log *log, struct time_log_lane *lane, uint32_t id,
                                      struct time_log_entry *copy)
{
    struct time_log_entry *const entry = in_block(lane, id);

    return entry ? entry : time_log_spilled(log, lane, id, copy, false) ? copy : NULL;
}

/* Ends the innermost open entry. */
static void end_one(struct time_log *log, struct time_log_lane *lane, uint64_t ticks)
{
    struct time_log_entry copy;
    struct time_log_entry *const entry = look_up(log, lane, lane->open, &copy);

    if (!entry) { /* and so neither is what is above it */
        lane->failed = true;
        lane->open = lane->depth = 0;
        return;
    }
    entry->end = ticks;
    if (entry == &copy && !time_log_spilled(log, lane, lane->open, entry, true))
        lane->failed = true;
    lane->open = entry->parent;
    lane->depth--;
}

/* How many entries have to end for the one on that branch to be ended; 0: it is not open. */
static uint32_t find_open(struct time_log *log, struct time_log_lane *lane, gau_branch branch)
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
                                                     struct time_log_lane *lane,
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
        end_one(log, lane, ctx->ticks);
}

void time_log_lane_end(struct time_log *log, struct time_log_lane *lane, const gau_context *ctx)
{
    struct time_log_entry *const entry = in_block(lane, lane->open);

    if (__builtin_expect(!entry || lane->unheard || entry->branch != ctx->branch, 0)) {
        end_slowly(log, lane, ctx);
        return;
    }
    entry->end = ctx->ticks;
    lane->open = entry->parent;
    lane->depth--;
}

void time_log_lane_end_all(struct time_log *log, struct time_log_lane *lane, uint64_t ticks)
{
    lane->unended += lane->depth;
    while (lane->open && !lane->failed)
        end_one(log, lane, ticks);
}
