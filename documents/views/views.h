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

#include "documents/view.h"

/*
 * The keys that `--sort` takes beside "tree" and "name", each with its value of a row; the view
 * defines what a row is.
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
    X(rate, rate_of(counts))

/* The views of documents, in the order of messages and help. */
#define GAU_DOCUMENT_VIEWS(VIEW) \
    VIEW(summary)                \
    VIEW(timing)                 \
    VIEW(graph)                  \
    VIEW(counts)                 \
    VIEW(histogram)              \
    VIEW(document) /* any other document, as it is */

GAU_DOCUMENT_VIEWS(GAU_VIEW_DECLARATION)

/* An export of the view graph, see gau_view_options: the JSON of MOOSE's PerfGraphReporter. */
extern const struct gau_view_export gau_graph_perfgraph;

/* The list ends with NULL. */
extern const struct gau_view *const gau_document_views[];

/* Returns the view that shows what is called so, "timing", "timing-Fast", "timer-Fast", "masses";
 * for an unknown name gau_view_document. */
const struct gau_view *gau_document_view_of(const char *name);

/*
 * Writes a view of one document called @p name to @p out; the document is not changed. @p wanted is
 * used if it is a view of such documents; NULL: their first view.
 */
gau_status gau_document_show(json_t *document, const char *name, const struct gau_view *wanted,
                             const struct gau_view_options *options, FILE *out, gau_error *error);

/*
 * Writes what is called so in a result folder: "summary"; "timing", "graph", "counts", "histogram":
 * all such documents one after the other; or the name of a document, with or without ".json".
 * "timing-X" and "graph-X" are those of "timer-X". A name NULL or unknown is an error that lists
 * what the folder has.
 */
gau_view_write gau_view_documents_write;

/* --- a run ---------------------------------------------------------------------------------- */

/* A document as it is at the end of a run; borrowed. */
struct gau_run_document {
    const char *name;
    json_t *root;
    bool of_algorithm; /* not of an auditor or input */
};

/*
 * Writes the answer of a run before the details, which views have: how the event loop was spent,
 * in one line; for each timer one table of times with the decisions beside them; other tables of
 * auditors; of each algorithm at most three lines; how to see all. @p folder has the documents;
 * NULL: none.
 */
gau_status gau_run_documents_write(const struct gau_run_document *documents, size_t n,
                                   const char *folder, const struct gau_view_options *options,
                                   FILE *out, gau_error *error);

#endif
