/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include "report/views/document.h"
#include "report/views/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sources {
    struct gau_timing_source *items;
    size_t n;
};

/* --- order --------------------------------------------------------------------------------- */

static int by_texts(const char *path, const char *root, bool is_root,
                    const struct gau_timing_source *other)
{
    int order = strcmp(path, other->path);

    if (order == 0)
        order = is_root - other->is_root;
    return order ? order : strcmp(root, other->root);
}

static int by_branch(const void *a, const void *b)
{
    const struct gau_timing_source *const left = a, *const right = b;
    const int order = by_texts(left->path, left->root, left->is_root, right);

    return order ? order : (left->rank > right->rank) - (left->rank < right->rank);
}

int gau_timing_compare(const struct gau_timing *row, const struct gau_timing_source *other)
{
    return by_texts(row->path, row->root, row->is_root, other);
}

static int by_pointed_branch(const void *a, const void *b)
{
    const struct gau_timing *const *const left = a, *const *const right = b;
    const struct gau_timing_source other = {.path = (*right)->path,
                                            .root = (*right)->root,
                                            .is_root = (*right)->is_root};

    return gau_timing_compare(*left, &other);
}

/* --- the tables ---------------------------------------------------------------------------- */

static bool no_memory(const struct gau_fields *fields, size_t n)
{
    gau_view_fail(fields->error, GAU_VIEW_FAILED, "no memory for %zu branches", n);
    return false;
}

static void add_sources(struct sources *sources, const struct gau_fields *fields, const char *table,
                        const json_t *rows, const struct gau_tree *tree)
{
    for (size_t i = 0; i < tree->n; i++) {
        const size_t node = tree->order[i];
        const struct gau_tree_node *const place = &tree->nodes[node];

        sources->items[sources->n] = (struct gau_timing_source){
            .fields = gau_fields_row(fields, table, rows, node),
            .path = place->path,
            .root = tree->nodes[place->root].name,
            .name = place->name,
            .is_root = place->parent == GAU_NO_NODE,
            .rank = sources->n,
        };
        sources->n++;
    }
}

static bool read_table(struct sources *sources, const struct gau_fields *fields, const char *table)
{
    const json_t *const rows = gau_fields_table(fields, table, true);
    struct gau_timing_source *items;
    struct gau_tree tree;

    if (!rows || !gau_tree_read(&tree, fields, table, rows))
        return false;
    items = realloc(sources->items, (sources->n + tree.n + 1) * sizeof *items);
    if (items) {
        sources->items = items;
        add_sources(sources, fields, table, rows, &tree);
    }
    gau_tree_clear(&tree);
    return items || no_memory(fields, tree.n);
}

/* --- rows ---------------------------------------------------------------------------------- */

/* Sources of one branch stand side by side. */
struct group {
    size_t first, n, rank;
};

static int by_rank(const void *a, const void *b)
{
    const struct group *const left = a, *const right = b;

    return (left->rank > right->rank) - (left->rank < right->rank);
}

static size_t make_groups(struct group *groups, const struct sources *sources)
{
    size_t n = 0;

    for (size_t i = 0; i < sources->n; i++) {
        const struct gau_timing_source *const source = &sources->items[i];

        if (i == 0 || by_texts(source->path, source->root, source->is_root, source - 1) != 0)
            groups[n++] = (struct group){.first = i, .rank = source->rank};
        groups[n - 1].n++;
    }
    qsort(groups, n, sizeof *groups, by_rank);
    return n;
}

/* All texts of a row in one piece of memory; false: there is none. */
static bool copy_texts(struct gau_timing *out, const struct gau_timing_source *source)
{
    const char *const texts[] = {source->path, source->name, source->root,
                                 gau_fields_text(&source->fields, "type")};
    char *copies[4], *next;
    size_t size = 0;

    for (size_t i = 0; i < 4; i++)
        size += strlen(texts[i]) + 1;
    next = malloc(size);
    if (!next)
        return false;
    for (size_t i = 0; i < 4; i++) {
        copies[i] = next;
        next = stpcpy(next, texts[i]) + 1;
    }
    out->path = copies[0];
    out->name = copies[1];
    out->root = copies[2];
    out->type = copies[3];
    return true;
}

static void add_times(struct gau_timing *out, const struct gau_fields *row, bool cpu)
{
    const uint64_t calls = (uint64_t)gau_fields_count(row, "calls");

    out->calls = calls <= INT64_MAX - out->calls ? out->calls + calls : INT64_MAX;
    out->total_s += gau_fields_real(row, "total_s");
    out->self_s += gau_fields_real(row, "self_s");
    out->cpu_total_s += cpu ? gau_fields_real_or_null(row, "cpu_total_s") : (double)NAN;
    out->cpu_self_s += cpu ? gau_fields_real_or_null(row, "cpu_self_s") : (double)NAN;
}

static bool add_row(struct gau_timings *out, const struct gau_timing_source *sources, size_t n)
{
    struct gau_timing *const row = &out->rows[out->n];

    if (!copy_texts(row, &sources[0]))
        return false;
    out->n++;
    row->is_root = sources[0].is_root;
    for (size_t i = 0; i < n; i++)
        add_times(row, &sources[i].fields, out->cpu_known);
    return true;
}

/* The rows exist, and are as many as there are groups at the most. */
static bool add_rows(struct gau_timings *out, const struct sources *sources)
{
    struct group *const groups = calloc(sources->n + 1, sizeof *groups);
    size_t n;
    bool fits = groups != NULL;

    n = fits ? make_groups(groups, sources) : 0;
    for (size_t i = 0; fits && i < n; i++)
        fits = add_row(out, &sources->items[groups[i].first], groups[i].n);
    free(groups);
    return fits;
}

static bool make_rows(struct gau_timings *out, const struct gau_fields *fields,
                      struct sources *sources)
{
    out->cpu_known = sources->n > 0 && gau_fields_have(&sources->items[0].fields, "cpu_total_s");
    if (sources->n > 1)
        qsort(sources->items, sources->n, sizeof *sources->items, by_branch);
    out->rows = calloc(sources->n + 1, sizeof *out->rows);
    out->by_path = calloc(sources->n + 1, sizeof *out->by_path);
    if (!out->rows || !out->by_path || !add_rows(out, sources))
        return no_memory(fields, sources->n);
    for (size_t i = 0; i < out->n; i++)
        out->by_path[i] = &out->rows[i];
    qsort(out->by_path, out->n, sizeof *out->by_path, by_pointed_branch);
    return fields->error->status == GAU_VIEW_OK;
}

bool gau_timing_rows_read(struct gau_timings *out, const struct gau_fields *fields)
{
    struct sources sources = {0};
    const bool read = read_table(&sources, fields, "branches") &&
                      read_table(&sources, fields, "first") &&
                      fields->error->status == GAU_VIEW_OK && make_rows(out, fields, &sources);

    free(sources.items);
    return read;
}
