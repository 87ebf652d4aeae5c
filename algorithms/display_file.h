/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_DISPLAY_FILE_H
#define GAUDIT_ALGORITHMS_DISPLAY_FILE_H

#include <gaudit/gaudit.h>

/*
 * Writes a file aside and renames it: there is the whole of it, or what was there before. The
 * message of a failure begins with the path.
 */
gau_status gau_display_file_write(const char *path, const char *text, size_t size,
                                  gau_context *ctx);

#endif
