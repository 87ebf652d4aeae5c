/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_EXACT_SUM_H
#define GAUDIT_TABLE_EXACT_SUM_H

#include <stdbool.h>
#include <stddef.h>
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

/* The same as whole numbers, for documents: the place of the first piece, and pieces, all of them
 * positive or all negative; nothing for 0. Equal sums give equal lists. Returns how many. */
enum { GAU_EXACT_SUM_LIST = 69 };
size_t gau_exact_sum_list(const struct gau_exact_sum *sum, int64_t list[GAU_EXACT_SUM_LIST]);

/* Adds one. False: it is none, and nothing was added. */
bool gau_exact_sum_add_list(struct gau_exact_sum *sum, const int64_t *list, size_t n);

#endif
