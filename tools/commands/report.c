/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISDIR() */
#include "tools/common/command_functions.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include "report/documents/document.h"
#include "report/hotspots/hotspots.h"
#include "report/timeline/timeline.h"

#include <string.h>
#include <sys/stat.h>

/* Kinds of views; an option and a format say which ones take them. */
enum {
    SAMPLES = 1,
    DOCUMENTS = 2,
    GRAPH = 4,
    TIMELINE = 8,
    TABLES = SAMPLES | DOCUMENTS | GRAPH,
    ALL = TABLES | TIMELINE
};

/* The formats of tables, by their numbers, and two that are none. */
enum { FOLDED = GAU_TABLE_LATEX + 1, PERFGRAPH };

static const char *const formats[] = {"text",  "csv",    "json",      "markdown",
                                      "latex", "folded", "perfgraph", NULL};

/* Texts are borrowed from the arguments. */
struct wishes {
    const char *name, *folder; /* of the view, and of the result */
    const struct gau_hotspots_view *hot_view;
    unsigned kind; /* of the view */
    struct gau_view_options view;
    struct gau_hotspots_options hot;
    struct gau_timeline_options timeline;
    struct gau_argv filters;
    enum gau_table_format csv; /* GAU_TABLE_EXCEL with --excel */
    int format;                /* of the formats */
    const char *time_filter, *output;
    bool check;
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

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT_OF(struct wishes, format),
     .help = "text (default), csv, json, markdown, latex",
     .more = "; csv and json hold one table. hotspots also: folded; graph also: "
             "perfgraph, the JSON of a PerfGraphReporter",
     .read = gau_read_choice, .choices = formats, .views = TABLES},
    {GAU_OPTION_EXCEL(struct wishes, csv), .views = TABLES},
    {GAU_OPTION_SORT(struct wishes, view.sort),
     .more = "; timing: tree (default), self, total, calls, mean, max, name; counts: tree, name, "
             "executed, accepted, rejected, failed, reused, skipped, rate; hotspots, top-down, "
             "modules, threads, tasks: time (default), samples, error, name",
     .views = SAMPLES | DOCUMENTS},
    {GAU_OPTION_TABLE(struct wishes, view.table), .more = ": branches, warm_up, loop_times ...",
     .views = DOCUMENTS | GRAPH},
    {GAU_OPTION_LIMIT(struct wishes, view.limit),
     .more = "; of samples: of each group, with the rest as one row", .views = SAMPLES | DOCUMENTS},
    {GAU_OPTION_ALL(struct wishes, view.all), .more = ": branches that were never called",
     .views = DOCUMENTS},
    {GAU_FLAG(struct wishes, check, "validate",
              "timing: whether the times can be true, instead of them; status 5 if not"),
     .views = DOCUMENTS},
    {GAU_OPTION_OUTPUT_FILE(struct wishes, output), .views = ALL},
    {.help = "options of graph:"},
    {GAU_VALUE(struct wishes, view.graph.level, "level", "N", gau_read_number,
               "sections up to this level, from 1 (default) to 6; of csv and json all"),
     .least = 1, .views = GRAPH},
    {GAU_FLAG(struct wishes, view.graph.heaviest_branch, "heaviest-branch",
              "also the branch that took most of the time"),
     .views = GRAPH},
    {GAU_VALUE(struct wishes, view.graph.heaviest_sections, "heaviest-sections", "N",
               gau_read_number, "also the N sections that took most of the time"),
     .least = 1, .views = GRAPH},
    {.help = "options of timeline:"},
    {GAU_VALUE(struct wishes, timeline.max_depth, "max-depth", "N", gau_read_number,
               "only entries down to this depth"),
     .least = 1, .views = TIMELINE},
    {.help = "options of samples, and of timeline the first:"},
    {GAU_VALUE(struct wishes, time_filter, "time-filter", "FROM:TO", gau_read_text,
               "only these seconds since the start of the run, or of the log, such as 1.5:20"),
     .views = SAMPLES | TIMELINE},
    {GAU_VALUE(
         struct wishes, hot.group_by, "group-by", "KEYS", gau_read_text,
         "what by, outermost first: task, function, module, source-file, source-line, thread, "
         "process, callstack (task,function)"),
     .views = SAMPLES},
    {GAU_OPTION_FILTER(struct wishes, filters), .views = SAMPLES},
    {GAU_VALUE(struct wishes, hot.delimiter, "csv-delimiter", "comma|tab|semicolon|colon|STRING",
               read_delimiter, "between the columns of csv (comma)"),
     .views = SAMPLES},
    {GAU_FLAG(struct wishes, hot.debuginfod, "debuginfod",
              "ask the servers in $DEBUGINFOD_URLS for debug information"),
     .views = SAMPLES},
    {0},
};

/* --- the view and the folder --------------------------------------------------------------- */

/* "graph" and "graph-Fast". */
static bool is_of(const char *name, const char *view)
{
    const size_t length = strlen(view);

    return strncmp(name, view, length) == 0 && (!name[length] || name[length] == '-');
}

/* What a name means without the folder; 0: perhaps a document, which is a view, too. */
static unsigned kind_of(const char *name)
{
    static const char *const documents[] = {"summary", "timing", "counts"};

    if (gau_hotspots_view_find(name))
        return SAMPLES;
    if (strcmp(name, "timeline") == 0)
        return TIMELINE;
    if (is_of(name, "graph"))
        return GRAPH;
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        if (is_of(name, documents[i]))
            return DOCUMENTS;
    return 0;
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

/* Whether the view comes behind the folder. If both could be the folder, the view is the first that
 * could be a view. */
static bool is_turned(int n, char **operands)
{
    const bool first = is_folder(operands[0]), second = n > 1 && is_folder(operands[1]);

    if (n != 2)
        return n > 2 && !needs_function(operands[0]);
    if (first != second)
        return first;
    return !kind_of(operands[0]) && kind_of(operands[1]);
}

/* VIEW [FUNCTION] DIR, DIR VIEW [FUNCTION], or DIR. */
static int read_operands(struct wishes *wishes, int n, char **operands)
{
    const bool alone = n == 1 && (!kind_of(operands[0]) || is_folder(operands[0]));
    const bool turned = is_turned(n, operands);
    int needed;

    wishes->name = alone ? "summary" : operands[turned];
    wishes->hot_view = gau_hotspots_view_find(wishes->name);
    wishes->kind = kind_of(wishes->name);
    if (!wishes->kind)
        wishes->kind = DOCUMENTS;
    needed = alone ? 1 : needs_function(wishes->name) ? 3 : 2;
    if (n < needed)
        return gau_options_wrong(&gau_tool_report, "%s is missing",
                                 needed == 3 ? "a function, or a result folder,"
                                             : "a result folder");
    if (n > needed)
        return gau_options_wrong(&gau_tool_report, "unexpected argument '%.*s'",
                                 GAU_QUOTE(operands[needed]));
    wishes->folder = operands[turned ? 0 : needed - 1];
    if (needed == 3)
        wishes->hot.subject = operands[turned ? 2 : 1];
    return GAU_OPTIONS_READ;
}

/* --- what goes together -------------------------------------------------------------------- */

static int refuse(const struct wishes *wishes, const char *option, const char *value)
{
    return gau_options_wrong(&gau_tool_report, "the view '%.*s' takes no --%s%s",
                             GAU_QUOTE(wishes->name), option, value);
}

static unsigned views_of(int format)
{
    switch (format) {
    case GAU_TABLE_TEXT: return ALL;
    case FOLDED: return SAMPLES;
    case PERFGRAPH: return GRAPH;
    default: return TABLES;
    }
}

static int check(const struct wishes *wishes, uint64_t given)
{
    for (size_t i = 0; options[i].help; i++)
        if (given >> i & 1 && !(options[i].views & wishes->kind))
            return refuse(wishes, options[i].name, "");
    if (!(views_of(wishes->format) & wishes->kind))
        return refuse(wishes, "format ", formats[wishes->format]);
    if (wishes->check && !is_of(wishes->name, "timing") && !is_of(wishes->name, "timer"))
        return refuse(wishes, "validate", "");
    if (wishes->hot.excel && wishes->format != GAU_TABLE_CSV)
        return gau_options_wrong(&gau_tool_report, "--excel is for --format csv alone");
    return GAU_OPTIONS_READ;
}

static int read_wishes(struct wishes *wishes, int argc, char **argv)
{
    struct gau_options_given given = {0};
    int status;

    *wishes = (struct wishes){0};
    status = gau_options_read(&gau_tool_report, argc, argv, wishes, &given);
    if (status == GAU_OPTIONS_READ)
        status = read_operands(wishes, argc - optind, argv + optind);
    if (status != GAU_OPTIONS_READ)
        return status;
    wishes->hot.excel = wishes->csv == GAU_TABLE_EXCEL;
    if (wishes->hot.excel && wishes->format == GAU_TABLE_TEXT) /* or none was given */
        wishes->format = GAU_TABLE_CSV;
    if (wishes->check)
        wishes->view.failed_checks = &wishes->failed_checks;
    wishes->hot.filters = (const char *const *)wishes->filters.texts;
    wishes->hot.filter_count = wishes->filters.count;
    wishes->hot.time_filter = wishes->timeline.time_filter = wishes->time_filter;
    return check(wishes, given.rows);
}

/* --- reporting ----------------------------------------------------------------------------- */

static void report_samples(struct wishes *wishes, struct gau_view_error *error)
{
    wishes->hot.format =
        wishes->format == FOLDED ? GAU_HOTSPOTS_FOLDED : (enum gau_hotspots_format)wishes->format;
    wishes->hot.sort = wishes->view.sort;
    wishes->hot.limit = wishes->view.limit;
    if (!wishes->output)
        wishes->hot.screen = gau_hotspots_screen_of(stdout);
    gau_hotspots_report(wishes->folder, wishes->hot_view, &wishes->hot, wishes->output, error);
}

static void report_documents(struct wishes *wishes, struct gau_view_error *error)
{
    static const char *names[32]; /* the last stays NULL */

    wishes->view.graph.json = wishes->format == PERFGRAPH;
    if (wishes->hot.excel)
        wishes->view.format = GAU_TABLE_EXCEL;
    else if (!wishes->view.graph.json)
        wishes->view.format = (enum gau_table_format)wishes->format;
    names[0] = "timeline";
    for (size_t i = 0; i + 2 < sizeof names / sizeof *names && gau_hotspots_views[i].name; i++)
        names[i + 1] = gau_hotspots_views[i].name;
    wishes->view.more = names;
    wishes->view.add = gau_hotspots_add_sampling;
    gau_view_folder(wishes->folder, wishes->name, &wishes->view, wishes->output, error);
    if (wishes->failed_checks > 0) /* and have been shown */
        gau_view_fail(error, GAU_VIEW_FAILED, "%.*s: the books do not close: %zu check%s failed",
                      GAU_VIEW_QUOTE(wishes->folder), wishes->failed_checks,
                      wishes->failed_checks == 1 ? "" : "s");
}

static int run(int argc, char **argv)
{
    struct wishes wishes;
    struct gau_view_error error = {0};
    int status = read_wishes(&wishes, argc, argv);

    if (status == GAU_OPTIONS_READ) {
        if (wishes.kind == SAMPLES)
            report_samples(&wishes, &error);
        else if (wishes.kind == TIMELINE)
            gau_timeline_report(wishes.folder, &wishes.timeline, wishes.output, &error);
        else
            report_documents(&wishes, &error);
        status = gau_usage_view(&error);
    }
    gau_argv_clear(&wishes.filters);
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
    .options = options,
    .notes = "exit status: 0 fine; 1 wrong usage, no such view, DIR is not a result, or has no\n"
             "samples; 5 a document cannot be read, or the view not be written\n",
    .operand = "a view, or a result folder,",
    .least = 1,
    .most = 3,
    .run = run,
};
