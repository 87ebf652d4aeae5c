/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_SHEET_H
#define GAUDIT_REPORT_VIEWS_SHEET_H

#include "page.h"

/**
 * @file sheet.h
 * Tables that fit the terminal which the options of their page tell of. Where there is none, or for
 * another format than text, nothing is left out or shortened.
 */

/**
 * Names are shortened first, then columns left out, in the order of @p optional, then names
 * shortened further.
 */
struct gau_sheet {
    const struct gau_column *columns;
    size_t n_columns;
    const size_t *optional; /**< columns */
    size_t n_optional;
    /** Fills a table that has them, with names of so many columns; 0: of any number. */
    void (*fill)(struct gau_table *table, size_t room, const void *data);
    const void *data;
};

/** Adds the table to the page, filled. NULL: no memory, see the page's error. */
struct gau_table *gau_sheet_add(struct gau_page *page, const char *name,
                                const struct gau_sheet *sheet);

/** Gives all columns of times the step that suits parts of @p whole_s: to people, digits below a
 * hundred thousandth of it are noise. NAN: none. */
void gau_sheet_set_step(struct gau_column *columns, size_t n, double whole_s);

/** Sets a text of more columns than @p room without its middle. */
void gau_sheet_set_name(struct gau_table *table, size_t column, const char *name, size_t room);

/** For a page that is not a table alone: a sentence that ends a line, broken as the page's are. */
void gau_sheet_tell(const struct gau_page *page, FILE *out, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

#endif
