/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison_options.h"

#include "usage.h"

#include "documents/document.h"
#include "report/hotspots/hotspots.h"

#include <string.h>

static bool has_name(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

int gau_shown_check(const struct gau_command *command, const struct gau_shown *shown,
                    const char *const *tables)
{
    const char *const table = shown->view.table;
    char list[256] = "";

    for (size_t i = 0; tables[i]; i++)
        gau_view_list(list, sizeof list, tables[i]);
    if (table && !has_name(tables, table))
        return gau_options_wrong(command, "--table: there is no '%.*s'; there is: %s",
                                 GAU_QUOTE(table), list);
    for (size_t i = 0; i < shown->filters.count; i++)
        if (!gau_comparison_filter_is_valid(shown->filters.texts[i]))
            return gau_options_wrong(command,
                                     "--filter: '%.*s' is not KEY=PATTERN or KEY!=PATTERN, with "
                                     "branch, task, function, module or verdict",
                                     GAU_QUOTE(shown->filters.texts[i]));
    return GAU_OPTIONS_READ;
}

int gau_shown_report(enum gau_gate_outcome *outcome, const struct gau_comparison_request *request,
                     const struct gau_shown *shown)
{
    struct gau_comparison_request wanted = *request;
    struct gau_view_options view = shown->view;
    gau_error error = {0};

    wanted.filters = (struct gau_comparison_paths){(const char *const *)shown->filters.texts,
                                                   shown->filters.count};
    wanted.output = shown->output;
    gau_view_options_set_screen(&view, shown->output ? NULL : stdout);
    gau_comparison_report(outcome, &wanted, &view, &error);
    return gau_usage_exit(&error);
}
