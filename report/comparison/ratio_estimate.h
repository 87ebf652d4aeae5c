/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_RATIO_ESTIMATE_H
#define GAUDIT_REPORT_COMPARISON_RATIO_ESTIMATE_H

/*
 * The change from the baselines to the candidates, of logarithms of times. For pairs it is the mean
 * of their differences, in which drift cancels (Student, Biometrika 6, 1908); else the difference
 * of the means of two sides that may have different variances (B. L. Welch, Biometrika 34, 1947).
 */

#include "relative_ratio.h"
#include "report/statistics/statistics.h"

struct gau_estimate {
    double log_ratio;             /* of the geometric means, candidates to baselines */
    double variance;              /* of that, from the spreads of both sides */
    double base;                  /* the same, if candidates spread as baselines do */
    double degrees_of_freedom[2]; /* degrees, of variance and of base */
    double spread;                /* of single baselines, relative */
    double spread_both;           /* the same of runs of both sides */
    double between;               /* variance between rows, which no runs reduce; 0: none */
    double between_dof;           /* its degrees of freedom */
};

enum {
    GAU_ESTIMATE_RUNS_MIN = 3,  /* of a side, for a spread of its own */
    GAU_ESTIMATE_PAIRS_MIN = 5, /* for their differences to be used */
};

/* Estimates from logarithms by side. Unknown values, as with too few runs, are NAN. */
void gau_estimate_make(struct gau_estimate *out, const double *const logs[2], const size_t n[2]);

/* Estimates from pairs: the n-th of one side and the n-th of the other are one. */
void gau_estimate_make_of_pairs(struct gau_estimate *out, const double *const logs[2], size_t n);

/* Makes an estimate relative to the other rows; a raw ratio leaves its value. */
void gau_estimate_relate(struct gau_estimate *estimate, const struct gau_relative_ratio *ratio,
                         const struct gau_relative_runs *runs);

/* Returns the interval of the ratio. */
struct gau_interval gau_estimate_interval(const struct gau_estimate *estimate, double confidence);

/* Returns the probability of a ratio that far from 1, on either side, if it is 1. */
double gau_estimate_p(const struct gau_estimate *estimate);

/* Returns the ratio that baselines alone, as candidates, reach with probability @p p. */
double gau_estimate_floor(const struct gau_estimate *estimate, double p);

#endif
