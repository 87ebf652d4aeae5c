/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_RUN_RANKS_H
#define GAUDIT_TOOLS_COMMANDS_RUN_RANKS_H

#include "tools/ranks/job_ranks.h"

/* What a rank has beside the arguments of a run. */
struct gau_run_of_rank {
    enum gau_distribution how;
    const char *html; /* or NULL */
    int status;       /* of reading the options: GAU_OPTIONS_READ, or why this rank cannot run */
    bool has_run;     /* out, on rank 0: all ranks have results */
};

/* `gaudit run --mpi`: runs the job on this rank, and prints on rank 0 what all ranks have. Returns
 * an exit status. If it fails on a rank, all ranks end. Messages of before may be held. */
int gau_run_ranks(struct gau_run_arguments *a, struct gau_run_of_rank *given);

/* Returns whether a launcher has started this process as its only rank: it has all events. */
bool gau_run_is_alone(void);

/* Returns whether a launcher has started it as one of several, and the arguments say --mpi. */
bool gau_run_is_rank(char **argv);

/* Rank 0 of several without --mpi warns that they share nothing. */
void gau_run_warn_of_ranks(const struct gau_run_arguments *a);

/* Like gau_tool_job_failed(), with the rank in front, if this is one, and what to do if its disk is
 * full. */
int gau_run_rank_failed(gau_error *err, int verbosity, int status);

#endif
