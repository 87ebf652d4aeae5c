/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_RUN_RANKS_H
#define GAUDIT_TOOLS_COMMANDS_RUN_RANKS_H

#include "tools/ranks/job_ranks.h"

/* `gaudit run --mpi`: runs the job on this rank, and prints on rank 0 what all ranks have. Returns
 * an exit status. If it fails on a rank, all ranks end. */
int gau_run_ranks(struct gau_run_arguments *a, enum gau_distribution how);

/* Returns whether a launcher has started this process as its only rank: it has all events. */
bool gau_run_is_alone(void);

/* Returns whether this is rank 0, which writes what there is one of. */
bool gau_run_is_first(void);

/* Like gau_tool_job_failed(), with the rank in front, if this is one, and what to do if its disk is
 * full. */
int gau_run_rank_failed(gau_error *err, int verbosity, int status);

#endif
