/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_SYMBOL_TABLE_H
#define GAUDIT_REPORT_SYMBOLS_SYMBOL_TABLE_H

#include "elfutils.h"
#include "text_pool.h"

/*
 * The names that the symbol tables of a module have for its code, sorted by address. Where there is
 * no symbol, unwind tables have at least the starts of functions.
 */

struct gau_symbol {
    uint64_t start, end;
    const char *text;
    uint8_t rank; /* of symbols with one address the highest is kept */
    bool sized;   /* the end is the symbol's own, not that of a neighbour */
    bool stub;    /* text is the function that it jumps to, with "@plt" */
};

struct gau_symbol_table {
    struct gau_symbol *items;
    uint64_t *reach; /* the largest end up to each item */
    uint32_t count, size;
    uint64_t *starts; /* of functions, as unwind tables have them */
    uint32_t start_count;
};

/* Reads the names, except stubs, as far as memory and the state of the file allow. */
void gau_symbol_table_read(struct gau_symbol_table *names, Dwfl_Module *module,
                           struct gau_bump_allocator *heap);
void gau_symbol_table_clear(struct gau_symbol_table *names);

/* Returns the symbol at an address; NULL if there is none. */
const struct gau_symbol *gau_symbol_table_find(const struct gau_symbol_table *names,
                                               uint64_t address);

/* Returns the start of a function without a name; the address itself if none is known. */
uint64_t gau_symbol_table_start(const struct gau_symbol_table *names, uint64_t address);

/* --- parts --------------------------------------------------------------------------------- */

bool gau_symbol_table_add(struct gau_symbol_table *names, const struct gau_symbol *name);

/* Adds the stubs by which a module calls functions of others. The others must have been read. */
void gau_symbol_table_add_stubs(struct gau_symbol_table *names, Dwfl_Module *module,
                                struct gau_bump_allocator *heap);

/* Sorts, and leaves one name per address; gau_symbol_table_find() works from then on. */
void gau_symbol_table_sort(struct gau_symbol_table *names);

#endif
