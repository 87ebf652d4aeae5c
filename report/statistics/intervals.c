/* SPDX-License-Identifier: Apache-2.0 */
#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static const struct gau_interval unknown = {.value = (double)NAN,
                                            .low = (double)NAN,
                                            .high = (double)NAN};

/* --- ratios -------------------------------------------------------------------------------- */

/* The difference of two means, its standard error and Welch's degrees of freedom. */
struct difference {
    double value, error, freedom; /* no error, no freedom: NAN */
};

/* Logarithms of equal values differ by rounding: no spread. */
static struct difference difference_of(const double *a, size_t na, const double *b, size_t nb)
{
    const struct gau_log_moments left = gau_log_moments(a, na), right = gau_log_moments(b, nb);
    const double va = left.variance / (double)na, vb = right.variance / (double)nb;
    const double v = va + vb;
    const double least = 1e-15 * fmax(1, fmax(fabs(left.mean), fabs(right.mean)));
    struct difference d = {.value = right.mean - left.mean,
                           .error = (double)NAN,
                           .freedom = (double)NAN};

    if (v > least * least) {
        d.error = sqrt(v);
        d.freedom = v * v / (va * va / (double)(na - 1) + vb * vb / (double)(nb - 1));
    }
    return d;
}

struct gau_interval gau_ratio_interval(const double *a, size_t na, const double *b, size_t nb,
                                       double confidence)
{
    const struct difference d = difference_of(a, na, b, nb);
    struct gau_interval interval = unknown;
    double reach;

    interval.value = exp(d.value);
    if (isnan(d.error) || !(confidence > 0 && confidence < 1))
        return interval;
    reach = d.error * gau_student_quantile((1 + confidence) / 2, d.freedom);
    interval.low = exp(d.value - reach);
    interval.high = exp(d.value + reach);
    return interval;
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
