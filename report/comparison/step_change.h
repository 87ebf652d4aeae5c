/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_STEP_CHANGE_H
#define GAUDIT_REPORT_COMPARISON_STEP_CHANGE_H

#include "comparison.h"

/* From which result of a history on a row took another time. */
struct gau_step_change {
    const struct gau_matrix_row *row; /* NULL: there is no step */
    size_t first;                     /* the first result with the new time; results count from 1 */
    struct gau_interval ratio;        /* of the times since then to those before, at 95 % */
};

/*
 * Finds the step that chance explains least: of each row that is at least limits.min_s long and
 * has a time in every result, and each place with two results or more on either side. The logs of
 * its times, relative to the slowdown of each result, are compared by Student's t with their common
 * variance. A step has p < 0.001 after Bonferroni's correction for all rows and places, which
 * leaves room for a variance that drifts, and a ratio of 2 % or more. Without memory there is none.
 */
struct gau_step_change gau_step_change_find(const struct gau_comparison *comparison);

#endif
