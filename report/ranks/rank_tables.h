/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_RANKS_RANK_TABLES_H
#define GAUDIT_REPORT_RANKS_RANK_TABLES_H

#include "rank_times.h"

#include "documents/page.h"

/* What `report ranks` shows: what follows from the tables, and the tables. */

void gau_rank_add_answer(struct gau_page *page, const struct gau_rank_job *job);
void gau_rank_add_branches(struct gau_page *page, const struct gau_rank_job *job);
void gau_rank_add_ranks(struct gau_page *page, const struct gau_rank_job *job);

#endif
