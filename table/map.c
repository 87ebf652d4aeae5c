/* SPDX-License-Identifier: Apache-2.0 */
#include "map.h"

#include <stdlib.h>

uint64_t gau_hash_mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;

    return (x ^ (x >> 32)) * 0xc4ceb9fe1a85ec53u;
}

static uint32_t place_of_key(uint64_t key, uint32_t step)
{
    return (uint32_t)(gau_hash_mix(key, 0) >> 32) + step;
}

uint32_t gau_map_next(const struct gau_map *map, uint64_t key, uint32_t *step)
{
    while (map->size && *step < map->size) {
        const struct gau_map_entry *entry =
            &map->entries[place_of_key(key, (*step)++) & (map->size - 1)];

        if (!entry->value)
            return 0;
        if (entry->key == key)
            return entry->value;
    }
    return 0;
}

static void put_key(struct gau_map *map, uint64_t key, uint32_t value)
{
    uint32_t step = 0;
    struct gau_map_entry *entry;

    do
        entry = &map->entries[place_of_key(key, step++) & (map->size - 1)];
    while (entry->value);
    *entry = (struct gau_map_entry){key, value};
}

bool gau_map_reserve(struct gau_map *map)
{
    struct gau_map larger = {.size = map->size ? map->size * 2 : 256, .count = map->count};

    if (map->count < map->size / 2)
        return true;
    if (larger.size < map->size)
        return false;
    larger.entries = calloc(larger.size, sizeof *larger.entries);
    if (!larger.entries)
        return false;
    for (uint32_t i = 0; i < map->size; i++)
        if (map->entries[i].value)
            put_key(&larger, map->entries[i].key, map->entries[i].value);
    free(map->entries);
    *map = larger;
    return true;
}

bool gau_map_add(struct gau_map *map, uint64_t key, uint32_t value)
{
    if (!gau_map_reserve(map))
        return false;
    put_key(map, key, value);
    map->count++;
    return true;
}

void gau_map_clear(struct gau_map *map)
{
    free(map->entries);
    *map = (struct gau_map){0};
}

uint64_t gau_map_hash(const char *text)
{
    uint64_t hash = 0;

    for (; *text; text++)
        hash = gau_hash_mix(hash, (unsigned char)*text);
    return hash;
}
