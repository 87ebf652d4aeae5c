/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EXPORTS_K4BENCH_EXPORT_H
#define GAUDIT_REPORT_EXPORTS_K4BENCH_EXPORT_H

#include "errors/errors.h"

/**
 * @file k4bench_export.h
 * LABEL_events.json of k4Bench, schema 1, made of @p name.gtr in a folder, as EventAuditor makes it
 * at the end of a run: also of one that was killed. The peak of memory is not known. What is
 * missing of the events goes to standard error.
 */

/** Writes to the file @p output, which is replaced, or for NULL to standard output. After a failure
 * it is unchanged. */
void gau_k4bench_export(const char *folder, const char *name, const char *output, gau_error *error);

#endif
