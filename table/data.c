/* SPDX-License-Identifier: Apache-2.0 */
#include "number.h"
#include "rows.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- CSV ----------------------------------------------------------------------------------- */

struct csv {
    const char *delimiter;
    bool excel;
    FILE *out;
};

/* A spreadsheet would calculate it; numbers are none. */
static bool is_formula(const char *text)
{
    char *end;

    if (!text[0] || !strchr("=+-@", text[0]))
        return false;
    strtod(text, &end);
    return end == text || *end;
}

/* An empty text is quoted: no text is not the same. The end of a line is written in letters. */
static void put_csv_text(const char *text, const struct csv *csv)
{
    FILE *const out = csv->out;
    const bool quoted = !text[0] || strchr(text, '"') || text[strcspn(text, csv->delimiter)];

    if (quoted)
        fputc('"', out);
    if (csv->excel && is_formula(text))
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

static void put_csv_cell(const struct gau_cell *cell, const struct csv *csv)
{
    char number[GAU_NUMBER_SIZE];

    switch (cell->type) {
    case GAU_CELL_TEXT: put_csv_text(cell->text, csv); break;
    case GAU_CELL_INTEGER: fprintf(csv->out, "%" PRId64, cell->integer); break;
    case GAU_CELL_REAL:
        gau_number_text(number, cell->real);
        fputs(number, csv->out);
        break;
    case GAU_CELL_EMPTY: break;
    }
}

static void put_csv_heading(const struct gau_table *table, const struct csv *csv)
{
    const char *comma = "";

    for (size_t i = 0; i < table->n_columns; i++) {
        if (!gau_column_is_shown(&table->columns[i], GAU_TABLE_CSV))
            continue;
        fputs(comma, csv->out);
        put_csv_text(table->columns[i].key, csv);
        comma = csv->delimiter;
    }
    fputc('\n', csv->out);
}

void gau_table_write_csv(const struct gau_table *table, bool excel, FILE *out)
{
    const struct csv csv = {.delimiter = table->delimiter ? table->delimiter : ",",
                            .excel = excel,
                            .out = out};

    if (!table->streamed)
        put_csv_heading(table, &csv);
    for (size_t row = 0; row < table->n_rows; row++) {
        const char *comma = "";

        if (table->rows[row].total || !gau_row_is_shown(table, row))
            continue;
        for (size_t i = 0; i < table->n_columns; i++) {
            if (!gau_column_is_shown(&table->columns[i], GAU_TABLE_CSV))
                continue;
            fputs(comma, out);
            put_csv_cell(gau_cells_of(table, row) + i, &csv);
            comma = csv.delimiter;
        }
        fputc('\n', out);
    }
}

/* --- JSON ---------------------------------------------------------------------------------- */

/* The last number of a column: those of rows below each other are often the same, and the shortest
 * text of a number takes long to find. */
struct last {
    double value;
    char text[GAU_NUMBER_SIZE]; /* "": there was none */
};

static void put_real(struct last *last, double value, FILE *out)
{
    if (!last->text[0] || value < last->value || value > last->value)
        gau_number_real_text(last->text, value);
    last->value = value;
    fputs(last->text, out);
}

static void put_json_cell(const struct gau_cell *cell, struct last *last, FILE *out)
{
    switch (cell->type) {
    case GAU_CELL_TEXT: gau_json_text_write(cell->text, out); break;
    case GAU_CELL_INTEGER: fprintf(out, "%" PRId64, cell->integer); break;
    case GAU_CELL_REAL: put_real(last, cell->real, out); break;
    case GAU_CELL_EMPTY: fputs("null", out); break;
    }
}

static void put_json_row(const struct gau_table *table, size_t row, struct last *last, FILE *out)
{
    const char *comma = "{";

    for (size_t i = 0; i < table->n_columns; i++) {
        if (!gau_column_is_shown(&table->columns[i], GAU_TABLE_JSON))
            continue;
        fputs(comma, out);
        gau_json_text_write(table->columns[i].key, out);
        fputs(": ", out);
        put_json_cell(gau_cells_of(table, row) + i, &last[i], out);
        comma = ", ";
    }
    fputs(comma[0] == '{' ? "{}" : "}", out);
}

bool gau_table_write_json(const struct gau_table *table, FILE *out)
{
    const char *comma = table->streamed ? ",\n  " : "[\n  ";
    struct last *const last = calloc(table->n_columns + 1, sizeof *last);

    for (size_t row = 0; last && row < table->n_rows; row++) {
        if (table->rows[row].total || !gau_row_is_shown(table, row))
            continue;
        fputs(comma, out);
        put_json_row(table, row, last, out);
        comma = ",\n  ";
    }
    if (!table->streaming)
        fputs(comma[0] == '[' ? "[]\n" : "\n]\n", out);
    free(last);
    return last != NULL;
}
