/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_STATISTICS_STATISTICS_H
#define GAUDIT_REPORT_STATISTICS_STATISTICS_H

/**
 * @file statistics.h
 * Distributions, intervals and tests, as far as comparisons of measurements need them. Depends on
 * the C library alone. Where an answer does not exist (no values, no spread) it is NAN, and an
 * interval has NAN for what it does not know; nothing here writes messages.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- distributions ------------------------------------------------------------------------- */

/** The probability of a normal deviate further from 0 than @p z, on both sides. */
double gau_normal_p(double z);

/** The deviate below which a normal one is with probability @p p. */
double gau_normal_quantile(double p);

/** The probability of that chi-square or more: the upper incomplete gamma function
 * Q(freedom / 2, chi_square / 2). */
double gau_chi_square_p(double chi_square, double freedom);

/** The probability of Student's t further from 0 than @p t, on both sides. */
double gau_student_p(double t, double freedom);

/** The t below which it is with probability @p p. */
double gau_student_quantile(double p, double freedom);

/* --- values -------------------------------------------------------------------------------- */

double gau_mean(const double *values, size_t n);

/** Of a sample, with n - 1. */
double gau_variance(const double *values, size_t n);

/** The value at a fraction of all, between neighbours interpolated (type 7 of Hyndman and Fan).
 * Sorts @p values. */
double gau_quantile(double *values, size_t n, double fraction);

/** 1.4826 times the median of the distances from the median: a standard deviation that outliers do
 * not move. Sorts @p values and leaves them changed. */
double gau_robust_deviation(double *values, size_t n);

/** Of the logarithms of values above 0. */
struct gau_log_moments {
    double mean, variance; /**< of a sample, with n - 1; NAN: no values, one, or some not above 0 */
};
struct gau_log_moments gau_log_moments(const double *values, size_t n);

/** The standard deviation of logarithms that two samples have within themselves, pooled. */
double gau_log_deviation(const double *a, size_t na, const double *b, size_t nb);

/* --- intervals ----------------------------------------------------------------------------- */

struct gau_interval {
    double value, low, high;
};

/**
 * The ratio of the means of @p b to @p a, independent samples of positive values: Welch's interval
 * of the difference of the logarithms (B. L. Welch, Biometrika 34, 1947), its middle the ratio of
 * the geometric means. @p confidence such as 0.95.
 */
struct gau_interval gau_ratio_interval(const double *a, size_t na, const double *b, size_t nb,
                                       double confidence);

/**
 * The ratio of the sum of @p b to that of @p a, of @p n pairs of values of which some may be 0, as
 * of few samples: its logarithm with the error of the jackknife that leaves out one pair at a time
 * (B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, 11.2) and Student's t. It
 * has no limits where the sums hang on a single pair.
 */
struct gau_interval gau_jackknife_ratio(const double *a, const double *b, size_t n,
                                        double confidence);

/** A source of random numbers; the same seed, the same numbers (xoshiro256++). */
struct gau_random {
    uint64_t state[4];
};
void gau_random_seed(struct gau_random *random, uint64_t seed);
uint64_t gau_random_below(struct gau_random *random, uint64_t bound);
double gau_random_uniform(struct gau_random *random);

/**
 * The geometric mean of @p n ratios of pairs, with the interval of the bootstrap-t, @p rounds
 * resamples: each mean in units of its own standard error (B. Efron and R. Tibshirani, An
 * Introduction to the Bootstrap, 1993, 12.5). Of few pairs it is as often right as it says, which
 * percentiles of the means are not (T. Hesterberg, Am. Stat. 69, 2015). False: no memory.
 */
bool gau_bootstrap_ratio(struct gau_interval *out, const double *ratios, size_t n, size_t rounds,
                         double confidence, struct gau_random *random);

/* --- tests --------------------------------------------------------------------------------- */

/** Welch's test of the difference of the means of logarithms; the probability on the side of
 * @p b being larger than @p ratio times @p a. */
double gau_larger_p(const double *a, size_t na, const double *b, size_t nb, double ratio);

/**
 * Probabilities corrected for having made @p n tests, in place: S. Holm, Scand. J. Stat. 6, 1979.
 * NAN is a test that was not made, and stays. False: no memory.
 */
bool gau_holm(double *p, size_t n);

#endif
