/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_RANKS_RANK_AGREEMENT_H
#define GAUDIT_TOOLS_RANKS_RANK_AGREEMENT_H

#include "documents/launcher_rank.h"

#include <stdint.h>

/*
 * Steps before a job that all ranks take, and in which some may fail: none goes on without the
 * others, none waits for one that has ended, and a mistake that all have made is printed once.
 * Messages are those that are held (usage.h).
 */

struct gau_rank_votes {
    int n, rank; /* how many ranks have another number than 0, and the first of them, or -1 */
    int64_t number, sum; /* that of the first, or 0; and of all */
};

/* On all ranks, each with a number of its own. */
void gau_ranks_vote(const struct gau_launcher_rank *place, int64_t own, struct gau_rank_votes *out);

/* On all ranks: @p status is how the step ended on this one. Returns 0 if it is 0 on all, else a
 * status with which all end. Then what is held is printed: once, if it is the same on all ranks,
 * else with the rank in front. In any case nothing is held any longer. */
int gau_ranks_agree(const struct gau_launcher_rank *place, int status);

/* On all ranks: @p own has lines that must be those of rank 0. Returns as above, after a message
 * with the first line that differs. @p where names the text; NULL: the line says it all. */
int gau_ranks_compare(const struct gau_launcher_rank *place, const char *own, const char *where);

#endif
