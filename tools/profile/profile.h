/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_PROFILE_PROFILE_H
#define GAUDIT_TOOLS_PROFILE_PROFILE_H

#include "../run_arguments.h"
#include "../vtune.h"
#include "../words.h"

/*
 * `gaudit profile`: `gaudit run` under a profiler.
 */

struct gau_profile {
    struct gau_run_arguments run;
    struct gau_words passed; /* the options of `gaudit run`, in their order */
    int with;
    bool dry_run;
    unsigned interval_ms;
    bool has_interval; /* it was given */
};

/* Runs, or only prints, the whole of it. Returns an exit status. */
int gau_profile_with_vtune(struct gau_profile *profile, const struct gau_vtune *vtune);

#endif
