/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_ROWS_H
#define GAUDIT_REPORT_COMPARISON_ROWS_H

#include "comparison.h"
#include "report.h"

#include "report/views/page.h"

/*
 * The table of all commands that compare: a row for each branch, task or function, and their sum.
 */

/*
 * Adds the table "branches", "tasks" or "functions". That of a gate has limits; that of a history
 * has the times of single results, without the slowdown of each. NULL: no memory, see the page's
 * error.
 */
struct gau_table *gau_rows_add(struct gau_page *page, const struct gau_comparison *comparison,
                               const struct gau_comparison_request *request);

/* "branches", "tasks", "functions". */
const char *gau_rows_name(enum gau_matrix_rows kind);

/* What a row took in one run of all, without the slowdown of that run if the comparison is
 * adjusted; NAN: it is not there. */
double gau_row_value(const struct gau_comparison *comparison, const struct gau_comparison_row *row,
                     size_t run);

/* Its longer time; below 0, if no run has the row. */
double gau_row_longest(const struct gau_comparison_row *row);

/*
 * The rows that were called in any run and pass the filters, in the order of one of
 * gau_comparison_sorts, or NULL: what failed, then what is significant. @p out has room for all.
 * False: no memory.
 */
bool gau_rows_select(const struct gau_comparison_row **out, size_t *n,
                     const struct gau_comparison *comparison, const char *sort,
                     const struct gau_comparison_paths *filters);

/* "significant", ...; of the direction the ratio tells. */
const char *gau_verdict_text(enum gau_verdict verdict);

#endif
