/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_LOOKS_H
#define GAUDIT_TABLE_LOOKS_H

#include "number.h"
#include "rows.h"

/* How the columns of a table look to people: decided from all rows before the first is written. */

struct gau_look {
    struct gau_scale scale;
    size_t width, wanted; /* not for Markdown */
    bool right;
    bool hidden; /* for lack of room */
};

struct gau_looks {
    const struct gau_table *table;
    enum gau_table_format format;
    struct gau_look *items; /* per column */
};

/* False: no memory. */
bool gau_looks_choose(struct gau_looks *looks, const struct gau_table *table,
                      enum gau_table_format format);
void gau_looks_clear(struct gau_looks *looks);

bool gau_looks_show(const struct gau_looks *looks, size_t column);
size_t gau_looks_indentation(const struct gau_looks *looks, size_t row, size_t column);
size_t gau_looks_header_width(const struct gau_looks *looks, size_t column);

/* The text of a cell: its own, or a number in @p room. */
const char *gau_looks_text(const struct gau_looks *looks, size_t row, size_t column,
                           char room[GAU_NUMBER_SIZE]);

#endif
