/* SPDX-License-Identifier: Apache-2.0 */
#include "svg.h"
#include "table_internal.h"

/*
 * A table as a part of a page in HTML. The style sheet of the page has the classes: r for what is
 * aligned right, b for bars, total for sums. Without a style sheet the levels of a tree are seen,
 * too.
 */

static void put_tag(const struct gau_column_layout *layout, size_t column, const char *tag,
                    FILE *out)
{
    const bool bar = layout->table->columns[column].type == GAU_COLUMN_BAR;

    fprintf(out, "<%s%s>", tag,
            bar                           ? " class=\"b\""
            : layout->items[column].right ? " class=\"r\""
                                          : "");
}

/* Facts have no names above them. */
static bool has_heading(const struct gau_column_layout *layout)
{
    bool any = false;

    for (size_t i = 0; i < layout->table->n_columns; i++)
        any |= gau_column_layout_show(layout, i) && layout->table->columns[i].name[0];
    return any;
}

static void put_heading(const struct gau_column_layout *layout, FILE *out)
{
    fputs("<thead><tr>", out);
    for (size_t i = 0; i < layout->table->n_columns; i++) {
        const char *const unit = layout->items[i].scale.unit;

        if (!gau_column_layout_show(layout, i))
            continue;
        put_tag(layout, i, "th scope=\"col\"", out);
        gau_svg_text(out, layout->table->columns[i].name);
        if (unit[0]) {
            fputs(" [", out);
            gau_svg_text(out, unit);
            fputc(']', out);
        }
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n", out);
}

/* The first cell names the row. */
static void put_row(const struct gau_column_layout *layout, size_t row, FILE *out)
{
    const char *tag = "th scope=\"row\"", *end = "</th>";

    fputs(layout->table->rows[row].total ? "<tr class=\"total\">" : "<tr>", out);
    for (size_t i = 0; i < layout->table->n_columns; i++) {
        char room[GAU_CELL_ROOM];

        if (!gau_column_layout_show(layout, i))
            continue;
        put_tag(layout, i, tag, out);
        for (size_t n = gau_column_layout_indentation(layout, row, i); n > 0; n -= 2)
            fputs("&emsp;", out);
        gau_svg_text(out, gau_column_layout_text(layout, row, i, room));
        fputs(end, out);
        tag = "td";
        end = "</td>";
    }
    fputs("</tr>\n", out);
}

static void put_footers(const struct gau_table *table, bool details, FILE *out)
{
    for (size_t i = 0; i < table->footers.count; i++) {
        if (table->footers.items[i].is_detail != details)
            continue;
        fputs("<p class=\"note\">", out);
        gau_svg_text(out, table->footers.items[i].text);
        fputs("</p>\n", out);
    }
}

static void put_below(const struct gau_table *table, FILE *out)
{
    const size_t left_out = gau_rows_left_out(table);
    size_t details = 0;

    for (size_t i = 0; i < table->footers.count; i++)
        details += table->footers.items[i].is_detail;
    if (left_out)
        fprintf(out, "<p class=\"note\">and %zu more rows</p>\n", left_out);
    put_footers(table, false, out);
    if (!details)
        return;
    fputs("<details><summary>Details</summary>\n", out);
    put_footers(table, true, out);
    fputs("</details>\n", out);
}

bool gau_table_write_html(const struct gau_table *table, enum gau_table_format format, FILE *out)
{
    struct gau_column_layout layout;

    if (!gau_column_layout_choose(&layout, table, format))
        return false;
    if (table->title) {
        fputs("<h3>", out);
        gau_svg_text(out, table->title);
        fputs("</h3>\n", out);
    }
    if (table->n_columns > 0) {
        fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"", out);
        gau_svg_text(out, table->title ? table->title : "Facts");
        fputs("\"><table>\n", out);
        if (has_heading(&layout))
            put_heading(&layout, out);
        fputs("<tbody>\n", out);
        for (size_t row = 0; row < table->n_rows; row++)
            if (gau_row_is_shown(table, row))
                put_row(&layout, row, out);
        fputs("</tbody></table></div>\n", out);
    }
    put_below(table, out);
    gau_column_layout_clear(&layout);
    return true;
}
