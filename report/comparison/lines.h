/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_LINES_H
#define GAUDIT_REPORT_CHANGES_LINES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * @file lines.h
 * What is different between two option files, line by line.
 */

/** A line that one has and the other has not, or a property with two values. */
struct gau_line_change {
    char *what;  /**< "FastTracking.Microseconds", or what the line is in: "in Hlt" */
    char *a, *b; /**< NULL: not there */
};

struct gau_line_changes {
    struct gau_line_change *items;
    size_t n;
};

/** False: no memory. Free it with the next in any case. */
bool gau_lines_compare(struct gau_line_changes *out, const char *a, const char *b);
void gau_line_changes_clear(struct gau_line_changes *changes);

#endif
