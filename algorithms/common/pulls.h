/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COMMON_PULLS_H
#define GAUDIT_ALGORITHMS_COMMON_PULLS_H

#include "table/exact_sum.h"

/*
 * Differences in units of their errors. Those beyond 5 are counted, but are not in mean and width,
 * which is the standard deviation;
 * both are not a number if there are none.
 */
struct gau_pulls {
    uint64_t entries, outside;
    struct gau_exact_sum sum, sum2; /* of those inside */
};

void gau_pulls_add(struct gau_pulls *pulls, double pull);
void gau_pulls_merge(struct gau_pulls *pulls, const struct gau_pulls *other);
double gau_pulls_mean(const struct gau_pulls *pulls);
double gau_pulls_width(const struct gau_pulls *pulls);

#endif
