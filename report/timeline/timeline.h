/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_H

#include "documents/views/views.h"

/**
 * @file timeline.h
 * Time logs, as TimeLogAuditor and CMacIonize's TimeLogger write them, as a picture: time from left
 * to right, a row per depth, a bar per entry.
 *
 * Logs are untrusted input: any content results in a picture or one sentence. Only what the picture
 * shows is kept of a log, so it may be of any length.
 */

/** Result folders, or logs; at least one. */
struct gau_timeline_sources {
    const char *const *paths;
    size_t count;
};

/**
 * Writes the picture, as SVG, of the logs of all sources. @p output: the file, which is replaced;
 * NULL: standard output.
 */
gau_status gau_timeline_report(const struct gau_timeline_sources *sources,
                               const struct gau_view_options *options, const char *output,
                               gau_error *error);

#endif
