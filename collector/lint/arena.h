/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LINT_ARENA_H
#define GAUDIT_LINT_ARENA_H

#include <stddef.h>

/*
 * Memory that is given back as a whole. It comes from the system, not from malloc(): the program's
 * allocator may be instrumented itself, and call us while it holds its locks.
 */
struct gau_lint_arena {
    struct gau_lint_chunk *chunks;
};

/* Zeroed, aligned for everything; NULL if there is none. */
void *gau_lint_alloc(struct gau_lint_arena *arena, size_t size);

void gau_lint_arena_free(struct gau_lint_arena *arena);

#endif
