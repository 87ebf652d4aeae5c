/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_RELATIVE_RATIO_H
#define GAUDIT_REPORT_COMPARISON_RELATIVE_RATIO_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Ratios of interleaved runs, relative to what all rows share.
 *
 * The difference of a row's logarithms between the sides is the change of the program, plus what
 * the machine did in these runs to all rows, plus the row's own noise. Runs that are interleaved
 * have a common part whose mean is 0, whatever the program does: the mean difference of a row is
 * right as it is, and taking out the common part can only reduce its variance. How large that part
 * was is known from the other rows, of which any may have changed. So:
 *
 * - The variances of the common part and of each row, and how much of the common part each row
 *   follows, are taken from deviations from the means, which no change of the program moves (EM;
 *   A. P. Dempster, N. M. Laird, D. B. Rubin, J. R. Stat. Soc. B 39, 1977).
 * - The mean of the common part has a posterior: its prior is that of a mean of so many runs; each
 *   row's mean is near it, or has changed and says nothing. With a small probability all rows share
 *   a change of the program, which must remain.
 * - A ratio is the row's mean less its part of the posterior's. Its variance has what is unsure of
 *   both. Where the other rows say less than the prior does, the ratio is that of the row alone.
 *
 * doc/method/comparison.md has the formulas and what they were tested with.
 */

enum { GAU_RELATIVE_ROWS_MIN = 3 }; /* of fewer it is not known which has changed */

/* Logarithms of the times in complete runs, as logs[side][run * rows + row]. */
struct gau_relative_runs {
    const double *logs[2];
    size_t n[2];         /* runs of each side; at least 2, together at least 5 */
    size_t rows;         /* at least GAU_RELATIVE_ROWS_MIN */
    const double *times; /* usual ones of the rows, in any unit: short rows are noisier */
    bool pairs;          /* runs of the same number are neighbours; n[0] == n[1] */
};

struct gau_relative_ratio {
    double log_ratio, variance, degrees_of_freedom;
    bool is_raw; /* the other rows say nothing: log_ratio is the row's own, and so is its variance,
                    which is to be at least this one */
};

/* Makes the ratios of the rows and, in @p common, of what they share: the mean of the posterior
 * from all rows, and its variance. False: out of memory. */
bool gau_relative_ratios(struct gau_relative_ratio *out, struct gau_relative_ratio *common,
                         const struct gau_relative_runs *runs);

#endif
