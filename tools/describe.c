/* SPDX-License-Identifier: Apache-2.0 */
#include "catalog.h"
#include "tools.h"

#include <stdio.h>
#include <stdlib.h>

enum { PROPERTY, TYPE, DEFAULT, RANGE, UNIT, OF, HELP, COLUMNS };

static const struct gau_column columns[COLUMNS] = {
    [PROPERTY] = {.name = "property", .key = "property", .type = GAU_COLUMN_TEXT},
    [TYPE] = {.name = "type", .key = "type", .type = GAU_COLUMN_TEXT},
    [DEFAULT] = {.name = "default", .key = "default", .type = GAU_COLUMN_TEXT},
    [RANGE] = {.name = "range", .key = "range", .type = GAU_COLUMN_TEXT},
    [UNIT] = {.name = "unit", .key = "unit", .type = GAU_COLUMN_TEXT},
    [OF] = {.name = "of", .key = "of", .type = GAU_COLUMN_TEXT},
    [HELP] = {.name = "meaning", .key = "help", .type = GAU_COLUMN_TEXT},
};

/* NULL, an empty cell: no memory. */
static char *text_of(const gau_property *property,
                     size_t (*write)(const gau_property *, char *, size_t))
{
    const size_t size = write(property, NULL, 0) + 1;
    char *text = malloc(size);

    if (text)
        write(property, text, size);
    return text;
}

static void add_property(struct gau_table *table, const gau_property *property, const char *owner)
{
    char *initial = text_of(property, gau_property_default_text);
    char *range = text_of(property, gau_property_range_text);

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

static gau_status print_class(const struct gau_catalog *catalog, gau_error *err)
{
    const gau_class *cls;
    struct gau_table *table;
    gau_class_kind kind;
    char every[32];

    GAU_TRY(gau_registry_find(&cls, catalog->registry, catalog->operand, err));
    kind = gau_class_kind_of(cls);
    snprintf(every, sizeof every, "every %s", gau_class_kind_text(kind));
    table = gau_table_new(columns, COLUMNS);
    if (table) {
        gau_table_title(table, "%s, an %s: %s", cls->name, gau_class_kind_text(kind), cls->summary);
        add_properties(table, cls->properties, cls->name);
        add_properties(table, gau_common_properties(kind), every);
    }
    return gau_catalog_print(catalog, table, err);
}

static int run(int argc, char **argv)
{
    struct gau_catalog catalog;
    gau_error err = {0};
    const int status = gau_catalog_open(&catalog, &gau_tool_describe, argc, argv);

    return status == GAU_OPTIONS_READ
               ? gau_catalog_close(&catalog, print_class(&catalog, &err), &err)
               : status;
}

const struct gau_command gau_tool_describe = {
    .name = "describe",
    .summary = "one component and its properties",
    .usage = "CLASS [OPTION...]",
    .about =
        "Prints the properties of a component class: its own, and those that every component of\n"
        "its kind has.\n",
    .options = gau_catalog_options,
    .operand = "the name of a class",
    .least = 1,
    .most = 1,
    .run = run,
};
