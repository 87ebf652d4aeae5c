/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_RANKS_H
#define GAUDIT_REPORT_MERGE_MERGE_RANKS_H

#include <gaudit/error.h>

#include <stdbool.h>
#include <stdint.h>

/*
 * The result of an MPI job: a folder with ranks.json, and a folder rank-N for each rank; a second
 * program of a rank has rank-N-2.
 */

/* The folders of ranks that have a run.json, in the order of their numbers. */
struct gau_rank_folders {
    char **names, **paths;
    uint32_t n, size;
};

/* Returns whether a folder is the result of an MPI job, of ranks that are not merged. */
bool gau_is_of_ranks(const char *folder);

/* Returns whether a folder has what ranks were merged to. */
bool gau_is_merged_of_ranks(const char *folder);

/* False: see @p error. To be cleared in any case. */
bool gau_rank_folders_list(struct gau_rank_folders *out, const char *folder, gau_error *error);
void gau_rank_folders_clear(struct gau_rank_folders *folders);

/*
 * Makes one result of those of the ranks in the empty folder @p into: merged documents and events,
 * and links to the files of samples and to the folders of ranks.
 */
gau_status gau_merge_ranks(const char *folder, const char *into, gau_error *error);

#endif
