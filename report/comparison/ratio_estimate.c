/* SPDX-License-Identifier: Apache-2.0 */
#include "ratio_estimate.h"

#include <math.h>

/* Returns the degrees of freedom of a sum of variances, each with its own (F. E. Satterthwaite,
 * Biometrics Bulletin 2, 1946). */
static double dof_of_sum(double a, double free_a, double b, double free_b)
{
    if (!(a + b > 0))
        return free_a;
    return (a + b) * (a + b) / (a * a / free_a + (b > 0 ? b * b / free_b : 0));
}

void gau_estimate_make(struct gau_estimate *out, const double *const logs[2], const size_t n[2])
{
    const double n0 = (double)n[0], n1 = (double)n[1];
    const double v0 = gau_variance(logs[0], n[0]), v1 = gau_variance(logs[1], n[1]);
    const double squares = (n[0] > 1 ? v0 * (n0 - 1) : 0) + (n[1] > 1 ? v1 * (n1 - 1) : 0);

    *out = (struct gau_estimate){.log_ratio = gau_mean(logs[1], n[1]) - gau_mean(logs[0], n[0]),
                                 .base = v0 * (1 / n0 + 1 / n1),
                                 .spread = sqrt(v0),
                                 .spread_both = sqrt(squares / (n0 + n1 - 2))};
    out->degrees_of_freedom[0] = out->degrees_of_freedom[1] = n0 - 1;
    out->variance = out->base;
    if (n[1] < GAU_ESTIMATE_RUNS_MIN)
        return; /* candidates without a spread are assumed to spread as baselines do */
    out->variance = v0 / n0 + v1 / n1;
    out->degrees_of_freedom[0] = dof_of_sum(v0 / n0, n0 - 1, v1 / n1, n1 - 1);
}

/* The variance of a difference is that of two runs, so the spread of one is half of it. */
void gau_estimate_make_of_pairs(struct gau_estimate *out, const double *const logs[2], size_t n)
{
    const double mean = gau_mean(logs[1], n) - gau_mean(logs[0], n);
    double squares = 0, variance;

    for (size_t i = 0; i < n; i++)
        squares += (logs[1][i] - logs[0][i] - mean) * (logs[1][i] - logs[0][i] - mean);
    variance = squares / (double)(n - 1);
    *out = (struct gau_estimate){.log_ratio = mean,
                                 .variance = variance / (double)n,
                                 .base = variance / (double)n,
                                 .degrees_of_freedom = {(double)n - 1, (double)n - 1},
                                 .spread = sqrt(variance / 2),
                                 .spread_both = sqrt(variance / 2)};
}

void gau_estimate_relate(struct gau_estimate *estimate, const struct gau_relative_ratio *ratio,
                         const struct gau_relative_runs *runs)
{
    const double n0 = (double)runs->n[0], n1 = (double)runs->n[1];
    const double single = runs->pairs ? n0 / 2 : 1 / (1 / n0 + 1 / n1);

    if (ratio->is_raw) {
        estimate->variance = fmax(estimate->variance, ratio->variance);
        estimate->base = fmax(estimate->base, ratio->variance);
        return;
    }
    estimate->log_ratio = ratio->log_ratio;
    estimate->variance = estimate->base = ratio->variance;
    estimate->degrees_of_freedom[0] = estimate->degrees_of_freedom[1] = ratio->degrees_of_freedom;
    estimate->spread = estimate->spread_both = sqrt(ratio->variance * single);
}

/* Clocks are not more precise than this, so values that differ by rounding are equal. */
#define ROUNDING 1e-9

/* The error includes the variance between rows. */
static double error_of(const struct gau_estimate *e)
{
    return sqrt(e->variance + e->between + ROUNDING * ROUNDING);
}

static double dof_of(const struct gau_estimate *e)
{
    return dof_of_sum(e->variance, e->degrees_of_freedom[0], e->between, e->between_dof);
}

struct gau_interval gau_estimate_interval(const struct gau_estimate *e, double confidence)
{
    const double half = gau_student_quantile((1 + confidence) / 2, dof_of(e)) * error_of(e);

    return (struct gau_interval){exp(e->log_ratio), exp(e->log_ratio - half),
                                 exp(e->log_ratio + half)};
}

double gau_estimate_p(const struct gau_estimate *e)
{
    const double t = e->log_ratio == 0 ? 0 : e->log_ratio / error_of(e);

    return gau_student_p(t, dof_of(e));
}

double gau_estimate_floor(const struct gau_estimate *e, double p)
{
    const double dof = dof_of_sum(e->base, e->degrees_of_freedom[1], e->between, e->between_dof);

    return exp(gau_student_quantile(1 - p, dof) * sqrt(e->base + e->between));
}
