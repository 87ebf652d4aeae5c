/* SPDX-License-Identifier: Apache-2.0 */
#include "task_lane.h"

#include "trace/timeline_entries.h"

#include <stddef.h>
#include <string.h>

bool gau_task_lane_wanted;

enum {
    CHUNK_BYTES = sizeof(((struct gau_chunk *)NULL)->data),
    ROOM = GAU_ENTRY_MAX + 8, /* that an entry may take, and be written over */
};

_Static_assert(sizeof(struct gau_task_lane_head) +
                       GAU_TASK_LANE_DEPTH * sizeof(struct gau_trace_open) <=
                   CHUNK_BYTES / 2 + ROOM,
               "half of a chunk is for entries");

static uint8_t *data_of(struct gau_chunk *chunk)
{
    return (uint8_t *)chunk->data;
}

/* --- chunks -------------------------------------------------------------------------------- */

static void begin_chunk(struct gau_task_lane *lane, struct gau_chunk *chunk)
{
    struct gau_task_lane_head *const head = (struct gau_task_lane_head *)(void *)chunk->data;
    const uint32_t open = lane->depth * (uint32_t)sizeof *lane->open;

    chunk->thread = lane->thread;
    chunk->has_entries = 1;
    *head = (struct gau_task_lane_head){.first = lane->stamp,
                                        .dropped = lane->dropped,
                                        .depth = lane->depth};
    memcpy(head->open, lane->open, open);
    chunk->committed = (uint32_t)sizeof *head + open;
}

static struct gau_chunk *find_chunk(void)
{
    return gau_sample_buffers_free() > gau_sample_buffers_size() / 4 ? gau_sample_buffers_acquire()
                                                                     : NULL;
}

/* The full one goes to the writer thread before the next can be seen: gau_task_lane_current(). */
static void give_chunk(struct gau_task_lane *lane)
{
    struct gau_chunk *const full = lane->chunk;

    if (!full)
        return;
    __atomic_store_n(&lane->chunk, NULL, __ATOMIC_RELEASE);
    gau_sample_buffers_queue(full);
    if (gau_sample_buffers_free() < gau_sample_buffers_size() / 2)
        gau_sample_buffers_wake();
}

static bool change_chunk(struct gau_task_lane *lane)
{
    struct gau_chunk *next;

    give_chunk(lane);
    next = find_chunk();
    if (!next && !lane->is_dropping)
        __atomic_store_n(&lane->dropped, lane->dropped + 1, __ATOMIC_RELAXED);
    lane->is_dropping = !next;
    if (!next)
        return false;
    begin_chunk(lane, next);
    __atomic_store_n(&lane->begun, lane->begun + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&lane->chunk, next, __ATOMIC_RELEASE);
    return true;
}

/* --- entries ------------------------------------------------------------------------------- */

/* Where an entry is written: into the chunk, or, to be counted, into @p lost. */
static uint8_t *find_room(struct gau_task_lane *lane, uint8_t *lost)
{
    const struct gau_chunk *const chunk = lane->chunk;

    if ((!chunk || chunk->committed > CHUNK_BYTES - ROOM) && !change_chunk(lane))
        return lost;
    return data_of(lane->chunk) + lane->chunk->committed;
}

static void commit(struct gau_task_lane *lane, const uint8_t *from, const uint8_t *to)
{
    struct gau_chunk *const chunk = lane->chunk;
    const uint32_t size = (uint32_t)(to - from);

    if (chunk)
        __atomic_store_n(&chunk->committed, chunk->committed + size, __ATOMIC_RELEASE);
    else
        __atomic_store_n(&lane->dropped_bytes, lane->dropped_bytes + size, __ATOMIC_RELAXED);
}

/* Ticks since the entry before. The chunk must have been found: it begins with the stamp. */
static uint64_t advance(struct gau_task_lane *lane, uint64_t clock_ns)
{
    const uint64_t ticks = clock_ns > lane->stamp ? clock_ns - lane->stamp : 0;

    lane->stamp += ticks;
    return ticks;
}

static void start_stamps(struct gau_task_lane *lane, uint64_t clock_ns)
{
    if (lane->stamp == 0)
        lane->stamp = clock_ns;
}

struct gau_task_lane_mark gau_task_lane_begin(struct gau_task_lane *lane, uint32_t type,
                                              uint64_t clock_ns)
{
    uint8_t lost[ROOM], *at;

    if (lane->depth == GAU_TASK_LANE_DEPTH)
        return (struct gau_task_lane_mark){.begin_ns = clock_ns};
    start_stamps(lane, clock_ns);
    at = find_room(lane, lost);
    commit(lane, at, gau_entry_begin(at, advance(lane, clock_ns), type));
    lane->open[lane->depth++] = (struct gau_trace_open){.branch = type, .begin = lane->stamp};
    return (struct gau_task_lane_mark){lane->stamp, lane->depth};
}

static uint8_t *put_unfinished(uint8_t *at, uint64_t ticks)
{
    at = gau_entry_code(at, ticks, GAU_ENTRY_END, 2);
    at = gau_entry_put(at, gau_entry_zigzag(0));
    return gau_entry_put(at, GAU_ENTRY_UNFINISHED);
}

static void end_innermost(struct gau_task_lane *lane, uint64_t clock_ns, bool unfinished)
{
    uint8_t lost[ROOM], *const at = find_room(lane, lost);
    const uint64_t ticks = advance(lane, clock_ns);

    commit(lane, at,
           unfinished ? put_unfinished(at, ticks)
                      : gau_entry_end(at, ticks, GAU_ENTRY_FORM_ACCEPTED));
    lane->depth--;
}

static bool is_open(const struct gau_task_lane *lane, uint32_t type,
                    const struct gau_task_lane_mark *mark)
{
    const uint32_t at = mark->depth - 1;

    return at < lane->depth && lane->open[at].branch == type &&
           lane->open[at].begin == mark->begin_ns;
}

void gau_task_lane_end(struct gau_task_lane *lane, uint32_t type,
                       const struct gau_task_lane_mark *mark, uint64_t clock_ns, bool unfinished)
{
    if (!is_open(lane, type, mark)) {
        if (mark->begin_ns && !unfinished)
            gau_task_lane_interval(lane, type, mark->begin_ns, clock_ns, clock_ns);
        return;
    }
    while (lane->depth > mark->depth)
        end_innermost(lane, clock_ns, true);
    end_innermost(lane, clock_ns, unfinished);
}

void gau_task_lane_interval(struct gau_task_lane *lane, uint32_t type, uint64_t begin_ns,
                            uint64_t end_ns, uint64_t clock_ns)
{
    uint8_t lost[ROOM], *from, *at;

    start_stamps(lane, clock_ns);
    from = find_room(lane, lost);
    at = gau_entry_code(from, advance(lane, clock_ns), GAU_ENTRY_INTERVAL, 3);
    at = gau_entry_put(at, type);
    at = gau_entry_put(at, gau_entry_zigzag((int64_t)(end_ns - lane->stamp)));
    commit(lane, from, gau_entry_put(at, end_ns > begin_ns ? end_ns - begin_ns : 0));
}

void gau_task_lane_restart(struct gau_task_lane *lane, uint64_t clock_ns)
{
    const uint32_t depth = lane->depth;

    gau_task_lane_clear(lane);
    lane->stamp = clock_ns;
    lane->depth = depth;
    for (uint32_t i = 0; i < depth; i++)
        lane->open[i].begin = clock_ns;
}

/* Open tasks need not be cleared. */
void gau_task_lane_clear(struct gau_task_lane *lane)
{
    memset(lane, 0, offsetof(struct gau_task_lane, open));
}

/* --- the writer thread ----------------------------------------------------------------------- */

void gau_task_lane_note(struct gau_task_lane *lane)
{
    lane->seen = __atomic_load_n(&lane->begun, __ATOMIC_ACQUIRE);
}

struct gau_chunk *gau_task_lane_current(const struct gau_task_lane *lane)
{
    struct gau_chunk *const chunk = __atomic_load_n(&lane->chunk, __ATOMIC_ACQUIRE);

    return __atomic_load_n(&lane->begun, __ATOMIC_ACQUIRE) == lane->seen ? chunk : NULL;
}

static void begin_reading(struct gau_task_lane *lane, struct gau_chunk *chunk)
{
    const struct gau_task_lane_head *const head = (const void *)chunk->data;

    lane->read_dropped = head->dropped;
    lane->read_stamp = head->first;
    lane->read_depth = head->depth;
    memcpy(lane->read_open, head->open, head->depth * sizeof *head->open);
    chunk->taken = (uint16_t)(sizeof *head + head->depth * sizeof *head->open);
}

uint32_t gau_task_lane_news(struct gau_task_lane *lane, struct gau_chunk *chunk, uint32_t to,
                            const uint8_t **bytes)
{
    if (chunk->taken == 0)
        begin_reading(lane, chunk);
    *bytes = data_of(chunk) + chunk->taken;
    return to - chunk->taken;
}

void gau_task_lane_follow(struct gau_task_lane *lane, struct gau_trace_entry_list *list)
{
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;

    while (gau_timeline_next(&cursor, &entry)) {
        if (entry.what == GAU_TIMELINE_BEGIN)
            lane->read_open[lane->read_depth++] =
                (struct gau_trace_open){.branch = entry.branch, .begin = entry.stamp};
        lane->read_depth -= entry.what == GAU_TIMELINE_END;
    }
    list->last = lane->read_stamp = cursor.stamp;
}
