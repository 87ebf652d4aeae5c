/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_TRACE_DOCUMENTS_H
#define GAUDIT_DOCUMENTS_TRACE_DOCUMENTS_H

#include "errors/errors.h"

/*
 * Where the property File of a TraceAuditor puts its trace file, the result folder has the document
 * timeline.json, or timeline-NAME.json, which says where that is.
 */

/* Calls @p add with each trace file that such documents of @p folder name and that is in another
 * folder. A path that is relative is so to the working directory, as it was of the run. A file that
 * is not there, and a document that cannot be read, are left out. */
void gau_trace_documents_read(const char *folder,
                              void (*add)(void *user, const char *path, gau_error *error),
                              void *user, gau_error *error);

#endif
