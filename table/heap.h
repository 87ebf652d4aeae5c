/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_HEAP_H
#define GAUDIT_TABLE_HEAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that is taken piece by piece and freed all at once. {0} is empty. */
struct gau_bump_allocator {
    struct gau_bump_allocator_block *blocks;
    size_t used, size; /* of the newest block */
};

/* Returns zeroed memory, aligned for any type; NULL if out of memory. */
void *gau_bump_allocator_take(struct gau_bump_allocator *heap, size_t size);
void gau_bump_allocator_clear(struct gau_bump_allocator *heap);

/* Makes room for one more element of a growing array. If out of memory, returns false and keeps the
 * old one. */
bool gau_array_grow(void *array, uint32_t count, uint32_t *size, size_t element);

/* Formats like vsprintf() into memory that the caller frees; returns NULL if out of memory. */
char *gau_format(const char *format, va_list args) __attribute__((__format__(__printf__, 1, 0)));

#endif
