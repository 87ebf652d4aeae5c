/* SPDX-License-Identifier: Apache-2.0 */
#include "dependencies.h"

#include "report/views/document.h"
#include "table/utf8.h"
#include "visit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A graph of all calls is unreadable: without a limit, those that have this part of all time. */
static const double least_share = 0.005;

/* A label is UTF-8 on one line; quotes and backslashes have a meaning in it. */
static void put_text(FILE *out, const char *text)
{
    char *const clean = gau_hot_clean(text);

    for (const char *at = clean; at && *at; at++) {
        if (*at == '"' || *at == '\\')
            fputc('\\', out);
        fputc(*at, out);
    }
    free(clean);
}

struct graph {
    struct gau_hot_sheet *sheet;
    const struct gau_hot_rows *rows;
    unsigned char *shown; /* by function */
    uint32_t functions;
    uint32_t left_out;
};

static const struct gau_symbolizer *symbols_of(const struct graph *graph)
{
    return graph->sheet->result->symbols;
}

static uint32_t module_of(const struct graph *graph, uint32_t function)
{
    return gau_symbolizer_function(symbols_of(graph), function)->module;
}

static bool is_edge(const struct graph *graph, const struct gau_hot_row *row)
{
    const double all = (double)graph->rows->items[0].weight_ns;

    return !row->others && row->a != GAU_HOT_NOT_CALLED &&
           (graph->sheet->options->limit > 0 || (double)row->weight_ns >= least_share * all);
}

static const struct gau_hot_row *row_at(const struct graph *graph, uint32_t i)
{
    return gau_hot_rows_below(graph->rows, &graph->rows->items[0], i);
}

static void mark(struct graph *graph)
{
    for (uint32_t i = 0; i < graph->rows->items[0].count; i++) {
        const struct gau_hot_row *const row = row_at(graph, i);

        if (is_edge(graph, row))
            graph->shown[row->a] = graph->shown[row->b] = 1;
        else
            graph->left_out += row->a != GAU_HOT_NOT_CALLED;
    }
}

static void put_nodes(const struct graph *graph, uint32_t module)
{
    FILE *const out = graph->sheet->out;

    for (uint32_t i = 0; i < graph->functions; i++) {
        if (!graph->shown[i] || module_of(graph, i) != module)
            continue;
        fprintf(out, "    f%" PRIu32 " [label=\"", i);
        put_text(out, gau_hot_function_name(graph->sheet->result, i));
        fputs("\"];\n", out);
    }
}

/* The first function of each module begins its box. */
static void put_modules(const struct graph *graph)
{
    FILE *const out = graph->sheet->out;

    for (uint32_t i = 0; i < graph->functions; i++) {
        const uint32_t module = module_of(graph, i);
        bool is_first = graph->shown[i] != 0;

        for (uint32_t j = 0; j < i && is_first; j++)
            is_first = !graph->shown[j] || module_of(graph, j) != module;
        if (!is_first)
            continue;
        fprintf(out, "  subgraph cluster_%" PRIu32 " {\n    label=\"", module);
        put_text(out, gau_symbolizer_module_name(symbols_of(graph), module));
        fputs("\";\n", out);
        put_nodes(graph, module);
        fputs("  }\n", out);
    }
}

static void put_edge(const struct graph *graph, const struct gau_hot_row *row)
{
    const struct gau_hot_measure total = gau_hot_dependency_total(graph->rows, row);
    const double share = total.whole_ns ? (double)total.weight_ns / (double)total.whole_ns : 0;
    char time[64];

    gau_hot_sheet_time_text(graph->sheet, &total, time, sizeof time);
    fprintf(graph->sheet->out,
            "  f%" PRIu64 " -> f%" PRIu64 " [label=\"%s\\n%.1f %%\", penwidth=%.1f];\n", row->a,
            row->b, time, 100 * share, 1 + 7 * share);
}

static void put_graph(struct graph *graph)
{
    FILE *const out = graph->sheet->out;
    const struct gau_hot_measure all =
        gau_hot_dependency_total(graph->rows, &graph->rows->items[0]);
    char sum[96];

    fputs("digraph dependencies {\n  rankdir=LR;\n  label=\"CPU time of calls between modules: ",
          out);
    fputs(gau_hot_sheet_sum_text(graph->sheet, &all, sum, sizeof sum), out);
    if (graph->left_out > 0)
        fprintf(out, "\\n%s are not shown",
                graph->sheet->options->limit ? "calls beyond the limit" : "calls below 0.5 %");
    fputs("\";\n  node [shape=box];\n", out);
    put_modules(graph);
    for (uint32_t i = 0; i < graph->rows->items[0].count; i++)
        if (is_edge(graph, row_at(graph, i)))
            put_edge(graph, row_at(graph, i));
    fputs("}\n", out);
}

void gau_hot_write_dot(struct gau_hot_sheet *sheet, const struct gau_hot_rows *rows)
{
    struct graph graph = {.sheet = sheet,
                          .rows = rows,
                          .functions = gau_symbolizer_function_count(sheet->result->symbols)};

    graph.shown = calloc(graph.functions + (size_t)1, 1);
    if (graph.shown) {
        mark(&graph);
        put_graph(&graph);
        gau_hot_result_notes(sheet->result, &sheet->notes);
        gau_hot_notes_tell(&sheet->notes);
    } else {
        gau_view_fail(sheet->error, GAU_VIEW_FAILED, "no memory for the graph of '%.*s'",
                      GAU_VIEW_QUOTE(sheet->result->folder));
    }
    free(graph.shown);
}
