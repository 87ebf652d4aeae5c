/* SPDX-License-Identifier: Apache-2.0 */
#include "series.h"

#include "report/timings/labels.h"

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
    struct gau_series_set *set;
    const struct gau_timings_set *sides[2];
    struct entry *entries;
    size_t n_entries;
    double *events; /* of each run; what times are divided by */
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
    const size_t na = j->sides[GAU_SIDE_A]->n;

    return run < na ? &j->sides[GAU_SIDE_A]->runs[run] : &j->sides[GAU_SIDE_B]->runs[run - na];
}

static size_t count_runs(const struct joining *j)
{
    return j->sides[GAU_SIDE_A]->n + j->sides[GAU_SIDE_B]->n;
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

/* Where nothing is an event, as in a program with sections only, runs are compared as they are. */
static void count_events(struct joining *j)
{
    const size_t n = count_runs(j), na = j->set->n_runs[GAU_SIDE_A];
    bool all = true;

    for (size_t run = 0; run < n; run++)
        all &= run_of(j, run)->events > 0;
    for (size_t run = 0; run < n; run++) {
        j->events[run] = all ? (double)run_of(j, run)->events : 1;
        j->set->events_vary |= j->events[run] != j->events[0];
        if (run < na)
            j->set->events += j->events[run] / (double)na;
    }
}

/* --- the rows ------------------------------------------------------------------------------ */

/* Setup is made once in a run, however many events it has. */
static void put(struct joining *j, struct gau_series *row, size_t run, double seconds)
{
    const size_t na = j->set->n_runs[GAU_SIDE_A];
    const enum gau_side side = run < na ? GAU_SIDE_A : GAU_SIDE_B;
    const bool once = strcmp(row->root, "Setup") == 0;

    row->values[side][side == GAU_SIDE_A ? run : run - na] =
        seconds / (once ? j->set->events : j->events[run]);
}

/* What took no time at all has no ratio. */
static void finish_row(const struct gau_series_set *set, struct gau_series *row)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < set->n_runs[side]; i++) {
            double *const value = &row->values[side][i];

            if (!(isfinite(*value) && *value > 0))
                *value = NAN;
            row->count[side] += isnan(*value) ? 0 : 1;
        }
}

static void place_row(struct gau_series_set *set, struct gau_series *row, size_t index)
{
    double *const numbers = set->numbers + index * (set->n_runs[0] + set->n_runs[1]);

    row->values[GAU_SIDE_A] = numbers;
    row->values[GAU_SIDE_B] = numbers + set->n_runs[GAU_SIDE_A];
}

static void fill_row(struct joining *j, struct gau_series *row, const struct entry *first)
{
    const struct entry *const end = j->entries + j->n_entries;
    size_t n = 0;

    row->root = first->timing->root;
    row->path = first->timing->path;
    row->name = first->timing->name;
    row->is_root = first->timing->is_root;
    for (size_t run = 0; run < count_runs(j); run++)
        put(j, row, run, NAN);
    for (const struct entry *e = first; e < end && compare_branches(e->timing, first->timing) == 0;
         e++, n++) {
        put(j, row, e->run, time_of(j, e->timing));
        row->border_s += e->border_s / j->events[e->run];
    }
    row->border_s /= (double)n;
    finish_row(j->set, row);
}

static void fill_total(struct joining *j)
{
    static const char all[] = "all branches";
    struct gau_series *const total = &j->set->total;

    *total =
        (struct gau_series){.root = "", .path = all, .name = all, .label = all, .is_total = true};
    place_row(j->set, total, j->set->n);
    for (size_t run = 0; run < count_runs(j); run++) {
        const struct gau_timings *const timings = run_of(j, run);
        double sum = 0;

        for (size_t i = 0; i < timings->n; i++)
            sum += isfinite(time_of(j, &timings->rows[i])) ? time_of(j, &timings->rows[i]) : 0;
        put(j, total, run, sum);
    }
    finish_row(j->set, total);
}

/* What has another identifier, as what was renamed, is compared by what it takes together. */
static void fill_replaced(struct joining *j)
{
    struct gau_series_set *const set = j->set;
    struct gau_series *const replaced = &set->replaced;

    *replaced = (struct gau_series){.root = "", .is_replacement = true};
    place_row(set, replaced, set->n + 1);
    for (size_t i = 0; i < set->n; i++)
        for (int side = 0; side < 2; side++) {
            if (set->rows[i].count[1 - side] > 0)
                continue;
            for (size_t run = 0; run < set->n_runs[side]; run++)
                if (!isnan(set->rows[i].values[side][run]))
                    replaced->values[side][run] += set->rows[i].values[side][run];
            replaced->border_s += set->rows[i].border_s / 2;
        }
    finish_row(set, replaced);
    replaced->path = replaced->name = replaced->label =
        replaced->count[GAU_SIDE_A] > 0 ? "new in place of gone" : "new branches";
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
    struct gau_series_set *const set = j->set;
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
    struct gau_series_set *const set = j->set;
    const size_t n = find_groups(j, groups);

    set->rows = calloc(n + 1, sizeof *set->rows);
    set->numbers = calloc((n + 2) * count_runs(j) + 1, sizeof *set->numbers);
    if (!set->rows || !set->numbers)
        return false;
    set->n = n;
    for (size_t i = 0; i < n; i++) {
        place_row(set, &set->rows[i], i);
        fill_row(j, &set->rows[i], groups[i]);
    }
    fill_total(j);
    fill_replaced(j);
    return label_rows(j, groups);
}

enum gau_view_status gau_series_join(struct gau_series_set *out, const struct gau_timings_set *a,
                                     const struct gau_timings_set *b, struct gau_view_error *error)
{
    struct joining j = {.set = out, .sides = {a, b}};
    const struct entry **groups;

    *out = (struct gau_series_set){.n_runs = {a->n, b->n}};
    if (!check_runs(&j, error))
        return error->status;
    j.entries = calloc(j.n_entries + 1, sizeof *j.entries);
    groups = calloc(j.n_entries + 1, sizeof *groups);
    j.events = calloc(count_runs(&j) + 1, sizeof *j.events);
    if (j.entries && groups && j.events) {
        count_events(&j);
        list_entries(&j);
        add_borders(&j);
    }
    if (!j.entries || !groups || !j.events || !fill(&j, groups)) {
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory to compare %zu runs", count_runs(&j));
        gau_series_clear(out);
    }
    free(j.entries);
    free(groups);
    free(j.events);
    return error->status;
}

void gau_series_clear(struct gau_series_set *set)
{
    for (size_t i = 0; set->labels && i < set->n; i++)
        free(set->labels[i]);
    free(set->labels);
    free(set->rows);
    free(set->numbers);
    *set = (struct gau_series_set){0};
}

/* --- numbers ------------------------------------------------------------------------------- */

size_t gau_series_numbers(double *out, const struct gau_series_set *set,
                          const struct gau_series *row, enum gau_side side)
{
    size_t n = 0;

    for (size_t i = 0; i < set->n_runs[side]; i++)
        if (!isnan(row->values[side][i]))
            out[n++] = row->values[side][i];
    return n;
}

double gau_series_mean(const struct gau_series_set *set, const struct gau_series *row,
                       enum gau_side side)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < set->n_runs[side]; i++)
        if (!isnan(row->values[side][i])) {
            sum += log(row->values[side][i]);
            n++;
        }
    return n ? exp(sum / (double)n) : (double)NAN;
}
