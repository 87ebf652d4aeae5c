/* SPDX-License-Identifier: Apache-2.0 */
#include "documents/document.h"
#include "performance_graph.h"

#include <string.h>

enum { GENERATIONS = 100 }; /* MOOSE's, with the root */

static const char reporter[] = "perf_graph";

struct writing {
    const struct gau_graph *graph;
    json_t *nodes[GENERATIONS]; /* the last node of each generation; borrowed */
    bool no_memory;
};

/* A node that is too deep becomes a part of the last node of the last generation. */
static void add_to_last(struct writing *w, const struct gau_graph_sums *sums)
{
    json_t *const node = w->nodes[GENERATIONS - 1];
    json_t *const time = json_object_get(node, "time");
    json_t *const memory = json_object_get(node, "memory");

    json_real_set(time, json_real_value(time) + sums->self);
    json_integer_set(memory, json_integer_value(memory) + sums->self_MB);
}

static void put_node(struct writing *w, json_t *top, size_t index)
{
    const struct gau_graph_node *const node = &w->graph->nodes[index];
    const struct gau_graph_section *const section = &w->graph->sections[node->section];
    json_t *const object = json_pack("{s:I, s:I, s:I, s:f}", "level", (json_int_t)section->level,
                                     "memory", (json_int_t)node->sums.self_MB, "num_calls",
                                     (json_int_t)node->sums.calls, "time", node->sums.self);

    w->no_memory |= json_object_set_new(node->depth == 0 ? top : w->nodes[node->depth - 1],
                                        section->name, object) != 0;
    w->nodes[node->depth] = object;
}

static void put_nodes(struct writing *w, json_t *top)
{
    for (size_t i = 0; i != GAU_GRAPH_NONE && !w->no_memory; i = gau_graph_next(w->graph, i)) {
        if (w->graph->nodes[i].depth < GENERATIONS)
            put_node(w, top, i);
        else
            add_to_last(w, &w->graph->nodes[i].sums);
    }
}

/* One of the readers divides by the memory of the root, so that must not be 0. */
static void give_root_memory(const struct writing *w)
{
    json_t *const memory = json_object_get(w->nodes[0], "memory");
    int64_t all = 0;

    for (size_t i = 0; i < w->graph->n_nodes; i++)
        if (__builtin_add_overflow(all, w->graph->nodes[i].sums.self_MB, &all))
            return;
    if (all == 0 && json_integer_value(memory) < INT64_MAX)
        json_integer_set(memory, json_integer_value(memory) + 1);
}

/* --- what cannot be written ---------------------------------------------------------------- */

static bool is_key(const char *name)
{
    static const char *const keys[] = {"level", "memory", "num_calls", "time"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(name, keys[i]) == 0)
            return true;
    return false;
}

static bool can_be_written(const struct gau_graph *graph, gau_error *error)
{
    if (!(graph->nodes[0].sums.total > 0)) {
        gau_fail_first(error, GAU_ERR_IO,
                       "nothing was timed below '%.*s', and PerfGraph cannot read a graph without "
                       "time",
                       GAU_QUOTE(graph->sections[0].name));
        return false;
    }
    for (size_t i = 1; i < graph->n_nodes; i++) {
        const char *const name = graph->sections[graph->nodes[i].section].name;

        if (!is_key(name))
            continue;
        gau_fail_first(
            error, GAU_ERR_IO,
            "a section is called '%s', which is a key of PerfGraph's format: give it another "
            "name, or use 'gaudit report graph --format json'",
            name);
        return false;
    }
    return true;
}

bool gau_graph_write_perfgraph(const struct gau_graph *graph, FILE *out, gau_error *error)
{
    struct writing w = {.graph = graph};
    json_t *nodes, *document;

    if (!can_be_written(graph, error))
        return false;
    nodes = json_object();
    put_nodes(&w, nodes);
    if (!w.no_memory)
        give_root_memory(&w);
    document = json_pack("{s:{s:{s:s, s:{s:{s:s}}}}, s:[{s:f, s:i, s:{s:o}}]}", "reporters",
                         reporter, "type", "PerfGraphReporter", "values", "graph", "type", "json",
                         "time_steps", "time", 0.0, "time_step", 0, reporter, "graph", nodes);
    w.no_memory |= !document;
    if (w.no_memory)
        gau_fail_memory(error, "graph of %zu sections", graph->n_sections);
    else
        gau_document_write(document, out);
    json_decref(document);
    return !w.no_memory;
}
