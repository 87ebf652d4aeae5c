/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_DOCUMENT_H
#define GAUDIT_DOCUMENTS_DOCUMENT_H

/*
 * Documents of a result as files: FOLDER/NAME.json.
 */

#include "view_options.h"

enum { GAU_DOCUMENT_SCHEMA = 2 }; /* the one that is written and understood */

/* A text as JSON; what is not UTF-8 becomes U+FFFD. NULL: out of memory. */
json_t *gau_document_text(const char *text);

/* The largest file that is read, in bytes; a timer with histograms for 65536 branches is 200 MB. */
#define GAU_DOCUMENT_SIZE_MAX (256LL * 1024 * 1024)

/* Reads a document: a JSON object in a regular file. NULL: see @p error. The caller owns it. */
json_t *gau_document_load(const char *folder, const char *name, gau_error *error);

/*
 * Writes a document beside its place and renames it: under the final name there is all of it or
 * what was there before. Keys keep their order, each element of an outer list has a line of its
 * own, numbers read back as they were.
 */
gau_status gau_document_save(const char *folder, const char *name, json_t *document,
                             gau_error *error);

/* A document that is there keeps room for @p size bytes, so that gau_document_save_in_room() can
 * write it on a full disk; where the file system can do so. */
gau_status gau_document_reserve(const char *folder, const char *name, size_t size,
                                gau_error *error);
gau_status gau_document_save_in_room(const char *folder, const char *name, json_t *document,
                                     gau_error *error);
enum { GAU_DOCUMENT_ROOM = 32768 }; /* for what is not known when a run begins */

/* Says in run.json that a document could not be written. False: out of memory. */
bool gau_document_put_unwritten(json_t *run, const char *name);

/* Writes a JSON value as gau_document_save() does; errors are left to ferror(). */
void gau_document_write(json_t *value, FILE *out);

/* The names of the documents of a folder, sorted. */
struct gau_document_names {
    char **items;
    size_t count;
};

gau_status gau_document_list(struct gau_document_names *out, const char *folder, gau_error *error);
void gau_document_names_clear(struct gau_document_names *names);

/* Whether a document is of a kind: "timer", or "timer-" and the name of an instance. */
bool gau_document_is(const char *name, const char *kind);

/* The one called @p kind, or else the only one of that kind; NULL: there is none. */
const char *gau_document_of_kind(const struct gau_document_names *names, const char *kind);

/*
 * Writes the text of a view at once to the file @p output, which is replaced, or for NULL to
 * standard output. After a failure the file is unchanged.
 */
void gau_output_put(const char *text, size_t size, const char *output, gau_error *error);

/* Likewise, for views that may be too large for the memory: all of the file @p from. */
void gau_output_copy(FILE *from, const char *output, gau_error *error);

/* Fails with the errno @p reason of writing; 0: there is none. */
void gau_output_fail(const char *output, int reason, gau_error *error);

/* Adds a name to a list that a message has, "a, b, c", as far as there is room. */
void gau_view_list(char *list, size_t size, const char *name);

/* --- when and where a result was made ------------------------------------------------------- */

/* These return false if out of memory. */

/* "start_time": now, such as "2010-11-20T12:00:00.123456Z". */
bool gau_document_put_start(json_t *document);

/* "host", "cpu_model", "cores". */
bool gau_document_put_machine(json_t *document);

/* "versions" of gaudit, libxml2 (NULL: it was not used), jansson and the kernel. */
bool gau_document_put_versions(json_t *document, const char *gaudit, const char *libxml2);

/* One more key, which then owns the value; or a text, NULL being null. */
bool gau_document_put(json_t *document, const char *key, json_t *value);
bool gau_document_put_text(json_t *document, const char *key, const char *text);

#endif
