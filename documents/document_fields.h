/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_DOCUMENT_FIELDS_H
#define GAUDIT_DOCUMENTS_DOCUMENT_FIELDS_H

/*
 * Fields of a document that may hold anything. The first field that is not as it must be sets the
 * error, with file, row and field; what is read after it has no meaning.
 */

#include "view_options.h"

#include <stdint.h>

struct gau_document_fields {
    const char *document; /* its name: "timer" */
    const char *table;    /* that the row is from; NULL: the document itself */
    size_t row;           /* from 0, as in JSON tools */
    const json_t *object;
    gau_error *error;
};

/* Returns the fields of the document itself, and checks that it has a schema that is known. */
struct gau_document_fields gau_document_fields_of(const json_t *document, const char *name,
                                                  gau_error *error);

/* Returns the rows of a table. @p required: a document without that table is damaged. */
const json_t *gau_document_fields_table(const struct gau_document_fields *fields, const char *name,
                                        bool required);

/* Returns the fields of a row of @p rows, which came from gau_document_fields_table(). */
struct gau_document_fields gau_document_fields_row(const struct gau_document_fields *fields,
                                                   const char *table, const json_t *rows,
                                                   size_t row);

bool gau_document_fields_have(const struct gau_document_fields *fields, const char *key);

/* Returns a whole number from 0 on; null is an error. */
int64_t gau_document_fields_count(const struct gau_document_fields *fields, const char *key);

/* Like gau_document_fields_count(), but null, -1 and a missing field are -1. */
int64_t gau_document_fields_number_or_none(const struct gau_document_fields *fields,
                                           const char *key);

int64_t gau_document_fields_integer(const struct gau_document_fields *fields, const char *key);

/* Returns a finite number; null is an error. */
double gau_document_fields_real(const struct gau_document_fields *fields, const char *key);

/* Returns a number; NaN for null. */
double gau_document_fields_real_or_null(const struct gau_document_fields *fields, const char *key);

/* Returns a borrowed text, never NULL. */
const char *gau_document_fields_text(const struct gau_document_fields *fields, const char *key);

/* Reads a list of two whole numbers. */
void gau_document_fields_pair(const struct gau_document_fields *fields, const char *key,
                              int64_t out[2]);

/* Writes events [first, end) for display: "[1, 301)", "[5, end)" or "all"; an end of 0 is that of
 * the input. Returns @p text. */
enum { GAU_WINDOW_SIZE = 64 };
const char *gau_window_text(char text[GAU_WINDOW_SIZE], const int64_t window[2]);

#endif
