/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

#include "table/number.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * Tables as MOOSE prints them: a line of dashes above the heading, below it and at the end, cells
 * between bars with one blank on either side, texts left and numbers right. A column is as wide as
 * its heading or its widest cell. Of names their characters count, of whole numbers their digits
 * and not the sign, any number of seconds counts as 10 and any percentage as 6. A heading starts at
 * half the width less half its length.
 */

/* Blanks per generation; deeper than what MOOSE allows, there are no more of them. */
enum { INDENT = 2, DEPTH_MAX = 100 };

enum { SECONDS_WIDTH = 10, PERCENT_WIDTH = 6 };

/* Beside the section; a table of sections ends with the first memory. */
enum { N_COLUMNS = 9, N_SECTION_COLUMNS = 5 };

static const struct column {
    const char *heading;
    enum gau_graph_kind kind;
} columns[N_COLUMNS] = {
    {"Calls", GAU_GRAPH_CALLS},          {"Self(s)", GAU_GRAPH_SELF},
    {"Avg(s)", GAU_GRAPH_SELF_AVG},      {"%", GAU_GRAPH_SELF_PERCENT},
    {"Mem(MB)", GAU_GRAPH_SELF_MEMORY},  {"Total(s)", GAU_GRAPH_TOTAL},
    {"Avg(s)", GAU_GRAPH_TOTAL_AVG},     {"%", GAU_GRAPH_TOTAL_PERCENT},
    {"Mem(MB)", GAU_GRAPH_TOTAL_MEMORY},
};

struct text {
    const struct gau_graph *graph;
    const struct gau_graph_line *lines;
    size_t n_lines, n_columns;
    size_t name_width, widths[N_COLUMNS];
    FILE *out;
};

static size_t indent_of(const struct gau_graph_line *line)
{
    return INDENT * (line->depth < DEPTH_MAX ? line->depth : DEPTH_MAX);
}

static const char *name_of(const struct text *t, const struct gau_graph_line *line)
{
    return t->graph->sections[line->section].name;
}

static void number_of(char text[GAU_NUMBER_SIZE], const struct text *t,
                      const struct gau_graph_sums *sums, enum gau_graph_kind kind)
{
    if (kind < GAU_GRAPH_FIRST_INTEGER)
        gau_number_fixed_text(text, kind >= GAU_GRAPH_SELF_PERCENT ? 2 : 3,
                              gau_graph_real(t->graph, sums, kind));
    else if (kind == GAU_GRAPH_CALLS || t->graph->memory)
        snprintf(text, GAU_NUMBER_SIZE, "%" PRId64, gau_graph_integer(sums, kind));
    else
        snprintf(text, GAU_NUMBER_SIZE, "-");
}

/* What a number counts for the width of its column. */
static size_t width_of(const struct text *t, const struct gau_graph_sums *sums,
                       enum gau_graph_kind kind)
{
    char text[GAU_NUMBER_SIZE];

    if (kind < GAU_GRAPH_FIRST_INTEGER)
        return kind >= GAU_GRAPH_SELF_PERCENT ? PERCENT_WIDTH : SECONDS_WIDTH;
    number_of(text, t, sums, kind);
    return strlen(text) - (text[0] == '-' && text[1]);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void measure(struct text *t)
{
    t->name_width = strlen("Section");
    for (size_t i = 0; i < t->n_columns; i++)
        t->widths[i] = strlen(columns[i].heading);
    for (const struct gau_graph_line *line = t->lines; line < t->lines + t->n_lines; line++) {
        t->name_width = larger(t->name_width, indent_of(line) + gau_utf8_width(name_of(t, line)));
        for (size_t i = 0; i < t->n_columns; i++)
            t->widths[i] = larger(t->widths[i], width_of(t, line->sums, columns[i].kind));
    }
}

static void write_rule(const struct text *t)
{
    size_t width = t->name_width + 4;

    for (size_t i = 0; i < t->n_columns; i++)
        width += t->widths[i] + 3;
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
        number_of(text, t, line->sums, columns[i].kind);
        fprintf(t->out, " | %*s", (int)t->widths[i], text);
    }
    fputs(" |\n", t->out);
}

bool gau_graph_write_text(const struct gau_graph *graph, enum gau_graph_part part, size_t limit,
                          FILE *out)
{
    static const char *const titles[] = {"Performance Graph", "Heaviest Branch",
                                         "Heaviest Sections"};
    struct text t = {.graph = graph,
                     .n_columns = part == GAU_GRAPH_SECTIONS ? N_SECTION_COLUMNS : N_COLUMNS,
                     .out = out};
    struct gau_graph_line *const lines = gau_graph_lines(graph, part, limit, &t.n_lines);

    if (!lines)
        return false;
    t.lines = lines;
    measure(&t);
    fprintf(out, "\n%s:\n", titles[part]);
    write_rule(&t);
    write_heading(&t, "Section", t.name_width);
    for (size_t i = 0; i < t.n_columns; i++)
        write_heading(&t, part == GAU_GRAPH_SECTIONS && i == 2 ? "Avg." : columns[i].heading,
                      t.widths[i]);
    fputs("|\n", out);
    write_rule(&t);
    for (size_t line = 0; line < t.n_lines; line++)
        write_line(&t, &lines[line]);
    write_rule(&t);
    free(lines);
    return true;
}
