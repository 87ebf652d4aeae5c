/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_PROFILE_RESULT_H
#define GAUDIT_TOOLS_PROFILE_RESULT_H

#include <limits.h>
#include <stddef.h>

/*
 * Which result VTune has made: a folder such as r000hs that was not there before.
 */

struct gau_profile_results {
    const char *folder; /* where they are; NULL: the working directory. Borrowed */
    struct dirent **before;
    int count;
};

void gau_profile_results_look(struct gau_profile_results *results, const char *folder);

/* The number of new ones; the path of the last by name is put into @p path. */
int gau_profile_results_new(const struct gau_profile_results *results, char *path, size_t size);
void gau_profile_results_clear(struct gau_profile_results *results);

#endif
