/* SPDX-License-Identifier: Apache-2.0 */
#include "call_statistics.h"

#include <math.h>

void gau_call_stats_merge(struct branch_stats *branch, unsigned kind,
                          const struct branch_stats *other, unsigned other_kind)
{
    struct call_stats *const call_stats = &branch->call_stats[kind];
    const struct call_stats *const o = &other->call_stats[other_kind];

    if (o->entered == 0)
        return;
    call_stats->entered += o->entered;
    call_stats->left += o->left;
    call_stats->total += o->total;
    call_stats->sum_sq += o->sum_sq;
    call_stats->cpu_ns += o->cpu_ns;
    branch->memory_MB[kind] += other->memory_MB[other_kind];
    if (o->max > call_stats->max ||
        (o->max == call_stats->max && o->slowest < call_stats->slowest)) {
        call_stats->max = o->max;
        call_stats->slowest = o->slowest;
    }
    if (o->not_min > call_stats->not_min)
        call_stats->not_min = o->not_min;
    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        branch->histogram[i][kind] += other->histogram[i][other_kind];
}

void gau_call_stats_clear(struct branch_stats *branch, unsigned kind)
{
    branch->call_stats[kind] = (struct call_stats){0};
    branch->memory_MB[kind] = 0;
    for (size_t i = 0; i < GAU_LOG_BINS; i++)
        branch->histogram[i][kind] = 0;
}

double gau_call_stats_percentile(const struct branch_stats *branch, unsigned kind, double fraction)
{
    const struct call_stats *const call_stats = &branch->call_stats[kind];
    const double wanted = ceil(fraction * (double)call_stats->left);
    const double min = (double)~call_stats->not_min, max = (double)call_stats->max;
    uint64_t seen = 0;

    if (call_stats->left == 0)
        return 0;
    for (size_t i = 0; i < GAU_LOG_BINS; i++) {
        seen += branch->histogram[i][kind];
        if ((double)seen >= wanted)
            return fmin(fmax(gau_log_middle(i), min), max);
    }
    return max;
}

double gau_call_stats_stddev(const struct branch_stats *branch, unsigned kind)
{
    const struct call_stats *const call_stats = &branch->call_stats[kind];
    const double n = (double)call_stats->left, total = (double)call_stats->total;

    if (n < 2)
        return 0;
    return sqrt(fmax(call_stats->sum_sq - total * total / n, 0) / (n - 1));
}
