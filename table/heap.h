/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_HEAP_H
#define GAUDIT_TABLE_HEAP_H

#include <stddef.h>

/* Memory that is given back all at once. {0}: none. */
struct gau_heap {
    struct gau_heap_block *blocks;
    size_t used, size; /* of the newest block */
};

/* Zeroed, aligned for anything; NULL: no memory. */
void *gau_heap_take(struct gau_heap *heap, size_t size);
void gau_heap_clear(struct gau_heap *heap);

#endif
