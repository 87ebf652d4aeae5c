/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_HISTORY_H
#define GAUDIT_REPORT_CHANGES_HISTORY_H

#include "work.h"

/*
 * Parts of `gaudit history`; all results are side A.
 */

/* Whether all results have CPU times, which are then what is shown. */
bool gau_history_has_cpu(const struct gau_changes *changes);

/* For people a row per branch, for programs one per result and branch. */
void gau_history_add_branches(struct gau_changes *changes);

#endif
