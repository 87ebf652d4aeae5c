/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISDIR() */
#include "report_request.h"

#include "tools/common/command_functions.h"
#include "tools/common/usage.h"

#include "documents/branch_key.h"
#include "documents/document.h"
#include "documents/graph/performance_graph.h"

#include <string.h>
#include <sys/stat.h>

/* Numbers of formats: those of tables, exports of samples, and exports of graphs. */
#define ONE(...) +1
#define NAME(name, ...) #name,
#define HELP_SAMPLES(name, what, keys) "; " #name ", of " what
#define HELP_KEY(key, value) ", " #key
#define HELP_GRAPH(name, what) "; " #name ", of " what

enum {
    FIRST_OF_SAMPLES = GAU_TABLE_EXCEL,
    FIRST_OF_GRAPH = FIRST_OF_SAMPLES GAU_HOTSPOTS_EXPORTS(ONE)
};

static const char *const formats[] = {GAU_TABLE_FORMATS(GAU_TABLE_FORMAT_NAME)
                                          GAU_HOTSPOTS_EXPORTS(NAME) GAU_GRAPH_EXPORTS(NAME) NULL};

/* --- options ------------------------------------------------------------------------------- */

static gau_status read_delimiter(void *to, const char *text, const struct gau_option *option,
                                 gau_error *err)
{
    (void)option;
    return gau_hotspots_delimiter_read(to, text, err) ? GAU_OK : err->status;
}

static gau_status read_level(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    GAU_TRY(gau_read_number(to, text, option, err));
    ++*(size_t *)to;
    return GAU_OK;
}

const struct gau_option gau_report_options[] = {
    {GAU_OPTION_FORMAT_OF(struct gau_report_request, format), .help = "",
     .more = "; data formats hold one table" GAU_HOTSPOTS_EXPORTS(HELP_SAMPLES)
         GAU_GRAPH_EXPORTS(HELP_GRAPH),
     .read = gau_read_choice, .choices = formats, .views = GAU_REPORT_TABLES},
    {GAU_OPTION_EXCEL(struct gau_report_request, csv), .views = GAU_REPORT_TABLES},
    {GAU_OPTION_SORT(struct gau_report_request, view.sort),
     .more = "; timing: tree (default)" GAU_TIMING_SORT_KEYS(
         HELP_KEY) ", name; counts: tree, name" GAU_COUNTS_SORT_KEYS(HELP_KEY) "; hotspots, "
                                                                               "top-down, modules, "
                                                                               "threads, tasks: "
                                                                               "time (default), "
                                                                               "samples, error, "
                                                                               "name",
     .views = GAU_REPORT_SAMPLES | GAU_REPORT_DOCUMENTS},
    {GAU_OPTION_GROUP_BY(struct gau_report_request, view.group_by),
     .more = "; of samples also others, outermost first: task, function, module, source-file, "
             "source-line, thread, process, callstack (task,function; pie, bars: algorithm)",
     .views = GAU_REPORT_SAMPLES | GAU_REPORT_DOCUMENTS | GAU_REPORT_CHART},
    {GAU_OPTION_RELATIVE_TO(struct gau_report_request, view.relative_to),
     .views = GAU_REPORT_SAMPLES | GAU_REPORT_DOCUMENTS | GAU_REPORT_CHART},
    {GAU_OPTION_TABLE(struct gau_report_request, view.table),
     .more = ": branches, warm_up, loop_times ...",
     .views = GAU_REPORT_DOCUMENTS | GAU_REPORT_GRAPH},
    {GAU_OPTION_LIMIT(struct gau_report_request, view.limit),
     .more = "; of samples: of each group, with the rest as one row; pie: 9, bars: 15",
     .views = GAU_REPORT_SAMPLES | GAU_REPORT_DOCUMENTS | GAU_REPORT_CHART},
    {GAU_OPTION_ALL(struct gau_report_request, view.all),
     .more = ": branches that were never called", .views = GAU_REPORT_DOCUMENTS},
    {GAU_FLAG(struct gau_report_request, validate, "validate",
              "timing: check the times instead of showing them; status 5 if they cannot be true"),
     .views = GAU_REPORT_DOCUMENTS},
    {GAU_OPTION_OUTPUT_FILE(struct gau_report_request, output), .views = GAU_REPORT_ALL},
    {.help = "options of graph:"},
    {GAU_VALUE(struct gau_report_request, view.graph.levels, "level", "N", read_level,
               "sections up to this level, from 0, the root alone, to 6 (1; of csv and json all)"),
     .most = 6, .views = GAU_REPORT_GRAPH},
    {GAU_FLAG(struct gau_report_request, view.graph.heaviest_branch, "heaviest-branch",
              "also the branch with most of the time"),
     .views = GAU_REPORT_GRAPH},
    {GAU_VALUE(struct gau_report_request, view.graph.heaviest_sections, "heaviest-sections", "N",
               gau_read_number, "also the N sections with most of the time"),
     .least = 1, .views = GAU_REPORT_GRAPH},
    {.help = "options of timeline:"},
    {GAU_VALUE(struct gau_report_request, view.timeline.max_depth, "max-depth", "N",
               gau_read_number, "only entries down to this depth"),
     .least = 1, .views = GAU_REPORT_TIMELINE},
    {GAU_VALUE(struct gau_report_request, view.timeline.event, "event", "N", gau_read_number,
               "only event N and what is in it"),
     .least = 1, .views = GAU_REPORT_TIMELINE},
    {GAU_VALUE(struct gau_report_request, view.timeline.children_of, "children-of", "LABEL|ID",
               gau_read_text,
               "only what is in the first entry of that label, or in the entry with that id"),
     .views = GAU_REPORT_TIMELINE},
    {.help = "options of views of samples; timeline has the first, too:"},
    {GAU_VALUE(struct gau_report_request, view.time_filter, "time-filter", "FROM:TO", gau_read_text,
               "only these seconds since the start of the run, or of the log, such as 1.5:20"),
     .views = GAU_REPORT_SAMPLES | GAU_REPORT_TIMELINE | GAU_REPORT_CHART},
    {GAU_OPTION_FILTER(struct gau_report_request, filters),
     .views = GAU_REPORT_SAMPLES | GAU_REPORT_CHART},
    {GAU_VALUE(struct gau_report_request, view.delimiter, "csv-delimiter",
               "comma|tab|semicolon|colon|STRING", read_delimiter,
               "between the columns of csv (comma)"),
     .views = GAU_REPORT_SAMPLES},
    {GAU_FLAG(struct gau_report_request, view.debuginfod, "debuginfod",
              "get debug information from the servers in $DEBUGINFOD_URLS"),
     .views = GAU_REPORT_SAMPLES},
    {0},
};

/* --- the view and the folder --------------------------------------------------------------- */

/* The kind of a view by its name; 0 if it may be a document. */
static unsigned kind_of(const char *name)
{
    if (gau_hotspots_view_find(name))
        return GAU_REPORT_SAMPLES;
    if (strcmp(name, "timeline") == 0)
        return GAU_REPORT_TIMELINE;
    if (strcmp(name, "pie") == 0 || strcmp(name, "bars") == 0)
        return GAU_REPORT_CHART;
    if (gau_document_is(name, "graph"))
        return GAU_REPORT_GRAPH;
    return gau_view_is_known(name) ? GAU_REPORT_DOCUMENTS : 0;
}

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool needs_function(const char *name)
{
    const struct gau_hotspots_view *const view = gau_hotspots_view_find(name);

    return view && view->takes & GAU_HOTSPOTS_TAKES_SUBJECT;
}

/* True if the view follows the folder. If both could be the folder, the first that could be a view
 * is the view. */
static bool is_turned(int n, char **operands)
{
    const bool first = is_folder(operands[0]), second = n > 1 && is_folder(operands[1]);

    if (n != 2)
        return n > 2 && !needs_function(operands[0]);
    if (first != second)
        return first;
    return !kind_of(operands[0]) && kind_of(operands[1]);
}

/* "timeline DIR DIR...", as the first word of several. */
static bool takes_many(int n, char **operands)
{
    return n > 2 && kind_of(operands[0]) == GAU_REPORT_TIMELINE;
}

/* VIEW [FUNCTION] DIR, DIR VIEW [FUNCTION], timeline DIR..., or DIR. */
static int read_operands(struct gau_report_request *request, int n, char **operands)
{
    const bool alone = n == 1 && (!kind_of(operands[0]) || is_folder(operands[0]));
    const bool many = takes_many(n, operands), turned = !many && is_turned(n, operands);
    int needed;

    request->name = alone ? "summary" : operands[turned];
    request->hot_view = gau_hotspots_view_find(request->name);
    request->kind = kind_of(request->name);
    if (!request->kind)
        request->kind = GAU_REPORT_DOCUMENTS;
    needed = alone ? 1 : many ? n : needs_function(request->name) ? 3 : 2;
    if (n < needed)
        return gau_options_wrong(request->command, "%s is missing",
                                 needed == 3 ? "a function, or a result folder,"
                                             : "a result folder");
    if (n > needed)
        return gau_options_wrong(request->command, "unexpected argument '%.*s'",
                                 GAU_QUOTE(operands[needed]));
    request->folder = operands[turned ? 0 : needed - 1];
    if (request->kind == GAU_REPORT_TIMELINE) {
        request->logs =
            (struct gau_timeline_sources){(const char *const *)operands + (turned ? 0 : 1),
                                          (size_t)n - 1};
        return GAU_OPTIONS_READ;
    }
    if (needed == 3)
        request->view.subject = operands[turned ? 2 : 1];
    return GAU_OPTIONS_READ;
}

/* --- what goes together -------------------------------------------------------------------- */

static int refuse(const struct gau_report_request *request, const char *option, const char *value)
{
    return gau_options_wrong(request->command, "the view '%.*s' takes no --%s%s",
                             GAU_QUOTE(request->name), option, value);
}

static unsigned views_of(int format)
{
    if (format == GAU_TABLE_TEXT)
        return GAU_REPORT_ALL;
    return format < FIRST_OF_SAMPLES ? GAU_REPORT_TABLES
           : format < FIRST_OF_GRAPH ? GAU_REPORT_SAMPLES
                                     : GAU_REPORT_GRAPH;
}

static bool is_timing(const struct gau_report_request *request)
{
    return gau_document_is(request->name, "timing") || gau_document_is(request->name, "timer");
}

static int check(const struct gau_report_request *request, uint64_t given)
{
    for (size_t i = 0; gau_report_options[i].help; i++)
        if (given >> i & 1 && !(gau_report_options[i].views & request->kind))
            return refuse(request, gau_report_options[i].name, "");
    if (!(views_of(request->format) & request->kind))
        return refuse(request, "format ", formats[request->format]);
    if (request->kind == GAU_REPORT_DOCUMENTS && !is_timing(request) &&
        (request->validate || request->view.group_by || request->view.relative_to))
        return refuse(request,
                      request->validate        ? "validate"
                      : request->view.group_by ? "group-by"
                                               : "relative-to",
                      "");
    if (request->csv == GAU_TABLE_EXCEL && request->format != GAU_TABLE_CSV)
        return gau_options_wrong(request->command, "--excel needs --format csv");
    return GAU_OPTIONS_READ;
}

static void set_format(struct gau_report_request *request)
{
    const int format = request->format;

    if (format >= FIRST_OF_GRAPH)
        request->view.graph.export = &gau_graph_exports[format - FIRST_OF_GRAPH];
    else if (format >= FIRST_OF_SAMPLES)
        request->view.export = &gau_hotspots_exports[format - FIRST_OF_SAMPLES];
    else
        request->view.format =
            request->csv == GAU_TABLE_EXCEL ? GAU_TABLE_EXCEL : (enum gau_table_format)format;
}

int gau_report_read(struct gau_report_request *request, const struct gau_command *command, int argc,
                    char **argv)
{
    struct gau_options_given given = {0};
    int status;

    *request = (struct gau_report_request){.command = command};
    status = gau_options_read(request->command, argc, argv, request, &given);
    if (status == GAU_OPTIONS_READ)
        status = read_operands(request, argc - optind, argv + optind);
    if (status != GAU_OPTIONS_READ)
        return status;
    if (request->csv == GAU_TABLE_EXCEL && request->format == GAU_TABLE_TEXT) /* or by default */
        request->format = GAU_TABLE_CSV;
    set_format(request);
    if (request->validate)
        request->view.failed_checks = &request->failed_checks;
    request->view.filters = (const char *const *)request->filters.texts;
    request->view.filter_count = request->filters.count;
    return check(request, given.rows);
}
