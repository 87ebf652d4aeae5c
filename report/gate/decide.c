/* SPDX-License-Identifier: Apache-2.0 */
#include "decide.h"

#include "verdicts.h"

#include <math.h>
#include <stdlib.h>

#define SLOWDOWN_SHARE 0.005 /* of all branches: what is below is too noisy to tell a slowdown */

struct deciding {
    struct gau_gate *gate;
    struct gau_slowdowns slowdowns;
    double *numbers[2]; /* room for all runs */
    double *p;          /* of the total and the rows; also room for their ratios */
};

/* --- the slowdown of the runs -------------------------------------------------------------- */

/* All branches together. */
static void compare_slowdowns(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;

    gate->common = (struct gau_interval){NAN, NAN, NAN};
    if (d->slowdowns.n == 0)
        return;
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < gate->set->n_runs[side]; run++)
            d->numbers[side][run] = gau_slowdown(&d->slowdowns, NULL, (enum gau_side)side, run);
    gate->common = gau_ratio_interval(d->numbers[0], gate->set->n_runs[0], d->numbers[1],
                                      gate->set->n_runs[1], 0.99);
}

/*
 * A change that all branches share, beyond what the runs vary: if they were made by turns, the
 * program has changed, and the change belongs to every branch. If not, it may be the machine, and
 * is not charged to a branch; but a faster machine is not to make a branch slower.
 */
static bool is_adjusted(const struct gau_gate *gate, const struct gau_slowdowns *slowdowns)
{
    if (slowdowns->n == 0)
        return false;
    if (gate->limits.runs == GAU_RUNS_BY_TURNS && gate->common.low > 1)
        return false;
    return !(gate->common.high < 1);
}

/* What the sides have in common may be all the machine's if runs were made apart, and is taken out
 * whatever a branch feels of the slowdown within the sides. */
static enum gau_adjustment adjustment_of(const struct gau_gate *gate,
                                         const struct gau_series *series)
{
    if (!gate->is_adjusted || series->is_total)
        return GAU_ADJUST_NOT;
    return gate->limits.runs == GAU_RUNS_BY_TURNS ? GAU_ADJUST_SLOPE : GAU_ADJUST_WHOLLY;
}

/* --- one row ------------------------------------------------------------------------------- */

static void measure(struct deciding *d, struct gau_gate_row *row)
{
    const struct gau_series_set *const set = d->gate->set;

    for (int side = 0; side < 2; side++)
        row->seconds[side] = set->events * gau_series_mean(set, row->series, (enum gau_side)side);
    row->ratio = row->seconds[GAU_SIDE_B] / row->seconds[GAU_SIDE_A];
    row->adjusted = (struct gau_interval){NAN, NAN, NAN};
    row->limit = row->p = row->estimate.spread = NAN;
    if (row->series->count[0] > 0 && row->series->count[1] > 0)
        gau_estimate_make(&row->estimate, &d->slowdowns, row->series,
                          adjustment_of(d->gate, row->series), d->numbers[0], d->numbers[1]);
}

static void finish(struct gau_gate *gate, struct gau_gate_row *row)
{
    if (row->series->count[0] == 0 || row->series->count[1] == 0)
        return;
    if (!row->series->is_total && isfinite(gate->scatter)) {
        row->estimate.between = gate->scatter * gate->scatter;
        row->estimate.between_free = (double)gate->scatter_free;
    }
    row->adjusted = gau_estimate_interval(&row->estimate, 0.95);
    if (row->series->count[GAU_SIDE_A] < GAU_GATE_RUNS_MIN)
        row->adjusted.low = row->adjusted.high = NAN;
    else
        row->p = gau_estimate_p(&row->estimate);
}

struct gau_gate_row *gau_gate_row_at(struct gau_gate *gate, size_t i)
{
    return i == 0 ? &gate->total : &gate->rows[i - 1];
}

/* --- all ----------------------------------------------------------------------------------- */

/*
 * What a busy or another machine does to branches is not the same for all: how far those that make
 * the slowdown lie from it tells how far any of them may without a change. It is a variance between
 * branches, as in a model of random effects, and no number of runs reduces it.
 */
static void measure_scatter(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;

    gate->scatter = NAN;
    if (gate->gross || gate->limits.runs != GAU_RUNS_APART)
        return;
    for (size_t i = 0; i < d->slowdowns.n; i++)
        d->p[i] = gate->rows[d->slowdowns.rows[i]].estimate.log_ratio;
    gate->scatter = gau_robust_deviation(d->p, d->slowdowns.n);
    gate->scatter_free = d->slowdowns.n - 1;
}

static void choose_method(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;
    const struct gau_series_set *const set = gate->set;

    compare_slowdowns(d);
    gate->gross_ratio = set->cpu ? GAU_GATE_GROSS_CPU : GAU_GATE_GROSS_WALL;
    gate->drift_ratio = set->cpu ? GAU_GATE_DRIFT_CPU : GAU_GATE_DRIFT_WALL;
    gate->no_slowdowns = gate->limits.runs == GAU_RUNS_APART && d->slowdowns.n == 0;
    gate->gross = gate->limits.runs == GAU_RUNS_UNLIKE || gate->no_slowdowns ||
                  set->n_runs[0] < GAU_GATE_RUNS_MIN;
    gate->is_adjusted = !gate->gross && is_adjusted(gate, &d->slowdowns);
    gate->beyond_drift =
        gate->limits.runs == GAU_RUNS_APART &&
        (isnan(gate->common.low) ? gate->common.value : gate->common.low) > gate->drift_ratio;
}

static bool decide(struct deciding *d)
{
    struct gau_gate *const gate = d->gate;
    const struct gau_series_set *const set = gate->set;

    choose_method(d);
    for (size_t i = 0; i <= gate->n; i++) {
        struct gau_gate_row *const row = gau_gate_row_at(gate, i);

        row->series = i == 0 ? &set->total : i <= set->n ? &set->rows[i - 1] : &set->replaced;
        measure(d, row);
    }
    measure_scatter(d);
    for (size_t i = 0; i <= gate->n; i++)
        finish(gate, gau_gate_row_at(gate, i));
    if (isnan(gate->limits.min_s))
        gate->limits.min_s = GAU_GATE_MIN_SHARE * gate->total.seconds[GAU_SIDE_A];
    return gau_gate_judge(gate, d->p);
}

bool gau_gate_decide(struct gau_gate *out, const struct gau_series_set *set,
                     const struct gau_gate_limits *limits)
{
    const bool anything_new = set->replaced.count[GAU_SIDE_B] > 0 && !limits->allow_new;
    struct deciding d = {.gate = out};
    bool done = false;

    *out = (struct gau_gate){.limits = *limits, .set = set, .n = set->n + anything_new};
    out->rows = calloc(set->n + 1, sizeof *out->rows);
    d.p = calloc(set->n + 2, sizeof *d.p);
    for (int side = 0; side < 2; side++)
        d.numbers[side] = calloc(set->n_runs[0] + set->n_runs[1] + 1, sizeof *d.numbers[side]);
    if (out->rows && d.p && d.numbers[0] && d.numbers[1] &&
        gau_slowdowns_make(&d.slowdowns, set, SLOWDOWN_SHARE))
        done = decide(&d);
    gau_slowdowns_clear(&d.slowdowns);
    free(d.p);
    free(d.numbers[0]);
    free(d.numbers[1]);
    if (!done)
        gau_gate_clear(out);
    return done;
}

void gau_gate_clear(struct gau_gate *gate)
{
    free(gate->rows);
    *gate = (struct gau_gate){0};
}
