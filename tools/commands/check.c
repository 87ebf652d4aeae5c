/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/job_loading.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include <gaudit/log.h>

#include <inttypes.h>
#include <stdio.h>

struct values {
    struct gau_tool_overrides changes;
    gau_app_settings settings;
};

static const struct gau_option options[] = {
    {GAU_OPTION_SET(struct values, changes.sets)},
    {GAU_OPTION_AUDIT(struct values, changes.audits)},
    {GAU_OPTION_LOAD_MODULES(struct values, settings.allow_unknown)},
    {GAU_OPTION_VERBOSE(struct values, settings.verbosity), .more = GAU_LOCATIONS_HELP},
    {0},
};

static bool has_kind(const gau_node *root, gau_node_kind first, gau_node_kind second)
{
    for (size_t i = 0; i < root->n_children; i++)
        if (root->children[i]->kind == first || root->children[i]->kind == second)
            return true;
    return false;
}

/* What is allowed, and may not be meant. */
static void print_missing(const char *path, const gau_node *root)
{
    if (!has_kind(root, GAU_NODE_INPUT, GAU_NODE_INPUT))
        printf("%s: no input: give the number of events with -n\n", path);
    if (!has_kind(root, GAU_NODE_ALGORITHM, GAU_NODE_SEQUENCE))
        printf("%s: no algorithms and no sequences: nothing works on events\n", path);
}

static void print_result(const char *path, const gau_node *root)
{
    const uint64_t warnings = gau_log_warnings();

    print_missing(path, root);
    if (warnings > 0)
        printf("%s: %" PRIu64 " warning%s, no errors\n", path, warnings, warnings == 1 ? "" : "s");
    else
        printf("%s: nothing wrong\n", path);
}

static int check_job(const char *path, const struct gau_tool_overrides *changes,
                     gau_app_settings *settings)
{
    struct gau_tool_job job = {0};
    gau_error err = {0};
    int status = gau_tool_job_open(&job, path, changes, settings);

    if (status == GAU_EXIT_OK && gau_app_check(job.app, &err) < 0)
        status = gau_tool_job_failed(&err, settings->verbosity, gau_app_exit_status(job.app));
    if (status == GAU_EXIT_OK)
        print_result(path, gau_options_root(job.options));
    gau_tool_job_close(&job);
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
