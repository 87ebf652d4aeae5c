/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison_page.h"

#include "tools/ab/ab.h"
#include "tools/common/command_functions.h"
#include "tools/common/comparison_options.h"
#include "tools/common/html_file.h"
#include "tools/common/usage.h"

#include <string.h>

enum { BASELINE, CANDIDATE, PLAIN, SIDES };

struct values {
    struct gau_argv paths[SIDES];
    struct gau_comparison_request request;
    struct gau_shown shown;
    struct gau_ab runs; /* if they are to be made here */
    const char *html;   /* or NULL */
};

static const struct gau_option options[] = {
    {GAU_OPTION_BASELINE(struct values, paths[BASELINE])},
    {GAU_OPTION_CANDIDATE(struct values, paths[CANDIDATE])},
    {GAU_VALUE(struct values, request.max_ratio, "max-ratio", "R", gau_read_real,
               "the largest allowed ratio (1.05)"),
     .above = 1, .below = 1000, .takes = "a number above 1, such as 1.05"},
    {GAU_VALUE(struct values, request.min_s, "min-seconds", "X", gau_read_real,
               "ignore slowdowns below X seconds per run (0.1 % of the total)"),
     .below = 1e9, .takes = "a number of seconds above 0"},
    {GAU_VALUE(struct values, request.false_positive_rate, "false-positive-rate", "P",
               gau_read_real, "probability of a failure if nothing has changed (0.001)"),
     .below = 0.5, .takes = "a probability above 0 and below 0.5"},
    {GAU_FLAG(struct values, request.allow_new, "allow-new",
              "added or removed branches, tasks and functions do not fail the gate")},
    {GAU_FLAG(struct values, request.require_decision, "require-decision",
              "status 7 if the runs do not exclude slowdowns above the largest ratio")},
    {GAU_VALUE(struct values, request.junit, "junit", "FILE", gau_read_file,
               "also write the result as JUnit XML; FILE is replaced")},
    {GAU_OPTION_HTML(struct values, html),
     .more = ": that of the first result of B, with the comparison"},
    GAU_SHOWN_ROWS(struct values, shown,
                   ": differences, total, branches or tasks, events, functions (with samples)"),
    GAU_AB_ROWS(struct values),
    GAU_AB_JOB_ROWS(struct values),
    {0},
};

static const struct gau_option folder = {.name = "DIR",
                                         .read = gau_read_words,
                                         .to = offsetof(struct values, paths[PLAIN])};

/* Two operands are the sides, as for `gaudit compare`, unless they are a job and something else. */
static void take_sides(struct values *values)
{
    struct gau_argv *const plain = &values->paths[PLAIN];

    if (plain->count != 2 || values->runs.programs[0] || values->paths[BASELINE].count > 0 ||
        values->paths[CANDIDATE].count > 0 ||
        (!gau_ab_is_folder(plain->texts[0]) && !gau_ab_is_folder(plain->texts[1])))
        return;
    for (int side = 0; side < PLAIN; side++)
        gau_argv_add(&values->paths[side], "%s", plain->texts[side]);
    gau_argv_clear(plain);
}

/* A job alone, or programs, mean that the results are to be made first. */
static bool is_to_run(const struct values *values)
{
    const size_t folders = values->paths[BASELINE].count + values->paths[CANDIDATE].count;

    return folders == 0 && (values->runs.programs[0] || values->paths[PLAIN].count == 1);
}

/* Programs that are not behind "--" were read as results. */
static int refuse_programs(const struct values *values)
{
    int status = GAU_OPTIONS_READ;

    for (int side = 0; side < SIDES; side++)
        for (uint32_t i = 0; i < values->paths[side].count && status == GAU_OPTIONS_READ; i++)
            status = gau_ab_refuse_program(&gau_tool_gate, values->paths[side].texts[i]);
    return status;
}

static int check_arguments(struct values *values)
{
    struct gau_ab *const runs = &values->runs;
    int status = refuse_programs(values);

    take_sides(values);
    if (status != GAU_OPTIONS_READ)
        return status;
    if (is_to_run(values)) {
        if (values->paths[PLAIN].count > 0)
            runs->run.path = values->paths[PLAIN].texts[0];
        return gau_ab_check_arguments(runs, &gau_tool_gate);
    }
    status = gau_shared_check_sides(&gau_tool_gate, values->paths);
    if (status == GAU_OPTIONS_READ && (runs->programs[0] || runs->run.settings.output ||
                                       runs->sides[0].text[0] || runs->sides[1].text[0]))
        return gau_options_wrong(&gau_tool_gate,
                                 "--baseline and --candidate are results: programs, "
                                 "--a, --b and --output are for runs to be made");
    return status;
}

/* --- the command --------------------------------------------------------------------------- */

static int compare_runs(struct values *gate)
{
    static const int exits[] = {GAU_EXIT_OK, GAU_EXIT_GATE, GAU_EXIT_UNDECIDED};
    static const char *const outcomes[] = {"passed", "failed", "undecided"};
    enum gau_gate_outcome outcome;
    int status;

    for (int side = 0; side < PLAIN && !is_to_run(gate); side++)
        gate->request.sides[side] =
            (struct gau_comparison_paths){(const char *const *)gate->paths[side].texts,
                                          gate->paths[side].count};
    status = gau_shown_report(&outcome, &gate->request, &gate->shown);
    if (status == GAU_EXIT_OK && gate->html)
        status = gau_comparison_page_put(&gate->request, outcomes[outcome], gate->html);
    return status == GAU_EXIT_OK ? exits[outcome] : status;
}

/* The name is also looked for in arguments that were not read because others are wrong: no old
 * result may stay. */
static const char *find_junit(const struct values *gate, char **argv)
{
    static const char option[] = "--junit";
    const size_t length = sizeof option - 1;

    for (size_t i = 1; argv[i] && !gate->request.junit; i++) {
        if (strncmp(argv[i], option, length) != 0)
            continue;
        if (argv[i][length] == '=')
            return argv[i] + length + 1;
        if (!argv[i][length])
            return argv[i + 1];
    }
    return gate->request.junit;
}

static void write_error(const char *junit, const char *message)
{
    gau_error error = {0};

    if (junit && *junit && gau_junit_put_error(junit, message, &error) != GAU_OK)
        gau_usage_exit(&error);
}

/* If some runs failed, there is no verdict. */
static int make_runs(struct values *gate)
{
    struct gau_ab_outcome outcome = {0};
    int status = gau_ab_run(&gate->runs, &outcome);

    gate->request.made = true;
    if (status == GAU_EXIT_OK && outcome.signal)
        status = 128 + outcome.signal;
    else if (status == GAU_EXIT_OK && outcome.complete < gate->runs.pairs)
        status = GAU_EXIT_RESULTS;
    if (status == GAU_EXIT_OK)
        status = gau_ab_request(&gate->runs, &gate->request);
    if (status == GAU_EXIT_OK)
        return GAU_OPTIONS_READ;
    write_error(gate->request.junit, "not all runs could be made");
    return status;
}

static int run(int argc, char **argv)
{
    struct values gate = {.request = {.kind = GAU_GATE}, .runs = gau_ab_new()};
    int status = gau_ab_read(&gate.runs, &gau_tool_gate, argc, argv, &gate);

    if (status == GAU_OPTIONS_READ)
        status = gau_shown_check(&gau_tool_gate, &gate.shown, gau_comparison_tables);
    if (status == GAU_OPTIONS_READ)
        status = check_arguments(&gate);
    if (status == GAU_OPTIONS_READ)
        status = gau_html_file_check(&gau_tool_gate, gate.html, gate.runs.run.settings.output);
    if (status == GAU_EXIT_USAGE)
        write_error(find_junit(&gate, argv), "gaudit gate was called with wrong arguments");
    if (status == GAU_OPTIONS_READ && is_to_run(&gate))
        status = make_runs(&gate);
    if (status == GAU_OPTIONS_READ)
        status = compare_runs(&gate);
    for (int side = 0; side < SIDES; side++)
        gau_argv_clear(&gate.paths[side]);
    gau_argv_clear(&gate.shown.filters);
    gau_ab_clear(&gate.runs);
    return status;
}

const struct gau_command gau_tool_gate = {
    .name = "gate",
    .summary = "fails if a branch became slower: performance as a test",
    .usage = "A B [OPTION...]\n"
             "--baseline DIR... --candidate DIR... [OPTION...]\n" GAU_AB_USAGE,
    .about =
        "Fails, with status 6, if a branch, task or function of the candidates takes longer than\n"
        "in the baselines: significantly, and by more than a ratio and a time. Each DIR is a\n"
        "result with a timer or samples, or a folder of such, as 'gaudit ab -o' makes them. 20\n"
        "interleaved runs on each side find 10 %; with 1 or 2 baselines only large changes fail.\n"
        "With a job or programs the runs are made first, as by 'gaudit ab'; A is the baseline.\n",
    .options = options,
    .notes =
        "exit status: 0 passed; 1 wrong usage, or DIR is not a result, of a run that did not\n"
        "finish, or of another job; 5 a document cannot be read, or the result cannot be\n"
        "written; 6 something became slower; 7 the runs do not decide that. With runs: 2, 126,\n"
        "127 they cannot be made; 5 one failed; 128 + N after signal N\n"
        "\n" GAU_AB_NOTES,
    .lists = &folder,
    .takes_results = true,
    .run = run,
};
