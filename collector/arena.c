/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "arena.h"

#include <sys/mman.h>

enum { ALIGNMENT = 16, CHUNK = 1 << 18 };

static char *chunk; /* the rest of it */
static size_t left;

void *gau_arena_map(size_t size)
{
    void *const memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

void gau_arena_unmap(void *memory, size_t size)
{
    munmap(memory, size);
}

void *gau_arena_alloc(size_t size)
{
    char *memory;

    if (size > CHUNK / 2)
        return gau_arena_map(size);
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (left < size) {
        memory = gau_arena_map(CHUNK);
        if (!memory)
            return NULL;
        chunk = memory;
        left = CHUNK;
    }
    memory = chunk;
    chunk += size;
    left -= size;
    return memory;
}
