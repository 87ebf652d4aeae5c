/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_RESULT_READER_H
#define GAUDIT_REPORT_MERGE_RESULT_READER_H

#include "documents/document.h"

#include <jansson.h>
#include <stddef.h>

/*
 * Reads the documents of many results by several threads, and hands them over in the order of the
 * results. Parsing is nine tenths of the time of merging. What is read ahead is bounded, in results
 * and in bytes.
 */

struct gau_read_result {
    struct gau_document_names names;
    json_t **documents; /* one for each name; NULL: it is not merged, or was not read */
    gau_error error;    /* of the first that cannot be read */
};

struct gau_result_reader;

/* The list of folders must live as long as the reader. NULL: out of memory. */
struct gau_result_reader *gau_result_reader_open(const char *const *folders, size_t n,
                                                 gau_error *error);

/* Returns the next result, which lives until the next call; n calls are allowed. */
struct gau_read_result *gau_result_reader_next(struct gau_result_reader *reader);

/* Also before all were read. */
void gau_result_reader_close(struct gau_result_reader *reader);

#endif
