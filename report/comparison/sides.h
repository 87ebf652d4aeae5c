/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_SIDES_H
#define GAUDIT_REPORT_COMPARISON_SIDES_H

#include "comparability.h"

/*
 * The runs of both sides as they were read, and their matrix: of branches if all runs have a timer,
 * else of tasks or functions.
 */

struct gau_sides {
    struct gau_timer_result_set sets[2];
    struct gau_function_times_functions sampled; /* if they were read */
    bool has_samples;                            /* they were, and all runs have some */
    bool rows_optional; /* runs without times and samples have totals, too */
    bool has_no_rows;   /* nor are any expected */
    bool has_rows;      /* there is a matrix */
    struct gau_matrix matrix;
    struct gau_differences differences;
    enum gau_runs runs;
    struct gau_notes notes;
    const char *group_by; /* of branches, see branch_key.h; or NULL. Borrowed */
};

/* Reads the samples of all runs, if they have not been. False: out of memory, see @p error. */
bool gau_sides_read_samples(struct gau_sides *sides, gau_error *error);

/* Joins the runs of the sets to a matrix. False: see @p error. To be cleared in any case. */
bool gau_sides_join(struct gau_sides *sides, gau_error *error);

/* Adds variables as gau_differences_add_variables() does. False: see @p error. */
bool gau_sides_add_variables(struct gau_sides *sides, char *const *const variables[2],
                             gau_error *error);
void gau_sides_clear(struct gau_sides *sides);

#endif
