/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

/* Kendall's, of the sum of signs over all pairs; equal values of x are no pairs. Sorts @p x. */
static double variance_of_signs(double *x, size_t n)
{
    const double all = (double)n;
    double variance = all * (all - 1) * (2 * all + 5);

    qsort(x, n, sizeof *x, by_value);
    for (size_t i = 0, end; i < n; i = end) {
        double equal;

        for (end = i + 1; end < n && x[end] == x[i];)
            end++;
        equal = (double)(end - i);
        variance -= equal * (equal - 1) * (2 * equal + 5);
    }
    return variance / 18;
}

/* The slopes of all pairs. Returns their number. */
static size_t set_slopes(double *slopes, const double *x, const double *y, size_t n)
{
    size_t pairs = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            if (x[i] != x[j])
                slopes[pairs++] = (y[j] - y[i]) / (x[j] - x[i]);
    return pairs;
}

bool gau_theil_sen(struct gau_interval *slope, const double *x, const double *y, size_t n,
                   double confidence)
{
    double *const slopes = calloc(n > 1 ? n * (n - 1) / 2 : 1, sizeof *slopes);
    double *const sorted = calloc(n + 1, sizeof *sorted);
    const bool done = slopes && sorted;

    *slope = (struct gau_interval){(double)NAN, (double)NAN, (double)NAN};
    if (done) {
        const size_t pairs = set_slopes(slopes, x, y, n);
        double half, low, high;

        for (size_t i = 0; i < n; i++)
            sorted[i] = x[i];
        half = gau_normal_quantile((1 + confidence) / 2) * sqrt(variance_of_signs(sorted, n));
        low = round(((double)pairs - half) / 2) - 1;
        high = round(((double)pairs + half) / 2);
        slope->value = gau_quantile(slopes, pairs, 0.5); /* and sorts them */
        if (low >= 0 && high < (double)pairs) {
            slope->low = slopes[(size_t)low];
            slope->high = slopes[(size_t)high];
        }
    }
    free(slopes);
    free(sorted);
    return done;
}
