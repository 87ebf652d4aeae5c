/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEWS_VIEW_FUNCTIONS_H
#define GAUDIT_DOCUMENTS_VIEWS_VIEW_FUNCTIONS_H

#include "documents/page.h"

/* In functions with a key called sort, for the lists in views.h. */
#define RETURN_IF_KEY(key, value) \
    if (strcmp(sort, #key) == 0)  \
        return value;

/* Views: they fill a page from a document with a known schema; failures are in page->error. */
void gau_view_summary(struct gau_page *page);
void gau_view_timing(struct gau_page *page);
void gau_view_counts(struct gau_page *page);
void gau_view_histogram(struct gau_page *page);
void gau_view_generic(struct gau_page *page);

/* The timing view with failed_checks: whether its numbers can be true. */
struct gau_timer_document;
void gau_view_timing_check(struct gau_page *page, const struct gau_timer_document *timer);

/* Its table "loop_times". */
void gau_view_loop_times(struct gau_page *page);

#endif
