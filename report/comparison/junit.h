/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_JUNIT_H
#define GAUDIT_REPORT_COMPARISON_JUNIT_H

#include "origin.h"

/*
 * The answer of a gate as JUnit XML, the dialect that GitLab, Jenkins and others read: one test
 * case for each row that is long enough. What cannot be judged is skipped.
 */

/* Errors are left to ferror(). */
void gau_junit_write(const struct gau_comparison *comparison, const struct gau_notes *notes,
                     FILE *out);

/* The answer if there is none: a suite with one test case that has an error. */
void gau_junit_write_error(const char *message, FILE *out);

#endif
