/* SPDX-License-Identifier: Apache-2.0 */
#include "function_rows.h"

#include <math.h>
#include <stdlib.h>

/* Events of the runs of a side that have samples. */
static double events_of(const struct gau_changes_side *side, const struct gau_sampled *wholes)
{
    double events = 0;

    for (size_t i = 0; i < side->set.n; i++)
        if (wholes[i].samples > 0)
            events += gau_branches_events(&side->set.runs[i]);
    return events;
}

/* Times per event; false: some runs have none, so that there are no logarithms. */
static bool read_times(double *values, const struct gau_changes_side *side,
                       const struct gau_sampled *runs, const struct gau_sampled *wholes)
{
    size_t known = 0;

    for (size_t i = 0; i < side->set.n; i++) {
        values[i] = wholes[i].samples > 0 ? runs[i].time_s / gau_branches_events(&side->set.runs[i])
                                          : (double)NAN;
        if (wholes[i].samples > 0 && runs[i].samples == 0)
            return false;
        known += wholes[i].samples > 0;
    }
    return known > 1;
}

static void finish_row(struct gau_changed_function *row, const struct gau_changed_functions *out,
                       struct gau_changes *changes, const struct gau_sampled wholes[2])
{
    const size_t na = out->n_a, nb = out->sampled.n_runs - na;
    const struct gau_sampled *const all = out->sampled.wholes, *const runs = row->function->runs;
    const double events_a = events_of(&changes->a, all);
    const double events_b = events_of(&changes->b, all + na);

    row->a = gau_sampled_sum(runs, na);
    row->b = gau_sampled_sum(runs + na, nb);
    row->share_a = 100 * row->a.time_s / wholes[0].time_s;
    row->share_b = 100 * row->b.time_s / wholes[1].time_s;
    row->points_error = hypot(100 * row->a.share_error_s / wholes[0].time_s,
                              100 * row->b.share_error_s / wholes[1].time_s);
    if (read_times(changes->values_a, &changes->a, runs, all) &&
        read_times(changes->values_b, &changes->b, runs + na, all + na))
        row->time = gau_change_of(changes->values_a, na, changes->values_b, nb);
    row->between_runs = row->time.ratio.low > 0; /* they do spread */
    if (!row->between_runs)
        row->time = gau_change_sampled(row->a.time_s / events_a, row->a.error_s / events_a,
                                       row->b.time_s / events_b, row->b.error_s / events_b);
    row->mark.p = row->between_runs ? row->time.p : (double)NAN;
}

static int by_change(const void *a, const void *b)
{
    const struct gau_changed_function *const left = a, *const right = b;
    const double x = fabs(left->share_b - left->share_a), y = fabs(right->share_b - right->share_a);

    if (x > y || x < y)
        return x < y ? 1 : -1;
    return (left->rank > right->rank) - (left->rank < right->rank);
}

static bool finish(struct gau_changed_functions *out, struct gau_changes *changes)
{
    const struct gau_sampled_functions *const sampled = &out->sampled;
    const struct gau_sampled wholes[2] = {gau_sampled_sum(sampled->wholes, out->n_a),
                                          gau_sampled_sum(sampled->wholes + out->n_a,
                                                          sampled->n_runs - out->n_a)};

    if (!gau_changed_functions_known(out))
        return true;
    out->items = calloc((size_t)sampled->n + 1, sizeof *out->items);
    if (!out->items)
        return false;
    out->n = sampled->n;
    for (uint32_t i = 0; i < out->n; i++) {
        out->items[i] = (struct gau_changed_function){.function = &sampled->items[i], .rank = i};
        finish_row(&out->items[i], out, changes, wholes);
    }
    qsort(out->items, out->n, sizeof *out->items, by_change);
    return gau_changes_mark(&out->items->mark, out->n, sizeof *out->items, &out->tests);
}

bool gau_changed_functions_known(const struct gau_changed_functions *functions)
{
    const struct gau_sampled *const wholes = functions->sampled.wholes;
    const size_t n = functions->n_a;

    return gau_sampled_sum(wholes, n).time_s > 0 &&
           gau_sampled_sum(wholes + n, functions->sampled.n_runs - n).time_s > 0;
}

bool gau_changed_functions_read(struct gau_changed_functions *out, struct gau_changes *changes)
{
    const struct gau_timings_set *const a = &changes->a.set, *const b = &changes->b.set;
    const char **const folders = calloc(a->n + b->n + 1, sizeof *folders);
    const struct gau_sampled_wish wish = {
        .folders = folders, .n = a->n + b->n, .n_a = a->n, .by_task = true};
    bool fits;

    *out = (struct gau_changed_functions){.n_a = a->n};
    for (size_t i = 0; folders && i < wish.n; i++)
        folders[i] = i < a->n ? a->runs[i].folder : b->runs[i - a->n].folder;
    fits = folders && gau_sampled_read(&out->sampled, &wish);
    free(folders);
    return fits && finish(out, changes);
}

void gau_changed_functions_clear(struct gau_changed_functions *functions)
{
    free(functions->items);
    gau_sampled_clear(&functions->sampled);
    *functions = (struct gau_changed_functions){0};
}
