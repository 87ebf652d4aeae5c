/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_COMPARISON_FIXTURE_H
#define TESTS_REPORT_COMPARISON_FIXTURE_H

#include "report/comparison/tables/comparison_report.h"

/*
 * Comparisons of results in the working directory of a test; what they write is in the file "out".
 */

gau_status compare_status(const char *a, const char *b, enum gau_table_format format,
                          const char *table, gau_error *error);

/* It must succeed. */
void compare(const char *a, const char *b, enum gau_table_format format, const char *table);

/* Likewise for the history of the results in a folder. */
gau_status history_status(const char *folder, bool by_start, const struct gau_view_options *options,
                          gau_error *error);
void history(const char *folder, bool by_start, const struct gau_view_options *options);

/* It must end with this status and message, and write nothing. */
void refused(const char *a, const char *b, const char *table, gau_status status,
             const char *message);

/* What was written. */
void assert_has(const char *text);
void assert_has_not(const char *text);
void assert_order(const char *first, const char *second);

#endif
