/* SPDX-License-Identifier: Apache-2.0 */
#include "performance_graph.h"
#include "documents/document.h"
#include "documents/timer_document.h"

#include "table/map.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the timer says of a branch: a row, or two with that of the first events. */
struct row {
    struct gau_graph_sums sums; /* children are not read */
    int64_t level;              /* -1: not known */
    size_t section, graph;      /* numbers of its section and its node */
};

struct reading {
    struct gau_graph *graph;
    const char *document; /* its name */
    gau_error *error;
    struct gau_tree *tree; /* shown is what was called, or has something below it that was */
    struct row *rows;      /* one per node of the tree */
    struct gau_map nodes;  /* of the graph, by parent and section */
    size_t root;           /* of the graph, in the tree; GAU_NO_NODE: all roots of a job */
    double loop_s;         /* of all workers of a job; 0: it is no job */
};

static bool fail_memory(const struct reading *r)
{
    gau_fail_memory(r->error, "graph of %zu branches", r->tree->n);
    return false;
}

static bool is_fine(const struct reading *r)
{
    return r->error->status == GAU_OK;
}

/* Adds up, and fails if a sum is beyond what its type holds. */
static void add_sums(struct reading *r, struct gau_graph_sums *sums,
                     const struct gau_graph_sums *more)
{
    bool fits = true;

    for (size_t i = 0; i < 3; i++) {
        sums->times[i] += more->times[i];
        fits = fits && isfinite(sums->times[i]);
    }
    for (size_t i = 0; i < 4; i++)
        fits = !__builtin_add_overflow(sums->counts[i], more->counts[i], &sums->counts[i]) && fits;
    if (!fits)
        gau_fail_first(r->error, GAU_ERR_IO, "%s.json: the sums of its numbers are too large",
                       r->document);
}

/* --- rows ---------------------------------------------------------------------------------- */

static void add_row(struct reading *r, size_t node, const struct gau_timer_branch *branch)
{
    const struct gau_graph_sums sums = {.self = branch->times[GAU_TIMER_SELF],
                                        .total = branch->times[GAU_TIMER_TOTAL],
                                        .self_MB = branch->self_MB,
                                        .total_MB = branch->total_MB,
                                        .calls = branch->calls};

    r->rows[node].level = branch->level;
    add_sums(r, &r->rows[node].sums, &sums);
}

/* Adds the first events of every worker, which the timer keeps apart. */
static void add_warm_up(struct reading *r, const struct gau_timer_branches *warm_up)
{
    for (size_t i = 0; i < warm_up->tree.n && is_fine(r); i++) {
        const int64_t branch = warm_up->tree.nodes[i].branch;
        const size_t node = gau_tree_find(r->tree, branch);

        if (node != GAU_NO_NODE)
            add_row(r, node, &warm_up->items[i]);
        else
            gau_fail_first(r->error, GAU_ERR_IO,
                           "%s.json: warm_up[%zu].branch: there is no branch %" PRId64, r->document,
                           i, branch);
    }
}

/* Readers divide by the calls, so a root that only holds others, such as Background, gets one. */
static void count_holders(struct reading *r)
{
    for (size_t i = 0; i < r->tree->n; i++)
        if (r->rows[i].sums.calls == 0 && r->rows[i].sums.total > 0)
            r->rows[i].sums.calls = 1;
}

static bool was_called(const void *rows, size_t node)
{
    return ((const struct row *)rows)[node].sums.calls > 0;
}

static bool add_rows(struct reading *r, const struct gau_timer_document *timer)
{
    r->rows = calloc(r->tree->n + 1, sizeof *r->rows);
    if (!r->rows)
        return fail_memory(r);
    for (size_t i = 0; i < r->tree->n && is_fine(r); i++)
        add_row(r, i, &timer->branches.items[i]);
    add_warm_up(r, &timer->warm_up);
    count_holders(r);
    gau_tree_show(r->tree, was_called, r->rows);
    return is_fine(r);
}

/* --- root ---------------------------------------------------------------------------------- */

/* The root above all roots is called after what ran: a job, or a program with events. */
static const char *name_of_all(const struct reading *r)
{
    return r->loop_s > 0 ? "Job" : "Run";
}

/* Only jobs have loop times; programs with sections alone have none. */
static void add_loops(struct reading *r, const struct gau_document_fields *fields)
{
    const json_t *const rows = gau_document_fields_table(fields, "loop_times", false);

    for (size_t i = 0; i < json_array_size(rows) && is_fine(r); i++) {
        const struct gau_document_fields row =
            gau_document_fields_row(fields, "loop_times", rows, i);

        r->loop_s += fmax(gau_document_fields_real(&row, "loop_s"), 0);
    }
}

static bool is_part(const struct reading *r, size_t node)
{
    return r->root == GAU_NO_NODE || r->tree->nodes[node].root == r->root;
}

/* Loops take longer than events and the background: workers also wait and merge, and the timer may
 * not see all events. The root gets that rest. */
static void add_rest_of_loops(struct reading *r)
{
    struct gau_graph_sums *const sums = &r->graph->nodes[0].sums;
    double inside = 0;

    for (size_t i = 0; i < r->tree->n; i++)
        if (r->tree->nodes[i].parent == GAU_NO_NODE &&
            (strcmp(r->tree->nodes[i].name, "Event") == 0 ||
             strcmp(r->tree->nodes[i].name, "Background") == 0))
            inside += r->rows[i].sums.total;
    add_sums(r, sums,
             &(struct gau_graph_sums){.self = fmax(r->loop_s - inside, 0),
                                      .total = sums->children + fmax(r->loop_s - inside, 0),
                                      .total_MB = sums->children_MB,
                                      .calls = 1});
}

/* @p several becomes true if there are events, and sections that ran outside of them; or background
 * work, which is in no other root. */
static size_t choose_root(const struct gau_tree *tree, bool *several)
{
    size_t event = GAU_NO_NODE, program = GAU_NO_NODE;
    bool background = false;

    for (size_t i = tree->n; i-- > 0;) {
        if (tree->nodes[i].parent != GAU_NO_NODE)
            continue;
        event = strcmp(tree->nodes[i].name, "Event") == 0 ? i : event;
        program = strcmp(tree->nodes[i].name, "Program") == 0 ? i : program;
        background |= tree->nodes[i].shown && strcmp(tree->nodes[i].name, "Background") == 0;
    }
    *several = background;
    if (program != GAU_NO_NODE &&
        (event == GAU_NO_NODE || (tree->nodes[program].shown && !tree->nodes[event].shown)))
        return program;
    *several |= program != GAU_NO_NODE && tree->nodes[program].shown;
    return gau_tree_main_root(tree);
}

/* --- sections ------------------------------------------------------------------------------ */

/* Gives a name its number, the same each time. False: out of memory. */
static bool number_name(struct reading *r, json_t *numbers, const char *name, int64_t level,
                        size_t *number)
{
    const json_t *const known = json_object_get(numbers, name);
    struct gau_graph *const graph = r->graph;

    *number = known ? (size_t)json_integer_value(known) : graph->n_sections;
    if (known)
        return true;
    graph->sections[graph->n_sections++] = (struct gau_graph_section){.name = name, .level = level};
    return json_object_set_new(numbers, name, json_integer((json_int_t)*number)) == 0;
}

/* Only the root has level 0, so other sections are raised to 1. */
static bool number_section(struct reading *r, json_t *numbers, size_t node)
{
    struct row *const row = &r->rows[node];
    const int64_t level = node != r->root && row->level < 1 ? 1 : row->level;

    return number_name(r, numbers, r->tree->nodes[node].name, level < 0 ? 0 : level, &row->section);
}

static bool number_root(struct reading *r, json_t *numbers)
{
    size_t number;

    return r->root == GAU_NO_NODE ? number_name(r, numbers, name_of_all(r), 0, &number)
                                  : number_section(r, numbers, r->root);
}

/* Sections are numbered in the order of their first branches, but the root comes first. */
static bool number_sections(struct reading *r)
{
    json_t *const numbers = json_object();
    bool done;

    r->graph->sections = calloc(r->tree->n + 2, sizeof *r->graph->sections);
    done = numbers && r->graph->sections && number_root(r, numbers);
    for (size_t i = 0; i < r->tree->n && done; i++) {
        const size_t node = r->tree->numbers[i].node;

        if (is_part(r, node))
            done = number_section(r, numbers, node);
    }
    json_decref(numbers);
    return done || fail_memory(r);
}

/* --- nodes --------------------------------------------------------------------------------- */

/* A node of the tree that is part of the graph. */
struct part {
    unsigned depth;
    size_t section;
    int64_t branch;
    size_t node;
};

/* Parents come before what is below them, and siblings in the order of their sections. */
static int by_node(const void *a, const void *b)
{
    const struct part *const left = a, *const right = b;

    if (left->depth != right->depth)
        return left->depth < right->depth ? -1 : 1;
    if (left->section != right->section)
        return left->section < right->section ? -1 : 1;
    return (left->branch > right->branch) - (left->branch < right->branch);
}

/* Several branches may have one path, and then share a node. */
static size_t find_node(struct reading *r, size_t parent, size_t section)
{
    struct gau_graph *const graph = r->graph;
    const uint64_t key = gau_hash_mix(parent, section);
    uint32_t step = 0, found;

    while ((found = gau_map_next(&r->nodes, key, &step)))
        if (graph->nodes[found - 1].parent == parent && graph->nodes[found - 1].section == section)
            return found - 1;
    graph->nodes[graph->n_nodes] = (struct gau_graph_node){.section = section,
                                                           .parent = parent,
                                                           .first_child = GAU_GRAPH_NONE,
                                                           .next_sibling = GAU_GRAPH_NONE};
    if (parent != GAU_GRAPH_NONE)
        graph->nodes[graph->n_nodes].depth = graph->nodes[parent].depth + 1;
    if (!gau_map_add(&r->nodes, key, (uint32_t)graph->n_nodes + 1))
        fail_memory(r);
    return graph->n_nodes++;
}

static bool make_nodes(struct reading *r)
{
    struct part *const parts = calloc(r->tree->n + 1, sizeof *parts);
    size_t n = 0;

    r->graph->nodes = calloc(r->tree->n + 2, sizeof *r->graph->nodes);
    if (r->graph->nodes && r->root == GAU_NO_NODE)
        find_node(r, GAU_GRAPH_NONE, 0);
    for (size_t i = 0; parts && i < r->tree->n; i++)
        if (i == r->root || (is_part(r, i) && r->tree->nodes[i].shown))
            parts[n++] = (struct part){r->tree->nodes[i].depth, r->rows[i].section,
                                       r->tree->nodes[i].branch, i};
    if (n > 1)
        qsort(parts, n, sizeof *parts, by_node);
    for (size_t i = 0; r->graph->nodes && i < n && is_fine(r); i++) {
        struct row *const row = &r->rows[parts[i].node];
        const size_t above = r->tree->nodes[parts[i].node].parent;
        const size_t parent = above != GAU_NO_NODE     ? r->rows[above].graph
                              : r->root == GAU_NO_NODE ? 0
                                                       : GAU_GRAPH_NONE;

        row->graph = find_node(r, parent, row->section);
        add_sums(r, &r->graph->nodes[row->graph].sums, &row->sums);
    }
    free(parts);
    return (parts && r->graph->nodes) || fail_memory(r);
}

/* Links from the last node on, so that the first child is the first, and sums from the first on. */
static bool sum_up(struct reading *r)
{
    struct gau_graph *const graph = r->graph;

    for (size_t i = graph->n_nodes; i-- > 1;) {
        struct gau_graph_node *const parent = &graph->nodes[graph->nodes[i].parent];

        graph->nodes[i].next_sibling = parent->first_child;
        parent->first_child = i;
    }
    for (size_t i = 1; i < graph->n_nodes; i++) {
        const struct gau_graph_sums *const sums = &graph->nodes[i].sums;

        add_sums(r, &graph->nodes[graph->nodes[i].parent].sums,
                 &(struct gau_graph_sums){.children = sums->total, .children_MB = sums->total_MB});
    }
    if (r->root == GAU_NO_NODE)
        add_rest_of_loops(r);
    for (size_t i = 0; i < graph->n_nodes; i++) {
        struct gau_graph_section *const section = &graph->sections[graph->nodes[i].section];

        section->n_nodes++;
        add_sums(r, &section->sums, &graph->nodes[i].sums);
    }
    return is_fine(r);
}

static bool build_graph(struct reading *r)
{
    bool several = false;

    r->root = choose_root(r->tree, &several);
    if (r->root != GAU_NO_NODE && (r->loop_s > 0 || several))
        r->root = GAU_NO_NODE;
    else if (r->root == GAU_NO_NODE) {
        gau_fail_first(r->error, GAU_ERR_IO, "%s.json: branches: there is no root", r->document);
        return false;
    }
    return number_sections(r) && make_nodes(r) && sum_up(r);
}

void gau_graph_clear(struct gau_graph *graph)
{
    free(graph->nodes);
    free(graph->sections);
    *graph = (struct gau_graph){0};
}

bool gau_graph_read(struct gau_graph *out, const json_t *document, const char *name,
                    gau_error *error)
{
    const struct gau_document_fields fields = gau_document_fields_of(document, name, error);
    struct gau_timer_document timer = {0};
    struct reading r = {
        .graph = out, .document = name, .error = error, .tree = &timer.branches.tree};
    bool done;

    *out = (struct gau_graph){0};
    done = is_fine(&r) && gau_timer_document_read(&timer, &fields, GAU_TIMER_CALLS);
    out->memory = timer.branches.memory;
    if (done)
        add_loops(&r, &fields);
    done = done && add_rows(&r, &timer) && build_graph(&r);
    gau_timer_document_clear(&timer);
    free(r.rows);
    gau_map_clear(&r.nodes);
    if (!done)
        gau_graph_clear(out);
    return done;
}

/* --- questions ----------------------------------------------------------------------------- */

size_t gau_graph_next(const struct gau_graph *graph, size_t node)
{
    if (graph->nodes[node].first_child != GAU_GRAPH_NONE)
        return graph->nodes[node].first_child;
    while (node != GAU_GRAPH_NONE && graph->nodes[node].next_sibling == GAU_GRAPH_NONE)
        node = graph->nodes[node].parent;
    return node == GAU_GRAPH_NONE ? node : graph->nodes[node].next_sibling;
}

double gau_graph_real(const struct gau_graph_sums *sums, double whole, enum gau_graph_kind kind)
{
    const double value = sums->times[kind % 3];

    if (kind >= GAU_GRAPH_FIRST_INTEGER)
        return (double)gau_graph_integer(sums, kind);
    if (kind >= GAU_GRAPH_SELF_PERCENT)
        return whole > 0 ? 100 * (value / whole) : 0;
    if (kind >= GAU_GRAPH_SELF_AVG)
        return sums->calls > 0 ? value / (double)sums->calls : 0;
    return value;
}
