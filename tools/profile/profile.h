/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_PROFILE_PROFILE_H
#define GAUDIT_TOOLS_PROFILE_PROFILE_H

#include "../run_arguments.h"
#include "../vtune.h"

/*
 * `gaudit profile`: `gaudit run` under a profiler.
 */

struct gau_profile {
    struct gau_run_arguments run;
    struct gau_words passed; /* the options of `gaudit run`, in their order */
    int with;
    bool dry_run;
    struct gau_interval interval; /* without a text: it was not given */
};

/*
 * Checks the job and makes the line of `gaudit run` for it, with an IttAuditor if it has none. What
 * is wrong is told. Returns an exit status.
 */
int gau_profile_program(struct gau_words *program, const struct gau_profile *profile);

/* Run, or only print, the program under a profiler. Return an exit status. */
int gau_profile_with_vtune(const struct gau_profile *profile, const struct gau_vtune *vtune,
                           const struct gau_words *program);
int gau_profile_with_builtin(const struct gau_profile *profile, struct gau_words *program);

#endif
