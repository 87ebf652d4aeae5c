/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include "report/trace_info/info_tables.h"
#include "report/trace_info/trace_files.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT(struct gau_view_options, format)},
    {GAU_OPTION_EXCEL(struct gau_view_options, format)},
    {GAU_OPTION_TABLE(struct gau_view_options, table), .choices = gau_info_table_names,
     .more = ": files (default of csv and json), records, lanes, items, blocks or lists"},
    {GAU_OPTION_WIDE(struct gau_view_options, wide)},
    {GAU_OPTION_COLOUR(struct gau_view_options, colour)},
    {GAU_OPTION_VERBOSE(struct gau_view_options, verbose), .more = ": every block, and every list"},
    {0},
};

static enum gau_info_table wanted_table(const struct gau_view_options *view)
{
    for (int i = 0; view->table && gau_info_table_names[i]; i++)
        if (strcmp(gau_info_table_names[i], view->table) == 0)
            return (enum gau_info_table)i;
    return GAU_INFO_ANY_TABLE;
}

static int show_files(struct gau_view_options *view, char **operands)
{
    struct gau_trace_files files = {0};
    gau_error error = {0};

    gau_view_options_set_screen(view, stdout);
    for (; *operands && error.status == GAU_OK; operands++)
        gau_trace_files_add(&files, *operands, &error);
    if (error.status == GAU_OK)
        gau_trace_info_write(files.paths, files.count, wanted_table(view), view, stdout, &error);
    gau_trace_files_clear(&files);
    return gau_usage_exit(&error);
}

static int run(int argc, char **argv)
{
    struct gau_view_options view = {.format = GAU_TABLE_TEXT};
    const int status = gau_options_read(&gau_tool_info, argc, argv, &view, NULL);

    return status == GAU_OPTIONS_READ ? show_files(&view, argv + optind) : status;
}

const struct gau_command gau_tool_info = {
    .name = "info",
    .summary = "shows what is in trace files",
    .usage = "[OPTION...] FILE|DIR...",
    .about =
        "Shows what is in trace files: their content, times, size, records and lanes, and what is\n"
        "damaged. Of a folder, all its files *.gtr and those of its folders process-N. A file may\n"
        "also be a background-work profile of Realm; what violates its format is named.\n",
    .options = options,
    .notes = "exit status: 0 success; 1 wrong usage, or there is no such file; 5 it is no trace\n"
             "file, or the table cannot be written\n",
    .operand = "a trace file or a folder",
    .least = 1,
    .most = INT_MAX,
    .takes_results = true,
    .run = run,
};
