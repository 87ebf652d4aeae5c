/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_KNOWN_TIMES_H
#define TESTS_SYSTEM_KNOWN_TIMES_H

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
 * Rows with less than some 20 expected samples would be too skew for 6.5 standard errors: ask for
 * more samples.
 */
struct known_times_row {
    double known_ns;
    double sampled_ns, squares; /* sums of w and of w^2 */
};

/* n, see above; 0: there are no samples. */
double known_times_effective(const struct known_times_row *rows, int n);

/* How many standard errors the share of row @p i is from the known one. */
double known_times_deviation(const struct known_times_row *rows, int n, int i);

/* Chi-square of all rows, with n - 1 degrees of freedom. */
double known_times_chi_square(const struct known_times_row *rows, int n);

#endif
