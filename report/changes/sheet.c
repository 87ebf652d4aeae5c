/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "table/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 96 };

/* The longest line of a text. */
static size_t width_of_text(char *text)
{
    size_t width = 0;

    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        const size_t n = gau_utf8_width(line);

        width = n > width ? n : width;
    }
    return width;
}

/* 0: no memory, which is found again when the table is written. */
static size_t width_of(const struct gau_changes_sheet *sheet, const struct gau_column *columns,
                       size_t limit)
{
    struct gau_table *const table = gau_table_new(columns, sheet->n_columns);
    char *text = NULL;
    size_t size = 0, width = 0;
    FILE *const out = open_memstream(&text, &size);

    if (table && out) {
        sheet->fill(table, sheet->data);
        gau_table_limit(table, limit);
        gau_table_write(table, GAU_TABLE_TEXT, out);
    }
    if (out && fclose(out) == 0 && table)
        width = width_of_text(text);
    free(text);
    gau_table_free(table);
    return width;
}

struct gau_table *gau_changes_add_sheet(const struct gau_changes *changes, const char *name,
                                        const struct gau_changes_sheet *sheet)
{
    const struct gau_changes_options *const options = changes->options;
    const bool is_text = options->format == GAU_TABLE_TEXT;
    struct gau_column columns[COLUMNS_MOST];
    struct gau_table *table;

    memcpy(columns, sheet->columns, sheet->n_columns * sizeof *columns);
    for (size_t i = 0; options->width > 0 && i < sheet->n_optional && is_text; i++) {
        if (width_of(sheet, columns, changes->page->options->limit) <= options->width)
            break;
        columns[sheet->optional[i]].shown = GAU_SHOWN_TO_PROGRAMS;
    }
    table = gau_page_add(changes->page, name, columns, sheet->n_columns);
    if (table)
        sheet->fill(table, sheet->data);
    return table;
}

bool gau_changes_for_people(const struct gau_changes *changes)
{
    const enum gau_table_format format = changes->options->format;

    return format != GAU_TABLE_CSV && format != GAU_TABLE_JSON;
}

const char *gau_changes_plus_minus(const struct gau_changes *changes)
{
    return changes->options->unicode ? "\u00b1" : "+-";
}

bool gau_changes_mark(bool *clear, const double *p, size_t n)
{
    double *const corrected = calloc(n + 1, sizeof *corrected);
    bool done;

    if (!corrected)
        return false;
    memcpy(corrected, p, n * sizeof *p);
    done = gau_holm(corrected, n);
    for (size_t i = 0; done && i < n; i++)
        clear[i] = corrected[i] < 1 - GAU_CHANGE_CONFIDENCE;
    free(corrected);
    return done;
}
