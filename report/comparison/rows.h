/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_ROWS_H
#define GAUDIT_REPORT_COMPARISON_ROWS_H

#include "comparison.h"

#include "report/views/page.h"

/*
 * The table of all commands that compare: a row for each branch, task or function, and their sum.
 */

/* Adds the table "branches", "tasks" or "functions"; with limits, which fail a gate, or without.
 * NULL: no memory, see the page's error. */
struct gau_table *gau_rows_add(struct gau_page *page, const struct gau_comparison *comparison,
                               bool limits);

/* "branches", "tasks", "functions". */
const char *gau_rows_name(enum gau_matrix_rows kind);

/* "Self CPU time per event by branch"; returns @p text. */
char *gau_rows_quantity(char *text, size_t size, const struct gau_matrix *matrix);

/* What people call a row: on a terminal as much of the end of a branch as tells it from the others,
 * else all of it. */
const char *gau_row_name(const struct gau_matrix *matrix, const struct gau_matrix_row *row,
                         const struct gau_view_options *options);

/* "significant", ...; of the direction the ratio tells. */
const char *gau_verdict_text(enum gau_verdict verdict);

#endif
