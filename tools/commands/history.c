/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/comparison_options.h"

#include <limits.h>

struct values {
    struct gau_shown shown;
    bool by_start;
};

static const struct gau_option options[] = {
    {GAU_FLAG(struct values, by_start, "by-start", "order results by the time they were made")},
    GAU_SHOWN_ROWS(struct values, shown,
                   ": results; branches, tasks or functions; history (default of csv and json), a "
                   "row per result and branch, with seconds and all digits"),
    {0},
};

static int run(int argc, char **argv)
{
    struct values values = {0};
    int status = gau_options_read(&gau_tool_history, argc, argv, &values, NULL);

    if (status == GAU_OPTIONS_READ)
        status = gau_shown_check(&gau_tool_history, &values.shown, gau_history_tables);
    if (status == GAU_OPTIONS_READ) {
        const struct gau_comparison_request request = {
            .kind = GAU_HISTORY,
            .sides = {{(const char *const *)&argv[optind], (size_t)(argc - optind)}},
            .by_start = values.by_start};

        status = gau_shown_report(NULL, &request, &values.shown);
    }
    gau_argv_clear(&values.shown.filters);
    return status;
}

const struct gau_command gau_tool_history = {
    .name = "history",
    .summary = "shows times of branches, tasks and functions over many results",
    .usage = "[OPTION...] DIR...",
    .about =
        "Times of each branch, task or function in many results, such as those of releases, and\n"
        "whether the last differs from the others. DIR is a result with a timer or samples, or a\n"
        "folder of results, in the order of their names.\n",
    .options = options,
    .notes =
        "exit status: 0 success; 1 wrong usage, DIR is no result, or has no times; 5 a document\n"
        "cannot be read, or the report cannot be written\n",
    .operand = "a result folder",
    .least = 1,
    .most = INT_MAX,
    .takes_results = true,
    .run = run,
};
