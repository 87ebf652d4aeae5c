/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"

#include "judge.h"

#include <math.h>
#include <stdlib.h>

#define SLOWDOWN_SHARE 0.005 /* of all rows: what is below is too noisy to tell a slowdown */

struct deciding {
    struct gau_comparison *comparison;
    struct gau_slowdowns slowdowns;
    double *x, *y; /* room for all runs */
    double *p;     /* of the total and the rows; also room for their ratios */
};

static bool are_interleaved(const struct gau_comparison *comparison)
{
    return comparison->limits.runs <= GAU_RUNS_INTERLEAVED;
}

/* --- the slowdown of the runs -------------------------------------------------------------- */

/* All rows together. */
static void compare_slowdowns(struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;
    const size_t *const n = comparison->matrix->n_runs;
    double *const slowdowns = comparison->slowdowns;

    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < n[side]; run++)
            slowdowns[(side ? n[GAU_BASELINE] : 0) + run] =
                gau_slowdown(&d->slowdowns, NULL, (enum gau_side)side, run);
    comparison->common = (struct gau_interval){NAN, NAN, NAN};
    if (d->slowdowns.n > 0)
        comparison->common =
            gau_ratio_interval(slowdowns, n[GAU_BASELINE], slowdowns + n[GAU_BASELINE],
                               n[GAU_CANDIDATE], 0.99);
}

/*
 * A change that all rows share, beyond what the runs vary: if they were interleaved, the program
 * has changed, and the change belongs to every row. If not, it may be the machine, and is not
 * charged to a row; but a faster machine is not to make a row slower.
 */
static bool is_adjusted(const struct gau_comparison *comparison,
                        const struct gau_slowdowns *slowdowns)
{
    if (slowdowns->n == 0)
        return false;
    if (are_interleaved(comparison) && comparison->common.low > 1)
        return false;
    return !(comparison->common.high < 1);
}

/* What the sides have in common may be all the machine's in separate runs, and is taken out
 * whatever a row feels of the slowdown within the sides. */
static enum gau_adjustment adjustment_of(const struct gau_comparison *comparison,
                                         const struct gau_matrix_row *row)
{
    if (comparison->is_adjusted && !row->is_total)
        return are_interleaved(comparison) ? GAU_ADJUST_SLOPE : GAU_ADJUST_WHOLLY;
    return comparison->limits.runs == GAU_RUNS_PAIRED ? GAU_ADJUST_PAIRS : GAU_ADJUST_NOT;
}

/* --- one row ------------------------------------------------------------------------------- */

static void measure(struct deciding *d, struct gau_comparison_row *row)
{
    const struct gau_matrix *const matrix = d->comparison->matrix;

    for (int side = 0; side < 2; side++)
        row->seconds[side] =
            matrix->events * gau_matrix_mean(matrix, row->row, (enum gau_side)side);
    row->ratio = row->seconds[GAU_CANDIDATE] / row->seconds[GAU_BASELINE];
    row->adjusted = (struct gau_interval){NAN, NAN, NAN};
    row->limit = row->p = row->p_slower = row->estimate.spread = NAN;
    if (!isnan(row->ratio) && !row->row->sparse)
        gau_estimate_make(&row->estimate, &d->slowdowns, row->row,
                          adjustment_of(d->comparison, row->row), d->x, d->y);
}

/* How well samples know the times of these runs; how much runs differ by chance they do not. */
static void set_sampling(struct gau_comparison_row *row)
{
    const double half = gau_normal_quantile(1 - GAU_LEVEL / 2) *
                        hypot(row->row->errors[GAU_BASELINE], row->row->errors[GAU_CANDIDATE]);

    row->sampling = half > 0;
    row->adjusted = (struct gau_interval){row->ratio, NAN, NAN};
    if (row->sampling) {
        row->adjusted.low = row->ratio * exp(-half);
        row->adjusted.high = row->ratio * exp(half);
    }
}

static void finish(struct gau_comparison *comparison, struct gau_comparison_row *row)
{
    if (isnan(row->ratio))
        return;
    if (row->row->sparse || row->row->count[GAU_BASELINE] < GAU_BASELINES_MIN) {
        set_sampling(row);
        return;
    }
    if (!row->row->is_total && isfinite(comparison->scatter)) {
        row->estimate.between = comparison->scatter * comparison->scatter;
        row->estimate.between_free = (double)comparison->scatter_free;
    }
    row->adjusted = gau_estimate_interval(&row->estimate, 1 - GAU_LEVEL);
    row->p = gau_estimate_p(&row->estimate);
    row->p_slower = row->estimate.log_ratio > 0 ? row->p / 2 : 1 - row->p / 2;
}

struct gau_comparison_row *gau_comparison_row_at(struct gau_comparison *comparison, size_t i)
{
    return i == 0 ? &comparison->total : &comparison->rows[i - 1];
}

/* --- all ----------------------------------------------------------------------------------- */

/*
 * What a busy or another machine does to rows is not the same for all: how far those that make the
 * slowdown lie from it tells how far any of them may without a change. It is a variance between
 * rows, as in a model of random effects, and no number of runs reduces it.
 */
static void measure_scatter(struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;

    comparison->scatter = NAN;
    if (comparison->gross || comparison->limits.runs != GAU_RUNS_SEPARATE)
        return;
    for (size_t i = 0; i < d->slowdowns.n; i++)
        d->p[i] = comparison->rows[d->slowdowns.rows[i]].estimate.log_ratio;
    comparison->scatter = gau_robust_deviation(d->p, d->slowdowns.n);
    comparison->scatter_free = d->slowdowns.n - 1;
}

static void choose_method(struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;
    const struct gau_matrix *const matrix = comparison->matrix;

    compare_slowdowns(d);
    comparison->gross_ratio = matrix->cpu ? GAU_GROSS_CPU : GAU_GROSS_WALL;
    comparison->drift_ratio = matrix->cpu ? GAU_DRIFT_CPU : GAU_DRIFT_WALL;
    comparison->no_slowdowns = comparison->limits.runs == GAU_RUNS_SEPARATE && d->slowdowns.n == 0;
    comparison->gross = comparison->limits.runs == GAU_RUNS_UNLIKE || comparison->no_slowdowns ||
                        matrix->n_runs[0] < GAU_BASELINES_MIN;
    comparison->is_adjusted = !comparison->gross && is_adjusted(comparison, &d->slowdowns);
    comparison->beyond_drift =
        comparison->limits.runs == GAU_RUNS_SEPARATE &&
        (isnan(comparison->common.low) ? comparison->common.value : comparison->common.low) >
            comparison->drift_ratio;
}

static bool decide(struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;
    const struct gau_matrix *const matrix = comparison->matrix;

    choose_method(d);
    for (size_t i = 0; i <= comparison->n; i++) {
        struct gau_comparison_row *const row = gau_comparison_row_at(comparison, i);

        row->row = i == 0           ? &matrix->total
                   : i <= matrix->n ? &matrix->rows[i - 1]
                                    : &matrix->replaced;
        measure(d, row);
    }
    measure_scatter(d);
    for (size_t i = 0; i <= comparison->n; i++)
        finish(comparison, gau_comparison_row_at(comparison, i));
    if (isnan(comparison->limits.min_s))
        comparison->limits.min_s = GAU_MIN_SHARE * comparison->total.seconds[GAU_BASELINE];
    return gau_comparison_judge(comparison, d->p);
}

bool gau_comparison_make(struct gau_comparison *out, const struct gau_matrix *matrix,
                         const struct gau_comparison_limits *limits)
{
    const size_t runs = gau_matrix_runs(matrix);
    const bool anything_new = matrix->replaced.count[GAU_CANDIDATE] > 0 && !limits->allow_new;
    struct deciding d = {.comparison = out};
    bool done = false;

    *out =
        (struct gau_comparison){.limits = *limits, .matrix = matrix, .n = matrix->n + anything_new};
    out->rows = calloc(matrix->n + 1, sizeof *out->rows);
    out->slowdowns = calloc(runs + 1, sizeof *out->slowdowns);
    d.p = calloc(matrix->n + 2, sizeof *d.p);
    d.x = calloc(runs + 1, sizeof *d.x);
    d.y = calloc(runs + 1, sizeof *d.y);
    if (out->rows && out->slowdowns && d.p && d.x && d.y &&
        gau_slowdowns_make(&d.slowdowns, matrix, SLOWDOWN_SHARE))
        done = decide(&d);
    gau_slowdowns_clear(&d.slowdowns);
    free(d.p);
    free(d.x);
    free(d.y);
    if (!done)
        gau_comparison_clear(out);
    return done;
}

void gau_comparison_clear(struct gau_comparison *comparison)
{
    free(comparison->rows);
    free(comparison->slowdowns);
    *comparison = (struct gau_comparison){0};
}
