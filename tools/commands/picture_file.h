/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_PICTURE_FILE_H
#define GAUDIT_TOOLS_COMMANDS_PICTURE_FILE_H

#include "documents/view_options.h"

/*
 * `gaudit report` of a picture with -O FILE: by the end of its name a PNG picture, which is
 * converted by rsvg-convert, which has to be installed; else SVG. Names of pictures of other
 * formats are refused.
 */

/* Writes the picture as SVG to a file, which is replaced, or for NULL to standard output. */
typedef gau_status gau_picture_write(const void *picture, const char *output, gau_error *error);

/* After a failure a PNG picture is as it was. */
void gau_picture_put(gau_picture_write *write, const void *picture, const char *output,
                     gau_error *error);

#endif
