/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct gau_agreement_test nothing = {.chi_square = (double)NAN,
                                                  .freedom = (double)NAN,
                                                  .p = (double)NAN,
                                                  .row_z = (double)NAN,
                                                  .row_p = (double)NAN};

/*
 * Do shares d away from the known ones q agree with them? The shares add up to one, and
 * neighbouring samples are alike, so Pearson's sum of d^2 / q is not distributed as chi-square, but
 * as a sum of chi-squares of one degree of freedom, weighted with the eigenvalues of A = diag(1/q)
 * S, S being the covariances of the shares. J. N. K. Rao and A. J. Scott (J. Am. Stat. Assoc. 76,
 * 1981, p. 221) replace it by the chi-square with the same mean and variance (F. E. Satterthwaite,
 * Biometrics Bulletin 2, 1946, p. 110): multiplied with tr A / tr A^2 it has (tr A)^2 / tr A^2
 * degrees of freedom. Nothing is inverted, so that it holds with few samples, too.
 */
static struct gau_agreement_test test_of(const struct gau_agreement_cells *cells, const double *d)
{
    struct gau_agreement_test test = nothing;
    double trace = 0, trace_of_square = 0, sum = 0;

    for (size_t a = 0; a < cells->n; a++) {
        trace += cells->covariances[a * cells->n + a] / cells->timer[a];
        sum += d[a] * d[a] / cells->timer[a];
        for (size_t b = 0; b < cells->n; b++) {
            const double covariance = cells->covariances[a * cells->n + b];

            trace_of_square += covariance * covariance / (cells->timer[a] * cells->timer[b]);
        }
    }
    if (!(trace > 0) || !(trace_of_square > 0) || !isfinite(sum) || !isfinite(trace_of_square))
        return test;
    test.chi_square = sum * trace / trace_of_square;
    test.freedom = trace * trace / trace_of_square;
    test.p = gau_chi_square_p(test.chi_square, test.freedom);
    return test;
}

/*
 * With every call that begins and ends in a branch the same time goes to the branch for one side,
 * and to the one above for the other: d = -shift inside / T. The shift that leaves the least sum of
 * d^2 / q; d is left without it, and the covariances are those of what is left.
 */
struct fit {
    size_t n;
    double *x, *u, *v; /* inside / -T; what the shift is the product of, with d; S u */
    double shift, variance;
};

static bool fit_shift(struct fit *fit, const struct gau_agreement_cells *cells, double *d,
                      double timer_s)
{
    double norm = 0;

    for (size_t i = 0; i < fit->n; i++) {
        fit->x[i] = -cells->inside[i] / timer_s;
        norm += fit->x[i] * fit->x[i] / cells->timer[i];
    }
    if (!(norm > 0) || !isfinite(norm))
        return false;
    fit->shift = fit->variance = 0;
    for (size_t i = 0; i < fit->n; i++) {
        fit->u[i] = fit->x[i] / cells->timer[i] / norm;
        fit->shift += fit->u[i] * d[i];
    }
    for (size_t i = 0; i < fit->n; i++) {
        fit->v[i] = 0;
        for (size_t j = 0; j < fit->n; j++)
            fit->v[i] += cells->covariances[i * fit->n + j] * fit->u[j];
        fit->variance += fit->u[i] * fit->v[i];
    }
    for (size_t i = 0; i < fit->n; i++)
        d[i] -= fit->shift * fit->x[i];
    return fit->variance > 0;
}

static void project(const struct gau_agreement_cells *cells, const struct fit *fit)
{
    for (size_t i = 0; i < fit->n; i++)
        for (size_t j = 0; j < fit->n; j++)
            cells->covariances[i * fit->n + j] += fit->variance * fit->x[i] * fit->x[j] -
                                                  fit->x[i] * fit->v[j] - fit->v[i] * fit->x[j];
}

/* What a call charges to the wrong side is readings of clocks, and caches that are cold: a few
 * times what a call of the timer takes, of which a reading of the CPU clock is a microsecond. */
static const double most_overheads = 10, least_overhead_s = 1e-6;

static bool is_too_large(const struct gau_agreement *out)
{
    const double overhead_s =
        isfinite(out->overhead_s) ? fmax(out->overhead_s, least_overhead_s) : least_overhead_s;

    return gau_agreement_is_shifted(out) && fabs(out->shift_s) > most_overheads * overhead_s;
}

static void judge(struct gau_agreement *out, const struct gau_agreement_cells *cells, double *d,
                  struct fit *fit)
{
    for (size_t i = 0; i < cells->n; i++) {
        d[i] = cells->sampled[i] - cells->timer[i];
        if (!(cells->timer[i] > 0))
            return;
    }
    out->test = test_of(cells, d);
    if (cells->n < 3 || !fit_shift(fit, cells, d, out->timer_s))
        return;
    out->shift_s = fit->shift;
    out->shift_error_s = sqrt(fit->variance);
    out->shift_refused = is_too_large(out);
    if (out->shift_refused)
        return;
    memcpy(cells->shift_covariances, fit->v, cells->n * sizeof *fit->v);
    project(cells, fit);
    out->shifted = test_of(cells, d);
}

bool gau_agreement_judge(struct gau_agreement *out, struct gau_agreement_cells *cells)
{
    double *const room = calloc(4 * cells->n + 1, sizeof *room);
    struct fit fit = {.n = cells->n};

    out->test = out->shifted = nothing;
    out->shift_s = out->shift_error_s = (double)NAN;
    if (!room)
        return false;
    fit.x = room + cells->n;
    fit.u = fit.x + cells->n;
    fit.v = fit.u + cells->n;
    if (cells->n > 1)
        judge(out, cells, room, &fit);
    free(room);
    return true;
}

/* --- rows ---------------------------------------------------------------------------------- */

/* Where the fit leaves less of the variance than this, the row has made the fit. */
static const double least_left = 0.01;

static void leave_shift(const struct gau_agreement *out, const struct gau_agreement_cells *cells,
                        size_t i)
{
    struct gau_agreement_row *const row = &out->rows[i];
    const uint32_t cell = cells->of[i];
    const double x = -row->inside / out->timer_s;
    const double part = cells->timer[cell] > 0 ? row->timer / cells->timer[cell] : 0;
    const double variance = row->error * row->error;
    const double left = variance + out->shift_error_s * out->shift_error_s * x * x -
                        2 * x * part * cells->shift_covariances[cell];

    row->rest = row->sampled - row->timer - out->shift_s * x;
    row->rest_error = left > least_left * variance ? sqrt(left) : (double)NAN;
    row->rest_z = isfinite(row->z) ? row->rest / row->rest_error : (double)NAN;
}

static double z_of(const struct gau_agreement_row *row, bool rest)
{
    return rest ? row->rest_z : row->z;
}

/* Many rows: one of them is far off by chance. */
static bool find_furthest(const struct gau_agreement *out, struct gau_agreement_test *test,
                          bool rest)
{
    double *const p = calloc(out->n + 1, sizeof *p);

    for (size_t i = 0; p && i < out->n; i++) {
        const double z = z_of(&out->rows[i], rest);

        p[i] = isfinite(z) ? gau_normal_p(z) : (double)NAN;
        test->rows += isfinite(z) ? 1 : 0;
        if (isfinite(z) && !(fabs(z) <= fabs(test->row_z))) {
            test->row = i;
            test->row_z = z;
        }
    }
    if (!p || !gau_holm(p, out->n)) {
        free(p);
        return false;
    }
    test->row_p = test->rows > 0 ? p[test->row] : (double)NAN;
    free(p);
    return true;
}

bool gau_agreement_judge_rows(struct gau_agreement *out, const struct gau_agreement_cells *cells)
{
    const bool left = isfinite(out->shift_s) && !out->shift_refused;

    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];

        row->rest = row->rest_error = row->rest_z = (double)NAN;
        if (left)
            leave_shift(out, cells, i);
    }
    return find_furthest(out, &out->test, false) &&
           (!left || find_furthest(out, &out->shifted, true));
}

void gau_agreement_judge_none(struct gau_agreement *out)
{
    out->test = out->shifted = nothing;
    out->shift_s = out->shift_error_s = (double)NAN;
    for (size_t i = 0; i < out->n; i++) {
        struct gau_agreement_row *const row = &out->rows[i];

        row->z = row->rest = row->rest_error = row->rest_z = (double)NAN;
    }
}
