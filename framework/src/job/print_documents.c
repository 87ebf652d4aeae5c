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

        if (gau_document_show(gau_results_document(results, i), name,
                              has_graph ? &gau_view_graph : NULL, has_graph ? &graph : &own, out,
                              &error) != GAU_OK)
            return gau_error_copy(err, &error);
        fputc('\n', out);
    }
    return GAU_OK;
}

gau_status gau_results_print_run(const struct gau_results *results, const char *folder,
                                 const struct gau_view_options *shown, FILE *out, gau_error *err)
{
    struct gau_view_options options = *shown;
    const size_t n = gau_results_count(results);
    struct gau_run_document *const documents = calloc(n + 1, sizeof *documents);
    gau_error error = {0};
    gau_status status = gau_results_check(results, err);

    gau_view_options_set_screen(&options, out);
    for (size_t i = 0; documents && i < n; i++)
        documents[i] =
            (struct gau_run_document){.name = gau_results_name(results, i),
                                      .root = gau_results_document(results, i),
                                      .of_algorithm = gau_results_is_of_algorithm(results, i)};
    if (!documents)
        status = gau_fail(err, GAU_ERR_MEMORY, "out of memory (results)");
    else if (status >= 0 &&
             gau_run_documents_write(documents, n, folder, &options, out, &error) != GAU_OK)
        status = gau_error_copy(err, &error);
    free(documents);
    return status;
}
