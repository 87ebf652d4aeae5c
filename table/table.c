/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"

#include "table_internal.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMED_ROWS = 1024 };

#define ROW(id, name, display, streams, writer) \
    [GAU_TABLE_##id] = {name, streams, gau_table_write_##writer},

static const struct {
    const char *name;
    bool streams;
    bool (*write)(const struct gau_table *table, enum gau_table_format format, FILE *out);
} formats[] = {GAU_TABLE_FORMATS(ROW) ROW(EXCEL, "csv", false, true, data)
                   ROW(HTML, "html", true, false, html)};

const char *gau_table_format_name(enum gau_table_format format)
{
    return formats[format].name;
}

/* --- making -------------------------------------------------------------------------------- */

/* Copies a text to @p heap. Returns NULL for NULL, or if out of memory. */
static char *keep_text(struct gau_table *table, struct gau_bump_allocator *heap, const char *text)
{
    char *const copy = text ? gau_bump_allocator_take(heap, strlen(text) + 1) : NULL;

    table->incomplete |= text && !copy;
    return copy ? strcpy(copy, text) : NULL;
}

struct gau_table *gau_table_new(const struct gau_column *columns, size_t n_columns)
{
    struct gau_table *const table = calloc(1, sizeof *table);

    if (!table)
        return NULL;
    table->n_columns = n_columns;
    table->columns = calloc(n_columns + 1, sizeof *columns);
    for (size_t i = 0; table->columns && i < n_columns; i++) {
        struct gau_column *const column = &table->columns[i];

        assert(columns[i].name && columns[i].key); /* every column has its row */
        *column = columns[i];
        column->name = keep_text(table, &table->heap, column->name);
        column->key = keep_text(table, &table->heap, column->key);
        column->csv = keep_text(table, &table->heap, column->csv);
        column->unit = keep_text(table, &table->heap, column->unit ? column->unit : "");
    }
    if (table->columns && !table->incomplete)
        return table;
    gau_table_free(table);
    return NULL;
}

static void forget_rows(struct gau_table *table)
{
    gau_bump_allocator_clear(&table->texts);
    table->n_rows = 0;
}

void gau_table_free(struct gau_table *table)
{
    if (!table)
        return;
    gau_bump_allocator_clear(&table->heap);
    gau_bump_allocator_clear(&table->texts);
    gau_footers_clear(table);
    free(table->title);
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

/* --- rows ---------------------------------------------------------------------------------- */

static void add_row(struct gau_table *table, struct gau_row row)
{
    const size_t n = table->n_columns;

    if (table->incomplete ||
        !gau_array_grow(&table->rows, table->n_rows, &table->row_room, sizeof *table->rows) ||
        !gau_array_grow(&table->cells, table->n_rows, &table->cell_room,
                        (n + 1) * sizeof *table->cells)) {
        table->incomplete = true;
        return;
    }
    memset(table->cells + table->n_rows * n, 0, n * sizeof *table->cells); /* GAU_CELL_EMPTY */
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

static void set_cell(struct gau_table *table, size_t column, struct gau_cell value)
{
    assert(column < table->n_columns);
    if (!table->incomplete)
        table->cells[(table->n_rows - 1) * table->n_columns + column] = value;
}

void gau_table_set_text(struct gau_table *table, size_t column, const char *value)
{
    const char *const copy = table->incomplete ? NULL : keep_text(table, &table->texts, value);

    if (copy)
        set_cell(table, column, (struct gau_cell){.type = GAU_CELL_TEXT, .text = copy});
}

void gau_table_set_integer(struct gau_table *table, size_t column, int64_t value)
{
    set_cell(table, column, (struct gau_cell){.type = GAU_CELL_INTEGER, .integer = value});
}

void gau_table_set_real(struct gau_table *table, size_t column, double value)
{
    if (isfinite(value))
        set_cell(table, column, (struct gau_cell){.type = GAU_CELL_REAL, .real = value});
}

void gau_table_mark(struct gau_table *table, size_t column, enum gau_cell_mark mark)
{
    assert(column < table->n_columns);
    if (!table->incomplete)
        table->cells[(table->n_rows - 1) * table->n_columns + column].mark = (uint8_t)mark;
}

/* --- fields -------------------------------------------------------------------------------- */

void gau_table_put_text(struct gau_table *table, unsigned field, const char *value)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].field == field)
            gau_table_set_text(table, i, value);
}

void gau_table_put_integer(struct gau_table *table, unsigned field, int64_t value)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].field == field)
            gau_table_set_integer(table, i, value);
}

void gau_table_put_real(struct gau_table *table, unsigned field, double value)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].field == field)
            gau_table_set_real(table, i, value);
}

static void set_measured(struct gau_table *table, size_t column,
                         const struct gau_measured_value *value)
{
    struct gau_cell cell = {.type = GAU_CELL_REAL, .blank = value->samples == 0};

    switch (table->columns[column].type) {
    case GAU_COLUMN_MEASURED:
        cell.real = value->value;
        cell.error = value->error;
        break;
    case GAU_COLUMN_ERROR: cell.real = value->error; break;
    case GAU_COLUMN_SHARE: cell.real = value->percent; break;
    case GAU_COLUMN_SHARE_ERROR: cell.real = value->percent_error; break;
    case GAU_COLUMN_SAMPLES: gau_table_set_integer(table, column, (int64_t)value->samples); return;
    case GAU_COLUMN_TEXT:
    case GAU_COLUMN_INTEGER:
    case GAU_COLUMN_REAL:
    case GAU_COLUMN_BAR: return; /* these show nothing measured */
    }
    if (isfinite(cell.real))
        set_cell(table, column, cell);
}

void gau_table_put_measured(struct gau_table *table, unsigned field,
                            const struct gau_measured_value *value)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].field == field)
            set_measured(table, i, value);
}

void gau_table_letters(struct gau_table *table)
{
    table->letters = true;
}

void gau_table_colour(struct gau_table *table)
{
    table->colour = true;
}

void gau_table_limit(struct gau_table *table, size_t rows)
{
    table->limit = rows;
}

void gau_table_wrap(struct gau_table *table, size_t width)
{
    table->width = width;
}

void gau_table_fit(struct gau_table *table, size_t width, const char *how)
{
    table->width = table->fit = width;
    table->all_columns_by = keep_text(table, &table->heap, how);
}

void gau_table_delimiter(struct gau_table *table, const char *delimiter)
{
    table->delimiter = keep_text(table, &table->heap, delimiter);
}

size_t gau_table_rows(const struct gau_table *table)
{
    return table->n_rows - table->n_totals;
}

/* --- writing ------------------------------------------------------------------------------- */

int gau_table_write(const struct gau_table *table, enum gau_table_format format, FILE *out)
{
    if (table->incomplete || !formats[format].write(table, format, out)) {
        errno = ENOMEM;
        return -1;
    }
    return fflush(out) != 0 || ferror(out) ? -1 : 0;
}

void gau_table_stream(struct gau_table *table, enum gau_table_format format, FILE *out)
{
    if (!formats[format].streams || table->n_rows < STREAMED_ROWS)
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
