/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"
#include "usage.h"

#include "report/agreement/agreement.h"
#include "report/views/document.h"

#include <stdio.h>

static const char help[] =
    "usage: gaudit compare [OPTION...] DIR\n"
    "       gaudit compare [OPTION...] TIMER_DIR SAMPLED_DIR\n"
    "\n"
    "Timer against samples: the shares that branches have of the time in the event loop, with the\n"
    "error of sampling, and whether both are at one. DIR is the result of a run with both, such "
    "as\n"
    "\n"
    "    gaudit profile JOB.xml --time -s TimerAuditor.CpuTime=true -o DIR\n"
    "\n"
    "of two folders one is of a run with a timer only, and the other of one with samples only.\n"
    "\n"
    "options:\n"
    "  -f, --format FORMAT  text (default), csv, json, markdown, latex; csv and json hold one\n"
    "                       table: shares, or that of --table\n"
    "      --table NAME     only this table: shares; relative, to the largest branch; test, the\n"
    "                       numbers of the verdict\n"
    "      --limit N        only the first N rows of a table (relative: 5)\n"
    "  -O, --output FILE    writes to FILE, which is replaced\n"
    "  -h, --help           prints this\n"
    "\n"
    "exit status: 0 fine, whether they agree or not; 1 wrong usage, or DIR does not hold what is\n"
    "compared; 5 it cannot be read, or the comparison not be written\n";

struct wishes {
    struct gau_view_options view;
    const char *output;
    bool help;
};

static bool apply(struct wishes *wishes, char **argv, int code)
{
    static const char *const formats[] = {"text", "csv", "json", "markdown", "latex", NULL};
    int format;

    switch (code) {
    case 'f':
        format = gau_usage_choice(argv, "--format", optarg, formats);
        return format >= 0 && gau_table_format_find(&wishes->view.format, formats[format]);
    case 'h': return wishes->help = true;
    case 'l':
        return gau_usage_count(argv, "--limit", optarg, "number of rows", &wishes->view.limit);
    case 'O': wishes->output = optarg; return true;
    case 't': wishes->view.table = optarg; return true;
    default: return false;
    }
}

static bool read_options(struct wishes *wishes, int argc, char **argv)
{
    static const struct option options[] = {
        {"format", required_argument, NULL, 'f'}, {"help", no_argument, NULL, 'h'},
        {"limit", required_argument, NULL, 'l'},  {"output", required_argument, NULL, 'O'},
        {"table", required_argument, NULL, 't'},  {NULL, 0, NULL, 0},
    };
    int code;

    while (!wishes->help && (code = gau_usage_option(argc, argv, "f:O:h", options)) != -1)
        if (!apply(wishes, argv, code))
            return false;
    return wishes->help || gau_usage_operands(argc, argv, 1, 2, "a result folder");
}

/* Of two folders one has the timer, and the other the samples. */
static bool order(const char *folders[2], char **operands)
{
    const struct gau_agreement_has first = gau_agreement_has(operands[0]);
    const struct gau_agreement_has second = gau_agreement_has(operands[1]);
    const bool turned = first.samples && !first.timer && second.timer && !second.samples;

    folders[0] = operands[turned ? 1 : 0];
    folders[1] = operands[turned ? 0 : 1];
    return turned || (first.timer && !first.samples && second.samples && !second.timer);
}

static int compare(const struct wishes *wishes, int n, char **operands)
{
    const char *folders[2] = {operands[0], operands[0]};
    struct gau_view_error error = {0};

    if (n == 2 && !order(folders, operands))
        gau_view_fail(&error, GAU_VIEW_USAGE,
                      "of two folders one has a timer only, and the other samples only: not so "
                      "'%.*s' and '%.*s'",
                      GAU_VIEW_QUOTE(operands[0]), GAU_VIEW_QUOTE(operands[1]));
    else
        gau_agreement_report(folders[0], folders[1], &wishes->view, wishes->output, &error);
    if (error.status == GAU_VIEW_OK)
        return GAU_EXIT_OK;
    fprintf(stderr, "gaudit: %s\n", error.message);
    return (int)error.status;
}

int gau_tool_compare(int argc, char **argv)
{
    struct wishes wishes = {0};

    if (!read_options(&wishes, argc, argv))
        return GAU_EXIT_USAGE;
    if (wishes.help)
        return fputs(help, stdout) < 0 ? GAU_EXIT_RESULTS : GAU_EXIT_OK;
    return compare(&wishes, argc - optind, argv + optind);
}
