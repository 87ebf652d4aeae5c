/* SPDX-License-Identifier: Apache-2.0 */
#include "branch_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- values of a run ----------------------------------------------------------------------- */

static double total(const struct gau_timings *run, const struct gau_timing *row)
{
    return row ? row->total_s / gau_branches_events(run) : 0;
}

static double self(const struct gau_timings *run, const struct gau_timing *row)
{
    return row ? row->self_s / gau_branches_events(run) : 0;
}

static double cpu(const struct gau_timings *run, const struct gau_timing *row)
{
    return !run->cpu_known ? (double)NAN : row ? row->cpu_self_s / gau_branches_events(run) : 0;
}

static double cpu_total(const struct gau_timings *run, const struct gau_timing *row)
{
    return !run->cpu_known ? (double)NAN : row ? row->cpu_total_s / gau_branches_events(run) : 0;
}

static double calls(const struct gau_timings *run, const struct gau_timing *row)
{
    return row ? (double)row->calls / gau_branches_events(run) : 0;
}

/* Of branches outside of the whole there are no shares; of those that a run does not have, 0. */
static double total_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return row ? gau_branches_total_share(run, row) : run->event_s > 0 ? 0 : (double)NAN;
}

static double self_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return row ? gau_branches_self_share(run, row) : run->event_s > 0 ? 0 : (double)NAN;
}

static double cpu_share_of_none(const struct gau_timings *run)
{
    return run->cpu_known && run->event_s > 0 ? 0 : (double)NAN;
}

static double cpu_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return row ? gau_branches_cpu_share(run, row) : cpu_share_of_none(run);
}

static double cpu_total_share(const struct gau_timings *run, const struct gau_timing *row)
{
    return row ? gau_branches_cpu_total_share(run, row) : cpu_share_of_none(run);
}

static double p50(const struct gau_timings *run, const struct gau_timing *row)
{
    (void)run;
    return row ? row->p50_s : (double)NAN;
}

static double p90(const struct gau_timings *run, const struct gau_timing *row)
{
    (void)run;
    return row ? row->p90_s : (double)NAN;
}

static double p99(const struct gau_timings *run, const struct gau_timing *row)
{
    (void)run;
    return row ? row->p99_s : (double)NAN;
}

/* --- rows ---------------------------------------------------------------------------------- */

static gau_changes_value *const values[GAU_CHANGED_MEASURES] = {
    [GAU_CHANGED_SELF] = self,
    [GAU_CHANGED_TOTAL] = total,
    [GAU_CHANGED_CPU] = cpu,
    [GAU_CHANGED_CPU_TOTAL] = cpu_total,
    [GAU_CHANGED_CALLS] = calls,
    [GAU_CHANGED_SELF_SHARE] = self_share,
    [GAU_CHANGED_TOTAL_SHARE] = total_share,
    [GAU_CHANGED_CPU_SHARE] = cpu_share,
    [GAU_CHANGED_CPU_TOTAL_SHARE] = cpu_total_share,
    [GAU_CHANGED_P50] = p50,
    [GAU_CHANGED_P90] = p90,
    [GAU_CHANGED_P99] = p99,
};

bool gau_changed_is_new(const struct gau_changed *row)
{
    return row->changes[GAU_CHANGED_CALLS].a <= 0 && row->changes[GAU_CHANGED_TOTAL].a <= 0;
}

bool gau_changed_is_gone(const struct gau_changed *row)
{
    return row->changes[GAU_CHANGED_CALLS].b <= 0 && row->changes[GAU_CHANGED_TOTAL].b <= 0;
}

static int by_size(double x, double y)
{
    return (x < y) - (x > y);
}

/* Rows with shares first, the largest change of them in front, and of equal ones the largest self
 * time; then those with other times. */
static int by_change(const void *a, const void *b)
{
    const struct gau_changed *const left = a, *const right = b;
    double x = left->weight, y = right->weight;
    int order;

    if (isnan(x) && isnan(y)) {
        x = fabs(left->changes[GAU_CHANGED_SELF].b - left->changes[GAU_CHANGED_SELF].a);
        y = fabs(right->changes[GAU_CHANGED_SELF].b - right->changes[GAU_CHANGED_SELF].a);
    } else if (isnan(x) || isnan(y)) {
        return isnan(x) ? 1 : -1;
    }
    order = by_size(x, y);
    if (order == 0)
        order = by_size(left->changes[GAU_CHANGED_SELF].b, right->changes[GAU_CHANGED_SELF].b);
    return order ? order : (left->rank > right->rank) - (left->rank < right->rank);
}

bool gau_changed_is_share(enum gau_changed_measure measure)
{
    return measure == GAU_CHANGED_SELF_SHARE || measure == GAU_CHANGED_TOTAL_SHARE ||
           measure == GAU_CHANGED_CPU_SHARE || measure == GAU_CHANGED_CPU_TOTAL_SHARE;
}

static void read_row(struct gau_changed *row, struct gau_changes *changes)
{
    for (enum gau_changed_measure k = 0; k < GAU_CHANGED_MEASURES; k++)
        row->changes[k] = gau_changed_is_share(k)
                              ? gau_changes_measure_shares(changes, row->row, values[k])
                              : gau_changes_measure(changes, row->row, values[k]);
}

static bool all_have_cpu(const struct gau_timings_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        if (!set->runs[i].cpu_known)
            return false;
    return true;
}

bool gau_changed_rows_read(struct gau_changed_rows *out, struct gau_changes *changes)
{
    const struct gau_branches *const branches = &changes->branches;

    *out = (struct gau_changed_rows){
        .items = calloc(branches->n + 1, sizeof *out->items),
        .n = branches->n,
        .cpu = all_have_cpu(&changes->a.set) && all_have_cpu(&changes->b.set),
        .same_calls = true,
    };
    if (!out->items)
        return false;
    out->main = out->cpu ? GAU_CHANGED_CPU : GAU_CHANGED_SELF;
    out->main_total = out->cpu ? GAU_CHANGED_CPU_TOTAL : GAU_CHANGED_TOTAL;
    out->main_share = out->cpu ? GAU_CHANGED_CPU_SHARE : GAU_CHANGED_SELF_SHARE;
    for (size_t i = 0; i < out->n; i++) {
        struct gau_changed *const row = &out->items[i];
        const struct gau_change *const calls_change = &row->changes[GAU_CHANGED_CALLS];
        const struct gau_change *const share = &row->changes[out->main_share];

        *row =
            (struct gau_changed){.row = branches->rows[i], .label = branches->labels[i], .rank = i};
        read_row(row, changes);
        row->weight = fabs(share->b - share->a);
        row->mark.p = row->changes[out->main].p;
        out->same_calls &= fabs(calls_change->a - calls_change->b) <= 1e-9 * calls_change->a;
    }
    if (!gau_changes_mark(&out->items->mark, out->n, sizeof *out->items, &out->tests))
        return false;
    qsort(out->items, out->n, sizeof *out->items, by_change);
    return true;
}

void gau_changed_rows_clear(struct gau_changed_rows *rows)
{
    free(rows->items);
    *rows = (struct gau_changed_rows){0};
}
