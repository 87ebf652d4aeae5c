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

/* --- colour --------------------------------------------------------------------------------- */

enum style { PLAIN, GOOD, BAD, WARNING, BOLD, FAINT }; /* the first are those of marks */

_Static_assert(GOOD == (int)GAU_CELL_GOOD && BAD == (int)GAU_CELL_BAD, "a mark is a style");

static void begin_style(const struct page *page, enum style style)
{
    static const char *const sequences[] = {"",         "\033[32m", "\033[31m",
                                            "\033[33m", "\033[1m",  "\033[2m"};

    if (page->layout.table->colour)
        fputs(sequences[style], page->out);
}

static void end_style(const struct page *page, enum style style)
{
    if (page->layout.table->colour && style != PLAIN)
        fputs("\033[0m", page->out);
}

/* Returns how many bytes a footer begins with that say how good or bad something is. */
static size_t find_word(enum style *style, const char *text)
{
    static const struct {
        const char *word;
        enum style style;
    } words[] = {{"passed:", GOOD}, {"FAILED:", BAD}, {"warning:", WARNING}};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(text, words[i].word, strlen(words[i].word)) == 0) {
            *style = words[i].style;
            return strlen(words[i].word);
        }
    return 0;
}

/* Writes a line below the table: all of it in a style, or if that is PLAIN a word that it begins
 * with. Such a word is never wrapped. */
static void put_footer(const struct page *page, const char *text, enum style style)
{
    const size_t word = style == PLAIN ? find_word(&style, text) : 0;
    char *lines = NULL;
    size_t size = 0;
    FILE *const out =
        style != PLAIN && page->layout.table->colour ? open_memstream(&lines, &size) : NULL;

    gau_wrap_write(out ? out : page->out, text, page->layout.table->width);
    if (!out)
        return;
    if (fclose(out) == 0) {
        size = word ? word : size - 1;
        begin_style(page, style);
        fwrite(lines, 1, size, page->out);
        end_style(page, style);
        fputs(lines + size, page->out);
    }
    free(lines);
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
    begin_style(page, BOLD);
    for (size_t i = 0; i < page->layout.table->n_columns; i++) {
        if (!is_shown(page, i))
            continue;
        pad_cell(page, i, gau_column_layout_header_width(&page->layout, i), true);
        put_header(page, i);
        pad_cell(page, i, gau_column_layout_header_width(&page->layout, i), false);
    }
    end_style(page, BOLD);
    end_line(page);
}

static void text_rule(struct page *page)
{
    size_t width = 0;

    for (size_t i = 0; i < page->layout.table->n_columns; i++)
        if (is_shown(page, i))
            width += page->layout.items[i].width + 2;
    begin_style(page, FAINT);
    while (width-- > 2)
        fputc('-', page->out);
    end_style(page, FAINT);
    end_line(page);
}

static void put_part(struct page *page, const char *text, size_t bytes)
{
    const char *const end = text + bytes;
    struct gau_glyph glyph;

    put_pending(page);
    while (text < end) {
        text = gau_glyph_next(&glyph, text);
        fputs(glyph.bytes, page->out);
    }
}

/* Writes a name, without a part of it if it is too long. Returns its width. */
static size_t put_in_room(struct page *page, size_t column, const char *text, size_t room)
{
    const char *const dots = gau_column_layout_dots(&page->layout);
    const size_t width = gau_utf8_width(text);
    struct gau_name_parts name;

    if (width <= room) {
        put_text(page, text);
        return width;
    }
    name = gau_name_parts_of(text, room, gau_utf8_width(dots), page->layout.items[column].way);
    put_part(page, text, name.head);
    put_text(page, dots);
    put_text(page, text + name.tail);
    return width - gau_utf8_width(text + name.head) + gau_utf8_width(dots) +
           gau_utf8_width(text + name.tail);
}

/* Returns what does not fit the line: all behind a blank, or else the rest of a word. */
static const char *end_of_line(const char *text, size_t room)
{
    const char *end = NULL;
    struct gau_glyph glyph;

    while (*text) {
        const char *const next = gau_glyph_next(&glyph, text);

        if (glyph.width > room)
            return end ? end : text;
        room -= glyph.width;
        if (*text == ' ')
            end = text;
        text = next;
    }
    return text;
}

/* Writes a text that is too long for the last column in several lines. */
static void put_lines(struct page *page, size_t column, size_t indent, const char *text)
{
    page->pending += indent;
    while (*text) {
        const char *const end = end_of_line(text, page->layout.items[column].width - indent);

        put_part(page, text, (size_t)(end - text));
        text = end + strspn(end, " ");
        if (*text) {
            end_line(page);
            page->pending = gau_column_layout_place(&page->layout, column) + indent;
        }
    }
}

static void text_cell(struct page *page, size_t row, size_t column)
{
    const size_t room = page->layout.items[column].width;
    char number[GAU_CELL_ROOM];
    const char *const text = gau_column_layout_text(&page->layout, row, column, number);
    const size_t width = gau_utf8_width(text);
    const size_t indent = gau_column_layout_indentation(&page->layout, row, column);
    const enum style mark = (enum style)gau_cells_of(page->layout.table, row)[column].mark;
    const enum style style = text[0] ? mark : PLAIN;

    if (page->layout.table->columns[column].wrapped && indent + width > room) {
        put_lines(page, column, indent, text);
        return;
    }
    pad_cell(page, column, indent + width, true);
    page->pending += indent;
    if (style != PLAIN)
        put_pending(page);
    begin_style(page, style);
    pad_cell(page, column, indent + put_in_room(page, column, text, room - indent), false);
    end_style(page, style);
}

static void text_row(struct page *page, size_t row)
{
    for (size_t i = 0; i < page->layout.table->n_columns; i++)
        if (is_shown(page, i))
            text_cell(page, row, i);
    end_line(page);
}

/* --- below the table ------------------------------------------------------------------------ */

/* Returns whether one of the first columns, hidden or shown, has that name. */
static bool is_named(const struct page *page, size_t n, const char *name, bool hidden)
{
    for (size_t i = 0; i < n; i++)
        if ((hidden ? page->layout.items[i].hidden : is_shown(page, i)) &&
            strcmp(page->layout.table->columns[i].name, name) == 0)
            return true;
    return false;
}

/* Times and their shares have one name: both are named once, or the hidden one with its unit. */
static void put_hidden(const struct page *page, size_t column, const char *before, FILE *out)
{
    const char *const name = page->layout.table->columns[column].name;
    const char *const unit = page->layout.items[column].scale.unit;

    fprintf(out, "%s%s", before, name);
    if (unit[0] && is_named(page, page->layout.table->n_columns, name, false))
        fprintf(out, " [%s]", unit);
}

/* Returns the names of the hidden columns, to be freed; NULL if there are none. */
static char *hidden_names(const struct page *page)
{
    const struct gau_table *const table = page->layout.table;
    size_t size = 0, n = 0;
    char *text = NULL;
    FILE *const out = table->streaming ? NULL : open_memstream(&text, &size);

    for (size_t i = 0; out && i < table->n_columns; i++)
        if (page->layout.items[i].hidden && table->columns[i].name[0] &&
            !is_named(page, i, table->columns[i].name, true))
            put_hidden(page, i, n++ == 0 ? "hidden: " : ", ", out);
    if (n > 0)
        fprintf(out, " (%s shows them)", table->all_columns_by);
    if (out)
        fclose(out);
    if (n > 0)
        return text;
    free(text);
    return NULL;
}

static void put_more(struct page *page, size_t more)
{
    begin_style(page, FAINT);
    fprintf(page->out, "... and %zu more", more);
    end_style(page, FAINT);
    end_line(page);
}

static void put_footers(struct page *page)
{
    const struct gau_table *const table = page->layout.table;
    const size_t more = gau_rows_left_out(table);
    char *const hidden = hidden_names(page), *const briefs = gau_briefs_text(table);

    if (has_names(page) && (gau_footers_shown(table) > 0 || briefs || more || hidden))
        text_rule(page);
    if (more)
        put_more(page, more);
    if (briefs)
        put_footer(page, briefs, FAINT);
    for (size_t i = 0; i < table->footers.count; i++)
        if (gau_footer_is_shown(table, i))
            put_footer(page, table->footers.items[i].text, PLAIN);
    if (hidden)
        put_footer(page, hidden, FAINT);
    free(hidden);
    free(briefs);
}

/* --- all of it -------------------------------------------------------------------------------- */

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
    put_footers(page);
}

bool gau_table_write_text(const struct gau_table *table, enum gau_table_format format, FILE *out)
{
    struct page page = {.out = out};

    if (!gau_column_layout_choose(&page.layout, table, format))
        return false;
    for (size_t i = 0; i < table->n_columns; i++)
        if (is_shown(&page, i) && page.layout.items[i].is_narrow)
            gau_name_parts_choose(&page.layout, i);
    write_text(&page);
    gau_column_layout_clear(&page.layout);
    return true;
}
