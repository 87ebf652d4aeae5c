/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_WRITER_H
#define GAUDIT_REPORT_HOTSPOTS_WRITER_H

#include "query.h"
#include "visit.h"

/*
 * Writers of a grouping, one per format.
 */

struct gau_hot_page {
    struct gau_hot_result *result;
    const struct gau_hot_options *options;
    const struct gau_hot_query *query;
    const struct gau_hot_grouping *grouping;
    const char *view; /* its name */
    const struct gau_hot_notes *notes;
    FILE *out;
    struct gau_view_error *error;
};

void gau_hot_write_text(const struct gau_hot_page *page);
void gau_hot_write_csv(const struct gau_hot_page *page);
void gau_hot_write_json(const struct gau_hot_page *page);
void gau_hot_write_markdown(const struct gau_hot_page *page);
void gau_hot_write_folded(const struct gau_hot_page *page);

/* Writes in the format of the options; the caller frees the rest. */
void gau_hot_write_page(const struct gau_hot_page *page);

/* "CPU time by task, function: 1.234 s (± standard error), 1234 samples ..." */
void gau_hot_title(const struct gau_hot_page *page, const char *plus_minus, char *text,
                   size_t size);

/* Digits after the point of a time in seconds. */
int gau_hot_decimals(const struct gau_hot_grouping *grouping);

/* Errors for programs, without digits that mean nothing: of a time in seconds, to the ns, and of a
 * part of all in percent. */
double gau_hot_error_s(double error_ns);
double gau_hot_error_percent(const struct gau_hot_grouping *grouping, double error_ns);

/* Sets the error. */
void gau_hot_no_memory(const struct gau_hot_page *page);

#endif
