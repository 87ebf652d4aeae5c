/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_NUMBERS_H
#define GAUDIT_COLLECTOR_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Things by number and by key: numbers are 1, 2, 3, ...; what has one keeps it, and stays where it
 * is. Zeroed there are none. Things are added under a lock of the owner's and looked up without
 * one, also in signal handlers.
 */

enum { GAU_NUMBERS_MAX = (1 << 21) - 1, GAU_NUMBERS_PAGE = 4096, GAU_NUMBERS_PAGES = 512 };

struct gau_id_table {
    void **pages[GAU_NUMBERS_PAGES]; /* of pointers to things */
    uint32_t count;
    struct gau_id_table_index *index;
};

static inline uint32_t gau_id_table_count(const struct gau_id_table *numbers)
{
    return __atomic_load_n(&numbers->count, __ATOMIC_ACQUIRE);
}

/* NULL: nothing has that number. */
static inline void *gau_id_table_get(const struct gau_id_table *numbers, uint32_t number)
{
    if (number - 1 >= gau_id_table_count(numbers))
        return NULL;
    return numbers->pages[number / GAU_NUMBERS_PAGE][number % GAU_NUMBERS_PAGE];
}

/* The next number with that key, which is not 0; *step begins with 0. 0: no more. */
uint32_t gau_id_table_next(const struct gau_id_table *numbers, uint64_t key, size_t *step);

/* Makes room for one more; false: no memory, and nothing has changed. */
bool gau_id_table_reserve(struct gau_id_table *numbers);

/* Adds one, for which there is room, and gives its number: the count so far plus one. */
uint32_t gau_id_table_add(struct gau_id_table *numbers, uint64_t key, void *thing);

#endif
