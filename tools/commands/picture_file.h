/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_PICTURE_FILE_H
#define GAUDIT_TOOLS_COMMANDS_PICTURE_FILE_H

#include "documents/view.h"

/*
 * `gaudit report` of a picture with -O FILE: by the end of its name a PNG picture, which is
 * converted by rsvg-convert, which has to be installed; else SVG. Names of pictures of other
 * formats are refused.
 */

/* Returns whether the view draws a picture, always or in the format that was asked for. */
bool gau_picture_is_asked(const struct gau_view_request *request);

/* Returns whether a file is a picture by the end of its name, also of a format that is refused. */
bool gau_picture_is_name(const char *output);

/* After a failure a PNG picture is as it was before. */
void gau_picture_put(const struct gau_view_request *request, const char *output, gau_error *error);

#endif
