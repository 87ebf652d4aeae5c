/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_SCOPES_H
#define GAUDIT_REPORT_SYMBOLS_SCOPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Which function of a compilation unit, and what inlined into it, has an address: the innermost of
 * them by sorted, disjoint pieces of the address space. Addresses are those of the debug
 * information.
 */

#define GAU_SCOPE_NONE UINT32_MAX

struct gau_scope {
    Dwarf_Die die;
    uint32_t outer; /* the scope it is inlined into; GAU_SCOPE_NONE: it is a function itself */
    uint32_t function;
    bool known; /* `function` has been found out */
};

struct gau_piece {
    uint64_t start; /* up to the next piece */
    uint32_t scope;
};

struct gau_scopes {
    struct gau_scope *scopes;
    struct gau_piece *pieces;
    uint32_t count, size;
    uint32_t piece_count, piece_size;
};

/* Without memory, and if the unit is damaged, what was found up to there. */
void gau_scopes_read(struct gau_scopes *scopes, Dwarf_Die *unit);
void gau_scopes_clear(struct gau_scopes *scopes);

/* The innermost scope, or GAU_SCOPE_NONE. */
uint32_t gau_scopes_find(const struct gau_scopes *scopes, uint64_t address);

#endif
