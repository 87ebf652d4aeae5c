/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_options.h"
#include "tools.h"
#include "usage.h"

#include "files/replace.h"

#include <gaudit/registry.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

struct values {
    const char *output;
};

static const struct gau_option options[] = {
    {GAU_OPTION_OUTPUT_FILE(struct values, output)},
    {0},
};

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static int write_manifest(FILE *out, gau_registry *registry, char **paths, int n)
{
    gau_error err = {0};

    for (int i = 0; i < n; i++) {
        char path[4096];

        /* dlopen() takes a name without a slash for a library of the system. */
        snprintf(path, sizeof path, "%s%s", strchr(paths[i], '/') ? "" : "./", paths[i]);
        if (gau_registry_load(registry, path, &err) < 0)
            return gau_usage_failed(&err, GAU_EXIT_OPTIONS);
    }
    for (size_t i = 0; i < gau_registry_count(registry); i++) {
        const gau_class_entry *const entry = gau_registry_at(registry, i);

        fprintf(out, "%s\t%s\t%s\t%s\n", gau_class_kind_text(entry->kind), entry->name,
                base_name(entry->file), entry->summary);
    }
    return GAU_EXIT_OK;
}

/* To a file all of it, or nothing. */
static int write_to(const char *output, gau_registry *registry, char **paths, int n)
{
    struct gau_replacement file;
    int reason, status;

    if (!output)
        return write_manifest(stdout, registry, paths, n);
    reason = gau_replace_begin(&file, output);
    if (reason == 0) {
        status = write_manifest(file.file, registry, paths, n);
        reason = gau_replace_end(&file, status == GAU_EXIT_OK ? 0 : ECANCELED);
        if (status != GAU_EXIT_OK || reason == 0)
            return status;
    }
    fprintf(stderr, "gaudit: %s: %s\n", output, gau_replace_reason(reason));
    return GAU_EXIT_RESULTS;
}

static int run(int argc, char **argv)
{
    struct values values = {NULL};
    int status = gau_options_read(&gau_tool_manifest, argc, argv, &values, NULL);
    gau_registry *registry;

    if (status != GAU_OPTIONS_READ)
        return status;
    registry = gau_registry_new();
    status = registry ? write_to(values.output, registry, argv + optind, argc - optind)
                      : GAU_EXIT_OPTIONS;
    gau_registry_free(registry);
    return status;
}

const struct gau_command gau_tool_manifest = {
    .name = "manifest",
    .summary = "writes the manifest of modules",
    .usage = "[OPTION...] MODULE.so...",
    .about = "Writes the manifest of modules: a line per class, with its kind, its name, the file\n"
             "and a summary, separated by tabs. A folder of modules with their manifests beside\n"
             "them (*.manifest) can be named in GAUDIT_MODULE_PATH. gaudit_add_module() of CMake\n"
             "does this by itself.\n",
    .options = options,
    .operand = "a module",
    .least = 1,
    .most = INT_MAX,
    .run = run,
};
