/* SPDX-License-Identifier: Apache-2.0 */
#include "number_format.h"
#include "table_internal.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The last number of a column is kept: equal numbers often follow each other, and the shortest text
 * of a number is slow to find. */
struct last {
    double value;
    char text[GAU_NUMBER_SIZE]; /* "": none yet */
};

struct data {
    const struct gau_table *table;
    const char *delimiter;
    bool json, excel;
    struct last *last; /* per column */
    FILE *out;
};

/* Returns whether a spreadsheet would evaluate the text; numbers are no formulas. */
static bool is_formula(const char *text)
{
    char *end;

    if (!text[0] || !strchr("=+-@", text[0]))
        return false;
    strtod(text, &end);
    return end == text || *end;
}

/* An empty text is quoted, since it differs from no text. A newline is escaped. */
static void put_csv_text(const char *text, const struct data *data)
{
    FILE *const out = data->out;
    const bool quoted = !text[0] || strchr(text, '"') || text[strcspn(text, data->delimiter)];

    if (quoted)
        fputc('"', out);
    if (data->excel && is_formula(text))
        fputc('\'', out);
    while (*text) {
        const size_t plain = gau_utf8_plain(text);
        struct gau_glyph glyph = {.bytes = ""};

        fwrite(text, 1, plain, out);
        text += plain;
        if (*text == '"')
            fputc('"', out);
        if (*text)
            text = gau_glyph_next(&glyph, text);
        fputs(glyph.bytes, out);
    }
    if (quoted)
        fputc('"', out);
}

static void put_text(const char *text, const struct data *data)
{
    if (data->json)
        gau_json_text_write(text, data->out);
    else
        put_csv_text(text, data);
}

static void put_real(struct last *last, double value, const struct data *data)
{
    if (!last->text[0] || value < last->value || value > last->value)
        (data->json ? gau_number_real_text : gau_number_text)(last->text, value);
    last->value = value;
    fputs(last->text, data->out);
}

static void put_cell(const struct data *data, size_t row, size_t column)
{
    const struct gau_cell *const cell = gau_cells_of(data->table, row) + column;

    switch (cell->type) {
    case GAU_CELL_TEXT: put_text(cell->text, data); break;
    case GAU_CELL_INTEGER: fprintf(data->out, "%" PRId64, cell->integer); break;
    case GAU_CELL_REAL: put_real(&data->last[column], cell->real, data); break;
    case GAU_CELL_EMPTY: fputs(data->json ? "null" : "", data->out); break;
    }
}

enum part { KEYS, CELLS };

/* JSON has keys in each row, CSV in the first. */
static void put_row(const struct data *data, enum part part, size_t row)
{
    const char *join = "";

    for (size_t i = 0; i < data->table->n_columns; i++) {
        const struct gau_column *const column = &data->table->columns[i];

        if (!gau_column_is_shown(column, data->json ? GAU_TABLE_JSON : GAU_TABLE_CSV))
            continue;
        fputs(join, data->out);
        join = data->delimiter;
        if (part == KEYS || data->json)
            put_text(column->csv && !data->json ? column->csv : column->key, data);
        if (data->json)
            fputs(": ", data->out);
        if (part == CELLS)
            put_cell(data, row, i);
    }
}

static void write_csv(const struct data *data)
{
    if (!data->table->streamed) {
        put_row(data, KEYS, 0);
        fputc('\n', data->out);
    }
    for (size_t row = 0; row < data->table->n_rows; row++) {
        if (data->table->rows[row].total || !gau_row_is_shown(data->table, row))
            continue;
        put_row(data, CELLS, row);
        fputc('\n', data->out);
    }
}

static void write_json(const struct data *data)
{
    const struct gau_table *const table = data->table;
    FILE *const out = data->out;
    const char *comma = table->streamed ? ",\n  {" : "[\n  {";

    for (size_t row = 0; row < table->n_rows; row++) {
        if (table->rows[row].total || !gau_row_is_shown(table, row))
            continue;
        fputs(comma, out);
        put_row(data, CELLS, row);
        fputc('}', out);
        comma = ",\n  {";
    }
    if (!table->streaming)
        fputs(comma[0] == '[' ? "[]\n" : "\n]\n", out);
}

bool gau_table_write_data(const struct gau_table *table, enum gau_table_format format, FILE *out)
{
    struct data data = {.table = table,
                        .delimiter = table->delimiter ? table->delimiter : ",",
                        .excel = format == GAU_TABLE_EXCEL,
                        .last = calloc(table->n_columns + 1, sizeof *data.last),
                        .out = out};

    if (!data.last)
        return false;
    switch (format) {
    case GAU_TABLE_CSV:
    case GAU_TABLE_EXCEL: write_csv(&data); break;
    case GAU_TABLE_JSON:
        data.json = true;
        data.delimiter = ", ";
        write_json(&data);
        break;
    case GAU_TABLE_TEXT:
    case GAU_TABLE_MARKDOWN:
    case GAU_TABLE_LATEX:
    case GAU_TABLE_HTML: break; /* these have other writers */
    }
    free(data.last);
    return true;
}
