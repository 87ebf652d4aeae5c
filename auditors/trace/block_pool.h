/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TRACE_BLOCK_POOL_H
#define GAUDIT_AUDITORS_TRACE_BLOCK_POOL_H

#include "trace/timeline_entries.h"

/*
 * The blocks that threads write entries into. A thread takes a free one, fills it, and puts it into
 * the queue of full ones, from which the writing thread takes the oldest, writes it and frees it.
 * If nothing is free, a thread drops the oldest full one and takes that. Nothing here waits.
 *
 * Free blocks are a stack, so that memory that was never needed is never touched (R. K. Treiber,
 * 1986; the head has a counter against reuse). The queue is D. Vyukov's bounded one.
 */

enum {
    TRACE_BLOCK = 1 << 16,        /* bytes */
    TRACE_DEPTH = 1 << 10,        /* the deepest branch with entries */
    TRACE_OPEN = 2 * TRACE_DEPTH, /* calls at once, of an event in a section: half a block */
    TRACE_ENTRY_ROOM = 64,        /* bytes that the entries of a hook take at the most */
    TRACE_BLOCKS_LEAST = 16,      /* of a pool */
};

struct trace_block {
    uint32_t next;   /* number of that below it in the stack of free ones; 0: none */
    uint32_t pinned; /* enum trace_pin; atomic */
    uint32_t lane;
    uint32_t depth;               /* open branches at the beginning */
    uint64_t number;              /* of the lane: 0, 1, 2, ... */
    uint64_t first, last, event;  /* as in struct gau_trace_entry_list; `last` of a full one */
    uint32_t size;                /* bytes of entries; of a full one */
    uint32_t tid;                 /* of the thread that writes it, for the kernel */
    struct gau_trace_open open[]; /* then the entries */
};

/* The writing thread copies what is in a block that a thread is still writing. */
enum trace_pin { TRACE_NOT_PINNED, TRACE_PINNED, TRACE_PINNED_DROPPED };

struct trace_block_queue {
    struct trace_slot {
        uint64_t turn;
        struct trace_block *block;
    } * slots;
    uint64_t mask;
    _Alignas(64) uint64_t head; /* the next to be taken */
    _Alignas(64) uint64_t tail; /* the next to be filled */
};

struct trace_block_pool {
    unsigned char *memory; /* of all blocks */
    uint32_t count;
    struct trace_block_queue full;
    _Alignas(64) uint64_t free; /* number of the topmost, from 1, and a counter above it */
    uint32_t fresh;             /* blocks that were in use; those from this on never were */
    uint64_t dropped;           /* blocks; atomic */
    uint64_t dropped_bytes;     /* of entries; atomic */
};

/* Reserves memory for @p size bytes of blocks, which is touched when it is needed. False: out of
 * memory; the pool is to be cleared in any case. */
bool gau_trace_pool_init(struct trace_block_pool *pool, size_t size);
void gau_trace_pool_clear(struct trace_block_pool *pool);

/* A block to write to; NULL: all are in use by threads. */
struct trace_block *gau_trace_pool_take(struct trace_block_pool *pool);

/* A full one, which is the pool's from now on. */
void gau_trace_pool_queue(struct trace_block_pool *pool, struct trace_block *block);

/* --- of the writing thread ----------------------------------------------------------------- */

/* The oldest full one; NULL: there is none. It goes back by gau_trace_pool_free(). */
struct trace_block *gau_trace_pool_next(struct trace_block_pool *pool);
void gau_trace_pool_free(struct trace_block_pool *pool, struct trace_block *block);

/* All that was ever queued was taken. */
bool gau_trace_pool_is_empty(const struct trace_block_pool *pool);

/* Pins the block that @p current, which its thread changes when the block is full, has; NULL: it
 * has none, or is changing it. A pinned one is not reused, and goes back by the second. */
struct trace_block *gau_trace_pool_pin(struct trace_block_pool *pool,
                                       struct trace_block *const *current);
void gau_trace_pool_unpin(struct trace_block_pool *pool, struct trace_block *block);

static inline uint8_t *gau_trace_block_entries(const struct trace_block *block)
{
    return (uint8_t *)(uintptr_t)(block->open + block->depth);
}

#endif
