/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"
#include "tools.h"
#include "usage.h"

#include <stdio.h>

static const char help[] =
    "usage: gaudit check JOB.xml [OPTION...]\n"
    "\n"
    "Finds everything that can be wrong without running an event: the options are read, "
    "components\n"
    "are configured and initialized, what they read from each other is matched, and inputs are\n"
    "opened. Modules named in the file are not loaded unless asked for; types that cannot be "
    "known\n"
    "without them are notices.\n"
    "\n"
    "  -s, --set NAME.PROPERTY=VALUE  set a property, whatever the file says\n"
    "  -a, --audit TYPE[/NAME][:PROPERTY=VALUE;...]  add an auditor\n"
    "      --load-modules           load the modules that the file names: this runs their code\n"
    "  -v, --verbose                show places in the source\n"
    "  -h, --help                   print this\n";

enum { OPT_LOAD = 256 };

static const struct option options[] = {
    {"set", required_argument, NULL, 's'},
    {"audit", required_argument, NULL, 'a'},
    {"load-modules", no_argument, NULL, OPT_LOAD},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static int check(const char *path, const struct gau_tool_changes *changes,
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

int gau_tool_check(int argc, char **argv)
{
    struct gau_tool_changes changes = gau_tool_changes_new(argc);
    gau_app_settings settings = {.allow_unknown = true, .events = 1};
    int code, status = GAU_EXIT_OK;

    if (!changes.texts) {
        return gau_usage_no_memory("the arguments");
    }
    while (status == GAU_EXIT_OK &&
           (code = gau_usage_option(argc, argv, "s:a:vh", options)) != -1) {
        switch (code) {
        case 's': gau_tool_changes_add(&changes, optarg, false); break;
        case 'a': gau_tool_changes_add(&changes, optarg, true); break;
        case 'v': settings.verbosity++; break;
        case OPT_LOAD: settings.allow_unknown = false; break;
        case 'h':
            fputs(help, stdout);
            gau_tool_changes_free(&changes);
            return GAU_EXIT_OK;
        default: status = GAU_EXIT_USAGE; break;
        }
    }
    if (status == GAU_EXIT_OK && !gau_usage_operands(argc, argv, 1, 1, "the option file"))
        status = GAU_EXIT_USAGE;
    if (status == GAU_EXIT_OK)
        status = check(argv[optind], &changes, &settings);
    gau_tool_changes_free(&changes);
    return status;
}
