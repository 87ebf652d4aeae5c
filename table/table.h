/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_TABLE_H
#define GAUDIT_TABLE_TABLE_H

/*
 * Rows and typed columns with units, as text for people or as data for programs.
 *
 * A table is filled row by row and written once or more often. Running out of memory while it is
 * filled is remembered and reported by gau_table_write(), so that nothing is checked in between.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum gau_table_format {
    GAU_TABLE_TEXT,     /* aligned, units chosen per column, names never cut */
    GAU_TABLE_CSV,      /* RFC 4180 quoting, "\n" ends a line; numbers in the unit of the column */
    GAU_TABLE_JSON,     /* an array with an object per row */
    GAU_TABLE_MARKDOWN, /* as text, for documents */
    GAU_TABLE_LATEX,    /* likewise, with the package booktabs */
    GAU_TABLE_EXCEL,    /* CSV in which texts that are formulas to a spreadsheet begin with "'" */
};

/* Else, CSV and JSON, it is for programs. */
bool gau_table_format_is_display(enum gau_table_format format);

enum gau_column_type { GAU_COLUMN_TEXT, GAU_COLUMN_INTEGER, GAU_COLUMN_REAL };

enum gau_column_shown {
    GAU_SHOWN_ALWAYS,
    GAU_IN_DISPLAY_FORMATS, /* text, Markdown and LaTeX only */
    GAU_IN_DATA_FORMATS,    /* CSV and JSON only */
};

enum gau_column_align { GAU_ALIGN_AUTO, GAU_ALIGN_LEFT, GAU_ALIGN_RIGHT }; /* auto: numbers right */

/*
 * Real numbers in "s", "ns" and "bytes" are shown to people in the SI unit that suits the whole
 * column, and "percent" as %. Other units are shown as they are; NULL or "" is none.
 */
struct gau_column {
    const char *name; /* for people; the unit is added */
    const char *key;  /* for programs, with the unit: "total_s" */
    const char *unit;
    enum gau_column_type type;
    enum gau_column_shown shown;
    enum gau_column_align align;
    int decimals;      /* of real numbers for people; 0: what the values need */
    bool tree;         /* text that is indented by the depth of its row */
    unsigned optional; /* not 0: left out where a terminal is too narrow, the largest first */
    bool shortened;    /* its texts lose their middle there, see gau_table_fit() */
    unsigned group;    /* columns of one group are shown in one unit; 0: the column has its own */
    double step;       /* in its unit; people are not shown decimals below it; 0: no step */
    double whole;      /* what all is a part of: unit and decimals suit this and its thousandth,
                        * whichever      rows are shown; 0: they suit the rows */
};

struct gau_table;

/* Columns are copied. NULL: no memory. */
struct gau_table *gau_table_new(const struct gau_column *columns, size_t n_columns);
void gau_table_free(struct gau_table *table);

/* A line above the table and lines below it, for people only. */
void gau_table_title(struct gau_table *table, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
void gau_table_footer(struct gau_table *table, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* The columns of a terminal, at which title and footers of a text are broken; 0: nowhere. */
void gau_table_wrap(struct gau_table *table, size_t width);

/*
 * Likewise, and the width that lines of a text are to have: where names would leave less than that
 * to other columns, they lose their middle, then optional columns are left out, of equal ones the
 * last first, then names lose more. Names are in columns that are marked, else in the last one.
 */
void gau_table_fit(struct gau_table *table, size_t width);

/* Starts a row, all of whose cells are empty; an empty cell is "-" or nothing or null. */
void gau_table_row(struct gau_table *table, unsigned depth);

/* Starts a row that sums others up: below a rule, for people only, never left out by a limit. */
void gau_table_total(struct gau_table *table);

/* A cell of the last row. A text column may hold numbers; a number column a word such as "all".
 * Not a number, and infinity, leave the cell empty. Texts are copied; NULL leaves the cell empty.
 */
void gau_table_set_text(struct gau_table *table, size_t column, const char *value);
void gau_table_set_integer(struct gau_table *table, size_t column, int64_t value);
void gau_table_set_real(struct gau_table *table, size_t column, double value);

/* Only the first @p rows are written, and people are told how many more there are; 0: all. */
void gau_table_limit(struct gau_table *table, size_t rows);

/* What stands between the cells of CSV instead of a comma; copied. Letters, digits and quotes are
 * no delimiters. */
void gau_table_delimiter(struct gau_table *table, const char *delimiter);

/*
 * Writes the rows that there are and forgets them, if they are many: tables may be larger than the
 * memory. Not for LaTeX; for people only with fixed decimals and without units, where no row
 * depends on others. Without totals and limit, and before there are footers. gau_table_write() in
 * the same format writes the rest.
 *
 * Text needs the widths of all rows before the first is written. So the table is filled twice, the
 * first time with @p out NULL. gau_table_restart() says whether the second time is needed: false,
 * the rows are few and still here.
 */
void gau_table_stream(struct gau_table *table, enum gau_table_format format, FILE *out);
bool gau_table_restart(struct gau_table *table);

/* Number of rows, without totals. */
size_t gau_table_rows(const struct gau_table *table);

/*
 * Writes and flushes. 0: done; -1: not all could be written, or the table is not complete for lack
 * of memory; errno tells.
 */
int gau_table_write(const struct gau_table *table, enum gau_table_format format, FILE *out);

#endif
