/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_auditor.h"

#include <math.h>

void laps_merge(struct timed_branch *branch, unsigned kind, const struct timed_branch *other,
                unsigned other_kind)
{
    struct laps *const laps = &branch->laps[kind];
    const struct laps *const o = &other->laps[other_kind];

    if (o->entered == 0)
        return;
    laps->entered += o->entered;
    laps->left += o->left;
    laps->total += o->total;
    laps->sum_sq += o->sum_sq;
    laps->cpu_ns += o->cpu_ns;
    branch->memory_MB[kind] += other->memory_MB[other_kind];
    if (o->max > laps->max || (o->max == laps->max && o->slowest < laps->slowest)) {
        laps->max = o->max;
        laps->slowest = o->slowest;
    }
    if (o->not_min > laps->not_min)
        laps->not_min = o->not_min;
    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        branch->histogram[i][kind] += other->histogram[i][other_kind];
}

void laps_clear(struct timed_branch *branch, unsigned kind)
{
    branch->laps[kind] = (struct laps){0};
    branch->memory_MB[kind] = 0;
    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        branch->histogram[i][kind] = 0;
}

double laps_percentile(const struct timed_branch *branch, unsigned kind, double fraction)
{
    const struct laps *const laps = &branch->laps[kind];
    const double wanted = ceil(fraction * (double)laps->left);
    const double min = (double)~laps->not_min, max = (double)laps->max;
    uint64_t seen = 0;

    if (laps->left == 0)
        return 0;
    for (size_t i = 0; i < GAU_LOG_BINS; i++) {
        seen += branch->histogram[i][kind];
        if ((double)seen >= wanted)
            return fmin(fmax(gau_log_middle(i), min), max);
    }
    return max;
}

double laps_stddev(const struct timed_branch *branch, unsigned kind)
{
    const struct laps *const laps = &branch->laps[kind];
    const double n = (double)laps->left, total = (double)laps->total;

    if (n < 2)
        return 0;
    return sqrt(fmax(laps->sum_sq - total * total / n, 0) / (n - 1));
}
