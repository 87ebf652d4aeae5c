/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_DOCUMENT_H
#define GAUDIT_REPORT_MERGE_MERGE_DOCUMENT_H

#include "merge_cell.h"

#include "table/map.h"

/*
 * One document made of those that several results have by the same name. What it becomes depends
 * neither on the order in which they are added nor on which of them were merged before.
 */

struct gau_merge_table {
    const char *name; /* "": the document itself, which is one row */
    struct gau_merge_field *fields;
    uint32_t n_fields, fields_size;
    struct gau_merge_row *rows;
    uint32_t n, size;
    struct gau_map by_key;
    uint32_t most_sources; /* of more results only sums are shown; 0: rows are not added up */
    struct gau_map sources;
    bool has_sums;         /* they are shown */
    uint32_t *shown;       /* fields in the order of the document */
    bool seen;             /* some document had it */
    bool is_tree, ordered; /* rows are in the order that they had; else in that of their keys */
};

struct gau_merged_document {
    char *name;
    uint32_t n; /* documents that were added */
    struct gau_merge_rules rules;
    char *own_rules, *instance; /* as the first document has them; NULL: none */
    struct gau_merge_table *tables;
    uint32_t n_tables, tables_size;
    char **keys; /* of fields without a rule */
    uint32_t n_keys, keys_size;
};

/* Adds a document; @p source is the name of its result. False: see @p error. */
bool gau_merged_document_add(struct gau_merged_document *merged, const char *name, json_t *document,
                             const char *source, gau_error *error);

/* Returns the document, which the caller owns; NULL: out of memory. */
json_t *gau_merged_document_make(struct gau_merged_document *merged, gau_error *error);

/* Returns how many fields are left out since they differ, and adds their keys to a list. */
uint32_t gau_merged_document_differing(const struct gau_merged_document *merged, char *list,
                                       size_t size);

void gau_merged_document_clear(struct gau_merged_document *merged);

#endif
