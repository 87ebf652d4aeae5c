/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pthread_setname_np() */

#include "trace_auditor.h"

#include <gaudit/gaudit.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NS_PER_MS = 1000000 };
#define PARTIAL_NS (500ull * NS_PER_MS) /* what has come is written after this time */

/* --- lists --------------------------------------------------------------------------------- */

/* NULL: out of memory. */
static struct trace_lane *lane_of(struct trace_log *log, uint32_t number)
{
    if (number >= log->n_lanes) {
        const uint32_t count = number + 8;
        struct trace_lane *const lanes = realloc(log->lanes, count * sizeof *lanes);

        if (!lanes)
            return NULL;
        memset(lanes + log->n_lanes, 0, (count - log->n_lanes) * sizeof *lanes);
        log->lanes = lanes;
        log->n_lanes = count;
    }
    return &log->lanes[number];
}

/* The lane's lane->part is of this block: blocks that are missing between were dropped. */
static void go_to_block(struct trace_log *log, struct trace_lane *lane,
                        const struct trace_block *block)
{
    const uint64_t dropped = block->number - lane->blocks;

    if (dropped == 0)
        return;
    lane->lists += dropped;
    log->missing += dropped;
    lane->blocks = block->number;
    lane->part = 0;
}

/* Adds the entries of a block, from what is written to @p size; the caller fills in `last`. */
static struct gau_trace_entry_list *add_part(struct trace_log *log, struct trace_lane *lane,
                                             const struct trace_block *block, uint32_t size)
{
    const bool whole = lane->part == 0;
    const struct gau_trace_entry_list list = {
        .lane = block->lane + 1,
        .depth = whole ? block->depth : lane->depth,
        .number = lane->lists++,
        .first = whole ? block->first : lane->stamp,
        .event = whole ? block->event : lane->event,
        .size = size - lane->part,
    };

    return gau_timeline_file_add(log, lane, &list, whole ? block->open : lane->open,
                                 gau_trace_block_entries(block) + lane->part);
}

static void write_full(struct trace_log *log, const struct trace_block *block)
{
    struct trace_lane *const lane = lane_of(log, block->lane);

    if (!lane) {
        log->missing++;
        return;
    }
    go_to_block(log, lane, block);
    if (block->size > lane->part) {
        struct gau_trace_entry_list *const list = add_part(log, lane, block, block->size);

        list->last = block->last;
        gau_timeline_rbwp_list(log, list, block->tid);
        gau_timeline_file_flush(log);
    }
    lane->blocks++;
    lane->part = 0;
}

/* Returns how many blocks there were; what is queued meanwhile may be left. */
static uint32_t write_queue(struct trace_log *log)
{
    uint32_t blocks = 0;
    struct trace_block *block;

    while (blocks < log->pool.count && (block = gau_trace_pool_next(&log->pool))) {
        write_full(log, block);
        gau_trace_pool_free(&log->pool, block);
        blocks++;
    }
    return blocks;
}

/* --- parts of blocks that threads are writing ---------------------------------------------- */

/* False: out of memory. */
static bool begin_part(struct trace_lane *lane, const struct trace_block *block)
{
    if (!lane->open)
        lane->open = malloc(TRACE_OPEN * sizeof *lane->open);
    if (!lane->open || lane->part > 0)
        return lane->open != NULL;
    memcpy(lane->open, block->open, block->depth * sizeof *lane->open);
    lane->depth = block->depth;
    lane->stamp = block->first;
    lane->event = block->event;
    return true;
}

/* Follows the entries up to @p size, to know what is open there. */
static void follow_part(struct trace_lane *lane, const struct trace_block *block, uint32_t size)
{
    const uint8_t *const entries = gau_trace_block_entries(block);
    struct gau_timeline_cursor cursor = {entries + lane->part, entries + size, lane->stamp,
                                         lane->event, false};
    struct gau_timeline_entry entry;

    while (gau_timeline_next(&cursor, &entry)) {
        if (entry.what == GAU_TIMELINE_BEGIN && lane->depth < TRACE_OPEN)
            lane->open[lane->depth++] = (struct gau_trace_open){entry.branch, 0, entry.stamp};
        if (entry.what == GAU_TIMELINE_END && lane->depth > 0)
            lane->depth--;
    }
    lane->stamp = cursor.stamp;
    lane->event = cursor.event;
    lane->part = size;
}

/* The lane of a block that its thread is writing, when all of its blocks before were written or
 * dropped. NULL: one may still be in the queue, or out of memory. What is queued must not be
 * written here: the block itself may be there by now, and would be freed. */
static struct trace_lane *lane_before(struct trace_log *log, const struct trace_block *block)
{
    struct trace_lane *const lane = lane_of(log, block->lane);

    if (lane && block->number != lane->blocks && !gau_trace_pool_is_empty(&log->pool))
        return NULL;
    return lane;
}

static void write_pinned(struct trace_log *log, const struct trace_worker *worker,
                         const struct trace_block *block)
{
    const uint8_t *const at = __atomic_load_n(&worker->at, __ATOMIC_ACQUIRE);
    const uint8_t *const entries = gau_trace_block_entries(block);
    struct gau_trace_entry_list *list;
    struct trace_lane *lane;

    /* The block may be full by now: then the pointer is into another. */
    if (at < entries || at > (const uint8_t *)block + TRACE_BLOCK)
        return;
    lane = lane_before(log, block);
    if (!lane)
        return;
    go_to_block(log, lane, block);
    if (entries + lane->part == at || !begin_part(lane, block))
        return;
    list = add_part(log, lane, block, (uint32_t)(at - entries));
    follow_part(lane, block, (uint32_t)(at - entries));
    list->last = lane->stamp;
    gau_timeline_rbwp_list(log, list, block->tid);
    gau_timeline_file_flush(log);
}

static void write_parts(struct trace_log *log)
{
    for (const struct trace_worker *w = __atomic_load_n(&log->workers, __ATOMIC_ACQUIRE); w;
         w = w->next) {
        struct trace_block *const block = gau_trace_pool_pin(&log->pool, &w->block);

        if (block) {
            write_pinned(log, w, block);
            gau_trace_pool_unpin(&log->pool, block);
        }
    }
}

/* --- passes -------------------------------------------------------------------------------- */

static uint64_t clock_of(clockid_t clock)
{
    struct timespec now = {0};

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint32_t gau_timeline_writer_pass(struct trace_log *log, bool partial)
{
    uint32_t blocks;

    gau_timeline_rbwp_set_clock(log);
    blocks = write_queue(log);
    if (partial) {
        write_parts(log);
        gau_timeline_rbwp_flush(log);
        gau_timeline_file_add_totals(log, false);
    }
    return blocks;
}

/* --- the thread ---------------------------------------------------------------------------- */

/* Sleeps so long that a quarter of the queue is not filled by the fastest program, some 250 MB/s;
 * longer when nothing came. */
static void sleep_for(struct trace_log *log, uint64_t *pause_ns, uint32_t blocks)
{
    const uint64_t least = log->pool.count * (TRACE_BLOCK / 4) * 4ull, most = 50ull * NS_PER_MS;
    struct timespec until;

    if (blocks > log->pool.count / 4)
        return;
    *pause_ns = blocks ? least : *pause_ns * 2;
    if (*pause_ns > most)
        *pause_ns = most;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)*pause_ns;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&log->condition, &log->lock, &until);
}

/* As an item of background work. */
static uint32_t audited_pass(struct trace_log *log, bool partial)
{
    uint32_t blocks;

    gau_background_begin("timeline");
    blocks = gau_timeline_writer_pass(log, partial);
    if (blocks || partial)
        gau_background_end();
    else
        gau_background_withdraw();
    return blocks;
}

static void *run_thread(void *user)
{
    struct trace_log *const log = user;
    uint64_t pause_ns = NS_PER_MS, due = clock_of(CLOCK_MONOTONIC) + PARTIAL_NS;

    gau_background_own_thread();
    pthread_setname_np(pthread_self(), "gaudit timeline");
    pthread_mutex_lock(&log->lock);
    while (!log->ends) {
        const uint64_t now = clock_of(CLOCK_MONOTONIC);
        const bool is_due = now >= due;
        const uint32_t blocks = audited_pass(log, is_due);

        log->writer_ns = clock_of(CLOCK_THREAD_CPUTIME_ID);
        if (is_due)
            due = now + PARTIAL_NS;
        sleep_for(log, &pause_ns, blocks);
    }
    pthread_mutex_unlock(&log->lock);
    return NULL;
}

/* Signals are for the threads of the program. */
bool gau_timeline_writer_start(struct trace_log *log)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    log->runs = pthread_create(&log->thread, NULL, run_thread, log) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return log->runs;
}

void gau_timeline_writer_stop(struct trace_log *log)
{
    if (!log->runs)
        return;
    pthread_mutex_lock(&log->lock);
    log->ends = true;
    pthread_cond_signal(&log->condition);
    pthread_mutex_unlock(&log->lock);
    pthread_join(log->thread, NULL);
    log->runs = false;
}
