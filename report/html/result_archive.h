/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_RESULT_ARCHIVE_H
#define GAUDIT_REPORT_HTML_RESULT_ARCHIVE_H

#include "documents/json_bytes.h"

#include <gaudit/error.h>

/**
 * @file result_archive.h
 * The files of a result folder and of its folders process-N as an archive of POSIX.1-1988 (ustar),
 * so that a page is a result itself, and `tar` reads it, too.
 */

/** Files that are larger together are not put into a page. */
enum { GAU_RESULT_ARCHIVE_MOST = 64 << 20 };

/**
 * Appends the archive of a folder. Nothing is appended if it is too large. Failures are in
 * @p error.
 */
void gau_result_archive_put(const char *folder, struct gau_json_bytes *bytes, gau_error *error);

#endif
