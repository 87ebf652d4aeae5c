/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* S_ISDIR() */
#include "report_request.h"

#include "export_formats.h"
#include "picture_file.h"

#include "tools/common/command_functions.h"
#include "tools/common/usage.h"

#include "documents/branch_key.h"
#include "documents/document.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define HELP_KEY(key, value) ", " #key

/* --- options ------------------------------------------------------------------------------- */

static gau_status read_delimiter(void *to, const char *text, const struct gau_option *option,
                                 gau_error *err)
{
    (void)option;
    return gau_hotspots_delimiter_read(to, text, err) ? GAU_OK : err->status;
}

static bool is_named(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

/* A word is a format of tables, or a picture of the view. What has become an export says so. */
static gau_status read_format(void *to, const char *text, const struct gau_option *option,
                              gau_error *err)
{
    enum { MOST = 64 }; /* formats */
    const char *names[MOST] = {0};
    struct gau_report_format *const format = to;
    struct gau_option all = *option;
    size_t n = 0;

    format->export = NULL;
    for (; option->choices[n]; n++) {
        names[n] = option->choices[n];
        format->table = (enum gau_table_format)n;
        if (strcmp(names[n], text) == 0)
            return GAU_OK;
    }
    for (const struct gau_view *const *view = gau_report_views; *view && n < MOST - 1; view++) {
        format->export = (*view)->export;
        if (format->export && strcmp(format->export->name, text) == 0)
            return GAU_OK;
        if (format->export && !is_named(names, format->export->name))
            names[n++] = format->export->name;
    }
    if (gau_export_find(text))
        return gau_fail(err, GAU_ERR_USAGE, "'%s' is made by 'gaudit export DIR --format %s'", text,
                        text);
    all.choices = names;
    gau_option_takes(&all, text, err);
    return err->status;
}

static gau_status read_level(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    GAU_TRY(gau_read_number(to, text, option, err));
    ++*(size_t *)to;
    return GAU_OK;
}

static gau_status read_percent(void *to, const char *text, const struct gau_option *option,
                               gau_error *err)
{
    struct gau_percent_limit *const limit = to;
    char *end;

    (void)option, (void)err;
    limit->percent = strtod(text, &end);
    limit->given = strchr("0123456789.", text[0]) && end != text && !*end;
    return limit->given && limit->percent <= 100 ? GAU_OK : GAU_ERR_USAGE;
}

const struct gau_option gau_report_options[] = {
    {GAU_OPTION_FORMAT_OF(struct gau_report_request, format), .help = "",
     .more = "; data formats hold one table", .read = read_format, .choices = gau_shared_formats,
     .takes_of_view = GAU_VIEW_TAKES_FORMAT},
    {GAU_OPTION_EXCEL(struct gau_report_request, csv), .takes_of_view = GAU_VIEW_TAKES_FORMAT},
    {GAU_OPTION_SORT(struct gau_report_request, options.sort),
     .more = "; timing: tree (default)" GAU_TIMING_SORT_KEYS(
         HELP_KEY) ", name; counts: tree, name" GAU_COUNTS_SORT_KEYS(HELP_KEY) "; hotspots, "
                                                                               "top-down, modules, "
                                                                               "threads, tasks: "
                                                                               "time (default), "
                                                                               "samples, error, "
                                                                               "name",
     .takes_of_view = GAU_VIEW_TAKES_SORT},
    {GAU_OPTION_GROUP_BY(struct gau_report_request, options.group_by),
     .more = "; of samples also others, outermost first: task, function, module, source-file, "
             "source-line, thread, process, callstack (task,function; pie, bars: algorithm)",
     .takes_of_view = GAU_VIEW_TAKES_GROUP_BY},
    {GAU_OPTION_RELATIVE_TO(struct gau_report_request, options.relative_to),
     .takes_of_view = GAU_VIEW_TAKES_RELATIVE_TO},
    {GAU_OPTION_TABLE(struct gau_report_request, options.table),
     .more = ": branches, warm_up, loop_times ...", .takes_of_view = GAU_VIEW_TAKES_TABLE},
    {GAU_OPTION_LIMIT(struct gau_report_request, options.limit),
     .more = "; of samples: of each group, with the rest as one row; pie: 9, bars: 15, events: 10; "
             "regions: all; ranks: 16",
     .takes_of_view = GAU_VIEW_TAKES_LIMIT},
    {GAU_VALUE(struct gau_report_request, options.percent_limit, "percent-limit", "P", read_percent,
               "of samples: one row for what has less than P % of the time (0.5; of csv and json "
               "0)"),
     .takes = "a number from 0 to 100, such as 0.5", .takes_of_view = GAU_VIEW_TAKES_PERCENT_LIMIT},
    {GAU_OPTION_ALL(struct gau_report_request, options.all),
     .more = ": branches that were never called, ranks beyond the limit",
     .takes_of_view = GAU_VIEW_TAKES_ALL},
    {GAU_FLAG(struct gau_report_request, validate, "validate",
              "timing: check the times instead of showing them; status 5 if they cannot be true"),
     .takes_of_view = GAU_VIEW_TAKES_VALIDATE},
    {GAU_OPTION_WIDE(struct gau_report_request, options.wide),
     .takes_of_view = GAU_VIEW_TAKES_FORMAT},
    {GAU_OPTION_COLOUR(struct gau_report_request, options.colour),
     .takes_of_view = GAU_VIEW_TAKES_FORMAT},
    {GAU_OPTION_VERBOSE(struct gau_report_request, options.verbose),
     .more = GAU_DETAILS_HELP " of samples", .takes_of_view = GAU_VIEW_TAKES_SAMPLES},
    {GAU_OPTION_OUTPUT_FILE(struct gau_report_request, output)},
    {GAU_FLAG(struct gau_report_request, list, "list", "print the views, and what each reads")},
    {.help = "options of graph:"},
    {GAU_VALUE(struct gau_report_request, options.graph.levels, "level", "N", read_level,
               "sections up to this level, from 0, the root alone, to 6 (1; of csv and json all)"),
     .most = 6, .takes_of_view = GAU_VIEW_TAKES_GRAPH},
    {GAU_FLAG(struct gau_report_request, options.graph.heaviest_branch, "heaviest-branch",
              "also the branch with most of the time"),
     .takes_of_view = GAU_VIEW_TAKES_GRAPH},
    {GAU_VALUE(struct gau_report_request, options.graph.heaviest_sections, "heaviest-sections", "N",
               gau_read_number, "also the N sections with most of the time"),
     .least = 1, .takes_of_view = GAU_VIEW_TAKES_GRAPH},
    {.help = "options of timeline; event has the first two, too:"},
    {GAU_VALUE(struct gau_report_request, options.timeline.max_depth, "max-depth", "N",
               gau_read_number, "only entries down to this depth"),
     .least = 1, .takes_of_view = GAU_VIEW_TAKES_EVENT},
    {GAU_VALUE(struct gau_report_request, options.timeline.event, "event", "N", gau_read_number,
               "only event N and what is in it; of a timeline also what other lanes did meanwhile"),
     .least = 1, .takes_of_view = GAU_VIEW_TAKES_EVENT},
    {GAU_VALUE(struct gau_report_request, options.timeline.children_of, "children-of", "LABEL|ID",
               gau_read_text,
               "only what is in the first entry of that label, or in the entry of a log with that "
               "id"),
     .takes_of_view = GAU_VIEW_TAKES_TIMELINE},
    {.help = "options of views of samples; timeline and workers have the first, too:"},
    {GAU_OPTION_TIME_FILTER(struct gau_report_request, options.time_filter),
     .takes_of_view = GAU_VIEW_TAKES_TIME_FILTER},
    {GAU_OPTION_FILTER(struct gau_report_request, filters), .takes_of_view = GAU_VIEW_TAKES_FILTER},
    {GAU_OPTION_INLINES(struct gau_report_request, options.inlines),
     .takes_of_view = GAU_VIEW_TAKES_FRAMES},
    {GAU_OPTION_ALL_FRAMES(struct gau_report_request, options.all_frames),
     .takes_of_view = GAU_VIEW_TAKES_FRAMES},
    {GAU_VALUE(struct gau_report_request, options.delimiter, "csv-delimiter",
               "comma|tab|semicolon|colon|STRING", read_delimiter,
               "between the columns of csv (comma)"),
     .takes_of_view = GAU_VIEW_TAKES_SAMPLES},
    {GAU_OPTION_DEBUGINFOD(struct gau_report_request, options.debuginfod),
     .takes_of_view = GAU_VIEW_TAKES_SAMPLES},
    {0},
};

/* --- the view and the folder --------------------------------------------------------------- */

/* The view of a file of an auditor with another name; "events-Fast.json" is a document. */
static const struct gau_view *recorded_view_of(const char *name)
{
    static const struct gau_view *const views[] = {&gau_view_events, &gau_view_regions};

    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (gau_document_is(name, views[i]->name) && !strstr(name, ".json"))
            return views[i];
    return NULL;
}

/* Returns NULL for what may be the name of a document. */
static const struct gau_view *view_of(const char *name)
{
    const struct gau_view *view = gau_document_view_of(name), *recorded = recorded_view_of(name);

    if (recorded)
        view = recorded;
    else if (view == &gau_view_document)
        view = gau_view_find(gau_report_views, name);
    return view == &gau_view_document ? NULL : view;
}

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool has_argument(const char *name)
{
    const struct gau_view *const view = view_of(name);

    return view && view->argument;
}

/* Returns how many operands there must be with the view and the folder. */
static int operands_of(const struct gau_view *view, int n)
{
    if (!view || !view->argument || (view->argument_is_optional && n < 3))
        return 2;
    return 3;
}

/* Returns whether the view follows the folder. If both could be the folder, the first that could be
 * a view is the view. */
static bool is_turned(int n, char **operands)
{
    const bool first = is_folder(operands[0]), second = n > 1 && is_folder(operands[1]);

    if (n != 2)
        return n > 2 && !has_argument(operands[0]);
    if (first != second)
        return first;
    return !view_of(operands[0]) && view_of(operands[1]);
}

/* Returns whether this is "timeline DIR DIR...", a view of several folders. */
static bool takes_many(int n, char **operands)
{
    const struct gau_view *const view = view_of(operands[0]);

    return n > 2 && view && view->takes & GAU_VIEW_TAKES_PATHS;
}

/* Reads VIEW [FUNCTION|N] DIR, DIR VIEW [FUNCTION|N], VIEW DIR..., or DIR. */
static int read_operands(struct gau_report_request *request, int n, char **operands)
{
    const bool alone = n == 1 && (!view_of(operands[0]) || is_folder(operands[0]));
    const bool many = takes_many(n, operands), turned = !many && is_turned(n, operands);
    const char *const name = alone ? "summary" : operands[turned];
    const struct gau_view *const view = view_of(name);
    const int needed = alone ? 1 : many ? n : operands_of(view, n);

    if (n < needed)
        return gau_options_wrong(request->command, "%s is missing",
                                 needed == 3 ? "a function, or a result folder,"
                                             : "a result folder");
    if (n > needed)
        return gau_options_wrong(request->command, "unexpected argument '%.*s'",
                                 GAU_QUOTE(operands[needed]));
    request->folder = operands[turned ? 0 : needed - 1];
    request->asked = (struct gau_view_request){.view = view ? view : &gau_view_document,
                                               .name = name,
                                               .paths = &request->folder,
                                               .path_count = 1,
                                               .options = &request->options,
                                               .others = gau_report_views};
    if (many) {
        request->asked.paths = (const char *const *)operands + 1;
        request->asked.path_count = (size_t)n - 1;
    }
    if (needed == 3 && !many)
        request->options.subject = operands[turned ? 2 : 1];
    return GAU_OPTIONS_READ;
}

/* --- what goes together -------------------------------------------------------------------- */

static int refuse_value(const struct gau_report_request *request, const char *option,
                        const char *value)
{
    return gau_options_wrong(request->command, "the view '%.*s' takes no --%s%s",
                             GAU_QUOTE(request->asked.name), option, value);
}

/* Several views have one of that name. */
static bool has_export(const struct gau_view *view, const char *name)
{
    return view->export && strcmp(view->export->name, name) == 0;
}

static int check_options(const struct gau_report_request *request, uint64_t given)
{
    const struct gau_view *const view = request->asked.view;
    const struct gau_view_export *const export = request->format.export;
    const struct gau_option *row = gau_report_options;

    for (; row->help; row++)
        if (given >> (row - gau_report_options) & 1 && row->takes_of_view & ~view->takes)
            return refuse_value(request, row->name, "");
    if (export && !has_export(view, export->name))
        return refuse_value(request, "format ", export->name);
    if (request->csv == GAU_TABLE_EXCEL && (export || request->format.table != GAU_TABLE_CSV))
        return gau_options_wrong(request->command, "--excel needs --format csv");
    if (request->options.delimiter && !gau_table_format_is_csv(request->options.format))
        return gau_options_wrong(request->command, "--csv-delimiter is for --format csv alone");
    return GAU_OPTIONS_READ;
}

static void set_format(struct gau_report_request *request)
{
    if (request->csv == GAU_TABLE_EXCEL && !request->format.export &&
        request->format.table == GAU_TABLE_TEXT) /* also by default */
        request->format.table = GAU_TABLE_CSV;
    request->options.export = request->format.export;
    request->options.format = request->format.export            ? GAU_TABLE_TEXT
                              : request->csv == GAU_TABLE_EXCEL ? GAU_TABLE_EXCEL
                                                                : request->format.table;
}

/* Of a view with tables and a picture, the name of the file asks for the picture. */
static void choose_picture(struct gau_report_request *request)
{
    const struct gau_view_export *const export = request->asked.view->export;

    if (export && strcmp(export->name, "svg") == 0 && !request->options.export &&
        request->options.format == GAU_TABLE_TEXT && gau_picture_is_name(request->output))
        request->options.export = export;
}

int gau_report_read(struct gau_report_request *request, const struct gau_command *command, int argc,
                    char **argv)
{
    struct gau_options_given given = {0};
    int status;

    *request = (struct gau_report_request){.command = command};
    status = gau_options_read(request->command, argc, argv, request, &given);
    if (status != GAU_OPTIONS_READ)
        return status;
    set_format(request);
    if (request->list)
        return argc == optind ? GAU_OPTIONS_READ
                              : gau_options_wrong(command, "unexpected argument '%.*s'",
                                                  GAU_QUOTE(argv[optind]));
    if (argc == optind)
        return gau_options_wrong(command, "%s is missing", command->operand);
    status = read_operands(request, argc - optind, argv + optind);
    if (status != GAU_OPTIONS_READ)
        return status;
    choose_picture(request);
    if (request->validate)
        request->options.failed_checks = &request->failed_checks;
    request->options.filters = (const char *const *)request->filters.texts;
    request->options.filter_count = request->filters.count;
    return check_options(request, given.rows);
}
