/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_UNITS_H
#define GAUDIT_REPORT_SYMBOLS_UNITS_H

#include "scopes.h"

/*
 * The compilation units of a module's debug information, by address. Compilers need not write
 * .debug_aranges, and some do not: the units are asked themselves, once. What is in a unit is read
 * when an address in it is first looked up.
 */

struct gau_unit {
    Dwarf_Die die; /* has the lines */
    struct gau_scopes scopes;
    bool read;
};

struct gau_unit_range {
    uint64_t start, end;
    uint64_t reach; /* the largest end up to this one */
    uint32_t unit;
};

struct gau_units {
    struct gau_unit *items;
    struct gau_unit_range *ranges;
    uint32_t count, size;
    uint32_t range_count, range_size;
};

void gau_units_read(struct gau_units *units, Dwarf *dwarf);
void gau_units_clear(struct gau_units *units);

/* The unit that has code at the address, with its scopes; NULL: none. */
struct gau_unit *gau_units_find(struct gau_units *units, uint64_t address);

#endif
