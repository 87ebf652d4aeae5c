/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"
#include "graph.h"
#include "page.h"

#include <stdlib.h>

/* The three tables, by the names that --table takes. */
static const struct part {
    const char *name, *title;
} parts[GAU_GRAPH_N_PARTS] = {
    [GAU_GRAPH_TREE] = {"graph", "Performance Graph"},
    [GAU_GRAPH_BRANCH] = {"branch", "Heaviest Branch"},
    [GAU_GRAPH_SECTIONS] = {"sections", "Heaviest Sections"},
};

static bool is_wanted(const struct gau_page *page, enum gau_graph_part part)
{
    const struct gau_graph_options *const options = &page->options->graph;

    if (page->options->table)
        return true;
    return part == GAU_GRAPH_TREE || (part == GAU_GRAPH_BRANCH && options->heaviest_branch) ||
           (part == GAU_GRAPH_SECTIONS && options->heaviest_sections > 0);
}

static size_t limit_of(const struct gau_page *page, enum gau_graph_part part, size_t levels)
{
    const struct gau_graph_options *const options = &page->options->graph;

    if (part == GAU_GRAPH_TREE)
        return options->level ? options->level : levels;
    return options->heaviest_sections ? options->heaviest_sections : SIZE_MAX;
}

static void fail_memory(const struct gau_page *page)
{
    gau_view_fail(page->error, GAU_VIEW_FAILED, "%s.json: no memory for its graph", page->document);
}

/* --- as PerfGraph has it ------------------------------------------------------------------- */

static void add_text(struct gau_page *page, const struct gau_graph *graph, enum gau_graph_part part)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    bool written = out != NULL;

    if (out && page->options->graph.json)
        written = gau_graph_write_json(graph, out, page->error);
    else if (out)
        written = gau_graph_write_text(graph, part, limit_of(page, part, 1), out);
    if (out && fclose(out) == 0 && written && text) {
        gau_page_add_text(page, parts[part].name, text);
        return;
    }
    free(text);
    fail_memory(page);
}

/* --- as rows ------------------------------------------------------------------------------- */

/* Each group has one unit. */
enum { SUMS = 1, MEANS };

#define DATA(key_)                                                                            \
    {                                                                                         \
        .name = key_, .key = key_, .type = GAU_COLUMN_INTEGER, .shown = GAU_SHOWN_TO_PROGRAMS \
    }
#define NUMBER(name_, key_, unit_, type_, ...)                                             \
    {                                                                                      \
        .name = name_, .key = key_, .unit = unit_, .type = GAU_COLUMN_##type_, __VA_ARGS__ \
    }

/* A table of sections has those from SECTION on. */
enum { NODE, PARENT, DEPTH, SECTION, LEVEL, FIRST_KIND, N_COLUMNS = FIRST_KIND + 11 };

static const struct gau_column columns[N_COLUMNS] = {
    DATA("node"),
    DATA("parent"),
    DATA("depth"),
    {.name = "Section", .key = "section", .tree = true},
    {.name = "Level", .key = "level", .type = GAU_COLUMN_INTEGER},
    {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER},
    NUMBER("Self", "self_s", "s", REAL, .group = SUMS),
    NUMBER("Self/call", "self_mean_s", "s", REAL, .group = MEANS),
    NUMBER("Self", "self_percent", "percent", REAL, .decimals = 2),
    NUMBER("Self memory", "memory_self_MB", "MB", INTEGER, .group = 0),
    NUMBER("Children", "children_s", "s", REAL, .group = SUMS),
    NUMBER("Children memory", "memory_children_MB", "MB", INTEGER, .group = 0),
    NUMBER("Total", "total_s", "s", REAL, .group = SUMS),
    NUMBER("Total/call", "total_mean_s", "s", REAL, .group = MEANS),
    NUMBER("Total", "total_percent", "percent", REAL, .decimals = 2),
    NUMBER("Total memory", "memory_total_MB", "MB", INTEGER, .group = 0),
};

/* What stands in the columns from FIRST_KIND on. */
static const enum gau_graph_kind kinds[N_COLUMNS - FIRST_KIND] = {
    GAU_GRAPH_CALLS,           GAU_GRAPH_SELF,         GAU_GRAPH_SELF_AVG,
    GAU_GRAPH_SELF_PERCENT,    GAU_GRAPH_SELF_MEMORY,  GAU_GRAPH_CHILDREN,
    GAU_GRAPH_CHILDREN_MEMORY, GAU_GRAPH_TOTAL,        GAU_GRAPH_TOTAL_AVG,
    GAU_GRAPH_TOTAL_PERCENT,   GAU_GRAPH_TOTAL_MEMORY,
};

/* @p first: the first column of the table. */
static void add_line(struct gau_table *table, const struct gau_graph *graph, size_t first,
                     const struct gau_graph_line *line)
{
    const struct gau_graph_section *const section = &graph->sections[line->section];

    gau_table_row(table, (unsigned)line->depth);
    gau_table_set_text(table, SECTION - first, section->name);
    gau_table_set_integer(table, LEVEL - first, section->level);
    for (size_t i = 0; i < N_COLUMNS - FIRST_KIND; i++)
        if (kinds[i] < GAU_GRAPH_FIRST_INTEGER)
            gau_table_set_real(table, FIRST_KIND + i - first,
                               gau_graph_real(graph, line->sums, kinds[i]));
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

static void add_table(struct gau_page *page, const struct gau_graph *graph,
                      enum gau_graph_part part)
{
    const size_t first = part == GAU_GRAPH_SECTIONS ? SECTION : 0;
    size_t n;
    struct gau_graph_line *const lines =
        gau_graph_lines(graph, part, limit_of(page, part, SIZE_MAX), &n);
    struct gau_table *const table =
        gau_page_add(page, parts[part].name, columns + first, N_COLUMNS - first);

    if (table)
        gau_table_title(table, "%s", parts[part].title);
    for (size_t i = 0; table && lines && i < n; i++)
        add_line(table, graph, first, &lines[i]);
    if (!lines)
        fail_memory(page);
    free(lines);
}

void gau_view_graph(struct gau_page *page, json_t *document)
{
    const bool json = page->options->graph.json;
    const size_t n = json ? 1 : GAU_GRAPH_N_PARTS;
    struct gau_graph graph;

    if (!gau_graph_read(&graph, document, page->document, page->error))
        return;
    for (enum gau_graph_part part = GAU_GRAPH_TREE; part < n; part++) {
        if (json || page->options->format == GAU_TABLE_TEXT)
            add_text(page, &graph, part);
        else
            add_table(page, &graph, part);
        if (page->count > 0)
            page->items[page->count - 1].on_request = !is_wanted(page, part);
    }
    gau_graph_clear(&graph);
}
