/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/views/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char root[] = "Event";

static bool no_memory(const struct gau_agreement_work *work)
{
    gau_view_fail(work->error, GAU_VIEW_FAILED, "no memory for the branches of the comparison");
    return false;
}

/* --- branches ------------------------------------------------------------------------------ */

/* Parents before their children. */
static int by_length(const void *a, const void *b)
{
    const struct gau_agreement_branch *const left = a, *const right = b;
    const size_t n = strlen(left->path), m = strlen(right->path);

    return n != m ? (n > m) - (n < m) : strcmp(left->path, right->path);
}

static double self_of(const struct gau_timing *row, bool cpu)
{
    const double self = cpu ? row->cpu_self_s : row->self_s;

    return self > 0 ? self : 0; /* NAN and what must not be: a note says so */
}

static struct gau_agreement_branch branch_of(const struct gau_timing *row, bool cpu)
{
    return (struct gau_agreement_branch){.path = row->path,
                                         .name = row->name,
                                         .parent = GAU_NO_BRANCH,
                                         .calls = row->calls,
                                         .self_s = self_of(row, cpu),
                                         .cpu_s = row->cpu_self_s,
                                         .wall_s = row->self_s};
}

/* Equal ones are one. */
static void merge(struct gau_agreement_work *work)
{
    size_t n = 0;

    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_branch *const last = n > 0 ? &work->branches[n - 1] : NULL;
        const struct gau_agreement_branch *const branch = &work->branches[i];

        if (!last || strcmp(last->path, branch->path) != 0) {
            work->branches[n++] = *branch;
            continue;
        }
        last->calls += branch->calls;
        last->self_s += branch->self_s;
        last->cpu_s += branch->cpu_s;
        last->wall_s += branch->wall_s;
    }
    work->n_branches = n;
}

static bool collect(struct gau_agreement_work *work)
{
    size_t n = 0;

    for (size_t i = 0; i < work->n_sources; i++)
        n += work->sources[i].timings.n;
    work->branches = calloc(n + 1, sizeof *work->branches);
    work->row_of = calloc(n + 1, sizeof *work->row_of);
    if (!work->branches || !work->row_of)
        return no_memory(work);
    for (size_t i = 0; i < work->n_sources; i++) {
        const struct gau_timings *const timings = &work->sources[i].timings;

        for (size_t r = 0; r < timings->n; r++)
            if (strcmp(timings->rows[r].root, root) == 0)
                work->branches[work->n_branches++] = branch_of(&timings->rows[r], work->out->cpu);
    }
    qsort(work->branches, work->n_branches, sizeof *work->branches, by_length);
    merge(work);
    return true;
}

/* --- their place in the tree, and their task types ----------------------------------------- */

size_t gau_agreement_find(const struct gau_agreement_work *work, const char *path)
{
    const struct gau_agreement_branch key = {.path = path};
    const struct gau_agreement_branch *const found =
        bsearch(&key, work->branches, work->n_branches, sizeof key, by_length);

    return found ? (size_t)(found - work->branches) : GAU_NO_BRANCH;
}

/* The path without its last name; below the root that is nothing. NULL: no memory. */
static char *front_of(const struct gau_agreement_branch *branch)
{
    const size_t length = strlen(branch->path), name = strlen(branch->name);

    if (length > name + 1 && strcmp(branch->path + length - name, branch->name) == 0 &&
        branch->path[length - name - 1] == ' ')
        return strndup(branch->path, length - name - 1);
    return strdup("");
}

/* Its task type: the names from below the root on, with the delimiter between them. */
static bool name_type(struct gau_agreement_work *work, struct gau_agreement_branch *branch)
{
    const char *const delimiter = work->sources[0].delimiter;
    char *const front = front_of(branch);
    const size_t above = front && front[0] ? gau_agreement_find(work, front) : GAU_NO_BRANCH;
    const char *const type = above != GAU_NO_BRANCH ? work->branches[above].type : "";
    const size_t size = strlen(type) + strlen(delimiter) + strlen(branch->path) + 1;

    if (!front)
        return false;
    branch->parent = above != GAU_NO_BRANCH ? above : gau_agreement_find(work, root);
    if (branch->parent == (size_t)(branch - work->branches))
        branch->parent = GAU_NO_BRANCH;
    branch->type = malloc(size);
    if (branch->type && above == GAU_NO_BRANCH)
        snprintf(branch->type, size, "%s", branch->path);
    else if (branch->type)
        snprintf(branch->type, size, "%s%s%s", type, delimiter, branch->name);
    free(front);
    return branch->type != NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Also those that no sample is of: they are named before the first event. */
static bool list_types(struct gau_agreement_work *work)
{
    size_t n = 0;

    for (size_t i = 0; i < work->n_sources; i++)
        n += work->sources[i].result.profile->task_count;
    work->types = calloc(n + 1, sizeof *work->types);
    if (!work->types)
        return no_memory(work);
    for (size_t i = 0; i < work->n_sources; i++) {
        const struct gau_profile *const profile = work->sources[i].result.profile;

        for (uint32_t task = 1; task < profile->task_count; task++)
            work->types[work->n_types++] = profile->tasks[task].name;
    }
    qsort(work->types, work->n_types, sizeof *work->types, by_text);
    return true;
}

static bool is_marked(const struct gau_agreement_work *work, const char *type)
{
    return bsearch(&type, work->types, work->n_types, sizeof *work->types, by_text) != NULL;
}

/* What has no task type is sampled as what is above it. */
static size_t target_of(const struct gau_agreement_work *work, size_t i)
{
    const struct gau_agreement_branch *const branch = &work->branches[i];

    if (!branch->marked)
        return branch->parent == GAU_NO_BRANCH ? GAU_NO_BRANCH
                                               : work->branches[branch->parent].target;
    return i;
}

static bool place(struct gau_agreement_work *work)
{
    const size_t top = gau_agreement_find(work, root);

    if (top != GAU_NO_BRANCH) { /* it is the parent of many that are shorter */
        work->branches[top].type = strdup(root);
        work->branches[top].marked = is_marked(work, root);
        work->branches[top].target = work->branches[top].marked ? top : GAU_NO_BRANCH;
        if (!work->branches[top].type)
            return no_memory(work);
    }
    for (size_t i = 0; i < work->n_branches; i++) {
        struct gau_agreement_branch *const branch = &work->branches[i];

        if (i == top)
            continue;
        if (!name_type(work, branch))
            return no_memory(work);
        branch->marked = is_marked(work, branch->type);
        branch->target = target_of(work, i);
    }
    return true;
}

/* --- rows ---------------------------------------------------------------------------------- */

struct ranked {
    double self_s;
    const char *path;
    size_t branch;
};

static int by_self(const void *a, const void *b)
{
    const struct ranked *const left = a, *const right = b;

    if (left->self_s != right->self_s)
        return (left->self_s < right->self_s) - (left->self_s > right->self_s);
    return strcmp(left->path, right->path);
}

static void sum_up(struct gau_agreement_work *work)
{
    for (size_t i = work->n_branches; i-- > 0;) {
        struct gau_agreement_branch *const branch = &work->branches[i];
        struct gau_agreement_branch *target;

        if (branch->target == i || branch->target == GAU_NO_BRANCH)
            continue;
        target = &work->branches[branch->target];
        target->self_s += branch->self_s;
        target->cpu_s += branch->cpu_s;
        target->wall_s += branch->wall_s;
    }
}

static void fill_row(struct gau_agreement_row *row, const struct gau_agreement_branch *branch)
{
    *row = (struct gau_agreement_row){.path = strdup(branch->path),
                                      .calls = branch->calls,
                                      .timer_s = branch->self_s,
                                      .wall_s = branch->wall_s,
                                      .cpu_s = branch->cpu_s};
}

static bool make_rows(struct gau_agreement_work *work)
{
    struct ranked *const ranks = calloc(work->n_branches + 1, sizeof *ranks);
    struct gau_agreement *const out = work->out;
    bool done;

    out->rows = calloc(work->n_branches + 1, sizeof *out->rows);
    done = ranks && out->rows;
    for (size_t i = 0; done && i < work->n_branches; i++) {
        const struct gau_agreement_branch *const branch = &work->branches[i];

        work->row_of[i] = GAU_NO_BRANCH;
        if (branch->target == i)
            ranks[out->n++] = (struct ranked){branch->self_s, branch->path, i};
    }
    if (done)
        qsort(ranks, out->n, sizeof *ranks, by_self);
    for (size_t i = 0; done && i < out->n; i++) {
        fill_row(&out->rows[i], &work->branches[ranks[i].branch]);
        work->row_of[ranks[i].branch] = i;
        done = out->rows[i].path != NULL;
    }
    free(ranks);
    return done || no_memory(work);
}

/* Where marks are, one side charges the branch, the other the one above. */
static void count_inside(struct gau_agreement_work *work)
{
    for (size_t i = 0; i < work->n_branches; i++) {
        const struct gau_agreement_branch *const branch = &work->branches[i];
        const size_t above =
            branch->parent == GAU_NO_BRANCH ? GAU_NO_BRANCH : work->branches[branch->parent].target;

        if (branch->target != i)
            continue;
        work->out->rows[work->row_of[i]].inside += (double)branch->calls;
        work->out->rows[work->row_of[i]].entries += (double)branch->calls;
        if (above != GAU_NO_BRANCH) {
            work->out->rows[work->row_of[above]].inside -= (double)branch->calls;
            work->out->rows[work->row_of[above]].entries += (double)branch->calls;
        }
    }
}

bool gau_agreement_join(struct gau_agreement_work *work)
{
    struct gau_agreement *const out = work->out;

    if (!list_types(work) || !collect(work) || !place(work))
        return false;
    gau_agreement_move_to_marks(work);
    sum_up(work);
    if (!make_rows(work))
        return false;
    count_inside(work);
    for (size_t i = 0; i < out->n; i++)
        out->timer_s += out->rows[i].timer_s;
    if (out->n == 0)
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "no branch of '%.*s' is a task in the samples: was there an IttAuditor in "
                      "that run, of the same job?",
                      GAU_VIEW_QUOTE(work->sources[0].timings.folder));
    else if (!(out->timer_s > 0) || !isfinite(out->timer_s))
        gau_view_fail(work->error, GAU_VIEW_USAGE,
                      "the timer of '%.*s' has no time for what is sampled",
                      GAU_VIEW_QUOTE(work->sources[0].timings.folder));
    return work->error->status == GAU_VIEW_OK;
}
