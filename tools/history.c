/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_options.h"
#include "tools.h"
#include "usage.h"

#include "report/comparison/report.h"
#include "report/hotspots/hotspots.h"

#include <limits.h>
#include <stdio.h>

struct values {
    struct gau_view_options view;
    bool by_start;
    const char *output;
};

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT(struct values, view.format),
     .more = "; csv and json have a row per result and branch, with seconds and all digits"},
    {GAU_OPTION_EXCEL(struct values, view.format)},
    {GAU_FLAG(struct values, by_start, "by-start", "order results by the time they were made")},
    {GAU_OPTION_TABLE(struct values, view.table),
     .more = ": results, history; branches, the last result against the others"},
    {GAU_OPTION_LIMIT(struct values, view.limit), .more = " (for people: 30)"},
    {GAU_OPTION_OUTPUT_FILE(struct values, output)},
    {0},
};

static int run(int argc, char **argv)
{
    struct values values = {0};
    struct gau_view_error error = {0};
    struct gau_comparison_paths paths;
    const int status = gau_options_read(&gau_tool_history, argc, argv, &values, NULL);

    if (status != GAU_OPTIONS_READ)
        return status;
    if (!values.output) {
        const struct gau_hot_screen screen = gau_hot_screen_of(stdout);

        values.view.width = screen.width;
        values.view.unicode = screen.unicode;
    }
    paths = (struct gau_comparison_paths){.items = (const char *const *)&argv[optind],
                                          .n = (size_t)(argc - optind)};
    gau_history_report(&paths, values.by_start, values.output, &values.view, &error);
    return gau_usage_view(&error);
}

const struct gau_command gau_tool_history = {
    .name = "history",
    .summary = "times and shares of branches over many results",
    .usage = "[OPTION...] DIR...",
    .about =
        "What each branch, task or function took in many results, such as those of releases, and\n"
        "whether the last differs from the others. DIR is a result with a timer or samples, or a\n"
        "folder of results, which are taken in the order of their names.\n",
    .options = options,
    .notes = "exit status: 0 fine; 1 wrong usage, DIR is no result, or has no times; 5 a document\n"
             "cannot be read, or the report not be written\n",
    .operand = "a result folder",
    .least = 1,
    .most = INT_MAX,
    .run = run,
};
