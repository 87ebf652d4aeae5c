/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_TABLE_H
#define GAUDIT_TABLE_TABLE_H

/*
 * Rows and typed columns with units, written in display formats (text, Markdown, LaTeX) or data
 * formats (CSV, JSON).
 *
 * A table is filled row by row and written once or more often. If memory runs out while it is
 * filled, gau_table_write() reports that, so that callers need not check in between.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The formats, a row each: constant, name, whether it is a display format, whether rows can be
 * written before the last is known, and X of its writer gau_table_write_X(). Enumerators, names,
 * choices and helps of options follow from the rows.
 *
 * text: aligned, units chosen per column, names are never cut. csv: RFC 4180 quoting, "\n" ends a
 * line; numbers in the unit of the column. json: an array with an object per row. markdown: as
 * text, for documents. latex: likewise, with the package booktabs.
 */
/* clang-format off */
#define GAU_TABLE_FORMATS(ROW)                    \
    ROW(TEXT, "text", true, true, text)           \
    ROW(CSV, "csv", false, true, data)            \
    ROW(JSON, "json", false, true, data)          \
    ROW(MARKDOWN, "markdown", true, true, markup) \
    ROW(LATEX, "latex", true, false, markup)
/* clang-format on */

#define GAU_TABLE_FORMAT(id, ...) GAU_TABLE_##id,

enum gau_table_format {
    GAU_TABLE_FORMATS(GAU_TABLE_FORMAT)
    /* CSV in which texts that are formulas to a spreadsheet begin with "'": an option beside csv */
    GAU_TABLE_EXCEL,
    GAU_TABLE_HTML, /* parts of a page, which only that page asks for */
};

/* A list of names is {GAU_TABLE_FORMATS(GAU_TABLE_FORMAT_NAME) NULL}. */
#define GAU_TABLE_FORMAT_NAME(id, name, ...) name,

const char *gau_table_format_name(enum gau_table_format format);
bool gau_table_format_is_display(enum gau_table_format format);
bool gau_table_format_is_csv(enum gau_table_format format); /* rows of values under their keys */

/* What a column holds. The last five show one measured value, which is set once for all of them. */
enum gau_column_type {
    GAU_COLUMN_TEXT,
    GAU_COLUMN_INTEGER,
    GAU_COLUMN_REAL,
    GAU_COLUMN_BAR,      /* a part from 0 to 1, as a bar of so many signs as the column says */
    GAU_COLUMN_MEASURED, /* "1.234 s ± 0.012" for display, with the decimals of the column; else
                            the value */
    GAU_COLUMN_ERROR,    /* its standard error */
    GAU_COLUMN_SHARE,    /* "12.3 %" for display, else the percentage */
    GAU_COLUMN_SHARE_ERROR,
    GAU_COLUMN_SAMPLES, /* their number */
};

enum gau_column_shown {
    GAU_SHOWN_ALWAYS,
    GAU_IN_DISPLAY_FORMATS,
    GAU_IN_DATA_FORMATS,
    GAU_IN_TEXT,
    GAU_IN_CSV,
    GAU_IN_JSON,
};

enum gau_column_align { GAU_ALIGN_AUTO, GAU_ALIGN_LEFT, GAU_ALIGN_RIGHT }; /* auto: numbers right */

/*
 * Real numbers in "s", "ns" and "bytes" are displayed in the SI unit that suits the whole column,
 * and "percent" as %. Other units are unchanged; NULL or "" is none.
 */
struct gau_column {
    const char *name; /* in display formats; the unit is added */
    const char *key;  /* in data formats, with the unit: "total_s" */
    const char *csv;  /* in CSV, if that is another; or NULL */
    const char *unit;
    enum gau_column_type type;
    enum gau_column_shown shown;
    enum gau_column_align align;
    unsigned field;     /* what gau_table_put_... sets; columns may show one field; 0: none */
    int decimals;       /* of real numbers for display; 0: as the values need */
    bool tree;          /* text that is indented by the depth of its row */
    bool blank;         /* an empty cell of a number is blank, not "-" */
    unsigned signs;     /* length of the longest bar */
    unsigned rank;      /* not 0: hidden if the terminal is too narrow, the largest first */
    bool with_before;   /* hidden there together with the column before it */
    bool shortened;     /* its texts are shortened there, see gau_table_fit() */
    bool wrapped;       /* the last one: its texts go on in further lines there */
    unsigned preferred; /* width that they are shortened to before columns are hidden; 0: 32 */
    unsigned group;     /* columns of one group are shown in one unit; 0: a unit of its own */
    double step;        /* in its unit; no decimals below it are displayed; 0: no step */
    double whole; /* the sum of all rows: unit and decimals suit this and its thousandth, whichever
                     rows are shown; 0: they suit the rows */
};

/*
 * A list of columns, COLUMN(id, row) each, is an enumeration and its rows, so that no column is
 * without its row: enum { LIST(GAU_COLUMN_ID) N }; columns[N] = {LIST(GAU_COLUMN_ROW)}.
 */
#define GAU_COLUMN_ID(id, ...) id,
#define GAU_COLUMN_ROW(id, ...) [id] = __VA_ARGS__,

struct gau_table;

/* Copies the columns. Returns NULL if out of memory. */
struct gau_table *gau_table_new(const struct gau_column *columns, size_t n_columns);
void gau_table_free(struct gau_table *table);

/* Sets a line above the table, or adds one below it; only display formats write them. */
void gau_table_title(struct gau_table *table, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
void gau_table_footer(struct gau_table *table, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* Returns line @p i below the table, also those that explain it; NULL: there are no more. */
const char *gau_table_footer_at(const struct gau_table *table, size_t i);

/*
 * Adds a line below the table that explains it. Of these a text has, unless it is verbose, only
 * what fits one line, before all others: of each @p brief, a few words, which are copied; NULL:
 * itself; "": nothing.
 */
void gau_table_detail(struct gau_table *table, const char *brief, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

/* Says that a text has all details. */
void gau_table_verbose(struct gau_table *table);

/* Moves the line for details of @p from to @p to, whose text comes later: both have one then. */
void gau_table_move_briefs(struct gau_table *to, struct gau_table *from);

/* Width at which title and footers of a text are wrapped; 0: no wrapping. */
void gau_table_wrap(struct gau_table *table, size_t width);

/*
 * Sets the width of gau_table_wrap(), and limits lines of a text to it. Where names would leave
 * less than that to other columns, names lose their middle. Then columns with a rank are hidden, of
 * equal ones the last first, and a line below says which, and that @p how shows them. Then names
 * lose more. Names are in columns that are marked, else in the last one.
 */
void gau_table_fit(struct gau_table *table, size_t width, const char *how);

/* Starts a row, all of whose cells are empty; an empty cell is "-" or nothing or null. */
void gau_table_row(struct gau_table *table, unsigned depth);

/* Starts a row with sums. Only display formats write it, below a rule; no limit leaves it out. */
void gau_table_total(struct gau_table *table);

/* Sets a cell of the last row. A text column may hold numbers; a number column a word such as
 * "all". Not a number, and infinity, leave the cell empty. Texts are copied; NULL leaves the cell
 * empty. */
void gau_table_set_text(struct gau_table *table, size_t column, const char *value);
void gau_table_set_integer(struct gau_table *table, size_t column, int64_t value);
void gau_table_set_real(struct gau_table *table, size_t column, double value);

/* What a cell says: a text in colour shows it in green or red. */
enum gau_cell_mark { GAU_CELL_PLAIN, GAU_CELL_GOOD, GAU_CELL_BAD };

/* Marks a cell of the last row that has been set, in a column that is not wrapped. Words must say
 * the same, too: colour may be off. */
void gau_table_mark(struct gau_table *table, size_t column, enum gau_cell_mark mark);

/* A sum of samples; the unit of value and error is that of the column. */
struct gau_measured_value {
    double value, error; /* the standard error */
    double percent, percent_error;
    uint64_t samples; /* 0: there is nothing for display */
};

/* Sets all cells of the last row whose columns show @p field, as gau_table_set_... do. */
void gau_table_put_text(struct gau_table *table, unsigned field, const char *value);
void gau_table_put_integer(struct gau_table *table, unsigned field, int64_t value);
void gau_table_put_real(struct gau_table *table, unsigned field, double value);
void gau_table_put_measured(struct gau_table *table, unsigned field,
                            const struct gau_measured_value *value);

/* Writes "1.234 s ± 0.012", as display formats do; an error that is too small for the decimals, but
 * not 0, is "<0.001". Returns @p text. */
char *gau_measured_text(char *text, size_t size, const struct gau_measured_value *value,
                        int decimals, const char *unit, bool letters);

/* Returns "±", or what stands for it without all letters. */
const char *gau_plus_minus(bool letters);

/* Says that the terminal has all letters: "±" and bars of blocks instead of ASCII. Formats for
 * documents have them always. */
void gau_table_letters(struct gau_table *table);

/* Gives a text colour: bold headings, faint rules, marked cells, and words of verdicts that footers
 * begin with. Widths do not change. Other formats have none. */
void gau_table_colour(struct gau_table *table);

/* Limits the output to the first @p rows; display formats show the number of others. 0: all. */
void gau_table_limit(struct gau_table *table, size_t rows);

/* Sets the delimiter of CSV, which is copied. Letters, digits and quotes are no delimiters. */
void gau_table_delimiter(struct gau_table *table, const char *delimiter);

/*
 * Writes and drops the rows so far, if they are many and the format can do so: tables may exceed
 * memory. Display formats can only with fixed decimals and without units, where no row depends on
 * others. The table must have no totals and no limit, and no footers yet. gau_table_write() in the
 * same format writes the rest.
 */
void gau_table_stream(struct gau_table *table, enum gau_table_format format, FILE *out);
bool gau_table_restart(struct gau_table *table);

/* Returns the number of rows, without totals. */
size_t gau_table_rows(const struct gau_table *table);

/*
 * Writes and flushes. Returns 0, or -1 if writing failed or memory ran out while the table was
 * filled; errno has the reason.
 */
int gau_table_write(const struct gau_table *table, enum gau_table_format format, FILE *out);

#endif
