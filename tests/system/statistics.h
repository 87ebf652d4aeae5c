/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_STATISTICS_H
#define TESTS_SYSTEM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Whether samples agree with known times.
 *
 * Samples have weights w. They count as n = (sum w)^2 / sum w^2 equal ones: that makes the variance
 * of a share that of a binomial, p (1 - p) / n, if each sample hits its row by itself with the
 * probability p, which is the share of the known time. Where several samples hit one execution of a
 * task they spread more evenly than that, and weights of long interruptions, which the known times
 * have as well, make n smaller than it need be: the standard errors are then too large and
 * chi-square too small. Nothing makes them err to the other side, so that the test does not fail
 * without reason.
 *
 * Rows with less than some 20 expected samples would be too skew for five standard errors: ask for
 * more samples.
 */
struct statistics_row {
    double known_ns;
    double sampled_ns, squares; /* sums of w and of w^2 */
};

/* n, see above; 0: there are no samples. */
double statistics_effective(const struct statistics_row *rows, int n);

/* How many standard errors the share of row @p i is from the known one. */
double statistics_deviation(const struct statistics_row *rows, int n, int i);

/* Chi-square of all rows, with n - 1 degrees of freedom. */
double statistics_chi_square(const struct statistics_row *rows, int n);

/* The probability of that chi-square or more: the regularized upper incomplete gamma function
 * Q(freedom / 2, chi_square / 2), here for even degrees of freedom, where it is a finite sum. */
double statistics_p(double chi_square, int freedom);

#endif
