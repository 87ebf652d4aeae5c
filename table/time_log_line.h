/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_TIME_LOG_LINE_H
#define GAUDIT_TABLE_TIME_LOG_LINE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The text of a time log, as CMacIonize's TimeLogger writes it: a heading, then a line per entry
 * with eight columns that a TAB separates.
 */

/* One entry of a log. Its id is its position in the order of starts, from 1; in the text, from the
 * one behind the last id of an earlier run. */
struct gau_time_log_entry {
    uint64_t start, end; /* ticks */
    uint32_t parent;     /* id; 0: the root of the log, which has no line */
    uint32_t depth;      /* 1 below that root */
    uint32_t branch;
    uint32_t event; /* its number, of the root of an event; else, and if it has too many bits, 0 */
};

/* Converts ticks to seconds since the log began. */
struct gau_time_log_scale {
    uint64_t root; /* ticks at the begin of the log */
    double tick_s;
};

/* The first line, with its end. */
extern const char gau_time_log_heading[];

enum {
    GAU_TIME_LOG_LABEL_CHARACTERS = 100,                             /* that the reader keeps */
    GAU_TIME_LOG_LABEL_SIZE = 4 * GAU_TIME_LOG_LABEL_CHARACTERS + 1, /* bytes, with a 0 */
    GAU_TIME_LOG_LINE_SIZE = GAU_TIME_LOG_LABEL_SIZE + 160,
};

/*
 * A name as the reader accepts it: UTF-8 of 100 characters at the most. Each control character
 * (such as a TAB), '#', which begins a comment, and each byte that is not UTF-8 is a '_'; of a
 * longer name there are 97 characters and "...".
 */
void gau_time_log_label(char label[GAU_TIME_LOG_LABEL_SIZE], const char *name);

/* The line of an entry, with its end. Returns its bytes, without the 0. */
size_t gau_time_log_line(char line[GAU_TIME_LOG_LINE_SIZE], uint32_t id,
                         const struct gau_time_log_entry *entry,
                         const struct gau_time_log_scale *scale, const char *label);

#endif
