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

static const char help[] =
    "usage: gaudit ab JOB.xml --a \"SETTINGS\" --b \"SETTINGS\" [OPTION...]\n"
    "\n"
    "Runs a job with two settings by turns (A B, B A, A B ...) and tells what B changes: for each\n"
    "branch and in all, by the ratios of the pairs, with intervals.\n"
    "\n"
    "SETTINGS are NAME.PROPERTY=VALUE and env:NAME=VALUE, with blanks between them and quotes\n"
    "around what has blanks; env:NAME= takes a variable away. Without them: the job as it is.\n"
    "\n"
    "      --a SETTINGS, --b SETTINGS  what the sides do differently\n"
    "      --runs N                 pairs of runs (10); fewer than 5 have no intervals\n"
    "  -o, --output DIR             keep the results: DIR/a/001, DIR/b/001 ...; new or empty\n"
    "      --profile                also take samples, as 'gaudit profile --with builtin': which\n"
    "                               functions it is\n"
    "  -f, --format FORMAT          text (default), csv, json or markdown; csv and json hold one\n"
    "                               table: branches, or that of --table\n"
    "      --table NAME             only this table: branches, functions (with --profile), run\n"
    "      --limit N                only the first N rows of a table (text and markdown: 20)\n"
    "      --progress auto|on|off   a progress line on standard error (auto: on a terminal)\n"
    "  -h, --help                   print this\n"
    "\n"
    "for both sides, as of 'gaudit run':\n"
    "  -n, --events N               process N events at the most\n"
    "      --skip N                 pass over N events first\n"
    "  -j, --threads N              run N workers\n"
    "  -s, --set NAME.PROPERTY=VALUE  set a property\n"
    "  -a, --audit TYPE[/NAME][:PROPERTY=VALUE;...]  add an auditor\n"
    "\n"
    "The timer measures CPU time, too, which other work on the machine disturbs less.\n";

enum { OPT_A = GAU_RUN_NEXT, OPT_B, OPT_RUNS, OPT_PROFILE, OPT_TABLE, OPT_LIMIT };

static const struct option options[] = {
    {"a", required_argument, NULL, OPT_A},
    {"b", required_argument, NULL, OPT_B},
    {"runs", required_argument, NULL, OPT_RUNS},
    {"profile", no_argument, NULL, OPT_PROFILE},
    {"format", required_argument, NULL, 'f'},
    {"table", required_argument, NULL, OPT_TABLE},
    {"limit", required_argument, NULL, OPT_LIMIT},
    {"events", required_argument, NULL, 'n'},
    {"skip", required_argument, NULL, GAU_RUN_SKIP},
    {"threads", required_argument, NULL, 'j'},
    {"set", required_argument, NULL, 's'},
    {"audit", required_argument, NULL, 'a'},
    {"output", required_argument, NULL, 'o'},
    {"progress", required_argument, NULL, GAU_RUN_PROGRESS},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* --- arguments ----------------------------------------------------------------------------- */

static int read_settings(char **argv, const char *option, struct gau_ab_settings *out)
{
    gau_error err = {0};

    gau_ab_settings_clear(out);
    if (gau_ab_settings_read(out, optarg, &err) >= 0)
        return GAU_EXIT_OK;
    gau_error_wrap(&err, err.status, "%s", option);
    return gau_usage_wrong(argv, &err);
}

static int read_format(char **argv, enum gau_table_format *out)
{
    static const char *const names[] = {"text", "csv", "json", "markdown", NULL};
    const int choice = gau_usage_choice(argv, "--format", optarg, names);

    if (choice < 0)
        return GAU_EXIT_USAGE;
    gau_table_format_find(out, names[choice]);
    return GAU_EXIT_OK;
}

/* Settings go to both lines by themselves, in their order. */
static int take_for_run(struct gau_ab *ab, int code, char **argv)
{
    const int status = gau_run_arguments_take(&ab->run, code, argv);

    if (status == GAU_EXIT_OK && (code == 'n' || code == 'j' || code == GAU_RUN_SKIP)) {
        gau_words_add(&ab->passed, "%s",
                      code == 'n'   ? "--events"
                      : code == 'j' ? "--threads"
                                    : "--skip");
        gau_words_add(&ab->passed, "%s", optarg);
    }
    return status;
}

static int read_table(char **argv, const char **out)
{
    static const char *const names[] = {GAU_PAIRS_BRANCHES, GAU_PAIRS_FUNCTIONS, GAU_PAIRS_RUN,
                                        NULL};
    const int choice = gau_usage_choice(argv, "--table", optarg, names);

    if (choice < 0)
        return GAU_EXIT_USAGE;
    *out = names[choice];
    return GAU_EXIT_OK;
}

static int take(struct gau_ab *ab, int code, char **argv)
{
    switch (code) {
    case OPT_A: return read_settings(argv, "--a", &ab->sides[0]);
    case OPT_B: return read_settings(argv, "--b", &ab->sides[1]);
    case OPT_RUNS: return gau_usage_number(argv, "--runs", 1, 10000, &ab->pairs);
    case OPT_LIMIT: return gau_usage_number(argv, "--limit", 1, INT32_MAX, &ab->limit);
    case OPT_PROFILE: ab->profile = true; break;
    case OPT_TABLE: return read_table(argv, &ab->table);
    case 'f': return read_format(argv, &ab->format);
    default: return take_for_run(ab, code, argv);
    }
    return GAU_EXIT_OK;
}

/* Before the runs are made, which take their time. */
static int check_table(const struct gau_ab *ab, char **argv)
{
    gau_error err = {0};

    if (ab->profile || !ab->table || strcmp(ab->table, GAU_PAIRS_FUNCTIONS) != 0)
        return GAU_EXIT_OK;
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "--table functions needs samples: --profile");
    return gau_usage_wrong(argv, &err);
}

static int read_arguments(struct gau_ab *ab, int argc, char **argv)
{
    int code, status;

    while ((code = gau_usage_option(argc, argv, "n:j:s:a:o:f:h", options)) != -1) {
        status = take(ab, code, argv);
        if (status != GAU_EXIT_OK || ab->run.help)
            return status;
    }
    status = check_table(ab, argv);
    return status == GAU_EXIT_OK ? gau_run_arguments_end(&ab->run, argc, argv) : status;
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

    view.limit = ab->limit                                    ? (size_t)ab->limit
                 : gau_table_format_is_for_people(ab->format) ? 20
                                                              : 0;
    for (int side = 0; side < 2; side++) {
        snprintf(folders[side], sizeof folders[side], "%s/%c", ab->folder, "ab"[side]);
        pairs.settings[side] = ab->sides[side].text ? ab->sides[side].text : "";
    }
    gau_pairs_report(&pairs, &view, stdout, &error);
    if (error.status == GAU_VIEW_OK)
        return GAU_EXIT_OK;
    fprintf(stderr, "gaudit: %s\n", error.message);
    clearerr(stdout);
    return (int)error.status;
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

int gau_tool_ab(int argc, char **argv)
{
    struct gau_ab ab = {.run = gau_run_arguments_new(argc), .pairs = 10};
    gau_error err = {0};
    int status = GAU_EXIT_OPTIONS;

    ab.sides[0].text = ab.sides[1].text = "";
    if (!ab.run.changes.texts)
        status = gau_usage_no_memory("the arguments");
    else
        status = read_arguments(&ab, argc, argv);
    if (status == GAU_EXIT_OK && ab.run.help)
        fputs(help, stdout);
    else if (status == GAU_EXIT_OK)
        status = find_self(&ab, &err) < 0 ? gau_usage_failed(&err, GAU_EXIT_RESULTS) : compare(&ab);
    gau_scratch_remove();
    gau_app_folder_close(&ab.claimed);
    for (int side = 0; side < 2; side++)
        gau_ab_settings_clear(&ab.sides[side]);
    gau_words_clear(&ab.passed);
    gau_run_arguments_free(&ab.run);
    return status;
}
