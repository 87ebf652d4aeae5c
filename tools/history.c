/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"
#include "usage.h"

#include "report/changes/changes.h"
#include "report/hotspots/hotspots.h"

#include <stdio.h>

static const char help[] =
    "usage: gaudit history [OPTION...] DIR...\n"
    "\n"
    "What each branch took in many results, such as those of releases: times per event and "
    "shares,\n"
    "the oldest result first. DIR is a result with a timer ('gaudit run --time -o DIR'), or a\n"
    "folder of results, which are taken in the order of their names.\n"
    "\n"
    "  -f, --format FORMAT  text (default), csv, json or markdown; csv and json have a row per\n"
    "                       result and branch, with seconds and all digits\n"
    "      --by-start       order results by the time they were made\n"
    "      --table NAME     only this table: results, branches\n"
    "      --limit N        only the first N branches (text and markdown: 30)\n"
    "  -O, --output FILE    writes to FILE, which is replaced\n"
    "  -h, --help           prints this\n"
    "\n"
    "exit status: 0 fine; 1 wrong usage, DIR is no result or has no timer; 5 a document cannot be\n"
    "read, or the report not be written\n";

struct wishes {
    struct gau_changes_options options;
    const char *output;
    bool help;
};

static bool apply(struct wishes *wishes, char **argv, int code)
{
    static const char *const formats[] = {"text", "csv", "json", "markdown", NULL};
    int format;

    switch (code) {
    case 'f':
        format = gau_usage_choice(argv, "--format", optarg, formats);
        return format >= 0 && gau_table_format_find(&wishes->options.format, formats[format]);
    case 'h': return wishes->help = true;
    case 'l':
        return gau_usage_count(argv, "--limit", optarg, "number of rows", &wishes->options.limit);
    case 'O': wishes->output = optarg; return true;
    case 's': return wishes->options.by_start = true;
    case 't': wishes->options.table = optarg; return true;
    default: return false;
    }
}

static bool read_options(struct wishes *wishes, int argc, char **argv)
{
    static const struct option options[] = {
        {"by-start", no_argument, NULL, 's'},
        {"format", required_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},
        {"limit", required_argument, NULL, 'l'},
        {"output", required_argument, NULL, 'O'},
        {"table", required_argument, NULL, 't'},
        {NULL, 0, NULL, 0},
    };
    int code;

    while (!wishes->help && (code = gau_usage_option(argc, argv, "f:O:h", options)) != -1)
        if (!apply(wishes, argv, code))
            return false;
    return true;
}

int gau_tool_history(int argc, char **argv)
{
    struct wishes wishes = {0};
    struct gau_view_error error = {0};
    struct gau_changes_paths paths;

    if (!read_options(&wishes, argc, argv))
        return GAU_EXIT_USAGE;
    if (wishes.help)
        return fputs(help, stdout) < 0 ? GAU_EXIT_RESULTS : GAU_EXIT_OK;
    if (!gau_usage_operands(argc, argv, 1, argc, "a result folder"))
        return GAU_EXIT_USAGE;
    if (!wishes.output) {
        const struct gau_hot_screen screen = gau_hot_screen_of(stdout);

        wishes.options.width = screen.width;
        wishes.options.unicode = screen.unicode;
    }
    paths = (struct gau_changes_paths){.items = (const char *const *)&argv[optind],
                                       .n = (size_t)(argc - optind)};
    if (gau_history_report(&paths, &wishes.options, wishes.output, &error) != GAU_VIEW_OK) {
        fprintf(stderr, "gaudit: %s\n", error.message);
        clearerr(stdout); /* has been reported */
    }
    return (int)error.status;
}
