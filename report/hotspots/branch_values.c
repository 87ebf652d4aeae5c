/* SPDX-License-Identifier: Apache-2.0 */
#include "group_keys.h"

#include "documents/branch_groups.h"
#include "documents/document.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * Which group of branches a sample is in: its task type is a branch of the result, or of one of its
 * further processes, which have folders of their own in it.
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

/* Returns the task type of a node: the ITT auditor may name it, else it is the identifier. */
static const char *task_of(const struct gau_tree *tree, size_t node)
{
    const json_t *const row = json_array_get(tree->rows, node);
    const char *const name = json_string_value(json_object_get(row, "task_type"));

    return name ? name : tree->nodes[node].path;
}

/* Of branches with one task type the first one counts: it is below Event, which is the first
 * root. */
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

/* Returns NULL if the task is no branch. */
static const uint32_t *node_of(struct grouping *g, const char *task)
{
    const uint32_t name = gau_text_pool_put(&g->names, task);

    return name < g->size && g->nodes[name] > 0 ? &g->nodes[name] : NULL;
}

static bool open_branches(struct grouping *g, const char *folder, gau_error *error)
{
    if (!gau_result_branches_open(&g->branches, folder, error))
        return false;
    if (!gau_text_pool_init(&g->names, &g->heap) || !list_tasks(g))
        gau_fail_memory(error, "branches of tasks");
    return error->status == GAU_OK;
}

/* Frees what is kept of one folder. */
static void clear_branches(struct grouping *g)
{
    free(g->groups);
    free(g->nodes);
    gau_text_pool_clear(&g->names);
    gau_bump_allocator_clear(&g->heap);
    gau_result_branches_clear(&g->branches);
    *g = (struct grouping){.result = g->result, .texts = g->texts};
}

/* --- the folders of a result --------------------------------------------------------------- */

/* A visitor notes what it learns of the tasks that are branches of the open tree. */
typedef bool (*branches_visitor)(struct grouping *g, void *data, gau_error *error);

/* Finds the folder of a result for 1, and those of its further processes: process-2 and so on. */
static bool find_folder(char path[PATH_MAX], const char *folder, unsigned process)
{
    struct stat info;
    const int length = process == 1 ? snprintf(path, PATH_MAX, "%s", folder)
                                    : snprintf(path, PATH_MAX, "%s/process-%u", folder, process);

    return length >= 0 && length < PATH_MAX &&
           (process == 1 || (stat(path, &info) == 0 && S_ISDIR(info.st_mode)));
}

/* A branch need not be in all folders. If it is in none, the error is that of the first one. */
static bool visit_folders(struct grouping *g, branches_visitor visit, void *data, gau_error *error)
{
    char path[PATH_MAX];
    gau_error first = {0};
    bool some = false;

    for (unsigned process = 1; find_folder(path, g->result->folder, process); process++) {
        gau_error problem = {0};

        if (open_branches(g, path, &problem) && visit(g, data, &problem))
            some = true;
        clear_branches(g);
        if (problem.status != GAU_OK && problem.status != GAU_ERR_USAGE) {
            *error = problem;
            return false;
        }
        if (process == 1)
            first = problem;
    }
    if (!some)
        *error = first;
    return some;
}

/* --- groups -------------------------------------------------------------------------------- */

struct groups {
    const struct gau_branch_key *key;
    struct gau_hotspots_branches *out;
};

/* Returns the number of a group; two tasks may be in one. */
static uint32_t number_of(struct grouping *g, struct gau_hotspots_branches *out, const char *text)
{
    const uint32_t number = gau_text_pool_put(&g->texts, text[0] ? text : "[no name]");

    if (number <= g->result->profile->task_count)
        out->texts[number] = g->texts.items[number];
    return number;
}

/* Tasks that had a branch in an earlier folder keep their group. */
static bool add_groups(struct grouping *g, void *data, gau_error *error)
{
    const struct groups *const groups = data;
    const struct gau_samples *const profile = g->result->profile;

    g->groups = calloc(g->branches.tree.n + 1, sizeof *g->groups);
    if (g->groups && !gau_branch_groups_make(g->groups, &g->branches.tree, groups->key, error))
        for (size_t i = 0; i < g->branches.tree.n; i++) /* another process may have that branch */
            g->groups[i] = "[other branches]";
    for (uint32_t task = 1; g->groups && task < profile->task_count; task++) {
        uint32_t *const number = &groups->out->of_task[task];
        const uint32_t *const node = *number ? NULL : node_of(g, profile->tasks[task].name);

        if (node)
            *number = number_of(g, groups->out, g->groups[*node - 1]);
    }
    if (!g->groups || g->texts.failed || g->names.failed)
        gau_fail_memory(error, "groups of branches");
    return error->status == GAU_OK;
}

static bool make_room(struct grouping *g, struct gau_hotspots_branches *out)
{
    const size_t n = g->result->profile->task_count;

    out->of_task = gau_bump_allocator_take(&g->result->heap, n * sizeof *out->of_task);
    out->texts = gau_bump_allocator_take(&g->result->heap, (n + 1) * sizeof *out->texts);
    if (!out->of_task || !out->texts || !gau_text_pool_init(&g->texts, &g->result->heap))
        return false;
    memset(out->of_task, 0, n * sizeof *out->of_task);
    return true;
}

/* A task that is no branch is a group of its own. */
static void add_others(struct grouping *g, struct gau_hotspots_branches *out)
{
    const struct gau_samples *const profile = g->result->profile;

    for (uint32_t task = 1; task < profile->task_count; task++)
        if (out->of_task[task] == 0)
            out->of_task[task] = number_of(g, out, profile->tasks[task].name);
}

bool gau_hotspots_group_branches(struct gau_symbolized_samples *result,
                                 const struct gau_branch_key *key, gau_error *error)
{
    struct grouping g = {.result = result};
    struct groups groups = {.key = key, .out = &result->branches[key->kind]};

    if (!make_room(&g, groups.out))
        gau_fail_memory(error, "groups of branches");
    else if (visit_folders(&g, add_groups, &groups, error))
        add_others(&g, groups.out);
    if (g.texts.failed)
        gau_fail_memory(error, "groups of branches");
    gau_text_pool_clear(&g.texts);
    return error->status == GAU_OK;
}

/* --- what is below branches ---------------------------------------------------------------- */

struct subtree {
    const char *branch; /* NULL: all are in it */
    bool *tasks;
};

static bool add_within(struct grouping *g, void *data, gau_error *error)
{
    const struct subtree *const subtree = data;
    const struct gau_samples *const profile = g->result->profile;
    bool *const nodes = calloc(g->branches.tree.n + 1, sizeof *nodes);

    if (!nodes)
        gau_fail_memory(error, "branches of tasks");
    else if (!subtree->branch)
        memset(nodes, true, g->branches.tree.n * sizeof *nodes);
    else
        gau_branch_mark_within(nodes, &g->branches.tree, subtree->branch, error);
    for (uint32_t task = 1; error->status == GAU_OK && task < profile->task_count; task++) {
        const uint32_t *const node = node_of(g, profile->tasks[task].name);

        subtree->tasks[task] |= node && nodes[*node - 1];
    }
    free(nodes);
    return error->status == GAU_OK;
}

bool gau_hotspots_tasks_within(const bool **within, struct gau_symbolized_samples *result,
                               const char *branch, gau_error *error)
{
    struct grouping g = {.result = result};
    struct subtree subtree = {branch,
                              gau_bump_allocator_take(&result->heap, result->profile->task_count)};

    *within = subtree.tasks;
    if (!subtree.tasks) {
        gau_fail_memory(error, "branches of tasks");
        return false;
    }
    memset(subtree.tasks, 0, result->profile->task_count);
    return visit_folders(&g, add_within, &subtree, error);
}

/* --- the branches of tasks ----------------------------------------------------------------- */

struct task_paths {
    const char **paths;
    struct gau_text_pool *texts;
};

static bool add_paths(struct grouping *g, void *data, gau_error *error)
{
    const struct task_paths *const out = data;
    const struct gau_samples *const profile = g->result->profile;

    for (uint32_t task = 1; task < profile->task_count; task++) {
        const uint32_t *const node = node_of(g, profile->tasks[task].name);

        if (node && !out->paths[task])
            out->paths[task] =
                gau_text_pool_keep(out->texts, g->branches.tree.nodes[*node - 1].path);
    }
    if (out->texts->failed)
        gau_fail_memory(error, "branches of tasks");
    return error->status == GAU_OK;
}

bool gau_hotspots_task_paths(const char ***paths, struct gau_symbolized_samples *result,
                             gau_error *error)
{
    const size_t size = result->profile->task_count * sizeof **paths;
    struct grouping g = {.result = result};
    struct gau_text_pool texts;
    gau_error none = {0};

    *paths = gau_bump_allocator_take(&result->heap, size);
    if (!*paths || !gau_text_pool_init(&texts, &result->heap)) {
        gau_fail_memory(error, "branches of tasks");
        return false;
    }
    memset(*paths, 0, size);
    if (!visit_folders(&g, add_paths, &(struct task_paths){*paths, &texts}, &none) &&
        none.status != GAU_ERR_USAGE)
        *error = none;
    gau_text_pool_clear(&texts);
    return error->status == GAU_OK;
}
