/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison.h"

#include <math.h>
#include <stdlib.h>

#define SLOWDOWN_SHARE 0.005 /* of all rows: shorter ones are too noisy for a slowdown */

struct deciding {
    struct gau_comparison *comparison;
    double *logs[2]; /* room for all runs, by side */
    double *p;       /* of the total and the rows; also room for their ratios */
};

/* --- estimates ----------------------------------------------------------------------------- */

/* Returns whether the runs are neighbours, and enough for their differences to be used. */
static bool has_pairs(const struct gau_comparison *comparison)
{
    const size_t *const runs = comparison->matrix->n_runs;

    return comparison->limits.runs == GAU_RUNS_PAIRED && runs[0] == runs[1] &&
           runs[0] >= GAU_ESTIMATE_PAIRS_MIN;
}

/* Estimates from pairs if the runs of both sides are pairs, else from two sides. */
static void estimate_change(const struct deciding *d, struct gau_estimate *out, const size_t n[2])
{
    const size_t *const runs = d->comparison->matrix->n_runs;
    const double *const logs[2] = {d->logs[0], d->logs[1]};

    if (has_pairs(d->comparison) && n[0] == runs[0] && n[1] == runs[1])
        gau_estimate_make_of_pairs(out, logs, n[0]);
    else
        gau_estimate_make(out, logs, n);
}

/* Estimates from the times of a row as they are, or relative to the slowdowns of the runs. */
static void estimate_row(const struct deciding *d, struct gau_estimate *out,
                         const struct gau_matrix_row *row, bool relative)
{
    size_t n[2] = {0};

    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < d->comparison->matrix->n_runs[side]; run++) {
            const double value = row->values[side][run];

            if (isnan(value))
                continue;
            d->logs[side][n[side]] = log(value);
            if (relative)
                d->logs[side][n[side]] -=
                    log(gau_slowdown(&d->comparison->others, row, (enum gau_side)side, run));
            n[side]++;
        }
    estimate_change(d, out, n);
}

/* Sets the change that all rows share, of the machine or the program. */
static void compare_slowdowns(const struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;
    const size_t *const n = comparison->matrix->n_runs;
    struct gau_estimate common;

    comparison->common = (struct gau_interval){NAN, NAN, NAN};
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < n[side]; run++) {
            const double slowdown =
                gau_slowdown(&comparison->others, NULL, (enum gau_side)side, run);

            comparison->slowdowns[(side ? n[GAU_BASELINE] : 0) + run] = slowdown;
            d->logs[side][run] = log(slowdown);
        }
    if (comparison->others.n == 0 || comparison->limits.runs != GAU_RUNS_SEPARATE)
        return;
    estimate_change(d, &common, n);
    comparison->common = gau_estimate_interval(&common, 1 - GAU_LEVEL);
    comparison->others_faster = gau_estimate_interval(&common, GAU_OTHERS_CONFIDENCE).high < 1;
}

/* --- one row ------------------------------------------------------------------------------- */

static void measure_row(const struct deciding *d, struct gau_comparison_row *row)
{
    const struct gau_matrix *const matrix = d->comparison->matrix;
    struct gau_estimate absolute;

    for (int side = 0; side < 2; side++)
        row->seconds[side] =
            matrix->events * gau_matrix_mean(matrix, row->row, (enum gau_side)side);
    row->ratio = row->seconds[GAU_CANDIDATE] / row->seconds[GAU_BASELINE];
    row->adjusted = row->absolute = (struct gau_interval){NAN, NAN, NAN};
    row->limit = row->p = row->p_slower = row->estimate.spread = NAN;
    if (isnan(row->ratio) || row->row->sparse)
        return;
    estimate_row(d, &absolute, row->row, false);
    row->absolute = gau_estimate_interval(&absolute, 1 - GAU_LEVEL);
    row->is_slower = gau_estimate_interval(&absolute, GAU_OTHERS_CONFIDENCE).low > 1;
    estimate_row(d, &row->estimate, row->row, d->comparison->is_adjusted && !row->row->is_total);
}

/* Sets the interval from sampling alone, without the run-to-run variation. */
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

static void finish_row(struct gau_comparison *comparison, struct gau_comparison_row *row)
{
    if (isnan(row->ratio))
        return;
    if (row->row->sparse || row->row->count[GAU_BASELINE] < GAU_BASELINES_MIN) {
        set_sampling(row);
        return;
    }
    if (!row->row->is_total && isfinite(comparison->scatter)) {
        row->estimate.between = comparison->scatter * comparison->scatter;
        row->estimate.between_dof = (double)comparison->scatter_dof;
    }
    row->adjusted = gau_estimate_interval(&row->estimate, 1 - GAU_LEVEL);
    row->p = gau_estimate_p(&row->estimate);
    row->p_slower = row->estimate.log_ratio > 0 ? row->p / 2 : 1 - row->p / 2;
}

/* --- all ----------------------------------------------------------------------------------- */

/*
 * A busy or another machine does not slow all rows alike. The scatter of rows around the slowdown
 * is how far any of them may lie from it without a change. It is a variance between rows, as in a
 * model of random effects, and no number of runs reduces it.
 */
static void measure_scatter(struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;

    comparison->scatter = NAN;
    if (comparison->gross || comparison->limits.runs != GAU_RUNS_SEPARATE)
        return;
    for (size_t i = 0; i < comparison->others.n; i++)
        d->p[i] = comparison->rows[comparison->others.rows[i]].estimate.log_ratio;
    comparison->scatter = gau_robust_deviation(d->p, comparison->others.n);
    comparison->scatter_dof = comparison->others.n - 1;
}

static void choose_method(struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;
    const struct gau_matrix *const matrix = comparison->matrix;

    compare_slowdowns(d);
    comparison->gross_ratio = matrix->cpu ? GAU_GROSS_CPU : GAU_GROSS_WALL;
    comparison->drift_ratio = matrix->cpu ? GAU_DRIFT_CPU : GAU_DRIFT_WALL;
    comparison->gross = comparison->limits.runs == GAU_RUNS_DIFFERENT_MACHINES ||
                        matrix->n_runs[0] < GAU_BASELINES_MIN ||
                        (comparison->limits.runs == GAU_RUNS_SEPARATE && comparison->others.n == 0);
    comparison->is_adjusted = !comparison->gross && comparison->limits.runs == GAU_RUNS_SEPARATE;
    comparison->beyond_drift =
        comparison->limits.runs == GAU_RUNS_SEPARATE &&
        (isnan(comparison->common.low) ? comparison->common.value : comparison->common.low) >
            comparison->drift_ratio;
}

static bool decide_rows(struct deciding *d)
{
    struct gau_comparison *const comparison = d->comparison;
    const struct gau_matrix *const matrix = comparison->matrix;

    choose_method(d);
    for (size_t i = 0; i <= comparison->n; i++) {
        struct gau_comparison_row *const row = gau_comparison_row_at(comparison, i);

        row->row = i == 0           ? &matrix->total
                   : i <= matrix->n ? &matrix->rows[i - 1]
                                    : &matrix->replaced;
        measure_row(d, row);
    }
    measure_scatter(d);
    if (!comparison->gross && comparison->limits.runs != GAU_RUNS_SEPARATE &&
        !gau_comparison_relate_rows(comparison, has_pairs(comparison)))
        return false;
    for (size_t i = 0; i <= comparison->n; i++)
        finish_row(comparison, gau_comparison_row_at(comparison, i));
    if (isnan(comparison->limits.min_s))
        comparison->limits.min_s = GAU_MIN_SHARE * comparison->total.seconds[GAU_BASELINE];
    return gau_comparison_test_rows(comparison, d->p);
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
    d.logs[0] = calloc(matrix->n_runs[0] + 1, sizeof(double));
    d.logs[1] = calloc(matrix->n_runs[1] + 1, sizeof(double));
    if (out->rows && out->slowdowns && d.p && d.logs[0] && d.logs[1] &&
        gau_slowdowns_make(&out->others, matrix, SLOWDOWN_SHARE))
        done = decide_rows(&d);
    free(d.p);
    free(d.logs[0]);
    free(d.logs[1]);
    if (!done)
        gau_comparison_clear(out);
    return done;
}

void gau_comparison_clear(struct gau_comparison *comparison)
{
    free(comparison->rows);
    free(comparison->slowdowns);
    gau_slowdowns_clear(&comparison->others);
    *comparison = (struct gau_comparison){0};
}
