/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* tdestroy() */
#include "show.h"

#include "tools/common/job_loading.h"
#include "tools/common/shared_options.h"
#include "tools/command_functions.h"
#include "tools/common/usage.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* --- places of algorithms ------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const struct gau_show_use *const x = a, *const y = b;

    return strcmp(x->node->name, y->node->name);
}

/* Of an algorithm the first place stays. False: no memory. */
static bool add_use(struct gau_show *show, const gau_node *node)
{
    struct gau_show_use *const use = calloc(1, sizeof *use), **found;

    if (!use)
        return false;
    use->node = node;
    found = tsearch(use, &show->uses, compare);
    if (!found || *found != use)
        free(use);
    if (found)
        (*found)->count++;
    return found;
}

static bool add_uses(struct gau_show *show, const gau_node *node)
{
    bool fine = node->kind != GAU_NODE_ALGORITHM || add_use(show, node);

    for (size_t i = 0; fine && i < node->n_children; i++)
        fine = add_uses(show, node->children[i]);
    return fine;
}

gau_status gau_show_init(struct gau_show *show, FILE *out, gau_options *options,
                         gau_registry *registry, gau_error *err)
{
    *show = (struct gau_show){.out = out, .root = gau_options_root(options), .registry = registry};
    return add_uses(show, show->root) ? GAU_OK
                                      : gau_fail(err, GAU_ERR_MEMORY, "no memory for algorithms");
}

void gau_show_clear(struct gau_show *show)
{
    tdestroy(show->uses, free);
    *show = (struct gau_show){0};
}

const struct gau_show_use *gau_show_use(const struct gau_show *show, const gau_node *node)
{
    const struct gau_show_use wanted = {.node = node};

    return *(struct gau_show_use **)tfind(&wanted, &show->uses, compare);
}

const gau_class *gau_show_class(const struct gau_show *show, const gau_node *node)
{
    const gau_class *cls = NULL;
    const char *type = node->type;

    if (node->kind == GAU_NODE_ALGORITHM)
        type = gau_show_use(show, node)->node->type;
    if (!type || gau_registry_find(&cls, show->registry, type, NULL) < 0)
        return NULL;
    return cls;
}

const char *gau_show_mode(gau_mode mode)
{
    static const char *const texts[] = {
        [GAU_MODE_AND] = "And",
        [GAU_MODE_OR] = "Or",
        [GAU_MODE_ALL] = "All",
        [GAU_MODE_ANY] = "Any",
    };

    return texts[mode];
}

const gau_setting *gau_show_setting(const gau_node *node, const char *name)
{
    for (size_t i = 0; i < node->n_settings; i++)
        if (strcmp(node->settings[i].name, name) == 0)
            return &node->settings[i];
    return NULL;
}

char *gau_show_text(const gau_property *property,
                    size_t (*write)(const gau_property *, char *, size_t))
{
    const size_t size = write(property, NULL, 0) + 1;
    char *text = malloc(size);

    if (text)
        write(property, text, size);
    return text;
}

/* --- the command --------------------------------------------------------------------------- */

enum format { FORMAT_TREE, FORMAT_XML };

static const char *const formats[] = {[FORMAT_TREE] = "tree", [FORMAT_XML] = "xml", NULL};

static void (*const writers[])(const struct gau_show *show) = {
    [FORMAT_TREE] = gau_show_tree,
    [FORMAT_XML] = gau_show_xml,
};

struct request {
    struct gau_tool_changes changes;
    gau_app_settings settings;
    int format;
    bool annotate;
};

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT_OF(struct request, format),
     .help = "tree (default), indented text; xml, an option file", .read = gau_read_choice,
     .choices = formats},
    {GAU_FLAG(struct request, annotate, "annotate",
              "say where every value came from, also the defaults")},
    {GAU_OPTION_SET(struct request, changes.sets)},
    {GAU_OPTION_AUDIT(struct request, changes.audits)},
    {GAU_OPTION_LOAD_MODULES(struct request, settings.allow_unknown)},
    {GAU_OPTION_VERBOSE(struct request, settings.verbosity)},
    {0},
};

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

static int run(int argc, char **argv)
{
    struct request request = {.settings = {.events = 1, .allow_unknown = true}};
    int status = gau_options_read(&gau_tool_show, argc, argv, &request, NULL);

    if (status == GAU_OPTIONS_READ && request.annotate && request.format != FORMAT_TREE)
        status = gau_options_wrong(&gau_tool_show, "--annotate goes with --format tree");
    if (status == GAU_OPTIONS_READ)
        status = show_file(&request, argv[optind]);
    gau_tool_changes_clear(&request.changes);
    return status;
}

const struct gau_command gau_tool_show = {
    .name = "show",
    .summary = "the job with includes, constants and overrides resolved",
    .usage = "JOB.xml [OPTION...]",
    .about =
        "Prints the job as it would run: includes, constants and changes resolved. Modules\n"
        "named in the file are not loaded unless asked for; types that cannot be known without\n"
        "them are notices.\n",
    .options = options,
    .operand = "the option file",
    .least = 1,
    .most = 1,
    .run = run,
};
