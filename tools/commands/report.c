/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISDIR() */
#include "timeline_png.h"

#include "tools/common/command_functions.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include "report/documents/branch_key.h"
#include "report/documents/document.h"
#include "report/graph/performance_graph.h"
#include "report/hotspots/hotspots.h"
#include "report/timeline/timeline.h"
#include "report/views/views.h"

#include <string.h>
#include <sys/stat.h>

/* Kinds of views; each option and format lists those that accept it. */
enum {
    SAMPLES = 1,
    DOCUMENTS = 2,
    GRAPH = 4,
    TIMELINE = 8,
    TABLES = SAMPLES | DOCUMENTS | GRAPH,
    ALL = TABLES | TIMELINE
};

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

/* Texts are borrowed from the arguments. */
struct request {
    const char *name, *folder; /* of the view, and of the result */
    const struct gau_hotspots_view *hot_view;
    unsigned kind; /* of the view */
    struct gau_view_options view;
    struct gau_hotspots_options hot;
    struct gau_timeline_options timeline;
    struct gau_timeline_sources logs;
    struct gau_argv filters;
    enum gau_table_format csv; /* GAU_TABLE_EXCEL with --excel */
    int format;                /* of all formats */
    const char *time_filter, *group_by, *output;
    bool validate;
    size_t failed_checks;
};

/* --- options ------------------------------------------------------------------------------- */

static gau_status read_delimiter(void *to, const char *text, const struct gau_option *option,
                                 gau_error *err)
{
    struct gau_view_error error = {0};

    (void)option;
    return gau_hotspots_delimiter_read(to, text, &error)
               ? GAU_OK
               : gau_fail(err, GAU_ERR_USAGE, "%s", error.message);
}

static gau_status read_level(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    GAU_TRY(gau_read_number(to, text, option, err));
    *(size_t *)to += *(size_t *)to < SIZE_MAX;
    return GAU_OK;
}

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT_OF(struct request, format), .help = "",
     .more = "; data formats hold one table" GAU_HOTSPOTS_EXPORTS(HELP_SAMPLES)
         GAU_GRAPH_EXPORTS(HELP_GRAPH),
     .read = gau_read_choice, .choices = formats, .views = TABLES},
    {GAU_OPTION_EXCEL(struct request, csv), .views = TABLES},
    {GAU_OPTION_SORT(struct request, view.sort),
     .more = "; timing: tree (default)" GAU_TIMING_SORT_KEYS(
         HELP_KEY) ", name; counts: tree, name" GAU_COUNTS_SORT_KEYS(HELP_KEY) "; hotspots, "
                                                                               "top-down, modules, "
                                                                               "threads, tasks: "
                                                                               "time (default), "
                                                                               "samples, error, "
                                                                               "name",
     .views = SAMPLES | DOCUMENTS},
    {GAU_VALUE(struct request, group_by, "group-by", "KEYS", gau_read_text,
               "timing: groups of branches: " GAU_BRANCH_KEYS_HELP
               "; hotspots, top-down: these or others, outermost first: task, function, module, "
               "source-file, source-line, thread, process, callstack (task,function)"),
     .views = SAMPLES | DOCUMENTS},
    {GAU_VALUE(struct request, view.relative_to, "relative-to", "BRANCH", gau_read_text,
               "100 % is this branch with all below it, or all branches of this name"),
     .views = SAMPLES | DOCUMENTS},
    {GAU_OPTION_TABLE(struct request, view.table), .more = ": branches, warm_up, loop_times ...",
     .views = DOCUMENTS | GRAPH},
    {GAU_OPTION_LIMIT(struct request, view.limit),
     .more = "; of samples: of each group, with the rest as one row", .views = SAMPLES | DOCUMENTS},
    {GAU_OPTION_ALL(struct request, view.all), .more = ": branches that were never called",
     .views = DOCUMENTS},
    {GAU_FLAG(struct request, validate, "validate",
              "timing: check the times instead of showing them; status 5 if they cannot be true"),
     .views = DOCUMENTS},
    {GAU_OPTION_OUTPUT_FILE(struct request, output), .views = ALL},
    {.help = "options of graph:"},
    {GAU_VALUE(struct request, view.graph.levels, "level", "N", read_level,
               "sections up to this level, from 0, the root alone, to 6 (1; of csv and json all)"),
     .views = GRAPH},
    {GAU_FLAG(struct request, view.graph.heaviest_branch, "heaviest-branch",
              "also the branch with most of the time"),
     .views = GRAPH},
    {GAU_VALUE(struct request, view.graph.heaviest_sections, "heaviest-sections", "N",
               gau_read_number, "also the N sections with most of the time"),
     .least = 1, .views = GRAPH},
    {.help = "options of timeline:"},
    {GAU_VALUE(struct request, timeline.max_depth, "max-depth", "N", gau_read_number,
               "only entries down to this depth"),
     .least = 1, .views = TIMELINE},
    {GAU_VALUE(struct request, timeline.event, "event", "N", gau_read_number,
               "only event N and what is in it"),
     .least = 1, .views = TIMELINE},
    {GAU_VALUE(struct request, timeline.children_of, "children-of", "LABEL|ID", gau_read_text,
               "only what is in the first entry of that label, or in the entry with that id"),
     .views = TIMELINE},
    {.help = "options of views of samples; timeline has the first, too:"},
    {GAU_VALUE(struct request, time_filter, "time-filter", "FROM:TO", gau_read_text,
               "only these seconds since the start of the run, or of the log, such as 1.5:20"),
     .views = SAMPLES | TIMELINE},
    {GAU_OPTION_FILTER(struct request, filters), .views = SAMPLES},
    {GAU_VALUE(struct request, hot.delimiter, "csv-delimiter", "comma|tab|semicolon|colon|STRING",
               read_delimiter, "between the columns of csv (comma)"),
     .views = SAMPLES},
    {GAU_FLAG(struct request, hot.debuginfod, "debuginfod",
              "get debug information from the servers in $DEBUGINFOD_URLS"),
     .views = SAMPLES},
    {0},
};

/* --- the view and the folder --------------------------------------------------------------- */

/* The kind of a view by its name; 0 if it may be a document. */
static unsigned kind_of(const char *name)
{
    if (gau_hotspots_view_find(name))
        return SAMPLES;
    if (strcmp(name, "timeline") == 0)
        return TIMELINE;
    if (gau_document_is(name, "graph"))
        return GRAPH;
    return gau_view_is_known(name) ? DOCUMENTS : 0;
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
    return n > 2 && kind_of(operands[0]) == TIMELINE;
}

/* VIEW [FUNCTION] DIR, DIR VIEW [FUNCTION], timeline DIR..., or DIR. */
static int read_operands(struct request *request, int n, char **operands)
{
    const bool alone = n == 1 && (!kind_of(operands[0]) || is_folder(operands[0]));
    const bool many = takes_many(n, operands), turned = !many && is_turned(n, operands);
    int needed;

    request->name = alone ? "summary" : operands[turned];
    request->hot_view = gau_hotspots_view_find(request->name);
    request->kind = kind_of(request->name);
    if (!request->kind)
        request->kind = DOCUMENTS;
    needed = alone ? 1 : many ? n : needs_function(request->name) ? 3 : 2;
    if (n < needed)
        return gau_options_wrong(&gau_tool_report, "%s is missing",
                                 needed == 3 ? "a function, or a result folder,"
                                             : "a result folder");
    if (n > needed)
        return gau_options_wrong(&gau_tool_report, "unexpected argument '%.*s'",
                                 GAU_QUOTE(operands[needed]));
    request->folder = operands[turned ? 0 : needed - 1];
    if (request->kind == TIMELINE) {
        request->logs =
            (struct gau_timeline_sources){(const char *const *)operands + (turned ? 0 : 1),
                                          (size_t)n - 1};
        return GAU_OPTIONS_READ;
    }
    if (needed == 3)
        request->hot.subject = operands[turned ? 2 : 1];
    return GAU_OPTIONS_READ;
}

/* --- what goes together -------------------------------------------------------------------- */

static int refuse(const struct request *request, const char *option, const char *value)
{
    return gau_options_wrong(&gau_tool_report, "the view '%.*s' takes no --%s%s",
                             GAU_QUOTE(request->name), option, value);
}

static unsigned views_of(int format)
{
    if (format == GAU_TABLE_TEXT)
        return ALL;
    return format < FIRST_OF_SAMPLES ? TABLES : format < FIRST_OF_GRAPH ? SAMPLES : GRAPH;
}

static bool is_timing(const struct request *request)
{
    return gau_document_is(request->name, "timing") || gau_document_is(request->name, "timer");
}

static int check(const struct request *request, uint64_t given)
{
    for (size_t i = 0; options[i].help; i++)
        if (given >> i & 1 && !(options[i].views & request->kind))
            return refuse(request, options[i].name, "");
    if (!(views_of(request->format) & request->kind))
        return refuse(request, "format ", formats[request->format]);
    if (request->kind == DOCUMENTS && !is_timing(request) &&
        (request->validate || request->group_by || request->view.relative_to))
        return refuse(request,
                      request->validate   ? "validate"
                      : request->group_by ? "group-by"
                                          : "relative-to",
                      "");
    if (request->csv == GAU_TABLE_EXCEL && request->format != GAU_TABLE_CSV)
        return gau_options_wrong(&gau_tool_report, "--excel needs --format csv");
    return GAU_OPTIONS_READ;
}

static void set_format(struct request *request)
{
    const int format = request->format;

    if (format >= FIRST_OF_GRAPH)
        request->view.graph.export = &gau_graph_exports[format - FIRST_OF_GRAPH];
    else if (format >= FIRST_OF_SAMPLES)
        request->hot.export = &gau_hotspots_exports[format - FIRST_OF_SAMPLES];
    else
        request->view.format =
            request->csv == GAU_TABLE_EXCEL ? GAU_TABLE_EXCEL : (enum gau_table_format)format;
}

static int read_request(struct request *request, int argc, char **argv)
{
    struct gau_options_given given = {0};
    int status;

    *request = (struct request){0};
    status = gau_options_read(&gau_tool_report, argc, argv, request, &given);
    if (status == GAU_OPTIONS_READ)
        status = read_operands(request, argc - optind, argv + optind);
    if (status != GAU_OPTIONS_READ)
        return status;
    if (request->csv == GAU_TABLE_EXCEL && request->format == GAU_TABLE_TEXT) /* or by default */
        request->format = GAU_TABLE_CSV;
    set_format(request);
    if (request->validate)
        request->view.failed_checks = &request->failed_checks;
    request->hot.group_by = request->view.group_by = request->group_by;
    request->hot.relative_to = request->view.relative_to;
    request->hot.filters = (const char *const *)request->filters.texts;
    request->hot.filter_count = request->filters.count;
    request->hot.time_filter = request->timeline.time_filter = request->time_filter;
    return check(request, given.rows);
}

/* --- reporting ----------------------------------------------------------------------------- */

static void report_samples(struct request *request, struct gau_view_error *error)
{
    request->hot.format = request->view.format;
    request->hot.sort = request->view.sort;
    request->hot.limit = request->view.limit;
    if (!request->output)
        request->hot.screen = gau_hotspots_screen_of(stdout);
    gau_hotspots_report(request->folder, request->hot_view, &request->hot, request->output, error);
}

static void report_documents(struct request *request, struct gau_view_error *error)
{
    static const char *names[32]; /* the last stays NULL */

    names[0] = "timeline";
    for (size_t i = 0; i + 2 < sizeof names / sizeof *names && gau_hotspots_views[i].name; i++)
        names[i + 1] = gau_hotspots_views[i].name;
    request->view.more = names;
    request->view.add = gau_hotspots_add_sampling;
    gau_view_folder(request->folder, request->name, &request->view, request->output, error);
    if (request->failed_checks > 0) /* and were printed */
        gau_view_fail(error, GAU_VIEW_FAILED,
                      "%.*s: the time accounting does not add up: %zu check%s failed",
                      GAU_VIEW_QUOTE(request->folder), request->failed_checks,
                      request->failed_checks == 1 ? "" : "s");
}

static int run(int argc, char **argv)
{
    struct request request;
    struct gau_view_error error = {0};
    int status = read_request(&request, argc, argv);

    if (status == GAU_OPTIONS_READ) {
        if (request.kind == SAMPLES)
            report_samples(&request, &error);
        else if (request.kind == TIMELINE)
            gau_timeline_put_picture(&request.logs, &request.timeline, request.output, &error);
        else
            report_documents(&request, &error);
        status = gau_usage_view(&error);
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
        "a picture:\n"
        "  timeline   what ran when: a row per depth, as SVG, of the time log in DIR, which\n"
        "             TimeLogAuditor writes, or of one time log instead of DIR; several are\n"
        "             drawn below each other; as PNG with\n"
        "             -O FILE.png, which needs rsvg-convert\n",
    .options = options,
    .notes = "exit status: 0 success; 1 wrong usage, no such view, DIR is not a result, or has no\n"
             "samples; 5 a document cannot be read, or the view cannot be written\n",
    .operand = "a view, or a result folder,",
    .least = 1,
    .most = 3,
    .run = run,
};
