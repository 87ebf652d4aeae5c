/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_COMPILATION_UNITS_H
#define GAUDIT_REPORT_SYMBOLS_COMPILATION_UNITS_H

#include "elfutils.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The compilation units of a module's debug information, by address. Compilers need not write
 * .debug_aranges, and some do not: their units are read for it, once. A unit is read when an
 * address in it is first resolved. Sorted, disjoint pieces of the address space then give the
 * function of an address, and the functions inlined there. Addresses are those of the debug
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
    uint32_t owner; /* a scope, or a unit; GAU_SCOPE_NONE */
};

struct gau_pieces {
    struct gau_piece *items;
    uint32_t count, size;
};

struct gau_scopes {
    struct gau_scope *items;
    uint32_t count, size;
    struct gau_pieces pieces;
};

struct gau_unit {
    Dwarf_Die die; /* has the lines */
    struct gau_scopes scopes;
    bool read;
};

struct gau_units {
    struct gau_unit *items;
    uint32_t count, size;
    struct gau_pieces pieces;
};

void gau_units_read(struct gau_units *units, Dwarf *dwarf);
void gau_units_clear(struct gau_units *units);

/* Returns the unit that has code at the address, with its scopes; NULL if there is none. */
struct gau_unit *gau_units_find(struct gau_units *units, uint64_t address);

/* Returns the innermost owner, or GAU_SCOPE_NONE. */
uint32_t gau_pieces_find(const struct gau_pieces *pieces, uint64_t address);

#endif
