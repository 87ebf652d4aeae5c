/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_TABLE_INTERNAL_H
#define GAUDIT_TABLE_TABLE_INTERNAL_H

#include "heap.h"
#include "number_format.h"
#include "table.h"

enum gau_cell_type { GAU_CELL_EMPTY, GAU_CELL_TEXT, GAU_CELL_INTEGER, GAU_CELL_REAL };

/* A table may have a million of them: they are small. */
struct gau_cell {
    uint8_t type; /* enum gau_cell_type */
    uint8_t mark; /* enum gau_cell_mark */
    bool blank;   /* for display */
    union {
        const char *text;
        int64_t integer;
        double real;
    };
    double error; /* of a measured value */
};

struct gau_row {
    unsigned depth;
    bool total;
};

struct gau_footers {
    struct gau_footer {
        char *text;
        bool is_detail;
    } * items;
    uint32_t count, size;
};

/* What a text that is not verbose says of the details. */
struct gau_briefs {
    struct gau_brief {
        char *text;
        bool is_whole; /* it is the detail itself */
    } * items;
    uint32_t count, size;
};

struct gau_table {
    struct gau_column *columns;
    size_t n_columns;
    struct gau_row *rows;
    struct gau_cell *cells; /* n_columns per row */
    uint32_t n_rows, row_room, cell_room;
    size_t n_totals, limit;
    size_t width;               /* of title and footers; 0: not wrapped */
    char *title;                /* or NULL */
    char *delimiter;            /* or NULL: a comma */
    size_t fit;                 /* of lines of a text; 0: not limited */
    const char *all_columns_by; /* what shows the columns that are hidden by that */
    size_t *widths;             /* of columns, from rows that were measured and dropped; or NULL */
    struct gau_footers footers;
    struct gau_briefs briefs;
    struct gau_bump_allocator heap;  /* names of columns */
    struct gau_bump_allocator texts; /* of cells */
    bool letters;                    /* a text may have all */
    bool colour;                     /* a text has it */
    bool verbose;                    /* a text has all details */
    bool streaming;                  /* there will be more rows */
    bool streamed;                   /* its heading and dropped rows have been written */
    bool incomplete;                 /* memory ran out for a part of it */
};

static inline const struct gau_cell *gau_cells_of(const struct gau_table *table, size_t row)
{
    return table->cells + row * table->n_columns;
}

/* Returns whether the row is within the limit. */
bool gau_row_is_shown(const struct gau_table *table, size_t row);

/* Returns the number of rows that the limit leaves out. */
size_t gau_rows_left_out(const struct gau_table *table);

/* Returns whether the column is for that format. */
bool gau_column_is_shown(const struct gau_column *column, enum gau_table_format format);

/* Returns whether a text has that line below the table. */
bool gau_footer_is_shown(const struct gau_table *table, size_t footer);
size_t gau_footers_shown(const struct gau_table *table); /* their number */

/* Returns the line for details that a text has, to be freed; NULL: it has none. */
char *gau_briefs_text(const struct gau_table *table);

void gau_footers_clear(struct gau_table *table);

/* --- layout -------------------------------------------------------------------------------- */

/* The layout of the columns in display formats: chosen from all rows before the first is written.
 */

struct gau_layout_column {
    struct gau_range range; /* of its numbers */
    struct gau_scale scale;
    size_t width, wanted; /* not for Markdown */
    bool right;
    bool is_narrow; /* for its texts */
    bool hidden;    /* the terminal is too narrow */
    unsigned signs; /* of the longest bar */
    unsigned way;   /* in which names are shortened, see gau_name_parts_of() */
};

struct gau_column_layout {
    const struct gau_table *table;
    enum gau_table_format format;
    struct gau_layout_column *items; /* per column */
};

/* Returns false if out of memory. */
bool gau_column_layout_choose(struct gau_column_layout *layout, const struct gau_table *table,
                              enum gau_table_format format);
void gau_column_layout_clear(struct gau_column_layout *layout);

bool gau_column_layout_show(const struct gau_column_layout *layout, size_t column);
size_t gau_column_layout_indentation(const struct gau_column_layout *layout, size_t row,
                                     size_t column);
size_t gau_column_layout_header_width(const struct gau_column_layout *layout, size_t column);

enum { GAU_CELL_ROOM = 256 };

/* Returns the text of a cell: its own, or a number or a bar that was written to @p room. */
const char *gau_column_layout_text(const struct gau_column_layout *layout, size_t row,
                                   size_t column, char room[GAU_CELL_ROOM]);

/* Returns "…", or what stands for it. */
const char *gau_column_layout_dots(const struct gau_column_layout *layout);

/* Returns where the texts of a column begin in a line. */
size_t gau_column_layout_place(const struct gau_column_layout *layout, size_t column);

/* --- names that are too long ---------------------------------------------------------------- */

/* What is shown of a name: so many bytes of its beginning, dots, and what is at the offset. */
struct gau_name_parts {
    size_t head, tail;
};

/* Shortens a name to @p room columns, with dots of so many. It loses components of its path in way
 * 0, or else letters of its middle; in the other ways letters, always nearer to the beginning. */
struct gau_name_parts gau_name_parts_of(const char *text, size_t room, size_t dots, unsigned way);

/* Chooses the way in which the fewest names of the column look the same. */
void gau_name_parts_choose(struct gau_column_layout *layout, size_t column);

/* --- cells that are drawn ------------------------------------------------------------------- */

/* Draws a bar, with @p letters in eighths of a sign, else of '-' if its row is @p below another, or
 * of '#'. */
void gau_bar_text(char text[GAU_CELL_ROOM], double part, unsigned signs, bool letters, bool below);

/* --- writers ------------------------------------------------------------------------------- */

/* The writers return false if out of memory. Callers check ferror(). */
bool gau_table_write_text(const struct gau_table *table, enum gau_table_format format, FILE *out);
bool gau_table_write_markup(const struct gau_table *table, enum gau_table_format format, FILE *out);
bool gau_table_write_data(const struct gau_table *table, enum gau_table_format format, FILE *out);
bool gau_table_write_html(const struct gau_table *table, enum gau_table_format format, FILE *out);

/* Keeps the widths of columns of the current rows. Returns false if out of memory. */
bool gau_table_keep_widths(struct gau_table *table);

#endif
