/* SPDX-License-Identifier: Apache-2.0 */
#include "graph_write.h"

#include "framed.h"

#include <stdlib.h>

/* Blanks per generation; deeper than what MOOSE allows, there are no more of them. */
enum { INDENT = 2, DEPTH_MAX = 100 };

/* Columns of the first two tables; the third ends with the first MEMORY. */
enum {
    SECTION,
    CALLS,
    SELF,
    SELF_MEAN,
    SELF_SHARE,
    SELF_MEMORY,
    TOTAL,
    TOTAL_MEAN,
    TOTAL_SHARE,
    TOTAL_MEMORY,
    N_COLUMNS,
    N_SECTION_COLUMNS = SELF_MEMORY + 1
};

static const struct gau_framed_column columns[N_COLUMNS] = {
    [SECTION] = {"Section", GAU_FRAMED_TEXT},   [CALLS] = {"Calls", GAU_FRAMED_INTEGER},
    [SELF] = {"Self(s)", GAU_FRAMED_SECONDS},   [SELF_MEAN] = {"Avg(s)", GAU_FRAMED_SECONDS},
    [SELF_SHARE] = {"%", GAU_FRAMED_PERCENT},   [SELF_MEMORY] = {"Mem(MB)", GAU_FRAMED_INTEGER},
    [TOTAL] = {"Total(s)", GAU_FRAMED_SECONDS}, [TOTAL_MEAN] = {"Avg(s)", GAU_FRAMED_SECONDS},
    [TOTAL_SHARE] = {"%", GAU_FRAMED_PERCENT},  [TOTAL_MEMORY] = {"Mem(MB)", GAU_FRAMED_INTEGER},
};

static const struct gau_framed_column section_columns[N_SECTION_COLUMNS] = {
    [SECTION] = {"Section", GAU_FRAMED_TEXT}, [CALLS] = {"Calls", GAU_FRAMED_INTEGER},
    [SELF] = {"Self(s)", GAU_FRAMED_SECONDS}, [SELF_MEAN] = {"Avg.", GAU_FRAMED_SECONDS},
    [SELF_SHARE] = {"%", GAU_FRAMED_PERCENT}, [SELF_MEMORY] = {"Mem(MB)", GAU_FRAMED_INTEGER},
};

static void fill_self(struct gau_framed_cell *cells, const struct gau_graph *graph,
                      const struct gau_graph_sums *sums)
{
    const double whole = graph->nodes[0].sums.total;

    cells[CALLS].integer = sums->calls;
    cells[SELF].real = sums->self;
    cells[SELF_MEAN].real = gau_graph_mean(sums->self, sums->calls);
    cells[SELF_SHARE].real = gau_graph_percent(sums->self, whole);
    cells[SELF_MEMORY].integer = sums->self_MB;
    cells[SELF_MEMORY].unknown = !graph->memory;
}

static void fill_node(struct gau_framed_cell *cells, const struct gau_graph *graph, size_t node,
                      size_t depth)
{
    const struct gau_graph_sums *const sums = &graph->nodes[node].sums;

    cells[SECTION].text = graph->sections[graph->nodes[node].section].name;
    cells[SECTION].indent = INDENT * (depth < DEPTH_MAX ? depth : DEPTH_MAX);
    fill_self(cells, graph, sums);
    cells[TOTAL].real = sums->total;
    cells[TOTAL_MEAN].real = gau_graph_mean(sums->total, sums->calls);
    cells[TOTAL_SHARE].real = gau_graph_percent(sums->total, graph->nodes[0].sums.total);
    cells[TOTAL_MEMORY].integer = sums->total_MB;
    cells[TOTAL_MEMORY].unknown = !graph->memory;
}

static void write_table(const char *title, const struct gau_framed *table, FILE *out)
{
    fprintf(out, "\n%s:\n", title);
    gau_framed_write(table, out);
}

bool gau_graph_write_tree(const struct gau_graph *graph, size_t level, FILE *out)
{
    struct gau_framed_cell *const cells = calloc(graph->n_nodes, N_COLUMNS * sizeof *cells);
    size_t *const depths = gau_graph_depths(graph, level);
    const bool done = cells && depths;
    size_t rows = 0;

    for (size_t i = 0; done && i != GAU_GRAPH_NONE; i = gau_graph_next(graph, i))
        if (depths[i] != GAU_GRAPH_NONE)
            fill_node(cells + N_COLUMNS * rows++, graph, i, depths[i]);
    if (done)
        write_table("Performance Graph", &(struct gau_framed){columns, N_COLUMNS, rows, cells},
                    out);
    free(cells);
    free(depths);
    return done;
}

bool gau_graph_write_branch(const struct gau_graph *graph, FILE *out)
{
    struct gau_framed_cell *const cells = calloc(graph->n_nodes, N_COLUMNS * sizeof *cells);
    size_t rows = 0;

    if (!cells)
        return false;
    for (size_t node = 0; node != GAU_GRAPH_NONE; node = gau_graph_heaviest_child(graph, node)) {
        fill_node(cells + N_COLUMNS * rows, graph, node, rows);
        rows++;
    }
    write_table("Heaviest Branch", &(struct gau_framed){columns, N_COLUMNS, rows, cells}, out);
    free(cells);
    return true;
}

bool gau_graph_write_sections(const struct gau_graph *graph, size_t limit, FILE *out)
{
    struct gau_framed_cell *const cells =
        calloc(graph->n_sections, N_SECTION_COLUMNS * sizeof *cells);
    size_t n;
    size_t *const order = gau_graph_heaviest_sections(graph, &n);
    const bool done = cells && order;

    if (done) {
        n = n < limit ? n : limit;
        for (size_t i = 0; i < n; i++) {
            cells[N_SECTION_COLUMNS * i + SECTION].text = graph->sections[order[i]].name;
            fill_self(cells + N_SECTION_COLUMNS * i, graph, &graph->sections[order[i]].sums);
        }
        write_table("Heaviest Sections",
                    &(struct gau_framed){section_columns, N_SECTION_COLUMNS, n, cells}, out);
    }
    free(cells);
    free(order);
    return done;
}
