/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_FUNCTION_TIMES_FUNCTION_TIMES_H
#define GAUDIT_REPORT_FUNCTION_TIMES_FUNCTION_TIMES_H

/**
 * @file function_times.h
 * The sampled CPU time of each function in several runs, side by side. A function is known by its
 * name and by the file name of its module, so that it is the same one in another build of that.
 */

#include "report/hotspots/symbolized_samples.h"
#include "report/symbols/text_pool.h"

/** The samples of one run, or of several together. */
struct gau_function_times {
    uint64_t samples;
    double time_s, error_s; /**< sampling_errors.h */
};

struct gau_function_times_function {
    const char *task; /**< the innermost one; the same function in two tasks is two */
    const char *name, *module;
    const char *label; /**< its name, with the module if the name alone is not unique */
    struct gau_function_times *runs; /**< one of each run */
};

/** A module whose runs had different builds of it. */
struct gau_function_times_rebuilt {
    const char *module;
    char ids[2][80]; /**< build-ids of the sides: their first bytes */
    bool together;   /**< the file of a build is missing: its functions are one row, in all runs */
};

struct gau_function_times_functions {
    struct gau_function_times_function *items;
    uint32_t n, size;
    struct gau_function_times *wholes; /**< of each run: all its samples; none: it has no samples */
    size_t n_runs;
    struct gau_function_times_rebuilt *rebuilt;
    uint32_t n_rebuilt, rebuilt_size;
    struct gau_hotspots_notes warnings; /**< about samples and symbols, each once */
    char *problem; /**< why the samples of a run are missing; NULL: nothing is wrong */
    struct gau_bump_allocator heap;
    struct gau_text_pool texts;
    struct gau_map map;
};

struct gau_function_times_options {
    const char *const *folders; /**< of runs, those of the first side in front */
    size_t n, n_a;
    const char *group_by; /**< instead of tasks, groups of branches: see branch_key.h; or NULL */
};

/**
 * Reads the functions of runs. A run without samples, or with some that cannot be read, is no
 * failure. False: out of memory. To be cleared in any case.
 */
bool gau_function_times_read(struct gau_function_times_functions *out,
                             const struct gau_function_times_options *options);
void gau_function_times_clear(struct gau_function_times_functions *functions);

/** Adds notes as lines below a table: builds, warnings. */
void gau_function_times_explain(struct gau_table *table,
                                const struct gau_function_times_functions *functions);

#endif
