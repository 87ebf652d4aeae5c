/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_GROW_H
#define GAUDIT_ALGORITHMS_GROW_H

#include <gaudit/error.h>

#include <stdlib.h>
#include <string.h>

/*
 * Makes room for @p wanted elements of an array that is kept from event to event: @p array is the
 * address of the pointer. There is then room for half as many more, and at least 64. After a
 * failure the old elements are still there.
 */
static inline gau_status gau_grow(void *array, size_t *capacity, size_t wanted, size_t size,
                                  gau_error *err)
{
    const size_t more = wanted + wanted / 2 > 64 ? wanted + wanted / 2 : 64;
    void *old, *larger;

    if (wanted <= *capacity)
        return GAU_OK;
    memcpy(&old, array, sizeof old); /* whatever it points to */
    larger = more <= SIZE_MAX / size ? realloc(old, more * size) : NULL;
    if (!larger)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for %zu elements of %zu bytes", more, size);
    memcpy(array, &larger, sizeof larger);
    *capacity = more;
    return GAU_OK;
}

#endif
