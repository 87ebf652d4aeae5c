/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_COMPARABILITY_H
#define GAUDIT_REPORT_COMPARISON_COMPARABILITY_H

#include "comparison.h"
#include "setup_differences.h"

/* These functions decide by the metadata (run.json) whether runs can be compared. */

enum { GAU_NOTES_MAX = 24 };

/* Warnings, which are sentences. */
struct gau_notes {
    char texts[GAU_NOTES_MAX][512];
    size_t n;
};

void gau_notes_add(struct gau_notes *notes, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

/* Refuses what a gate cannot compare: runs that did not finish, runs of different jobs, and one
 * result on both sides. */
bool gau_gate_check_comparable(const struct gau_timer_result_set sets[2], gau_error *error);

/* Refuses runs of programs whose files have other names. */
bool gau_gate_check_programs(const struct gau_timer_result_set sets[2], gau_error *error);

/* Refuses runs that have hardly a row of the program in common, but not if they have none. */
bool gau_gate_check_rows(const struct gau_matrix *matrix, gau_error *error);

/* Puts the runs in the order of their starts. */
void gau_runs_sort(struct gau_timer_result_set *set);

/* Returns how the runs were made, which must be sorted. */
enum gau_runs gau_runs_kind(const struct gau_timer_result_set sets[2],
                            const struct gau_differences *differences);

/* Adds warnings: results on both sides, without metadata, of different options. */
void gau_runs_add_warnings(struct gau_notes *notes, const struct gau_timer_result_set sets[2],
                           const struct gau_differences *differences);

#endif
