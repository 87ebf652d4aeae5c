/* SPDX-License-Identifier: Apache-2.0 */
#include "table_internal.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool gau_column_layout_show(const struct gau_column_layout *looks, size_t column)
{
    return gau_column_is_shown(&looks->table->columns[column], looks->format) &&
           !looks->items[column].hidden;
}

/* Deeper rows stand below each other: nobody reads them, and the table is not to grow with the
 * square of its depth. */
enum { INDENTED_MOST = 100 };

size_t gau_column_layout_indentation(const struct gau_column_layout *looks, size_t row,
                                     size_t column)
{
    const size_t depth = looks->table->rows[row].depth;

    if (!looks->table->columns[column].tree)
        return 0;
    return 2 * (depth < INDENTED_MOST ? depth : INDENTED_MOST);
}

const char *gau_column_layout_text(const struct gau_column_layout *looks, size_t row, size_t column,
                                   char room[GAU_NUMBER_SIZE])
{
    const struct gau_cell *const cell = gau_cells_of(looks->table, row) + column;

    switch (cell->type) {
    case GAU_CELL_TEXT: return cell->text;
    case GAU_CELL_INTEGER: snprintf(room, GAU_NUMBER_SIZE, "%" PRId64, cell->integer); break;
    case GAU_CELL_REAL: gau_scale_text(room, &looks->items[column].scale, cell->real); break;
    case GAU_CELL_EMPTY:
        return looks->table->columns[column].type == GAU_COLUMN_TEXT ||
                       looks->table->rows[row].total
                   ? ""
                   : "-";
    }
    return room;
}

static bool real_at(const struct gau_column_layout *looks, size_t row, size_t column, double *out)
{
    const struct gau_cell *const cell = gau_cells_of(looks->table, row) + column;

    *out = cell->type == GAU_CELL_REAL ? cell->real : 0;
    return cell->type == GAU_CELL_REAL && gau_row_is_shown(looks->table, row);
}

/* Decimals that are 0 in the whole column. */
static int idle_decimals(const struct gau_column_layout *looks, size_t column)
{
    int idle = looks->items[column].scale.decimals;
    double value;

    for (size_t row = 0; row < looks->table->n_rows && idle > 0; row++) {
        char text[GAU_NUMBER_SIZE];
        int zeros = 0;

        if (!real_at(looks, row, column, &value))
            continue;
        gau_scale_text(text, &looks->items[column].scale, value);
        for (size_t n = strlen(text); n > 0 && text[n - 1] == '0'; n--)
            zeros++;
        if (zeros < idle)
            idle = zeros;
    }
    return idle < 0 ? 0 : idle;
}

static void add_column(const struct gau_column_layout *looks, size_t column,
                       struct gau_range *range)
{
    double value;

    for (size_t row = 0; row < looks->table->n_rows; row++)
        if (real_at(looks, row, column, &value))
            gau_range_add(range, value);
}

static void choose_scale(struct gau_column_layout *looks, size_t column)
{
    const struct gau_column *const facts = &looks->table->columns[column];
    struct gau_scale *const scale = &looks->items[column].scale;
    struct gau_range range = {0}, group = {0};

    if (facts->whole > 0) {
        gau_range_add(&range, facts->whole);
        *scale = gau_scale_choose(facts->unit, &range, true);
        gau_range_add(&range, 1e-3 * facts->whole);
        gau_scale_set_decimals(scale, &range, 0);
        return;
    }
    add_column(looks, column, &range);
    for (size_t i = 0; facts->group && i < looks->table->n_columns; i++)
        if (looks->table->columns[i].group == facts->group && gau_column_layout_show(looks, i))
            add_column(looks, i, &group);
    *scale = gau_scale_choose(facts->unit, facts->group ? &group : &range, facts->group);
    scale->decimals = facts->decimals;
    if (facts->decimals > 0)
        return;
    gau_scale_set_decimals(scale, &range, facts->step);
    scale->decimals -= idle_decimals(looks, column);
}

size_t gau_column_layout_header_width(const struct gau_column_layout *looks, size_t column)
{
    const size_t unit = gau_utf8_width(looks->items[column].scale.unit);

    return gau_utf8_width(looks->table->columns[column].name) + (unit ? unit + 3 : 0);
}

static void choose_look(struct gau_column_layout *looks, size_t column)
{
    const struct gau_column *const facts = &looks->table->columns[column];
    struct gau_look *const look = &looks->items[column];

    choose_scale(looks, column);
    look->right = facts->align == GAU_ALIGN_RIGHT ||
                  (facts->align == GAU_ALIGN_AUTO && facts->type != GAU_COLUMN_TEXT);
    look->width = gau_column_layout_header_width(looks, column);
    if (looks->format == GAU_TABLE_MARKDOWN) /* cells are not padded there */
        return;
    if (looks->table->widths && looks->table->widths[column] > look->width)
        look->width = looks->table->widths[column];
    for (size_t row = 0; row < looks->table->n_rows; row++) {
        char room[GAU_NUMBER_SIZE];
        size_t width;

        if (!gau_row_is_shown(looks->table, row))
            continue;
        width = gau_column_layout_indentation(looks, row, column) +
                gau_utf8_width(gau_column_layout_text(looks, row, column, room));
        if (width > look->width)
            look->width = width;
    }
}

/* --- terminals ----------------------------------------------------------------------------- */

enum { NAME_WISHED = 32, NAME_LEAST = 12 };

static size_t width_of_line(const struct gau_column_layout *looks)
{
    size_t width = 0;

    for (size_t i = 0; i < looks->table->n_columns; i++)
        if (gau_column_layout_show(looks, i))
            width += looks->items[i].width + 2;
    return width;
}

static void limit_names(struct gau_column_layout *looks, size_t last, bool marked, size_t most)
{
    for (size_t i = 0; i < looks->table->n_columns; i++) {
        struct gau_look *const look = &looks->items[i];

        if (marked ? looks->table->columns[i].shortened : i == last)
            look->width = look->wanted < most ? look->wanted : most;
    }
}

/* False: there is no column left that could be. */
static bool leave_out(struct gau_column_layout *looks, size_t last)
{
    const struct gau_column *const columns = looks->table->columns;
    const size_t n = looks->table->n_columns;
    size_t found = n;

    for (size_t i = 0; i < n; i++)
        if (i != last && columns[i].optional && gau_column_layout_show(looks, i) &&
            (found == n || columns[i].optional >= columns[found].optional))
            found = i;
    if (found < n)
        looks->items[found].hidden = true;
    return found < n;
}

static void fit(struct gau_column_layout *looks)
{
    const size_t room = looks->table->fit + 2;
    size_t last = 0, most = room > NAME_LEAST ? room : NAME_LEAST;
    bool marked = false;

    for (size_t i = 0; i < looks->table->n_columns; i++) {
        looks->items[i].wanted = looks->items[i].width;
        last = gau_column_layout_show(looks, i) ? i : last;
        marked |= looks->table->columns[i].shortened;
    }
    if (width_of_line(looks) <= room)
        return;
    limit_names(looks, last, marked, NAME_WISHED);
    while (width_of_line(looks) > room && leave_out(looks, marked ? SIZE_MAX : last))
        continue;
    do
        limit_names(looks, last, marked, most);
    while (width_of_line(looks) > room && most-- > NAME_LEAST);
}

bool gau_column_layout_choose(struct gau_column_layout *looks, const struct gau_table *table,
                              enum gau_table_format format)
{
    *looks = (struct gau_column_layout){.table = table, .format = format};
    looks->items = calloc(table->n_columns + 1, sizeof *looks->items);
    for (size_t i = 0; looks->items && i < table->n_columns; i++)
        choose_look(looks, i);
    if (looks->items && table->fit && format == GAU_TABLE_TEXT)
        fit(looks);
    return looks->items != NULL;
}

bool gau_table_keep_widths(struct gau_table *table)
{
    const size_t wished = table->fit;
    struct gau_column_layout looks;

    table->fit = 0;
    if (!table->widths)
        table->widths = calloc(table->n_columns + 1, sizeof *table->widths);
    if (!table->widths || !gau_column_layout_choose(&looks, table, GAU_TABLE_TEXT))
        return false;
    for (size_t i = 0; i < table->n_columns; i++)
        table->widths[i] = looks.items[i].width;
    gau_column_layout_clear(&looks);
    table->fit = wished;
    return true;
}

void gau_column_layout_clear(struct gau_column_layout *looks)
{
    free(looks->items);
    looks->items = NULL;
}
