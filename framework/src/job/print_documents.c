/* SPDX-License-Identifier: Apache-2.0 */
#include "result_documents.h"

#include "documents/document.h"
#include "documents/views/views.h"

#include <stdlib.h>

gau_status gau_results_print(const struct gau_results *results, unsigned levels,
                             const struct gau_view_options *shown, FILE *out, gau_error *err)
{
    enum { HEAVIEST = 10 };
    struct gau_view_options own = *shown, graph;

    own.all_columns_by = levels > 0 ? "COLUMNS=300" : NULL;
    gau_view_options_set_screen(&own, out);
    graph = own;
    graph.graph = (struct gau_graph_options){.levels = levels,
                                             .heaviest_branch = true,
                                             .heaviest_sections = HEAVIEST};
    GAU_TRY(gau_results_check(results, err));
    for (size_t i = 0; i < gau_results_count(results); i++) {
        const char *const name = gau_results_name(results, i);
        const bool has_graph = levels > 0 && gau_document_is(name, "timer");
        gau_error error = {0};
        json_t *const document = gau_results_document(results, i, &error);

        if (document)
            gau_document_show(document, name, has_graph ? &gau_view_graph : NULL,
                              has_graph ? &graph : &own, out, &error);
        if (error.status < 0)
            return gau_error_copy(err, &error);
        if (document)
            fputc('\n', out);
    }
    return GAU_OK;
}

/* Returns how many documents there are to print. */
static size_t collect_documents(struct gau_run_document *out, const struct gau_results *results,
                                gau_error *error)
{
    size_t n = 0;

    for (size_t i = 0; i < gau_results_count(results) && error->status >= 0; i++) {
        json_t *const document = gau_results_document(results, i, error);

        if (document)
            out[n++] =
                (struct gau_run_document){.name = gau_results_name(results, i),
                                          .root = document,
                                          .of_algorithm = gau_results_is_of_algorithm(results, i)};
    }
    return n;
}

gau_status gau_results_print_run(const struct gau_results *results, const char *folder,
                                 const struct gau_view_options *shown, FILE *out, gau_error *err)
{
    struct gau_view_options options = *shown;
    struct gau_run_document *documents;
    gau_error error = {0};
    size_t n;

    GAU_TRY(gau_results_check(results, err));
    documents = calloc(gau_results_count(results) + 1, sizeof *documents);
    if (!documents)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (results)");
    gau_view_options_set_screen(&options, out);
    n = collect_documents(documents, results, &error);
    if (error.status >= 0)
        gau_run_documents_write(documents, n, folder, &options, out, &error);
    free(documents);
    return error.status < 0 ? gau_error_copy(err, &error) : GAU_OK;
}
