/* SPDX-License-Identifier: Apache-2.0 */
#include "step_change.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE_LEAST = 2 };
#define CHANCE_MOST 0.001
#define CHANGE_LEAST 0.02

/* Logs of the relative times; false: a result has none. */
static bool read_logs(double *logs, const struct gau_comparison *comparison,
                      const struct gau_matrix_row *row)
{
    const size_t *const n = comparison->matrix->n_runs;

    for (size_t i = 0; i < n[0] + n[1]; i++) {
        const double value = i < n[0] ? row->values[0][i] : row->values[1][i - n[0]];

        if (!(value > 0) || !isfinite(value))
            return false;
        logs[i] = log(value / comparison->slowdowns[i]);
    }
    return true;
}

static double mean_of(const double *logs, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += logs[i];
    return sum / (double)n;
}

static double squares_of(const double *logs, size_t n, double mean)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (logs[i] - mean) * (logs[i] - mean);
    return sum;
}

/* Returns the probability of such a step at @p at by chance. */
static double try_place(struct gau_interval *ratio, const double *logs, size_t n, size_t at)
{
    const double before = mean_of(logs, at), after = mean_of(logs + at, n - at);
    const double dof = (double)n - 2;
    const double variance =
        (squares_of(logs, at, before) + squares_of(logs + at, n - at, after)) / dof;
    const double error = sqrt(variance * (1 / (double)at + 1 / (double)(n - at)));
    const double half = gau_student_quantile(0.975, dof) * error;
    const double step = after - before;

    *ratio = (struct gau_interval){exp(step), exp(step - half), exp(step + half)};
    if (fabs(ratio->value - 1) < CHANGE_LEAST)
        return 1;
    return error > 0 ? gau_student_p(step / error, dof) : 0;
}

static size_t try_row(struct gau_step_change *best, double *least_p, const double *logs, size_t n,
                      const struct gau_matrix_row *row)
{
    size_t places = 0;

    for (size_t at = SIDE_LEAST; at + SIDE_LEAST <= n; at++, places++) {
        struct gau_interval ratio;
        const double p = try_place(&ratio, logs, n, at);

        if (p >= *least_p)
            continue;
        *least_p = p;
        *best = (struct gau_step_change){row, at + 1, ratio};
    }
    return places;
}

struct gau_step_change gau_step_change_find(const struct gau_comparison *comparison)
{
    const struct gau_matrix *const matrix = comparison->matrix;
    const size_t n = matrix->n_runs[0] + matrix->n_runs[1];
    double *const logs = calloc(n + 1, sizeof *logs);
    struct gau_step_change best = {.row = NULL};
    double least_p = 1;
    size_t tried = 0;

    for (size_t i = 0; logs && comparison->slowdowns && i < comparison->n; i++) {
        const struct gau_comparison_row *const row = &comparison->rows[i];

        if (!row->row->is_replacement &&
            fmax(row->seconds[0], row->seconds[1]) >= comparison->limits.min_s &&
            row->row->values[0] && row->row->values[1] && read_logs(logs, comparison, row->row))
            tried += try_row(&best, &least_p, logs, n, row->row);
    }
    free(logs);
    return least_p * (double)tried < CHANCE_MOST ? best : (struct gau_step_change){.row = NULL};
}
