/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_COMMON_EXACT_SUM_H
#define GAUDIT_ALGORITHMS_COMMON_EXACT_SUM_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The exact sum of doubles, which depends neither on their order nor on how they were grouped: a
 * fixed-point number that has a place for every bit that a double can have, in pieces of 32 bits
 * with room for carries (the "small superaccumulator" of Neal, "Fast exact summation using small
 * and large superaccumulators", arXiv:1505.05571, 2015). {0} is a sum of nothing.
 */
struct gau_exact_sum {
    int64_t pieces[68]; /* of 2^(32 i - 1074) each */
    uint32_t pending;   /* additions since carries were propagated */
};

/* @p x is finite. */
void gau_exact_sum_add(struct gau_exact_sum *sum, double x);
void gau_exact_sum_merge(struct gau_exact_sum *sum, const struct gau_exact_sum *other);

/* Within one unit in the last place; equal sums give equal doubles. */
double gau_exact_sum_value(const struct gau_exact_sum *sum);

/*
 * Differences in units of their errors. Those beyond 5 are counted, but are not in mean and width,
 * which is the standard deviation.
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
