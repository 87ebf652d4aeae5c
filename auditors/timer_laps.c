/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_laps.h"

#include <math.h>

void laps_merge(struct laps *laps, const struct laps *other)
{
    if (other->entered == 0)
        return;
    laps->entered += other->entered;
    laps->total += other->total;
    laps->sum_sq += other->sum_sq;
    laps->cpu_ns += other->cpu_ns;
    if (other->max > laps->max || (other->max == laps->max && other->slowest < laps->slowest)) {
        laps->max = other->max;
        laps->slowest = other->slowest;
    }
    if (other->not_min > laps->not_min)
        laps->not_min = other->not_min;
    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        laps->histogram[i] += other->histogram[i];
}

uint64_t laps_ended(const struct laps *laps)
{
    uint64_t n = 0;

    for (size_t i = 0; laps->entered && i < GAU_LOG_BINS; i++)
        n += laps->histogram[i];
    return n;
}

double laps_percentile(const struct laps *laps, double fraction)
{
    const uint64_t ended = laps_ended(laps);
    const double wanted = ceil(fraction * (double)ended);
    const double min = (double)~laps->not_min, max = (double)laps->max;
    uint64_t seen = 0;

    if (ended == 0)
        return 0;
    for (size_t i = 0; i < GAU_LOG_BINS; i++) {
        seen += laps->histogram[i];
        if ((double)seen >= wanted)
            return fmin(fmax(gau_log_middle(i), min), max);
    }
    return max;
}

double laps_stddev(const struct laps *laps)
{
    const double n = (double)laps_ended(laps), total = (double)laps->total;

    if (n < 2)
        return 0;
    return sqrt(fmax(laps->sum_sq - total * total / n, 0) / (n - 1));
}
