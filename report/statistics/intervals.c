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

/* --- the bootstrap ------------------------------------------------------------------------- */

/* The means of resamples; they are in @p means. */
static void resample(double *means, size_t rounds, const double *logs, size_t n,
                     struct gau_random *random)
{
    for (size_t i = 0; i < rounds; i++) {
        means[i] = 0;
        for (size_t k = 0; k < n; k++)
            means[i] += logs[gau_random_below(random, n)];
        means[i] /= (double)n;
    }
}

/* How far the median of the resamples is from the value, as a normal deviate. What is equal to the
 * value is on both sides; no deviate is infinite. */
static double bias_of(const double *means, size_t rounds, double value)
{
    const double least = 1 / (double)(rounds + 1);
    double below = 0;

    for (size_t i = 0; i < rounds; i++)
        below += means[i] < value ? 1 : means[i] > value ? 0 : 0.5;
    return gau_normal_quantile(fmin(fmax(below / (double)rounds, least), 1 - least));
}

/* From the jackknife; of a mean it is a sixth of the skewness over root n. */
static double acceleration_of(const double *logs, size_t n, double mean)
{
    double squares = 0, cubes = 0;

    for (size_t i = 0; i < n; i++) {
        squares += (logs[i] - mean) * (logs[i] - mean);
        cubes += (logs[i] - mean) * (logs[i] - mean) * (logs[i] - mean);
    }
    return squares > 0 ? cubes / (6 * squares * sqrt(squares)) : 0;
}

/* Which fraction of the resamples is below a limit, @p z the deviate of a limit without bias. */
static double corrected(double z, double bias, double acceleration)
{
    const double sum = bias + z, divisor = 1 - acceleration * sum;
    double deviate, beyond;

    if (divisor <= 0)
        return sum > 0 ? 1 : 0;
    deviate = bias + sum / divisor;
    beyond = gau_normal_p(deviate) / 2;
    return deviate > 0 ? 1 - beyond : beyond;
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

bool gau_bootstrap_ratio(struct gau_interval *out, const double *ratios, size_t n, size_t rounds,
                         double confidence, struct gau_random *random)
{
    const double mean = gau_log_moments(ratios, n).mean,
                 z = gau_normal_quantile((1 + confidence) / 2);
    double *logs, *means, bias, acceleration;

    *out = unknown;
    out->value = exp(mean);
    if (!can_be_resampled(ratios, n) || rounds == 0 || !isfinite(z) || z <= 0)
        return true;
    logs = calloc(n, sizeof *logs);
    means = calloc(rounds, sizeof *means);
    if (logs && means) {
        for (size_t i = 0; i < n; i++)
            logs[i] = log(ratios[i]);
        resample(means, rounds, logs, n, random);
        bias = bias_of(means, rounds, mean);
        acceleration = acceleration_of(logs, n, mean);
        out->low = exp(gau_quantile(means, rounds, corrected(-z, bias, acceleration)));
        out->high = exp(gau_quantile(means, rounds, corrected(z, bias, acceleration)));
    }
    free(means);
    if (!logs || !means) {
        free(logs);
        return false;
    }
    free(logs);
    return true;
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
