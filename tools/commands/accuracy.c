/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/ab/ab.h"
#include "tools/common/command_functions.h"
#include "tools/common/signals.h"
#include "tools/common/usage.h"

#include "report/agreement/agreement.h"
#include "report/hotspots/hotspots.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NUMBERS_MAX = 32, PATH_SIZE = 4200 };

struct numbers {
    uint64_t items[NUMBERS_MAX];
    size_t n;
};

struct accuracy {
    struct numbers numbers; /* of events in the window */
    uint64_t before;        /* events before it */
    struct gau_ab runs; /* its first side, `pairs` times; `folders` of all, by number of events */
    const char *output;
    struct gau_view_options view;
    struct gau_branch_key key; /* of its group_by */
};

/* --- arguments ----------------------------------------------------------------------------- */

/* Reads "10,100,1000". */
static gau_status read_numbers(void *to, const char *text, const struct gau_option *option,
                               gau_error *err)
{
    struct numbers numbers = {.n = 0};
    char piece[32];

    for (size_t length; numbers.n < NUMBERS_MAX; text += length + 1) {
        uint64_t *const number = &numbers.items[numbers.n++];

        length = strcspn(text, ",");
        snprintf(piece, sizeof piece, "%.*s", (int)(length < 31 ? length : 31), text);
        if (gau_read_number(number, piece, option, err) < 0)
            return GAU_ERR_USAGE;
        for (const uint64_t *known = numbers.items; known < number; known++)
            if (*known == *number)
                return GAU_ERR_USAGE;
        if (!text[length]) {
            *(struct numbers *)to = numbers;
            return GAU_OK;
        }
    }
    return GAU_ERR_USAGE;
}

static const struct gau_option options[] = {
    {GAU_OPTION_RUNS(struct accuracy, runs.pairs),
     .more = " for each number of events; their times and samples are added up (1)"},
    {GAU_OPTION_INTERVAL(struct accuracy, runs.interval), .more = " (1ms)"},
    {GAU_OPTION_LIMIT(struct accuracy, view.limit),
     .more = " (display formats: 5 of each of several numbers of events)"},
    {GAU_OPTION_OUTPUT(struct accuracy, runs.run.settings.output),
     .more = ", as DIR/N/001 ... for N events"},
    {GAU_OPTION_GROUP_BY(struct accuracy, view.group_by)},
    {GAU_OPTION_RELATIVE_TO(struct accuracy, view.relative_to), .more = " (of jobs the first row)"},
    {GAU_OPTION_FORMAT(struct accuracy, view.format)},
    {GAU_OPTION_EXCEL(struct accuracy, view.format)},
    {GAU_OPTION_TABLE(struct accuracy, view.table),
     .more = ": shares (all that csv and json have), or test"},
    {GAU_OPTION_WIDE(struct accuracy, view.wide)},
    {GAU_OPTION_COLOUR(struct accuracy, view.colour)},
    {GAU_OPTION_VERBOSE(struct accuracy, view.verbose), .more = GAU_DETAILS_HELP},
    {GAU_OPTION_OUTPUT_FILE(struct accuracy, output)},
    {.help = "for jobs, as 'gaudit run' has them except the first:"},
    {GAU_VALUE(struct accuracy, numbers, "events", "N,..", read_numbers,
               "numbers of events (10,100,1000)"),
     .letter = 'n', .least = 1, .most = INT64_MAX,
     .takes = "different numbers from 1 on, such as 10,100,1000"},
    {GAU_OPTION_PROFILER(struct accuracy, runs.profiler), .more = " (builtin)"},
    {GAU_OPTION_THREADS(struct accuracy, runs.run.threads), .pass = true},
    {GAU_OPTION_SET(struct accuracy, runs.run.changes.sets)},
    {GAU_OPTION_AUDIT(struct accuracy, runs.run.changes.audits)},
    {0},
};

/* --- runs ---------------------------------------------------------------------------------- */

/* Users give numbers of events in the window, which may have fewer events. */
static void limit_numbers(struct numbers *numbers, const int64_t window[2])
{
    const uint64_t most = window[1] > window[0] ? (uint64_t)(window[1] - window[0]) : UINT64_MAX;
    struct numbers fit = {.n = 0};
    bool whole = false;

    for (size_t i = 0; i < numbers->n; i++) {
        const uint64_t number = numbers->items[i] < most ? numbers->items[i] : most;

        if (number < most || !whole)
            fit.items[fit.n++] = number;
        whole |= number == most;
    }
    *numbers = fit;
}

static int find_window(struct accuracy *a)
{
    int64_t window[2];
    const int status = gau_ab_share_window(&a->runs, window);

    if (status != GAU_EXIT_OK)
        return status;
    limit_numbers(&a->numbers, window);
    a->before = window[0] > 1 ? (uint64_t)window[0] - 1 : 0;
    return GAU_EXIT_OK;
}

/* A program has no number of events (0), and no folder for it. @p before is the number of events
 * before the window. */
static int run_all_of(struct gau_ab *runs, uint64_t events, uint64_t before)
{
    char folder[PATH_SIZE];
    int status = GAU_EXIT_OK;

    snprintf(folder, sizeof folder, "%s", runs->folder);
    if (events > 0)
        snprintf(folder, sizeof folder, "%s/%" PRIu64, runs->folder, events);
    if (events > 0 && mkdir(folder, 0777) != 0)
        return gau_usage_fail(GAU_EXIT_USAGE, "'%s' cannot be made: %s", folder, strerror(errno));
    runs->run.settings.events = events > 0 ? before + events : 0;
    for (uint64_t r = 1; r <= runs->pairs && status == GAU_EXIT_OK; r++) {
        gau_argv_add(&runs->folders, "%s/%03" PRIu64, folder, r);
        if (runs->folders.out_of_memory)
            return gau_usage_out_of_memory("runs");
        status = gau_ab_run_side(runs, 0, runs->folders.texts[runs->folders.count - 1], NULL);
        status = gau_signals_came() ? 128 + gau_signals_came() : status;
    }
    return status;
}

static int print_accuracy(const struct accuracy *a)
{
    /* The longest row of a job is 100 %, as in the paper on Gaudi's auditor. */
    const char *const paper = a->runs.programs[0] || !a->runs.run.path ? NULL : "";
    struct gau_agreement_runs runs[NUMBERS_MAX];
    struct gau_view_options view = a->view;
    gau_error error = {0};

    gau_view_options_set_screen(&view, a->output ? NULL : stdout);
    for (size_t i = 0; i < a->numbers.n; i++) {
        const char *const *const folders =
            (const char *const *)a->runs.folders.texts + i * a->runs.pairs;

        runs[i] =
            (struct gau_agreement_runs){.group_by = view.group_by ? &a->key : NULL,
                                        .relative_to = view.relative_to ? view.relative_to : paper,
                                        .timers = folders,
                                        .samples = folders,
                                        .n = a->runs.pairs,
                                        .events = a->numbers.items[i]};
    }
    gau_agreement_report(runs, a->numbers.n, &view, a->output, &error);
    return gau_usage_exit(&error);
}

/* Sections are known once the program has run. */
static int check_sections(const struct gau_ab *runs)
{
    if (!runs->programs[0] || gau_agreement_has(runs->folders.texts[0]).timer)
        return GAU_EXIT_OK;
    return gau_usage_fail(GAU_EXIT_USAGE,
                          "'%.*s' timed no sections that samples could be compared with",
                          GAU_QUOTE(runs->programs[0][0]));
}

static int measure_accuracy(struct accuracy *a)
{
    gau_error err = {0};
    int status = a->runs.programs[0] ? GAU_EXIT_OK : gau_ab_find_timer(&a->runs);

    if (status == GAU_EXIT_OK && !a->runs.programs[0])
        status = find_window(a);
    if (status == GAU_EXIT_OK && gau_ab_make_folder(&a->runs, "accuracy", &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_USAGE);
    for (size_t i = 0; i < a->numbers.n && status == GAU_EXIT_OK; i++)
        status = run_all_of(&a->runs, a->numbers.items[i], a->before);
    if (status == GAU_EXIT_OK)
        status = check_sections(&a->runs);
    return status == GAU_EXIT_OK ? print_accuracy(a) : status;
}

static bool is_folder(const char *path)
{
    struct stat status;

    return path && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Results of runs that are there already: their times and samples are added up. */
static int read_folders(struct accuracy *a, int argc, char **argv)
{
    struct gau_ab *const runs = &a->runs;

    for (int i = optind; i < argc; i++) {
        if (!is_folder(argv[i]))
            return gau_options_wrong(&gau_tool_accuracy,
                                     "'%.*s' is no folder: results do not go with other operands",
                                     GAU_QUOTE(argv[i]));
        gau_argv_add(&runs->folders, "%s", argv[i]);
    }
    if (runs->folders.out_of_memory)
        return gau_usage_out_of_memory("runs");
    runs->pairs = runs->folders.count;
    runs->run.path = NULL;
    a->numbers = (struct numbers){.n = 1};
    return GAU_OPTIONS_READ;
}

static int check_arguments(struct accuracy *a, int argc, char **argv)
{
    const char *const by = a->view.group_by;
    struct gau_ab *const runs = &a->runs;
    gau_error error = {0};

    if (by && !gau_branch_key_read(&a->key, by, strlen(by), &error))
        return gau_usage_exit(&error);

    if (!runs->programs[0]) {
        runs->run.path = optind < argc ? argv[optind] : NULL;
        if (is_folder(runs->run.path))
            return read_folders(a, argc, argv);
        if (optind + 1 < argc)
            return gau_options_wrong(&gau_tool_accuracy,
                                     "'%.*s': one job file is expected, or folders with results",
                                     GAU_QUOTE(argv[optind + 1]));
        return runs->run.path ? GAU_OPTIONS_READ
                              : gau_options_wrong(&gau_tool_accuracy,
                                                  "a job file is missing, or '--' and a program");
    }
    if (!runs->programs[0][0] || runs->programs[0] != runs->programs[1])
        return gau_options_wrong(&gau_tool_accuracy, "one program is expected after '--'");
    a->numbers = (struct numbers){.n = 1};
    return GAU_OPTIONS_READ;
}

static int run_command(int argc, char **argv)
{
    struct accuracy a = {.numbers = {.items = {10, 100, 1000}, .n = 3}, .runs = gau_ab_new()};
    int status;

    a.runs.pairs = 1;
    a.runs.profile = true;
    a.runs.interval.text = "1ms";
    status = gau_ab_read(&a.runs, &gau_tool_accuracy, argc, argv, &a);
    if (status == GAU_OPTIONS_READ)
        status = check_arguments(&a, argc, argv);
    if (status == GAU_OPTIONS_READ)
        status = a.runs.folders.count > 0 ? print_accuracy(&a) : measure_accuracy(&a);
    gau_ab_clear(&a.runs);
    return status;
}

const struct gau_command gau_tool_accuracy = {
    .name = "accuracy",
    .summary = "shows how well samples and timer agree at several numbers of events",
    .usage = "JOB.xml [OPTION...]\n[OPTION...] -- PROGRAM [ARGUMENT...]\n[OPTION...] DIR...",
    .about =
        "Runs a job under a profiler, the built-in one or Intel VTune, with a timer of CPU time,\n"
        "for several numbers of events. Prints how well samples and timer agree: the shares of\n"
        "the largest branches, their errors and numbers of samples. A program with sections is "
        "run\n"
        "--runs times instead. Of results that are there, times and samples are added up.\n",
    .options = options,
    .notes =
        "exit status: 0 success; 1 wrong usage; that of a run that failed; 5 results cannot be\n"
        "read or written\n",
    .operand = "a job file",
    .least = 0,
    .most = INT_MAX,
    .takes_results = true,
    .run = run_command,
};
