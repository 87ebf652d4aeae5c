/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_USAGE_H
#define GAUDIT_TOOLS_USAGE_H

#include "report/views/views.h"

#include <gaudit/error.h>

/*
 * What the commands have in common: exit statuses, complaints on standard error.
 */

enum gau_exit {
    GAU_EXIT_OK = 0,
    GAU_EXIT_USAGE = 1,     /* wrong usage of the command */
    GAU_EXIT_OPTIONS = 2,   /* wrong job options */
    GAU_EXIT_INPUT = 3,     /* the input failed */
    GAU_EXIT_ALGORITHM = 4, /* an algorithm failed the job */
    GAU_EXIT_RESULTS = 5,   /* results not written, books do not close, no memory, no workers */
    GAU_EXIT_GATE = 6,      /* a gate found what must not be */
};

/* Prints "gaudit NAME: message" and where help is to be had. Returns GAU_EXIT_USAGE; without memory
 * nothing is wrong with the usage, and it is that of gau_usage_no_memory(). */
int gau_usage_error(const char *command, const gau_error *err);

/* Prints "gaudit: no memory for *what*". Returns GAU_EXIT_RESULTS. */
int gau_usage_no_memory(const char *what);

/* Prints "gaudit: message". Returns @p status. */
int gau_usage_failed(const gau_error *err, enum gau_exit status);
int gau_usage_fail(enum gau_exit status, const char *format, ...) GAU_PRINTF(2, 3);

/* Prints what kept a view from being written, if anything did. Returns its exit status. */
int gau_usage_view(const struct gau_view_error *error);

#endif
