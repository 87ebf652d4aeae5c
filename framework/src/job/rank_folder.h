/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_RANK_FOLDER_H
#define GAUDIT_SRC_JOB_RANK_FOLDER_H

#include "documents/launcher_rank.h"

#include <gaudit/error.h>

/**
 * Makes the folder of a job of several ranks, or finds that of this job, and sets the path of the
 * folder of a rank in it, rank-N, which the caller frees. A folder of something else is refused,
 * unless it is @p shared.
 */
gau_status gau_rank_folder_path(char **path, const char *folder,
                                const struct gau_launcher_rank *rank, bool shared, gau_error *err);

#endif
