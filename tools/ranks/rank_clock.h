/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_RANKS_RANK_CLOCK_H
#define GAUDIT_TOOLS_RANKS_RANK_CLOCK_H

#include "documents/launcher_rank.h"

/* By how much the clock of a rank differs from that of rank 0: measured before a job and behind it,
 * unless all ranks have the same clock. All ranks call these. */
void gau_rank_clock_begin(const struct gau_launcher_rank *rank);

/* Puts it into run.json of the rank, in @p folder. */
void gau_rank_clock_end(const struct gau_launcher_rank *rank, const char *folder, gau_error *err);

#endif
