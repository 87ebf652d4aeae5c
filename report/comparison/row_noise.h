/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_ROW_NOISE_H
#define GAUDIT_REPORT_COMPARISON_ROW_NOISE_H

#include "relative_ratio.h"

/*
 * The noise of interleaved runs: of each row its own, and a common part. It is taken from
 * deviations from the means, which no change of the program moves.
 *
 * A row that is much steadier than what the others share does not follow it: it sleeps, for
 * example, or a coarse clock reads the same each time. It would be taken for proof that nothing is
 * shared, and says nothing of the common part. At least GAU_RELATIVE_ROWS_MIN rows follow.
 */

#define GAU_LEAST_VARIANCE 1e-10 /* of logarithms: clocks are not more precise */

struct gau_row_noise {
    const struct gau_relative_runs *runs;
    size_t rows, deviations;
    double q;               /* variance of a mean difference: q times that of a deviation */
    double nu;              /* degrees of freedom of the deviations */
    double *means;          /* of each row: the mean difference */
    double *deviation;      /* [k * rows + row]: from the means */
    double *own;            /* of each row: variance of its own noise */
    bool *follows;          /* of each row: whether the common part is taken from it */
    double common_variance; /* of the common part of a deviation */
    double *common;         /* of each deviation, from the rows last used */
    double *sums;           /* of each deviation over the rows that follow, with their weights */
    double weights;         /* the sum of these, and of that of the common part itself */
    double *log_times;      /* less their mean */
    double time_squares;    /* the sum of their squares */
    double *memory;
};

/* Measures the noise of runs. False: out of memory. */
bool gau_row_noise_make(struct gau_row_noise *noise, const struct gau_relative_runs *runs);
void gau_row_noise_clear(struct gau_row_noise *noise);

/* Sets the common part of each deviation, as all rows that follow see it but @p without (their
 * number: none). Returns the sum of the weights. */
double gau_row_noise_set_common(struct gau_row_noise *noise, size_t without);

#endif
