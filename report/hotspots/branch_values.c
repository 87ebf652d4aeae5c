/* SPDX-License-Identifier: Apache-2.0 */
#include "group_keys.h"

#include "report/documents/branch_groups.h"
#include "report/documents/document.h"

#include <stdlib.h>
#include <string.h>

/*
 * Which group of branches a sample is in: its task type is a branch of the result.
 */

struct grouping {
    struct gau_symbolized_samples *result;
    struct gau_result_branches branches;
    const char **groups;            /* by node */
    struct gau_text_pool names;     /* of task types */
    struct gau_bump_allocator heap; /* of these */
    uint32_t *nodes, size;          /* by the number of a name, from 1 on; 0: none */
    struct gau_text_pool texts;     /* of groups */
};

/* As ITT has it: the ITT auditor says so, else it is the identifier. */
static const char *task_of(const struct gau_tree *tree, size_t node)
{
    const json_t *const row = json_array_get(tree->rows, node);
    const char *const name = json_string_value(json_object_get(row, "task_type"));

    return name ? name : tree->nodes[node].path;
}

/* Of branches with one task type the first one is it: below Event, as it is the first root. */
static bool list_tasks(struct grouping *g)
{
    const struct gau_tree *const tree = &g->branches.tree;

    g->size = (uint32_t)tree->n + 1;
    g->nodes = calloc(g->size, sizeof *g->nodes);
    for (size_t i = 0; g->nodes && i < tree->n; i++) {
        const uint32_t name = gau_text_pool_put(&g->names, task_of(tree, i));

        if (name > 0 && name < g->size && g->nodes[name] == 0)
            g->nodes[name] = (uint32_t)i + 1;
    }
    return g->nodes && !g->names.failed;
}

/* NULL: the task is no branch. */
static const uint32_t *node_of(struct grouping *g, const char *task)
{
    const uint32_t name = gau_text_pool_put(&g->names, task);

    return name < g->size && g->nodes[name] > 0 ? &g->nodes[name] : NULL;
}

static bool open_branches(struct grouping *g, struct gau_view_error *error)
{
    if (!gau_result_branches_open(&g->branches, g->result->folder, error))
        return false;
    if (!gau_text_pool_init(&g->names, &g->heap) || !list_tasks(g))
        gau_view_out_of_memory(error, "branches of tasks");
    return error->status == GAU_VIEW_OK;
}

static void clear(struct grouping *g)
{
    free(g->groups);
    free(g->nodes);
    gau_text_pool_clear(&g->names);
    gau_text_pool_clear(&g->texts);
    gau_bump_allocator_clear(&g->heap);
    gau_result_branches_clear(&g->branches);
}

/* --- groups -------------------------------------------------------------------------------- */

/* A task that is no branch is a group of its own. */
static bool fill(struct grouping *g, struct gau_hotspots_branches *out)
{
    const struct gau_samples *const profile = g->result->profile;

    out->of_task =
        gau_bump_allocator_take(&g->result->heap, profile->task_count * sizeof *out->of_task);
    out->texts = gau_bump_allocator_take(&g->result->heap,
                                         ((size_t)profile->task_count + 1) * sizeof *out->texts);
    if (!out->of_task || !out->texts)
        return false;
    for (uint32_t task = 1; task < profile->task_count; task++) {
        const uint32_t *const node = node_of(g, profile->tasks[task].name);
        const char *const text = node ? g->groups[*node - 1] : profile->tasks[task].name;
        const uint32_t number = gau_text_pool_put(&g->texts, text[0] ? text : "[no name]");

        out->of_task[task] = number;
        if (number <= profile->task_count)
            out->texts[number] = g->texts.items[number];
    }
    return !g->texts.failed && !g->names.failed;
}

static bool group(struct grouping *g, const struct gau_branch_key *key,
                  struct gau_view_error *error)
{
    g->groups = calloc(g->branches.tree.n + 1, sizeof *g->groups);
    if (g->groups && !gau_branch_groups_make(g->groups, &g->branches.tree, key, error))
        return false;
    if (!g->groups || !gau_text_pool_init(&g->texts, &g->result->heap) ||
        !fill(g, &g->result->branches[key->kind]))
        gau_view_out_of_memory(error, "groups of branches");
    return error->status == GAU_VIEW_OK;
}

bool gau_hotspots_group_branches(struct gau_symbolized_samples *result,
                                 const struct gau_branch_key *key, struct gau_view_error *error)
{
    struct grouping g = {.result = result};
    const bool done = open_branches(&g, error) && group(&g, key, error);

    clear(&g);
    return done;
}

/* --- what is below branches ---------------------------------------------------------------- */

bool gau_hotspots_tasks_within(const bool **within, struct gau_symbolized_samples *result,
                               const char *branch, struct gau_view_error *error)
{
    struct grouping g = {.result = result};
    bool *const tasks = gau_bump_allocator_take(&result->heap, result->profile->task_count);
    bool *nodes = NULL;

    if (open_branches(&g, error)) {
        nodes = calloc(g.branches.tree.n + 1, sizeof *nodes);
        if (!nodes || !tasks)
            gau_view_out_of_memory(error, "branches of tasks");
        else
            gau_branch_mark_within(nodes, &g.branches.tree, branch, error);
    }
    for (uint32_t task = 1; error->status == GAU_VIEW_OK && task < result->profile->task_count;
         task++) {
        const uint32_t *const node = node_of(&g, result->profile->tasks[task].name);

        tasks[task] = node && nodes[*node - 1];
    }
    *within = tasks;
    free(nodes);
    clear(&g);
    return error->status == GAU_VIEW_OK;
}
