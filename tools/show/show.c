/* SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

#include "../job.h"
#include "../tools.h"
#include "../usage.h"

static const char help[] =
    "usage: gaudit show JOB.xml [OPTION...]\n"
    "\n"
    "Prints the job as it would run: includes, constants and changes resolved. Modules named in "
    "the\n"
    "file are not loaded unless asked for; types that cannot be known without them are notices.\n"
    "\n"
    "  -f, --format tree|xml|dot      indented text (default), an option file, or Graphviz\n"
    "      --annotate                 say where every value came from, also the defaults\n"
    "  -s, --set NAME.PROPERTY=VALUE  set a property, whatever the file says\n"
    "  -a, --audit TYPE[/NAME][:PROPERTY=VALUE;...]  add an auditor\n"
    "      --load-modules             load the modules that the file names: this runs their code\n"
    "  -v, --verbose                  show places in the source\n"
    "  -h, --help                     print this\n";

enum format { FORMAT_TREE, FORMAT_XML, FORMAT_DOT };

static const char *const formats[] = {
    [FORMAT_TREE] = "tree", [FORMAT_XML] = "xml", [FORMAT_DOT] = "dot", NULL};

static void (*const writers[])(const struct gau_show *show) = {
    [FORMAT_TREE] = gau_show_tree,
    [FORMAT_XML] = gau_show_xml,
    [FORMAT_DOT] = gau_show_dot,
};

struct request {
    struct gau_tool_changes changes;
    gau_app_settings settings;
    int format;
    bool annotate, help;
};

enum { OPT_ANNOTATE = 256, OPT_LOAD };

static const struct option options[] = {
    {"format", required_argument, NULL, 'f'},
    {"annotate", no_argument, NULL, OPT_ANNOTATE},
    {"load-modules", no_argument, NULL, OPT_LOAD},
    {"set", required_argument, NULL, 's'},
    {"audit", required_argument, NULL, 'a'},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* --- arguments ----------------------------------------------------------------------------- */

static int take_option(struct request *request, char **argv, int code)
{
    switch (code) {
    case 'f':
        request->format = gau_usage_choice(argv, "--format", optarg, formats);
        return request->format < 0 ? GAU_EXIT_USAGE : GAU_EXIT_OK;
    case 's': gau_tool_changes_add(&request->changes, optarg, false); return GAU_EXIT_OK;
    case 'a': gau_tool_changes_add(&request->changes, optarg, true); return GAU_EXIT_OK;
    case 'v': request->settings.verbosity++; return GAU_EXIT_OK;
    case 'h': request->help = true; return GAU_EXIT_OK;
    case OPT_ANNOTATE: request->annotate = true; return GAU_EXIT_OK;
    case OPT_LOAD: request->settings.allow_unknown = false; return GAU_EXIT_OK;
    default: return GAU_EXIT_USAGE;
    }
}

static int parse(struct request *request, int argc, char **argv)
{
    int code, status = GAU_EXIT_OK;
    gau_error err = {0};

    while (!request->help && (code = gau_usage_option(argc, argv, "f:s:a:vh", options)) != -1)
        if ((status = take_option(request, argv, code)) != GAU_EXIT_OK)
            return status;
    if (request->help)
        return GAU_EXIT_OK;
    if (!gau_usage_operands(argc, argv, 1, 1, "the option file"))
        return GAU_EXIT_USAGE;
    if (!request->annotate || request->format == FORMAT_TREE)
        return GAU_EXIT_OK;
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "--annotate goes with --format tree");
    return gau_usage_wrong(argv, &err);
}

/* --- work ---------------------------------------------------------------------------------- */

/* Configuring the job finds everything that is wrong with names and values. */
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

int gau_tool_show(int argc, char **argv)
{
    struct request request = {
        .changes = gau_tool_changes_new(argc),
        .settings = {.events = 1, .allow_unknown = true},
    };
    int status;

    if (!request.changes.texts) {
        return gau_usage_no_memory("the arguments");
    }
    status = parse(&request, argc, argv);
    if (request.help)
        fputs(help, stdout);
    else if (status == GAU_EXIT_OK)
        status = show_file(&request, argv[optind]);
    gau_tool_changes_free(&request.changes);
    return status;
}
