/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_RESULTS_H
#define GAUDIT_REPORT_MERGE_MERGE_RESULTS_H

#include <gaudit/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Several results become one: their documents are merged one by one, so that memory does not grow
 * with the number of results.
 */

struct gau_merge_request {
    const char *const *folders;
    const char *const *names; /* of the results; NULL: their folders */
    size_t n;
    const char *into;    /* an existing, empty folder */
    bool different_jobs; /* permitted */
};

/* What the user should know; "" if there is nothing. */
struct gau_merge_notes {
    char differing[1024];  /* fields that are not in the result, as they differ */
    char without[512];     /* documents that are not merged, as they have no rules */
    char files[512];       /* kinds of files that are not merged */
    char partial[512];     /* documents that some results lack */
    char overlaps[4096];   /* events that several results have */
    char gaps[4096];       /* events between those of results that none has */
    char unfinished[4096]; /* results that did not end well */
    uint64_t results;      /* single ones: those that were merged before count by theirs */
};

gau_status gau_merge_results(const struct gau_merge_request *request, struct gau_merge_notes *notes,
                             gau_error *error);

#endif
