/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots.h"

#include "views.h"
#include "writer.h"

#include "report/views/document.h"

#include <string.h>

/* --- the view ------------------------------------------------------------------------------ */

static void note_selection(const struct gau_hot_grouping *grouping,
                           const struct gau_hot_result *result, struct gau_hot_notes *notes)
{
    if (grouping->groups[0].samples == 0 && result->profile->sample_count > 0)
        gau_hot_note(notes, "none of the %u samples passes the filters",
                     result->profile->sample_count);
}

/* Flame graphs are of whole stacks, the outermost caller first. */
static bool read_query(struct gau_hot_query *query, const struct gau_hot_options *options,
                       const struct gau_hot_result *result, struct gau_view_error *error)
{
    const bool folded = options->format == GAU_HOT_FOLDED;

    if (!gau_hot_query_read(query, options, folded ? "task,callstack" : "task,function", result,
                            error))
        return false;
    query->top_down = folded;
    return true;
}

void gau_hot_write_hotspots(struct gau_hot_result *result, const struct gau_hot_options *options,
                            FILE *out, struct gau_view_error *error)
{
    struct gau_hot_query query;
    struct gau_hot_grouping grouping = {0};
    struct gau_hot_notes notes = {0};

    if (read_query(&query, options, result, error) &&
        gau_hot_group(&grouping, result, &query, error)) {
        const struct gau_hot_page page = {.result = result,
                                          .options = options,
                                          .query = &query,
                                          .grouping = &grouping,
                                          .view = "hotspots",
                                          .notes = &notes,
                                          .out = out,
                                          .error = error};

        note_selection(&grouping, result, &notes);
        gau_hot_result_notes(result, &notes);
        gau_hot_write_page(&page);
        if (options->format != GAU_HOT_TEXT && options->format != GAU_HOT_MARKDOWN)
            gau_hot_notes_tell(&notes);
    }
    gau_hot_notes_clear(&notes);
    gau_hot_grouping_clear(&grouping);
    gau_hot_query_clear(&query);
}

const struct gau_hot_view gau_hot_views[] = {
    {"hotspots", GAU_HOT_TAKES_GROUP_BY | GAU_HOT_TAKES_SORT | GAU_HOT_TAKES_FOLDED,
     gau_hot_write_hotspots},
    {"top-down", GAU_HOT_TAKES_SORT, gau_hot_write_top_down},
    {"callers", GAU_HOT_TAKES_SUBJECT, gau_hot_write_callers},
    {"lines", GAU_HOT_TAKES_SUBJECT, gau_hot_write_lines},
    {"modules", GAU_HOT_TAKES_SORT, gau_hot_write_modules},
    {"threads", GAU_HOT_TAKES_SORT, gau_hot_write_threads},
    {"tasks", GAU_HOT_TAKES_SORT, gau_hot_write_tasks},
    {"dependencies", GAU_HOT_TAKES_DOT, gau_hot_write_dependencies},
    {NULL, 0, NULL},
};

const struct gau_hot_view *gau_hot_view_find(const char *name)
{
    for (const struct gau_hot_view *view = gau_hot_views; view->name; view++)
        if (strcmp(view->name, name) == 0)
            return view;
    return NULL;
}
