/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_LINT_H
#define GAUDIT_TOOLS_LINT_H

#include "collector/lint/tally.h"

#include <gaudit/error.h>

/* The parts of `gaudit lint`. */

/* What the log of the collector says. */
struct gau_lint_findings {
    struct gau_lint_tally tally;
    uint64_t inits;   /* static parts of ITT that called the collector */
    uint64_t calls;   /* of functions of ITT */
    uint64_t threads; /* that called */
    struct gau_lint_process {
        long pid;
        bool ended; /* in an orderly way: what was open then was judged */
    } * processes;  /* that called */
    uint32_t n_processes, max_processes;
};

/* @p ignored: by kind, whether its breaches are left out. */
gau_status gau_lint_read(struct gau_lint_findings *findings, const char *path, const bool *ignored,
                         gau_error *err);
void gau_lint_findings_clear(struct gau_lint_findings *findings);

#endif
