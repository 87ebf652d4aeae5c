/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include "tools/tools.h"
#include "tools/usage.h"

#include "report/hotspots/views.h"
#include "report/views/document.h"

#include <stdio.h>
#include <string.h>

static int report_samples(struct gau_report_wishes *wishes, const struct gau_hot_view *view,
                          int argc, char **argv, struct gau_view_error *error)
{
    const bool subject = view->takes & GAU_HOT_TAKES_SUBJECT;
    const int operands = subject ? 3 : 2;

    if (!gau_usage_operands(argc, argv, operands, operands,
                            subject ? "a function, or a result folder," : "a result folder"))
        return GAU_EXIT_USAGE;
    if (!gau_report_wishes_suit(wishes, argv, GAU_REPORT_SAMPLES))
        return GAU_EXIT_USAGE;
    wishes->hot.subject = subject ? argv[optind + 1] : NULL;
    wishes->hot.format = wishes->format->hot;
    wishes->hot.sort = wishes->view.sort;
    wishes->hot.limit = wishes->view.limit;
    if (!wishes->output)
        wishes->hot.screen = gau_hot_screen_of(stdout);
    return (int)gau_hot_report(argv[optind + operands - 1], view, &wishes->hot, wishes->output,
                               error);
}

static int report_timeline(const struct gau_report_wishes *wishes, int argc, char **argv,
                           struct gau_view_error *error)
{
    if (!gau_usage_operands(argc, argv, 2, 2, "a result folder, or a time log,") ||
        !gau_report_wishes_suit(wishes, argv, GAU_REPORT_TIMELINE))
        return GAU_EXIT_USAGE;
    return (int)gau_timeline_report(argv[optind + 1], &wishes->timeline, wishes->output, error);
}

/* "graph", or "graph-" and the name of a timer. */
static bool is_graph(const char *view)
{
    return strncmp(view, "graph", 5) == 0 && (!view[5] || view[5] == '-');
}

/* "timing", or one timer. */
static bool is_timing(const char *view)
{
    return strncmp(view, "timing", 6) == 0 || strncmp(view, "timer", 5) == 0;
}

static int refuse_check(char **argv)
{
    gau_error err = {0};

    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "the view '%.*s' takes no --check",
                  GAU_QUOTE(argv[optind]));
    return gau_usage_wrong(argv, &err);
}

/* What was checked has been shown. */
static void tell_failed(const struct gau_report_wishes *wishes, const char *folder,
                        struct gau_view_error *error)
{
    if (wishes->failed_checks > 0)
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: the books do not close: %zu check%s failed",
                      GAU_VIEW_QUOTE(folder), wishes->failed_checks,
                      wishes->failed_checks == 1 ? "" : "s");
}

static int report_documents(struct gau_report_wishes *wishes, int argc, char **argv,
                            struct gau_view_error *error)
{
    static const char *names[32]; /* the last stays NULL */

    if (!gau_usage_operands(argc, argv, 2, 2, "a view, or a result folder,"))
        return GAU_EXIT_USAGE;
    if (!gau_report_wishes_suit(wishes, argv,
                                is_graph(argv[optind]) ? GAU_REPORT_GRAPH : GAU_REPORT_DOCUMENTS))
        return GAU_EXIT_USAGE;
    if (wishes->view.failed_checks && !is_timing(argv[optind]))
        return refuse_check(argv);
    if (!gau_table_format_find(&wishes->view.format, wishes->format->name))
        wishes->view.graph.json = true;
    if (wishes->hot.excel)
        wishes->view.format = GAU_TABLE_EXCEL;
    names[0] = "timeline";
    for (size_t i = 0; i + 2 < sizeof names / sizeof *names && gau_hot_views[i].name; i++)
        names[i + 1] = gau_hot_views[i].name;
    wishes->view.more = names;
    wishes->view.add = gau_hot_add_sampling;
    gau_view_folder(argv[optind + 1], argv[optind], &wishes->view, wishes->output, error);
    tell_failed(wishes, argv[optind + 1], error);
    return (int)error->status;
}

static int report(struct gau_report_wishes *wishes, int argc, char **argv)
{
    const struct gau_hot_view *const view = optind < argc ? gau_hot_view_find(argv[optind]) : NULL;
    struct gau_view_error error = {0};
    int status;

    if (view)
        status = report_samples(wishes, view, argc, argv, &error);
    else if (optind < argc && strcmp(argv[optind], "timeline") == 0)
        status = report_timeline(wishes, argc, argv, &error);
    else
        status = report_documents(wishes, argc, argv, &error);
    if (error.status != GAU_VIEW_OK) {
        fprintf(stderr, "gaudit: %s\n", error.message);
        clearerr(stdout); /* has been reported */
    }
    return status;
}

int gau_tool_report(int argc, char **argv)
{
    struct gau_report_wishes wishes;
    int status = GAU_EXIT_USAGE;

    if (gau_report_wishes_read(&wishes, argc, argv)) {
        if (wishes.help)
            status = gau_report_help() ? GAU_EXIT_OK : GAU_EXIT_RESULTS;
        else if (wishes.filters.no_memory)
            status = gau_usage_no_memory("the filters");
        else
            status = report(&wishes, argc, argv);
    }
    gau_report_wishes_clear(&wishes);
    return status;
}
