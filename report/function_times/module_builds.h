/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_FUNCTION_TIMES_MODULE_BUILDS_H
#define GAUDIT_REPORT_FUNCTION_TIMES_MODULE_BUILDS_H

#include "function_times.h"

/* The modules that runs used, and which of them count as one. All texts are of one pool. */

struct gau_module_build {
    uint32_t run;
    const char *module; /* its file name */
    const char *paired; /* the same, or "the program" */
    const char *id;
    bool read;       /* see gau_symbolizer_module_is_read() */
    bool is_program; /* it is no library */
};

struct gau_module_builds {
    struct gau_module_build *items;
    uint32_t n, size;
};

/* Adds a module of the symbolizer, once for each run: @p build has the run and the name. Returns
 * false if out of memory. */
bool gau_module_builds_add(struct gau_module_builds *builds,
                           const struct gau_symbolized_samples *result, uint32_t module,
                           const struct gau_module_build *build, struct gau_text_pool *texts);

/*
 * Pairs the programs that only one side ran with those that only the other one ran, and lists the
 * modules that have more than one build. Runs from @p n_a on are the other side. Returns false if
 * out of memory.
 */
bool gau_module_builds_list(struct gau_function_times_functions *out,
                            struct gau_module_builds *builds, size_t n_a);

/* Returns what the module of a run is called after that. */
const char *gau_module_builds_paired(const struct gau_module_builds *builds, uint32_t run,
                                     const char *module);

/* Returns NULL if all runs had the same build. */
const struct gau_function_times_rebuilt *gau_module_builds_find(
    const struct gau_function_times_functions *out, const char *paired);

#endif
