/* SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

#include "../overrides.h"
#include "../tools.h"
#include "../usage.h"

#include <gaudit/app.h>

static const char help[] =
    "usage: gaudit show [OPTION...] JOB.xml\n"
    "\n"
    "Prints the job as it would run: includes, constants and overrides resolved.\n"
    "\n"
    "  -f, --format tree|xml|dot        indented text (default), job options, Graphviz\n"
    "      --annotate                   of a tree: where every value came from\n"
    "      --load-modules               loads the modules that the file names (runs their "
    "code)\n" GAU_OVERRIDE_HELP;

enum format { FORMAT_TREE, FORMAT_XML, FORMAT_DOT };

static const char *const formats[] = {
    [FORMAT_TREE] = "tree", [FORMAT_XML] = "xml", [FORMAT_DOT] = "dot", NULL};

static void (*const writers[])(const struct gau_show *show) = {
    [FORMAT_TREE] = gau_show_tree,
    [FORMAT_XML] = gau_show_xml,
    [FORMAT_DOT] = gau_show_dot,
};

struct request {
    struct gau_overrides overrides;
    int format;
    bool annotate, load_modules, help;
};

/* --- arguments ----------------------------------------------------------------------------- */

static int parse(struct request *request, int argc, char **argv)
{
    static const struct option options[] = {
        {"format", required_argument, NULL, 'f'}, {"annotate", no_argument, NULL, 'n'},
        {"load-modules", no_argument, NULL, 'l'}, GAU_OVERRIDE_OPTIONS,
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0},
    };
    gau_error err = {0};
    int code;

    while ((code = gau_usage_option(argc, argv, "f:h" GAU_OVERRIDE_LETTERS, options)) != -1) {
        switch (code) {
        case 'f': request->format = gau_usage_choice(argv, "--format", optarg, formats); break;
        case 'n': request->annotate = true; break;
        case 'l': request->load_modules = true; break;
        case 's':
        case 'a':
            if (gau_overrides_add(&request->overrides, (char)code, optarg, &err) < 0)
                return gau_usage_failed(&err, GAU_EXIT_OPTIONS);
            break;
        case 'h': request->help = true; return GAU_EXIT_OK;
        default: return GAU_EXIT_USAGE;
        }
        if (request->format < 0)
            return GAU_EXIT_USAGE;
    }
    if (!gau_usage_operands(argc, argv, 1, 1, "a job"))
        return GAU_EXIT_USAGE;
    if (!request->annotate || request->format == FORMAT_TREE)
        return GAU_EXIT_OK;
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "'--annotate' goes with a tree only");
    return gau_usage_wrong(argv, &err);
}

/* --- work ---------------------------------------------------------------------------------- */

/* Configuring the job finds everything that is wrong with names and values. */
static gau_status check(gau_options *options, gau_registry *registry, bool load_modules,
                        gau_error *err)
{
    const gau_app_settings settings = {.events = 1, .allow_unknown = !load_modules};
    gau_app *app = NULL;

    GAU_TRY(gau_registry_scan(registry, err));
    GAU_TRY(gau_app_new(&app, registry, options, &settings, err));
    gau_app_free(app);
    return GAU_OK;
}

static gau_status print(const struct request *request, gau_options *options, gau_registry *registry,
                        gau_error *err)
{
    struct gau_show show;
    gau_status status;

    GAU_TRY(gau_overrides_apply(&request->overrides, options, err));
    GAU_TRY(check(options, registry, request->load_modules, err));
    status = gau_show_init(&show, stdout, options, registry, err);
    show.annotate = request->annotate;
    if (status >= 0)
        writers[request->format](&show);
    gau_show_clear(&show);
    return status;
}

static int show_file(const struct request *request, const char *path)
{
    gau_registry *const registry = gau_registry_new();
    gau_options *options = NULL;
    gau_error err = {0};
    gau_status status = GAU_ERR_MEMORY;

    if (registry)
        status = gau_options_read_xml(&options, path, &err);
    else
        gau_error_set(&err, GAU_ERR_MEMORY, __FILE__, __LINE__, "no memory for the components");
    if (status >= 0)
        status = print(request, options, registry, &err);
    gau_options_free(options);
    gau_registry_free(registry);
    return status < 0 ? gau_usage_failed(&err, GAU_EXIT_OPTIONS) : GAU_EXIT_OK;
}

int gau_tool_show(int argc, char **argv)
{
    struct request request = {0};
    int status = parse(&request, argc, argv);

    if (request.help)
        fputs(help, stdout);
    else if (status == GAU_EXIT_OK)
        status = show_file(&request, argv[optind]);
    gau_overrides_clear(&request.overrides);
    return status;
}
