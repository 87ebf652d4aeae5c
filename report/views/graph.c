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

double gau_graph_real(const struct gau_graph *graph, const struct gau_graph_sums *sums,
                      enum gau_graph_kind kind)
{
    const double values[] = {sums->self, sums->children, sums->total};
    const double value = values[kind % 3], whole = graph->nodes[0].sums.total;

    if (kind >= GAU_GRAPH_FIRST_INTEGER)
        return (double)gau_graph_integer(sums, kind);
    if (kind >= GAU_GRAPH_SELF_PERCENT)
        return whole > 0 ? 100 * (value / whole) : 0;
    if (kind >= GAU_GRAPH_SELF_AVG)
        return sums->calls > 0 ? value / (double)sums->calls : 0;
    return value;
}

int64_t gau_graph_integer(const struct gau_graph_sums *sums, enum gau_graph_kind kind)
{
    const int64_t values[] = {sums->self_MB, sums->children_MB, sums->total_MB, sums->calls};

    return values[kind - GAU_GRAPH_FIRST_INTEGER];
}

/* --- tables -------------------------------------------------------------------------------- */

static struct gau_graph_line line_of(const struct gau_graph *graph, size_t node, size_t depth)
{
    return (struct gau_graph_line){.node = node,
                                   .section = graph->nodes[node].section,
                                   .depth = depth,
                                   .sums = &graph->nodes[node].sums};
}

/* False: no memory. */
static bool add_tree(struct gau_graph_line *lines, size_t *n, const struct gau_graph *graph,
                     size_t level)
{
    size_t *const below = calloc(graph->n_nodes, sizeof *below); /* for the children of each */

    for (size_t i = 0; below && i != GAU_GRAPH_NONE; i = gau_graph_next(graph, i)) {
        const size_t parent = graph->nodes[i].parent;
        const size_t depth = parent == GAU_GRAPH_NONE ? 0 : below[parent];
        const bool shown = (size_t)graph->sections[graph->nodes[i].section].level <= level;

        if (shown)
            lines[(*n)++] = line_of(graph, i, depth);
        below[i] = depth + shown;
    }
    free(below);
    return below != NULL;
}

static size_t heaviest_child(const struct gau_graph *graph, size_t node)
{
    size_t heaviest = graph->nodes[node].first_child;

    for (size_t i = heaviest; i != GAU_GRAPH_NONE; i = graph->nodes[i].next_sibling)
        if (graph->nodes[i].sums.total > graph->nodes[heaviest].sums.total)
            heaviest = i;
    return heaviest;
}

static int by_self(const void *a, const void *b)
{
    const struct gau_graph_line *const left = a, *const right = b;

    if (left->sums->self > right->sums->self)
        return -1;
    if (left->sums->self < right->sums->self)
        return 1;
    return (left->section > right->section) - (left->section < right->section);
}

static void add_sections(struct gau_graph_line *lines, size_t *n, const struct gau_graph *graph,
                         size_t limit)
{
    for (size_t i = 0; i < graph->n_sections; i++)
        if (graph->sections[i].n_nodes > 0)
            lines[(*n)++] = (struct gau_graph_line){.node = GAU_GRAPH_NONE,
                                                    .section = i,
                                                    .sums = &graph->sections[i].sums};
    qsort(lines, *n, sizeof *lines, by_self);
    *n = *n < limit ? *n : limit;
}

struct gau_graph_line *gau_graph_lines(const struct gau_graph *graph, enum gau_graph_part part,
                                       size_t limit, size_t *n)
{
    struct gau_graph_line *const lines = calloc(graph->n_nodes + graph->n_sections, sizeof *lines);
    bool done = lines != NULL;

    *n = 0;
    if (done && part == GAU_GRAPH_TREE)
        done = add_tree(lines, n, graph, limit);
    else if (done && part == GAU_GRAPH_SECTIONS)
        add_sections(lines, n, graph, limit);
    for (size_t i = 0; done && part == GAU_GRAPH_BRANCH && i != GAU_GRAPH_NONE; ++*n) {
        lines[*n] = line_of(graph, i, *n);
        i = heaviest_child(graph, i);
    }
    if (done)
        return lines;
    free(lines);
    return NULL;
}

/* --- data of sections ---------------------------------------------------------------------- */

enum gau_view_status gau_graph_data(double *value, const json_t *document, const char *section,
                                    enum gau_graph_kind kind, bool must_exist,
                                    struct gau_view_error *error)
{
    struct gau_graph graph;
    size_t i = 0;

    if (!gau_graph_read(&graph, document, "timer", error))
        return error->status;
    while (i < graph.n_sections && strcmp(section, "Root") != 0 &&
           strcmp(graph.sections[i].name, section) != 0)
        i++;
    if (i < graph.n_sections)
        *value = gau_graph_real(&graph, &graph.sections[i].sums, kind);
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
