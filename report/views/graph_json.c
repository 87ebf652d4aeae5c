/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"
#include "graph.h"

#include <string.h>

enum { GENERATIONS = 100 }; /* MOOSE's, with the root */

static const char reporter[] = "perf_graph";

struct writing {
    const struct gau_graph *graph;
    json_t *nodes[GENERATIONS]; /* the last node of each generation; borrowed */
    bool no_memory;
};

/* Takes the value over; it is borrowed from the object then. NULL: no memory, and what is put into
 * NULL is dropped. */
static json_t *put(struct writing *w, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) == 0)
        return value;
    w->no_memory = true;
    return NULL;
}

/* Too deep: a part of the last node of the last generation. */
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
    json_t *const parent = node->depth == 0 ? top : w->nodes[node->depth - 1];
    json_t *const object = put(w, parent, section->name, json_object());

    put(w, object, "level", json_integer(section->level));
    put(w, object, "memory", json_integer(node->sums.self_MB));
    put(w, object, "num_calls", json_integer(node->sums.calls));
    put(w, object, "time", json_real(node->sums.self));
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

/* One of the readers divides by the memory of the root. */
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

/* --- the document -------------------------------------------------------------------------- */

static json_t *list_of(struct writing *w, json_t *element)
{
    json_t *const list = json_array();

    if (json_array_append_new(list, element) != 0)
        w->no_memory = true;
    return list;
}

static void put_document(struct writing *w, json_t *document)
{
    json_t *const reporters = put(w, document, "reporters", json_object());
    json_t *const facts = put(w, reporters, reporter, json_object());
    json_t *const steps = put(w, document, "time_steps", list_of(w, json_object()));
    json_t *const step = json_array_get(steps, 0);
    json_t *values;

    put(w, facts, "type", json_string("PerfGraphReporter"));
    put(w, step, "time", json_real(0));
    put(w, step, "time_step", json_integer(0));
    values = put(w, facts, "values", json_object());
    put(w, put(w, values, "graph", json_object()), "type", json_string("json"));
    put_nodes(w, put(w, put(w, step, reporter, json_object()), "graph", json_object()));
    give_root_memory(w);
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

static bool can_be_written(const struct gau_graph *graph, struct gau_view_error *error)
{
    if (!(graph->nodes[0].sums.total > 0)) {
        gau_view_fail(error, GAU_VIEW_FAILED,
                      "nothing was timed below '%.*s', and PerfGraph cannot read a graph without "
                      "time",
                      GAU_VIEW_QUOTE(graph->sections[0].name));
        return false;
    }
    for (size_t i = 1; i < graph->n_nodes; i++) {
        const char *const name = graph->sections[graph->nodes[i].section].name;

        if (!is_key(name))
            continue;
        gau_view_fail(
            error, GAU_VIEW_FAILED,
            "a section is called '%s', which is a key of PerfGraph's format: give it another "
            "name, or use --format json",
            name);
        return false;
    }
    return true;
}

bool gau_graph_write_json(const struct gau_graph *graph, FILE *out, struct gau_view_error *error)
{
    struct writing w = {.graph = graph};
    json_t *document;

    if (!can_be_written(graph, error))
        return false;
    document = json_object();
    put_document(&w, document);
    if (w.no_memory)
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the graph of %zu sections",
                      graph->n_sections);
    else
        gau_document_write(document, out);
    json_decref(document);
    return !w.no_memory;
}
