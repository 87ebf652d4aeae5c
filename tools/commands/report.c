/* SPDX-License-Identifier: Apache-2.0 */
#include "picture_file.h"
#include "report_request.h"

#include "tools/common/command_functions.h"
#include "tools/common/terminal.h"
#include "tools/common/usage.h"

#include "documents/document.h"
#include "report/charts/chart.h"

#include <limits.h>
#include <string.h>

/* --- reporting ----------------------------------------------------------------------------- */

static void report_samples(struct gau_report_request *request, gau_error *error)
{
    if (!request->output) {
        const struct gau_terminal terminal = gau_terminal_of(stdout);

        request->view.width = terminal.width;
        request->view.unicode = terminal.unicode;
    }
    gau_hotspots_report(request->folder, request->hot_view, &request->view, request->output, error);
}

static gau_status write_timeline(const void *picture, const char *output, gau_error *error)
{
    const struct gau_report_request *const request = picture;

    return gau_timeline_report(&request->logs, &request->view, output, error);
}

static gau_status write_chart(const void *picture, const char *output, gau_error *error)
{
    const struct gau_report_request *const request = picture;
    const bool pie = strcmp(request->name, "pie") == 0;

    return gau_chart_report(request->folder, pie ? GAU_CHART_PIE : GAU_CHART_BARS, &request->view,
                            output, error);
}

static void report_documents(struct gau_report_request *request, gau_error *error)
{
    static const char *names[32]; /* the last stays NULL */

    names[0] = "timeline";
    names[1] = "pie";
    names[2] = "bars";
    for (size_t i = 0; i + 4 < sizeof names / sizeof *names && gau_hotspots_views[i].name; i++)
        names[i + 3] = gau_hotspots_views[i].name;
    request->view.more = names;
    request->view.add = gau_hotspots_add_sampling;
    gau_view_folder(request->folder, request->name, &request->view, request->output, error);
    if (request->failed_checks > 0) /* and were printed */
        gau_fail_first(error, GAU_ERR_IO,
                       "%.*s: the time accounting does not add up: %zu check%s failed",
                       GAU_QUOTE(request->folder), request->failed_checks,
                       request->failed_checks == 1 ? "" : "s");
}

static int run(int argc, char **argv)
{
    struct gau_report_request request;
    gau_error error = {0};
    int status = gau_report_read(&request, &gau_tool_report, argc, argv);

    if (status == GAU_OPTIONS_READ) {
        if (request.kind == GAU_REPORT_SAMPLES)
            report_samples(&request, &error);
        else if (request.kind == GAU_REPORT_TIMELINE || request.kind == GAU_REPORT_CHART)
            gau_picture_put(request.kind == GAU_REPORT_CHART ? write_chart : write_timeline,
                            &request, request.output, &error);
        else
            report_documents(&request, &error);
        status = gau_usage_exit(&error);
    }
    gau_argv_clear(&request.filters);
    return status;
}

const struct gau_command gau_tool_report = {
    .name = "report",
    .summary = "shows views of a result: where the time went, rates, a summary",
    .usage = "[OPTION...] DIR\n"
             "[OPTION...] VIEW [FUNCTION] DIR\n"
             "[OPTION...] timeline DIR...",
    .about =
        "Shows a view of the result in the folder DIR, which 'gaudit run -o DIR', 'gaudit "
        "profile'\n"
        "or 'gaudit collect' has made; without VIEW, its summary. VIEW may also follow DIR.\n"
        "If both are folders, the first name of a view is the view: write ./NAME for such a "
        "folder.\n"
        "\n"
        "views of what was counted:\n"
        "  summary    what was run, where, and how it ended\n"
        "  timing     where the time went, branch by branch, and the loop times of the workers\n"
        "  graph      the sections as MOOSE's PerfGraph prints them\n"
        "  counts     executions and decisions, branch by branch: the rates of a trigger\n"
        "  DOCUMENT   one document of DIR by its name, such as 'timer-Fast' or 'masses'\n"
        "\n"
        "views of samples:\n"
        "  hotspots   the CPU time by task and function, or by other keys, with its error\n"
        "  top-down   the tree of calls, from the outermost caller on\n"
        "  callers FUNCTION\n"
        "             the callers of a function, with the time spent on behalf of each\n"
        "  lines FUNCTION\n"
        "             the source lines of a function with their time\n"
        "  modules, threads, tasks\n"
        "             each with its time and other properties\n"
        "  dependencies\n"
        "             calls between modules\n"
        "\n"
        "pictures, as SVG, or as PNG with -O FILE.png, which needs rsvg-convert:\n"
        "  pie, bars  shares of groups, of samples or else the timer; bars with their errors\n"
        "  timeline   what ran when: a row per depth, of the time log in DIR, which\n"
        "             TimeLogAuditor writes, or of one time log instead of DIR; several are\n"
        "             drawn below each other\n",
    .options = gau_report_options,
    .notes = "exit status: 0 success; 1 wrong usage, no such view, DIR is not a result, or has no\n"
             "samples; 5 a document cannot be read, or the view cannot be written\n",
    .operand = "a view, or a result folder,",
    .least = 1,
    .most = INT_MAX, /* of timeline; gau_report_read() counts the others */
    .run = run,
};
