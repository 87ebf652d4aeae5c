/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_FUNCTION_ROWS_H
#define GAUDIT_REPORT_CHANGES_FUNCTION_ROWS_H

#include "work.h"

#include "report/hotspots/result.h"
#include "report/symbols/texts.h"

/*
 * What became of the sampled CPU time of each function in each branch.
 */

/* Of one run. */
struct gau_sampled {
    uint64_t samples;
    double time_s, error_s, share_error_s; /* errors.h of the hotspots */
};

struct gau_changed_function {
    const char *task, *function;
    struct gau_sampled *runs; /* one of each run, those of A first */
    struct gau_sampled a, b;  /* sums over the runs of a side */
    struct gau_change time;   /* CPU time per event */
    bool between_runs;        /* its interval is from their spread; else of sampling */
    double share_a, share_b;  /* percent of all sampled time of a side */
    double points_error;      /* standard error of the difference of shares */
    bool clear;
    uint32_t rank;
};

struct gau_changed_functions {
    struct gau_changed_function *items;
    uint32_t n, size;
    struct gau_sampled *wholes; /* of each run: all its samples; none: it has no samples */
    size_t n_runs, n_a;
    size_t tests;
    struct gau_heap heap;
    struct gau_texts texts;
    struct gau_map map;
    struct gau_hot_notes warnings; /* about samples and symbols, each once */
    char *problem; /* why the samples of a run are missing; NULL: nothing is wrong */
};

/* False: no memory. Free it with the next in any case. Sorted by the change of shares. */
bool gau_changed_functions_read(struct gau_changed_functions *out, struct gau_changes *changes);
void gau_changed_functions_clear(struct gau_changed_functions *functions);

/* Whether runs of both sides have samples. */
bool gau_changed_functions_known(const struct gau_changed_functions *functions);

#endif
