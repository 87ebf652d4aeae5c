/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>

/*
 * Preloaded: of all allocations of a program and its libraries after its start, the one with the
 * number NO_MEMORY_AT fails.
 */

/* NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of glibc */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);
/* NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming) */

/* 0: none fails. */
static long left;

__attribute__((__constructor__)) static void start(void)
{
    const char *const text = getenv("NO_MEMORY_AT");

    left = text ? atol(text) : 0;
}

static int fails(void)
{
    if (left == 0 || --left > 0)
        return 0;
    errno = ENOMEM;
    return 1;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    return fails() ? NULL : __libc_realloc(block, size);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
