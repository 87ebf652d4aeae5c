/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_document.h"

#include "documents/document.h"
#include "errors/errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The order of rows depends on nothing but their content. */
struct place {
    const struct gau_merge_table *table;
    uint32_t row;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *const left = a, *const right = b;
    const struct gau_merge_row *const l = &left->table->rows[left->row],
                                      *const r = &right->table->rows[right->row];

    if (left->table->ordered && l->order != r->order)
        return l->order < r->order ? -1 : 1;
    return strcmp(l->key, r->key);
}

static struct gau_merge_row_fields fields_of(const struct gau_merge_table *table,
                                             const struct gau_merge_row *row)
{
    return (struct gau_merge_row_fields){row, table->fields, table->n_fields};
}

/* --- rows ---------------------------------------------------------------------------------- */

static bool put_branch(json_t *object, const struct gau_merge_table *table, int64_t number,
                       int64_t parent)
{
    bool put = true;

    for (uint32_t i = 0; put && i < table->n_fields; i++)
        if (table->fields[i].rule == GAU_MERGE_BRANCH)
            put = json_object_set_new(object, table->fields[i].key, json_integer(number)) == 0;
        else if (table->fields[i].rule == GAU_MERGE_PARENT)
            put = json_object_set_new(object, table->fields[i].key, json_integer(parent)) == 0;
    return put;
}

/* What rows are put into: a list in a document. */
struct rows {
    json_t *list;
    const struct gau_merge_table *table;
    struct gau_merge_row_fields document;
};

static bool put_row(const struct rows *rows, const struct gau_merge_row *row, int64_t number,
                    int64_t parent)
{
    const struct gau_merge_table *const table = rows->table;
    const struct gau_merge_row_fields fields = fields_of(table, row);
    json_t *const object = json_object();
    bool put = object && put_branch(object, table, number, parent) &&
               gau_merge_row_put(object, &fields, &rows->document, table->shown);

    if (put && table->ordered)
        put = json_object_set_new(object, "merge_order", json_integer(row->order)) == 0;
    return json_array_append_new(rows->list, object) == 0 && put;
}

/* Rows of a tree come depth first, siblings in the order of their places. */
struct walk {
    struct rows rows;
    const struct place *places;                 /* sorted */
    uint32_t *next, *first, *number, *place_of; /* see put_tree() */
};

static uint32_t parent_of(const struct walk *walk, uint32_t place)
{
    return walk->rows.table->rows[walk->places[place - 1].row].parent;
}

/* Walks without recursion, since a program may nest deeply. */
static bool put_rows(const struct walk *walk)
{
    bool put = true;
    int64_t count = 0;

    for (uint32_t at = walk->first[0]; put && at;) {
        const uint32_t row = walk->places[at - 1].row, parent = parent_of(walk, at);

        walk->number[row + 1] = (uint32_t)count;
        put = put_row(&walk->rows, &walk->rows.table->rows[row], count++,
                      parent ? (int64_t)walk->number[parent] : -1);
        if (walk->first[row + 1]) {
            at = walk->first[row + 1];
            continue;
        }
        while (at && !walk->next[at - 1])
            at = walk->place_of[parent_of(walk, at)];
        at = at ? walk->next[at - 1] : 0;
    }
    return put;
}

/* Links siblings from the last to the first. A row is named by its number plus 1, and 0 is what
 * roots are below; a place likewise. */
static bool put_tree(struct walk *walk)
{
    const uint32_t n = walk->rows.table->n;
    bool put = false;

    walk->next = calloc(n + 1, sizeof *walk->next);         /* by place */
    walk->first = calloc(n + 1, sizeof *walk->first);       /* child, by row */
    walk->number = calloc(n + 1, sizeof *walk->number);     /* of the branch, by row */
    walk->place_of = calloc(n + 1, sizeof *walk->place_of); /* the place of a row */
    if (walk->next && walk->first && walk->number && walk->place_of) {
        for (uint32_t i = n; i-- > 0;) {
            const uint32_t parent = parent_of(walk, i + 1);

            walk->place_of[walk->places[i].row + 1] = i + 1;
            walk->next[i] = walk->first[parent];
            walk->first[parent] = i + 1;
        }
        put = put_rows(walk);
    }
    free(walk->next);
    free(walk->first);
    free(walk->number);
    free(walk->place_of);
    return put;
}

static json_t *make_table(const struct gau_merge_table *table,
                          const struct gau_merge_table *document)
{
    struct place *const places = calloc(table->n + 1, sizeof *places);
    struct walk walk = {.rows = {json_array(), table, fields_of(document, &document->rows[0])},
                        .places = places};
    bool made = places && walk.rows.list;

    for (uint32_t i = 0; made && i < table->n; i++)
        places[i] = (struct place){.table = table, .row = i};
    if (made)
        qsort(places, table->n, sizeof *places, compare_places);
    if (made && table->is_tree)
        made = put_tree(&walk);
    for (uint32_t i = 0; made && !table->is_tree && i < table->n; i++)
        if (table->rows[places[i].row].is_sum == table->has_sums)
            made = put_row(&walk.rows, &table->rows[places[i].row], 0, -1);
    free(places);
    if (made)
        return walk.rows.list;
    json_decref(walk.rows.list);
    return NULL;
}

/* --- the document -------------------------------------------------------------------------- */

/* Fields without a rule come last, by their names. */
static bool order_fields(struct gau_merge_table *table, uint32_t n_rules)
{
    free(table->shown);
    table->shown = malloc((table->n_fields + 1) * sizeof *table->shown);
    for (uint32_t i = 0; table->shown && i < table->n_fields; i++) {
        uint32_t at = i;

        while (at > n_rules &&
               strcmp(table->fields[table->shown[at - 1]].key, table->fields[i].key) > 0) {
            table->shown[at] = table->shown[at - 1];
            at--;
        }
        table->shown[at] = i;
    }
    return table->shown;
}

static uint32_t count_rules(const struct gau_merged_document *merged, const char *table)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < merged->rules.n; i++)
        n += strcmp(merged->rules.fields[i].table, table) == 0;
    return n;
}

static bool put_table(json_t *document, struct gau_merged_document *merged,
                      struct gau_merge_table *table)
{
    const struct gau_merge_table *const own = &merged->tables[0];
    const struct gau_merge_row_fields fields = fields_of(own, &own->rows[0]);

    if (!order_fields(table, count_rules(merged, table->name)))
        return false;
    if (table->name[0])
        return !table->seen ||
               json_object_set_new(document, table->name, make_table(table, own)) == 0;
    return gau_merge_row_put(document, &fields, &fields, table->shown);
}

json_t *gau_merged_document_make(struct gau_merged_document *merged, gau_error *error)
{
    json_t *const document = json_pack("{s:i}", "schema", GAU_DOCUMENT_SCHEMA);
    bool made = document;

    if (made && merged->instance)
        made = gau_document_put_text(document, "instance", merged->instance);
    if (made && merged->own_rules)
        made = gau_document_put_text(document, "merge", merged->own_rules);
    for (uint32_t i = 0; made && i < merged->n_tables; i++)
        made = put_table(document, merged, &merged->tables[i]);
    if (made)
        return document;
    gau_fail_memory(error, "%s.json of all results", merged->name);
    json_decref(document);
    return NULL;
}

uint32_t gau_merged_document_differing(const struct gau_merged_document *merged, char *list,
                                       size_t size)
{
    const struct gau_merge_table *const table = &merged->tables[0];
    const struct gau_merge_row *const row = &table->rows[0];
    uint32_t n = 0;

    for (uint32_t i = 0; i < row->n_cells; i++) {
        const struct gau_merge_cell *const cell = &row->cells[i];

        if (table->fields[i].rule != GAU_MERGE_SAME || !cell->differs)
            continue;
        n++;
        gau_view_list(list, size, table->fields[i].key);
    }
    return n;
}
