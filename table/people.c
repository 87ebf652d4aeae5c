/* SPDX-License-Identifier: Apache-2.0 */
#include "looks.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct page {
    struct gau_looks looks;
    FILE *out;
    bool markdown;
    size_t pending; /* blanks to be written, unless the line ends here */
};

static bool is_shown(const struct page *page, size_t column)
{
    return gau_looks_show(&page->looks, column);
}

/* --- pieces of a line ----------------------------------------------------------------------- */

static void put_pending(struct page *page)
{
    if (page->pending > 0)
        fprintf(page->out, "%*s", (int)page->pending, "");
    page->pending = 0;
}

/* For Markdown: nothing in a name is markup. */
static void put_text(struct page *page, const char *text)
{
    if (text[0])
        put_pending(page);
    if (!page->markdown && gau_utf8_is_plain(text)) {
        fputs(text, page->out);
        return;
    }
    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        if (page->markdown && strchr("\\`*_<>[]|&", glyph.bytes[0]))
            fputc('\\', page->out);
        fputs(glyph.bytes, page->out);
    }
}

static void end_line(struct page *page)
{
    page->pending = 0;
    fputc('\n', page->out);
}

static void put_header(struct page *page, size_t column)
{
    put_text(page, page->looks.table->columns[column].name);
    if (page->looks.items[column].scale.unit[0]) {
        put_pending(page);
        fputs(" [", page->out);
        put_text(page, page->looks.items[column].scale.unit);
        fputc(']', page->out);
    }
}

/* Titles and footers. */
static void put_line(struct page *page, const char *text)
{
    if (!page->markdown) {
        gau_wrap_write(page->out, text, page->looks.table->width);
        return;
    }
    put_text(page, text);
    end_line(page);
    end_line(page);
}

static void put_footers(struct page *page)
{
    const size_t more = gau_rows_left_out(page->looks.table);

    if (more)
        fprintf(page->out, "... and %zu more%s", more, page->markdown ? "\n\n" : "\n");
    for (size_t i = 0; i < page->looks.table->footers.count; i++)
        put_line(page, page->looks.table->footers.items[i]);
}

/* --- text ---------------------------------------------------------------------------------- */

static bool has_names(const struct page *page)
{
    for (size_t i = 0; i < page->looks.table->n_columns; i++)
        if (is_shown(page, i) && page->looks.table->columns[i].name[0])
            return true;
    return false;
}

/* What stands left of a cell or header of @p width, and right of it. */
static void pad(struct page *page, size_t column, size_t width, bool left)
{
    if (page->looks.items[column].right == left && width < page->looks.items[column].width)
        page->pending += page->looks.items[column].width - width;
    if (!left)
        page->pending += 2;
}

static void text_header(struct page *page)
{
    for (size_t i = 0; i < page->looks.table->n_columns; i++) {
        if (!is_shown(page, i))
            continue;
        pad(page, i, gau_looks_header_width(&page->looks, i), true);
        put_header(page, i);
        pad(page, i, gau_looks_header_width(&page->looks, i), false);
    }
    end_line(page);
}

static void text_rule(struct page *page)
{
    size_t width = 0;

    for (size_t i = 0; i < page->looks.table->n_columns; i++)
        if (is_shown(page, i))
            width += page->looks.items[i].width + 2;
    while (width-- > 2)
        fputc('-', page->out);
    end_line(page);
}

/* What follows so many columns of a text. */
static const char *skip(const char *text, size_t width)
{
    struct gau_glyph glyph;

    for (; *text && width > 0; width -= glyph.width < width ? glyph.width : width)
        text = gau_glyph_next(&glyph, text);
    return text;
}

/* Without its middle, if it is too long: names are told apart by their ends, too. Returns its
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
    put_text(page, skip(text, gau_utf8_width(text) - (rest - rest * 2 / 3)));
    return room;
}

static void text_cell(struct page *page, size_t row, size_t column)
{
    const size_t room = page->looks.items[column].width;
    char number[GAU_NUMBER_SIZE];
    const char *const text = gau_looks_text(&page->looks, row, column, number);
    const size_t width = gau_utf8_width(text);
    size_t indent = gau_looks_indentation(&page->looks, row, column);

    if (indent + width > room && indent > room / 2)
        indent = room / 2;
    pad(page, column, indent + width, true);
    page->pending += indent;
    pad(page, column, indent + put_in_room(page, text, room - indent), false);
}

static void text_row(struct page *page, size_t row)
{
    for (size_t i = 0; i < page->looks.table->n_columns; i++)
        if (is_shown(page, i))
            text_cell(page, row, i);
    end_line(page);
}

static void write_text(struct page *page)
{
    const struct gau_table *const table = page->looks.table;
    const bool headed = has_names(page);

    if (table->title && !table->streamed) {
        put_line(page, table->title);
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
    put_footers(page);
}

/* --- Markdown ------------------------------------------------------------------------------ */

static void markdown_header(struct page *page)
{
    for (size_t i = 0; i < page->looks.table->n_columns; i++) {
        if (!is_shown(page, i))
            continue;
        fputs("| ", page->out);
        put_header(page, i);
        fputc(' ', page->out);
    }
    fputs("|\n", page->out);
    for (size_t i = 0; i < page->looks.table->n_columns; i++)
        if (is_shown(page, i))
            fputs(page->looks.items[i].right ? "| ---: " : "| --- ", page->out);
    fputs("|\n", page->out);
}

static void markdown_row(struct page *page, size_t row)
{
    for (size_t i = 0; i < page->looks.table->n_columns; i++) {
        char room[GAU_NUMBER_SIZE];

        if (!is_shown(page, i))
            continue;
        fputs("| ", page->out);
        for (size_t n = gau_looks_indentation(&page->looks, row, i); n > 0; n--)
            fputs("&nbsp;", page->out);
        put_text(page, gau_looks_text(&page->looks, row, i, room));
        fputc(' ', page->out);
    }
    fputs("|\n", page->out);
}

static void write_markdown(struct page *page)
{
    const bool begun = page->looks.table->streamed;

    if (page->looks.table->title && !begun) {
        fputs("### ", page->out);
        put_line(page, page->looks.table->title);
    }
    if (!begun && page->looks.table->n_columns > 0)
        markdown_header(page);
    for (size_t row = 0; row < page->looks.table->n_rows; row++)
        if (gau_row_is_shown(page->looks.table, row))
            markdown_row(page, row);
    if (page->looks.table->n_columns > 0 &&
        (page->looks.table->footers.count || gau_rows_left_out(page->looks.table)))
        end_line(page);
    put_footers(page);
}

bool gau_table_write_people(const struct gau_table *table, bool markdown, FILE *out)
{
    struct page page = {.out = out, .markdown = markdown};
    const bool done =
        gau_looks_choose(&page.looks, table, markdown ? GAU_TABLE_MARKDOWN : GAU_TABLE_TEXT);

    if (done && markdown)
        write_markdown(&page);
    else if (done)
        write_text(&page);
    gau_looks_clear(&page.looks);
    return done;
}
