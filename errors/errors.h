/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ERRORS_ERRORS_H
#define GAUDIT_ERRORS_ERRORS_H

/*
 * What gaudit itself needs beside <gaudit/error.h>: the first of several failures, and names that
 * were meant.
 */

#include "table/suggest.h"

#include <gaudit/error.h>

/* As gau_fail(), but an earlier failure stays. The status is that of the failure that is kept.
 * @p err is not NULL. */
#define gau_fail_first(err, status, ...) \
    gau_error_set_first((err), (status), __FILE__, __LINE__, __VA_ARGS__)

/* Likewise with "out of memory (WHAT)". */
#define gau_fail_memory(err, ...) gau_error_set_memory((err), __FILE__, __LINE__, __VA_ARGS__)

gau_status gau_error_set_first(gau_error *err, gau_status status, const char *file, int line,
                               const char *format, ...) GAU_PRINTF(5, 6);
gau_status gau_error_set_memory(gau_error *err, const char *file, int line, const char *format, ...)
    GAU_PRINTF(4, 5);

/* To a caller that may not be interested, or has not cleared its error. */
static inline gau_status gau_error_copy(gau_error *err, const gau_error *from)
{
    if (err)
        *err = *from;
    return from->status;
}

/* Appends "; did you mean 'X'?" to the message if a near name was offered. */
static inline void gau_suggest_append(const struct gau_suggest *suggest, gau_error *err)
{
    if (suggest->best)
        gau_error_append(err, "; did you mean '%s'?", suggest->best);
}

/* gau_fail() with that behind the message. */
#define gau_suggest_fail(suggest, err, status, ...)                   \
    (gau_error_set((err), (status), __FILE__, __LINE__, __VA_ARGS__), \
     gau_suggest_append((suggest), (err)), (status))

#endif
