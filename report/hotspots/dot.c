/* SPDX-License-Identifier: Apache-2.0 */
#include "presets.h"

#include "report/views/document.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <stdlib.h>

/* A graph of all calls is unreadable: without a limit, those that have this part of all time. */
static const double least_share = 0.005;

/* A label is UTF-8 on one line; quotes and backslashes have a meaning in it. */
static void put_text(FILE *out, const char *text)
{
    while (*text) {
        struct gau_glyph glyph;

        text = gau_glyph_next(&glyph, text);
        if (glyph.bytes[0] == '"' || glyph.bytes[0] == '\\')
            fputc('\\', out);
        fputs(glyph.bytes, out);
    }
}

struct graph {
    struct gau_hot_sheet *sheet;
    const struct gau_hot_grouping *grouping;
    unsigned char *shown; /* by function */
    uint32_t functions;
    uint32_t left_out;
};

static uint32_t caller_of(const struct gau_hot_group *group)
{
    return (uint32_t)(group->value >> 32);
}

static uint32_t callee_of(const struct gau_hot_group *group)
{
    return (uint32_t)group->value;
}

static const struct gau_symbolizer *symbols_of(const struct graph *graph)
{
    return graph->sheet->result->symbols;
}

static uint32_t module_of(const struct graph *graph, uint32_t function)
{
    return gau_symbolizer_function(symbols_of(graph), function)->module;
}

static bool is_edge(const struct graph *graph, const struct gau_hot_group *group)
{
    const double all = (double)graph->grouping->groups[0].weight_ns;

    return !group->others && group->value != GAU_HOT_NONE &&
           (graph->sheet->options->limit > 0 || (double)group->weight_ns >= least_share * all);
}

static const struct gau_hot_group *group_at(const struct graph *graph, uint32_t i)
{
    return gau_hot_child(graph->grouping, &graph->grouping->groups[0], i);
}

static void mark(struct graph *graph)
{
    for (uint32_t i = 0; i < graph->grouping->groups[0].count; i++) {
        const struct gau_hot_group *const group = group_at(graph, i);

        if (is_edge(graph, group))
            graph->shown[caller_of(group)] = graph->shown[callee_of(group)] = 1;
        else
            graph->left_out += group->value != GAU_HOT_NONE;
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

static void put_edge(const struct graph *graph, const struct gau_hot_group *group)
{
    const struct gau_hot_measure total = gau_hot_total_of(graph->grouping, group);
    const double share = total.whole_ns ? (double)total.weight_ns / (double)total.whole_ns : 0;
    char time[64];

    gau_hot_sheet_time_text(graph->sheet, &total, time, sizeof time);
    fprintf(graph->sheet->out,
            "  f%" PRIu32 " -> f%" PRIu32 " [label=\"%s\\n%.1f %%\", penwidth=%.1f];\n",
            caller_of(group), callee_of(group), time, 100 * share, 1 + 7 * share);
}

static void put_graph(const struct graph *graph)
{
    FILE *const out = graph->sheet->out;
    char sum[160];

    fprintf(out, "digraph dependencies {\n  rankdir=LR;\n  label=\"%s: %s",
            graph->sheet->view->preset->title,
            gau_hot_sheet_sum_text(graph->sheet, graph->grouping, sum, sizeof sum));
    if (graph->left_out > 0)
        fprintf(out, "\\n%s are not shown",
                graph->sheet->options->limit ? "calls beyond the limit" : "calls below 0.5 %");
    fputs("\";\n  node [shape=box];\n", out);
    put_modules(graph);
    for (uint32_t i = 0; i < graph->grouping->groups[0].count; i++)
        if (is_edge(graph, group_at(graph, i)))
            put_edge(graph, group_at(graph, i));
    fputs("}\n", out);
}

void gau_hot_write_dot(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping)
{
    struct graph graph = {.sheet = sheet,
                          .grouping = grouping,
                          .functions = gau_symbolizer_function_count(sheet->result->symbols)};

    graph.shown = calloc(graph.functions + (size_t)1, 1);
    if (graph.shown) {
        mark(&graph);
        put_graph(&graph);
    } else {
        gau_view_fail(sheet->error, GAU_VIEW_FAILED, "no memory for the graph of '%.*s'",
                      GAU_VIEW_QUOTE(sheet->result->folder));
    }
    free(graph.shown);
}
