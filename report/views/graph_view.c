/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"
#include "graph_write.h"
#include "page.h"

#include <stdlib.h>
#include <string.h>

/* --- as PerfGraph has it ------------------------------------------------------------------- */

enum part { TREE, BRANCH, SECTIONS, N_PARTS };

static const char *const names[N_PARTS] = {"graph", "branch", "sections"};

static bool is_wanted(const struct gau_page *page, enum part part)
{
    const struct gau_graph_options *const options = &page->options->graph;

    if (page->options->table)
        return true;
    return part == TREE || (part == BRANCH && options->heaviest_branch) ||
           (part == SECTIONS && options->heaviest_sections > 0);
}

static bool write_part(struct gau_page *page, const struct gau_graph *graph, enum part part,
                       FILE *out)
{
    const struct gau_graph_options *const options = &page->options->graph;
    const size_t limit = options->heaviest_sections;

    if (options->json)
        return gau_graph_write_json(graph, out, page->error);
    switch (part) {
    case TREE: return gau_graph_write_tree(graph, options->level > 0 ? options->level : 1, out);
    case BRANCH: return gau_graph_write_branch(graph, out);
    case SECTIONS: return gau_graph_write_sections(graph, limit ? limit : SIZE_MAX, out);
    case N_PARTS: break;
    }
    return false;
}

static void fail_memory(const struct gau_page *page)
{
    gau_view_fail(page->error, GAU_VIEW_FAILED, "%s.json: no memory for its graph", page->document);
}

static void add_text(struct gau_page *page, const struct gau_graph *graph, enum part part)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    const bool written = out && write_part(page, graph, part, out);

    if (out && fclose(out) == 0 && written && text) {
        gau_page_add_text(page, names[part], text);
        return;
    }
    free(text);
    fail_memory(page);
}

/* --- as rows ------------------------------------------------------------------------------- */

enum column {
    NODE,
    PARENT,
    DEPTH,
    SECTION, /* the first of a table of sections */
    LEVEL,
    CALLS,
    SELF,
    SELF_MEAN,
    SELF_SHARE,
    SELF_MEMORY,
    CHILDREN,
    CHILDREN_MEMORY,
    TOTAL,
    TOTAL_MEAN,
    TOTAL_SHARE,
    TOTAL_MEMORY,
    N_COLUMNS
};

/* Each group has one unit. */
enum { SUMS = 1, MEANS };

#define TIME(name_, key_, group_)                                                         \
    {                                                                                     \
        .name = name_, .key = key_, .unit = "s", .type = GAU_COLUMN_REAL, .group = group_ \
    }
#define SHARE(name_, key_)                                                                    \
    {                                                                                         \
        .name = name_, .key = key_, .unit = "percent", .type = GAU_COLUMN_REAL, .decimals = 2 \
    }
#define MEMORY(name_, key_)                                                   \
    {                                                                         \
        .name = name_, .key = key_, .unit = "MB", .type = GAU_COLUMN_INTEGER, \
    }
#define DATA(key_)                                                                            \
    {                                                                                         \
        .name = key_, .key = key_, .type = GAU_COLUMN_INTEGER, .shown = GAU_SHOWN_TO_PROGRAMS \
    }

static const struct gau_column columns[N_COLUMNS] = {
    [NODE] = DATA("node"),
    [PARENT] = DATA("parent"),
    [DEPTH] = DATA("depth"),
    [SECTION] = {.name = "Section", .key = "section", .tree = true},
    [LEVEL] = {.name = "Level", .key = "level", .type = GAU_COLUMN_INTEGER},
    [CALLS] = {.name = "Calls", .key = "calls", .type = GAU_COLUMN_INTEGER},
    [SELF] = TIME("Self", "self_s", SUMS),
    [SELF_MEAN] = TIME("Self/call", "self_mean_s", MEANS),
    [SELF_SHARE] = SHARE("Self", "self_percent"),
    [SELF_MEMORY] = MEMORY("Self memory", "memory_self_MB"),
    [CHILDREN] = TIME("Children", "children_s", SUMS),
    [CHILDREN_MEMORY] = MEMORY("Children memory", "memory_children_MB"),
    [TOTAL] = TIME("Total", "total_s", SUMS),
    [TOTAL_MEAN] = TIME("Total/call", "total_mean_s", MEANS),
    [TOTAL_SHARE] = SHARE("Total", "total_percent"),
    [TOTAL_MEMORY] = MEMORY("Total memory", "memory_total_MB"),
};

/* @p first: the first column of the table. */
static void set_sums(struct gau_table *table, const struct gau_graph *graph, size_t first,
                     const struct gau_graph_sums *sums)
{
    const double whole = graph->nodes[0].sums.total;

    gau_table_set_integer(table, CALLS - first, sums->calls);
    gau_table_set_real(table, SELF - first, sums->self);
    gau_table_set_real(table, CHILDREN - first, sums->children);
    gau_table_set_real(table, TOTAL - first, sums->total);
    gau_table_set_real(table, SELF_MEAN - first, gau_graph_mean(sums->self, sums->calls));
    gau_table_set_real(table, TOTAL_MEAN - first, gau_graph_mean(sums->total, sums->calls));
    gau_table_set_real(table, SELF_SHARE - first, gau_graph_percent(sums->self, whole));
    gau_table_set_real(table, TOTAL_SHARE - first, gau_graph_percent(sums->total, whole));
    if (!graph->memory)
        return;
    gau_table_set_integer(table, SELF_MEMORY - first, sums->self_MB);
    gau_table_set_integer(table, CHILDREN_MEMORY - first, sums->children_MB);
    gau_table_set_integer(table, TOTAL_MEMORY - first, sums->total_MB);
}

static void add_row(struct gau_table *table, const struct gau_graph *graph, size_t first,
                    size_t section, size_t depth)
{
    gau_table_row(table, (unsigned)depth);
    gau_table_set_text(table, SECTION - first, graph->sections[section].name);
    gau_table_set_integer(table, LEVEL - first, graph->sections[section].level);
}

static void add_node(struct gau_table *table, const struct gau_graph *graph, size_t index,
                     size_t depth)
{
    const struct gau_graph_node *const node = &graph->nodes[index];

    add_row(table, graph, 0, node->section, depth);
    set_sums(table, graph, 0, &node->sums);
    gau_table_set_integer(table, NODE, (int64_t)index);
    gau_table_set_integer(table, DEPTH, (int64_t)node->depth);
    if (node->parent != GAU_GRAPH_NONE)
        gau_table_set_integer(table, PARENT, (int64_t)node->parent);
}

static bool add_nodes(struct gau_table *table, const struct gau_graph *graph, size_t level)
{
    size_t *const depths = gau_graph_depths(graph, level ? level : SIZE_MAX);

    for (size_t i = 0; depths && i != GAU_GRAPH_NONE; i = gau_graph_next(graph, i))
        if (depths[i] != GAU_GRAPH_NONE)
            add_node(table, graph, i, depths[i]);
    free(depths);
    return depths != NULL;
}

static bool add_branch(struct gau_table *table, const struct gau_graph *graph)
{
    size_t depth = 0;

    for (size_t i = 0; i != GAU_GRAPH_NONE; i = gau_graph_heaviest_child(graph, i))
        add_node(table, graph, i, depth++);
    return true;
}

static bool add_sections(struct gau_table *table, const struct gau_graph *graph, size_t limit)
{
    size_t n;
    size_t *const order = gau_graph_heaviest_sections(graph, &n);

    for (size_t i = 0; i < n && (limit == 0 || i < limit); i++) {
        add_row(table, graph, SECTION, order[i], 0);
        set_sums(table, graph, SECTION, &graph->sections[order[i]].sums);
    }
    free(order);
    return order != NULL;
}

static void add_table(struct gau_page *page, const struct gau_graph *graph, enum part part)
{
    static const char *const titles[N_PARTS] = {"Performance Graph", "Heaviest Branch",
                                                "Heaviest Sections"};
    const struct gau_graph_options *const options = &page->options->graph;
    const size_t first = part == SECTIONS ? SECTION : 0;
    struct gau_table *const table =
        gau_page_add(page, names[part], columns + first, N_COLUMNS - first);
    bool done = table != NULL;

    if (!table)
        return;
    gau_table_title(table, "%s", titles[part]);
    if (part == TREE)
        done = add_nodes(table, graph, options->level);
    else if (part == BRANCH)
        done = add_branch(table, graph);
    else
        done = add_sections(table, graph, options->heaviest_sections);
    if (!done)
        fail_memory(page);
}

void gau_view_graph(struct gau_page *page, json_t *document)
{
    const bool json = page->options->graph.json;
    struct gau_graph graph;

    if (!gau_graph_read(&graph, document, page->document, page->error))
        return;
    for (enum part part = TREE; part < (json ? BRANCH : N_PARTS); part++) {
        if (json || page->options->format == GAU_TABLE_TEXT)
            add_text(page, &graph, part);
        else
            add_table(page, &graph, part);
        if (page->count > 0)
            page->items[page->count - 1].on_request = !is_wanted(page, part);
    }
    gau_graph_clear(&graph);
}
