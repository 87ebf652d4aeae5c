/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_TIMELINE_PNG_H
#define GAUDIT_TOOLS_COMMANDS_TIMELINE_PNG_H

#include "report/timeline/timeline.h"

/*
 * `gaudit report timeline -O FILE`: by the end of its name a PNG picture, which is converted by
 * rsvg-convert, which has to be installed; else SVG. Names of pictures of other formats are
 * refused.
 */

/* As gau_timeline_report(). After a failure a PNG picture is as it was. */
void gau_timeline_put_picture(const struct gau_timeline_sources *sources,
                              const struct gau_timeline_options *options, const char *output,
                              struct gau_view_error *error);

#endif
