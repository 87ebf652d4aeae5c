/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_document.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "table/heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct adding {
    struct gau_merged_document *merged;
    json_t *document;
    struct gau_merge_origin origin;
    gau_error *error;
};

static bool fail_memory(const struct adding *a)
{
    gau_fail_memory(a->error, "%s.json of all results", a->origin.document);
    return false;
}

/* --- tables and fields ----------------------------------------------------------------------- */

static struct gau_merge_table *add_table(const struct adding *a, const char *name)
{
    struct gau_merged_document *const merged = a->merged;

    for (uint32_t i = 0; i < merged->n_tables; i++)
        if (strcmp(merged->tables[i].name, name) == 0)
            return &merged->tables[i];
    if (!gau_array_grow(&merged->tables, merged->n_tables, &merged->tables_size,
                        sizeof *merged->tables)) {
        fail_memory(a);
        return NULL;
    }
    merged->tables[merged->n_tables] = (struct gau_merge_table){.name = name, .ordered = true};
    return &merged->tables[merged->n_tables++];
}

static bool add_field(const struct adding *a, struct gau_merge_table *table,
                      const struct gau_merge_field *field)
{
    if (!gau_array_grow(&table->fields, table->n_fields, &table->fields_size,
                        sizeof *table->fields))
        return fail_memory(a);
    table->is_tree |= field->rule == GAU_MERGE_BRANCH;
    table->ordered &= field->rule != GAU_MERGE_SOURCE;
    if (field->rule == GAU_MERGE_SOURCE)
        table->most_sources = (uint32_t)strtoul(field->of[0], NULL, 10);
    table->fields[table->n_fields++] = *field;
    return true;
}

/* The first document says which rules there are. */
static bool read_rules(const struct adding *a)
{
    struct gau_merged_document *const merged = a->merged;
    const char *const own = json_string_value(json_object_get(a->document, "merge")),
                      *const instance = json_string_value(json_object_get(a->document, "instance"));

    merged->own_rules = own ? strdup(own) : NULL;
    merged->instance = instance ? strdup(instance) : NULL;
    if ((own && !merged->own_rules) || (instance && !merged->instance))
        return fail_memory(a);
    if (!gau_merge_rules_read(&merged->rules, merged->name, a->document, a->error) ||
        !add_table(a, ""))
        return false;
    for (uint32_t i = 0; i < merged->rules.n; i++) {
        struct gau_merge_table *const table = add_table(a, merged->rules.fields[i].table);

        if (!table || !add_field(a, table, &merged->rules.fields[i]))
            return false;
    }
    return true;
}

static bool check_rules(const struct adding *a)
{
    const char *const own = json_string_value(json_object_get(a->document, "merge"));
    const char *const first = a->merged->own_rules;

    if ((!own && !first) || (own && first && strcmp(own, first) == 0))
        return true;
    gau_fail_first(a->error, GAU_ERR_USAGE,
                   "%s/%s.json: its rules of merging are not those of the other results: the "
                   "component was another version",
                   a->origin.source, a->origin.document);
    return false;
}

/* --- fields without a rule ------------------------------------------------------------------- */

static bool is_table_of(const struct gau_merged_document *merged, const char *key)
{
    for (uint32_t i = 0; i < merged->n_tables; i++)
        if (strcmp(merged->tables[i].name, key) == 0)
            return true;
    return false;
}

static bool has_field(const struct gau_merge_table *table, const char *key)
{
    for (uint32_t i = 0; i < table->n_fields; i++)
        if (strcmp(table->fields[i].key, key) == 0)
            return true;
    return false;
}

/* "slowest_event_in" is made with "slowest_event". */
static bool is_made(const struct gau_merge_table *table, const char *key)
{
    const size_t length = strlen(key);

    for (uint32_t i = 0; i < table->n_fields; i++)
        if (table->fields[i].rule == GAU_MERGE_AT && length > 3 &&
            strncmp(table->fields[i].key, key, length - 3) == 0 &&
            strcmp(key + length - 3, "_in") == 0)
            return true;
    return !gau_document_key_is_data(key);
}

/* Whole numbers of components are counts. Others are kept if they are the same everywhere. */
static bool add_unknown_fields(const struct adding *a, struct gau_merge_table *table,
                               json_t *object)
{
    struct gau_merged_document *const merged = a->merged;
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
    {
        struct gau_merge_field field = {.table = table->name, .of = {"", "", ""}};

        if (is_made(table, key) || has_field(table, key) ||
            (!table->name[0] && is_table_of(merged, key)))
            continue;
        if (!gau_array_grow(&merged->keys, merged->n_keys, &merged->keys_size,
                            sizeof *merged->keys) ||
            !(merged->keys[merged->n_keys] = strdup(key)))
            return fail_memory(a);
        field.key = merged->keys[merged->n_keys++];
        if (merged->own_rules && json_is_integer(value))
            field.rule = GAU_MERGE_SUM;
        if (!add_field(a, table, &field))
            return false;
    }
    return true;
}

/* --- rows ---------------------------------------------------------------------------------- */

/* Whole numbers have leading zeros, so that they are in their order. */
static void append_key(char *key, size_t size, const json_t *value)
{
    const size_t used = strlen(key);

    if (json_is_string(value))
        snprintf(key + used, size - used, "%s\n", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(key + used, size - used, "%020" PRId64 "\n", (int64_t)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(key + used, size - used, "%.17g\n", json_real_value(value));
    else
        snprintf(key + used, size - used, "\n");
}

/* Returns the row's place; UINT32_MAX: out of memory. */
static uint32_t find_row(const struct adding *a, struct gau_merge_table *table, const char *key,
                         uint32_t parent)
{
    const uint64_t hash = gau_hash_mix(gau_map_hash(key), parent);
    uint32_t at;

    for (uint32_t step = 0; (at = gau_map_next(&table->by_key, hash, &step));)
        if (table->rows[at - 1].parent == parent && strcmp(table->rows[at - 1].key, key) == 0)
            return at - 1;
    if (!gau_array_grow(&table->rows, table->n, &table->size, sizeof *table->rows))
        return fail_memory(a), UINT32_MAX;
    table->rows[table->n] =
        (struct gau_merge_row){.order = INT64_MAX, .parent = parent, .is_sum = a->origin.is_sum};
    table->rows[table->n].key = strdup(key);
    if (!table->rows[table->n].key || !gau_map_add(&table->by_key, hash, table->n + 1)) {
        free(table->rows[table->n].key);
        return fail_memory(a), UINT32_MAX;
    }
    return table->n++;
}

/* The rows of this document's branches by their numbers. */
static bool find_parent(const struct adding *a, const struct gau_map *branches, const json_t *row,
                        const char *key, uint32_t *parent)
{
    const int64_t number = json_integer_value(json_object_get(row, key));
    uint32_t step = 0;

    *parent = number < 0 ? 0 : gau_map_next(branches, (uint64_t)number, &step);
    if (number < 0 || *parent > 0)
        return true;
    gau_fail_first(a->error, GAU_ERR_IO, "%s/%s.json: no row before has the branch %" PRId64,
                   a->origin.source, a->origin.document, number);
    return false;
}

static bool add_cells(const struct adding *a, const struct gau_merge_table *table,
                      struct gau_merge_row *row, json_t *object)
{
    if (row->n_cells < table->n_fields) {
        struct gau_merge_cell *const grown =
            realloc(row->cells, table->n_fields * sizeof *row->cells);

        if (!grown)
            return fail_memory(a);
        memset(grown + row->n_cells, 0, (table->n_fields - row->n_cells) * sizeof *grown);
        row->cells = grown;
        row->n_cells = table->n_fields;
    }
    row->n++;
    for (uint32_t i = 0; i < table->n_fields; i++)
        if (!gau_merge_cell_add(&row->cells[i], &table->fields[i], object, &a->origin, a->error))
            return false;
    return true;
}

static const char *source_of(const struct adding *a, const json_t *value)
{
    return json_is_string(value) ? json_string_value(value) : a->origin.source;
}

/* Returns the text by which the row is found. */
static void make_key(char *key, size_t size, const struct adding *a,
                     const struct gau_merge_table *table, json_t *object)
{
    key[0] = '\0';
    for (uint32_t i = 0; i < table->n_fields; i++) {
        const json_t *const value = json_object_get(object, table->fields[i].key);

        if (table->fields[i].rule == GAU_MERGE_KEY)
            append_key(key, size, value);
        else if (table->fields[i].rule == GAU_MERGE_SOURCE)
            snprintf(key + strlen(key), size - strlen(key), "%s\n",
                     a->origin.is_sum ? "" : source_of(a, value));
    }
}

static bool add_row(const struct adding *a, struct gau_merge_table *table, json_t *object,
                    size_t number, struct gau_map *branches)
{
    const json_t *const order = json_object_get(object, "merge_order");
    int64_t place = json_is_integer(order) ? json_integer_value(order) : (int64_t)number;
    uint32_t parent = 0, at;
    char key[4096];

    for (uint32_t i = 0; table->is_tree && i < table->n_fields; i++) {
        const struct gau_merge_field *const field = &table->fields[i];

        if (field->rule == GAU_MERGE_PARENT &&
            !find_parent(a, branches, object, field->key, &parent))
            return false;
        if (field->rule == GAU_MERGE_BRANCH && !json_is_integer(order))
            place = json_integer_value(json_object_get(object, field->key));
    }
    make_key(key, sizeof key, a, table, object);
    at = find_row(a, table, key, parent);
    if (at == UINT32_MAX || !add_unknown_fields(a, table, object) ||
        !add_cells(a, table, &table->rows[at], object))
        return false;
    if (place < table->rows[at].order)
        table->rows[at].order = place;
    for (uint32_t i = 0; table->is_tree && i < table->n_fields; i++)
        if (table->fields[i].rule == GAU_MERGE_BRANCH &&
            !gau_map_add(branches,
                         (uint64_t)json_integer_value(
                             json_object_get(object, table->fields[i].key)),
                         at + 1))
            return fail_memory(a);
    return true;
}

/* Counts the results that rows are from. A row from none is the sum of too many. */
static bool count_source(const struct adding *a, struct gau_merge_table *table,
                         const json_t *object)
{
    const char *source = a->origin.source;
    uint64_t hash;
    uint32_t step = 0;

    for (uint32_t i = 0; i < table->n_fields; i++)
        if (table->fields[i].rule == GAU_MERGE_SOURCE)
            source = source_of(a, json_object_get(object, table->fields[i].key));
    hash = gau_map_hash(source);
    if (!gau_map_next(&table->sources, hash, &step) && !gau_map_add(&table->sources, hash, 1))
        return fail_memory(a);
    table->has_sums |= !source[0] || table->sources.count > table->most_sources;
    return true;
}

/* Sums are made from the first row on, so that they are those of all. */
static bool add_row_of_source(const struct adding *a, struct gau_merge_table *table, json_t *object,
                              size_t number)
{
    struct adding sum = *a;

    sum.origin.is_sum = true;
    return count_source(a, table, object) &&
           (table->has_sums || add_row(a, table, object, number, NULL)) &&
           add_row(&sum, table, object, number, NULL);
}

static bool add_rows(const struct adding *a, struct gau_merge_table *table)
{
    const json_t *const rows = json_object_get(a->document, table->name);
    struct gau_map branches = {0};
    bool added = true;

    table->seen |= rows != NULL;

    for (size_t i = 0; added && i < json_array_size(rows); i++)
        added = table->most_sources ? add_row_of_source(a, table, json_array_get(rows, i), i)
                                    : add_row(a, table, json_array_get(rows, i), i, &branches);
    gau_map_clear(&branches);
    return added;
}

bool gau_merged_document_add(struct gau_merged_document *merged, const char *name, json_t *document,
                             const char *source, gau_error *error)
{
    const struct adding adding = {merged,
                                  document,
                                  {name, source, document,
                                   json_number_value(json_object_get(document, "tick_s")), false},
                                  error};

    if (merged->n == 0) {
        merged->name = strdup(name);
        if (!merged->name)
            return fail_memory(&adding);
        if (!read_rules(&adding))
            return false;
    }
    merged->n++;
    if (!check_rules(&adding) || !add_row(&adding, &merged->tables[0], document, 0, NULL))
        return false;
    for (uint32_t i = 1; i < merged->n_tables; i++)
        if (!add_rows(&adding, &merged->tables[i]))
            return false;
    return true;
}

void gau_merged_document_clear(struct gau_merged_document *merged)
{
    for (uint32_t t = 0; t < merged->n_tables; t++) {
        struct gau_merge_table *const table = &merged->tables[t];

        for (uint32_t i = 0; i < table->n; i++) {
            for (uint32_t k = 0; k < table->rows[i].n_cells; k++)
                gau_merge_cell_clear(&table->rows[i].cells[k]);
            free(table->rows[i].cells);
            free(table->rows[i].key);
        }
        free(table->rows);
        free(table->fields);
        free(table->shown);
        gau_map_clear(&table->by_key);
        gau_map_clear(&table->sources);
    }
    for (uint32_t i = 0; i < merged->n_keys; i++)
        free(merged->keys[i]);
    free(merged->keys);
    free(merged->tables);
    gau_merge_rules_clear(&merged->rules);
    free(merged->name);
    free(merged->own_rules);
    free(merged->instance);
    *merged = (struct gau_merged_document){0};
}
