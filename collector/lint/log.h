/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LINT_LOG_H
#define GAUDIT_LINT_LOG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The log of calls: one line is one write() to the end of the file, so that nothing is lost however
 * the process ends, and several processes can share a file. doc/lint.md has the format. Callers
 * hold a lock.
 */
struct gau_lint_log {
    char path[4096]; /* absolute */
    int fd;          /* -1: there is no log */
    uint64_t device, inode;
};

/* Adds to the file, which is made if there is none. NULL, "" or failure: no log. */
void gau_lint_log_open(struct gau_lint_log *log, const char *path);

/*
 * A line: time, process, thread, word, and what the letters of @p format say: d int, u uint64_t,
 * x uint64_t as 0x..., g double, w const char * as a word, s const char * in double quotes, l
 * size_t: what is quoted next has no more bytes.
 */
void gau_lint_log_line(struct gau_lint_log *log, uint64_t now, long tid, const char *word,
                       const char *format, va_list arguments);

#endif
