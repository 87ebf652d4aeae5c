/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_lines.h"

#include "table/number_format.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <string.h>

/*
 * Tables as MOOSE prints them, byte for byte. There is a line of dashes above the heading, below it
 * and at the end. Cells are between bars with one blank on either side, texts left and numbers
 * right. A column is as wide as its heading or its widest cell. Of names their characters count, of
 * whole numbers their digits and not the sign, any number of seconds counts as 10 and any
 * percentage as 6. A heading starts at half the width less half its length. Unlike MOOSE, there are
 * no columns for memory that was not measured, seconds have more decimals if there is less than one
 * in all, a terminal that is too narrow has fewer columns, and a last line names hidden sections.
 */

/* Each generation is indented further, but none below the depth that MOOSE allows. */
enum { INDENT = 2, DEPTH_MAX = 100, SECONDS_WIDTH = 10, PERCENT_WIDTH = 6 };
/* Columns beside the section; a table of sections ends with the first column of memory. */
enum { N_TEXT_COLUMNS = 9, N_SECTION_COLUMNS = 5 };

static const struct text_column {
    const char *heading;
    enum gau_graph_kind kind;
    unsigned rank;    /* not 0: hidden if the terminal is too narrow, the largest first */
    const char *name; /* of a hidden one */
} text_columns[N_TEXT_COLUMNS] = {
    {"Calls", GAU_GRAPH_CALLS, 0, NULL},
    {"Self(s)", GAU_GRAPH_SELF, 0, NULL},
    {"Avg(s)", GAU_GRAPH_SELF_AVG, 5, "Avg(s) of Self"},
    {"%", GAU_GRAPH_SELF_PERCENT, 3, "% of Self"},
    {"Mem(MB)", GAU_GRAPH_SELF_MEMORY, 1, "Mem(MB) of Self"},
    {"Total(s)", GAU_GRAPH_TOTAL, 0, NULL},
    {"Avg(s)", GAU_GRAPH_TOTAL_AVG, 4, "Avg(s) of Total"},
    {"%", GAU_GRAPH_TOTAL_PERCENT, 0, NULL},
    {"Mem(MB)", GAU_GRAPH_TOTAL_MEMORY, 2, "Mem(MB) of Total"},
};

struct text {
    const struct gau_graph_lines *lines;
    const struct text_column *columns[N_TEXT_COLUMNS];
    size_t n_columns, name_width, widths[N_TEXT_COLUMNS];
    int decimals; /* of seconds */
    bool hidden[N_TEXT_COLUMNS];
    FILE *out;
};

static void choose_columns(struct text *t, size_t n)
{
    for (const struct text_column *column = text_columns; column < text_columns + n; column++)
        if (!t->hidden[column - text_columns] &&
            (t->lines->graph->memory ||
             (column->kind != GAU_GRAPH_SELF_MEMORY && column->kind != GAU_GRAPH_TOTAL_MEMORY)))
            t->columns[t->n_columns++] = column;
}

static size_t indent_of(const struct gau_graph_line *line)
{
    return INDENT * (line->depth < DEPTH_MAX ? line->depth : DEPTH_MAX);
}

static const char *name_of(const struct text *t, const struct gau_graph_line *line)
{
    return t->lines->graph->sections[line->section].name;
}

static void number_of(char text[GAU_NUMBER_SIZE], const struct text *t,
                      const struct gau_graph_sums *sums, enum gau_graph_kind kind)
{
    if (kind < GAU_GRAPH_FIRST_INTEGER)
        gau_number_fixed_text(text, kind >= GAU_GRAPH_SELF_PERCENT ? 2 : t->decimals,
                              gau_graph_real(sums, t->lines->graph->nodes[0].sums.total, kind));
    else
        snprintf(text, GAU_NUMBER_SIZE, "%" PRId64, gau_graph_integer(sums, kind));
}

/* Returns the width that a number counts as in its column. */
static size_t width_of(const struct text *t, const struct gau_graph_sums *sums,
                       enum gau_graph_kind kind)
{
    char text[GAU_NUMBER_SIZE];

    if (kind < GAU_GRAPH_FIRST_INTEGER)
        return kind >= GAU_GRAPH_SELF_PERCENT ? PERCENT_WIDTH : SECONDS_WIDTH;
    number_of(text, t, sums, kind);
    return strlen(text) - (text[0] == '-');
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void measure_columns(struct text *t)
{
    t->name_width = strlen("Section");
    for (size_t i = 0; i < t->n_columns; i++)
        t->widths[i] = strlen(t->columns[i]->heading);
    for (const struct gau_graph_line *line = t->lines->items; line < t->lines->items + t->lines->n;
         line++) {
        t->name_width = larger(t->name_width, indent_of(line) + gau_utf8_width(name_of(t, line)));
        for (size_t i = 0; i < t->n_columns; i++)
            t->widths[i] = larger(t->widths[i], width_of(t, line->sums, t->columns[i]->kind));
    }
}

static size_t width_of_rule(const struct text *t)
{
    size_t width = t->name_width + 4;

    for (size_t i = 0; i < t->n_columns; i++)
        width += t->widths[i] + 3;
    return width;
}

/* Hides the column with the largest rank; returns false if there is none. */
static bool hide_one(struct text *t, size_t n)
{
    size_t found = n;

    for (size_t i = 0; i < n; i++)
        if (!t->hidden[i] && text_columns[i].rank > (found < n ? text_columns[found].rank : 0))
            found = i;
    if (found < n)
        t->hidden[found] = true;
    return found < n;
}

static void fit(struct text *t, size_t n, size_t width)
{
    do {
        t->n_columns = 0;
        choose_columns(t, n);
        measure_columns(t);
    } while (width > 0 && width_of_rule(t) > width && hide_one(t, n));
}

/* Four digits of the time of all, and at least the three that MOOSE has. */
static int decimals_for(double total_s)
{
    int decimals = 3;

    for (double least = 1; decimals < 9 && total_s > 0 && total_s < least; least /= 10)
        decimals++;
    return decimals;
}

static void write_hidden(const struct text *t, size_t n, const char *all_by)
{
    const bool memory = t->lines->graph->memory;
    const char *before = "hidden: ";

    for (size_t i = 0; i < n; i++) {
        const enum gau_graph_kind kind = text_columns[i].kind;

        if (!t->hidden[i] ||
            (!memory && (kind == GAU_GRAPH_SELF_MEMORY || kind == GAU_GRAPH_TOTAL_MEMORY)))
            continue;
        fprintf(t->out, "%s%s", before, text_columns[i].name);
        before = ", ";
    }
    if (before[0] == ',')
        fprintf(t->out, " (%s shows them)\n", all_by ? all_by : "--wide");
}

static void write_rule(const struct text *t)
{
    size_t width = width_of_rule(t);

    while (width-- > 0)
        putc('-', t->out);
    putc('\n', t->out);
}

static void write_heading(const struct text *t, const char *heading, size_t width)
{
    const size_t before = width / 2 - strlen(heading) / 2;

    fprintf(t->out, "| %*s%-*s ", (int)before, "", (int)(width - before), heading);
}

static void write_line(const struct text *t, const struct gau_graph_line *line)
{
    const char *const name = name_of(t, line);
    const size_t indent = indent_of(line);
    char text[GAU_NUMBER_SIZE];

    fprintf(t->out, "| %*s", (int)indent, "");
    gau_glyphs_write(name, t->out);
    fprintf(t->out, "%*s", (int)(t->name_width - indent - gau_utf8_width(name)), "");
    for (size_t i = 0; i < t->n_columns; i++) {
        number_of(text, t, line->sums, t->columns[i]->kind);
        fprintf(t->out, " | %*s", (int)t->widths[i], text);
    }
    fputs(" |\n", t->out);
}

void gau_graph_write_text(const struct gau_graph_lines *table, size_t width, const char *all_by,
                          FILE *out)
{
    const bool sections = table->part == GAU_GRAPH_SECTIONS;
    const size_t n = sections ? N_SECTION_COLUMNS : N_TEXT_COLUMNS;
    struct text t = {.lines = table,
                     .decimals = decimals_for(table->graph->nodes[0].sums.total),
                     .out = out};

    fit(&t, n, width);
    fprintf(out, "\n%s:\n", table->title);
    write_rule(&t);
    write_heading(&t, "Section", t.name_width);
    for (size_t i = 0; i < t.n_columns; i++)
        write_heading(&t,
                      sections && t.columns[i]->kind == GAU_GRAPH_SELF_AVG ? "Avg."
                                                                           : t.columns[i]->heading,
                      t.widths[i]);
    fputs("|\n", out);
    write_rule(&t);
    for (size_t i = 0; i < table->n; i++)
        write_line(&t, &table->items[i]);
    write_rule(&t);
    fprintf(out, "%s%s", table->hidden, *table->hidden ? "\n" : "");
    write_hidden(&t, n, all_by);
}
