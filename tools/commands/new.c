/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "tools/collect/executable.h"
#include "tools/common/command_functions.h"
#include "tools/common/usage.h"
#include "tools/new/new_component.h"

#include "errors/errors.h"

#include <gaudit/install.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct values {
    int language;
};

static const char *const languages[] = {"c++", "c", NULL};
static const char *const kinds[] = {"algorithm", "auditor", "input", NULL};

static const struct gau_option options[] = {
    {GAU_VALUE(struct values, language, "lang", "c++|c", gau_read_choice,
               "language of the source (c++)"),
     .choices = languages},
    {0},
};

/* --- the commands that come next ------------------------------------------------------------ */

/* Prints what CMake needs to find this gaudit, unless it looks there anyway. */
static void print_prefix(void)
{
    char path[PATH_MAX], prefix[PATH_MAX], option[PATH_MAX + 32];

    if (gau_install_path(GAU_LIBRARY_TO_PREFIX, path, sizeof path, NULL) < 0 ||
        !realpath(path, prefix) || strcmp(prefix, "/usr") == 0 || strcmp(prefix, "/usr/local") == 0)
        return;
    snprintf(option, sizeof option, "-DCMAKE_PREFIX_PATH=%s", prefix);
    putchar(' ');
    gau_word_print(option, stdout);
}

/* Prints the name of this command, with its folder unless the shell finds it. */
static void print_program(void)
{
    char found[PATH_MAX], path[PATH_MAX], own[PATH_MAX];

    if (!realpath("/proc/self/exe", own) ||
        (gau_program_find(found, "gaudit") == 0 && realpath(found, path) && strcmp(path, own) == 0))
        snprintf(own, sizeof own, "gaudit");
    gau_word_print(own, stdout);
}

static void print_commands(const struct gau_new_component *component)
{
    printf("%s/ has the %s %s, a job and a test. Build, test and run it:\n"
           "\n"
           "  cd %s && cmake -B build",
           component->kebab, component->kind, component->name, component->kebab);
    print_prefix();
    fputs(" && cmake --build build\n"
          "  ctest --test-dir build\n"
          "  GAUDIT_MODULE_PATH=build ",
          stdout);
    print_program();
    printf(" run %s.xml\n", component->kebab);
}

/* --- the command ----------------------------------------------------------------------------- */

static gau_status read_kind(struct gau_new_component *component, const char *text, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(text);

    for (size_t i = 0; kinds[i]; i++) {
        gau_suggest_offer(&suggest, kinds[i]);
        if (strcmp(kinds[i], text) == 0)
            component->kind = kinds[i];
    }
    return component->kind ? GAU_OK
                           : gau_suggest_fail(&suggest, err, GAU_ERR_USAGE,
                                              "'%.*s' is not one of: algorithm, auditor, input",
                                              GAU_QUOTE(text));
}

static int make(struct gau_new_component *component, const char *kind, const char *name)
{
    gau_registry *const registry = gau_registry_new();
    gau_error err = {0};
    gau_status status = registry ? GAU_OK : gau_fail_memory(&err, "registry");

    if (status >= 0)
        status = read_kind(component, kind, &err);
    if (status >= 0)
        status = gau_registry_scan(registry, &err);
    if (status >= 0)
        status = gau_new_component_name(component, name, registry, &err);
    gau_registry_free(registry);
    if (status >= 0)
        status = gau_new_component_write(component, &err);
    if (status == GAU_ERR_USAGE)
        return gau_usage_error(gau_tool_new.name, &err);
    if (status < 0)
        return gau_usage_failed(&err, gau_exit_of(status, GAU_EXIT_RESULTS));
    print_commands(component);
    return GAU_EXIT_OK;
}

static int new_component(int argc, char **argv)
{
    struct values values = {0};
    struct gau_new_component component = {0};
    const int status = gau_options_read(&gau_tool_new, argc, argv, &values, NULL);

    if (status != GAU_OPTIONS_READ)
        return status;
    component.is_c = values.language == 1;
    return make(&component, argv[optind], argv[optind + 1]);
}

const struct gau_command gau_tool_new = {
    .name = "new",
    .summary = "makes a folder with a component of your own: source, job, test",
    .usage = "algorithm|auditor|input NAME [OPTION...]",
    .about = "Makes a folder with a new component, which builds, runs and has a test, and prints\n"
             "the commands for that. NAME is that of its class, such as HardMuons; the folder is\n"
             "then hard-muons, in the working directory. A folder that is not empty is refused.\n",
    .options = options,
    .operand = "the kind or the name of the component",
    .least = 2,
    .most = 2,
    .run = new_component,
};
