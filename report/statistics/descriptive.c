/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

double gau_mean(const double *values, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return n > 0 ? sum / (double)n : (double)NAN;
}

double gau_variance(const double *values, size_t n)
{
    const double mean = gau_mean(values, n);
    double squares = 0;

    for (size_t i = 0; i < n; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return n > 1 ? squares / (double)(n - 1) : (double)NAN;
}

static int by_value(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

static bool has_no_number(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (isnan(values[i]))
            return true;
    return false;
}

static bool is_sorted(const double *values, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (values[i] < values[i - 1])
            return false;
    return true;
}

double gau_quantile(double *values, size_t n, double fraction)
{
    double place, whole, part;
    size_t i;

    if (n == 0 || !(fraction >= 0 && fraction <= 1) || has_no_number(values, n))
        return (double)NAN;
    if (!is_sorted(values, n)) /* as they are for all but the first of several quantiles */
        qsort(values, n, sizeof *values, by_value);
    place = fraction * (double)(n - 1);
    part = modf(place, &whole);
    i = (size_t)whole;
    if (i + 1 >= n || part <= 0)
        return values[i < n ? i : n - 1];
    return values[i] + part * (values[i + 1] - values[i]);
}

double gau_robust_deviation(double *values, size_t n)
{
    const double median = gau_quantile(values, n, 0.5);

    if (n < 2 || isnan(median))
        return (double)NAN;
    for (size_t i = 0; i < n; i++)
        values[i] = fabs(values[i] - median);
    return 1.4826 * gau_quantile(values, n, 0.5);
}

/* --- many tests ---------------------------------------------------------------------------- */

struct numbered {
    double p;
    size_t number;
};

static int by_p(const void *a, const void *b)
{
    const struct numbered *const left = a, *const right = b;

    return (left->p > right->p) - (left->p < right->p);
}

bool gau_holm(double *p, size_t n)
{
    struct numbered *const tests = calloc(n + 1, sizeof *tests);
    size_t made = 0;
    double least = 0;

    if (!tests)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            tests[made++] = (struct numbered){.p = p[i], .number = i};
    qsort(tests, made, sizeof *tests, by_p);
    for (size_t i = 0; i < made; i++) {
        least = fmin(fmax(least, (double)(made - i) * tests[i].p), 1);
        p[tests[i].number] = least;
    }
    free(tests);
    return true;
}
