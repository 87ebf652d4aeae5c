/* SPDX-License-Identifier: Apache-2.0 */
#include "number.h"
#include "rows.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How a column looks: decided from all rows before the first is written. */
struct look {
    struct gau_scale scale;
    size_t width;
    bool right;
};

struct page {
    const struct gau_table *table;
    struct look *looks; /* per column */
    FILE *out;
    bool markdown;
    size_t pending; /* blanks to be written, unless the line ends here */
};

static bool is_shown(const struct page *page, size_t column)
{
    return gau_column_is_shown(&page->table->columns[column],
                               page->markdown ? GAU_TABLE_MARKDOWN : GAU_TABLE_TEXT);
}

static size_t indentation(const struct page *page, size_t row, size_t column)
{
    return page->table->columns[column].tree ? 2 * (size_t)page->table->rows[row].depth : 0;
}

/* The text of a cell: its own, or a number in @p room. */
static const char *cell_text(const struct page *page, size_t row, size_t column,
                             char room[GAU_NUMBER_SIZE])
{
    const struct gau_cell *const cell = gau_cells_of(page->table, row) + column;

    switch (cell->type) {
    case GAU_CELL_TEXT: return cell->text;
    case GAU_CELL_INTEGER: snprintf(room, GAU_NUMBER_SIZE, "%" PRId64, cell->integer); break;
    case GAU_CELL_REAL: gau_scale_text(room, &page->looks[column].scale, cell->real); break;
    case GAU_CELL_EMPTY:
        snprintf(room, GAU_NUMBER_SIZE, "%s",
                 page->table->columns[column].type == GAU_COLUMN_TEXT ||
                         page->table->rows[row].total
                     ? ""
                     : "-");
    }
    return room;
}

/* --- looks --------------------------------------------------------------------------------- */

static bool real_at(const struct page *page, size_t row, size_t column, double *out)
{
    const struct gau_cell *const cell = gau_cells_of(page->table, row) + column;

    *out = cell->type == GAU_CELL_REAL ? cell->real : 0;
    return cell->type == GAU_CELL_REAL && gau_row_is_shown(page->table, row);
}

/* Decimals that are 0 in the whole column. */
static int idle_decimals(const struct page *page, size_t column)
{
    int idle = page->looks[column].scale.decimals;
    double value;

    for (size_t row = 0; row < page->table->n_rows && idle > 0; row++) {
        char text[GAU_NUMBER_SIZE];
        int zeros = 0;

        if (!real_at(page, row, column, &value))
            continue;
        gau_scale_text(text, &page->looks[column].scale, value);
        for (size_t n = strlen(text); n > 0 && text[n - 1] == '0'; n--)
            zeros++;
        if (zeros < idle)
            idle = zeros;
    }
    return idle < 0 ? 0 : idle;
}

static void add_column(const struct page *page, size_t column, struct gau_range *range)
{
    double value;

    for (size_t row = 0; row < page->table->n_rows; row++)
        if (real_at(page, row, column, &value))
            gau_range_add(range, value);
}

static struct gau_scale shared_scale(const struct page *page, const struct gau_column *facts)
{
    struct gau_range range = {0};

    for (size_t i = 0; i < page->table->n_columns; i++)
        if (page->table->columns[i].group == facts->group && is_shown(page, i))
            add_column(page, i, &range);
    return gau_scale_shared(facts->unit, &range);
}

static void choose_scale(struct page *page, size_t column)
{
    const struct gau_column *const facts = &page->table->columns[column];
    struct gau_scale *const scale = &page->looks[column].scale;
    struct gau_range range = {0};

    add_column(page, column, &range);
    *scale = facts->group ? shared_scale(page, facts) : gau_scale_choose(facts->unit, &range);
    scale->decimals = facts->decimals;
    if (facts->decimals > 0)
        return;
    gau_scale_set_decimals(scale, &range, facts->step);
    scale->decimals -= idle_decimals(page, column);
}

static size_t header_width(const struct page *page, size_t column)
{
    const size_t unit = gau_utf8_width(page->looks[column].scale.unit);

    return gau_utf8_width(page->table->columns[column].name) + (unit ? unit + 3 : 0);
}

static void choose_look(struct page *page, size_t column)
{
    const struct gau_column *const facts = &page->table->columns[column];
    struct look *const look = &page->looks[column];

    choose_scale(page, column);
    look->right = facts->align == GAU_ALIGN_RIGHT ||
                  (facts->align == GAU_ALIGN_AUTO && facts->type != GAU_COLUMN_TEXT);
    look->width = header_width(page, column);
    for (size_t row = 0; row < page->table->n_rows; row++) {
        char room[GAU_NUMBER_SIZE];
        size_t width;

        if (!gau_row_is_shown(page->table, row))
            continue;
        width = indentation(page, row, column) + gau_utf8_width(cell_text(page, row, column, room));
        if (width > look->width)
            look->width = width;
    }
}

/* --- pieces of a line ----------------------------------------------------------------------- */

static void put_pending(struct page *page)
{
    for (; page->pending > 0; page->pending--)
        fputc(' ', page->out);
}

/* For Markdown: nothing in a name is markup. */
static void put_text(struct page *page, const char *text)
{
    if (text[0])
        put_pending(page);
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
    put_text(page, page->table->columns[column].name);
    if (page->looks[column].scale.unit[0]) {
        put_pending(page);
        fputs(" [", page->out);
        put_text(page, page->looks[column].scale.unit);
        fputc(']', page->out);
    }
}

/* Titles and footers. */
static void put_line(struct page *page, const char *text)
{
    put_text(page, text);
    end_line(page);
    if (page->markdown)
        end_line(page);
}

static void put_footers(struct page *page)
{
    const size_t more = gau_rows_left_out(page->table);

    if (more)
        fprintf(page->out, "... and %zu more%s", more, page->markdown ? "\n\n" : "\n");
    for (size_t i = 0; i < page->table->footers.count; i++)
        put_line(page, page->table->footers.items[i]);
}

/* --- text ---------------------------------------------------------------------------------- */

static bool has_names(const struct page *page)
{
    for (size_t i = 0; i < page->table->n_columns; i++)
        if (is_shown(page, i) && page->table->columns[i].name[0])
            return true;
    return false;
}

/* What stands left of a cell or header of @p width, and right of it. */
static void pad(struct page *page, size_t column, size_t width, bool left)
{
    if (page->looks[column].right == left)
        page->pending += page->looks[column].width - width;
    if (!left)
        page->pending += 2;
}

static void text_header(struct page *page)
{
    for (size_t i = 0; i < page->table->n_columns; i++) {
        if (!is_shown(page, i))
            continue;
        pad(page, i, header_width(page, i), true);
        put_header(page, i);
        pad(page, i, header_width(page, i), false);
    }
    end_line(page);
}

static void text_rule(struct page *page)
{
    size_t width = 0;

    for (size_t i = 0; i < page->table->n_columns; i++)
        if (is_shown(page, i))
            width += page->looks[i].width + 2;
    while (width-- > 2)
        fputc('-', page->out);
    end_line(page);
}

static void text_row(struct page *page, size_t row)
{
    for (size_t i = 0; i < page->table->n_columns; i++) {
        char room[GAU_NUMBER_SIZE];
        const size_t indent = indentation(page, row, i);
        const char *text;

        if (!is_shown(page, i))
            continue;
        text = cell_text(page, row, i, room);
        pad(page, i, indent + gau_utf8_width(text), true);
        page->pending += indent;
        put_text(page, text);
        pad(page, i, indent + gau_utf8_width(text), false);
    }
    end_line(page);
}

static void write_text(struct page *page)
{
    const struct gau_table *const table = page->table;
    const bool headed = has_names(page);

    if (table->title) {
        put_line(page, table->title);
        end_line(page);
    }
    if (headed) {
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
    for (size_t i = 0; i < page->table->n_columns; i++) {
        if (!is_shown(page, i))
            continue;
        fputs("| ", page->out);
        put_header(page, i);
        fputc(' ', page->out);
    }
    fputs("|\n", page->out);
    for (size_t i = 0; i < page->table->n_columns; i++)
        if (is_shown(page, i))
            fputs(page->looks[i].right ? "| ---: " : "| --- ", page->out);
    fputs("|\n", page->out);
}

static void markdown_row(struct page *page, size_t row)
{
    for (size_t i = 0; i < page->table->n_columns; i++) {
        char room[GAU_NUMBER_SIZE];

        if (!is_shown(page, i))
            continue;
        fputs("| ", page->out);
        for (size_t n = indentation(page, row, i); n > 0; n--)
            fputs("&nbsp;", page->out);
        put_text(page, cell_text(page, row, i, room));
        fputc(' ', page->out);
    }
    fputs("|\n", page->out);
}

static void write_markdown(struct page *page)
{
    if (page->table->title) {
        fputs("### ", page->out);
        put_line(page, page->table->title);
    }
    markdown_header(page);
    for (size_t row = 0; row < page->table->n_rows; row++)
        if (gau_row_is_shown(page->table, row))
            markdown_row(page, row);
    if (page->table->footers.count || gau_rows_left_out(page->table))
        end_line(page);
    put_footers(page);
}

bool gau_table_write_people(const struct gau_table *table, bool markdown, FILE *out)
{
    struct page page = {.table = table, .out = out, .markdown = markdown};

    page.looks = calloc(table->n_columns + 1, sizeof *page.looks);
    if (!page.looks)
        return false;
    for (size_t i = 0; i < table->n_columns; i++)
        choose_look(&page, i);
    if (markdown)
        write_markdown(&page);
    else
        write_text(&page);
    free(page.looks);
    return true;
}
