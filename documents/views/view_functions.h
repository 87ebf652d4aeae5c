/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEWS_VIEW_FUNCTIONS_H
#define GAUDIT_DOCUMENTS_VIEWS_VIEW_FUNCTIONS_H

#include "views.h"

#include "documents/page.h"

/* A function with a parameter `sort` returns the value of that key; for the lists in views.h. */
#define RETURN_IF_KEY(key, value) \
    if (strcmp(sort, #key) == 0)  \
        return value;

/* The documents that a view shows are called KIND or KIND-INSTANCE, and have a known schema. */
struct gau_document_view {
    const char *kind;             /* NULL: any */
    const char *table;            /* the list of rows in such a document; NULL: it has none */
    const char *key;              /* a field of each row */
    const char *other;            /* a field of the document, which has it even without the table */
    const char *const *sort_keys; /* ends with NULL; NULL: it is not sorted */
    void (*fill)(struct gau_page *page); /* failures are in page->error */
};

/* All views of documents but the graph take these options. */
#define GAU_VIEW_TAKES_DOCUMENT                                                                  \
    (GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_SORT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_LIMIT | \
     GAU_VIEW_TAKES_ALL)

/* The keys of views whose rows are only in the order of the document. */
extern const char *const gau_view_tree_order[];

/* Returns whether a document is what the view of its name is made for: true for a damaged one, too;
 * false for that of a component that only has such a name. */
bool gau_document_has_shape(const json_t *document, const struct gau_view *view);

/* Writes the timing view with failed_checks: whether its numbers can be true. */
struct gau_timer_document;
void gau_view_timing_check(struct gau_page *page, const struct gau_timer_document *timer);

/* Adds the table "loop_times" of the timing view. */
void gau_view_loop_times(struct gau_page *page);

/* Makes the title of a table of times how all workers together spent the event loop, after the
 * name of the timer, NULL: none; and adds a warning below it if that does not add up. */
void gau_view_loop_title(struct gau_table *table, const struct gau_document_fields *timer,
                         const char *instance);

/* Adds the table of times of @p page, which is that of a timer, with the rates of the decisions
 * of a CountAuditor beside them; NULL: without. False: not with them, as the timer lacks some of
 * their branches. */
bool gau_view_run_times(struct gau_page *page, const struct gau_document_fields *counts);

#endif
