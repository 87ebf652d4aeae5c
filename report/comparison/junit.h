/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_COMPARISON_JUNIT_H
#define GAUDIT_REPORT_COMPARISON_JUNIT_H

#include "origin.h"

/*
 * The answer of a gate as JUnit XML, the dialect that GitLab, Jenkins and others read: one test
 * case for each row that is long enough. What cannot be judged is skipped. @p error, if there is no
 * answer: one test case that has this error; else NULL. Errors are left to ferror().
 */
void gau_junit_write(const struct gau_comparison *comparison, const struct gau_notes *notes,
                     const char *error, FILE *out);

#endif
