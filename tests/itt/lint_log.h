/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ITT_LINT_LOG_H
#define TESTS_ITT_LINT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The log of libgaudit-lint.so, to assert what a program called. doc/itt.md has the
 * format. What cannot be loaded fails the test.
 */

struct lint_line {
    uint64_t ns;
    long pid, tid;
    const char *call;         /* such as "event_start"; "@violation" and the like are no calls */
    const char *arguments[6]; /* without quotes and escapes; NULL behind the last */
};

struct lint_log {
    struct lint_line *lines;
    size_t n_lines;
    char *text;
};

void lint_log_load(struct lint_log *log, const char *path);
void lint_log_free(struct lint_log *log);

/* How often there was a call; @p name, unless NULL, is one of its arguments. */
size_t lint_log_count(const struct lint_log *log, const char *call, const char *name);

/* The first such line, and the last; NULL if there is none. */
const struct lint_line *lint_log_first(const struct lint_log *log, const char *call,
                                       const char *name);
const struct lint_line *lint_log_last(const struct lint_log *log, const char *call,
                                      const char *name);

/* The different threads that made such a call. */
size_t lint_log_threads(const struct lint_log *log, const char *call, const char *name);

/*
 * True if on every thread each end of an event or task is that of the last one that began, all have
 * ended, and the thread did nothing of it before a resume or after a pause of the process.
 */
bool lint_log_nests(const struct lint_log *log);

#endif
