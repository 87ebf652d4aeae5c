/* SPDX-License-Identifier: Apache-2.0 */
#include "trend.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <string.h>

enum { LEVELS = 7 };

/* From low to high. */
static const char *const bars[LEVELS] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                         "\u2585", "\u2586", "\u2587"};
static const char *const letters[LEVELS] = {"_", "_", ".", "-", "-", "'", "^"};

static bool is_there(double value)
{
    return value > 0 && isfinite(value);
}

/* NAN: there is none. */
static double median(const double *values, size_t n)
{
    double known[GAU_TREND_MOST];
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        if (is_there(values[i]))
            known[count++] = values[i];
    return gau_quantile(known, count, 0.5);
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
        if (is_there(first[i]))
            reach = fmax(reach, fabs(log(first[i] / middle)));
    for (size_t i = 0; i < shown; i++)
        end = stpcpy(end, !is_there(first[i]) ? " "
                          : unicode           ? bars[level_of(first[i], middle, reach)]
                                              : letters[level_of(first[i], middle, reach)]);
    *end = '\0';
    return text;
}
