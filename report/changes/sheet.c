/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "table/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 96, ROOM_WISHED = 32, ROOM_LEAST = 12, NAME_SIZE = 512 };

/* --- names --------------------------------------------------------------------------------- */

/* The rest of a text after so many columns. */
static const char *skip(const char *text, size_t width)
{
    struct gau_glyph glyph;

    while (*text) {
        const char *const rest = gau_glyph_next(&glyph, text);

        if (glyph.width > width)
            break;
        width -= glyph.width;
        text = rest;
    }
    return text;
}

void gau_changes_set_name(struct gau_table *table, size_t column, const char *name, size_t room)
{
    static const char dots[] = "...";
    const size_t width = gau_utf8_width(name);
    char text[NAME_SIZE];
    size_t first, last;

    if (width <= room || room < ROOM_LEAST || room > NAME_SIZE / 8) {
        gau_table_set_text(table, column, name);
        return;
    }
    first = (room - (sizeof dots - 1)) / 2;
    last = room - (sizeof dots - 1) - first;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(skip(name, first) - name), name, dots,
             skip(name, width - last));
    gau_table_set_text(table, column, text);
}

/* --- widths -------------------------------------------------------------------------------- */

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
                       size_t room, size_t limit)
{
    struct gau_table *const table = gau_table_new(columns, sheet->n_columns);
    char *text = NULL;
    size_t size = 0, width = 0;
    FILE *const out = open_memstream(&text, &size);

    if (table && out) {
        sheet->fill(table, room, sheet->data);
        gau_table_limit(table, limit);
        gau_table_write(table, GAU_TABLE_TEXT, out);
    }
    if (out && fclose(out) == 0 && table)
        width = width_of_text(text);
    free(text);
    gau_table_free(table);
    return width;
}

/* Leaves columns out; returns the room for names, 0: for all of them. */
static size_t fit(struct gau_column *columns, const struct gau_changes_sheet *sheet, size_t width,
                  size_t limit)
{
    size_t room = ROOM_WISHED, used;

    if (width == 0 || width_of(sheet, columns, 0, limit) <= width)
        return 0;
    used = width_of(sheet, columns, room, limit);
    for (size_t i = 0; used > width && i < sheet->n_optional; i++) {
        columns[sheet->optional[i]].shown = GAU_SHOWN_TO_PROGRAMS;
        used = width_of(sheet, columns, room, limit);
    }
    while (used > width && room > ROOM_LEAST)
        used = width_of(sheet, columns, --room, limit);
    if (used < width && width_of(sheet, columns, room + width - used, limit) <= width)
        room += width - used;
    return room;
}

struct gau_table *gau_changes_add_sheet(const struct gau_changes *changes, const char *name,
                                        const struct gau_changes_sheet *sheet)
{
    const struct gau_changes_options *const options = changes->options;
    const size_t width = options->format == GAU_TABLE_TEXT ? options->width : 0;
    struct gau_column columns[COLUMNS_MOST];
    struct gau_table *table;
    size_t room;

    memcpy(columns, sheet->columns, sheet->n_columns * sizeof *columns);
    room = fit(columns, sheet, width, changes->page->options->limit);
    table = gau_page_add(changes->page, name, columns, sheet->n_columns);
    if (table)
        sheet->fill(table, room, sheet->data);
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
