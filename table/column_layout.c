/* SPDX-License-Identifier: Apache-2.0 */
#include "table_internal.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool gau_column_layout_show(const struct gau_column_layout *layout, size_t column)
{
    return gau_column_is_shown(&layout->table->columns[column], layout->format) &&
           !layout->items[column].hidden;
}

/* Deeper rows are not indented further, or the table would grow with the square of its depth. */
enum { INDENTED_MOST = 100 };

size_t gau_column_layout_indentation(const struct gau_column_layout *layout, size_t row,
                                     size_t column)
{
    const size_t depth = layout->table->rows[row].depth, room = layout->items[column].width;
    const size_t indent = 2 * (depth < INDENTED_MOST ? depth : INDENTED_MOST);

    if (!layout->table->columns[column].tree)
        return 0;
    return layout->items[column].is_narrow && indent > room / 2 ? room / 2 : indent;
}

/* Cells of these columns carry their own decimals and unit, so the layout chooses none for them. */
static bool is_drawn(const struct gau_column *column)
{
    return column->type == GAU_COLUMN_MEASURED || column->type == GAU_COLUMN_SHARE ||
           column->type == GAU_COLUMN_BAR;
}

static void draw_cell(char room[GAU_CELL_ROOM], const struct gau_column_layout *layout, size_t row,
                      size_t column)
{
    const struct gau_table *const table = layout->table;
    const struct gau_cell *const cell = gau_cells_of(table, row) + column;
    const struct gau_column *const facts = &table->columns[column];
    const struct gau_measured_value measured = {.value = cell->real, .error = cell->error};

    if (facts->type == GAU_COLUMN_BAR)
        gau_bar_text(room, cell->real, layout->items[column].signs, table->letters,
                     table->rows[row].depth > 0);
    else if (facts->type == GAU_COLUMN_SHARE)
        snprintf(room, GAU_CELL_ROOM, "%.1f %%", cell->real);
    else
        gau_measured_text(room, GAU_CELL_ROOM, &measured, facts->decimals, facts->unit,
                          table->letters || layout->format != GAU_TABLE_TEXT);
}

static const char *empty_text(const struct gau_column_layout *layout, size_t row, size_t column)
{
    const struct gau_column *const facts = &layout->table->columns[column];
    const bool blank = facts->type == GAU_COLUMN_TEXT || facts->blank || is_drawn(facts);

    return blank || layout->table->rows[row].total ? "" : "-";
}

const char *gau_column_layout_text(const struct gau_column_layout *layout, size_t row,
                                   size_t column, char room[GAU_CELL_ROOM])
{
    const struct gau_cell *const cell = gau_cells_of(layout->table, row) + column;

    switch (cell->type) {
    case GAU_CELL_TEXT: return cell->text;
    case GAU_CELL_INTEGER: snprintf(room, GAU_CELL_ROOM, "%" PRId64, cell->integer); break;
    case GAU_CELL_REAL:
        if (cell->blank)
            return "";
        if (is_drawn(&layout->table->columns[column]))
            draw_cell(room, layout, row, column);
        else
            gau_scale_text(room, &layout->items[column].scale, cell->real);
        break;
    case GAU_CELL_EMPTY: return empty_text(layout, row, column);
    }
    return room;
}

static bool real_at(const struct gau_column_layout *layout, size_t row, size_t column, double *out)
{
    const struct gau_cell *const cell = gau_cells_of(layout->table, row) + column;

    *out = cell->type == GAU_CELL_REAL ? cell->real : 0;
    return cell->type == GAU_CELL_REAL && gau_row_is_shown(layout->table, row);
}

/* Returns how many of the column's decimals are 0 in all of its rows. */
static int idle_decimals(const struct gau_column_layout *layout, size_t column)
{
    int idle = layout->items[column].scale.decimals;
    double value;

    for (size_t row = 0; row < layout->table->n_rows && idle > 0; row++) {
        char text[GAU_NUMBER_SIZE];
        int zeros = 0;

        if (!real_at(layout, row, column, &value))
            continue;
        gau_scale_text(text, &layout->items[column].scale, value);
        for (size_t n = strlen(text); n > 0 && text[n - 1] == '0'; n--)
            zeros++;
        if (zeros < idle)
            idle = zeros;
    }
    return idle < 0 ? 0 : idle;
}

static void find_range(struct gau_column_layout *layout, size_t column)
{
    double value;

    for (size_t row = 0; row < layout->table->n_rows; row++)
        if (real_at(layout, row, column, &value))
            gau_range_add(&layout->items[column].range, value);
}

static void choose_scale(struct gau_column_layout *layout, size_t column)
{
    const struct gau_column *const facts = &layout->table->columns[column];
    struct gau_scale *const scale = &layout->items[column].scale;
    struct gau_range range = layout->items[column].range, group = {0};

    if (is_drawn(facts)) {
        *scale = (struct gau_scale){.unit = "", .factor = 1};
        return;
    }
    if (facts->whole > 0) {
        range = (struct gau_range){0};
        gau_range_add(&range, facts->whole);
        *scale = gau_scale_choose(facts->unit, &range, true);
        gau_range_add(&range, 1e-3 * facts->whole);
        gau_scale_set_decimals(scale, &range, 0);
        return;
    }
    for (size_t i = 0; facts->group && i < layout->table->n_columns; i++)
        if (layout->table->columns[i].group == facts->group && gau_column_layout_show(layout, i))
            gau_range_merge(&group, &layout->items[i].range);
    *scale = gau_scale_choose(facts->unit, facts->group ? &group : &range, facts->group);
    scale->decimals = facts->decimals;
    if (facts->decimals > 0)
        return;
    gau_scale_set_decimals(scale, &range, facts->step);
    scale->decimals -= idle_decimals(layout, column);
}

size_t gau_column_layout_header_width(const struct gau_column_layout *layout, size_t column)
{
    const size_t unit = gau_utf8_width(layout->items[column].scale.unit);

    return gau_utf8_width(layout->table->columns[column].name) + (unit ? unit + 3 : 0);
}

static void choose_item(struct gau_column_layout *layout, size_t column)
{
    const struct gau_column *const facts = &layout->table->columns[column];
    struct gau_layout_column *const item = &layout->items[column];

    choose_scale(layout, column);
    item->signs = facts->signs;
    item->right = facts->align == GAU_ALIGN_RIGHT ||
                  (facts->align == GAU_ALIGN_AUTO && facts->type != GAU_COLUMN_TEXT &&
                   facts->type != GAU_COLUMN_BAR);
    item->width = gau_column_layout_header_width(layout, column);
    if (layout->format == GAU_TABLE_MARKDOWN) /* cells are not padded there */
        return;
    if (layout->table->widths && layout->table->widths[column] > item->width)
        item->width = layout->table->widths[column];
    for (size_t row = 0; row < layout->table->n_rows; row++) {
        char room[GAU_CELL_ROOM];
        size_t width;

        if (!gau_row_is_shown(layout->table, row))
            continue;
        width = gau_column_layout_indentation(layout, row, column) +
                gau_utf8_width(gau_column_layout_text(layout, row, column, room));
        if (width > item->width)
            item->width = width;
    }
}

/* --- terminals ----------------------------------------------------------------------------- */

enum { NAME_PREFERRED = 32, NAME_LEAST = 12, BAR_LEAST = 10 };

static size_t width_of_line(const struct gau_column_layout *layout)
{
    size_t width = 0;

    for (size_t i = 0; i < layout->table->n_columns; i++)
        if (gau_column_layout_show(layout, i))
            width += layout->items[i].width + 2;
    return width;
}

/* Shortens names to @p most columns; if that is 0, to the width that each column prefers. */
static void limit_names(struct gau_column_layout *layout, size_t last, bool marked, size_t most)
{
    const struct gau_column *const columns = layout->table->columns;

    for (size_t i = 0; i < layout->table->n_columns; i++) {
        struct gau_layout_column *const item = &layout->items[i];
        const size_t limit = most                   ? most
                             : columns[i].preferred ? columns[i].preferred
                                                    : NAME_PREFERRED;

        if (marked ? columns[i].shortened || columns[i].wrapped : i == last)
            item->width = item->wanted < limit ? item->wanted : limit;
    }
}

/* Hides the next column by rank; returns false if no further column can be left out. */
static bool leave_out(struct gau_column_layout *layout, size_t last)
{
    const struct gau_column *const columns = layout->table->columns;
    const size_t n = layout->table->n_columns;
    size_t found = n;

    for (size_t i = 0; i < n; i++)
        if (i != last && columns[i].rank && gau_column_layout_show(layout, i) &&
            (found == n || columns[i].rank >= columns[found].rank))
            found = i;
    if (found == n)
        return false;
    do
        layout->items[found++].hidden = true;
    while (found < n && columns[found].with_before);
    return true;
}

/* Bars lose what is too much, down to a length at which they still compare. */
static void shorten_bars(struct gau_column_layout *layout, size_t room)
{
    for (size_t i = 0; i < layout->table->n_columns; i++) {
        struct gau_layout_column *const item = &layout->items[i];
        const size_t width = width_of_line(layout), beyond = width > room ? width - room : 0;

        if (layout->table->columns[i].type != GAU_COLUMN_BAR || item->signs <= BAR_LEAST)
            continue;
        item->signs = item->signs > BAR_LEAST + beyond ? item->signs - (unsigned)beyond : BAR_LEAST;
        if (item->width > item->signs)
            item->width = item->signs;
    }
}

static void fit_width(struct gau_column_layout *layout)
{
    const size_t room = layout->table->fit + 2;
    size_t last = 0, most = room > NAME_LEAST ? room : NAME_LEAST;
    bool marked = false;

    for (size_t i = 0; i < layout->table->n_columns; i++) {
        layout->items[i].wanted = layout->items[i].width;
        if (gau_column_layout_show(layout, i))
            last = layout->table->columns[i].type == GAU_COLUMN_TEXT ? i : SIZE_MAX;
        marked |= layout->table->columns[i].shortened || layout->table->columns[i].wrapped;
    }
    if (width_of_line(layout) <= room)
        return;
    shorten_bars(layout, room);
    limit_names(layout, last, marked, 0);
    while (width_of_line(layout) > room && leave_out(layout, marked ? SIZE_MAX : last))
        continue;
    do
        limit_names(layout, last, marked, most);
    while (width_of_line(layout) > room && most-- > NAME_LEAST);
    for (size_t i = 0; i < layout->table->n_columns; i++)
        layout->items[i].is_narrow = layout->items[i].width < layout->items[i].wanted;
}

const char *gau_column_layout_dots(const struct gau_column_layout *layout)
{
    return layout->table->letters ? "\u2026" : "...";
}

size_t gau_column_layout_place(const struct gau_column_layout *layout, size_t column)
{
    size_t place = 0;

    for (size_t i = 0; i < column; i++)
        if (gau_column_layout_show(layout, i))
            place += layout->items[i].width + 2;
    return place;
}

bool gau_column_layout_choose(struct gau_column_layout *layout, const struct gau_table *table,
                              enum gau_table_format format)
{
    *layout = (struct gau_column_layout){.table = table, .format = format};
    layout->items = calloc(table->n_columns + 1, sizeof *layout->items);
    for (size_t i = 0; layout->items && i < table->n_columns; i++)
        find_range(layout, i);
    for (size_t i = 0; layout->items && i < table->n_columns; i++)
        choose_item(layout, i);
    if (layout->items && table->fit && format == GAU_TABLE_TEXT)
        fit_width(layout);
    return layout->items != NULL;
}

bool gau_table_keep_widths(struct gau_table *table)
{
    const size_t requested = table->fit;
    struct gau_column_layout layout;

    table->fit = 0;
    if (!table->widths)
        table->widths = calloc(table->n_columns + 1, sizeof *table->widths);
    if (!table->widths || !gau_column_layout_choose(&layout, table, GAU_TABLE_TEXT))
        return false;
    for (size_t i = 0; i < table->n_columns; i++)
        table->widths[i] = layout.items[i].width;
    gau_column_layout_clear(&layout);
    table->fit = requested;
    return true;
}

void gau_column_layout_clear(struct gau_column_layout *layout)
{
    free(layout->items);
    layout->items = NULL;
}

bool gau_row_is_shown(const struct gau_table *table, size_t row)
{
    return table->limit == 0 || row < table->limit || table->rows[row].total;
}

size_t gau_rows_left_out(const struct gau_table *table)
{
    const size_t rows = table->n_rows - table->n_totals;

    return table->limit && rows > table->limit ? rows - table->limit : 0;
}

bool gau_table_format_is_display(enum gau_table_format format)
{
#define DISPLAY(id, name, display, streams, writer) [GAU_TABLE_##id] = display,
    static const bool displays[] = {GAU_TABLE_FORMATS(
        DISPLAY) DISPLAY(EXCEL, "csv", false, true, data) DISPLAY(HTML, "html", true, false, html)};
#undef DISPLAY

    return displays[format];
}

bool gau_table_format_is_csv(enum gau_table_format format)
{
    return format == GAU_TABLE_CSV || format == GAU_TABLE_EXCEL;
}

bool gau_column_is_shown(const struct gau_column *column, enum gau_table_format format)
{
    switch (column->shown) {
    case GAU_SHOWN_ALWAYS: break;
    case GAU_IN_DISPLAY_FORMATS: return gau_table_format_is_display(format);
    case GAU_IN_DATA_FORMATS: return !gau_table_format_is_display(format);
    case GAU_IN_TEXT: return format == GAU_TABLE_TEXT;
    case GAU_IN_CSV: return gau_table_format_is_csv(format);
    case GAU_IN_JSON: return format == GAU_TABLE_JSON;
    }
    return true;
}
