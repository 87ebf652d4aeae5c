/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"
#include "tools/show/resolved_job.h"
#include "tools/show/schema.h"

#include "documents/document.h"
#include "documents/view_options.h"
#include "table/table.h"

#include <gaudit/registry.h>

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The commands that list components: list, describe, schema, manifest. */

struct values {
    struct gau_view_options view;
    const char *output;
};

static const struct gau_option table_options[] = {
    {GAU_OPTION_FORMAT(struct values, view.format)},
    {GAU_OPTION_EXCEL(struct values, view.format)},
    {GAU_OPTION_WIDE(struct values, view.wide)},
    {GAU_OPTION_COLOUR(struct values, view.colour)},
    {0},
};

static const char *base_name(const char *path)
{
    const char *const slash = path ? strrchr(path, '/') : NULL;

    return slash ? slash + 1 : path;
}

/* --- components of manifests --------------------------------------------------------------- */

static int print_table(struct gau_table *table, const struct values *values)
{
    struct gau_view_options shown = values->view;
    int status = GAU_EXIT_OK;

    if (!table)
        return gau_usage_out_of_memory("table");
    gau_view_options_set_screen(&shown, stdout);
    gau_view_options_apply(&shown, table);
    if (gau_table_write(table, shown.format, stdout) != 0)
        status = gau_usage_fail(GAU_EXIT_RESULTS, "cannot write the table: %s", strerror(errno));
    gau_table_free(table);
    return status;
}

static int cannot_read(const gau_error *err)
{
    return gau_usage_failed(err, err->status == GAU_ERR_IO ? GAU_EXIT_RESULTS : GAU_EXIT_USAGE);
}

/* Reads the arguments, and runs the command with a new registry. */
static int run_command(const struct gau_command *command, int argc, char **argv,
                       int (*what)(gau_registry *registry, const struct values *values,
                                   char **operands))
{
    struct values values = {.view.format = GAU_TABLE_TEXT};
    int status = gau_options_read(command, argc, argv, &values, NULL);
    gau_registry *registry;

    if (status != GAU_OPTIONS_READ)
        return status;
    registry = gau_registry_new();
    status =
        registry ? what(registry, &values, argv + optind) : gau_usage_out_of_memory("registry");
    gau_registry_free(registry);
    return status;
}

/* --- list ---------------------------------------------------------------------------------- */

#define CLASS_LIST(COLUMN)                                         \
    COLUMN(KIND, {.name = "kind", .key = "kind"})                  \
    COLUMN(CLASS, {.name = "class", .key = "class"})               \
    COLUMN(MODULE, {.name = "module", .key = "module", .rank = 1}) \
    COLUMN(SUMMARY, {.name = "summary", .key = "summary", .wrapped = true})

enum { CLASS_LIST(GAU_COLUMN_ID) CLASS_COLUMNS };

static const struct gau_column class_columns[CLASS_COLUMNS] = {CLASS_LIST(GAU_COLUMN_ROW)};

/* Data formats get the whole path of a module, display formats its file name. */
static void add_kind(struct gau_table *table, const gau_registry *registry, gau_class_kind kind,
                     bool display)
{
    for (size_t i = 0; i < gau_registry_count(registry); i++) {
        const gau_class_entry *const entry = gau_registry_at(registry, i);

        if (entry->kind != kind)
            continue;
        gau_table_row(table, 0);
        gau_table_set_text(table, KIND, gau_class_kind_text(kind));
        gau_table_set_text(table, CLASS, entry->name);
        gau_table_set_text(table, MODULE, display ? base_name(entry->file) : entry->file);
        gau_table_set_text(table, SUMMARY, entry->summary);
    }
}

static int print_classes(gau_registry *registry, const struct values *values, char **operands)
{
    static const gau_class_kind order[] = {GAU_CLASS_INPUT, GAU_CLASS_ALGORITHM, GAU_CLASS_AUDITOR};
    struct gau_table *table;
    gau_error err = {0};

    (void)operands;
    if (gau_registry_scan(registry, &err) < 0)
        return cannot_read(&err);
    table = gau_table_new(class_columns, CLASS_COLUMNS);
    for (size_t i = 0; table && i < sizeof order / sizeof *order; i++)
        add_kind(table, registry, order[i], gau_table_format_is_display(values->view.format));
    return print_table(table, values);
}

static int list(int argc, char **argv)
{
    return run_command(&gau_tool_list, argc, argv, print_classes);
}

const struct gau_command gau_tool_list = {
    .name = "list",
    .summary = "prints the components that jobs can use",
    .usage = "[OPTION...]",
    .about = "Prints the components that jobs can use: those of gaudit, and those in the\n"
             "folders of GAUDIT_MODULE_PATH. Opens no module, but reads their manifests.\n",
    .options = table_options,
    .run = list,
};

/* --- describe ------------------------------------------------------------------------------ */

#define PROPERTY_LIST(COLUMN)                                                 \
    COLUMN(PROPERTY, {.name = "property", .key = "property"})                 \
    COLUMN(TYPE, {.name = "type", .key = "type", .rank = 3})                  \
    COLUMN(DEFAULT, {.name = "default", .key = "default", .shortened = true}) \
    COLUMN(RANGE, {.name = "range", .key = "range", .rank = 2})               \
    COLUMN(UNIT, {.name = "unit", .key = "unit", .rank = 1})                  \
    COLUMN(OF, {.name = "of", .key = "of", .rank = 4})                        \
    COLUMN(HELP, {.name = "meaning", .key = "help", .wrapped = true})

enum { PROPERTY_LIST(GAU_COLUMN_ID) PROPERTY_COLUMNS };

static const struct gau_column property_columns[PROPERTY_COLUMNS] = {PROPERTY_LIST(GAU_COLUMN_ROW)};

static void add_property(struct gau_table *table, const gau_property *property, const char *owner)
{
    char *initial = gau_show_text(property, gau_property_default_text);
    char *range = gau_show_text(property, gau_property_range_text);

    gau_table_row(table, 0);
    gau_table_set_text(table, PROPERTY, property->name);
    gau_table_set_text(table, TYPE, gau_property_type_text(property->type));
    gau_table_set_text(table, DEFAULT, initial);
    gau_table_set_text(table, RANGE, range);
    gau_table_set_text(table, UNIT, property->unit);
    gau_table_set_text(table, OF, owner);
    gau_table_set_text(table, HELP, property->help);
    free(initial);
    free(range);
}

static void add_properties(struct gau_table *table, const gau_property *properties,
                           const char *owner)
{
    for (const gau_property *p = properties; p && p->type != GAU_TYPE_END; p++)
        add_property(table, p, owner);
}

static int print_class(gau_registry *registry, const struct values *values, char **operands)
{
    const gau_class *cls;
    struct gau_table *table;
    gau_class_kind kind;
    gau_error err = {0};
    char every[32];

    if (gau_registry_scan(registry, &err) < 0 ||
        gau_registry_find(&cls, registry, *operands, &err) < 0)
        return cannot_read(&err);
    kind = gau_class_kind_of(cls);
    snprintf(every, sizeof every, "every %s", gau_class_kind_text(kind));
    table = gau_table_new(property_columns, PROPERTY_COLUMNS);
    if (table) {
        gau_table_title(table, "%s, an %s: %s", cls->name, gau_class_kind_text(kind), cls->summary);
        add_properties(table, cls->properties, cls->name);
        add_properties(table, gau_common_properties(kind), every);
    }
    return print_table(table, values);
}

static int describe(int argc, char **argv)
{
    return run_command(&gau_tool_describe, argc, argv, print_class);
}

const struct gau_command gau_tool_describe = {
    .name = "describe",
    .summary = "prints one component and its properties",
    .usage = "CLASS [OPTION...]",
    .about =
        "Prints the properties of a component class: its own, and those that every component of\n"
        "its kind has.\n",
    .options = table_options,
    .operand = "the name of a class",
    .least = 1,
    .most = 1,
    .run = describe,
};

/* --- schema -------------------------------------------------------------------------------- */

static int print_schema(gau_registry *registry, const struct values *values, char **operands)
{
    gau_error err = {0};

    (void)values, (void)operands;
    if (gau_registry_scan(registry, &err) < 0 || gau_schema_write(stdout, registry, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_OPTIONS);
    return GAU_EXIT_OK;
}

static int schema(int argc, char **argv)
{
    return run_command(&gau_tool_schema, argc, argv, print_schema);
}

const struct gau_command gau_tool_schema = {
    .name = "schema",
    .summary = "prints the RELAX NG schema of job options",
    .usage = "",
    .about = "Prints the schema of job options in RELAX NG, for editors and validators, with the\n"
             "properties of all components that are found:\n"
             "\n"
             "  gaudit schema > gaudit.rng && xmllint --noout --relaxng gaudit.rng JOB.xml\n"
             "\n"
             "Components of your own are found through GAUDIT_MODULE_PATH.\n",
    .run = schema,
};

/* --- manifest ------------------------------------------------------------------------------ */

static const struct gau_option manifest_options[] = {
    {GAU_OPTION_OUTPUT_FILE(struct values, output)},
    {0},
};

static gau_status load_modules(gau_registry *registry, char **paths, gau_error *err)
{
    for (; *paths; paths++) {
        char path[PATH_MAX];

        /* dlopen() searches for names without a slash */
        snprintf(path, sizeof path, "%s%s", strchr(*paths, '/') ? "" : "./", *paths);
        GAU_TRY(gau_registry_load(registry, path, err));
    }
    return GAU_OK;
}

/* The file gets all of the manifest, or stays as it is. */
static int write_manifest(gau_registry *registry, const struct values *values, char **paths)
{
    char *text = NULL;
    size_t size = 0;
    gau_error err = {0};
    FILE *out;

    if (load_modules(registry, paths, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_OPTIONS);
    out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < gau_registry_count(registry); i++) {
        const gau_class_entry *const entry = gau_registry_at(registry, i);

        fprintf(out, "%s\t%s\t%s\t%s\n", gau_class_kind_text(entry->kind), entry->name,
                base_name(entry->file), entry->summary);
    }
    if (!out || fclose(out) != 0)
        return gau_usage_out_of_memory("manifest");
    gau_output_put(text, size, values->output, &err);
    free(text);
    return gau_usage_exit(&err);
}

static int manifest(int argc, char **argv)
{
    return run_command(&gau_tool_manifest, argc, argv, write_manifest);
}

const struct gau_command gau_tool_manifest = {
    .name = "manifest",
    .summary = "writes the manifest of modules",
    .usage = "[OPTION...] MODULE.so...",
    .about = "Writes the manifest of modules: a line per class, with its kind, its name, the file\n"
             "and a summary, separated by tabs. A folder of modules with their manifests beside\n"
             "them (*.manifest) can be named in GAUDIT_MODULE_PATH. gaudit_add_module() of CMake\n"
             "writes it in the build.\n",
    .options = manifest_options,
    .operand = "a module",
    .least = 1,
    .most = INT_MAX,
    .run = manifest,
};
