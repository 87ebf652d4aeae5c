/* SPDX-License-Identifier: Apache-2.0 */
#include "change.h"

#include <math.h>
#include <stdio.h>

static size_t drop_unknown(double *values, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (!isnan(values[i]))
            values[kept++] = values[i];
    return kept;
}

/* So that b is the ratio of the geometric means times a. */
static double mean_of(const double *values, size_t n)
{
    const double mean = gau_log_moments(values, n).mean;

    return isnan(mean) ? gau_mean(values, n) : exp(mean);
}

/* @p error: of the logarithm of the ratio, @p quantile: its reach in these. */
static void set_limits(struct gau_change *change, double error, double quantile)
{
    change->ratio.low = change->ratio.value * exp(-error * quantile);
    change->ratio.high = change->ratio.value * exp(error * quantile);
}

/* The less a spread is, the more it may be one of rounding. */
#define LEAST_SPREAD 1e-12

static void set_single(struct gau_change *change, const double *a, size_t na, const double *b,
                       size_t nb)
{
    const double spread = gau_log_deviation(a, na, b, nb), freedom = (double)(na + nb) - 2;
    const double error = spread * sqrt(1 / (double)na + 1 / (double)nb);

    if (!(spread > LEAST_SPREAD) || !isfinite(change->ratio.value))
        return;
    set_limits(change, error, gau_student_quantile((1 + GAU_CHANGE_CONFIDENCE) / 2, freedom));
    change->p = gau_student_p(log(change->ratio.value) / error, freedom);
}

struct gau_change gau_change_of(double *a, size_t na, double *b, size_t nb)
{
    struct gau_change change = {.p = (double)NAN};
    double larger;

    na = drop_unknown(a, na);
    nb = drop_unknown(b, nb);
    change.a = mean_of(a, na);
    change.b = mean_of(b, nb);
    change.ratio = gau_ratio_interval(a, na, b, nb, GAU_CHANGE_CONFIDENCE);
    larger = gau_larger_p(a, na, b, nb, 1);
    if (!isnan(larger))
        change.p = 2 * fmin(larger, 1 - larger);
    if ((na == 1) != (nb == 1))
        set_single(&change, a, na, b, nb);
    if (isnan(change.ratio.value) && change.a > 0) /* some are 0: no logarithms */
        change.ratio.value = change.b / change.a;
    return change;
}

struct gau_change gau_change_of_means(double *a, size_t na, double *b, size_t nb)
{
    struct gau_change change = {.ratio = {(double)NAN, (double)NAN, (double)NAN}, .p = (double)NAN};

    na = drop_unknown(a, na);
    nb = drop_unknown(b, nb);
    change.a = gau_mean(a, na);
    change.b = gau_mean(b, nb);
    return change;
}

struct gau_change gau_change_sampled(double a, double error_a, double b, double error_b)
{
    struct gau_change change = {
        .a = a, .b = b, .ratio = {(double)NAN, (double)NAN, (double)NAN}, .p = (double)NAN};
    double error;

    if (!(a > 0))
        return change;
    change.ratio.value = b / a;
    error = hypot(error_a / a, error_b / b); /* of the logarithm */
    if (!(b > 0) || !(error > 0))
        return change;
    set_limits(&change, error, gau_normal_quantile((1 + GAU_CHANGE_CONFIDENCE) / 2));
    return change;
}

/* --- texts --------------------------------------------------------------------------------- */

/* As many decimals as make sense beside each other: 0.1 %, and none from 100 % on. */
static int decimals(double percent)
{
    return fabs(percent) < 99.95 ? 1 : 0;
}

char *gau_change_text(char *text, size_t size, double ratio)
{
    const double percent = 100 * (ratio - 1);

    if (!isfinite(ratio))
        snprintf(text, size, "%s", "");
    else if (ratio >= 1e5)
        snprintf(text, size, "x %.2g", ratio);
    else if (ratio >= 2)
        snprintf(text, size, ratio < 9.995 ? "x %.2f" : ratio < 99.95 ? "x %.1f" : "x %.0f", ratio);
    else
        snprintf(text, size, "%+.*f %%", decimals(percent), percent);
    return text;
}

char *gau_change_interval_text(char *text, size_t size, const struct gau_interval *ratio)
{
    const double low = 100 * (ratio->low - 1), high = 100 * (ratio->high - 1);

    if (!isfinite(low) || isnan(high))
        snprintf(text, size, "%s", "");
    else if (high > 1000 && low < -90)
        snprintf(text, size, "any");
    else if (high > 1000)
        snprintf(text, size, "%+.*f %% to more", decimals(low), low);
    else
        snprintf(text, size, "%+.*f to %+.*f %%", decimals(low), low, decimals(high), high);
    return text;
}

char *gau_change_points_text(char *text, size_t size, double points)
{
    if (!isfinite(points))
        snprintf(text, size, "%s", "");
    else
        snprintf(text, size, fabs(points) < 0.005 ? "%.2f" : "%+.2f",
                 fabs(points) < 0.005 ? 0 : points);
    return text;
}

/* --- how many runs ------------------------------------------------------------------------- */

size_t gau_change_runs_needed(double deviation, double part)
{
    for (size_t n = 2; deviation >= 0 && n <= 1000; n++) {
        const double t = gau_student_quantile((1 + GAU_CHANGE_CONFIDENCE) / 2, 2 * (double)n - 2);

        if (t * deviation * sqrt(2 / (double)n) <= log1p(part))
            return n;
    }
    return 0;
}
