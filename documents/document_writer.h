/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_DOCUMENT_WRITER_H
#define GAUDIT_DOCUMENTS_DOCUMENT_WRITER_H

#include "view_options.h"

#include <stdint.h>

/*
 * Writes a document field by field and row by row, as text in the form of gau_document_write(). The
 * text is kept in memory up to GAU_DOCUMENT_IN_MEMORY bytes. A longer one goes to a file in its
 * folder, if it has one; the file gets its name when all of it is written.
 */
struct gau_document_writer;

enum { GAU_DOCUMENT_IN_MEMORY = 1 << 20 };

/* The document will be FOLDER/NAME.json; without a folder it stays in memory. NULL: out of memory.
 */
struct gau_document_writer *gau_document_writer_new(const char *folder, const char *name);
void gau_document_writer_free(struct gau_document_writer *writer);

/*
 * These put a field of the document or, after gau_document_writer_row(), of the row. The key is
 * NAME_UNIT, or NAME if the unit is "". Of fields with the same key the last one stays, at the end.
 */
void gau_document_writer_text(struct gau_document_writer *writer, const char *name,
                              const char *value); /* NULL: null */
void gau_document_writer_boolean(struct gau_document_writer *writer, const char *name, bool value);
void gau_document_writer_integer(struct gau_document_writer *writer, const char *name,
                                 const char *unit, int64_t value);
void gau_document_writer_real(struct gau_document_writer *writer, const char *name,
                              const char *unit, double value); /* not finite: null */

/* A list of @p n whole numbers, or of pairs of them, which are 2 * @p n numbers. */
void gau_document_writer_list(struct gau_document_writer *writer, const char *name,
                              const int64_t *values, size_t n, bool pairs);

/* Begins a table, and ends the one before. */
void gau_document_writer_table(struct gau_document_writer *writer, const char *name);

/* Begins a row. False: there is no table; fields belong to the document then. */
bool gau_document_writer_row(struct gau_document_writer *writer);

/* Ends the table. */
void gau_document_writer_end(struct gau_document_writer *writer);

/* Returns whether the document lacks something because memory ran out. */
bool gau_document_writer_lacks_memory(const struct gau_document_writer *writer);

/* Returns the key of a field that was put twice, the first time so long ago that it could not be
 * replaced: it is in the file. NULL: there is none. */
const char *gau_document_writer_repeated(const struct gau_document_writer *writer);

/* Writes FOLDER/NAME.json: all of it, or nothing. A document that is in a file already gets its
 * name there. More fields can be put into one that is in memory. */
gau_status gau_document_writer_save(struct gau_document_writer *writer, const char *folder,
                                    gau_error *error);

/* Reads what was written. The caller owns it. NULL: see @p error; or it could not be saved. */
json_t *gau_document_writer_read(struct gau_document_writer *writer, gau_error *error);

#endif
