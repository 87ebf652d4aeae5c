/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_lines.h"
#include "view_functions.h"

#include "documents/column_macros.h"

#include <stdlib.h>
#include <string.h>

/* The three tables, by their names for --table. */
static const struct {
    const char *name, *title;
} parts[GAU_GRAPH_PARTS] = {
    [GAU_GRAPH_TREE] = {"graph", "Performance Graph"},
    [GAU_GRAPH_BRANCH] = {"branch", "Heaviest Branch"},
    [GAU_GRAPH_SECTIONS] = {"sections", "Heaviest Sections"},
};

/* --- lines --------------------------------------------------------------------------------- */

static void add_line(struct gau_graph_lines *table, size_t node, size_t depth)
{
    table->items[table->n++] = (struct gau_graph_line){node, table->graph->nodes[node].section,
                                                       depth, &table->graph->nodes[node].sums};
}

/* Adds the nodes of levels below @p levels; a hidden one adds no depth. False: out of memory. */
static bool add_tree(struct gau_graph_lines *table, size_t levels)
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
static void add_branch(struct gau_graph_lines *table)
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
    const struct gau_graph_line *const left = a, *const right = b;

    if (left->sums->self != right->sums->self)
        return left->sums->self > right->sums->self ? -1 : 1;
    return (left->section > right->section) - (left->section < right->section);
}

/* Adds the first @p limit sections that ran, by falling self time. */
static void add_sections(struct gau_graph_lines *table, size_t limit)
{
    const struct gau_graph_section *const sections = table->graph->sections;

    for (size_t i = 0; i < table->graph->n_sections; i++)
        if (sections[i].n_nodes > 0)
            table->items[table->n++] =
                (struct gau_graph_line){GAU_GRAPH_NONE, i, 0, &sections[i].sums};
    qsort(table->items, table->n, sizeof *table->items, by_self);
    table->n = table->n < limit ? table->n : limit;
}

/* Shows @p levels levels unless the options say more. Returns false if out of memory. */
static bool add_lines(struct gau_graph_lines *table, const struct gau_page *page, size_t levels)
{
    const struct gau_graph_options *const options = &page->options->graph;

    levels = options->levels ? options->levels : levels;
    if (table->part == GAU_GRAPH_TREE)
        gau_graph_hidden_text(table->hidden, table->graph, levels, page->folder != NULL);
    table->items = calloc(table->graph->n_nodes + table->graph->n_sections, sizeof *table->items);
    if (table->items && table->part == GAU_GRAPH_TREE)
        return add_tree(table, levels);
    if (table->items && table->part == GAU_GRAPH_BRANCH)
        add_branch(table);
    else if (table->items)
        add_sections(table, options->heaviest_sections ? options->heaviest_sections : SIZE_MAX);
    return table->items != NULL;
}

enum { PERFGRAPH_LEVELS = 2 }; /* the root, and the few most important sections */

static void add_text(struct gau_page *page, struct gau_graph_lines *table)
{
    const bool export = page->options->export;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    bool written = out != NULL;

    if (out && export)
        written = gau_graph_write_perfgraph(table->graph, out, page->error);
    else if (out && (written = add_lines(table, page, PERFGRAPH_LEVELS)))
        gau_graph_write_text(table, page->options->width, page->options->all_columns_by, out);
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
                    const struct gau_graph_line *line)
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

static void add_table(struct gau_page *page, struct gau_graph_lines *lines)
{
    const size_t first = lines->part == GAU_GRAPH_SECTIONS ? SECTION : 0;
    const bool done = add_lines(lines, page, SIZE_MAX);
    struct gau_table *const table =
        gau_page_add(page, parts[lines->part].name, columns + first, N_COLUMNS - first);

    if (table)
        gau_table_title(table, "%s", parts[lines->part].title);
    if (table && *lines->hidden)
        gau_table_footer(table, "%s", lines->hidden);
    for (size_t i = 0; table && done && i < lines->n; i++)
        add_row(table, lines->graph, first, &lines->items[i]);
    if (!done)
        gau_page_fail_memory(page);
}

static bool is_wanted(const struct gau_page *page, enum gau_graph_part part)
{
    const struct gau_graph_options *const options = &page->options->graph;

    return page->options->table || part == GAU_GRAPH_TREE ||
           (part == GAU_GRAPH_BRANCH && options->heaviest_branch) ||
           (part == GAU_GRAPH_SECTIONS && options->heaviest_sections > 0);
}

static void fill_page(struct gau_page *page)
{
    const bool export = page->options->export;
    struct gau_graph graph;

    if (!gau_graph_read(&graph, page->json, page->document, page->error))
        return;
    for (enum gau_graph_part part = GAU_GRAPH_TREE; part < (export ? 1 : GAU_GRAPH_PARTS); part++) {
        struct gau_graph_lines table = {.graph = &graph, .part = part, .title = parts[part].title};

        if (export || page->options->format == GAU_TABLE_TEXT)
            add_text(page, &table);
        else
            add_table(page, &table);
        free(table.items);
        if (page->count > 0)
            page->items[page->count - 1].on_request = !is_wanted(page, part);
    }
    gau_graph_clear(&graph);
}

const struct gau_view_export gau_graph_perfgraph = {.name = "perfgraph"};

const struct gau_view gau_view_graph = {
    .name = "graph",
    .help = "the sections as MOOSE's PerfGraph prints them",
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_GRAPH,
    .write = gau_view_documents_write,
    .document = &(const struct gau_document_view){.kind = "timer", .fill = fill_page},
};
