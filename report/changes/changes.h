/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_CHANGES_H
#define GAUDIT_REPORT_CHANGES_CHANGES_H

#include "report/views/views.h"

/**
 * @file changes.h
 * What became of times from results A to results B: `gaudit compare A B`; and over many results:
 * `gaudit history`.
 */

/** {0} is the default. Texts are borrowed. */
struct gau_changes_options {
    enum gau_table_format format;
    const char *table; /**< only this: compare has "branches", "functions", "differences", history
                            "results", "branches"; NULL: programs get the branches */
    size_t limit;      /**< rows of a table; 0: 20 for people, for programs all */
    unsigned width;    /**< columns of a terminal; 0: lines are as long as they are */
    bool unicode;      /**< a terminal that has all letters */
    bool by_start;     /**< history: results are sorted by their start; else as they are given */
};

/** Folders: results, or folders of results; gau_timings_set_read(). */
struct gau_changes_paths {
    const char *const *items;
    size_t n;
};

/**
 * Compares two sets of results and writes it to the file @p output, which is replaced, or for NULL
 * to standard output; after a failure nothing is written.
 */
enum gau_view_status gau_changes_report(const struct gau_changes_paths *a,
                                        const struct gau_changes_paths *b,
                                        const struct gau_changes_options *options,
                                        const char *output, struct gau_view_error *error);

/** Shares and times of branches over results. */
enum gau_view_status gau_history_report(const struct gau_changes_paths *paths,
                                        const struct gau_changes_options *options,
                                        const char *output, struct gau_view_error *error);

#endif
