/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMANDS_TIMELINE_PNG_H
#define GAUDIT_TOOLS_COMMANDS_TIMELINE_PNG_H

#include "report/timeline/timeline.h"

/*
 * `gaudit report timeline -O FILE.png`: the picture is converted by rsvg-convert, which has to be
 * installed.
 */

/* By the end of its name. NULL is standard output, which is not. */
bool gau_timeline_is_png(const char *output);

/* True, with a message, if the name ends as those of pictures of other formats do. */
bool gau_timeline_refuse_name(const char *output, struct gau_view_error *error);

/* As gau_timeline_report(). After a failure @p output is as it was. */
void gau_timeline_report_png(const struct gau_timeline_sources *sources,
                             const struct gau_timeline_options *options, const char *output,
                             struct gau_view_error *error);

#endif
