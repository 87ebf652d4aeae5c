/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include "tools/tools.h"
#include "tools/usage.h"

#include "report/hotspots/hotspots.h"
#include "report/views/document.h"

static void report_samples(struct gau_report_wishes *wishes, struct gau_view_error *error)
{
    wishes->hot.format = wishes->format->hot;
    wishes->hot.sort = wishes->view.sort;
    wishes->hot.limit = wishes->view.limit;
    if (!wishes->output)
        wishes->hot.screen = gau_hot_screen_of(stdout);
    gau_hot_report(wishes->folder, wishes->hot_view, &wishes->hot, wishes->output, error);
}

static void report_documents(struct gau_report_wishes *wishes, struct gau_view_error *error)
{
    static const char *names[32]; /* the last stays NULL */

    if (!gau_table_format_find(&wishes->view.format, wishes->format->name))
        wishes->view.graph.json = true;
    if (wishes->hot.excel)
        wishes->view.format = GAU_TABLE_EXCEL;
    names[0] = "timeline";
    for (size_t i = 0; i + 2 < sizeof names / sizeof *names && gau_hot_views[i].name; i++)
        names[i + 1] = gau_hot_views[i].name;
    wishes->view.more = names;
    wishes->view.add = gau_hot_add_sampling;
    gau_view_folder(wishes->folder, wishes->name, &wishes->view, wishes->output, error);
    if (wishes->failed_checks > 0) /* and have been shown */
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: the books do not close: %zu check%s failed",
                      GAU_VIEW_QUOTE(wishes->folder), wishes->failed_checks,
                      wishes->failed_checks == 1 ? "" : "s");
}

static int run(int argc, char **argv)
{
    struct gau_report_wishes wishes;
    struct gau_view_error error = {0};
    int status = gau_report_wishes_read(&wishes, argc, argv);

    if (status == GAU_OPTIONS_READ) {
        if (wishes.kind == GAU_REPORT_SAMPLES)
            report_samples(&wishes, &error);
        else if (wishes.kind == GAU_REPORT_TIMELINE)
            gau_timeline_report(wishes.folder, &wishes.timeline, wishes.output, &error);
        else
            report_documents(&wishes, &error);
        status = gau_usage_view(&error);
    }
    gau_report_wishes_clear(&wishes);
    return status;
}

const struct gau_command gau_tool_report = {
    .name = "report",
    .summary = "views of a result: where the time went, rates, a summary",
    .usage = "[OPTION...] DIR\n"
             "[OPTION...] VIEW [FUNCTION] DIR",
    .about =
        "Shows a view of the result in the folder DIR, which 'gaudit run -o DIR', 'gaudit "
        "profile'\n"
        "or 'gaudit collect' has made. Without VIEW: summary. VIEW may also stand behind DIR.\n"
        "If both are folders, the first name of a view is the view: write ./NAME for such a "
        "folder.\n"
        "\n"
        "views of what was counted:\n"
        "  summary    what was run, where, and how it ended\n"
        "  timing     where the time went, branch by branch, and the books of the workers\n"
        "  graph      the sections as MOOSE's PerfGraph prints them\n"
        "  counts     executions and decisions, branch by branch: the rates of a trigger\n"
        "  DOCUMENT   one document of DIR by its name, such as 'timer-Fast' or 'masses'\n"
        "\n"
        "views of samples:\n"
        "  hotspots   the CPU time by task and function, or by other keys, with its error\n"
        "  top-down   the tree of calls, from the outermost caller on\n"
        "  callers FUNCTION\n"
        "             who calls a function, and on whose account it takes its time\n"
        "  lines FUNCTION\n"
        "             the source lines of a function with their time\n"
        "  modules, threads, tasks\n"
        "             each with its time and what else is known of it\n"
        "  dependencies\n"
        "             calls between modules\n"
        "\n"
        "a picture:\n"
        "  timeline   what ran when: a row per depth, as SVG, of the time log in DIR, which\n"
        "             TimeLogAuditor writes, or of one time log instead of DIR\n",
    .options = gau_report_options,
    .notes = "exit status: 0 fine; 1 wrong usage, no such view, DIR is not a result, or has no\n"
             "samples; 5 a document cannot be read, or the view not be written\n",
    .operand = "a view, or a result folder,",
    .least = 1,
    .most = 3,
    .run = run,
};
