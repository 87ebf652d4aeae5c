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

double gau_larger_p(const double *a, size_t na, const double *b, size_t nb, double ratio)
{
    const struct difference d = difference_of(a, na, b, nb);
    double t, p;

    if (isnan(d.error) || !(ratio > 0))
        return (double)NAN;
    t = (d.value - log(ratio)) / d.error;
    p = gau_student_p(t, d.freedom) / 2;
    return t > 0 ? p : 1 - p;
}

/* --- the jackknife ------------------------------------------------------------------------- */

/* The sums without pair i, or with all for n; as the logarithm of their ratio. */
static double log_ratio_without(const double *a, const double *b, size_t n, size_t i)
{
    double sum_a = 0, sum_b = 0;

    for (size_t k = 0; k < n; k++) {
        sum_a += k == i ? 0 : a[k];
        sum_b += k == i ? 0 : b[k];
    }
    return sum_a > 0 && sum_b > 0 ? log(sum_b / sum_a) : (double)NAN;
}

struct gau_interval gau_jackknife_ratio(const double *a, const double *b, size_t n,
                                        double confidence)
{
    const double all = log_ratio_without(a, b, n, n);
    struct gau_interval interval = unknown;
    double sum = 0, squares = 0, error, reach;

    interval.value = exp(all);
    if (n < 2 || !(confidence > 0 && confidence < 1))
        return interval;
    for (size_t i = 0; i < n; i++) {
        const double distance =
            log_ratio_without(a, b, n, i) - all; /* NAN: then there is no error */

        sum += distance;
        squares += distance * distance;
    }
    error = sqrt((double)(n - 1) / (double)n * fmax(squares - sum * sum / (double)n, 0));
    if (!(error > 1e-12))
        return interval;
    reach = error * gau_student_quantile((1 + confidence) / 2, (double)n - 1);
    interval.low = exp(all - reach);
    interval.high = exp(all + reach);
    return interval;
}

/* --- the bootstrap ------------------------------------------------------------------------- */

/* How far the mean of a resample is from that of the sample, in its own standard errors. Rounding
 * gives no spread to what has none. */
static double deviate_of(const double *logs, size_t n, double mean, struct gau_random *random)
{
    double sum = 0, squares = 0, variance;

    for (size_t i = 0; i < n; i++) {
        const double distance = logs[gau_random_below(random, n)] - mean;

        sum += distance;
        squares += distance * distance;
    }
    variance = (squares - sum * sum / (double)n) / (double)(n - 1);
    if (variance > 1e-12 * squares / (double)n)
        return sum / sqrt((double)n * variance);
    return sum > 0 ? (double)INFINITY : -(double)INFINITY;
}

static bool can_be_resampled(const double *ratios, size_t n)
{
    bool spread = false;

    for (size_t i = 0; i < n; i++) {
        if (!(ratios[i] > 0) || isinf(ratios[i]))
            return false;
        spread |= ratios[i] < ratios[0] || ratios[i] > ratios[0];
    }
    return spread;
}

/* Of values that repeat so often that many resamples have no spread: Student's. */
static void set_limits(struct gau_interval *out, double *deviates, size_t rounds, size_t n,
                       struct gau_log_moments moments, double confidence)
{
    const double tail = (1 - confidence) / 2;
    const double error = sqrt(moments.variance / (double)n);
    double least = gau_quantile(deviates, rounds, tail);
    double most = gau_quantile(deviates, rounds, 1 - tail);

    if (!isfinite(least) || !isfinite(most)) {
        most = gau_student_quantile(1 - tail, (double)n - 1);
        least = -most;
    }
    out->low = exp(moments.mean - most * error);
    out->high = exp(moments.mean - least * error);
}

bool gau_bootstrap_ratio(struct gau_interval *out, const double *ratios, size_t n, size_t rounds,
                         double confidence, struct gau_random *random)
{
    const struct gau_log_moments moments = gau_log_moments(ratios, n);
    double *logs, *deviates;
    bool fits;

    *out = unknown;
    out->value = exp(moments.mean);
    if (!can_be_resampled(ratios, n) || rounds == 0 || !(confidence > 0 && confidence < 1))
        return true;
    logs = calloc(n, sizeof *logs);
    deviates = calloc(rounds, sizeof *deviates);
    fits = logs && deviates;
    for (size_t i = 0; fits && i < n; i++)
        logs[i] = log(ratios[i]);
    for (size_t i = 0; fits && i < rounds; i++)
        deviates[i] = deviate_of(logs, n, moments.mean, random);
    if (fits)
        set_limits(out, deviates, rounds, n, moments, confidence);
    free(logs);
    free(deviates);
    return fits;
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
