/* SPDX-License-Identifier: Apache-2.0 */
#include "shown.h"
#include "tools.h"
#include "usage.h"

#include "report/agreement/agreement.h"
#include "report/hotspots/hotspots.h"

#include <assert.h>
#include <stdio.h>

enum { BASELINE, CANDIDATE, PLAIN, SIDES };

struct values {
    struct gau_shown shown;
    struct gau_words folders[SIDES];
    const char *timer, *samples;
};

static const char *const tables[] = {"shares",   "test",  "differences", "total",
                                     "branches", "tasks", "functions",   NULL};

static const struct gau_option options[] = {
    {GAU_VALUE(struct values, timer, "timer", "DIR", gau_read_text,
               "the run that was timed; needs --samples")},
    {GAU_VALUE(struct values, samples, "samples", "DIR", gau_read_text,
               "the run that was sampled; needs --timer")},
    {GAU_OPTION_BASELINE(struct values, folders[BASELINE])},
    {GAU_OPTION_CANDIDATE(struct values, folders[CANDIDATE])},
    GAU_SHOWN_ROWS(
        struct values, shown,
        ". Timer against samples: shares; test, the numbers of the verdict. B against A: "
        "differences, total, branches or tasks, functions"),
    {0},
};

static const struct gau_option folder = {.name = "DIR",
                                         .read = gau_read_words,
                                         .to = offsetof(struct values, folders[PLAIN])};

/* --- arguments ----------------------------------------------------------------------------- */

/* With one of these options both are needed, and there is nothing else to compare. */
static int check_runs(const struct values *values)
{
    if (!values->timer || !values->samples)
        return gau_options_wrong(&gau_tool_compare, "%s is missing",
                                 values->timer ? "--samples" : "--timer");
    for (int side = 0; side < SIDES; side++)
        if (values->folders[side].count > 0)
            return gau_options_wrong(&gau_tool_compare,
                                     "'%.*s' is too much: --timer and --samples are compared",
                                     GAU_QUOTE(values->folders[side].texts[0]));
    return GAU_OPTIONS_READ;
}

/* One folder, two, or both options; folders that belong to none of these are too many. */
static int check_folders(const struct values *values)
{
    const struct gau_words *const plain = &values->folders[PLAIN];

    if (values->timer || values->samples)
        return check_runs(values);
    if (values->folders[BASELINE].count > 0 || values->folders[CANDIDATE].count > 0)
        return gau_shared_check_sides(&gau_tool_compare, values->folders);
    if (plain->count == 0)
        return gau_options_wrong(&gau_tool_compare, "a result folder is missing");
    if (plain->count > 2)
        return gau_options_wrong(&gau_tool_compare, "unexpected argument '%.*s'",
                                 GAU_QUOTE(plain->texts[2]));
    return GAU_OPTIONS_READ;
}

/* --- comparing ----------------------------------------------------------------------------- */

/* B against A is perhaps not what was meant: the jobs of this project have a timer anyway. */
static void tell_other_way(const char *const folders[2], const struct gau_agreement_has has[2])
{
    const int samples = has[1].samples ? 1 : 0;

    if (has[0].timer && has[1].timer && has[0].samples != has[1].samples)
        fprintf(stderr,
                "gaudit: both have a timer, so this is '%.*s' against '%.*s'; the timer of one "
                "against the samples of the other: --timer '%.*s' --samples '%.*s'\n",
                GAU_QUOTE(folders[1]), GAU_QUOTE(folders[0]), GAU_QUOTE(folders[1 - samples]),
                GAU_QUOTE(folders[samples]));
}

static struct gau_comparison_paths paths_of(const struct gau_words *words)
{
    return (struct gau_comparison_paths){.items = (const char *const *)words->texts,
                                         .n = words->count};
}

static int compare_results(const struct values *values, const struct gau_comparison_paths *a,
                           const struct gau_comparison_paths *b)
{
    const struct gau_comparison_request request = {.sides = {*a, *b}};

    return gau_shown_report(NULL, &request, &values->shown);
}

static int compare_sides(const struct values *values, const char *timer, const char *samples)
{
    const struct gau_agreement_runs run = {.timers = &timer, .samples = &samples, .n = 1};
    struct gau_view_options wanted = values->shown.view;
    struct gau_view_error error = {0};

    if (wanted.sort || values->shown.filters.count > 0)
        return gau_options_wrong(&gau_tool_compare,
                                 "--sort and --filter are for B against A, not for timer against "
                                 "samples");
    wanted.width = values->shown.output ? 0 : gau_hot_screen_of(stdout).width;
    gau_agreement_report(&run, 1, &wanted, values->shown.output, &error);
    return gau_usage_view(&error);
}

/* Of two folders one may have a timer alone, and the other samples, in whichever order. */
static int compare_two(const struct values *values, const char *const folders[2])
{
    const struct gau_agreement_has has[2] = {gau_agreement_has(folders[0]),
                                             gau_agreement_has(folders[1])};
    const bool first = has[0].timer && !has[0].samples && has[1].samples && !has[1].timer;
    const bool second = has[1].timer && !has[1].samples && has[0].samples && !has[0].timer;
    int status;

    if (first || second)
        return compare_sides(values, folders[second], folders[first]);
    status = compare_results(values, &(struct gau_comparison_paths){&folders[0], 1},
                             &(struct gau_comparison_paths){&folders[1], 1});
    if (status == GAU_OK)
        tell_other_way(folders, has);
    return status;
}

static int compare(const struct values *values)
{
    const struct gau_comparison_paths a = paths_of(&values->folders[BASELINE]);
    const struct gau_comparison_paths b = paths_of(&values->folders[CANDIDATE]);
    const struct gau_words *const plain = &values->folders[PLAIN];

    if (values->timer)
        return compare_sides(values, values->timer, values->samples);
    if (a.n > 0)
        return compare_results(values, &a, &b);
    assert(plain->count > 0); /* see check_folders() */
    if (plain->count == 1)
        return compare_sides(values, plain->texts[0], plain->texts[0]);
    return compare_two(values, (const char *const *)plain->texts);
}

static int run(int argc, char **argv)
{
    struct values values = {0};
    int status = gau_options_read(&gau_tool_compare, argc, argv, &values, NULL);

    if (status == GAU_OPTIONS_READ)
        status = gau_shown_check(&gau_tool_compare, &values.shown, tables);
    if (status == GAU_OPTIONS_READ)
        status = check_folders(&values);
    if (status == GAU_OPTIONS_READ)
        status = compare(&values);
    gau_words_clear(&values.shown.filters);
    for (int i = 0; i < SIDES; i++)
        gau_words_clear(&values.folders[i]);
    return status;
}

const struct gau_command gau_tool_compare = {
    .name = "compare",
    .summary = "timer against samples, or results with each other",
    .usage = "[OPTION...] DIR\n"
             "[OPTION...] --timer DIR --samples DIR\n"
             "[OPTION...] A B\n"
             "[OPTION...] --baseline DIR... --candidate DIR...",
    .about =
        "Of one folder, timer against samples: the shares that branches have of the time in the\n"
        "event loop, with the error of sampling, and whether both agree. DIR is the result "
        "of\n"
        "a run with both, such as\n"
        "\n"
        "    gaudit profile JOB.xml --time -s TimerAuditor.CpuTime=true -o DIR\n"
        "\n"
        "Likewise, but without a verdict, with --timer and --samples, the timer of one run "
        "against\n"
        "the samples of another; and of two folders of which one has a timer only, and the other\n"
        "samples only.\n"
        "\n"
        "Of any others, B against A: what is different, and what became of the time of each\n"
        "branch, task and function. Each is a result with a timer or samples, or a folder of\n"
        "such: runs that were made alike, whose spread tells changes from chance ('gaudit ab'\n"
        "makes them).\n",
    .options = options,
    .notes =
        "exit status: 0 fine, whatever differs; 1 wrong usage, or a folder does not hold what\n"
        "is compared; 5 it cannot be read, or the comparison not be written\n",
    .lists = &folder,
    .run = run,
};
