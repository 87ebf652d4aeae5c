/* SPDX-License-Identifier: Apache-2.0 */
#include "pulls.h"

#include <math.h>

void gau_pulls_add(struct gau_pulls *pulls, double pull)
{
    pulls->entries++;
    if (!(fabs(pull) <= 5)) {
        pulls->outside++;
        return;
    }
    gau_exact_sum_add(&pulls->sum, pull);
    gau_exact_sum_add(&pulls->sum2, pull * pull);
}

void gau_pulls_merge(struct gau_pulls *pulls, const struct gau_pulls *other)
{
    pulls->entries += other->entries;
    pulls->outside += other->outside;
    gau_exact_sum_merge(&pulls->sum, &other->sum);
    gau_exact_sum_merge(&pulls->sum2, &other->sum2);
}

static double mean_of(const struct gau_pulls *pulls, const struct gau_exact_sum *sum)
{
    return gau_exact_sum_value(sum) / (double)(pulls->entries - pulls->outside);
}

double gau_pulls_mean(const struct gau_pulls *pulls)
{
    return mean_of(pulls, &pulls->sum);
}

double gau_pulls_width(const struct gau_pulls *pulls)
{
    const double mean = gau_pulls_mean(pulls);
    const double variance = mean_of(pulls, &pulls->sum2) - mean * mean;

    return variance < 0 ? 0 : sqrt(variance);
}
