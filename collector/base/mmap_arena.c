/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "mmap_arena.h"

#include "signal_safe_lock.h"

#include <sys/mman.h>

enum { ALIGNMENT = 16, CHUNK = 1 << 18 };

static char *chunk; /* the rest of it */
static size_t left;

void *gau_mmap_arena_map(size_t size)
{
    void *const memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

void gau_mmap_arena_unmap(void *memory, size_t size)
{
    munmap(memory, size);
}

/* Cuts from the current chunk, or from a new one. */
static void *cut_block(size_t size)
{
    char *memory = left < size ? gau_mmap_arena_map(CHUNK) : chunk;

    if (!memory)
        return NULL;
    if (left < size)
        left = CHUNK;
    chunk = memory + size;
    left -= size;
    return memory;
}

void *gau_mmap_arena_alloc(size_t size)
{
    void *memory;

    if (size > CHUNK / 2)
        return gau_mmap_arena_map(size);
    gau_lock_take(GAU_LOCK_NAMES);
    memory = cut_block((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
    gau_lock_release(GAU_LOCK_NAMES);
    return memory;
}
