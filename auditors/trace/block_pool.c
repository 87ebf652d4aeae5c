/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "block_pool.h"

#include <stdlib.h>
#include <sys/mman.h>

/* --- the queue ----------------------------------------------------------------------------- */

/* There is a slot for each block, so that there is always room, and the slot at the head is not
 * filled again before the head moves. */
static void put_last(struct trace_block_queue *queue, struct trace_block *block)
{
    const uint64_t at = __atomic_fetch_add(&queue->tail, 1, __ATOMIC_RELAXED);
    struct trace_slot *const slot = &queue->slots[at & queue->mask];

    __atomic_store_n(&slot->block, block, __ATOMIC_RELAXED);
    __atomic_store_n(&slot->turn, at + 1, __ATOMIC_RELEASE);
}

/* NULL: it is empty, or the next is just being put there. */
static struct trace_block *take_first(struct trace_block_queue *queue)
{
    uint64_t at = __atomic_load_n(&queue->head, __ATOMIC_RELAXED);

    for (;;) {
        struct trace_slot *const slot = &queue->slots[at & queue->mask];
        const uint64_t turn = __atomic_load_n(&slot->turn, __ATOMIC_ACQUIRE);

        if (turn == at + 1) {
            struct trace_block *const block = __atomic_load_n(&slot->block, __ATOMIC_RELAXED);

            if (__atomic_compare_exchange_n(&queue->head, &at, at + 1, false, __ATOMIC_ACQ_REL,
                                            __ATOMIC_RELAXED))
                return block;
        } else if (turn < at + 1) {
            return NULL;
        } else {
            at = __atomic_load_n(&queue->head, __ATOMIC_RELAXED);
        }
    }
}

/* --- free ones ----------------------------------------------------------------------------- */

static struct trace_block *block_of(const struct trace_block_pool *pool, uint32_t number)
{
    return (void *)(pool->memory + (size_t)(number - 1) * TRACE_BLOCK);
}

static uint32_t number_of(const struct trace_block_pool *pool, const struct trace_block *block)
{
    return (uint32_t)(((uintptr_t)block - (uintptr_t)pool->memory) / TRACE_BLOCK) + 1;
}

static uint64_t head_of(uint64_t before, uint32_t number)
{
    return ((before >> 32) + 1) << 32 | number;
}

static struct trace_block *take_fresh(struct trace_block_pool *pool)
{
    uint32_t number = __atomic_load_n(&pool->fresh, __ATOMIC_RELAXED);

    while (number < pool->count)
        if (__atomic_compare_exchange_n(&pool->fresh, &number, number + 1, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return block_of(pool, number + 1);
    return NULL;
}

static struct trace_block *take_free(struct trace_block_pool *pool)
{
    uint64_t head = __atomic_load_n(&pool->free, __ATOMIC_ACQUIRE);

    while ((uint32_t)head != 0) {
        struct trace_block *const block = block_of(pool, (uint32_t)head);
        const uint32_t next = __atomic_load_n(&block->next, __ATOMIC_RELAXED);

        if (__atomic_compare_exchange_n(&pool->free, &head, head_of(head, next), false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return block;
    }
    return take_fresh(pool);
}

void gau_trace_pool_free(struct trace_block_pool *pool, struct trace_block *block)
{
    const uint32_t number = number_of(pool, block);
    uint64_t head = __atomic_load_n(&pool->free, __ATOMIC_RELAXED);

    do
        __atomic_store_n(&block->next, (uint32_t)head, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&pool->free, &head, head_of(head, number), false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
}

/* --- pins ---------------------------------------------------------------------------------- */

/* Whoever pins a block looks whether it is still its thread's; whoever takes it from the queue,
 * which is later, looks whether it is pinned. One of them sees the other. */
struct trace_block *gau_trace_pool_pin(struct trace_block_pool *pool,
                                       struct trace_block *const *current)
{
    struct trace_block *const block = __atomic_load_n(current, __ATOMIC_ACQUIRE);

    if (!block)
        return NULL;
    __atomic_store_n(&block->pinned, TRACE_PINNED, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(current, __ATOMIC_SEQ_CST) == block)
        return block;
    gau_trace_pool_unpin(pool, block);
    return NULL;
}

void gau_trace_pool_unpin(struct trace_block_pool *pool, struct trace_block *block)
{
    if (__atomic_exchange_n(&block->pinned, TRACE_NOT_PINNED, __ATOMIC_SEQ_CST) ==
        TRACE_PINNED_DROPPED)
        gau_trace_pool_free(pool, block);
}

/* The oldest full block, whose entries are lost. One that is pinned is freed by who pins it. */
static struct trace_block *drop_oldest(struct trace_block_pool *pool)
{
    for (;;) {
        struct trace_block *const block = take_first(&pool->full);
        uint32_t pinned = TRACE_PINNED;

        if (!block)
            return NULL;
        __atomic_fetch_add(&pool->dropped, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&pool->dropped_bytes, block->size, __ATOMIC_RELAXED);
        if (!__atomic_compare_exchange_n(&block->pinned, &pinned, TRACE_PINNED_DROPPED, false,
                                         __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return block;
    }
}

/* --- the pool ------------------------------------------------------------------------------ */

struct trace_block *gau_trace_pool_take(struct trace_block_pool *pool)
{
    struct trace_block *const block = take_free(pool);

    return block ? block : drop_oldest(pool);
}

void gau_trace_pool_queue(struct trace_block_pool *pool, struct trace_block *block)
{
    put_last(&pool->full, block);
}

struct trace_block *gau_trace_pool_next(struct trace_block_pool *pool)
{
    return take_first(&pool->full);
}

bool gau_trace_pool_is_empty(const struct trace_block_pool *pool)
{
    const uint64_t head = __atomic_load_n(&pool->full.head, __ATOMIC_ACQUIRE);

    return __atomic_load_n(&pool->full.tail, __ATOMIC_ACQUIRE) == head;
}

bool gau_trace_pool_init(struct trace_block_pool *pool, size_t size)
{
    const size_t wanted = size / TRACE_BLOCK;
    size_t slots = 1;
    void *memory;

    pool->count = (uint32_t)(wanted > TRACE_BLOCKS_LEAST ? wanted : TRACE_BLOCKS_LEAST);
    while (slots < pool->count)
        slots *= 2;
    pool->full.slots = calloc(slots, sizeof *pool->full.slots);
    pool->full.mask = slots - 1;
    memory = mmap(NULL, (size_t)pool->count * TRACE_BLOCK, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pool->memory = memory == MAP_FAILED ? NULL : memory;
    return pool->memory && pool->full.slots;
}

void gau_trace_pool_clear(struct trace_block_pool *pool)
{
    free(pool->full.slots);
    if (pool->memory)
        munmap(pool->memory, (size_t)pool->count * TRACE_BLOCK);
}
