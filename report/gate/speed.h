/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_SPEED_H
#define GAUDIT_REPORT_GATE_SPEED_H

/*
 * How fast the machine was in a run. What a shared machine does to a run it does to all branches
 * of it: a run in which the others took longer than usual is no news of one branch. The speed of a
 * run, as seen from a branch, is the median over the other branches of how much longer than usual
 * they took in that run; one branch that has changed does not move a median of many. It is to be
 * taken out of the logarithm of the branch's time as a covariate is in the analysis of covariance
 * (R. A. Fisher, Statistical Methods for Research Workers, 4th ed., 1932, section 49.1).
 */

#include "series.h"

enum { GAU_SPEED_ROWS = 5 }; /* the least number of branches that make a speed */

struct gau_speeds {
    const struct gau_series_set *set;
    size_t *rows;     /* those that speeds are made of: in every run, and long enough */
    size_t n;         /* 0: there are too few of them, and no speeds */
    double *lateness; /* of each of them and each run: log of its time to what is usual */
    double *scratch;
};

/* Branches below @p least, a fraction of the total, are too noisy. False: no memory. */
bool gau_speeds_make(struct gau_speeds *out, const struct gau_series_set *set, double least);
void gau_speeds_clear(struct gau_speeds *speeds);

/* The factor by which others than @p row (NULL: all) took longer in a run; 1: nothing is known. */
double gau_speed(const struct gau_speeds *speeds, const struct gau_series *row, enum gau_side side,
                 size_t run);

#endif
