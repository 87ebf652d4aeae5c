/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf() */
#include "view_functions.h"

#include "documents/document.h"

#include <stdlib.h>
#include <string.h>

/* --- fields -------------------------------------------------------------------------------- */

/* A list whose first element is an object is a table; an empty one is a list. */
static bool is_table(const json_t *value)
{
    return json_is_object(json_array_get(value, 0));
}

/* Puts the members of an object as facts of their own: "versions.gaudit". */
static void put_members(const struct gau_facts_table *facts, const char *outer, json_t *object)
{
    const char *inner;
    json_t *value;
    char *key;

    json_object_foreach(object, inner, value)
    {
        if (asprintf(&key, "%s.%s", outer, inner) < 0) {
            gau_fail_memory(facts->page->error, "'%.*s'", GAU_QUOTE(inner));
            return;
        }
        gau_facts_table_put(facts, NULL, key, value, NULL);
        free(key);
    }
}

/* The title is the name of the file, and the instance if letters of it are lost in that name. */
static struct gau_facts_table begin_fields(struct gau_page *page)
{
    const struct gau_facts_table facts = gau_facts_table_add(page, "fields");
    const char *const dash = strchr(page->document, '-');
    const bool beside = page->instance && !(dash && strstr(dash, page->instance));

    if (facts.table)
        gau_table_title(facts.table, "%s%s%s", page->document, beside ? ": " : "",
                        beside ? page->instance : "");
    return facts;
}

/* @p empty: also an empty list of fields is shown, because the document has nothing else. */
static void add_fields(struct gau_page *page, bool empty)
{
    struct gau_facts_table facts = {0};
    const char *key;
    json_t *value;

    json_object_foreach(page->json, key, value)
    {
        if (!gau_document_key_is_data(key) || is_table(value))
            continue;
        if (!facts.page)
            facts = begin_fields(page);
        if (json_is_object(value))
            put_members(&facts, key, value);
        else
            gau_facts_table_put(&facts, NULL, key, value, NULL);
    }
    if (!facts.page && empty)
        begin_fields(page);
}

/* --- tables -------------------------------------------------------------------------------- */

/* Collects the keys of all rows as they first appear: key -> type of the column. */
static json_t *keys_of(const struct gau_document_fields *fields, const char *name,
                       const json_t *rows)
{
    json_t *const keys = json_object();

    for (size_t i = 0; keys && i < json_array_size(rows); i++) {
        const char *key;
        json_t *value;

        gau_document_fields_row(fields, name, rows, i);
        json_object_foreach(json_array_get(rows, i), key, value)
        {
            json_t *const known = json_object_get(keys, key);
            const json_int_t seen = known ? json_integer_value(known) : GAU_COLUMN_INTEGER;
            json_int_t type = json_is_integer(value) ? seen : GAU_COLUMN_TEXT;

            if (!gau_document_key_is_data(key))
                continue;
            if (json_is_real(value) && seen != GAU_COLUMN_TEXT)
                type = GAU_COLUMN_REAL;
            if (json_is_null(value))
                type = seen;
            if (json_object_set_new(keys, key, json_integer(type)) != 0)
                gau_fail_memory(fields->error, "table '%.*s'", GAU_QUOTE(name));
        }
    }
    return keys;
}

/* Returns columns for the keys, to be freed; NULL if out of memory. @p names keeps their names,
 * which are the keys without units. */
static struct gau_column *columns_of(json_t *keys, json_t *names)
{
    struct gau_column *const columns = calloc(json_object_size(keys) + 1, sizeof *columns);
    const char *key;
    json_t *type;
    size_t i = 0;

    if (!columns)
        return NULL;
    json_object_foreach(keys, key, type)
    {
        size_t length;
        const char *const unit = gau_key_unit(key, &length);

        if (json_array_append_new(names, json_stringn(key, length)) != 0) {
            free(columns);
            return NULL;
        }
        columns[i] = (struct gau_column){.name = json_string_value(json_array_get(names, i)),
                                         .key = key,
                                         .unit = unit,
                                         .type = (enum gau_column_type)json_integer_value(type),
                                         .rank = (unsigned)i,
                                         .shortened = json_integer_value(type) == GAU_COLUMN_TEXT};
        i++;
    }
    return columns;
}

static void fill_rows(struct gau_page *page, struct gau_table *table, json_t *keys,
                      const json_t *rows)
{
    for (size_t row = 0; row < json_array_size(rows); row++) {
        const char *key;
        json_t *type;
        size_t column = 0;

        gau_table_row(table, 0);
        json_object_foreach(keys, key, type)
            gau_page_set(page, table, column++, (enum gau_column_type)json_integer_value(type),
                         json_object_get(json_array_get(rows, row), key));
    }
}

static void add_table(struct gau_page *page, const char *name, const json_t *rows)
{
    json_t *const keys = keys_of(&page->fields, name, rows);
    json_t *const names = json_array();
    struct gau_column *const columns = keys ? columns_of(keys, names) : NULL;
    struct gau_table *table = NULL;

    if (!columns)
        gau_fail_memory(page->error, "table '%.*s'", GAU_QUOTE(name));
    else if (page->error->status == GAU_OK)
        table = gau_page_add(page, name, columns, json_object_size(keys));
    if (table) {
        gau_table_title(table, "%s: %s", page->document, name);
        fill_rows(page, table, keys, rows);
    }
    free(columns);
    json_decref(names);
    json_decref(keys);
}

/* Data formats have the first table if there is one, else the fields; display formats have the
 * fields first. */
static void fill_page(struct gau_page *page)
{
    const bool programs = !gau_table_format_is_display(page->options->format);
    bool tables = false;
    const char *key;
    json_t *value;

    json_object_foreach(page->json, key, value) tables |= is_table(value);
    if (!programs)
        add_fields(page, !tables);
    json_object_foreach(page->json, key, value) if (is_table(value)) add_table(page, key, value);
    if (programs)
        add_fields(page, !tables);
}

const struct gau_view gau_view_document = {
    .name = "DOCUMENT",
    .help = "one document of DIR by its name, such as 'timer-Fast' or 'masses'",
    .takes = GAU_VIEW_TAKES_DOCUMENT,
    .write = gau_view_documents_write,
    .document =
        &(const struct gau_document_view){.sort_keys = gau_view_tree_order, .fill = fill_page},
};
