/* SPDX-License-Identifier: Apache-2.0 */
#include "looks.h"
#include "utf8.h"

#include <string.h>

/*
 * A table of LaTeX with the rules of booktabs. Nothing in a name is a command, or joined with what
 * is beside it to another character; UTF-8 is what LaTeX reads since 2018.
 */

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

/* "\\" takes a "[" or "*" that follows for its argument, and "--" is a dash. */
static void put_glyph(const struct gau_glyph *glyph, FILE *out)
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

static void put_text(const char *text, FILE *out)
{
    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        if (glyph.bytes[0] == '\\' && glyph.bytes[1]) /* a control character, in letters */
            fprintf(out, "%s%s", command_of('\\'), glyph.bytes + 1);
        else
            put_glyph(&glyph, out);
    }
}

/* Numbers have a sign and not a hyphen. */
static void put_cell(const struct gau_looks *looks, size_t row, size_t column, FILE *out)
{
    const struct gau_cell *const cell = gau_cells_of(looks->table, row) + column;
    char room[GAU_NUMBER_SIZE];
    const char *const text = gau_looks_text(looks, row, column, room);
    const bool number = cell->type == GAU_CELL_REAL || cell->type == GAU_CELL_INTEGER;

    for (size_t n = gau_looks_indentation(looks, row, column); n > 0; n -= 2)
        fputs("\\quad ", out);
    if (number && text[0] == '-') {
        fputs("$-$", out);
        put_text(text + 1, out);
    } else {
        put_text(text, out);
    }
}

static void put_header(const struct gau_looks *looks, size_t column, FILE *out)
{
    put_text(looks->table->columns[column].name, out);
    if (looks->items[column].scale.unit[0]) {
        fputs(" {[}", out);
        put_text(looks->items[column].scale.unit, out);
        fputs("{]}", out);
    }
}

static void put_columns(const struct gau_looks *looks, FILE *out)
{
    const char *join = "";

    for (size_t i = 0; i < looks->table->n_columns; i++) {
        if (!gau_looks_show(looks, i))
            continue;
        fputs(join, out);
        put_header(looks, i, out);
        join = " & ";
    }
    fputs(" \\\\\n\\midrule\n", out);
}

static void put_row(const struct gau_looks *looks, size_t row, FILE *out)
{
    const char *join = "";

    if (looks->table->rows[row].total)
        fputs("\\midrule\n", out);
    for (size_t i = 0; i < looks->table->n_columns; i++) {
        if (!gau_looks_show(looks, i))
            continue;
        fputs(join, out);
        put_cell(looks, row, i, out);
        join = " & ";
    }
    fputs(" \\\\\n", out);
}

static void put_footers(const struct gau_table *table, FILE *out)
{
    const size_t more = gau_rows_left_out(table);

    if (!more && table->footers.count == 0)
        return;
    fputs("\n\\par\\smallskip\\footnotesize\\raggedright\n", out);
    if (more)
        fprintf(out, "\\ldots{} and %zu more\n", more);
    for (size_t i = 0; i < table->footers.count; i++) {
        if (more || i > 0)
            fputs("\\par\n", out);
        put_text(table->footers.items[i], out);
        fputc('\n', out);
    }
}

bool gau_table_write_latex(const struct gau_table *table, FILE *out)
{
    struct gau_looks looks;

    if (!gau_looks_choose(&looks, table, GAU_TABLE_LATEX))
        return false;
    fputs("% needs \\usepackage{booktabs}\n\\begin{table}[htbp]\n\\centering\n", out);
    if (table->title) {
        fputs("\\caption{", out);
        put_text(table->title, out);
        fputs("}\n", out);
    }
    fputs("\\begin{tabular}{", out);
    for (size_t i = 0; i < table->n_columns; i++)
        if (gau_looks_show(&looks, i))
            fputc(looks.items[i].right ? 'r' : 'l', out);
    fputs("}\n\\toprule\n", out);
    put_columns(&looks, out);
    for (size_t row = 0; row < table->n_rows; row++)
        if (gau_row_is_shown(table, row))
            put_row(&looks, row, out);
    fputs("\\bottomrule\n\\end{tabular}\n", out);
    put_footers(table, out);
    fputs("\\end{table}\n", out);
    gau_looks_clear(&looks);
    return true;
}
