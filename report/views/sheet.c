/* SPDX-License-Identifier: Apache-2.0 */
#include "sheet.h"

#include "document.h"

#include "table/utf8.h"
#include "table/wrap.h"

#include <math.h>
#include <stdarg.h>
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

void gau_sheet_set_name(struct gau_table *table, size_t column, const char *name, size_t room)
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
static size_t width_of(const struct gau_sheet *sheet, const struct gau_column *columns, size_t room,
                       size_t limit)
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
static size_t fit(struct gau_column *columns, const struct gau_sheet *sheet, size_t width,
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

struct gau_table *gau_sheet_add(struct gau_page *page, const char *name,
                                const struct gau_sheet *sheet)
{
    const struct gau_view_options *const options = page->options;
    const size_t width = options->format == GAU_TABLE_TEXT ? options->width : 0;
    struct gau_column columns[COLUMNS_MOST];
    struct gau_table *table;
    size_t room;

    memcpy(columns, sheet->columns, sheet->n_columns * sizeof *columns);
    room = fit(columns, sheet, width, options->limit);
    table = gau_page_add(page, name, columns, sheet->n_columns);
    if (table)
        sheet->fill(table, room, sheet->data);
    return table;
}

void gau_sheet_set_step(struct gau_column *columns, size_t n, double whole_s)
{
    for (size_t i = 0; i < n && isfinite(whole_s); i++)
        if (columns[i].unit && strcmp(columns[i].unit, "s") == 0)
            columns[i].step = 1e-5 * whole_s;
}

/* --- sentences ----------------------------------------------------------------------------- */

void gau_sheet_tell(const struct gau_page *page, FILE *out, const char *format, ...)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const line = open_memstream(&text, &size);
    va_list args;

    va_start(args, format);
    if (line)
        vfprintf(line, format, args);
    va_end(args);
    if (line && fclose(line) == 0 && text)
        gau_wrap_write(out, text,
                       page->options->format == GAU_TABLE_TEXT ? page->options->width : 0);
    else
        gau_view_fail(page->error, GAU_VIEW_FAILED, "no memory for a sentence");
    free(text);
}
