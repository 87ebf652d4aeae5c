/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "../tools.h"
#include "../usage.h"

#include "report/comparison/report.h"
#include "report/hotspots/hotspots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct values {
    struct gau_ab runs;
    enum gau_table_format format;
    const char *table;
    size_t limit; /* rows; 0: as suits the format */
};

/* --- arguments ----------------------------------------------------------------------------- */

static const struct gau_option options[] = {
    GAU_AB_ROWS(struct values),
    {GAU_OPTION_FORMAT(struct values, format),
     .more = "; csv and json hold one table: branches, or that of --table"},
    {GAU_OPTION_EXCEL(struct values, format)},
    {GAU_OPTION_TABLE(struct values, table), .choices = gau_comparison_tables,
     .more = ": differences, total, branches or tasks, functions (with samples)"},
    {GAU_OPTION_LIMIT(struct values, limit), .more = " (for people: 20)"},
    GAU_AB_JOB_ROWS(struct values),
    {0},
};

/* Before the runs are made, which take their time. */
static int check_arguments(struct values *ab, int argc, char **argv)
{
    const struct gau_ab *const runs = &ab->runs;

    if (!runs->programs[0] && optind < argc)
        ab->runs.run.path = argv[optind];
    if (!runs->profile && !runs->programs[0] && ab->table && strcmp(ab->table, "functions") == 0)
        return gau_options_wrong(&gau_tool_ab, "--table functions needs samples: --profile");
    return gau_ab_check_arguments(runs, &gau_tool_ab);
}

/* --- all of it ----------------------------------------------------------------------------- */

/* What a side is, in words of the user; "": the job as it is. */
static void add_name(struct gau_words *names, const struct gau_ab *runs, int side)
{
    const char *const settings = runs->sides[side].text;
    char *command = NULL;

    if (runs->programs[side]) {
        const struct gau_words program = gau_words_of(runs->programs[side]);

        command = gau_words_text(&program);
        names->no_memory |= !command;
    }
    gau_words_add(names, "%s%s%s", settings, command && *settings ? " " : "",
                  command ? command : "");
    free(command);
}

static int report(const struct values *ab, const struct gau_words *names)
{
    char folders[2][sizeof ab->runs.folder + 2];
    const char *const paths[2] = {folders[0], folders[1]};
    const struct gau_comparison_request request = {.sides = {{&paths[0], 1}, {&paths[1], 1}},
                                                   .settings = {names->texts[0], names->texts[1]}};
    const struct gau_view_options view = {.format = ab->format,
                                          .table = ab->table,
                                          .limit = ab->limit,
                                          .width = gau_hot_screen_of(stdout).width};
    struct gau_view_error error = {0};

    for (int side = 0; side < 2; side++)
        snprintf(folders[side], sizeof folders[side], "%s/%c", ab->runs.folder, "ab"[side]);
    gau_comparison_report(NULL, &request, &view, &error);
    return gau_usage_view(&error);
}

static int compare(struct values *ab)
{
    struct gau_ab_outcome outcome = {0};
    struct gau_words names = {0};
    int status;

    for (int side = 0; side < 2; side++)
        add_name(&names, &ab->runs, side);
    if (names.no_memory)
        status = gau_usage_no_memory("the arguments");
    else
        status = gau_ab_run(&ab->runs, &outcome);
    if (status == GAU_EXIT_OK && outcome.complete > 0)
        status = report(ab, &names);
    gau_words_clear(&names);
    if (outcome.signal)
        return 128 + outcome.signal;
    return outcome.status ? outcome.status : status;
}

static int run(int argc, char **argv)
{
    struct values ab = {.runs = gau_ab_new()};
    int status = gau_ab_read(&ab.runs, &gau_tool_ab, argc, argv, &ab);

    if (status == GAU_OPTIONS_READ)
        status = check_arguments(&ab, argc, argv);
    if (status == GAU_OPTIONS_READ)
        status = compare(&ab);
    gau_ab_clear(&ab.runs);
    return status;
}

const struct gau_command gau_tool_ab = {
    .name = "ab",
    .summary =
        "runs a job with two settings, or two programs, interleaved: what the second changes",
    .usage = GAU_AB_USAGE,
    .about =
        "Runs a job with two settings, or two programs, interleaved (A B, B A, A B ...) and tells\n"
        "what B changes, as 'gaudit compare' does; with 3 pairs and more there are intervals.\n",
    .options = options,
    .notes = GAU_AB_NOTES,
    .operand = "the option file",
    .least = 0,
    .most = 1,
    .run = run,
};
