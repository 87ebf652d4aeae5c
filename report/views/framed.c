/* SPDX-License-Identifier: Apache-2.0 */
#include "framed.h"

#include "table/number.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <string.h>

enum { SECONDS_WIDTH = 10, PERCENT_WIDTH = 6 };

static size_t digits_of(int64_t value)
{
    size_t n = 1;

    while (value /= 10)
        n++;
    return n;
}

static size_t width_of_cell(const struct gau_framed_cell *cell, enum gau_framed_type type)
{
    switch (type) {
    case GAU_FRAMED_TEXT: return cell->indent + gau_utf8_width(cell->text);
    case GAU_FRAMED_INTEGER: return cell->unknown ? 1 : digits_of(cell->integer);
    case GAU_FRAMED_SECONDS: return SECONDS_WIDTH;
    case GAU_FRAMED_PERCENT: return PERCENT_WIDTH;
    }
    return 0;
}

static size_t width_of(const struct gau_framed *table, size_t column)
{
    size_t width = strlen(table->columns[column].heading);

    for (size_t row = 0; row < table->n_rows; row++) {
        const size_t cell = width_of_cell(&table->cells[row * table->n_columns + column],
                                          table->columns[column].type);

        width = cell > width ? cell : width;
    }
    return width;
}

static void repeat(char c, size_t n, FILE *out)
{
    while (n-- > 0)
        putc(c, out);
}

static void write_text(const struct gau_framed_cell *cell, size_t width, FILE *out)
{
    const char *text = cell->text;

    repeat(' ', cell->indent, out);
    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        fputs(glyph.bytes, out);
    }
    repeat(' ', width - width_of_cell(cell, GAU_FRAMED_TEXT), out);
}

static void write_cell(const struct gau_framed_cell *cell, enum gau_framed_type type, size_t width,
                       FILE *out)
{
    char number[GAU_NUMBER_SIZE] = "-";

    switch (type) {
    case GAU_FRAMED_TEXT: write_text(cell, width, out); return;
    case GAU_FRAMED_INTEGER:
        if (!cell->unknown)
            snprintf(number, sizeof number, "%" PRId64, cell->integer);
        break;
    case GAU_FRAMED_SECONDS: gau_number_fixed_text(number, 3, cell->real); break;
    case GAU_FRAMED_PERCENT: gau_number_fixed_text(number, 2, cell->real); break;
    }
    if (strlen(number) < width)
        repeat(' ', width - strlen(number), out);
    fputs(number, out);
}

static void write_heading(const char *heading, size_t width, FILE *out)
{
    const size_t before = width / 2 - strlen(heading) / 2;

    repeat(' ', before, out);
    fputs(heading, out);
    repeat(' ', width - before - strlen(heading), out);
}

enum { RULE = -2, HEADING = -1 };

/* A row, or what frames the rows. */
static void write_line(const struct gau_framed *table, const size_t *widths, int64_t row, FILE *out)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        if (row == RULE) {
            repeat('-', widths[i] + 3, out);
            continue;
        }
        fputs(i == 0 ? "| " : " | ", out);
        if (row == HEADING)
            write_heading(table->columns[i].heading, widths[i], out);
        else
            write_cell(&table->cells[(size_t)row * table->n_columns + i], table->columns[i].type,
                       widths[i], out);
    }
    fputs(row == RULE ? "-\n" : " |\n", out);
}

void gau_framed_write(const struct gau_framed *table, FILE *out)
{
    size_t widths[GAU_FRAMED_COLUMNS_MAX];

    for (size_t i = 0; i < table->n_columns; i++)
        widths[i] = width_of(table, i);
    write_line(table, widths, RULE, out);
    write_line(table, widths, HEADING, out);
    write_line(table, widths, RULE, out);
    for (size_t row = 0; row < table->n_rows; row++)
        write_line(table, widths, (int64_t)row, out);
    write_line(table, widths, RULE, out);
}
