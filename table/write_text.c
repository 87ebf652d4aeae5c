/* SPDX-License-Identifier: Apache-2.0 */
#include "table_internal.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct page {
    struct gau_column_layout layout;
    FILE *out;
    size_t pending; /* blanks to be written, unless the line ends here */
};

static bool is_shown(const struct page *page, size_t column)
{
    return gau_column_layout_show(&page->layout, column);
}

/* --- pieces of a line ----------------------------------------------------------------------- */

static void put_pending(struct page *page)
{
    if (page->pending > 0)
        fprintf(page->out, "%*s", (int)page->pending, "");
    page->pending = 0;
}

static void put_text(struct page *page, const char *text)
{
    if (text[0])
        put_pending(page);
    gau_glyphs_write(text, page->out);
}

static void end_line(struct page *page)
{
    page->pending = 0;
    fputc('\n', page->out);
}

static void put_header(struct page *page, size_t column)
{
    put_text(page, page->layout.table->columns[column].name);
    if (page->layout.items[column].scale.unit[0]) {
        put_pending(page);
        fputs(" [", page->out);
        put_text(page, page->layout.items[column].scale.unit);
        fputc(']', page->out);
    }
}

static void put_footers(const struct gau_table *table, FILE *out)
{
    const size_t more = gau_rows_left_out(table);

    if (more)
        fprintf(out, "... and %zu more\n", more);
    for (size_t i = 0; i < table->footers.count; i++)
        gau_wrap_write(out, table->footers.items[i], table->width);
}

/* --- lines --------------------------------------------------------------------------------- */

static bool has_names(const struct page *page)
{
    for (size_t i = 0; i < page->layout.table->n_columns; i++)
        if (is_shown(page, i) && page->layout.table->columns[i].name[0])
            return true;
    return false;
}

/* Pads a cell or header of @p width on the left or right. */
static void pad_cell(struct page *page, size_t column, size_t width, bool left)
{
    if (page->layout.items[column].right == left && width < page->layout.items[column].width)
        page->pending += page->layout.items[column].width - width;
    if (!left)
        page->pending += 2;
}

static void text_header(struct page *page)
{
    for (size_t i = 0; i < page->layout.table->n_columns; i++) {
        if (!is_shown(page, i))
            continue;
        pad_cell(page, i, gau_column_layout_header_width(&page->layout, i), true);
        put_header(page, i);
        pad_cell(page, i, gau_column_layout_header_width(&page->layout, i), false);
    }
    end_line(page);
}

static void text_rule(struct page *page)
{
    size_t width = 0;

    for (size_t i = 0; i < page->layout.table->n_columns; i++)
        if (is_shown(page, i))
            width += page->layout.items[i].width + 2;
    while (width-- > 2)
        fputc('-', page->out);
    end_line(page);
}

static const char *skip_width(const char *text, size_t width)
{
    struct gau_glyph glyph;

    for (; *text && width > 0; width -= glyph.width < width ? glyph.width : width)
        text = gau_glyph_next(&glyph, text);
    return text;
}

/* Writes a name, without its middle if it is too long: names also differ at their ends. Returns its
 * width. */
static size_t put_in_room(struct page *page, const char *text, size_t room)
{
    static const char dots[] = "...";
    const size_t width = gau_utf8_width(text);
    size_t rest = room > sizeof dots - 1 ? room - (sizeof dots - 1) : 0;
    struct gau_glyph glyph;

    if (width <= room) {
        put_text(page, text);
        return width;
    }
    put_pending(page);
    for (size_t left = rest * 2 / 3; left > 0 && *text;
         left -= glyph.width < left ? glyph.width : left) {
        text = gau_glyph_next(&glyph, text);
        fputs(glyph.bytes, page->out);
    }
    fputs(dots, page->out);
    put_text(page, skip_width(text, gau_utf8_width(text) - (rest - rest * 2 / 3)));
    return room;
}

static void text_cell(struct page *page, size_t row, size_t column)
{
    const size_t room = page->layout.items[column].width;
    char number[GAU_CELL_ROOM];
    const char *const text = gau_column_layout_text(&page->layout, row, column, number);
    const size_t width = gau_utf8_width(text);
    size_t indent = gau_column_layout_indentation(&page->layout, row, column);

    if (indent + width > room && indent > room / 2)
        indent = room / 2;
    pad_cell(page, column, indent + width, true);
    page->pending += indent;
    pad_cell(page, column, indent + put_in_room(page, text, room - indent), false);
}

static void text_row(struct page *page, size_t row)
{
    for (size_t i = 0; i < page->layout.table->n_columns; i++)
        if (is_shown(page, i))
            text_cell(page, row, i);
    end_line(page);
}

static void write_text(struct page *page)
{
    const struct gau_table *const table = page->layout.table;
    const bool headed = has_names(page);

    if (table->title && !table->streamed) {
        gau_wrap_write(page->out, table->title, table->width);
        end_line(page);
    }
    if (headed && !table->streamed) {
        text_header(page);
        text_rule(page);
    }
    for (size_t row = 0; row < table->n_rows; row++) {
        if (table->rows[row].total)
            text_rule(page);
        if (gau_row_is_shown(table, row))
            text_row(page, row);
    }
    if (headed && (table->footers.count || gau_rows_left_out(table)))
        text_rule(page);
    put_footers(table, page->out);
}

bool gau_table_write_text(const struct gau_table *table, enum gau_table_format format, FILE *out)
{
    struct page page = {.out = out};

    if (!gau_column_layout_choose(&page.layout, table, format))
        return false;
    write_text(&page);
    gau_column_layout_clear(&page.layout);
    return true;
}
