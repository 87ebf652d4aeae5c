/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_SLOWDOWN_H
#define GAUDIT_REPORT_COMPARISON_SLOWDOWN_H

/*
 * How slow the machine was in a run. What a shared machine does to a run it does to all rows
 * of it: a run in which the others took longer than usual is no news of one row. The slowdown
 * of a run, as seen from a row, is the median over the other rows of how much longer than
 * usual they took in that run; one row that has changed does not move a median of many.
 */

#include "matrix.h"

enum { GAU_SLOWDOWN_ROWS = 5 }; /* the least number of rows that make a slowdown */

struct gau_slowdowns {
    const struct gau_matrix *set;
    size_t *rows;     /* those that slowdowns are made of: in every run, and long enough */
    size_t n;         /* 0: there are too few of them, and no slowdowns */
    double *excesses; /* of each of them and each run: log of its time to what is usual */
    double *scratch;
};

/* Branches below @p least, a fraction of the total, are too noisy. False: no memory. */
bool gau_slowdowns_make(struct gau_slowdowns *out, const struct gau_matrix *set, double least);
void gau_slowdowns_clear(struct gau_slowdowns *slowdowns);

/* The factor by which others than @p row (NULL: all) took longer in a run; 1: nothing is known. */
double gau_slowdown(const struct gau_slowdowns *slowdowns, const struct gau_matrix_row *row,
                    enum gau_side side, size_t run);

#endif
