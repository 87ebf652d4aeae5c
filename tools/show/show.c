/* SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

#include "../job.h"
#include "../shared_options.h"
#include "../tools.h"
#include "../usage.h"

#include <stdlib.h>
#include <string.h>

/* --- places of algorithms ------------------------------------------------------------------- */

static size_t count(const gau_node *node)
{
    size_t n = node->kind == GAU_NODE_ALGORITHM;

    for (size_t i = 0; i < node->n_children; i++)
        n += count(node->children[i]);
    return n;
}

static void collect(struct gau_show *show, const gau_node *node)
{
    if (node->kind == GAU_NODE_ALGORITHM) {
        show->uses[show->n_uses] = (struct gau_show_use){node, show->n_uses};
        show->n_uses++;
    }
    for (size_t i = 0; i < node->n_children; i++)
        collect(show, node->children[i]);
}

static int compare(const void *a, const void *b)
{
    const struct gau_show_use *const x = a, *const y = b;
    const int order = strcmp(x->node->name, y->node->name);

    return order ? order : (x->order > y->order) - (x->order < y->order);
}

gau_status gau_show_init(struct gau_show *show, FILE *out, gau_options *options,
                         gau_registry *registry, gau_error *err)
{
    const gau_node *const root = gau_options_root(options);
    const size_t n = count(root);

    *show = (struct gau_show){.out = out, .root = root, .registry = registry};
    show->uses = calloc(n ? n : 1, sizeof *show->uses);
    if (!show->uses)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for %zu algorithms", n);
    collect(show, root);
    qsort(show->uses, show->n_uses, sizeof *show->uses, compare);
    return GAU_OK;
}

void gau_show_clear(struct gau_show *show)
{
    free(show->uses);
    *show = (struct gau_show){0};
}

/* The first one whose name is not less, or is greater. */
static size_t bound(const struct gau_show *show, const char *name, bool greater)
{
    size_t low = 0, high = show->n_uses;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (strcmp(show->uses[middle].node->name, name) < (int)greater)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct gau_show_use *gau_show_uses(const struct gau_show *show, const gau_node *node,
                                         size_t *n)
{
    const size_t first = bound(show, node->name, false);

    *n = bound(show, node->name, true) - first;
    return &show->uses[first];
}

const gau_class *gau_show_class(const struct gau_show *show, const gau_node *node)
{
    const gau_class *cls = NULL;
    const char *type = node->type;
    size_t n;

    if (node->kind == GAU_NODE_ALGORITHM)
        type = gau_show_uses(show, node, &n)->node->type;
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
