/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ERROR_H
#define GAUDIT_ERROR_H

/**
 * @file error.h
 * A failure with its reason: what went wrong, in which input, seen by which line of code.
 *
 * The value is on the caller's stack and never allocates, so that out of memory can be reported,
 * too. Every function accepts NULL for "not interested".
 */

#include <gaudit/base.h>

GAU_BEGIN_DECLS

typedef struct gau_error {
    gau_status status;
    int line;         /**< where the first report was made, in the source ... */
    const char *file; /**< ... of the framework or of the component           */
    /** One line, outermost context first; ends in "..." if it was too long. What is wrong in
     * several spots of a job has a line each. */
    char message[4080];
} gau_error;

/** How much of a text given by the user is quoted in a message: "'%.*s'", GAU_QUOTE(text). */
#define GAU_QUOTE(text) 120, (text)

/** Starts a new error; reached through gau_fail(). */
GAU_API void gau_error_set(gau_error *err, gau_status status, const char *file, int line,
                           const char *format, ...) GAU_PRINTF(5, 6);

/**
 * Reports a failure and is the status to return; a status that is dropped gives a compiler warning.
 *
 *     return gau_fail(err, GAU_ERR_RANGE, "%d events is too many", n);
 */
#define gau_fail(err, status, ...) \
    (gau_error_set((err), (status), __FILE__, __LINE__, __VA_ARGS__), (status))

/** Puts "context: " before the message. Returns @p status. */
GAU_API gau_status gau_error_wrap(gau_error *err, gau_status status, const char *format, ...)
    GAU_PRINTF(3, 4);

/** Appends to the message, such as "; did you mean 'Max'?"; all of it or, without room, nothing. */
GAU_API void gau_error_append(gau_error *err, const char *format, ...) GAU_PRINTF(2, 3);

/** The one macro that hides a return: passes a failure on unchanged. */
#define GAU_TRY(call)                         \
    do {                                      \
        const gau_status try_status = (call); \
        if (try_status < 0)                   \
            return try_status;                \
    } while (0)

GAU_END_DECLS

#endif
