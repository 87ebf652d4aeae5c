/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/job_loading.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"
#include "tools/show/resolved_job.h"

enum format { FORMAT_TREE, FORMAT_XML };

static const char *const formats[] = {[FORMAT_TREE] = "tree", [FORMAT_XML] = "xml", NULL};

static void (*const writers[])(const struct gau_show *show) = {
    [FORMAT_TREE] = gau_show_tree,
    [FORMAT_XML] = gau_show_xml,
};

struct request {
    struct gau_tool_overrides changes;
    gau_app_settings settings;
    int format;
    bool annotate;
};

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT_OF(struct request, format),
     .help = "tree (default), indented text; xml, an option file", .read = gau_read_choice,
     .choices = formats},
    {GAU_FLAG(struct request, annotate, "annotate",
              "print the origin of every value, also of defaults")},
    {GAU_OPTION_SET(struct request, changes.sets)},
    {GAU_OPTION_AUDIT(struct request, changes.audits)},
    {GAU_OPTION_LOAD_MODULES(struct request, settings.allow_unknown)},
    {GAU_OPTION_VERBOSE(struct request, settings.verbosity), .more = GAU_LOCATIONS_HELP},
    {0},
};

/* Configuring the job finds all errors in names and values. */
static int show_file(struct request *request, const char *path)
{
    struct gau_tool_job job = {0};
    struct gau_show show = {0};
    gau_error err = {0};
    int status = gau_tool_job_open(&job, path, &request->changes, &request->settings);

    if (status == GAU_EXIT_OK && gau_show_init(&show, stdout, job.options, job.registry, &err) < 0)
        status = gau_tool_job_failed(&err, request->settings.verbosity, GAU_EXIT_OPTIONS);
    show.annotate = request->annotate;
    if (status == GAU_EXIT_OK)
        writers[request->format](&show);
    gau_show_clear(&show);
    gau_tool_job_close(&job);
    return status;
}

static int run(int argc, char **argv)
{
    struct request request = {.settings = {.events = 1, .allow_unknown = true}};
    int status = gau_options_read(&gau_tool_show, argc, argv, &request, NULL);

    if (status == GAU_OPTIONS_READ && request.annotate && request.format != FORMAT_TREE)
        status = gau_options_wrong(&gau_tool_show, "--annotate goes with --format tree");
    if (status == GAU_OPTIONS_READ)
        status = show_file(&request, argv[optind]);
    gau_tool_overrides_clear(&request.changes);
    return status;
}

const struct gau_command gau_tool_show = {
    .name = "show",
    .summary = "prints the job with includes, constants and overrides resolved",
    .usage = "JOB.xml [OPTION...]",
    .about =
        "Prints the job as it would run: includes, constants and overrides resolved. Modules\n"
        "named in the file are not loaded unless requested; types that cannot be known without\n"
        "them are notices.\n",
    .options = options,
    .operand = "the option file",
    .least = 1,
    .most = 1,
    .run = run,
};
