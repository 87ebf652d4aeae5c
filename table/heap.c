/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* vasprintf() */
#include "heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 16 };

struct gau_bump_allocator_block {
    struct gau_bump_allocator_block *next;
    max_align_t data[];
};

void *gau_bump_allocator_take(struct gau_bump_allocator *heap, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    struct gau_bump_allocator_block *block;
    void *taken;

    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + align - 1) / align * align;
    if (!heap->blocks || heap->size - heap->used < size) {
        const size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;

        block = calloc(1, sizeof *block + room);
        if (!block)
            return NULL;
        block->next = heap->blocks;
        heap->blocks = block;
        heap->used = 0;
        heap->size = room;
    }
    taken = (char *)heap->blocks->data + heap->used;
    heap->used += size;
    return taken;
}

void gau_bump_allocator_clear(struct gau_bump_allocator *heap)
{
    while (heap->blocks) {
        struct gau_bump_allocator_block *next = heap->blocks->next;

        free(heap->blocks);
        heap->blocks = next;
    }
    heap->used = heap->size = 0;
}

bool gau_array_grow(void *array, uint32_t count, uint32_t *size, size_t element)
{
    const uint32_t wanted = *size ? *size * 2 : 64;
    void *old;
    void *grown;

    if (count < *size)
        return true;
    if (wanted < *size)
        return false;
    memcpy(&old, array, sizeof old); /* through memcpy(), which works for a pointer to any type of
                                        element */
    grown = realloc(old, wanted * element);
    if (!grown)
        return false;
    memcpy(array, &grown, sizeof grown);
    *size = wanted;
    return true;
}

char *gau_format(const char *format, va_list args)
{
    char *text;

    return vasprintf(&text, format, args) < 0 ? NULL : text;
}
