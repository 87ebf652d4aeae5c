/* SPDX-License-Identifier: Apache-2.0 */
#include "matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row of a run, and where it stands: runs are counted through both sets. */
struct entry {
    const struct gau_timing *timing;
    size_t run, place;
    double border_s; /* of the run: calls of the timer around the branch and around its children */
};

struct joining {
    struct gau_matrix *set;
    const struct gau_timings_set *sides[2];
    struct entry *entries;
    size_t n_entries;
    double *seconds; /* of all branches, by run */
};

static int compare_branches(const struct gau_timing *a, const struct gau_timing *b)
{
    const int roots = strcmp(a->root, b->root);

    return roots                      ? roots
           : strcmp(a->path, b->path) ? strcmp(a->path, b->path)
                                      : (int)b->is_root - (int)a->is_root;
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *const a = left, *const b = right;
    const int branches = compare_branches(a->timing, b->timing);

    if (branches)
        return branches;
    return a->run < b->run ? -1 : a->run > b->run;
}

/* By the first run that has the branch, and the place there. */
static int compare_groups(const void *left, const void *right)
{
    const struct entry *const a = *(const struct entry *const *)left;
    const struct entry *const b = *(const struct entry *const *)right;

    if (a->run != b->run)
        return a->run < b->run ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

/* --- the runs ------------------------------------------------------------------------------ */

static const struct gau_timings *run_of(const struct joining *j, size_t run)
{
    const size_t na = j->sides[GAU_BASELINE]->n;

    return run < na ? &j->sides[GAU_BASELINE]->runs[run] : &j->sides[GAU_CANDIDATE]->runs[run - na];
}

static size_t count_runs(const struct joining *j)
{
    return j->sides[GAU_BASELINE]->n + j->sides[GAU_CANDIDATE]->n;
}

static double time_of(const struct joining *j, const struct gau_timing *timing)
{
    return j->set->cpu ? timing->cpu_self_s : timing->self_s;
}

/* Self times may be a little below 0 by rounding, and are none then. */
static bool check_times(const struct joining *j, const struct gau_timings *timings,
                        struct gau_view_error *error)
{
    double sum = 0;

    for (size_t i = 0; i < timings->n; i++)
        sum += fmax(time_of(j, &timings->rows[i]), 0);
    for (size_t i = 0; i < timings->n; i++)
        if (time_of(j, &timings->rows[i]) < -1e-6 * sum) {
            gau_view_fail(error, GAU_VIEW_FAILED,
                          "'%.*s' has a self time below 0, of '%.*s': no clock says that",
                          GAU_VIEW_QUOTE(timings->folder), GAU_VIEW_QUOTE(timings->rows[i].path));
            return false;
        }
    if (!(sum > 0))
        gau_view_fail(error, GAU_VIEW_FAILED, "'%.*s' has no branch that took any time",
                      GAU_VIEW_QUOTE(timings->folder));
    return sum > 0;
}

static bool check_runs(struct joining *j, struct gau_view_error *error)
{
    j->set->cpu = true;
    for (size_t run = 0; run < count_runs(j); run++) {
        const struct gau_timings *const timings = run_of(j, run);

        if (!timings->timed || timings->n == 0) {
            gau_view_fail(error, GAU_VIEW_USAGE,
                          "'%.*s' has no times of branches: it needs a TimerAuditor (gaudit run "
                          "--time)",
                          GAU_VIEW_QUOTE(timings->folder));
            return false;
        }
        j->set->cpu &= timings->cpu_known;
        j->n_entries += timings->n;
    }
    for (size_t run = 0; run < count_runs(j); run++)
        if (!check_times(j, run_of(j, run), error))
            return false;
    return true;
}

/* --- the rows ------------------------------------------------------------------------------ */

static void fill_row(struct joining *j, struct gau_matrix_row *row, const struct entry *first)
{
    const struct entry *const end = j->entries + j->n_entries;
    size_t n = 0;

    row->root = first->timing->root;
    row->path = first->timing->path;
    row->module = "";
    row->is_root = first->timing->is_root;
    for (size_t run = 0; run < count_runs(j); run++)
        gau_matrix_put(j->set, row, run, NAN);
    for (const struct entry *e = first; e < end && compare_branches(e->timing, first->timing) == 0;
         e++, n++) {
        gau_matrix_put(j->set, row, e->run, time_of(j, e->timing));
        row->border_s += e->border_s / j->set->run_events[e->run];
    }
    row->border_s /= (double)n;
    gau_matrix_finish(j->set, row);
}

/* As the rows are: of a setup what belongs to the events of a run. */
static void fill_total(struct joining *j)
{
    struct gau_matrix *const set = j->set;

    for (size_t run = 0; run < count_runs(j); run++)
        for (size_t i = 0; i < set->n; i++) {
            const double value = set->rows[i].values[GAU_BASELINE][run];

            if (!isnan(value))
                j->seconds[run] += value * set->run_events[run];
        }
    gau_matrix_sum(set, j->seconds);
}

/* One entry of each branch, which are together, in the order of the tree. */
static size_t find_groups(const struct joining *j, const struct entry **groups)
{
    size_t n = 0;

    for (size_t i = 0; i < j->n_entries; i++)
        if (i == 0 || compare_branches(j->entries[i - 1].timing, j->entries[i].timing) != 0)
            groups[n++] = &j->entries[i];
    qsort(groups, n, sizeof(const struct entry *), compare_groups);
    return n;
}

static void list_entries(struct joining *j)
{
    size_t n = 0;

    for (size_t run = 0; run < count_runs(j); run++)
        for (size_t i = 0; i < run_of(j, run)->n; i++)
            j->entries[n++] = (struct entry){&run_of(j, run)->rows[i], run, i, 0};
    qsort(j->entries, n, sizeof *j->entries, compare_entries);
}

/* As the tree of the last run has it. */
static bool label_rows(struct joining *j, const struct entry *const *groups)
{
    struct gau_matrix *const set = j->set;
    const struct gau_timing **const timings = calloc(set->n + 1, sizeof *timings);
    bool fits;

    set->labels = calloc(set->n + 1, sizeof *set->labels);
    for (size_t i = 0; timings && i < set->n; i++)
        timings[i] = groups[i]->timing;
    fits = timings && set->labels &&
           gau_labels_make(set->labels, timings, set->n, run_of(j, count_runs(j) - 1)->whole);
    for (size_t i = 0; fits && i < set->n; i++)
        set->rows[i].label = set->labels[i];
    free(timings);
    return fits;
}

/* The parent of what is named last in a path, or the root. */
static int compare_parent(const void *key, const void *item)
{
    const struct entry *const child = key, *const entry = item;
    const char *const path = child->timing->path;
    const size_t name = strlen(child->timing->name), whole = strlen(path),
                 length = whole > name ? whole - name - 1 : 0;
    const int roots = strcmp(child->timing->root, entry->timing->root);
    int paths;

    if (roots)
        return roots;
    paths = length ? strncmp(path, entry->timing->path, length)
                   : strcmp(child->timing->root, entry->timing->path);
    if (paths)
        return paths;
    if (length && entry->timing->path[length])
        return -1;
    if (entry->timing->is_root != (length == 0))
        return entry->timing->is_root ? 1 : -1;
    return child->run < entry->run ? -1 : child->run > entry->run;
}

/* Of each call about half of the timer's cost is in the branch, and the rest around it: both have
 * it all, as a bound. */
static void add_borders(struct joining *j)
{
    for (size_t i = 0; i < j->n_entries; i++) {
        struct entry *const child = &j->entries[i], *parent = NULL;
        const double overhead = run_of(j, child->run)->overhead_s;
        const double cost = overhead > 0 ? overhead * (double)child->timing->calls : 0;

        if (!child->timing->is_root)
            parent = bsearch(child, j->entries, j->n_entries, sizeof *child, compare_parent);
        child->border_s += cost;
        if (parent)
            parent->border_s += cost;
    }
}

static bool fill(struct joining *j, const struct entry **groups)
{
    struct gau_matrix *const set = j->set;
    const size_t n = find_groups(j, groups);

    if (!gau_matrix_init(set, n, j->sides[0], j->sides[1]))
        return false;
    set->n = n;
    for (size_t i = 0; i < n; i++) {
        gau_matrix_place(set, &set->rows[i], i);
        fill_row(j, &set->rows[i], groups[i]);
    }
    fill_total(j);
    return label_rows(j, groups);
}

enum gau_view_status gau_matrix_of_timers(struct gau_matrix *out, const struct gau_timings_set *a,
                                          const struct gau_timings_set *b,
                                          struct gau_view_error *error)
{
    struct joining j = {.set = out, .sides = {a, b}};
    const struct entry **groups;

    *out = (struct gau_matrix){.n_runs = {a->n, b->n}, .kind = GAU_ROWS_BRANCHES};
    if (!check_runs(&j, error))
        return error->status;
    j.entries = calloc(j.n_entries + 1, sizeof *j.entries);
    groups = calloc(j.n_entries + 1, sizeof *groups);
    j.seconds = calloc(count_runs(&j) + 1, sizeof *j.seconds);
    if (j.entries && groups && j.seconds) {
        list_entries(&j);
        add_borders(&j);
    }
    if (!j.entries || !groups || !j.seconds || !fill(&j, groups)) {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory to compare %zu runs", count_runs(&j));
        gau_matrix_clear(out);
    }
    free(j.entries);
    free(groups);
    free(j.seconds);
    return error->status;
}
