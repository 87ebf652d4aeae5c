/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE, syscall() */
#include "sample_buffers.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct gau_chunk *chunks;
static uint32_t n_chunks;

/*
 * Free list of chunks: index + 1 of the first in the lower half. The upper half changes with each
 * update, so that a list that has changed and changed back is not taken for the old one (ABA).
 */
static _Atomic uint64_t spare;
static atomic_uint untouched; /* chunks from this one on have never been taken */
static atomic_uint queue;     /* index + 1 of the chunk that was put in last */
static atomic_uint n_free;
static _Atomic uint32_t wakes;

_Static_assert(sizeof(struct gau_chunk) == GAU_CHUNK_SIZE, "chunks tile the memory");

bool gau_sample_buffers_open(uint64_t size)
{
    const uint64_t n = size / GAU_CHUNK_SIZE;
    void *memory;

    n_chunks = n > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)n;
    memory = mmap(NULL, (size_t)n_chunks * GAU_CHUNK_SIZE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        n_chunks = 0;
        return false;
    }
    chunks = memory;
    gau_sample_buffers_reset();
    return true;
}

void gau_sample_buffers_reset(void)
{
    atomic_store(&spare, 0);
    atomic_store(&untouched, 0);
    atomic_store(&queue, 0);
    atomic_store(&n_free, n_chunks);
}

static struct gau_chunk *chunk_of(uint32_t number)
{
    return number ? &chunks[number - 1] : NULL;
}

static uint32_t number_of(const struct gau_chunk *chunk)
{
    return (uint32_t)(chunk - chunks) + 1;
}

/* A late thread may still read a chunk that others have taken meanwhile. */
static uint32_t next_of(const struct gau_chunk *chunk)
{
    return __atomic_load_n(&chunk->next, __ATOMIC_RELAXED);
}

static void set_next(struct gau_chunk *chunk, uint32_t next)
{
    __atomic_store_n(&chunk->next, next, __ATOMIC_RELAXED);
}

static struct gau_chunk *take_spare(void)
{
    uint64_t head = atomic_load(&spare);
    struct gau_chunk *chunk;

    do {
        chunk = chunk_of((uint32_t)head);
        if (!chunk)
            return NULL;
    } while (
        !atomic_compare_exchange_weak(&spare, &head, ((head >> 32) + 1) << 32 | next_of(chunk)));
    return chunk;
}

static struct gau_chunk *take_untouched(void)
{
    uint32_t n = atomic_load(&untouched);

    do {
        if (n >= n_chunks)
            return NULL;
    } while (!atomic_compare_exchange_weak(&untouched, &n, n + 1));
    return &chunks[n];
}

struct gau_chunk *gau_sample_buffers_acquire(void)
{
    struct gau_chunk *chunk = take_spare();

    if (!chunk)
        chunk = take_untouched();
    if (!chunk)
        return NULL;
    atomic_fetch_sub(&n_free, 1);
    set_next(chunk, 0);
    __atomic_store_n(&chunk->committed, 0, __ATOMIC_RELAXED);
    chunk->taken = 0;
    chunk->has_entries = 0;
    return chunk;
}

void gau_sample_buffers_give(struct gau_chunk *chunk)
{
    uint64_t head = atomic_load(&spare);

    do
        set_next(chunk, (uint32_t)head);
    while (
        !atomic_compare_exchange_weak(&spare, &head, ((head >> 32) + 1) << 32 | number_of(chunk)));
    atomic_fetch_add(&n_free, 1);
}

void gau_sample_buffers_queue(struct gau_chunk *chunk)
{
    uint32_t head = atomic_load(&queue);

    do
        set_next(chunk, head);
    while (!atomic_compare_exchange_weak(&queue, &head, number_of(chunk)));
}

struct gau_chunk *gau_sample_buffers_unqueue(void)
{
    struct gau_chunk *chunk = chunk_of(atomic_exchange(&queue, 0));
    uint32_t behind = 0;

    while (chunk) {
        struct gau_chunk *const earlier = chunk_of(next_of(chunk));

        set_next(chunk, behind);
        behind = number_of(chunk);
        chunk = earlier;
    }
    return chunk_of(behind);
}

struct gau_chunk *gau_sample_buffers_next(const struct gau_chunk *chunk)
{
    return chunk_of(next_of(chunk));
}

uint32_t gau_sample_buffers_free(void)
{
    return atomic_load(&n_free);
}

uint32_t gau_sample_buffers_size(void)
{
    return n_chunks;
}

/* --- the writer thread ----------------------------------------------------------------------- */

void gau_sample_buffers_wake(void)
{
    atomic_fetch_add(&wakes, 1);
    syscall(SYS_futex, &wakes, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

uint32_t gau_sample_buffers_wakes(void)
{
    return atomic_load(&wakes);
}

void gau_sample_buffers_wait(uint32_t seen, const struct timespec *most)
{
    syscall(SYS_futex, &wakes, FUTEX_WAIT_PRIVATE, seen, most, NULL, 0);
}
