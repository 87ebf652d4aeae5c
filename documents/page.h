/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_PAGE_H
#define GAUDIT_DOCUMENTS_PAGE_H

#include "document_fields.h"

/* The tables of a view. Data formats write only the first table. */

struct gau_timer_document;

struct gau_page {
    struct gau_page_table {
        char *name;
        struct gau_table *table; /* or NULL */
        char *text;              /* what is written instead of a table, as it is */
        bool on_request;         /* only with --table */
    } * items;
    uint32_t count, size;
    const char *document;
    json_t *json;                      /* the document; borrowed */
    struct gau_document_fields fields; /* of it */
    struct gau_timer_document *timer;  /* its rows, if the document lacks them, or NULL; borrowed */
    const struct gau_document_names *names; /* of the folder, or NULL; borrowed */
    const char *folder;                     /* or NULL; borrowed */
    const char *instance;                   /* its name if it was given one, or NULL; borrowed */
    const struct gau_view_options *options;
    gau_error *error;
};

/* Adds an empty table, which is borrowed. NULL: out of memory, see page->error. */
struct gau_table *gau_page_add(struct gau_page *page, const char *name,
                               const struct gau_column *columns, size_t n_columns);

/* Adds a text of malloc(), which the page then owns, instead of a table. */
void gau_page_add_text(struct gau_page *page, const char *name, char *text);

/* Sets a cell to a value of JSON; lists and objects become texts of JSON. */
void gau_page_set(struct gau_page *page, struct gau_table *table, size_t column,
                  enum gau_column_type type, const json_t *value);

/* Reports that the view is out of memory. */
void gau_page_fail_memory(const struct gau_page *page);

/* Writes the tables that the options ask for to @p out. */
gau_status gau_page_write(const struct gau_page *page, FILE *out);

/* Writes them to the file @p output, or for NULL to standard output, as gau_output_put() does. */
void gau_page_put(const struct gau_page *page, const char *output);
void gau_page_clear(struct gau_page *page);

/* Sets what the times of all columns are parts of; NAN: that is not known. */
void gau_columns_set_whole(struct gau_column *columns, size_t n, double whole_s);

/*
 * A table of single facts: "name  value unit" in display formats; name, value, unit in data
 * formats.
 */

struct gau_facts_table {
    struct gau_page *page;
    struct gau_table *table;
};

/* Adds the table to the page; without memory its table is NULL, and nothing is put into it. */
struct gau_facts_table gau_facts_table_add(struct gau_page *page, const char *name);

/*
 * Puts one fact, whose name and unit are in @p key: "wall_s". Display formats have @p label instead
 * of the name, @p shown instead of the value; both may be NULL. Lists and objects are shown as
 * JSON.
 */
void gau_facts_table_put(const struct gau_facts_table *facts, const char *label, const char *key,
                         const json_t *value, const char *shown);

/* Returns the unit that ends a key such as "total_s": "s"; "" if there is none. @p length becomes
 * that of the name before it. */
const char *gau_key_unit(const char *key, size_t *length);

#endif
