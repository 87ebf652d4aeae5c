/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_TABLES_EXPLAIN_CHANGES_H
#define GAUDIT_REPORT_COMPARISON_TABLES_EXPLAIN_CHANGES_H

#include "comparison_report.h"
#include "report/comparison/comparability.h"

#include "documents/page.h"

/* Sentences on a comparison, beside its numbers. */

/* Adds the sentence that is read first: what changed and by how much, what else may have changed,
 * and of how many runs that is; of a history, from all other results to the last. */
void gau_first_sentence_add(struct gau_page *page, struct gau_table *table,
                            const struct gau_comparison *comparison, enum gau_comparison_kind kind);

/* Adds sentences below the table of rows: what its numbers are, how many rows are not shown, and
 * how many runs are needed. */
void gau_sentences_of_rows(const struct gau_comparison *comparison, struct gau_table *table,
                           size_t hidden, enum gau_comparison_kind kind);

/* Adds sentences on what failed and why, or that nothing did; of the rows and of the events, whose
 * comparison is empty if there are none. */
void gau_sentences_of_gate(const struct gau_comparison *comparison,
                           const struct gau_comparison *events, struct gau_table *table);

/* Adds a note for each difference of the setup; options are one note. */
void gau_differences_note(struct gau_notes *notes, const struct gau_differences *differences);

enum { GAU_SENTENCE_SIZE = 512 }; /* bytes of one, at most */

/* Writes why a row fails: "takes 1.100 times as long (1.080 to 1.120), limit 1.050: 21.4 ms more in
 * a run". */
char *gau_failure_text(char *text, const struct gau_comparison *comparison,
                       const struct gau_comparison_row *row);

/* Writes what an undecided row may be: "may take more than 1.05 times as long (0.986 to 1.110 at 95
 * %)". */
char *gau_undecided_text(char *text, const struct gau_comparison *comparison,
                         const struct gau_comparison_row *row);

/* Replaces a file by what gau_junit_write() writes. */
void gau_junit_put(const char *path, const struct gau_comparison *comparison,
                   const struct gau_comparison *events, const struct gau_notes *notes,
                   const char *message, gau_error *error);

/*
 * Writes the verdicts of a gate as JUnit XML, the dialect that GitLab, Jenkins and others read: one
 * test case for each row that is long enough, and for the times of @p events. What cannot be tested
 * is skipped. @p error is a failure to compare, as the only test case; else NULL. Errors are left
 * to ferror().
 */
void gau_junit_write(const struct gau_comparison *comparison, const struct gau_comparison *events,
                     const struct gau_notes *notes, const char *error, FILE *out);

/* Writes why a row is not tested. */
char *gau_reason_not_tested(char *text, const struct gau_comparison *comparison,
                            const struct gau_comparison_row *row);

#endif
