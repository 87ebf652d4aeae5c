/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_USAGE_H
#define GAUDIT_TOOLS_COMMON_USAGE_H

#include "documents/views/views.h"

#include <gaudit/error.h>

#include <stdio.h>

/* Exit statuses and error messages of all commands. */

enum gau_exit {
    GAU_EXIT_OK = 0,
    GAU_EXIT_USAGE = 1,     /* wrong usage of the command */
    GAU_EXIT_OPTIONS = 2,   /* wrong job options */
    GAU_EXIT_INPUT = 3,     /* the input failed */
    GAU_EXIT_ALGORITHM = 4, /* an algorithm failed the job */
    GAU_EXIT_RESULTS = 5, /* results not written, times do not add up, out of memory, no workers */
    GAU_EXIT_GATE = 6,    /* a gate or lint failed */
    GAU_EXIT_UNDECIDED = 7, /* a gate was to decide, and its runs do not */
};

/* Returns the exit status of a command that ended so: @p other is that of a failure which is
 * neither of its usage nor of memory. */
enum gau_exit gau_exit_of(gau_status status, enum gau_exit other);

/* Prints "gaudit NAME: message" and a hint to the help. Returns GAU_EXIT_USAGE, or the status of
 * gau_usage_out_of_memory() if that is the error. */
int gau_usage_error(const char *command, const gau_error *err);

/* Prints "gaudit: out of memory (WHAT)". Returns GAU_EXIT_RESULTS. */
int gau_usage_out_of_memory(const char *what);

/* Prints "gaudit: message". Returns @p status. */
int gau_usage_failed(const gau_error *err, enum gau_exit status);
int gau_usage_fail(enum gau_exit status, const char *format, ...) GAU_PRINTF(2, 3);

/* From now on messages are kept instead of being printed: of ranks that do the same, one prints. */
void gau_usage_hold(void);
FILE *gau_usage_output(void); /* of messages: standard error, or what is kept */

/* Ends that. Returns what was kept, which the caller frees; NULL: nothing. */
char *gau_usage_release(void);
void gau_usage_print_held(void); /* instead */

/* Prints why results were not read or written, if they were not. Returns the exit status. */
int gau_usage_exit(const gau_error *err);

#endif
