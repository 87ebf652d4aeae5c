/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_PAGE_DOCUMENT_H
#define GAUDIT_REPORT_HTML_PAGE_DOCUMENT_H

#include "page_samples.h"

/* Sentences of views are one line, with the short names that a screen of some width has. */
enum { GAU_PAGE_LINE = 1 << 14 };

/**
 * @file page_document.h
 * What a page shows as one document of JSON: the views of a result, each as it prints itself as
 * JSON, and the samples. doc/reference/page.md has the format.
 */

extern const struct gau_view gau_view_page_document;

/** A comparison of the result with others, for a page of both. Texts are borrowed. */
struct gau_page_comparison {
    const char *title;            /* of the page */
    const char *const *sentences; /* what changed, and why a gate failed; the last is NULL */
    const char *json;             /* the object "comparison" of the document */
    const char *html;             /* its tables */
    const char *command;          /* that prints them */
};

/**
 * Appends the document for a page: the size of the JSON as 32 bits, the lowest byte first; the
 * JSON; and the columns of samples. Failures are in @p error.
 */
void gau_page_document_put(const struct gau_view_request *request, struct gau_json_bytes *bytes,
                           gau_error *error);

/**
 * Has a view write into memory, as @p options say. NULL: it has no data, or it failed; see
 * @p error, which for the former is of usage. The caller frees the text.
 */
char *gau_page_view_text(const struct gau_view_request *request, const char *view,
                         const struct gau_view_options *options, size_t *size, gau_error *error);

#endif
