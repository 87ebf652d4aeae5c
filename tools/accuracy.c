/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* realpath() */
#include "ab/ab.h"
#include "job.h"
#include "scratch.h"
#include "signals.h"
#include "tools.h"
#include "usage.h"

#include "report/agreement/agreement.h"
#include "report/hotspots/hotspots.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NUMBERS_MAX = 32, PATH_SIZE = 4096 };

struct numbers {
    uint64_t items[NUMBERS_MAX];
    size_t n;
};

struct accuracy {
    struct numbers numbers; /* of events */
    const char *folder, *output, *job;
    uint64_t threads;
    struct gau_tool_changes changes;
    struct gau_ab runs; /* what is run, `pairs` times: programs[0], or a job with what is passed */
    struct gau_words folders; /* of all runs, by number of events */
    struct gau_view_options view;
    char root[PATH_SIZE];   /* where results go */
    gau_app_folder claimed; /* that, if it is to be kept */
};

/* --- arguments ----------------------------------------------------------------------------- */

/* "10,100,1000" */
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
     .more = ": of each number of events, whose times and samples are added up (1)"},
    {GAU_OPTION_INTERVAL(struct accuracy, runs.interval), .more = " (1ms)"},
    {GAU_OPTION_LIMIT(struct accuracy, view.limit),
     .more = " (for people: 5 of each of several numbers of events)"},
    {GAU_OPTION_OUTPUT(struct accuracy, folder), .more = ", as DIR/N/001 ... for N events"},
    {GAU_OPTION_FORMAT(struct accuracy, view.format)},
    {GAU_OPTION_EXCEL(struct accuracy, view.format)},
    {GAU_OPTION_TABLE(struct accuracy, view.table),
     .more = ": shares (all that csv and json have), or test"},
    {GAU_OPTION_OUTPUT_FILE(struct accuracy, output)},
    {.help = "of jobs, all but the first as of 'gaudit run':"},
    {GAU_VALUE(struct accuracy, numbers, "events", "N,..", read_numbers,
               "numbers of events (10,100,1000)"),
     .letter = 'n', .least = 1, .most = INT64_MAX,
     .takes = "different numbers from 1 on, such as 10,100,1000"},
    {GAU_OPTION_THREADS(struct accuracy, threads), .pass = true},
    {GAU_OPTION_SET(struct accuracy, changes.sets), .pass = true},
    {GAU_OPTION_AUDIT(struct accuracy, changes.audits), .pass = true},
    {0},
};

/* --- a run --------------------------------------------------------------------------------- */

/* The timer of the job, whatever its name, measures CPU time. Returns an exit status. */
static int add_timer(struct accuracy *a)
{
    struct gau_tool_job job = {0};
    const int status = gau_tool_job_read(&job, a->job, &a->changes, 0);

    if (status == GAU_EXIT_OK) {
        const char *const name = gau_tool_job_auditor(&job, "TimerAuditor");

        gau_words_add(&a->runs.passed, "--time");
        gau_words_add(&a->runs.passed, "--set");
        gau_words_add(&a->runs.passed, "%s.CpuTime=true", name ? name : "TimerAuditor");
    }
    gau_tool_job_close(&job);
    return status;
}

static void make_line(struct gau_words *line, const struct accuracy *a, uint64_t events,
                      const char *folder)
{
    char number[32];
    const char *const front[] = {
        "gaudit", "profile", "--with", "builtin", "--quiet", "--interval", a->runs.interval.text};
    const char *const back[] = {"--events", number, "--output", folder};

    snprintf(number, sizeof number, "%" PRIu64, events);
    for (size_t i = 0; i < sizeof front / sizeof *front; i++)
        gau_words_add(line, "%s", front[i]);
    gau_words_append(line, &a->runs.passed);
    for (size_t i = 0; i < sizeof back / sizeof *back; i++)
        gau_words_add(line, "%s", back[i]);
    gau_words_add(line, "%s%s", a->job[0] == '-' ? "./" : "", a->job);
}

static int run(const struct accuracy *a, uint64_t events, const char *folder)
{
    struct gau_words line = {0};
    int status;

    if (a->runs.programs[0]) {
        status = gau_ab_run_side(&a->runs, 0, folder, NULL);
    } else {
        make_line(&line, a, events, folder);
        status = gau_ab_child(&line, &a->runs, 0, folder, NULL);
        gau_words_clear(&line);
    }
    return gau_signals_came() ? 128 + gau_signals_came() : status;
}

/* --- all of them --------------------------------------------------------------------------- */

static int make_root(struct accuracy *a)
{
    char path[PATH_MAX];
    gau_error err = {0};
    gau_status status;

    if (a->folder) {
        snprintf(a->root, sizeof a->root, "%s", a->folder);
        status = gau_app_folder_claim(&a->claimed, a->folder, &err);
    } else {
        status = gau_scratch_make(a->root, sizeof a->root, "accuracy", &err);
    }
    if (status < 0)
        return gau_usage_failed(&err, GAU_EXIT_USAGE);
    if (a->runs.programs[0] && realpath(a->root, path) && strlen(path) < sizeof a->root)
        strcpy(a->root, path); /* programs may change their working directory */
    return GAU_EXIT_OK;
}

/* What nobody asked for is not left behind. */
static void remove_root(struct accuracy *a)
{
    if (!gau_scratch_remove())
        fprintf(stderr, "gaudit: warning: '%s' cannot be removed: %s\n", a->root, strerror(errno));
    gau_app_folder_close(&a->claimed);
}

/* Of a program there is no number, and no folder for it. */
static int run_all_of(struct accuracy *a, uint64_t events)
{
    char root[PATH_SIZE + 32], path[PATH_SIZE + 64];
    int status = GAU_EXIT_OK;

    snprintf(root, sizeof root, "%s", a->root);
    if (events > 0)
        snprintf(root, sizeof root, "%s/%" PRIu64, a->root, events);
    if (events > 0 && mkdir(root, 0777) != 0) {
        fprintf(stderr, "gaudit: '%s' cannot be made: %s\n", root, strerror(errno));
        return GAU_EXIT_USAGE;
    }
    for (size_t r = 1; r <= a->runs.pairs && status == GAU_EXIT_OK; r++) {
        snprintf(path, sizeof path, "%s/%03zu", root, r);
        gau_words_add(&a->folders, "%s", path);
        status = a->folders.no_memory ? gau_usage_no_memory("the runs") : run(a, events, path);
    }
    return status;
}

static int report(const struct accuracy *a)
{
    struct gau_agreement_runs runs[NUMBERS_MAX];
    struct gau_view_options view = a->view;
    struct gau_view_error error = {0};

    view.width = a->output ? 0 : gau_hot_screen_of(stdout).width;
    for (size_t i = 0; i < a->numbers.n; i++) {
        const char *const *const folders =
            (const char *const *)a->folders.texts + i * a->runs.pairs;

        runs[i] = (struct gau_agreement_runs){.timers = folders,
                                              .samples = folders,
                                              .n = a->runs.pairs,
                                              .events = a->numbers.items[i]};
    }
    gau_agreement_report(runs, a->numbers.n, &view, a->output, &error);
    return gau_usage_view(&error);
}

/* What there is to compare is known once the program has run. */
static int check_sections(const struct accuracy *a)
{
    if (!a->runs.programs[0] || gau_agreement_has(a->folders.texts[0]).timer)
        return GAU_EXIT_OK;
    fprintf(stderr, "gaudit: '%.*s' timed no sections that samples could be compared with\n",
            GAU_QUOTE(a->runs.programs[0][0]));
    return GAU_EXIT_USAGE;
}

static int measure(struct accuracy *a)
{
    int status = a->runs.programs[0] ? GAU_EXIT_OK : add_timer(a);

    if (status == GAU_EXIT_OK && a->runs.passed.no_memory)
        status = gau_usage_no_memory("the runs");
    if (status == GAU_EXIT_OK)
        status = make_root(a);
    for (size_t i = 0; i < a->numbers.n && status == GAU_EXIT_OK; i++)
        status = run_all_of(a, a->numbers.items[i]);
    if (status == GAU_EXIT_OK)
        status = check_sections(a);
    if (status == GAU_EXIT_OK)
        status = report(a);
    remove_root(a);
    return status;
}

static int check_arguments(struct accuracy *a, int argc, char **argv)
{
    if (!a->runs.programs[0]) {
        a->job = optind < argc ? argv[optind] : NULL;
        return a->job ? GAU_OPTIONS_READ
                      : gau_options_wrong(&gau_tool_accuracy,
                                          "a job file is missing, or '--' and a program");
    }
    if (!a->runs.programs[0][0] || a->runs.programs[0] != a->runs.programs[1])
        return gau_options_wrong(&gau_tool_accuracy, "behind '--' one program was expected");
    a->numbers = (struct numbers){.n = 1};
    return GAU_OPTIONS_READ;
}

static int run_command(int argc, char **argv)
{
    struct accuracy a = {.numbers = {.items = {10, 100, 1000}, .n = 3}, .runs = gau_ab_new()};
    int status;

    a.runs.pairs = 1;
    a.runs.interval.text = "1ms";
    status = gau_ab_read(&a.runs, &gau_tool_accuracy, argc, argv, &a);
    if (status == GAU_OPTIONS_READ)
        status = check_arguments(&a, argc, argv);
    if (status == GAU_OPTIONS_READ)
        status = measure(&a);
    gau_ab_clear(&a.runs);
    gau_words_clear(&a.folders);
    gau_tool_changes_clear(&a.changes);
    return status;
}

const struct gau_command gau_tool_accuracy = {
    .name = "accuracy",
    .summary = "how well samples and timer agree at several numbers of events",
    .usage = "JOB.xml [OPTION...]\n[OPTION...] -- PROGRAM [ARGUMENT...]",
    .about =
        "Runs a job with a timer of CPU time and under the built-in profiler at the same time,\n"
        "with several numbers of events, and prints how well samples and timer agree: for the\n"
        "largest branches, with the errors and the number of samples that they come from. Or a\n"
        "program with sections, --runs times.\n",
    .options = options,
    .notes = "exit status: 0 fine; 1 wrong usage; that of a run that failed; 5 results cannot be\n"
             "read or written\n",
    .operand = "a job file",
    .least = 0,
    .most = 1,
    .run = run_command,
};
