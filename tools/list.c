/* SPDX-License-Identifier: Apache-2.0 */
#include "catalog.h"
#include "tools.h"

#include <string.h>

enum { KIND, CLASS, MODULE, SUMMARY, COLUMNS };

static const struct gau_column columns[COLUMNS] = {
    [KIND] = {.name = "kind", .key = "kind", .type = GAU_COLUMN_TEXT},
    [CLASS] = {.name = "class", .key = "class", .type = GAU_COLUMN_TEXT},
    [MODULE] = {.name = "module", .key = "module", .type = GAU_COLUMN_TEXT},
    [SUMMARY] = {.name = "summary", .key = "summary", .type = GAU_COLUMN_TEXT},
};

static const char *base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    return slash ? slash + 1 : path;
}

static void add_kind(struct gau_table *table, const struct gau_catalog *catalog,
                     gau_class_kind kind)
{
    const gau_registry *registry = catalog->registry;
    const bool whole_path = gau_catalog_for_programs(catalog);

    for (size_t i = 0; i < gau_registry_count(registry); i++) {
        const gau_class_entry *entry = gau_registry_at(registry, i);

        if (entry->kind != kind)
            continue;
        gau_table_row(table, 0);
        gau_table_set_text(table, KIND, gau_class_kind_text(kind));
        gau_table_set_text(table, CLASS, entry->name);
        gau_table_set_text(table, MODULE, whole_path ? entry->file : base_name(entry->file));
        gau_table_set_text(table, SUMMARY, entry->summary);
    }
}

static gau_status print_classes(const struct gau_catalog *catalog, gau_error *err)
{
    static const gau_class_kind order[] = {GAU_CLASS_INPUT, GAU_CLASS_ALGORITHM, GAU_CLASS_AUDITOR};
    struct gau_table *table = gau_table_new(columns, COLUMNS);

    for (size_t i = 0; table && i < sizeof order / sizeof *order; i++)
        add_kind(table, catalog, order[i]);
    return gau_catalog_print(catalog, table, err);
}

static int run(int argc, char **argv)
{
    struct gau_catalog catalog;
    gau_error err = {0};
    const int status = gau_catalog_open(&catalog, &gau_tool_list, argc, argv);

    return status == GAU_OPTIONS_READ
               ? gau_catalog_close(&catalog, print_classes(&catalog, &err), &err)
               : status;
}

const struct gau_command gau_tool_list = {
    .name = "list",
    .summary = "the components that jobs can use",
    .usage = "[OPTION...]",
    .about =
        "Prints the components that jobs can use: those that came with gaudit, and those in the\n"
        "folders of GAUDIT_MODULE_PATH. Opens no module: it is all in their manifests.\n",
    .options = gau_catalog_options,
    .run = run,
};
