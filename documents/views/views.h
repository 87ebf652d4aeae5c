/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_VIEWS_VIEWS_H
#define GAUDIT_DOCUMENTS_VIEWS_VIEWS_H

/*
 * Makes tables of the documents of a result, which `gaudit run` prints at its end and `gaudit
 * report` shows later.
 *
 * The name of a document (its file name without ".json") chooses its view: "timer", "timer-NAME":
 * timing, or on request graph. "counts", "counts-NAME": counts. "histogram", "histogram-NAME": a
 * picture. "run": summary. Any other: its fields as lines, its tables as tables. Documents are
 * untrusted input: any content results in a view or one sentence.
 */

#include "documents/view_options.h"

/*
 * What `--sort` takes beside "tree" and "name": key, and its value of a row, which the view
 * defines.
 */
#define GAU_TIMING_SORT_KEYS(X)              \
    X(self, branch->times[GAU_TIMER_SELF])   \
    X(total, branch->times[GAU_TIMER_TOTAL]) \
    X(calls, (double)branch->calls)          \
    X(mean, branch->times[GAU_TIMER_MEAN])   \
    X(max, branch->times[GAU_TIMER_MAX])

#define GAU_COUNTS_SORT_KEYS(X)           \
    X(executed, (double)counts[EXECUTED]) \
    X(accepted, (double)counts[ACCEPTED]) \
    X(rejected, (double)counts[REJECTED]) \
    X(failed, (double)counts[FAILED])     \
    X(reused, (double)counts[REUSED])     \
    X(skipped, (double)counts[SKIPPED])   \
    X(rate, rate(counts))

/* Whether a name is that of a view of documents: "timing", or "timing-Fast" of "timer-Fast". */
bool gau_view_is_known(const char *name);

/* Writes a view of one document called @p name to @p out; the document is not changed. */
gau_status gau_view_document(json_t *document, const char *name,
                             const struct gau_view_options *options, FILE *out, gau_error *error);

/*
 * Writes the view called @p view of a result folder: "summary"; "timing", "graph", "counts": all
 * such documents one after the other; or the name of a document, with or without ".json".
 * "timing-X" and "graph-X" are those of "timer-X". @p view NULL or unknown: an error that lists
 * what the folder has. It is written to the file @p output, which is replaced, or for NULL to
 * standard output; after a failure to read nothing is.
 */
gau_status gau_view_folder(const char *folder, const char *view,
                           const struct gau_view_options *options, const char *output,
                           gau_error *error);

#endif
