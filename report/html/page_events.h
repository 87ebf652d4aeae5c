/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_PAGE_EVENTS_H
#define GAUDIT_REPORT_HTML_PAGE_EVENTS_H

#include "errors/errors.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * Writes what a page has of events beside their view, as members of the document: "replay", the
 * command that runs an event again, and "events_start_us", when the first event began in the time
 * of samples or the timeline, which begins at @p start_ns of CLOCK_MONOTONIC (0: there is none).
 * What is not known is left out. That there are no events is an error of usage.
 */
void gau_page_events_write(const char *folder, uint64_t start_ns, FILE *out, gau_error *error);

/** Of more events, only the slowest are in a page. */
enum { GAU_PAGE_EVENTS_MOST = 200000, GAU_PAGE_EVENTS_SLOWEST = 1000 };

/**
 * Returns members of the object "views": the events as columns, since numbers take less room than
 * objects, and tables of their view. doc/reference/page.md has the format. NULL: there are none,
 * which is an error of usage, or they cannot be read; see @p error. The caller frees the text.
 */
char *gau_page_event_views(const char *folder, size_t *size, gau_error *error);

#endif
