/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_LOG_READER_H
#define GAUDIT_REPORT_TIMELINE_LOG_READER_H

#include "errors/errors.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Reads time logs line by line, with the rules of their own reader (numpy.loadtxt): what follows a
 * '#' is a comment, empty lines are ignored, and eight columns are separated by TABs.
 */

enum { GAU_LOG_LINE_MAX = 1 << 16 }; /* bytes, with the end of the line */

struct gau_log_entry {
    uint32_t id, parent, depth;
    uint64_t start_ticks, end_ticks;
    double start_s, end_s; /* finite */
    char *label;           /* up to the next entry */
};

struct gau_log {
    const char *path; /* borrowed */
    FILE *file;
    char *line;
    size_t size;     /* room of it */
    uint64_t number; /* of the line */
    bool cut;        /* the last line is not complete, and was left out */
};

/* Opens a log. False: see @p error. */
bool gau_log_open(struct gau_log *log, const char *path, gau_error *error);
void gau_log_close(struct gau_log *log);

/* Reads the next entry. False: there are no more, or see @p error. */
bool gau_log_next(struct gau_log *log, struct gau_log_entry *entry, gau_error *error);

#endif
