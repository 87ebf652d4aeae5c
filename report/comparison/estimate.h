/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_ESTIMATE_H
#define GAUDIT_REPORT_COMPARISON_ESTIMATE_H

/*
 * The change of one row from the baselines to the candidates, of logarithms of its times, with
 * the slowdown of the runs taken out as a covariate or left in: an analysis of covariance
 * (R. A. Fisher, Statistical Methods for Research Workers, 4th ed., 1932, section 49.1) whose sides
 * may have different variances (B. L. Welch, Biometrika 34, 1947). Where the slowdown is left in,
 * and runs were made in pairs, the differences of the pairs are taken, in which drift cancels
 * (Student, Biometrika 6, 1908).
 *
 * Of a fitted slope the variance of the difference has one more term, (difference of the mean
 * slowdowns)^2 / (sum of their squares within the sides), and the residuals have one degree of
 * freedom less. That the slowdown of a run is a median of noisy rows needs no term: its noise
 * is in the residuals, run by run.
 */

#include "slowdown.h"

#include "report/statistics/statistics.h"

enum gau_adjustment {
    GAU_ADJUST_NOT,    /* the times as they are */
    GAU_ADJUST_PAIRS,  /* likewise; the runs of one number are a pair */
    GAU_ADJUST_SLOPE,  /* by as much of the slowdown as the row feels within the sides */
    GAU_ADJUST_WHOLLY, /* times are divided by the slowdown */
};

struct gau_estimate {
    double log_ratio;    /* of the geometric means, candidates to baselines */
    double variance;     /* of that, from the spreads of both sides */
    double base;         /* the same, if candidates spread as baselines do */
    double freedom[2];   /* degrees, of variance and of base */
    double spread;       /* of single baselines, relative */
    double spread_both;  /* the same of runs of both sides */
    double between;      /* variance between rows, which no runs reduce; 0: none */
    double between_free; /* its degrees of freedom */
};

enum {
    GAU_ESTIMATE_RUNS_MIN = 3,  /* of a side, for a spread of its own */
    GAU_ESTIMATE_SLOPE_MIN = 5, /* for a slope, and for pairs */
};

/* @p x and @p y have room for all runs. What is not known, as of too few runs, is NAN. */
void gau_estimate_make(struct gau_estimate *out, const struct gau_slowdowns *slowdowns,
                       const struct gau_matrix_row *row, enum gau_adjustment adjustment, double *x,
                       double *y);

/* The interval of the ratio. */
struct gau_interval gau_estimate_interval(const struct gau_estimate *estimate, double confidence);

/* The probability of a ratio that far from 1, on either side, if it is 1. */
double gau_estimate_p(const struct gau_estimate *estimate);

/* The ratio that baselines alone, as candidates, reach with probability @p p. */
double gau_estimate_floor(const struct gau_estimate *estimate, double p);

#endif
