/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISDIR() */
#include "arguments.h"

#include "tools/shared_options.h"
#include "tools/tools.h"

#include <string.h>
#include <sys/stat.h>

enum {
    SAMPLES = GAU_REPORT_SAMPLES,
    DOCUMENTS = GAU_REPORT_DOCUMENTS,
    GRAPH = GAU_REPORT_GRAPH,
    TIMELINE = GAU_REPORT_TIMELINE,
    TABLES = SAMPLES | DOCUMENTS | GRAPH,
    ALL = TABLES | TIMELINE
};

static const struct gau_report_format formats[] = {
    {"text", ALL, GAU_HOT_TEXT},        {"csv", TABLES, GAU_HOT_CSV},
    {"json", TABLES, GAU_HOT_JSON},     {"markdown", TABLES, GAU_HOT_MARKDOWN},
    {"latex", TABLES, GAU_HOT_LATEX},   {"folded", SAMPLES, GAU_HOT_FOLDED},
    {"perfgraph", GRAPH, GAU_HOT_TEXT},
};

static const char *const format_names[] = {"text",  "csv",    "json",      "markdown",
                                           "latex", "folded", "perfgraph", NULL};

/* --- options ------------------------------------------------------------------------------- */

static gau_status read_delimiter(void *to, const char *text, const struct gau_option *option,
                                 gau_error *err)
{
    struct gau_view_error error = {0};

    (void)option;
    return gau_hot_delimiter_read(to, text, &error)
               ? GAU_OK
               : gau_fail(err, GAU_ERR_USAGE, "%s", error.message);
}

const struct gau_option gau_report_options[] = {
    {GAU_OPTION_FORMAT_OF(struct gau_report_wishes, format_name),
     .help = "text (default), csv, json, markdown, latex",
     .more = "; csv and json hold one table. hotspots also: folded; graph also: "
             "perfgraph, the JSON of a PerfGraphReporter",
     .read = gau_read_text, .choices = format_names, .views = TABLES},
    {GAU_OPTION_EXCEL(struct gau_report_wishes, csv), .views = TABLES},
    {GAU_VALUE(struct gau_report_wishes, view.sort, "sort", "KEY", gau_read_text,
               "timing: tree (default), self, total, calls, mean, max, name; counts: tree, name, "
               "executed, accepted, rejected, failed, reused, skipped, rate; hotspots, top-down, "
               "modules, threads, tasks: time (default), samples, error, name"),
     .views = SAMPLES | DOCUMENTS},
    {GAU_OPTION_TABLE(struct gau_report_wishes, view.table), .more = ": branches, first, books ...",
     .views = DOCUMENTS | GRAPH},
    {GAU_OPTION_LIMIT(struct gau_report_wishes, view.limit),
     .more = "; of samples: of each group, with the rest as one row", .views = SAMPLES | DOCUMENTS},
    {GAU_OPTION_ALL(struct gau_report_wishes, view.all),
     .more = ": branches that were never called", .views = DOCUMENTS},
    {GAU_FLAG(struct gau_report_wishes, check, "check",
              "timing: whether the times can be true, instead of them; status 5 if not"),
     .views = DOCUMENTS},
    {GAU_OPTION_OUTPUT_FILE(struct gau_report_wishes, output), .views = ALL},
    {.help = "options of graph:"},
    {GAU_VALUE(struct gau_report_wishes, view.graph.level, "level", "N", gau_read_size,
               "sections up to this level, from 1 (default) to 6; of csv and json all"),
     .least = 1, .views = GRAPH},
    {GAU_FLAG(struct gau_report_wishes, view.graph.heaviest_branch, "heaviest-branch",
              "also the branch that took most of the time"),
     .views = GRAPH},
    {GAU_VALUE(struct gau_report_wishes, view.graph.heaviest_sections, "heaviest-sections", "N",
               gau_read_size, "also the N sections that took most of the time"),
     .least = 1, .views = GRAPH},
    {.help = "options of timeline:"},
    {GAU_VALUE(struct gau_report_wishes, timeline.max_depth, "max-depth", "N", gau_read_size,
               "only entries down to this depth"),
     .least = 1, .views = TIMELINE},
    {.help = "options of samples, and of timeline the first:"},
    {GAU_VALUE(struct gau_report_wishes, time_filter, "time-filter", "FROM:TO", gau_read_text,
               "only these seconds since the start of the run, or of the log, such as 1.5:20"),
     .views = SAMPLES | TIMELINE},
    {GAU_VALUE(
         struct gau_report_wishes, hot.group_by, "group-by", "KEYS", gau_read_text,
         "what by, outermost first: task, function, module, source-file, source-line, thread, "
         "process, callstack (task,function)"),
     .views = SAMPLES},
    {GAU_VALUE(struct gau_report_wishes, filters, "filter", "KEY=PATTERN, --filter KEY!=PATTERN",
               gau_read_words, "only what matches a shell pattern, or does not; repeatable"),
     .views = SAMPLES},
    {GAU_VALUE(struct gau_report_wishes, hot.delimiter, "csv-delimiter",
               "comma|tab|semicolon|colon|STRING", read_delimiter,
               "between the columns of csv (comma)"),
     .views = SAMPLES},
    {GAU_FLAG(struct gau_report_wishes, hot.debuginfod, "debuginfod",
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

    if (gau_hot_view_find(name))
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
    const struct gau_hot_view *const view = gau_hot_view_find(name);

    return view && view->takes & GAU_HOT_TAKES_SUBJECT;
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
static int read_operands(struct gau_report_wishes *wishes, int n, char **operands)
{
    const bool alone = n == 1 && (!kind_of(operands[0]) || is_folder(operands[0]));
    const bool turned = is_turned(n, operands);
    int needed;

    wishes->name = alone ? "summary" : operands[turned];
    wishes->hot_view = gau_hot_view_find(wishes->name);
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

static int refuse(const struct gau_report_wishes *wishes, const char *option, const char *value)
{
    return gau_options_wrong(&gau_tool_report, "the view '%.*s' takes no --%s%s",
                             GAU_QUOTE(wishes->name), option, value);
}

static int check(const struct gau_report_wishes *wishes, uint64_t given)
{
    for (size_t i = 0; gau_report_options[i].help; i++)
        if (given >> i & 1 && !(gau_report_options[i].views & wishes->kind))
            return refuse(wishes, gau_report_options[i].name, "");
    if (!(wishes->format->views & wishes->kind))
        return refuse(wishes, "format ", wishes->format->name);
    if (wishes->check && !is_of(wishes->name, "timing") && !is_of(wishes->name, "timer"))
        return refuse(wishes, "check", "");
    if (wishes->hot.excel && wishes->format->hot != GAU_HOT_CSV)
        return gau_options_wrong(&gau_tool_report, "--excel is for --format csv alone");
    return GAU_OPTIONS_READ;
}

static const struct gau_report_format *format_of(const char *name)
{
    size_t i = 0;

    while (strcmp(formats[i].name, name) != 0)
        i++;
    return &formats[i];
}

int gau_report_wishes_read(struct gau_report_wishes *wishes, int argc, char **argv)
{
    struct gau_options_given given = {0};
    int status;

    *wishes = (struct gau_report_wishes){0};
    status = gau_options_read(&gau_tool_report, argc, argv, wishes, &given);
    if (status == GAU_OPTIONS_READ)
        status = read_operands(wishes, argc - optind, argv + optind);
    if (status != GAU_OPTIONS_READ)
        return status;
    wishes->hot.excel = wishes->csv == GAU_TABLE_EXCEL;
    if (!wishes->format_name)
        wishes->format_name = wishes->hot.excel ? "csv" : "text";
    wishes->format = format_of(wishes->format_name);
    if (wishes->check)
        wishes->view.failed_checks = &wishes->failed_checks;
    wishes->hot.filters = (const char *const *)wishes->filters.texts;
    wishes->hot.filter_count = wishes->filters.count;
    wishes->hot.time_filter = wishes->timeline.time_filter = wishes->time_filter;
    return check(wishes, given.rows);
}

void gau_report_wishes_clear(struct gau_report_wishes *wishes)
{
    gau_words_clear(&wishes->filters);
}
