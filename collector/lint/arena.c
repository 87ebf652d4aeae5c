/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "arena.h"

#include <stdint.h>
#include <sys/mman.h>

enum { ALIGNMENT = 16, CHUNK = 1 << 18 };

struct gau_lint_chunk {
    struct gau_lint_chunk *next;
    size_t size, used;
};

static struct gau_lint_chunk *add_chunk(struct gau_lint_arena *arena, size_t least)
{
    const size_t size = least > CHUNK ? least : CHUNK;
    struct gau_lint_chunk *const chunk =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (chunk == MAP_FAILED)
        return NULL;
    *chunk = (struct gau_lint_chunk){.next = arena->chunks, .size = size, .used = 2 * ALIGNMENT};
    arena->chunks = chunk;
    return chunk;
}

void *gau_lint_alloc(struct gau_lint_arena *arena, size_t size)
{
    struct gau_lint_chunk *chunk = arena->chunks;
    char *memory;

    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (!chunk || chunk->size - chunk->used < size)
        chunk = add_chunk(arena, size + 2 * ALIGNMENT);
    if (!chunk)
        return NULL;
    memory = (char *)chunk + chunk->used;
    chunk->used += size;
    return memory;
}

void gau_lint_arena_free(struct gau_lint_arena *arena)
{
    while (arena->chunks) {
        struct gau_lint_chunk *const chunk = arena->chunks;

        arena->chunks = chunk->next;
        munmap(chunk, chunk->size);
    }
}
