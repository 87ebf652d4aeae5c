/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_FRAMED_H
#define GAUDIT_REPORT_VIEWS_FRAMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Tables as MOOSE prints them: a line of dashes above the heading, below it and at the end, cells
 * between bars with one blank on either side, texts left and numbers right.
 *
 * A column is as wide as its heading or its widest cell. Of texts their characters count, of whole
 * numbers their digits (of 0 one; not the sign), any number of seconds counts as 10 and any
 * percentage as 6. A heading starts at half the width less half its length.
 */

enum gau_framed_type {
    GAU_FRAMED_TEXT, /* what is no letter is shown as table/utf8.h says */
    GAU_FRAMED_INTEGER,
    GAU_FRAMED_SECONDS, /* 3 decimals */
    GAU_FRAMED_PERCENT, /* 2 decimals */
};

struct gau_framed_column {
    const char *heading; /* ASCII */
    enum gau_framed_type type;
};

struct gau_framed_cell {
    union {
        const char *text; /* borrowed */
        int64_t integer;
        double real;
    };
    size_t indent; /* blanks before a text */
    bool unknown;  /* "-" is shown for it */
};

enum { GAU_FRAMED_COLUMNS_MAX = 16 };

/* @p cells: row by row. */
struct gau_framed {
    const struct gau_framed_column *columns;
    size_t n_columns, n_rows;
    const struct gau_framed_cell *cells;
};

/* Errors are left to ferror(). */
void gau_framed_write(const struct gau_framed *table, FILE *out);

#endif
