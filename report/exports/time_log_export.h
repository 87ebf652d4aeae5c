/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EXPORTS_TIME_LOG_EXPORT_H
#define GAUDIT_REPORT_EXPORTS_TIME_LOG_EXPORT_H

#include "errors/errors.h"

/*
 * Time logs, as TimeLogAuditor writes them, made of the timeline in the trace file @p trace: a line
 * for each call. Calls without a begin in the file, external work and gaps have none. A log has one
 * lane, in the order of the file: the first goes to the file @p output, the next to that name with
 * "-worker1" before its ending, and so on; NULL: standard output, for a file with one lane.
 * Standard error has the names of further files, and what is missing. Entries are kept until all is
 * read: 32 bytes each.
 */
void gau_time_log_export(const char *trace, const char *output, gau_error *error);

#endif
