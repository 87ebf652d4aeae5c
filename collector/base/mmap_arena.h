/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_MMAP_ARENA_H
#define GAUDIT_COLLECTOR_BASE_MMAP_ARENA_H

#include <stddef.h>

/*
 * Memory from the system, not from malloc(): the program's allocator may be instrumented itself,
 * and call us while it holds its locks.
 */

/* Zeroed pages of their own; NULL if there are none. */
void *gau_mmap_arena_map(size_t size);
void gau_mmap_arena_unmap(void *memory, size_t size);

/* Zeroed memory that is never given back, aligned to 16 bytes; NULL if there is none. */
void *gau_mmap_arena_alloc(size_t size);

#endif
