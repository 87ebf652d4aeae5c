/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "../scratch.h"
#include "../tools.h"
#include "../usage.h"

#include "report/hotspots/hotspots.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- arguments ----------------------------------------------------------------------------- */

static gau_status read_settings(void *to, const char *text, const struct gau_option *option,
                                gau_error *err)
{
    (void)option;
    gau_ab_settings_clear(to);
    return gau_ab_settings_read(to, text, err);
}

static const char *const tables[] = {GAU_PAIRS_BRANCHES, GAU_PAIRS_FUNCTIONS, GAU_PAIRS_RUN, NULL};

static const struct gau_option options[] = {
    {GAU_VALUE(struct gau_ab, sides[0], "a", "SETTINGS", read_settings,
               "what the first side does differently")},
    {GAU_VALUE(struct gau_ab, sides[1], "b", "SETTINGS", read_settings,
               "what the second side does differently")},
    {GAU_VALUE(struct gau_ab, pairs, "runs", "N", gau_read_number,
               "pairs of runs (10); fewer than 5 have no intervals"),
     .least = 1, .most = 10000},
    {GAU_RUN_OUTPUT(struct gau_ab), .more = ": DIR/a/001, DIR/b/001 ..."},
    {GAU_FLAG(struct gau_ab, profile, "profile",
              "also take samples, as 'gaudit profile --with builtin': which functions it is")},
    {GAU_OPTION_FORMAT(struct gau_ab, format),
     .more = "; csv and json hold one table: branches, or that of --table"},
    {GAU_OPTION_TABLE(struct gau_ab, table), .choices = tables,
     .more = ": branches, functions (with --profile), run"},
    {GAU_OPTION_LIMIT(struct gau_ab, limit), .more = " (for people: 20)"},
    {GAU_RUN_PROGRESS(struct gau_ab)},
    {.help = "for both sides, as of 'gaudit run':"},
    {GAU_RUN_EVENTS(struct gau_ab), .pass = true},
    {GAU_RUN_SKIP(struct gau_ab), .pass = true},
    {GAU_RUN_THREADS(struct gau_ab), .pass = true},
    {GAU_RUN_SET(struct gau_ab)},
    {GAU_RUN_AUDIT(struct gau_ab)},
    {0},
};

/* Before the runs are made, which take their time. */
static int check_arguments(struct gau_ab *ab, char **argv)
{
    if (!ab->profile && ab->table && strcmp(ab->table, GAU_PAIRS_FUNCTIONS) == 0)
        return gau_options_wrong(&gau_tool_ab, "--table functions needs samples: --profile");
    return gau_run_arguments_end(&ab->run, &gau_tool_ab, argv);
}

/* --- all of it ----------------------------------------------------------------------------- */

static void tell_runs(const struct gau_ab *ab, const struct gau_ab_outcome *outcome)
{
    if (outcome->signal)
        fprintf(stderr, "gaudit: ended by signal %d after %" PRIu64 " of %" PRIu64 " pairs\n",
                outcome->signal, outcome->complete, ab->pairs);
    else if (outcome->complete < ab->pairs)
        fprintf(stderr, "gaudit: %" PRIu64 " of %" PRIu64 " pairs are complete\n",
                outcome->complete, ab->pairs);
}

/* One pair is told with a word about how little that is. */
static int report(const struct gau_ab *ab)
{
    char folders[2][sizeof ab->folder + 2];
    struct gau_pairs pairs = {.folders = {folders[0], folders[1]}};
    struct gau_view_error error = {0};
    struct gau_view_options view = {.format = ab->format,
                                    .table = ab->table,
                                    .width = gau_hot_screen_of(stdout).width};

    view.limit = ab->limit ? ab->limit : gau_table_format_is_for_people(ab->format) ? 20 : 0;
    for (int side = 0; side < 2; side++) {
        snprintf(folders[side], sizeof folders[side], "%s/%c", ab->folder, "ab"[side]);
        pairs.settings[side] = ab->sides[side].text ? ab->sides[side].text : "";
    }
    gau_pairs_report(&pairs, &view, stdout, &error);
    return gau_usage_view(&error);
}

static int compare(struct gau_ab *ab)
{
    struct gau_ab_outcome outcome = {0};
    int status = gau_ab_check(ab), reported = GAU_EXIT_OK;

    if (status == GAU_EXIT_OK)
        status = gau_ab_runs(ab, &outcome);
    if (status != GAU_EXIT_OK)
        return status;
    tell_runs(ab, &outcome);
    if (outcome.complete > 0)
        reported = report(ab);
    if (outcome.signal)
        return 128 + outcome.signal;
    return outcome.status ? outcome.status : reported;
}

static gau_status find_self(struct gau_ab *ab, gau_error *err)
{
    const ssize_t length = readlink("/proc/self/exe", ab->self, sizeof ab->self - 1);

    if (length < 0)
        return gau_fail(err, GAU_ERR_IO, "the path of gaudit itself is not known");
    ab->self[length] = '\0';
    return GAU_OK;
}

static int run(int argc, char **argv)
{
    struct gau_ab ab = {.run = gau_run_arguments_new(), .pairs = 10};
    struct gau_options_given given = {0};
    gau_error err = {0};
    int status;

    ab.sides[0].text = ab.sides[1].text = "";
    status = gau_options_read(&gau_tool_ab, argc, argv, &ab, &given);
    if (status == GAU_OPTIONS_READ)
        status = check_arguments(&ab, argv);
    ab.passed = given.passed;
    if (status == GAU_OPTIONS_READ)
        status = find_self(&ab, &err) < 0 ? gau_usage_failed(&err, GAU_EXIT_RESULTS) : compare(&ab);
    gau_scratch_remove();
    gau_app_folder_close(&ab.claimed);
    for (int side = 0; side < 2; side++)
        gau_ab_settings_clear(&ab.sides[side]);
    gau_words_clear(&ab.passed);
    gau_run_arguments_clear(&ab.run);
    return status;
}

const struct gau_command gau_tool_ab = {
    .name = "ab",
    .summary = "runs a job with two settings by turns: what the second changes",
    .usage = "JOB.xml --a \"SETTINGS\" --b \"SETTINGS\" [OPTION...]",
    .about =
        "Runs a job with two settings by turns (A B, B A, A B ...) and tells what B changes: for\n"
        "each branch and in all, by the ratios of the pairs, with intervals.\n"
        "\n"
        "SETTINGS are NAME.PROPERTY=VALUE and env:NAME=VALUE, with blanks between them and quotes\n"
        "around what has blanks; env:NAME= takes a variable away. Without them: the job as it "
        "is.\n",
    .options = options,
    .notes = "The timer measures CPU time, too, which other work on the machine disturbs less.\n",
    .operand = "the option file",
    .least = 1,
    .most = 1,
    .run = run,
};
