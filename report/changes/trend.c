/* SPDX-License-Identifier: Apache-2.0 */
#include "trend.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 7, LEAST_OTHERS = 3 };

/* From low to high. */
static const char *const bars[LEVELS] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587"};
static const char *const letters[LEVELS] = {"_", "_", ".", "-", "-", "'", "^"};

/* The values above 0. NULL: no memory; to be freed. */
static double *known(const double *values, size_t n, size_t *count)
{
    double *const out = calloc(n + 1, sizeof *out);

    *count = 0;
    for (size_t i = 0; out && i < n; i++)
        if (values[i] > 0 && isfinite(values[i]))
            out[(*count)++] = values[i];
    return out;
}

static double median(const double *values, size_t n)
{
    size_t count;
    double *const copy = known(values, n, &count);
    const double result = copy ? gau_quantile(copy, count, 0.5) : (double)NAN;

    free(copy);
    return result;
}

static int level_of(double value, double middle, double reach)
{
    const double place = (log(value / middle) / reach + 1) / 2; /* 0 to 1 */

    return (int)fmin(fmax(floor(place * LEVELS), 0), LEVELS - 1);
}

char *gau_trend_text(char text[GAU_TREND_SIZE], const double *values, size_t n, bool unicode)
{
    const size_t shown = n < GAU_TREND_MOST ? n : GAU_TREND_MOST;
    const double *const first = values + n - shown;
    const double middle = median(first, shown);
    double reach = log(1.1);
    char *end = text;

    for (size_t i = 0; i < shown; i++)
        if (first[i] > 0 && isfinite(first[i]) && middle > 0)
            reach = fmax(reach, fabs(log(first[i] / middle)));
    for (size_t i = 0; i < shown; i++) {
        const bool there = first[i] > 0 && isfinite(first[i]) && middle > 0;

        end = stpcpy(end, !there    ? " "
                          : unicode ? bars[level_of(first[i], middle, reach)]
                                    : letters[level_of(first[i], middle, reach)]);
    }
    *end = '\0';
    return text;
}

double gau_trend_change(const double *values, size_t n)
{
    return n > 1 && values[n - 1] >= 0 ? values[n - 1] / median(values, n - 1) : (double)NAN;
}

double gau_trend_p(const double *values, size_t n)
{
    size_t count = 0;
    double *const others = n > 1 ? known(values, n - 1, &count) : NULL;
    const struct gau_log_moments moments = gau_log_moments(others, count);
    const double deviation = sqrt(moments.variance);
    double p = (double)NAN;

    if (count >= LEAST_OTHERS && values[n - 1] > 0 && deviation > 1e-12)
        p = gau_student_p((log(values[n - 1]) - moments.mean) /
                              (deviation * sqrt(1 + 1 / (double)count)),
                          (double)(count - 1));
    free(others);
    return p;
}
