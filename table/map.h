/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_MAP_H
#define GAUDIT_TABLE_MAP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A map from 64-bit keys to numbers above 0. Keys may be hashes; then the caller compares. Zeroed
 * memory is an empty map; nothing is ever removed.
 *
 *     for (uint32_t step = 0; (i = gau_map_next(&map, key, &step));)
 *         if (items[i - 1] is the one)
 *             return i;
 */
struct gau_map {
    struct gau_map_entry *entries;
    uint32_t count, size; /* the size is a power of two, or 0 */
};

struct gau_map_entry {
    uint64_t key;
    uint32_t value; /* 0: free */
};

/* Returns the values of a key one by one, and 0 at the end; *step must be 0 at first. */
uint32_t gau_map_next(const struct gau_map *map, uint64_t key, uint32_t *step);

/* Makes room for one more value, so that the next gau_map_add() cannot fail; callers need not do
 * this. Returns false, without any change, if out of memory. */
bool gau_map_reserve(struct gau_map *map);
bool gau_map_add(struct gau_map *map, uint64_t key, uint32_t value);
void gau_map_clear(struct gau_map *map);

uint64_t gau_hash_mix(uint64_t a, uint64_t b);

/* Of a text. */
uint64_t gau_map_hash(const char *text);

#endif
