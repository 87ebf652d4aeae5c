/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_VERDICTS_H
#define GAUDIT_REPORT_GATE_VERDICTS_H

#include "decide.h"

/*
 * From what was measured of the rows to their limits and verdicts.
 */

/* The total, then the rows. */
struct gau_gate_row *gau_gate_row_at(struct gau_gate *gate, size_t i);

/* Fills in limits, corrected probabilities, verdicts and their counts; @p p has room for a number
 * of the total and of each row. False: no memory. */
bool gau_gate_judge(struct gau_gate *gate, double *p);

#endif
