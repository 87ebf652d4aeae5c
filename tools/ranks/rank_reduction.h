/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_RANKS_RANK_REDUCTION_H
#define GAUDIT_TOOLS_RANKS_RANK_REDUCTION_H

#include "documents/launcher_rank.h"

#include <limits.h>
#include <stdbool.h>

/*
 * The documents of all ranks become one on rank 0, by a tree: a rank merges those of up to 16
 * ranks, and sends them to the next. So up to 16 ranks it is a gather, which is faster on one host;
 * of more ranks none has more than 16 results to read, nor to keep.
 */

/* On all ranks: @p folder has the documents of this one, the empty folder @p work is for others.
 * On rank 0 @p merged is the path of the folder with those of all. False: see @p err. */
bool gau_rank_reduce(const struct gau_launcher_rank *place, const char *folder, const char *work,
                     char merged[PATH_MAX], gau_error *err);

/* Without MPI, for tests: what a rank does with the others' bytes. @p exchange receives them from a
 * rank into memory that the caller frees, or sends them to it if @p bytes is not NULL. */
struct gau_rank_exchange {
    void (*send)(void *user, int to, const char *bytes, size_t size);
    char *(*receive)(void *user, int from, size_t *size); /* NULL: out of memory */
    void *user;
};

bool gau_rank_reduce_by(const struct gau_rank_exchange *exchange,
                        const struct gau_launcher_rank *place, const char *folder, const char *work,
                        char merged[PATH_MAX], gau_error *err);

#endif
