/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_DOCUMENT_ROWS_H
#define GAUDIT_DOCUMENTS_DOCUMENT_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Gets a row of a table, whose values change afterwards. False: the rest is not read. */
typedef bool gau_document_take_row(void *user, const char *table, size_t number, const json_t *row);

/*
 * Reads a document without keeping the rows of @p tables, names that end with NULL: each row goes
 * to
 * @p take, in their order. Returns the document with no more than the first row of these
 * tables; the caller owns it. NULL: it is not a document of gaudit, or it has something else among
 * these rows, or @p take has returned false; gau_document_load() says which. The @p table of
 * @p take is one of @p tables.
 */
json_t *gau_document_load_rows(const char *folder, const char *name, const char *const *tables,
                               gau_document_take_row *take, void *user);

#endif
