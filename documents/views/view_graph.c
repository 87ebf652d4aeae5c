/* SPDX-License-Identifier: Apache-2.0 */
#include "view_functions.h"

#include "documents/column_macros.h"
#include "documents/graph/performance_graph.h"

#include "table/number_format.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The three tables, by their names for --table. */
enum part { TREE, BRANCH, SECTIONS, N_PARTS };

static const struct {
    const char *name, *title;
} parts[N_PARTS] = {
    [TREE] = {"graph", "Performance Graph"},
    [BRANCH] = {"branch", "Heaviest Branch"},
    [SECTIONS] = {"sections", "Heaviest Sections"},
};

struct line {
    size_t node, section, depth; /* node GAU_GRAPH_NONE: a section */
    const struct gau_graph_sums *sums;
};

struct table {
    const struct gau_graph *graph;
    enum part part;
    struct line *lines;
    size_t n;
    char hidden[GAU_GRAPH_HIDDEN_SIZE]; /* a line on sections that are not shown */
};

/* --- lines --------------------------------------------------------------------------------- */

static void add_line(struct table *table, size_t node, size_t depth)
{
    table->lines[table->n++] = (struct line){node, table->graph->nodes[node].section, depth,
                                             &table->graph->nodes[node].sums};
}

/* Adds the nodes of levels below @p levels; a hidden one adds no depth. False: out of memory. */
static bool add_tree(struct table *table, size_t levels)
{
    const struct gau_graph *const graph = table->graph;
    size_t *const below = calloc(graph->n_nodes, sizeof *below); /* depths of their children */

    for (size_t i = 0; below && i != GAU_GRAPH_NONE; i = gau_graph_next(graph, i)) {
        const size_t parent = graph->nodes[i].parent;
        const size_t depth = parent == GAU_GRAPH_NONE ? 0 : below[parent];
        const bool shown = (size_t)graph->sections[graph->nodes[i].section].level < levels;

        if (shown)
            add_line(table, i, depth);
        below[i] = depth + shown;
    }
    free(below);
    return below != NULL;
}

/* Goes from the root always to the child with the largest total, the first of equal ones. */
static void add_branch(struct table *table)
{
    const struct gau_graph_node *const nodes = table->graph->nodes;

    for (size_t next, node = 0; node != GAU_GRAPH_NONE; node = next) {
        add_line(table, node, table->n);
        next = nodes[node].first_child;
        for (size_t i = next; i != GAU_GRAPH_NONE; i = nodes[i].next_sibling)
            if (nodes[i].sums.total > nodes[next].sums.total)
                next = i;
    }
}

static int by_self(const void *a, const void *b)
{
    const struct line *const left = a, *const right = b;

    if (left->sums->self != right->sums->self)
        return left->sums->self > right->sums->self ? -1 : 1;
    return (left->section > right->section) - (left->section < right->section);
}

/* Adds the first @p limit sections that ran, by falling self time. */
static void add_sections(struct table *table, size_t limit)
{
    const struct gau_graph_section *const sections = table->graph->sections;

    for (size_t i = 0; i < table->graph->n_sections; i++)
        if (sections[i].n_nodes > 0)
            table->lines[table->n++] = (struct line){GAU_GRAPH_NONE, i, 0, &sections[i].sums};
    qsort(table->lines, table->n, sizeof *table->lines, by_self);
    table->n = table->n < limit ? table->n : limit;
}

/* Shows @p levels levels unless the options say more. Returns false if out of memory. */
static bool add_lines(struct table *table, const struct gau_page *page, size_t levels)
{
    const struct gau_graph_options *const options = &page->options->graph;

    levels = options->levels ? options->levels : levels;
    if (table->part == TREE)
        gau_graph_hidden_text(table->hidden, table->graph, levels, page->folder != NULL);
    table->lines = calloc(table->graph->n_nodes + table->graph->n_sections, sizeof *table->lines);
    if (table->lines && table->part == TREE)
        return add_tree(table, levels);
    if (table->lines && table->part == BRANCH)
        add_branch(table);
    else if (table->lines)
        add_sections(table, options->heaviest_sections ? options->heaviest_sections : SIZE_MAX);
    return table->lines != NULL;
}

/* --- as PerfGraph has it ------------------------------------------------------------------- */

/*
 * Tables as MOOSE prints them, byte for byte. There is a line of dashes above the heading, below it
 * and at the end. Cells are between bars with one blank on either side, texts left and numbers
 * right. A column is as wide as its heading or its widest cell. Of names their characters count, of
 * whole numbers their digits and not the sign, any number of seconds counts as 10 and any
 * percentage as 6. A heading starts at half the width less half its length. Unlike MOOSE, there are
 * no columns for memory that was not measured, and a last line about hidden sections.
 */

/* Each generation is indented further, but none below the depth that MOOSE allows. */
enum { INDENT = 2, DEPTH_MAX = 100, SECONDS_WIDTH = 10, PERCENT_WIDTH = 6 };
enum { PERFGRAPH_LEVELS = 2 }; /* the root, and the few most important sections */
/* Columns beside the section; a table of sections ends with the first column of memory. */
enum { N_TEXT_COLUMNS = 9, N_SECTION_COLUMNS = 5 };

static const struct text_column {
    const char *heading;
    enum gau_graph_kind kind;
} text_columns[N_TEXT_COLUMNS] = {
    {"Calls", GAU_GRAPH_CALLS},          {"Self(s)", GAU_GRAPH_SELF},
    {"Avg(s)", GAU_GRAPH_SELF_AVG},      {"%", GAU_GRAPH_SELF_PERCENT},
    {"Mem(MB)", GAU_GRAPH_SELF_MEMORY},  {"Total(s)", GAU_GRAPH_TOTAL},
    {"Avg(s)", GAU_GRAPH_TOTAL_AVG},     {"%", GAU_GRAPH_TOTAL_PERCENT},
    {"Mem(MB)", GAU_GRAPH_TOTAL_MEMORY},
};

struct text {
    const struct table *table;
    const struct text_column *columns[N_TEXT_COLUMNS];
    size_t n_columns, name_width, widths[N_TEXT_COLUMNS];
    FILE *out;
};

static void choose_columns(struct text *t, size_t n)
{
    for (const struct text_column *column = text_columns; column < text_columns + n; column++)
        if (t->table->graph->memory ||
            (column->kind != GAU_GRAPH_SELF_MEMORY && column->kind != GAU_GRAPH_TOTAL_MEMORY))
            t->columns[t->n_columns++] = column;
}

static size_t indent_of(const struct line *line)
{
    return INDENT * (line->depth < DEPTH_MAX ? line->depth : DEPTH_MAX);
}

static const char *name_of(const struct text *t, const struct line *line)
{
    return t->table->graph->sections[line->section].name;
}

static void number_of(char text[GAU_NUMBER_SIZE], const struct text *t,
                      const struct gau_graph_sums *sums, enum gau_graph_kind kind)
{
    if (kind < GAU_GRAPH_FIRST_INTEGER)
        gau_number_fixed_text(text, kind >= GAU_GRAPH_SELF_PERCENT ? 2 : 3,
                              gau_graph_real(sums, t->table->graph->nodes[0].sums.total, kind));
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
    for (const struct line *line = t->table->lines; line < t->table->lines + t->table->n; line++) {
        t->name_width = larger(t->name_width, indent_of(line) + gau_utf8_width(name_of(t, line)));
        for (size_t i = 0; i < t->n_columns; i++)
            t->widths[i] = larger(t->widths[i], width_of(t, line->sums, t->columns[i]->kind));
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

static void write_line(const struct text *t, const struct line *line)
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

static void write_text(const struct table *table, FILE *out)
{
    const bool sections = table->part == SECTIONS;
    struct text t = {.table = table, .out = out};

    choose_columns(&t, sections ? N_SECTION_COLUMNS : N_TEXT_COLUMNS);
    measure_columns(&t);
    fprintf(out, "\n%s:\n", parts[table->part].title);
    write_rule(&t);
    write_heading(&t, "Section", t.name_width);
    for (size_t i = 0; i < t.n_columns; i++)
        write_heading(&t, sections && i == 2 ? "Avg." : t.columns[i]->heading, t.widths[i]);
    fputs("|\n", out);
    write_rule(&t);
    for (size_t i = 0; i < table->n; i++)
        write_line(&t, &table->lines[i]);
    write_rule(&t);
    fprintf(out, "%s%s", table->hidden, *table->hidden ? "\n" : "");
}

static void add_text(struct gau_page *page, struct table *table)
{
    const bool export = page->options->export;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    bool written = out != NULL;

    if (out && export)
        written = gau_graph_write_perfgraph(table->graph, out, page->error);
    else if (out && (written = add_lines(table, page, PERFGRAPH_LEVELS)))
        write_text(table, out);
    if (out && fclose(out) == 0 && written && text)
        gau_page_add_text(page, parts[table->part].name, text);
    else
        gau_page_fail_memory(page), free(text);
}

/* --- as rows ------------------------------------------------------------------------------- */

/* Each group has one unit. */
enum { SUMS = 1, MEANS };
#define NUMBER(name_, key_, unit_, type_, ...)                                             \
    {                                                                                      \
        .name = name_, .key = key_, .unit = unit_, .type = GAU_COLUMN_##type_, __VA_ARGS__ \
    }

/* A table of sections has the columns from SECTION on. */
enum { NODE, PARENT, DEPTH, SECTION, LEVEL, FIRST_KIND, N_COLUMNS = FIRST_KIND + 11 };

static const struct gau_column columns[N_COLUMNS] = {
    DATA("node", GAU_COLUMN_INTEGER),
    DATA("parent", GAU_COLUMN_INTEGER),
    DATA("depth", GAU_COLUMN_INTEGER),
    {.name = "Section", .key = "section", .tree = true},
    COUNT("Level", "level"),
    COUNT("Calls", "calls"),
    NUMBER("Self", "self_s", "s", REAL, .group = SUMS),
    NUMBER("Self/call", "self_mean_s", "s", REAL, .group = MEANS),
    PERCENTAGE("Self", "self_percent", 2),
    NUMBER("Self memory", "memory_self_MB", "MB", INTEGER, .group = 0),
    NUMBER("Children", "children_s", "s", REAL, .group = SUMS),
    NUMBER("Children memory", "memory_children_MB", "MB", INTEGER, .group = 0),
    NUMBER("Total", "total_s", "s", REAL, .group = SUMS),
    NUMBER("Total/call", "total_mean_s", "s", REAL, .group = MEANS),
    PERCENTAGE("Total", "total_percent", 2),
    NUMBER("Total memory", "memory_total_MB", "MB", INTEGER, .group = 0),
};

/* The data of the columns from FIRST_KIND on. */
static const enum gau_graph_kind kinds[N_COLUMNS - FIRST_KIND] = {
    GAU_GRAPH_CALLS,           GAU_GRAPH_SELF,         GAU_GRAPH_SELF_AVG,
    GAU_GRAPH_SELF_PERCENT,    GAU_GRAPH_SELF_MEMORY,  GAU_GRAPH_CHILDREN,
    GAU_GRAPH_CHILDREN_MEMORY, GAU_GRAPH_TOTAL,        GAU_GRAPH_TOTAL_AVG,
    GAU_GRAPH_TOTAL_PERCENT,   GAU_GRAPH_TOTAL_MEMORY,
};

/* @p first is the first column that the table has. */
static void add_row(struct gau_table *table, const struct gau_graph *graph, size_t first,
                    const struct line *line)
{
    const struct gau_graph_section *const section = &graph->sections[line->section];

    gau_table_row(table, (unsigned)line->depth);
    gau_table_set_text(table, SECTION - first, section->name);
    gau_table_set_integer(table, LEVEL - first, section->level);
    for (size_t i = 0; i < N_COLUMNS - FIRST_KIND; i++)
        if (kinds[i] < GAU_GRAPH_FIRST_INTEGER)
            gau_table_set_real(table, FIRST_KIND + i - first,
                               gau_graph_real(line->sums, graph->nodes[0].sums.total, kinds[i]));
        else if (kinds[i] == GAU_GRAPH_CALLS || graph->memory)
            gau_table_set_integer(table, FIRST_KIND + i - first,
                                  gau_graph_integer(line->sums, kinds[i]));
    if (line->node == GAU_GRAPH_NONE)
        return;
    gau_table_set_integer(table, NODE, (int64_t)line->node);
    gau_table_set_integer(table, DEPTH, (int64_t)graph->nodes[line->node].depth);
    if (line->node > 0)
        gau_table_set_integer(table, PARENT, (int64_t)graph->nodes[line->node].parent);
}

static void add_table(struct gau_page *page, struct table *lines)
{
    const size_t first = lines->part == SECTIONS ? SECTION : 0;
    const bool done = add_lines(lines, page, SIZE_MAX);
    struct gau_table *const table =
        gau_page_add(page, parts[lines->part].name, columns + first, N_COLUMNS - first);

    if (table)
        gau_table_title(table, "%s", parts[lines->part].title);
    if (table && *lines->hidden)
        gau_table_footer(table, "%s", lines->hidden);
    for (size_t i = 0; table && done && i < lines->n; i++)
        add_row(table, lines->graph, first, &lines->lines[i]);
    if (!done)
        gau_page_fail_memory(page);
}

static bool is_wanted(const struct gau_page *page, enum part part)
{
    const struct gau_graph_options *const options = &page->options->graph;

    return page->options->table || part == TREE || (part == BRANCH && options->heaviest_branch) ||
           (part == SECTIONS && options->heaviest_sections > 0);
}

static void fill_page(struct gau_page *page)
{
    const bool export = page->options->export;
    struct gau_graph graph;

    if (!gau_graph_read(&graph, page->json, page->document, page->error))
        return;
    for (enum part part = TREE; part < (export ? 1 : N_PARTS); part++) {
        struct table table = {.graph = &graph, .part = part};

        if (export || page->options->format == GAU_TABLE_TEXT)
            add_text(page, &table);
        else
            add_table(page, &table);
        free(table.lines);
        if (page->count > 0)
            page->items[page->count - 1].on_request = !is_wanted(page, part);
    }
    gau_graph_clear(&graph);
}

const struct gau_view gau_view_graph = {
    .name = "graph",
    .help = "the sections as MOOSE's PerfGraph prints them",
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_GRAPH,
    .write = gau_view_documents_write,
    .export =
        &(const struct gau_view_export){"perfgraph", "graph: the JSON of a PerfGraphReporter"},
    .document = &(const struct gau_document_view){.kind = "timer", .fill = fill_page},
};
