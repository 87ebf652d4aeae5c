/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_JOB_H
#define GAUDIT_TOOLS_JOB_H

#include "overrides.h"

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

/* Reads the file at @p path, applies the overrides and builds the job. Returns an exit status. */
int gau_tool_job_open(struct gau_tool_job *job, const char *path,
                      const struct gau_overrides *overrides, gau_app_settings *settings);
void gau_tool_job_close(struct gau_tool_job *job);

/* Prints "gaudit: message", with the place in the source if @p verbosity is above 0. */
int gau_tool_job_failed(const gau_error *err, int verbosity, int status);

#endif
