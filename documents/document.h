/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_DOCUMENT_H
#define GAUDIT_DOCUMENTS_DOCUMENT_H

/* Documents of a result as files: FOLDER/NAME.json. */

#include "view_options.h"

#include <limits.h>

enum { GAU_DOCUMENT_SCHEMA = 2 }; /* the one that is written and understood */

/* Makes a JSON text; what is not UTF-8 becomes U+FFFD. NULL: out of memory. */
json_t *gau_document_text(const char *text);

/* The largest file that is read, in bytes; a timer with histograms for 65536 branches is 200 MB. */
#define GAU_DOCUMENT_SIZE_MAX (256LL * 1024 * 1024)

/* Makes the path of a document. False: it is too long. */
bool gau_document_path(char path[PATH_MAX], const char *folder, const char *name, gau_error *error);

/* Reads a document: a JSON object in a regular file. NULL: see @p error. The caller owns it. */
json_t *gau_document_load(const char *folder, const char *name, gau_error *error);

/* For readers of other files of JSON: opens a regular file of at most that size. A FIFO or a device
 * is refused. NULL: see @p error. The caller closes it. */
FILE *gau_document_open(const char *path, gau_error *error);

/* Says that a file is not JSON, and where. */
void gau_document_refuse(const char *path, const json_error_t *parse, gau_error *error);

/*
 * Writes a document beside its place and renames it: the final name has all of it, or what was
 * there before. Keys keep their order, each element of an outer list has a line of its own, numbers
 * read back as they were.
 */
gau_status gau_document_save(const char *folder, const char *name, json_t *document,
                             gau_error *error);

/* Gives an existing document room for @p size bytes, where the file system can do so. Then
 * gau_document_save_in_room() can write it on a full disk. */
gau_status gau_document_reserve(const char *folder, const char *name, size_t size,
                                gau_error *error);
gau_status gau_document_save_in_room(const char *folder, const char *name, json_t *document,
                                     gau_error *error);
enum { GAU_DOCUMENT_ROOM = 32768 }; /* for what is not known when a run begins */

/* Notes in run.json that a document could not be written. False: out of memory. */
bool gau_document_put_unwritten(json_t *run, const char *name);

/* Writes a JSON value as gau_document_save() does; errors are left to ferror(). */
void gau_document_write(json_t *value, FILE *out);

/*
 * A result that is read from another file is in a folder TEMPORARY/NUMBER/PATH, and is shown by the
 * path of that file. Set once, by the command.
 */
void gau_result_set_temporary(const char *folder);

/* Returns the path as it is shown. */
const char *gau_result_shown(const char *path);

/* Replaces such paths in a message. */
void gau_result_show_paths(char *text);

/* Returns whether the name is that of a folder in a result that has the files of another process:
 * "process-2", or "rank-3" or "rank-3-2" of an MPI job. */
bool gau_result_is_process(const char *name);

/* The names of the documents of a folder, sorted. */
struct gau_document_names {
    char **items;
    size_t count;
};

gau_status gau_document_list(struct gau_document_names *out, const char *folder, gau_error *error);
void gau_document_names_clear(struct gau_document_names *names);

/* Returns whether a document is of a kind: "timer", or "timer-" and the name of an instance. */
bool gau_document_is(const char *name, const char *kind);

/* Returns the document called @p kind, or else the only one of that kind; NULL if there is none. */
const char *gau_document_of_kind(const struct gau_document_names *names, const char *kind);

/*
 * Writes the text of a view at once to the file @p output, which is replaced, or for NULL to
 * standard output. After a failure the file is unchanged.
 */
void gau_output_put(const char *text, size_t size, const char *output, gau_error *error);

/* Writes all of the file @p from in the same way, for views that may be larger than memory. */
void gau_output_copy(FILE *from, const char *output, gau_error *error);

/* Fails with the errno @p reason of writing; 0 is no failure. */
void gau_output_fail(const char *output, int reason, gau_error *error);

/* Adds a name to a list in a message, "a, b, c", as far as there is room. */
void gau_view_list(char *list, size_t size, const char *name);

/* --- when and where a result was made ------------------------------------------------------- */

/* These functions return false if out of memory. */

/* Puts "start_time": now, such as "2010-11-20T12:00:00.123456Z". */
bool gau_document_put_start(json_t *document);

/* Puts "host", "cpu_model" and "cores". */
bool gau_document_put_machine(json_t *document);

/* Puts "versions" of gaudit, libxml2 (NULL: it was not used), jansson and the kernel. */
bool gau_document_put_versions(json_t *document, const char *gaudit, const char *libxml2);

/* Returns whether a key is data: not one by which documents are read or merged. */
bool gau_document_key_is_data(const char *key);

/* Puts one more key, and takes the value; or a text, NULL being null. */
bool gau_document_put(json_t *document, const char *key, json_t *value);
bool gau_document_put_text(json_t *document, const char *key, const char *text);

#endif
