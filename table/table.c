/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"

#include "heap.h"
#include "rows.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { POURED_ROWS = 1024 };

bool gau_table_format_is_for_people(enum gau_table_format format)
{
    return format != GAU_TABLE_CSV && format != GAU_TABLE_EXCEL && format != GAU_TABLE_JSON;
}

/* --- making -------------------------------------------------------------------------------- */

/* The texts become the table's own; false: no memory. */
static bool own_texts(struct gau_column *column)
{
    char *const name = strdup(column->name);
    char *const key = strdup(column->key);
    char *const unit = strdup(column->unit ? column->unit : "");

    column->name = name;
    column->key = key;
    column->unit = unit;
    return name && key && unit;
}

static void free_text(const char *text)
{
    union {
        const char *shown;
        char *owned;
    } ours = {.shown = text};

    free(ours.owned);
}

struct gau_table *gau_table_new(const struct gau_column *columns, size_t n_columns)
{
    struct gau_table *const table = calloc(1, sizeof *table);
    bool complete = true;

    if (!table)
        return NULL;
    table->columns = calloc(n_columns + 1, sizeof *columns);
    for (size_t i = 0; table->columns && i < n_columns; i++) {
        table->columns[i] = columns[i];
        table->n_columns = i + 1;
        complete &= own_texts(&table->columns[i]);
    }
    if (table->columns && complete)
        return table;
    gau_table_free(table);
    return NULL;
}

static void forget_rows(struct gau_table *table)
{
    for (size_t i = 0; i < table->n_rows * table->n_columns; i++)
        if (table->cells[i].type == GAU_CELL_TEXT)
            free(table->cells[i].text);
    table->n_rows = 0;
}

void gau_table_free(struct gau_table *table)
{
    if (!table)
        return;
    forget_rows(table);
    for (size_t i = 0; i < table->n_columns; i++) {
        free_text(table->columns[i].name);
        free_text(table->columns[i].key);
        free_text(table->columns[i].unit);
    }
    for (size_t i = 0; i < table->footers.count; i++)
        free(table->footers.items[i]);
    free(table->footers.items);
    free(table->title);
    free(table->delimiter);
    free(table->widths);
    free(table->columns);
    free(table->rows);
    free(table->cells);
    free(table);
}

void gau_table_title(struct gau_table *table, const char *format, ...)
{
    va_list args;

    free(table->title);
    va_start(args, format);
    table->title = gau_format(format, args);
    va_end(args);
    table->incomplete |= !table->title;
}

static bool add_line(struct gau_lines *lines, char *line)
{
    char **const items = realloc(lines->items, (lines->count + 1) * sizeof *items);

    if (!items)
        return false;
    lines->items = items;
    items[lines->count++] = line;
    return true;
}

void gau_table_footer(struct gau_table *table, const char *format, ...)
{
    va_list args;
    char *line;

    va_start(args, format);
    line = gau_format(format, args);
    va_end(args);
    if (line && add_line(&table->footers, line))
        return;
    free(line);
    table->incomplete = true;
}

/* --- rows ---------------------------------------------------------------------------------- */

static bool grow(struct gau_table *table)
{
    const size_t capacity = table->capacity ? 2 * table->capacity : 16;
    struct gau_row *rows;
    struct gau_cell *cells;

    if (table->n_rows < table->capacity)
        return true;
    rows = realloc(table->rows, capacity * sizeof *rows);
    if (!rows)
        return false;
    table->rows = rows;
    cells = realloc(table->cells, capacity * (table->n_columns + 1) * sizeof *cells);
    if (!cells)
        return false;
    table->cells = cells;
    table->capacity = capacity;
    return true;
}

static void add_row(struct gau_table *table, struct gau_row row)
{
    if (table->incomplete || !grow(table)) {
        table->incomplete = true;
        return;
    }
    for (size_t i = 0; i < table->n_columns; i++)
        table->cells[table->n_rows * table->n_columns + i] =
            (struct gau_cell){.type = GAU_CELL_EMPTY};
    table->rows[table->n_rows++] = row;
    table->n_totals += row.total;
}

void gau_table_row(struct gau_table *table, unsigned depth)
{
    add_row(table, (struct gau_row){.depth = depth});
}

void gau_table_total(struct gau_table *table)
{
    add_row(table, (struct gau_row){.total = true});
}

static void set(struct gau_table *table, size_t column, struct gau_cell value)
{
    struct gau_cell *cell;

    assert(column < table->n_columns);
    if (table->incomplete)
        return;
    cell = &table->cells[(table->n_rows - 1) * table->n_columns + column];
    if (cell->type == GAU_CELL_TEXT)
        free(cell->text);
    *cell = value;
}

void gau_table_set_text(struct gau_table *table, size_t column, const char *value)
{
    char *const copy = value && !table->incomplete ? strdup(value) : NULL;

    if (copy)
        set(table, column, (struct gau_cell){.type = GAU_CELL_TEXT, .text = copy});
    else
        table->incomplete |= value != NULL;
}

void gau_table_set_integer(struct gau_table *table, size_t column, int64_t value)
{
    set(table, column, (struct gau_cell){.type = GAU_CELL_INTEGER, .integer = value});
}

void gau_table_set_real(struct gau_table *table, size_t column, double value)
{
    if (isfinite(value))
        set(table, column, (struct gau_cell){.type = GAU_CELL_REAL, .real = value});
}

void gau_table_limit(struct gau_table *table, size_t rows)
{
    table->limit = rows;
}

void gau_table_wrap(struct gau_table *table, size_t width)
{
    table->width = width;
}

void gau_table_fit(struct gau_table *table, size_t width)
{
    table->width = table->fit = width;
}

void gau_table_delimiter(struct gau_table *table, const char *delimiter)
{
    free(table->delimiter);
    table->delimiter = strdup(delimiter);
    table->incomplete |= !table->delimiter;
}

size_t gau_table_rows(const struct gau_table *table)
{
    return table->n_rows - table->n_totals;
}

/* --- writing ------------------------------------------------------------------------------- */

bool gau_row_is_shown(const struct gau_table *table, size_t row)
{
    return table->limit == 0 || row < table->limit || table->rows[row].total;
}

size_t gau_rows_left_out(const struct gau_table *table)
{
    const size_t rows = gau_table_rows(table);

    return table->limit && rows > table->limit ? rows - table->limit : 0;
}

bool gau_column_is_shown(const struct gau_column *column, enum gau_table_format format)
{
    return column->shown !=
           (gau_table_format_is_for_people(format) ? GAU_SHOWN_TO_PROGRAMS : GAU_SHOWN_TO_PEOPLE);
}

int gau_table_write(const struct gau_table *table, enum gau_table_format format, FILE *out)
{
    bool written = true;

    if (table->incomplete) {
        errno = ENOMEM;
        return -1;
    }
    switch (format) {
    case GAU_TABLE_CSV:
    case GAU_TABLE_EXCEL: gau_table_write_csv(table, format == GAU_TABLE_EXCEL, out); break;
    case GAU_TABLE_JSON: written = gau_table_write_json(table, out); break;
    case GAU_TABLE_TEXT:
    case GAU_TABLE_MARKDOWN:
        written = gau_table_write_people(table, format == GAU_TABLE_MARKDOWN, out);
        break;
    case GAU_TABLE_LATEX: written = gau_table_write_latex(table, out); break;
    }
    if (!written) {
        errno = ENOMEM;
        return -1;
    }
    return fflush(out) != 0 || ferror(out) ? -1 : 0;
}

void gau_table_pour(struct gau_table *table, enum gau_table_format format, FILE *out)
{
    if (table->n_rows < POURED_ROWS)
        return;
    if (!out) {
        table->incomplete |= !gau_table_keep_widths(table);
        forget_rows(table);
        return;
    }
    table->streaming = true;
    table->incomplete |= gau_table_write(table, format, out) != 0 && !ferror(out);
    table->streaming = false;
    forget_rows(table);
    table->streamed = true;
}

bool gau_table_restart(struct gau_table *table)
{
    if (!table->widths)
        return false;
    table->incomplete |= !gau_table_keep_widths(table);
    forget_rows(table);
    return true;
}
