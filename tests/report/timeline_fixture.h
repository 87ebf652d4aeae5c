/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_TIMELINE_FIXTURE_H
#define TESTS_REPORT_TIMELINE_FIXTURE_H

#include "report/timeline/timeline.h"

#include "tests/unit/test.h"

/* Time logs in files of the working directory, and the pictures of them. */

/* Line by line: a log that begins with its heading is written to a file. */
void log_begin(const char *path);

/* Ticks are ns from 5000 on. */
void log_add(uint32_t id, uint32_t parent, uint32_t depth, double start_s, double end_s,
             const char *label);
void log_text(const char *text);
void log_end(void);

/* @p path: one, or several with spaces between them. */

/* The picture, which must be well-formed XML; the caller frees it. */
char *picture(const char *path, const struct gau_view_options *options);

/* There is none, but this message and status. */
void no_picture(const char *path, const struct gau_view_options *options, gau_status status,
                const char *message);

size_t count_of(const char *text, const char *part);

/* The bars of a picture: their number. */
size_t bars_of(const char *svg);

/* Whether the picture shows that text, as a label or another text. */
bool shows(const char *svg, const char *text);

#endif
