/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ITT_RUN_LINT_H
#define TESTS_ITT_RUN_LINT_H

#include "lint_log.h"

#include <stdbool.h>

/* Runs `gaudit lint` in the working directory, which is to be a test's own. */

struct lint_run {
    int status;
    char *output;  /* also what went to standard error; numbers of threads, processes and times are
                      replaced by T, P and S, and " in CALLER" is left out behind S s */
    char *callers; /* the same, with " in CALLER" */
    struct lint_log log;
};

/* @p arguments: of `gaudit lint`, as for the shell; LINT_CLIENT in it is replaced by the program.
 */
void lint_run(struct lint_run *run, const char *arguments);
void lint_run_free(struct lint_run *run);

/* Likewise for any line for the shell, without reading a log. */
void lint_shell(struct lint_run *run, const char *line);

/* Fails with both if the output is another, or the status. */
void lint_run_is(const struct lint_run *run, int status, const char *output);

#endif
