/* SPDX-License-Identifier: Apache-2.0 */
#include "picture_file.h"
#include "report_request.h"

#include "tools/common/command_functions.h"
#include "tools/common/usage.h"

#include "documents/page.h"

#include <limits.h>

/* --- the list of views --------------------------------------------------------------------- */

/* These words and headings of views are in the order of enum gau_view_needs, what a view reads. */
static const struct {
    const char *word, *heading;
} needs[] = {
    {"documents", "views of documents, which hold what was counted:"},
    {"samples", "views of samples:"},
    {"samples or timer", "pictures of samples, or else of the timer:"},
    {"time log", "pictures of time logs:"},
    {"events", "views of single events:"},
    {"regions", "views of regions:"},
    {"timeline", "views of timelines:"},
    {"all", "pages for browsers:"},
};

static void print_words(FILE *out, const char *name, const char *argument, const char *words)
{
    enum { COLUMN = 13 };
    const int length =
        fprintf(out, "  %s%s%s", name, argument ? " " : "", argument ? argument : "");

    gau_options_print_words(out, words, length, COLUMN);
}

static void print_views(FILE *out)
{
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        fprintf(out, "\n%s\n", needs[i].heading);
        for (const struct gau_view *const *at = gau_report_views; *at; at++)
            if ((*at)->needs == i)
                print_words(out, (*at)->name, (*at)->argument, (*at)->help);
    }
    fputs("\nformats of one view:\n", out);
    for (const struct gau_view *const *at = gau_report_views; *at; at++)
        if ((*at)->export)
            print_words(out, (*at)->export->name, NULL, (*at)->export->what);
}

#define COLUMNS(COLUMN)                                 \
    COLUMN(VIEW, {.name = "View", .key = "view"})       \
    COLUMN(ARGUMENT, {.name = "of", .key = "argument"}) \
    COLUMN(READS, {.name = "Reads", .key = "reads"})    \
    COLUMN(KIND, {.name = "Kind", .key = "kind"})       \
    COLUMN(SHOWS, {.name = "Shows", .key = "shows"})

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

static void put_views(struct gau_report_request *request, gau_error *error)
{
    struct gau_page page = {.document = "views", .options = &request->options, .error = error};
    struct gau_table *const table = gau_page_add(&page, "views", columns, N_COLUMNS);

    for (const struct gau_view *const *at = gau_report_views; table && *at; at++) {
        gau_table_row(table, 0);
        gau_table_set_text(table, VIEW, (*at)->name);
        gau_table_set_text(table, ARGUMENT, (*at)->argument);
        gau_table_set_text(table, READS, needs[(*at)->needs].word);
        gau_table_set_text(table, KIND, (*at)->is_picture ? "picture" : "table");
        gau_table_set_text(table, SHOWS, (*at)->help);
    }
    gau_page_put(&page, request->output);
    gau_page_clear(&page);
}

static void list_views(struct gau_report_request *request, gau_error *error)
{
    if (request->options.format == GAU_TABLE_TEXT && !request->output)
        print_views(stdout);
    else
        put_views(request, error);
}

/* --- reporting ----------------------------------------------------------------------------- */

static void report_view(struct gau_report_request *request, gau_error *error)
{
    gau_view_options_set_screen(&request->options, request->output ? NULL : stdout);
    request->options.add = gau_hotspots_add_sampling;
    if (gau_picture_is_asked(&request->asked))
        gau_picture_put(&request->asked, request->output, error);
    else
        gau_view_report(&request->asked, request->output, error);
    if (request->failed_checks > 0) /* the checks were printed before */
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
        if (request.list)
            list_views(&request, &error);
        else
            report_view(&request, &error);
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
             "[OPTION...] timeline DIR...\n"
             "[OPTION...] event [N] DIR|FILE\n"
             "[OPTION...] workers DIR|FILE...\n"
             "[OPTION...] events DIR|FILE\n"
             "--list",
    .about = "Shows a view of the result in the folder DIR, which 'gaudit run -o DIR', 'gaudit "
             "profile'\n"
             "or 'gaudit collect' has made; without VIEW, its summary. VIEW may also follow DIR.\n"
             "If both are folders, the first name of a view is the view: write ./NAME for such a "
             "folder.\n",
    .print_about = print_views,
    .options = gau_report_options,
    .notes = "exit status: 0 success; 1 wrong usage, no such view, DIR is not a result, or has no\n"
             "samples; 5 a document cannot be read, or the view cannot be written\n",
    .operand = "a view, or a result folder,",
    .most = INT_MAX, /* gau_report_read() counts them */
    .takes_results = true,
    .run = run,
};
