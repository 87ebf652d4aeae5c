/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_JOB_LOADING_H
#define GAUDIT_TOOLS_COMMON_JOB_LOADING_H

#include "shared_options.h"

#include <gaudit/app.h>

/* A job from an option file and the command line, for `run` and `check`. */

struct gau_tool_job {
    gau_registry *registry;
    gau_options *options;
    char *resolved; /* the options as XML */
    gau_app *app;
};

/* Settings of the command line in addition to the option file; {0} is empty. */
struct gau_tool_overrides {
    struct gau_argv sets, audits; /* -s, -a */
    bool time, events;            /* --time, --events */
    const char *k4bench;          /* --k4bench: a label, or ""; NULL: not given */
    const char *timeline;         /* --timeline: its detail, or ""; NULL: not given */
};

void gau_tool_overrides_clear(struct gau_tool_overrides *changes);

/* Returns whether the system executes a file: it begins like an ELF file, or a script. */
bool gau_tool_job_is_program(const char *path);

/* Reads the file at @p path and applies the changes, without a job. Returns an exit status. */
int gau_tool_job_read(struct gau_tool_job *job, const char *path,
                      const struct gau_tool_overrides *changes, int verbosity);

/* Builds the job from its options, which loads modules. Returns an exit status. */
int gau_tool_job_build(struct gau_tool_job *job, gau_app_settings *settings);

/* Reads the options and builds the job. Returns an exit status. */
int gau_tool_job_open(struct gau_tool_job *job, const char *path,
                      const struct gau_tool_overrides *changes, gau_app_settings *settings);

/* Runs it; SIGINT and SIGTERM end it regularly, a second one at once. */
gau_status gau_tool_job_run(gau_app *app, gau_app_summary *summary, gau_error *err);

/* Prints how many events a job had, and how fast. */
void gau_tool_job_print_summary(const gau_app_summary *summary, const char *job);

/* Returns whether the job has an auditor of the class @p type. */
bool gau_tool_job_has_auditor(const struct gau_tool_job *job, const char *type);

/* Returns whether such an auditor is enabled and its @p property, true by default, is not false. */
bool gau_tool_job_has_auditor_with(const struct gau_tool_job *job, const char *type,
                                   const char *property);

/* Returns the name of the auditor of that class: the class, or that of the only one; NULL if there
 * is none, or several. The name is borrowed. */
const char *gau_tool_job_auditor(const struct gau_tool_job *job, const char *type);

void gau_tool_job_close(struct gau_tool_job *job);

/* Prints "gaudit: message", with the source location if @p verbosity is above 0. */
int gau_tool_job_failed(const gau_error *err, int verbosity, int status);

/* --- the options of `gaudit run`, for it and for commands that pass them on ------------------ */

struct gau_run_arguments {
    gau_app_settings settings;
    struct gau_tool_overrides changes;
    const char *path; /* of the option file */
    uint64_t only, threads;
    bool quiet;
};

extern const char *const gau_timeline_details[];

/* Rows of commands whose values have a struct gau_run_arguments called run; with @p passed they go
 * on to `gaudit run`. */
/* clang-format off */
#define GAU_RUN_OUTPUT(type) GAU_OPTION_OUTPUT(type, run.settings.output)
#define GAU_RUN_TIMELINE(type, passed)                                                             \
    GAU_VALUE(type, run.changes.timeline, "timeline", "1|2", gau_read_text,                        \
              "add a TraceAuditor if the job has none: when calls began and ended; 2: also all "   \
              "sections (1)"),                                                                     \
        .choices = gau_timeline_details, .optional = true, .pass = passed
#define GAU_RUN_ROWS(type, passed)                                                                 \
    {GAU_OPTION_EVENTS(type, run.settings.events), .pass = passed},                                \
    {GAU_OPTION_SKIP(type, run.settings.skip), .pass = passed},                                    \
    {GAU_VALUE(type, run.only, "only", "N", gau_read_number, "process only event N"),              \
     .least = 1, .most = INT64_MAX, .pass = passed},                                               \
    {GAU_OPTION_THREADS(type, run.threads), .pass = passed},                                       \
    {GAU_OPTION_SET(type, run.changes.sets), .pass = passed},                                      \
    {GAU_OPTION_AUDIT(type, run.changes.audits), .pass = passed},                                  \
    {GAU_OPTION_TIME(type, run.changes.time), .pass = passed,                                      \
     .more = ", which is added if the job has none"},                                              \
    {GAU_OPTION_EVENT_DATA(type, run.changes.events), .pass = passed},                             \
    {GAU_VALUE(type, run.changes.k4bench, "k4bench", "LABEL", gau_read_text,                       \
               "the same with a RegionAuditor, and with their files of k4Bench (k4bench)"),                  \
     .optional = true, .pass = passed},                                                            \
    {GAU_OPTION_PROGRESS(type, run.settings.progress), .pass = passed}
#define GAU_RUN_MESSAGES(type, passed)                                                             \
    {GAU_OPTION_WIDE(type, run.settings.wide), .pass = passed},                                    \
    {GAU_OPTION_COLOUR(type, run.settings.colour), .pass = passed},                                \
    {GAU_OPTION_QUIET(type, run.quiet), .pass = passed, .more = ": no tables, and only warnings"}, \
    {GAU_OPTION_VERBOSE(type, run.settings.verbosity), .pass = passed,                             \
     .more = ": all tables, explanations, and locations in the source"}
/* clang-format on */

/* Returns arguments with their defaults, which the caller clears. Texts are borrowed from argv. */
struct gau_run_arguments gau_run_arguments_new(void);
void gau_run_arguments_clear(struct gau_run_arguments *a);

/* Ends the reading of options: takes the option file's path, and checks conflicts. Returns
 * GAU_OPTIONS_READ or an exit status. */
int gau_run_arguments_end(struct gau_run_arguments *a, const struct gau_command *command,
                          char **argv);

#endif
