/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/job_loading.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include <stdio.h>

struct values {
    struct gau_tool_overrides changes;
    gau_app_settings settings;
};

static const struct gau_option options[] = {
    {GAU_OPTION_SET(struct values, changes.sets)},
    {GAU_OPTION_AUDIT(struct values, changes.audits)},
    {GAU_OPTION_LOAD_MODULES(struct values, settings.allow_unknown)},
    {GAU_OPTION_VERBOSE(struct values, settings.verbosity)},
    {0},
};

static int check_job(const char *path, const struct gau_tool_overrides *changes,
                     gau_app_settings *settings)
{
    struct gau_tool_job job = {0};
    gau_error err = {0};
    int status = gau_tool_job_open(&job, path, changes, settings);

    if (status == GAU_EXIT_OK && gau_app_check(job.app, &err) < 0)
        status = gau_tool_job_failed(&err, settings->verbosity, gau_app_exit_status(job.app));
    gau_tool_job_close(&job);
    if (status == GAU_EXIT_OK)
        printf("%s: nothing wrong\n", path);
    return status;
}

static int run(int argc, char **argv)
{
    struct values values = {.settings = {.allow_unknown = true, .events = 1}};
    int status = gau_options_read(&gau_tool_check, argc, argv, &values, NULL);

    if (status == GAU_OPTIONS_READ)
        status = check_job(argv[optind], &values.changes, &values.settings);
    gau_tool_overrides_clear(&values.changes);
    return status;
}

const struct gau_command gau_tool_check = {
    .name = "check",
    .summary = "checks a job without running it",
    .usage = "JOB.xml [OPTION...]",
    .about =
        "Checks all that can be checked without running an event: the options are read,\n"
        "components are configured and initialized, what they read from each other is matched,\n"
        "and inputs are opened. Modules named in the file are not loaded unless requested;\n"
        "types that cannot be known without them are notices.\n",
    .options = options,
    .operand = "the option file",
    .least = 1,
    .most = 1,
    .run = run,
};
