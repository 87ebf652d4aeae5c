/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_TABLES_TABLES_H
#define GAUDIT_REPORT_COMPARISON_TABLES_TABLES_H

#include "comparison_report.h"
#include "report/comparison/event_changes.h"
#include "report/comparison/sides.h"

#include "documents/page.h"

/* These add the tables of commands that compare. NULL: out of memory, see the page's error. */

/* Adds the table "branches", "tasks" or "functions", with their sum. That of a gate has limits;
 * that of a history has the times of single results, without the slowdown of each. */
struct gau_table *gau_rows_add(struct gau_page *page, const struct gau_comparison *comparison,
                               const struct gau_comparison_request *request);

/* Adds the table "total": times and memory of whole runs, by their metadata; in display formats
 * only if there is any, or NULL. */
struct gau_table *gau_totals_add(struct gau_page *page, const struct gau_sides *sides);

/* Adds the table "events": times of events, the growth of memory, and single events that changed.
 */
struct gau_table *gau_events_add(struct gau_page *page, const struct gau_event_changes *changes,
                                 enum gau_comparison_kind kind);

/* Adds the table "results", or, with @p every_row, "history". */
struct gau_table *gau_history_add(struct gau_page *page, const struct gau_sides *sides,
                                  const struct gau_comparison *comparison, bool every_row);

/*
 * Writes all tables as members of an object of JSON: "rows", those of branches or tasks and of
 * functions; "differences", "total" and "events", if there are such; "notes", the lines below each
 * table by its name.
 */
void gau_comparison_members_write(const struct gau_page *page, FILE *out);

/* Returns "branches", "tasks" or "functions". */
const char *gau_rows_name(enum gau_matrix_rows kind);

/* Returns the time of a row in a run, without its slowdown if the comparison is adjusted. Runs are
 * numbered through both sides. NAN: it is not there. */
double gau_row_value(const struct gau_comparison *comparison, const struct gau_comparison_row *row,
                     size_t run);

/* Returns the longer of the two times of a row; below 0, if no run has the row. */
double gau_row_longest(const struct gau_comparison_row *row);

/* Selects the rows that were called in any run and pass the filters, in the order of one of
 * gau_comparison_sorts, or NULL: what failed, then what is significant. @p out has room for all. */
size_t gau_rows_select(const struct gau_comparison_row **out,
                       const struct gau_comparison *comparison, const char *sort,
                       const struct gau_comparison_paths *filters);

/* Writes, of filters that no row passes, which one matches nothing, and a similar name. */
void gau_rows_filter_hint(char *text, size_t size, const struct gau_comparison *comparison,
                          const struct gau_comparison_paths *filters);

/* Sets the cell of a verdict: "significant" and the like. The direction is that of the ratio, and
 * marks what is significant: slower is bad. */
void gau_verdict_set(struct gau_table *table, size_t column, const struct gau_comparison_row *row);

/* Sets the cell of a gate: "FAILED" or nothing. */
void gau_gate_set(struct gau_table *table, size_t column, const struct gau_comparison_row *row);

enum { GAU_SPARKLINE_MOST = 32, GAU_SPARKLINE_SIZE = 4 * GAU_SPARKLINE_MOST + 1 };

/*
 * Writes the last GAU_SPARKLINE_MOST of the values as a line of letters, one each. The middle is
 * their median, top and bottom are 10 % from it, or as far as the furthest value is, so that flat
 * series look flat. A blank is a value of 0 or NAN.
 */
char *gau_sparkline_text(char text[GAU_SPARKLINE_SIZE], const double *values, size_t n,
                         bool unicode);

#endif
