/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_STATISTICS_STATISTICS_H
#define GAUDIT_REPORT_STATISTICS_STATISTICS_H

/**
 * @file statistics.h
 * Distributions, intervals and tests, as far as comparisons of measurements need them. Depends on
 * the C library alone. A result that does not exist (no values, no spread) is NAN, as are unknown
 * ends of an interval; nothing here writes messages.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- distributions ------------------------------------------------------------------------- */

/** Returns the probability of a normal deviate further from 0 than @p z, on both sides. */
double gau_normal_p(double z);

/** Returns the deviate below which a normal one is with probability @p p. */
double gau_normal_quantile(double p);

/** Returns the probability of that chi-square or more: the upper incomplete gamma function Q(dof /
 * 2, chi_square / 2). */
double gau_chi_square_p(double chi_square, double dof);

/** Returns the probability of Student's t further from 0 than @p t, on both sides. */
double gau_student_p(double t, double dof);

/** Returns the t below which Student's t is with probability @p p. */
double gau_student_quantile(double p, double dof);

/* --- values -------------------------------------------------------------------------------- */

double gau_mean(const double *values, size_t n);

/** Returns the variance of a sample, with n - 1. */
double gau_variance(const double *values, size_t n);

/** Returns the value at a fraction of all, between neighbours interpolated (type 7 of Hyndman and
 * Fan). Sorts @p values. */
double gau_quantile(double *values, size_t n, double fraction);

/** Returns 1.4826 times the median of the distances from the median: a standard deviation that
 * outliers do not move. Sorts @p values and leaves them changed. */
double gau_robust_deviation(double *values, size_t n);

/* --- intervals ----------------------------------------------------------------------------- */

struct gau_interval {
    double value, low, high;
};

/**
 * The median of the slopes between all pairs of points whose @p x differ: H. Theil, Proc. K. Ned.
 * Akad. Wet. 53, 1950. A third of the points may be anything. Its interval are the slopes whose
 * ranks are Kendall's standard deviation away from the middle, with as many pairs as there are
 * without equal @p x: P. K. Sen, J. Am. Stat. Assoc. 63, 1968, sections 4 and 6. It holds if the
 * errors of points do not depend on each other. Needs memory for n (n - 1) / 2 slopes; false: out
 * of memory.
 */
bool gau_theil_sen(struct gau_interval *slope, const double *x, const double *y, size_t n,
                   double confidence);

/* --- tests --------------------------------------------------------------------------------- */

/**
 * Corrects probabilities for having made @p n tests, in place: S. Holm, Scand. J. Stat. 6, 1979.
 * NAN is a test that was not made, and stays. False: out of memory.
 */
bool gau_holm(double *p, size_t n);

#endif
