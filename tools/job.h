/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_JOB_H
#define GAUDIT_TOOLS_JOB_H

#include "words.h"

#include <gaudit/app.h>

/*
 * What `run` and `check` have in common: a job, from an option file and the command line.
 */

struct gau_tool_job {
    gau_registry *registry;
    gau_options *options;
    char *resolved; /* the options as XML */
    gau_app *app;
};

/* What the command line asks for on top of the option file; {0}: nothing. */
struct gau_tool_changes {
    struct gau_words sets, audits; /* -s, -a */
    bool time;                     /* --time */
};

void gau_tool_changes_clear(struct gau_tool_changes *changes);

/* Reads the file at @p path and applies the changes: options only. Returns an exit status. */
int gau_tool_job_read(struct gau_tool_job *job, const char *path,
                      const struct gau_tool_changes *changes, int verbosity);

/* Builds the job from its options, which loads modules. Returns an exit status. */
int gau_tool_job_build(struct gau_tool_job *job, gau_app_settings *settings);

/* Both of it. */
int gau_tool_job_open(struct gau_tool_job *job, const char *path,
                      const struct gau_tool_changes *changes, gau_app_settings *settings);
/* Does the job have an auditor of the class @p type, and one that is @p enabled if so wished? */
bool gau_tool_job_has_auditor(const struct gau_tool_job *job, const char *type, bool enabled);

/* The name of the auditor of that class: the class, or that of the only one; NULL: there is none,
 * or several. Borrowed. */
const char *gau_tool_job_auditor(const struct gau_tool_job *job, const char *type);

void gau_tool_job_close(struct gau_tool_job *job);

/* Prints "gaudit: message", with the place in the source if @p verbosity is above 0. */
int gau_tool_job_failed(const gau_error *err, int verbosity, int status);

#endif
