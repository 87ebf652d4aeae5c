/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_options.h"
#include "tools.h"
#include "usage.h"

#include "report/changes/changes.h"
#include "report/hotspots/hotspots.h"

#include <limits.h>
#include <stdio.h>

struct values {
    struct gau_changes_options options;
    const char *output;
};

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT(struct values, options.format),
     .more = "; csv and json have a row per result and branch, with seconds and all digits"},
    {GAU_OPTION_EXCEL(struct values, options.format)},
    {GAU_FLAG(struct values, options.by_start, "by-start",
              "order results by the time they were made")},
    {GAU_OPTION_TABLE(struct values, options.table), .more = ": results, branches"},
    {GAU_OPTION_LIMIT(struct values, options.limit), .more = " (for people: 30)"},
    {GAU_OPTION_OUTPUT_FILE(struct values, output)},
    {0},
};

static int run(int argc, char **argv)
{
    struct values values = {0};
    struct gau_view_error error = {0};
    struct gau_changes_paths paths;
    const int status = gau_options_read(&gau_tool_history, argc, argv, &values, NULL);

    if (status != GAU_OPTIONS_READ)
        return status;
    if (!values.output) {
        const struct gau_hot_screen screen = gau_hot_screen_of(stdout);

        values.options.width = screen.width;
        values.options.unicode = screen.unicode;
    }
    paths = (struct gau_changes_paths){.items = (const char *const *)&argv[optind],
                                       .n = (size_t)(argc - optind)};
    gau_history_report(&paths, &values.options, values.output, &error);
    return gau_usage_view(&error);
}

const struct gau_command gau_tool_history = {
    .name = "history",
    .summary = "times and shares of branches over many results",
    .usage = "[OPTION...] DIR...",
    .about =
        "What each branch took in many results, such as those of releases: times per event and\n"
        "shares, the oldest result first. DIR is a result with a timer ('gaudit run --time -o "
        "DIR'),\n"
        "or a folder of results, which are taken in the order of their names.\n",
    .options = options,
    .notes = "exit status: 0 fine; 1 wrong usage, DIR is no result or has no timer; 5 a document\n"
             "cannot be read, or the report not be written\n",
    .operand = "a result folder",
    .least = 1,
    .most = INT_MAX,
    .run = run,
};
