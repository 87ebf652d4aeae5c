/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_JUNIT_H
#define GAUDIT_REPORT_GATE_JUNIT_H

#include "origin.h"

/*
 * The answer of a gate as JUnit XML, the dialect that GitLab, Jenkins and others read: one test
 * case for each branch that is long enough. What cannot be judged is skipped.
 */

enum { GAU_GATE_TEXT = 512 }; /* bytes that a sentence takes at most */

/* Errors are left to ferror(). */
void gau_junit_write(const struct gau_gate *gate, const struct gau_notes *notes, FILE *out);

/* The answer if there is none: a suite with one test case that has an error. */
void gau_junit_write_error(const char *message, FILE *out);

/* Why a row fails, in words: "takes 1.100 times as long (1.080 to 1.120), limit 1.050: 21.4 ms more
 * in a run". */
char *gau_gate_row_text(char *text, size_t size, const struct gau_gate *gate,
                        const struct gau_gate_row *row);

#endif
