/* SPDX-License-Identifier: Apache-2.0 */
#include "rank_view.h"

#include "rank_tables.h"

#include <string.h>

/* Sentences are for readers. */
static bool has_answer(const struct gau_view_options *options)
{
    return (options->format == GAU_TABLE_TEXT || options->format == GAU_TABLE_HTML) &&
           (!options->table || strcmp(options->table, "verdict") == 0);
}

static void write_ranks(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct gau_rank_job job = {.folder = request->paths[0], .error = error};
    struct gau_page page = {.document = "ranks", .options = request->options, .error = error};

    if (gau_rank_job_read(&job)) {
        if (has_answer(request->options))
            gau_rank_add_answer(&page, &job);
        gau_rank_add_branches(&page, &job);
        gau_rank_add_ranks(&page, &job);
        gau_page_write(&page, out);
    }
    gau_page_clear(&page);
    gau_rank_job_clear(&job);
}

const struct gau_view gau_view_ranks = {
    .name = "ranks",
    .help =
        "the ranks of an MPI job side by side: times of branches in the fastest and the slowest "
        "one, imbalance",
    .needs = GAU_VIEW_NEEDS_DOCUMENT,
    .takes =
        GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_LIMIT | GAU_VIEW_TAKES_ALL,
    .write = write_ranks,
};
