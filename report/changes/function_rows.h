/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_FUNCTION_ROWS_H
#define GAUDIT_REPORT_CHANGES_FUNCTION_ROWS_H

#include "work.h"

#include "report/sampled/sampled.h"

/*
 * What became of the sampled CPU time of each function in each branch.
 */

struct gau_changed_function {
    const struct gau_sampled_function *function;
    struct gau_sampled a, b;      /* sums over the runs of a side */
    struct gau_change time;       /* CPU time per event */
    bool between_runs;            /* its interval is from their spread; else of sampling alone */
    double share_a, share_b;      /* percent of all sampled time of a side */
    double points_error;          /* standard error of the difference of shares */
    struct gau_changes_mark mark; /* sampling alone is no test: it does not know how runs differ */
    uint32_t rank;
};

/* Sorted by the change of shares. */
struct gau_changed_functions {
    struct gau_changed_function *items;
    uint32_t n;
    struct gau_sampled_functions sampled;
    size_t n_a, tests;
};

/* False: no memory. Free it with the next in any case. */
bool gau_changed_functions_read(struct gau_changed_functions *out, struct gau_changes *changes);
void gau_changed_functions_clear(struct gau_changed_functions *functions);

/* Whether runs of both sides have samples. */
bool gau_changed_functions_known(const struct gau_changed_functions *functions);

#endif
