/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AUDITORS_LIVE_PRINT_LINE_H
#define AUDITORS_LIVE_PRINT_LINE_H

#include "live_print_stack.h"

/* A line that is being put together. What has no room is left out. */
struct live_print_line {
    size_t length;
    unsigned columns; /* of the text so far, a character each; without escape sequences */
    char text[LIVE_PRINT_LINE];
};

void live_print_line_put(struct live_print_line *line, const char *text);
void live_print_line_repeat(struct live_print_line *line, char c, size_t n);

/*
 * A message of somebody else's: control characters and what is no UTF-8 become '?', so that it can
 * do nothing to a terminal; at most LIVE_PRINT_TEXT characters.
 */
void live_print_line_message(struct live_print_line *line, const char *text);

/* An escape sequence, which has no columns. */
void live_print_line_escape(struct live_print_line *line, const char *sequence);

#endif
