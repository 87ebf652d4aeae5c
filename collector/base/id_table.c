/* SPDX-License-Identifier: Apache-2.0 */
#include "id_table.h"

#include "mmap_arena.h"

enum { FIRST_SIZE = 1024 };

/* Open addressing, at most half full. An index that has become too small is kept: threads may still
 * read it. */
struct gau_id_table_index {
    size_t size; /* a power of two */
    struct place {
        uint64_t key; /* 0: empty; written last */
        uint64_t number;
    } places[];
};

static size_t mix(uint64_t key)
{
    key = (key ^ (key >> 33)) * 0xff51afd7ed558ccdu; /* the finalizer of MurmurHash3 */
    key = (key ^ (key >> 33)) * 0xc4ceb9fe1a85ec53u;
    return key ^ (key >> 33);
}

uint32_t gau_id_table_next(const struct gau_id_table *table, uint64_t key, size_t *step)
{
    const struct gau_id_table_index *const index = __atomic_load_n(&table->index, __ATOMIC_ACQUIRE);
    const size_t start = mix(key);

    while (index && *step < index->size) {
        const struct place *const place = &index->places[(start + (*step)++) & (index->size - 1)];
        const uint64_t found = __atomic_load_n(&place->key, __ATOMIC_ACQUIRE);

        if (found == key)
            return (uint32_t)__atomic_load_n(&place->number, __ATOMIC_RELAXED);
        if (found == 0)
            break;
    }
    return 0;
}

static void put_number(struct gau_id_table_index *index, uint64_t key, uint64_t number)
{
    size_t at = mix(key) & (index->size - 1);

    while (index->places[at].key != 0)
        at = (at + 1) & (index->size - 1);
    __atomic_store_n(&index->places[at].number, number, __ATOMIC_RELAXED);
    __atomic_store_n(&index->places[at].key, key, __ATOMIC_RELEASE);
}

static bool grow_table(struct gau_id_table *table)
{
    const struct gau_id_table_index *const old = table->index;
    const size_t size = old ? 2 * old->size : FIRST_SIZE;
    struct gau_id_table_index *const index =
        gau_mmap_arena_map(sizeof *index + size * sizeof *index->places);

    if (!index)
        return false;
    index->size = size;
    for (size_t i = 0; old && i < old->size; i++)
        if (old->places[i].key != 0)
            put_number(index, old->places[i].key, old->places[i].number);
    __atomic_store_n(&table->index, index, __ATOMIC_RELEASE);
    return true;
}

bool gau_id_table_reserve(struct gau_id_table *table)
{
    const uint32_t next = table->count + 1;
    void ***const page = &table->pages[next / GAU_ID_TABLE_PAGE];

    if (next > GAU_ID_TABLE_MAX)
        return false;
    if (!*page)
        *page = gau_mmap_arena_map(GAU_ID_TABLE_PAGE * sizeof **page);
    if (!*page)
        return false;
    return (table->index && 2 * (size_t)next <= table->index->size) || grow_table(table);
}

uint32_t gau_id_table_add(struct gau_id_table *table, uint64_t key, void *object)
{
    const uint32_t number = table->count + 1;

    table->pages[number / GAU_ID_TABLE_PAGE][number % GAU_ID_TABLE_PAGE] = object;
    __atomic_store_n(&table->count, number, __ATOMIC_RELEASE);
    put_number(table->index, key, number);
    return number;
}
