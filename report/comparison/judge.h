/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_JUDGE_H
#define GAUDIT_REPORT_COMPARISON_JUDGE_H

#include "comparison.h"

/*
 * From what was measured of the rows to their limits and verdicts.
 */

/* The total, then the rows. */
struct gau_comparison_row *gau_comparison_row_at(struct gau_comparison *comparison, size_t i);

/* Fills in limits, corrected probabilities, verdicts and their counts; @p p has room for a number
 * of the total and of each row. False: no memory. */
bool gau_comparison_judge(struct gau_comparison *comparison, double *p);

#endif
