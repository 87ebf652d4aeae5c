/* SPDX-License-Identifier: Apache-2.0 */
#include "export_formats.h"

#include "tools/common/command_functions.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include "documents/branch_key.h"
#include "documents/page.h"

/* Texts are borrowed from the arguments. */
struct arguments {
    const char *format;
    struct gau_export_request request;
    struct gau_argv filters;
};

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT_OF(struct arguments, format), .help = "what to make",
     .more = "; without it the formats are listed", .read = gau_read_text,
     .choices = gau_export_names},
    {GAU_OPTION_OUTPUT_FILE(struct arguments, request.output)},
    {.help = "options of folded:"},
    {GAU_OPTION_GROUP_BY(struct arguments, request.options.group_by),
     .more = "; of samples also others, see 'gaudit help report' (task,callstack)",
     .takes_of_view = GAU_VIEW_TAKES_GROUP_BY},
    {GAU_OPTION_TIME_FILTER(struct arguments, request.options.time_filter),
     .takes_of_view = GAU_VIEW_TAKES_TIME_FILTER},
    {GAU_OPTION_FILTER(struct arguments, filters), .takes_of_view = GAU_VIEW_TAKES_FILTER},
    {GAU_OPTION_INLINES(struct arguments, request.options.inlines),
     .takes_of_view = GAU_VIEW_TAKES_FRAMES},
    {GAU_OPTION_ALL_FRAMES(struct arguments, request.options.all_frames),
     .takes_of_view = GAU_VIEW_TAKES_FRAMES},
    {GAU_OPTION_DEBUGINFOD(struct arguments, request.options.debuginfod),
     .takes_of_view = GAU_VIEW_TAKES_SAMPLES},
    {0},
};

/* --- the list of formats ------------------------------------------------------------------- */

#define COLUMNS(COLUMN)                                 \
    COLUMN(FORMAT, {.name = "Format", .key = "format"}) \
    COLUMN(NEEDS, {.name = "Needs", .key = "needs"})    \
    COLUMN(WHAT, {.name = "What it is", .key = "what", .wrapped = true})

enum column { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

static const struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};

static void list_formats(gau_error *error)
{
    struct gau_view_options view = {.format = GAU_TABLE_TEXT};
    struct gau_page page = {.document = "formats", .options = &view, .error = error};
    struct gau_table *const table = gau_page_add(&page, "formats", columns, N_COLUMNS);

    gau_view_options_set_screen(&view, stdout);
    for (const struct gau_export *at = gau_exports; table && at->name; at++) {
        gau_table_row(table, 0);
        gau_table_set_text(table, FORMAT, at->name);
        gau_table_set_text(table, NEEDS, at->needs);
        gau_table_set_text(table, WHAT, at->what);
    }
    gau_page_put(&page, NULL);
    gau_page_clear(&page);
}

static void print_formats(FILE *out)
{
    enum { COLUMN = 13 };

    fputs("\nformats, and what each needs:\n", out);
    for (const struct gau_export *at = gau_exports; at->name; at++) {
        const int length = fprintf(out, "  %s", at->name);
        char text[256];

        snprintf(text, sizeof text, "%s (%s)", at->what, at->needs);
        gau_options_print_words(out, text, length, COLUMN);
    }
}

/* --- one format ---------------------------------------------------------------------------- */

static int check_options(const struct gau_export *format, uint64_t given)
{
    for (const struct gau_option *row = options; row->help; row++)
        if (given >> (row - options) & 1 && row->takes_of_view & ~format->takes)
            return gau_options_wrong(&gau_tool_export, "the format '%s' takes no --%s",
                                     format->name, row->name);
    return GAU_OPTIONS_READ;
}

static int write_export(struct arguments *arguments, int operands, uint64_t given)
{
    const struct gau_export *const format =
        arguments->format ? gau_export_find(arguments->format) : NULL;
    struct gau_export_request *const request = &arguments->request;
    gau_error error = {0};
    int status = GAU_OPTIONS_READ;

    if (format && operands == 0)
        status = gau_options_wrong(&gau_tool_export, "%s is missing", gau_tool_export.operand);
    else if (format)
        status = check_options(format, given);
    if (status != GAU_OPTIONS_READ)
        return status;
    request->options.filters = (const char *const *)arguments->filters.texts;
    request->options.filter_count = arguments->filters.count;
    if (format)
        format->write(request, &error);
    else
        list_formats(&error);
    return gau_usage_exit(&error);
}

static int run(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct gau_options_given given = {0};
    int status = gau_options_read(&gau_tool_export, argc, argv, &arguments, &given);

    if (status == GAU_OPTIONS_READ) {
        arguments.request.source = argv[optind];
        status = write_export(&arguments, argc - optind, given.rows);
    }
    gau_argv_clear(&arguments.filters);
    return status;
}

const struct gau_command gau_tool_export = {
    .name = "export",
    .summary = "makes files for other programs of a result",
    .usage = "[OPTION...] --format FORMAT DIR|FILE",
    .about = "Makes a file for another program of the result in the folder DIR, or of one FILE in\n"
             "it, such as DIR/timer-Fast.json. Without --format it lists the formats.\n",
    .print_about = print_formats,
    .options = options,
    .notes = "exit status: 0 success; 1 wrong usage, DIR is not a result, or has not what the\n"
             "format needs; 5 it cannot be read, or the export cannot be written\n",
    .operand = "a result folder, or a file of it,",
    .most = 1,
    .takes_results = true,
    .run = run,
};
