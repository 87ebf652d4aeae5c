/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_CHANGE_H
#define GAUDIT_REPORT_CHANGES_CHANGE_H

#include "report/statistics/statistics.h"

/**
 * @file change.h
 * What a measured value became from the runs A to the runs B. NAN: not known.
 */

#define GAU_CHANGE_CONFIDENCE 0.95

struct gau_change {
    double a, b;               /**< means over the runs, geometric where all are above 0 */
    struct gau_interval ratio; /**< b to a; if no side has two runs it has no limits */
    double p;                  /**< of no change, from the spread between runs; NAN: no test */
};

/** Values of runs; what is NAN is left out. The limits are those of gau_ratio_interval() or, if one
 * side has a single run, Student's, with the spread of the other side. */
struct gau_change gau_change_of(double *a, size_t na, double *b, size_t nb);

/** For shares: arithmetic means, which add up to 100 %, and nothing else. */
struct gau_change gau_change_of_means(double *a, size_t na, double *b, size_t nb);

/** For values that are sums of samples, with their standard errors, no matter how many runs: no
 * test, since how runs differ is not known. */
struct gau_change gau_change_sampled(double a, double error_a, double b, double error_b);

/** "+12.3 %", "x 2.31"; "": not known. Returns @p text. */
char *gau_change_text(char *text, size_t size, double ratio);

/** "+11.0 to +13.6 %", "any" if it is no better than that; "": not known. Returns @p text. */
char *gau_change_interval_text(char *text, size_t size, const struct gau_interval *ratio);

/** "+1.23", of percentages; "": not known. Returns @p text. */
char *gau_change_points_text(char *text, size_t size, double points);

/** The runs of each side that an interval within this part, such as 0.01, takes, if logarithms of
 * values spread by @p deviation; 0: more than 1000. */
size_t gau_change_runs_needed(double deviation, double part);

enum { GAU_CHANGE_TEXT_SIZE = 64 };

#endif
