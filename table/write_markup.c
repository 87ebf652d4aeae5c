/* SPDX-License-Identifier: Apache-2.0 */
#include "table_internal.h"
#include "utf8.h"

#include <string.h>

/*
 * Tables in Markdown, and in LaTeX with the rules of booktabs. Names are escaped, so that nothing
 * in them is markup or a command, or combines with its neighbour. UTF-8 works in LaTeX since 2018.
 */

struct markup {
    const struct gau_column_layout *layout;
    FILE *out;
    const char *first, *join, *end;   /* of the cells of a row */
    const char *unit, *unit_end;      /* around the unit of a column */
    const char *indent, *minus, *sum; /* of one generation; of a number; above a total */
    void (*text)(const char *text, FILE *out);
};

static void put_markdown(const char *text, FILE *out)
{
    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        if (strchr("\\`*_<>[]|&", glyph.bytes[0]))
            fputc('\\', out);
        fputs(glyph.bytes, out);
    }
}

/* --- LaTeX --------------------------------------------------------------------------------- */

static const char *command_of(char c)
{
    static const struct {
        char c;
        const char *command;
    } commands[] = {
        {'\\', "\\textbackslash{}"}, {'~', "\\textasciitilde{}"}, {'^', "\\textasciicircum{}"},
        {'<', "\\textless{}"},       {'>', "\\textgreater{}"},    {'|', "\\textbar{}"},
        {'"', "\\textquotedbl{}"},
    };

    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].c == c)
            return commands[i].command;
    return NULL;
}

/* A "[" or "*" after "\\" would be its argument, and "--" would be a dash. */
static void put_latex_glyph(const struct gau_glyph *glyph, FILE *out)
{
    const char first = glyph->bytes[0];
    const char *const command = glyph->bytes[1] ? NULL : command_of(first);

    if (command)
        fputs(command, out);
    else if (glyph->bytes[1] && first != '\\')
        fputs(glyph->bytes, out);
    else if (strchr("{}$&#%_", first))
        fprintf(out, "\\%c", first);
    else if (strchr("[]*-'`,?!", first))
        fprintf(out, "{%c}", first);
    else
        fputc(first, out);
}

static void put_latex(const char *text, FILE *out)
{
    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        if (glyph.bytes[0] == '\\' && glyph.bytes[1]) /* a control character, in letters */
            fprintf(out, "%s%s", command_of('\\'), glyph.bytes + 1);
        else
            put_latex_glyph(&glyph, out);
    }
}

/* --- rows ---------------------------------------------------------------------------------- */

static void put_cell(const struct markup *markup, size_t row, size_t column)
{
    const struct gau_column_layout *const layout = markup->layout;
    const struct gau_cell *const cell = gau_cells_of(layout->table, row) + column;
    char room[GAU_CELL_ROOM];
    const char *text = gau_column_layout_text(layout, row, column, room);
    const bool number = cell->type == GAU_CELL_REAL || cell->type == GAU_CELL_INTEGER;

    for (size_t n = gau_column_layout_indentation(layout, row, column); n > 0; n -= 2)
        fputs(markup->indent, markup->out);
    if (number && text[0] == '-') {
        fputs(markup->minus, markup->out);
        text++;
    }
    markup->text(text, markup->out);
}

static void put_header(const struct markup *markup, size_t column)
{
    const char *const unit = markup->layout->items[column].scale.unit;

    markup->text(markup->layout->table->columns[column].name, markup->out);
    if (!unit[0])
        return;
    fputs(markup->unit, markup->out);
    markup->text(unit, markup->out);
    fputs(markup->unit_end, markup->out);
}

static const size_t heading = SIZE_MAX;

static void put_row(const struct markup *markup, size_t row)
{
    const char *join = markup->first;

    if (row != heading && markup->layout->table->rows[row].total)
        fputs(markup->sum, markup->out);
    for (size_t i = 0; i < markup->layout->table->n_columns; i++) {
        if (!gau_column_layout_show(markup->layout, i))
            continue;
        fputs(join, markup->out);
        if (row == heading)
            put_header(markup, i);
        else
            put_cell(markup, row, i);
        join = markup->join;
    }
    fputs(markup->end, markup->out);
}

static void put_rows(const struct markup *markup)
{
    for (size_t row = 0; row < markup->layout->table->n_rows; row++)
        if (gau_row_is_shown(markup->layout->table, row))
            put_row(markup, row);
}

/* Writes the row that sets the alignment of columns. */
static void put_alignment(const struct markup *markup, const char *left, const char *right)
{
    for (size_t i = 0; i < markup->layout->table->n_columns; i++)
        if (gau_column_layout_show(markup->layout, i))
            fputs(markup->layout->items[i].right ? right : left, markup->out);
}

/* The lines below the table, the first of which may be the number of rows left out. */
static void put_footers(const struct markup *markup, const char *more, const char *join,
                        const char *end)
{
    const struct gau_table *const table = markup->layout->table;
    const size_t left_out = gau_rows_left_out(table);

    if (left_out)
        fprintf(markup->out, "%s and %zu more%s", more, left_out, end);
    for (size_t i = 0; i < table->footers.count; i++) {
        if (left_out || i > 0)
            fputs(join, markup->out);
        markup->text(table->footers.items[i].text, markup->out);
        fputs(end, markup->out);
    }
}

/* --- tables -------------------------------------------------------------------------------- */

static void write_markdown(const struct markup *markup)
{
    const struct gau_table *const table = markup->layout->table;

    if (table->title && !table->streamed) {
        fputs("### ", markup->out);
        markup->text(table->title, markup->out);
        fputs("\n\n", markup->out);
    }
    if (!table->streamed && table->n_columns > 0) {
        put_row(markup, heading);
        put_alignment(markup, "| --- ", "| ---: ");
        fputs("|\n", markup->out);
    }
    put_rows(markup);
    if (table->n_columns > 0 && (table->footers.count || gau_rows_left_out(table)))
        fputc('\n', markup->out);
    put_footers(markup, "...", "", "\n\n");
}

static void write_latex(const struct markup *markup)
{
    const struct gau_table *const table = markup->layout->table;

    fputs("% needs \\usepackage{booktabs}\n\\begin{table}[htbp]\n\\centering\n", markup->out);
    if (table->title) {
        fputs("\\caption{", markup->out);
        markup->text(table->title, markup->out);
        fputs("}\n", markup->out);
    }
    fputs("\\begin{tabular}{", markup->out);
    put_alignment(markup, "l", "r");
    fputs("}\n\\toprule\n", markup->out);
    put_row(markup, heading);
    fputs(markup->sum, markup->out);
    put_rows(markup);
    fputs("\\bottomrule\n\\end{tabular}\n", markup->out);
    if (table->footers.count || gau_rows_left_out(table))
        fputs("\n\\par\\smallskip\\footnotesize\\raggedright\n", markup->out);
    put_footers(markup, "\\ldots{}", "\\par\n", "\n");
    fputs("\\end{table}\n", markup->out);
}

bool gau_table_write_markup(const struct gau_table *table, enum gau_table_format format, FILE *out)
{
    struct gau_column_layout layout;

    if (!gau_column_layout_choose(&layout, table, format))
        return false;
    switch (format) {
    case GAU_TABLE_MARKDOWN:
        write_markdown(&(struct markup){&layout, out, "| ", " | ", " |\n", " [", "]",
                                        "&nbsp;&nbsp;", "-", "", put_markdown});
        break;
    case GAU_TABLE_LATEX:
        write_latex(&(struct markup){&layout, out, "", " & ", " \\\\\n", " {[}", "{]}", "\\quad ",
                                     "$-$", "\\midrule\n", put_latex});
        break;
    case GAU_TABLE_TEXT:
    case GAU_TABLE_CSV:
    case GAU_TABLE_JSON:
    case GAU_TABLE_EXCEL:
    case GAU_TABLE_HTML: break; /* these have other writers */
    }
    gau_column_layout_clear(&layout);
    return true;
}
