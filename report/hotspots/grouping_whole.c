/* SPDX-License-Identifier: Apache-2.0 */
#include "grouping_internal.h"

#include <math.h>
#include <stdlib.h>

/*
 * Shares that are relative to some branches. Of the samples, w(i) are in a group, w in the
 * branches, c in both. Their variances are known, and shares of the same samples are correlated as
 * those of independent ones: the covariance of two shares p and q, with r in both, is as r - p q.
 * So
 *
 *     correlation = (r - p q) / sqrt(p (1 - p) q (1 - q))
 *     var (w(i) / w) = (var w(i) + share^2 var w - 2 share correlation sd w(i) sd w) / w^2
 */

static bool is_within(const struct gau_hotspots_state *work, uint32_t sample)
{
    return work->query->within[work->result->profile->samples[sample].task];
}

bool gau_hotspots_work_whole(struct gau_hotspots_state *work)
{
    const struct gau_samples *const profile = work->result->profile;
    struct gau_hotspots_group groups[2] = {{0}, {0}}; /* all; those in the branches */
    struct gau_hotspots_grouping grouping = {.groups = groups, .group_count = 2};
    struct gau_hotspots_state part = {
        .grouping = &grouping, .result = work->result, .query = work->query, .pool = work->pool};
    bool done;

    if (!work->query->within)
        return true;
    part.leaves = calloc((size_t)profile->sample_count + 1, sizeof *part.leaves);
    if (!part.leaves)
        return false;
    for (uint32_t i = 0; i < profile->sample_count; i++) {
        part.leaves[i] =
            work->leaves[i] < GAU_HOTSPOTS_NO_TIME ? is_within(work, i) : work->leaves[i];
        if (part.leaves[i] != 1)
            continue;
        groups[1].total.samples++;
        groups[1].total.weight_ns += profile->samples[i].weight_ns;
        work->grouping->groups[work->leaves[i]].own.within_ns += profile->samples[i].weight_ns;
    }
    done = gau_hotspots_work_errors(&part);
    free(part.leaves);
    work->grouping->whole = groups[1].total;
    for (uint32_t i = work->grouping->group_count; i-- > 0;) {
        struct gau_hotspots_group *const group = &work->grouping->groups[i];

        group->total.within_ns += group->own.within_ns;
        if (i > 0)
            work->grouping->groups[group->parent].total.within_ns += group->total.within_ns;
    }
    return done;
}

static double correlation_of(double p, double q, double both)
{
    const double spread = sqrt(p * (1 - p) * q * (1 - q));

    return spread > 0 ? fmax(-1, fmin((both - p * q) / spread, 1)) : 0;
}

double gau_hotspots_relative_error(const struct gau_hotspots_measure *measure,
                                   const struct gau_hotspots_measure *whole, uint64_t all_ns)
{
    const double all = (double)all_ns, w = (double)whole->weight_ns;
    const double share = (double)measure->weight_ns / w;
    const double other = share * whole->error_ns;
    const double correlation =
        correlation_of((double)measure->weight_ns / all, w / all, (double)measure->within_ns / all);

    return sqrt(fmax(0, measure->error_ns * measure->error_ns + other * other -
                            2 * correlation * measure->error_ns * other)) /
           w;
}
