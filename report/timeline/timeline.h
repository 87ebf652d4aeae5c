/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_TIMELINE_H
#define GAUDIT_REPORT_TIMELINE_TIMELINE_H

#include "documents/view.h"

/**
 * @file timeline.h
 * Time logs, as TimeLogAuditor and CMacIonize's TimeLogger write them, as a picture: time from left
 * to right, a row per depth, a bar per entry.
 *
 * Logs are untrusted input: any content results in a picture or one sentence. Only what the picture
 * shows is kept of a log, so it may be of any length.
 */

/** The picture, as SVG, of the logs of all result folders, or of logs themselves. */
GAU_VIEW_DECLARATION(timeline)

#endif
