/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_RUN_ARGUMENTS_H
#define GAUDIT_TOOLS_RUN_ARGUMENTS_H

#include "job.h"
#include "shared_options.h"

/*
 * The options of `gaudit run`, for it and for the commands that pass them on to it.
 */

struct gau_run_arguments {
    gau_app_settings settings;
    struct gau_tool_changes changes;
    const char *path; /* of the option file */
    uint64_t only, threads;
    bool quiet;
};

/* Rows of commands whose values have a struct gau_run_arguments called run; @p passed: they are
 * given to `gaudit run`. */
/* clang-format off */
#define GAU_RUN_OUTPUT(type) GAU_OPTION_OUTPUT(type, run.settings.output)
#define GAU_RUN_ROWS(type, passed)                                                                 \
    {GAU_OPTION_EVENTS(type, run.settings.events), .pass = passed},                                \
    {GAU_OPTION_SKIP(type, run.settings.skip), .pass = passed},                                    \
    {GAU_VALUE(type, run.only, "only", "N", gau_read_number, "process event N alone"),             \
     .least = 1, .most = INT64_MAX, .pass = passed},                                               \
    {GAU_OPTION_THREADS(type, run.threads), .pass = passed},                                       \
    {GAU_OPTION_SET(type, run.changes.sets), .pass = passed},                                      \
    {GAU_OPTION_AUDIT(type, run.changes.audits), .pass = passed},                                  \
    {GAU_FLAG(type, run.changes.time, "time", "add a TimerAuditor if the job has none"),           \
     .pass = passed},                                                                              \
    {GAU_OPTION_PROGRESS(type, run.settings.progress), .pass = passed},                            \
    {GAU_OPTION_QUIET(type, run.quiet), .pass = passed, .more = ": no tables, and only warnings"}, \
    {GAU_OPTION_VERBOSE(type, run.settings.verbosity), .pass = passed}
/* clang-format on */

/* To be cleared. Texts are borrowed from argv. */
struct gau_run_arguments gau_run_arguments_new(void);
void gau_run_arguments_clear(struct gau_run_arguments *a);

/* Behind the last option: takes the option file, and checks what does not go together. Returns
 * GAU_OPTIONS_READ or an exit status. */
int gau_run_arguments_end(struct gau_run_arguments *a, const struct gau_command *command,
                          char **argv);

#endif
