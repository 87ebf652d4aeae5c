/* SPDX-License-Identifier: Apache-2.0 */
#include "graph.h"

#include "document.h"

#include <stdlib.h>
#include <string.h>

/* --- questions ----------------------------------------------------------------------------- */

void gau_graph_clear(struct gau_graph *graph)
{
    free(graph->nodes);
    free(graph->sections);
    *graph = (struct gau_graph){0};
}

size_t gau_graph_next(const struct gau_graph *graph, size_t node)
{
    if (graph->nodes[node].first_child != GAU_GRAPH_NONE)
        return graph->nodes[node].first_child;
    while (node != GAU_GRAPH_NONE && graph->nodes[node].next_sibling == GAU_GRAPH_NONE)
        node = graph->nodes[node].parent;
    return node == GAU_GRAPH_NONE ? node : graph->nodes[node].next_sibling;
}

size_t *gau_graph_depths(const struct gau_graph *graph, size_t level)
{
    size_t *const depths = calloc(graph->n_nodes, sizeof *depths);
    size_t *const below = calloc(graph->n_nodes, sizeof *below); /* for the children of each */

    for (size_t i = 0; depths && below && i != GAU_GRAPH_NONE; i = gau_graph_next(graph, i)) {
        const size_t parent = graph->nodes[i].parent;
        const size_t depth = parent == GAU_GRAPH_NONE ? 0 : below[parent];
        const bool shown = (size_t)graph->sections[graph->nodes[i].section].level <= level;

        depths[i] = shown ? depth : GAU_GRAPH_NONE;
        below[i] = depth + shown;
    }
    if (!below) {
        free(depths);
        return NULL;
    }
    free(below);
    return depths;
}

size_t gau_graph_heaviest_child(const struct gau_graph *graph, size_t node)
{
    size_t heaviest = graph->nodes[node].first_child;

    for (size_t i = heaviest; i != GAU_GRAPH_NONE; i = graph->nodes[i].next_sibling)
        if (graph->nodes[i].sums.total > graph->nodes[heaviest].sums.total)
            heaviest = i;
    return heaviest;
}

struct ranked {
    double self;
    size_t section;
};

static int by_self(const void *a, const void *b)
{
    const struct ranked *const left = a, *const right = b;

    if (left->self > right->self)
        return -1;
    if (left->self < right->self)
        return 1;
    return (left->section > right->section) - (left->section < right->section);
}

size_t *gau_graph_heaviest_sections(const struct gau_graph *graph, size_t *n)
{
    struct ranked *const ranks = calloc(graph->n_sections + 1, sizeof *ranks);
    size_t *const sections = calloc(graph->n_sections + 1, sizeof *sections);

    *n = 0;
    for (size_t i = 0; ranks && sections && i < graph->n_sections; i++)
        if (graph->sections[i].n_nodes > 0)
            ranks[(*n)++] = (struct ranked){graph->sections[i].sums.self, i};
    if (ranks && *n > 0)
        qsort(ranks, *n, sizeof *ranks, by_self);
    for (size_t i = 0; i < *n; i++)
        sections[i] = ranks[i].section;
    if (!ranks) {
        free(sections);
        return NULL;
    }
    free(ranks);
    return sections;
}

double gau_graph_percent(double value, double whole)
{
    return whole > 0 ? 100 * (value / whole) : 0;
}

double gau_graph_mean(double value, int64_t calls)
{
    return calls > 0 ? value / (double)calls : 0;
}

/* GAU_GRAPH_NONE: there is none. */
static size_t find_section(const struct gau_graph *graph, const char *name)
{
    if (strcmp(name, "Root") == 0 && graph->n_sections > 0)
        return 0;
    for (size_t i = 0; i < graph->n_sections; i++)
        if (strcmp(graph->sections[i].name, name) == 0)
            return i;
    return GAU_GRAPH_NONE;
}

static double pick(const struct gau_graph_sums *sums, double whole, enum gau_graph_kind kind)
{
    switch (kind) {
    case GAU_GRAPH_SELF: return sums->self;
    case GAU_GRAPH_CHILDREN: return sums->children;
    case GAU_GRAPH_TOTAL: return sums->total;
    case GAU_GRAPH_SELF_AVG: return gau_graph_mean(sums->self, sums->calls);
    case GAU_GRAPH_CHILDREN_AVG: return gau_graph_mean(sums->children, sums->calls);
    case GAU_GRAPH_TOTAL_AVG: return gau_graph_mean(sums->total, sums->calls);
    case GAU_GRAPH_SELF_PERCENT: return gau_graph_percent(sums->self, whole);
    case GAU_GRAPH_CHILDREN_PERCENT: return gau_graph_percent(sums->children, whole);
    case GAU_GRAPH_TOTAL_PERCENT: return gau_graph_percent(sums->total, whole);
    case GAU_GRAPH_SELF_MEMORY: return (double)sums->self_MB;
    case GAU_GRAPH_CHILDREN_MEMORY: return (double)sums->children_MB;
    case GAU_GRAPH_TOTAL_MEMORY: return (double)sums->total_MB;
    case GAU_GRAPH_CALLS: return (double)sums->calls;
    }
    return 0;
}

enum gau_view_status gau_graph_data(double *value, const json_t *document, const char *section,
                                    enum gau_graph_kind kind, bool must_exist,
                                    struct gau_view_error *error)
{
    struct gau_graph graph;
    size_t found;

    if (!gau_graph_read(&graph, document, "timer", error))
        return error->status;
    found = find_section(&graph, section);
    if (found != GAU_GRAPH_NONE)
        *value = pick(&graph.sections[found].sums, graph.nodes[0].sums.total, kind);
    else if (!must_exist)
        *value = 0;
    else
        gau_view_fail(error, GAU_VIEW_USAGE,
                      "Unknown PerfGraph section name \"%.*s\" in PerfGraph::sectionData(). If you "
                      "are attempting to retrieve the root section, use \"Root\".",
                      GAU_VIEW_QUOTE(section));
    gau_graph_clear(&graph);
    return error->status;
}
