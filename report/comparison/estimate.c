/* SPDX-License-Identifier: Apache-2.0 */
#include "estimate.h"

#include <math.h>

#define SLOPE_MOST 2

/* Of one side: sums over its runs that have the branch. */
struct side {
    size_t n;
    double x, y;       /* means */
    double xx, xy, yy; /* of squares and products, about the means */
    double squares;    /* of residuals, summed */
};

/* Slowdowns and times, as logarithms. */
static struct side load(const struct gau_slowdowns *slowdowns, const struct gau_matrix_row *row,
                        enum gau_side number, double *x, double *y)
{
    struct side side = {0};

    for (size_t run = 0; run < slowdowns->set->n_runs[number]; run++) {
        if (isnan(row->values[number][run]))
            continue;
        x[side.n] = log(gau_slowdown(slowdowns, row, number, run));
        y[side.n] = log(row->values[number][run]);
        side.x += x[side.n];
        side.y += y[side.n++];
    }
    side.x /= (double)side.n;
    side.y /= (double)side.n;
    for (size_t i = 0; i < side.n; i++) {
        side.xx += (x[i] - side.x) * (x[i] - side.x);
        side.xy += (x[i] - side.x) * (y[i] - side.y);
        side.yy += (y[i] - side.y) * (y[i] - side.y);
    }
    return side;
}

/* What only computes feels less of a busy machine than what waits for memory. */
static double fit(const struct side sides[2])
{
    const double squares = sides[0].xx + sides[1].xx;

    return squares > 0 ? fmin(fmax((sides[0].xy + sides[1].xy) / squares, 0), SLOPE_MOST) : 0;
}

static double residual_squares(const struct side *side, double slope)
{
    return fmax(side->yy - 2 * slope * side->xy + slope * slope * side->xx, 0);
}

/* NAN: there is none. */
static double over(double sum, double freedom)
{
    return freedom > 0 ? sum / freedom : (double)NAN;
}

/* Degrees of freedom of a sum of variances, each with its own (F. E. Satterthwaite, Biometrics
 * Bulletin 2, 1946). */
static double freedom_of_sum(double a, double free_a, double b, double free_b)
{
    if (!(a + b > 0))
        return free_a;
    return (a + b) * (a + b) / (a * a / free_a + (b > 0 ? b * b / free_b : 0));
}

static void set_spreads(struct gau_estimate *out, const struct side sides[2], double slope_term,
                        double fitted)
{
    const double n0 = (double)sides[0].n, n1 = (double)sides[1].n, both = n0 + n1 - 2;
    const double inflation = fitted > 0 ? both / (both - fitted) : 1;
    const double v0 = inflation * over(sides[0].squares, n0 - 1),
                 v1 = inflation * over(sides[1].squares, n1 - 1),
                 pooled = over(sides[0].squares + sides[1].squares, both - fitted);

    out->spread = sqrt(v0);
    out->spread_both = sqrt(pooled);
    out->base = v0 * (1 / n0 + 1 / n1 + slope_term);
    out->freedom[1] = n0 - 1;
    out->variance = out->base;
    out->freedom[0] = out->freedom[1];
    if (sides[1].n < GAU_ESTIMATE_RUNS_MIN)
        return; /* the candidates have no spread of their own: they are more baselines, or not */
    out->variance = v0 / n0 + v1 / n1 + pooled * slope_term;
    out->freedom[0] = freedom_of_sum(v0 / n0, n0 - 1, v1 / n1, n1 - 1) - fitted;
}

/* Runs of one number are a pair. Their differences spread as two runs do. */
static bool make_of_pairs(struct gau_estimate *out, const struct gau_matrix *matrix,
                          const struct gau_matrix_row *row, double *differences)
{
    const size_t n = matrix->n_runs[GAU_BASELINE];
    double variance;

    if (matrix->n_runs[GAU_CANDIDATE] != n || row->count[GAU_BASELINE] != n ||
        row->count[GAU_CANDIDATE] != n || n < GAU_ESTIMATE_SLOPE_MIN)
        return false;
    for (size_t run = 0; run < n; run++)
        differences[run] =
            log(row->values[GAU_CANDIDATE][run]) - log(row->values[GAU_BASELINE][run]);
    variance = gau_variance(differences, n);
    *out = (struct gau_estimate){.log_ratio = gau_mean(differences, n),
                                 .variance = variance / (double)n,
                                 .base = variance / (double)n,
                                 .freedom = {(double)n - 1, (double)n - 1},
                                 .spread = sqrt(variance / 2),
                                 .spread_both = sqrt(variance / 2)};
    return true;
}

void gau_estimate_make(struct gau_estimate *out, const struct gau_slowdowns *slowdowns,
                       const struct gau_matrix_row *row, enum gau_adjustment adjustment, double *x,
                       double *y)
{
    const struct side sides[2] = {load(slowdowns, row, GAU_BASELINE, x, y),
                                  load(slowdowns, row, GAU_CANDIDATE, x, y)};
    struct side residuals[2] = {sides[0], sides[1]};
    const bool fitted = adjustment == GAU_ADJUST_SLOPE && sides[0].n >= GAU_ESTIMATE_SLOPE_MIN &&
                        sides[1].n >= GAU_ESTIMATE_SLOPE_MIN;
    const double slope = adjustment < GAU_ADJUST_SLOPE ? 0 : fitted ? fit(sides) : 1;
    const double apart = sides[1].x - sides[0].x, squares = sides[0].xx + sides[1].xx;

    if (adjustment == GAU_ADJUST_PAIRS && make_of_pairs(out, slowdowns->set, row, x))
        return;
    *out = (struct gau_estimate){.log_ratio = sides[1].y - sides[0].y - slope * apart};
    for (int i = 0; i < 2; i++)
        residuals[i].squares = residual_squares(&sides[i], slope);
    set_spreads(out, residuals, fitted && squares > 0 ? apart * apart / squares : 0, fitted);
}

/* No clock knows a time better than that: values that differ by rounding are equal. */
#define ROUNDING 1e-9

/* With what rows differ by for reasons of their own. */
static double error_of(const struct gau_estimate *e)
{
    return sqrt(e->variance + e->between + ROUNDING * ROUNDING);
}

static double freedom_of(const struct gau_estimate *e)
{
    return freedom_of_sum(e->variance, e->freedom[0], e->between, e->between_free);
}

struct gau_interval gau_estimate_interval(const struct gau_estimate *e, double confidence)
{
    const double half = gau_student_quantile((1 + confidence) / 2, freedom_of(e)) * error_of(e);

    return (struct gau_interval){exp(e->log_ratio), exp(e->log_ratio - half),
                                 exp(e->log_ratio + half)};
}

double gau_estimate_p(const struct gau_estimate *e)
{
    const double t = e->log_ratio == 0 ? 0 : e->log_ratio / error_of(e);

    return gau_student_p(t, freedom_of(e));
}

double gau_estimate_floor(const struct gau_estimate *e, double p)
{
    const double freedom = freedom_of_sum(e->base, e->freedom[1], e->between, e->between_free);

    return exp(gau_student_quantile(1 - p, freedom) * sqrt(e->base + e->between));
}
