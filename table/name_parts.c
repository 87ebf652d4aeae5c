/* SPDX-License-Identifier: Apache-2.0 */
#include "table_internal.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

/* Names that are too long for a column lose a part. Names of branches differ at their ends. */

enum { N_WAYS = 4 };

static const char *skip_width(const char *text, size_t width)
{
    struct gau_glyph glyph;

    for (; *text && width > 0; width -= glyph.width < width ? glyph.width : width)
        text = gau_glyph_next(&glyph, text);
    return text;
}

static size_t width_of_start(const char *text, size_t bytes)
{
    return gau_utf8_width(text) - gau_utf8_width(text + bytes);
}

/* Keeps the last components, and the first one if there is room. Returns {0} if there is none for
 * the last, or if there are no components: declarations of functions have blanks in them. */
static struct gau_name_parts by_components(const char *text, size_t room)
{
    const char separator = strchr(text, '/') ? '/' : ' ';
    const char *const first = strpbrk(text, "(<") ? NULL : strchr(text, separator);
    const size_t heads[] = {first ? (size_t)(first - text) + 1 : 0, 0};

    for (size_t i = 0; first && i < 2; i++) {
        const size_t head = width_of_start(text, heads[i]);

        for (const char *at = first; head < room && (at = strchr(at + 1, separator));)
            if (at[1] && head + gau_utf8_width(at) <= room)
                return (struct gau_name_parts){heads[i], (size_t)(at - text)};
    }
    return (struct gau_name_parts){0, 0};
}

/* @p thirds of the room are for the beginning. */
static struct gau_name_parts by_letters(const char *text, size_t room, size_t thirds)
{
    const size_t head = room * thirds / 3;

    return (struct gau_name_parts){(size_t)(skip_width(text, head) - text),
                                   (size_t)(skip_width(text, gau_utf8_width(text) - (room - head)) -
                                            text)};
}

struct gau_name_parts gau_name_parts_of(const char *text, size_t room, size_t dots, unsigned way)
{
    const size_t rest = room > dots ? room - dots : 0;
    const struct gau_name_parts whole = {strlen(text), strlen(text)};
    struct gau_name_parts name = {0, 0};

    if (gau_utf8_width(text) <= room)
        return whole;
    if (way == 0)
        name = by_components(text, rest);
    return name.tail > 0 ? name : by_letters(text, rest, way == 0 ? 2 : 3 - way);
}

/* --- names that are not the same ------------------------------------------------------------ */

struct shown_name {
    const char *text;
    struct gau_name_parts part;
    size_t indent;
};

/* Orders by what is shown. */
static int compare_shown(const void *a, const void *b)
{
    const struct shown_name *const left = a, *const right = b;
    const int tails = strcmp(left->text + left->part.tail, right->text + right->part.tail);

    if (tails != 0)
        return tails;
    if (left->indent != right->indent)
        return left->indent < right->indent ? -1 : 1;
    if (left->part.head != right->part.head)
        return left->part.head < right->part.head ? -1 : 1;
    return strncmp(left->text, right->text, left->part.head);
}

static size_t count_same(struct shown_name *names, size_t n)
{
    size_t same = 0;

    qsort(names, n, sizeof *names, compare_shown);
    for (size_t i = 1; i < n; i++)
        same += compare_shown(&names[i - 1], &names[i]) == 0 &&
                strcmp(names[i - 1].text, names[i].text) != 0;
    return same;
}

static size_t collect_names(struct shown_name *names, const struct gau_column_layout *layout,
                            size_t column, unsigned way)
{
    const size_t dots = gau_utf8_width(gau_column_layout_dots(layout));
    size_t n = 0;

    for (size_t row = 0; row < layout->table->n_rows; row++) {
        const struct gau_cell *const cell = gau_cells_of(layout->table, row) + column;
        struct shown_name *const name = &names[n];

        if (cell->type != GAU_CELL_TEXT || !gau_row_is_shown(layout->table, row))
            continue;
        name->text = cell->text;
        name->indent = gau_column_layout_indentation(layout, row, column);
        name->part =
            gau_name_parts_of(cell->text, layout->items[column].width - name->indent, dots, way);
        n++;
    }
    return n;
}

void gau_name_parts_choose(struct gau_column_layout *layout, size_t column)
{
    struct shown_name *const names = calloc(layout->table->n_rows + 1, sizeof *names);
    size_t least = SIZE_MAX;

    for (unsigned way = 0; names && way < N_WAYS && least > 0; way++) {
        const size_t same = count_same(names, collect_names(names, layout, column, way));

        if (same < least) {
            least = same;
            layout->items[column].way = way;
        }
    }
    free(names);
}
