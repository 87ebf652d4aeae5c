/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_RESULT_DOCUMENTS_H
#define GAUDIT_SRC_JOB_RESULT_DOCUMENTS_H

#include "documents/view_options.h"

#include <gaudit/error.h>
#include <gaudit/result.h>

#include <jansson.h>
#include <stdio.h>

/*
 * The documents of a job, in the order in which they were opened. Out of memory and wrong use are
 * reported when the documents are printed or written.
 */

struct gau_results;

/* NULL: out of memory. */
struct gau_results *gau_results_new(void);
void gau_results_free(struct gau_results *results);

/* Sets the folder, which is borrowed, of documents that are opened from now on. Long ones are put
 * into a file there while they are made. */
void gau_results_set_folder(struct gau_results *results, const char *folder);

size_t gau_results_count(const struct gau_results *results);

/* The name of a document, as that of its file without ".json". Borrowed. */
const char *gau_results_name(const struct gau_results *results, size_t index);

/* The content of a document, borrowed until more is put into it. NULL: see @p error; if that is
 * empty, it was too long for memory and could not be written. */
json_t *gau_results_document(const struct gau_results *results, size_t index, gau_error *error);

bool gau_results_is_of_algorithm(const struct gau_results *results, size_t index);

/* True if there is a document of that kind: "counts" or "counts-INSTANCE". */
bool gau_results_have(const struct gau_results *results, const char *kind);

/* Fails if a document is incomplete or was used wrongly. */
gau_status gau_results_check(const struct gau_results *results, gau_error *err);

/*
 * Writes every document to FOLDER/NAME.json: all of it or nothing of it. Those that could not be
 * written are named in the error and in @p run, the document run.json, or NULL.
 */
gau_status gau_results_write(const struct gau_results *results, const char *folder, json_t *run,
                             gau_error *err);

/*
 * Prints the view of every document, and an empty line after each. With @p levels other than 0, of
 * timers the graph with that number of levels, the root's being the first. Tables fit the terminal
 * that @p out is on; @p shown has wide and colour.
 */
gau_status gau_results_print(const struct gau_results *results, unsigned levels,
                             const struct gau_view_options *shown, FILE *out, gau_error *err);

/* Prints what a job found, the times first, and how to see all, see gau_run_documents_write(). @p
 * folder has the documents; NULL: none. */
gau_status gau_results_print_run(const struct gau_results *results, const char *folder,
                                 const struct gau_view_options *shown, FILE *out, gau_error *err);

#endif
