/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TRACE_INFO_TRACE_FILES_H
#define GAUDIT_REPORT_TRACE_INFO_TRACE_FILES_H

#include "errors/errors.h"

/* The paths of trace files; {0} is empty. */
struct gau_trace_files {
    char **paths;
    uint32_t count, room;
};

/* Adds @p path or, of a folder, all its files *.gtr, those that its documents of timelines name,
 * and the same of its folders process-N, in the order of their names. A folder without any is an
 * error. */
void gau_trace_files_add(struct gau_trace_files *files, const char *path, gau_error *error);
void gau_trace_files_clear(struct gau_trace_files *files);

#endif
