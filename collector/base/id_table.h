/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_ID_TABLE_H
#define GAUDIT_COLLECTOR_BASE_ID_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Objects by number and by key. Numbers are 1, 2, 3, ...; an object keeps its number and its
 * address. A zeroed table is empty. Objects are added under a lock of the owner and looked up
 * without one, also in signal handlers.
 */

enum { GAU_ID_TABLE_MAX = (1 << 21) - 1, GAU_ID_TABLE_PAGE = 4096, GAU_ID_TABLE_PAGES = 512 };

struct gau_id_table {
    void **pages[GAU_ID_TABLE_PAGES]; /* of pointers to objects */
    uint32_t count;
    struct gau_id_table_index *index;
};

static inline uint32_t gau_id_table_count(const struct gau_id_table *table)
{
    return __atomic_load_n(&table->count, __ATOMIC_ACQUIRE);
}

/* NULL if no object has that number. */
static inline void *gau_id_table_get(const struct gau_id_table *table, uint32_t number)
{
    if (number - 1 >= gau_id_table_count(table))
        return NULL;
    return table->pages[number / GAU_ID_TABLE_PAGE][number % GAU_ID_TABLE_PAGE];
}

/* The next number with that key, which is not 0; *step starts at 0. Returns 0 at the end. */
uint32_t gau_id_table_next(const struct gau_id_table *table, uint64_t key, size_t *step);

/* Makes room for one more. Returns false, without any change, if out of memory. */
bool gau_id_table_reserve(struct gau_id_table *table);

/* Adds an object, for which there is room, and returns its number: the count so far plus one. */
uint32_t gau_id_table_add(struct gau_id_table *table, uint64_t key, void *object);

#endif
