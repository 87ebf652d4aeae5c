/* SPDX-License-Identifier: Apache-2.0 */
#include "text_pool.h"

#include <stdlib.h>
#include <string.h>

uint32_t gau_count_to(const void *array, uint32_t count, size_t element, uint64_t address)
{
    uint32_t low = 0;
    uint32_t high = count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        uint64_t start;

        memcpy(&start, (const char *)array + middle * element, sizeof start);
        if (start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- texts --------------------------------------------------------------------------------- */

bool gau_text_pool_init(struct gau_text_pool *texts, struct gau_bump_allocator *heap)
{
    *texts = (struct gau_text_pool){.heap = heap};
    if (!gau_array_grow(&texts->items, 0, &texts->size, sizeof *texts->items))
        return false;
    texts->items[texts->count++] = "";
    return true;
}

void gau_text_pool_clear(struct gau_text_pool *texts)
{
    free(texts->items);
    gau_map_clear(&texts->map);
}

static uint64_t hash_text(const char *text, size_t size)
{
    uint64_t value = size;

    for (size_t i = 0; i < size; i++)
        value = (value ^ (unsigned char)text[i]) * 0x100000001b3u;
    return value;
}

uint32_t gau_text_pool_put_part(struct gau_text_pool *texts, const char *text, size_t size)
{
    const uint64_t key = hash_text(text, size);
    uint32_t step = 0;
    uint32_t number;
    char *copy;

    if (!size)
        return 0;
    while ((number = gau_map_next(&texts->map, key, &step)))
        if (!strncmp(texts->items[number], text, size) && !texts->items[number][size])
            return number;
    copy = gau_bump_allocator_take(texts->heap, size + 1);
    if (copy && gau_array_grow(&texts->items, texts->count, &texts->size, sizeof *texts->items) &&
        gau_map_add(&texts->map, key, texts->count)) {
        memcpy(copy, text, size);
        texts->items[texts->count] = copy;
        return texts->count++;
    }
    texts->failed = true;
    return 0;
}

uint32_t gau_text_pool_put(struct gau_text_pool *texts, const char *text)
{
    return gau_text_pool_put_part(texts, text, strlen(text));
}

const char *gau_text_pool_keep_part(struct gau_text_pool *texts, const char *text, size_t size)
{
    const uint32_t number = gau_text_pool_put_part(texts, text, size);

    return texts->items[number];
}

const char *gau_text_pool_keep(struct gau_text_pool *texts, const char *text)
{
    return gau_text_pool_keep_part(texts, text, strlen(text));
}
