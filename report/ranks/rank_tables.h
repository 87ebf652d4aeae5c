/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_RANKS_RANK_TABLES_H
#define GAUDIT_REPORT_RANKS_RANK_TABLES_H

#include "rank_times.h"

#include "documents/page.h"

/* What `report ranks` shows: what follows from the tables, and the tables. */

void gau_rank_add_answer(struct gau_page *page, const struct gau_rank_job *job);
void gau_rank_add_branches(struct gau_page *page, const struct gau_rank_job *job);
void gau_rank_add_ranks(struct gau_page *page, const struct gau_rank_job *job);

/* Chooses the ranks that work longest, and those that ended first of what did not end well: at most
 * @p most of each. Returns an array that the caller frees, by rank; NULL: see job->error. */
bool *gau_rank_choose(const struct gau_rank_job *job, size_t most);

#endif
