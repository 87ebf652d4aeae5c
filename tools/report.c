/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"
#include "usage.h"

#include "report/views/views.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: gaudit report [OPTION...] VIEW DIR\n"
    "\n"
    "Shows a view of the result in the folder DIR, which 'gaudit run -o DIR' has made.\n"
    "\n"
    "views:\n"
    "  summary    what was run, where, and how it ended\n"
    "  timing     where the time went, branch by branch, and the books of the workers\n"
    "  counts     executions and decisions, branch by branch: the rates of a trigger\n"
    "  DOCUMENT   one document of DIR by its name, such as 'timer-Fast' or 'masses'\n"
    "\n"
    "options:\n"
    "  -f, --format FORMAT  text (default), csv, json or markdown. Units are those that suit "
    "text;\n"
    "                       csv and json have seconds, bytes ... with all digits, and hold one\n"
    "                       table: the first of the view, or that of --table\n"
    "      --sort KEY       timing: tree (default), self, total, calls, mean, max, name\n"
    "                       counts: tree, name, executed, accepted, rejected, failed, reused,\n"
    "                       skipped, rate\n"
    "      --table NAME     only this table: branches, first, books ...\n"
    "      --limit N        only the first N rows of a table\n"
    "      --all            also branches that were never called\n"
    "  -O, --output FILE    writes to FILE, which is replaced\n"
    "  -h, --help           prints this\n"
    "\n"
    "exit status: 0 fine; 1 wrong usage, no such view, DIR is not a result;\n"
    "5 a document cannot be read, or the view not be written\n";

static const char *const formats[] = {"text", "csv", "json", "markdown", NULL};

struct wishes {
    struct gau_view_options view;
    const char *output;
    bool help;
};

static bool read_limit(char **argv, const char *text, size_t *out)
{
    gau_error err = {0};
    unsigned long long value;
    char *rest;

    errno = 0;
    value = strtoull(text, &rest, 10);
    if (text[0] >= '0' && text[0] <= '9' && !*rest && errno == 0 && value > 0) {
        *out = (size_t)value;
        return true;
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "option '--limit': '%.*s' is not a number of rows from 1 on", GAU_QUOTE(text));
    gau_usage_wrong(argv, &err);
    return false;
}

static bool read_format(char **argv, const char *text, enum gau_table_format *out)
{
    const int choice = gau_usage_choice(argv, "--format", text, formats);

    return choice >= 0 && gau_table_format_find(out, formats[choice]);
}

static bool apply(struct wishes *wishes, char **argv, int code)
{
    switch (code) {
    case 'a': wishes->view.all = true; return true;
    case 'f': return read_format(argv, optarg, &wishes->view.format);
    case 'h': wishes->help = true; return true;
    case 'l': return read_limit(argv, optarg, &wishes->view.limit);
    case 'O': wishes->output = optarg; return true;
    case 's': wishes->view.sort = optarg; return true;
    case 't': wishes->view.table = optarg; return true;
    default: return false;
    }
}

static bool read_arguments(struct wishes *wishes, int argc, char **argv)
{
    static const struct option options[] = {
        {"all", no_argument, NULL, 'a'},          {"format", required_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},         {"limit", required_argument, NULL, 'l'},
        {"output", required_argument, NULL, 'O'}, {"sort", required_argument, NULL, 's'},
        {"table", required_argument, NULL, 't'},  {NULL, 0, NULL, 0},
    };
    int code;

    while (!wishes->help && (code = gau_usage_option(argc, argv, "f:O:h", options)) != -1)
        if (!apply(wishes, argv, code))
            return false;
    return wishes->help || gau_usage_operands(argc, argv, 2, 2, "a view, or a result folder,");
}

int gau_tool_report(int argc, char **argv)
{
    struct wishes wishes = {0};
    struct gau_view_error error = {0};

    if (!read_arguments(&wishes, argc, argv))
        return GAU_EXIT_USAGE;
    if (wishes.help) {
        fputs(help, stdout);
        return GAU_EXIT_OK;
    }
    gau_view_folder(argv[optind + 1], argv[optind], &wishes.view, wishes.output, &error);
    if (error.status != GAU_VIEW_OK) {
        fprintf(stderr, "gaudit: %s\n", error.message);
        clearerr(stdout); /* has been reported */
    }
    return (int)error.status;
}
