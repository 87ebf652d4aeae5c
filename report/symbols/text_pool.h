/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_TEXT_POOL_H
#define GAUDIT_REPORT_SYMBOLS_TEXT_POOL_H

#include "table/heap.h"
#include "table/map.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A pool keeps each text once, and numbers them. */

struct gau_text_pool {
    struct gau_bump_allocator *heap;
    struct gau_map map;
    const char **items; /* number 0 is "" */
    uint32_t count, size;
    bool failed; /* some are missing: out of memory */
};

bool gau_text_pool_init(struct gau_text_pool *texts, struct gau_bump_allocator *heap);
void gau_text_pool_clear(struct gau_text_pool *texts);

/* Returns the number of a text; 0 for "" and when out of memory. */
uint32_t gau_text_pool_put(struct gau_text_pool *texts, const char *text);
uint32_t gau_text_pool_put_part(struct gau_text_pool *texts, const char *text, size_t size);

/* Returns the text itself, as it is kept. */
const char *gau_text_pool_keep(struct gau_text_pool *texts, const char *text);
const char *gau_text_pool_keep_part(struct gau_text_pool *texts, const char *text, size_t size);

/* Returns how many elements begin up to an address. They are sorted, and their first member is
 * their address, a uint64_t. */
uint32_t gau_count_to(const void *array, uint32_t count, size_t element, uint64_t address);

#endif
