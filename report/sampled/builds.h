/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SAMPLED_BUILDS_H
#define GAUDIT_REPORT_SAMPLED_BUILDS_H

#include "sampled.h"

/*
 * Which builds of which modules the samples of runs are in.
 */

struct gau_builds {
    struct gau_build {
        uint32_t run, module, id; /* numbers of texts */
        bool read;                /* see gau_symbolizer_module_is_read() */
    } * items;
    uint32_t n, size;
};

/* Adds what a run used of a module, once. False: no memory. */
bool gau_builds_add(struct gau_builds *builds, struct gau_texts *texts, uint32_t run,
                    const struct gau_hot_result *result, uint32_t module);

/* What can be said of functions of a module over all runs. */
enum gau_builds_state {
    GAU_BUILD_ONE,      /* all had the same */
    GAU_BUILDS_DIFFER,  /* functions are told by their names */
    GAU_BUILDS_MISSING, /* and those of a build have none */
};
enum gau_builds_state gau_builds_state_of(const struct gau_builds *builds, uint32_t module);

/* Lists modules with more than one build. False: no memory. */
bool gau_builds_list(struct gau_sampled_functions *out, const struct gau_builds *builds,
                     size_t n_a);

#endif
