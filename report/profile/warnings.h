/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_PROFILE_WARNINGS_H
#define GAUDIT_REPORT_PROFILE_WARNINGS_H

#include "quality.h"

/*
 * What to distrust, in sentences: 'collect' says the same as the reports.
 */

typedef void gau_warnings_say(void *to, const char *sentence);

/* Threads without samples, or not with all of them. */
void gau_warnings_of_threads(const struct gau_quality_sums *sums, gau_warnings_say *say, void *to);

/* What of a file cannot be read. */
void gau_warnings_of_file(const struct gau_quality_process *process, gau_warnings_say *say,
                          void *to);

/* Of @p cpu_s, which the parent of the program knows of, so much is in no file. */
void gau_warnings_of_unknown(double unknown_s, double cpu_s, gau_warnings_say *say, void *to);

#endif
