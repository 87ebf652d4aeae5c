/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_FACTS_H
#define GAUDIT_REPORT_VIEWS_FACTS_H

#include "page.h"

/*
 * A table of single facts: "name  value unit" for people; name, value, unit for programs.
 */

struct gau_facts {
    struct gau_page *page;
    struct gau_table *table;
};

/* Adds the table to the page; without memory its table is NULL, and nothing is put into it. */
struct gau_facts gau_facts_add(struct gau_page *page, const char *name);

/*
 * One fact, whose name and unit are in @p key: "wall_s". @p label is what people read instead of
 * the name, @p shown what they read instead of the value; both may be NULL. Lists and objects are
 * shown as JSON.
 */
void gau_facts_put(const struct gau_facts *facts, const char *label, const char *key,
                   const json_t *value, const char *shown);

/* The unit that ends a key such as "total_s": "s"; "" if there is none. @p length becomes that of
 * the name before it. */
const char *gau_key_unit(const char *key, size_t *length);

/* A value as text: a string as it is, anything else as JSON. To be freed; NULL: no memory. */
char *gau_value_text(const json_t *value);

#endif
