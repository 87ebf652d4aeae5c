/* SPDX-License-Identifier: Apache-2.0 */
#include "hash.h"

#include <gaudit/clock.h>

#include <stdlib.h>

enum { FIRST_SIZE = 64 };

uint64_t gau_hash_seed(const void *owner)
{
    return 0xcbf29ce484222325u ^ gau_clock_ns() ^ (uint64_t)(uintptr_t)owner;
}

uint32_t gau_index_next(const struct gau_index *index, uint64_t hash, size_t *step)
{
    while (*step < index->size) {
        const size_t at = ((size_t)hash + (*step)++) & (index->size - 1);
        const struct gau_index_place *const place = &index->places[at];

        if (!place->element)
            break;
        if (place->hash == (uint32_t)hash)
            return place->element - 1;
    }
    return GAU_INDEX_END;
}

static void put(struct gau_index *index, struct gau_index_place held)
{
    size_t at = held.hash & (index->size - 1);

    while (index->places[at].element)
        at = (at + 1) & (index->size - 1);
    index->places[at] = held;
}

bool gau_index_reserve(struct gau_index *index)
{
    struct gau_index larger = {.size = index->size ? 2 * index->size : FIRST_SIZE,
                               .count = index->count};

    if (2 * (index->count + 1) <= index->size)
        return true;
    larger.places = calloc(larger.size, sizeof *larger.places);
    if (!larger.places)
        return false;
    for (size_t i = 0; i < index->size; i++)
        if (index->places[i].element)
            put(&larger, index->places[i]);
    free(index->places);
    *index = larger;
    return true;
}

bool gau_index_add(struct gau_index *index, uint64_t hash, uint32_t element)
{
    if (!gau_index_reserve(index))
        return false;
    put(index, (struct gau_index_place){.hash = (uint32_t)hash, .element = element + 1});
    index->count++;
    return true;
}

void gau_index_clear(struct gau_index *index)
{
    free(index->places);
    *index = (struct gau_index){0};
}
