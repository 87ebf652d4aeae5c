/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/command_functions.h"
#include "tools/common/shared_options.h"
#include "tools/common/usage.h"

#include "report/trace_info/info_tables.h"
#include "report/trace_info/trace_files.h"

#include <limits.h>
#include <stdio.h>

struct values {
    struct gau_view_options view;
    int table;
};

static const struct gau_option options[] = {
    {GAU_OPTION_FORMAT(struct values, view.format)},
    {GAU_OPTION_EXCEL(struct values, view.format)},
    {GAU_VALUE(struct values, table, "table", "NAME", gau_read_choice, "only this table"),
     .choices = gau_info_table_names,
     .more = ": files (default of csv and json), records, lanes, blocks or lists"},
    {GAU_OPTION_WIDE(struct values, view.wide)},
    {GAU_OPTION_COLOUR(struct values, view.colour)},
    {GAU_OPTION_VERBOSE(struct values, view.verbose), .more = ": every block, and every list"},
    {0},
};

static int show_files(const struct values *values, char **operands)
{
    struct gau_view_options view = values->view;
    struct gau_trace_files files = {0};
    gau_error error = {0};

    gau_view_options_set_screen(&view, stdout);
    for (; *operands && error.status == GAU_OK; operands++)
        gau_trace_files_add(&files, *operands, &error);
    if (error.status == GAU_OK)
        gau_trace_info_write(files.paths, files.count, (enum gau_info_table)values->table, &view,
                             stdout, &error);
    gau_trace_files_clear(&files);
    return gau_usage_exit(&error);
}

static int run(int argc, char **argv)
{
    struct values values = {.table = GAU_INFO_ANY_TABLE};
    const int status = gau_options_read(&gau_tool_info, argc, argv, &values, NULL);

    return status == GAU_OPTIONS_READ ? show_files(&values, argv + optind) : status;
}

const struct gau_command gau_tool_info = {
    .name = "info",
    .summary = "shows what is in trace files",
    .usage = "[OPTION...] FILE|DIR...",
    .about =
        "Shows what is in trace files: their content, times, size, records and lanes, and what is\n"
        "damaged. Of a folder, all its files *.gtr and those of its folders process-N.\n",
    .options = options,
    .notes = "exit status: 0 success; 1 wrong usage, or there is no such file; 5 it is no trace\n"
             "file, or the table cannot be written\n",
    .operand = "a trace file or a folder",
    .least = 1,
    .most = INT_MAX,
    .run = run,
};
