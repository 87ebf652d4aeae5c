/* SPDX-License-Identifier: Apache-2.0 */
#include "child.h"
#include "collect/collect.h"
#include "job.h"
#include "scratch.h"
#include "shared_options.h"
#include "signals.h"
#include "tools.h"
#include "usage.h"

#include "report/agreement/agreement.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUMBERS_MAX = 32, PATH_SIZE = 4096 };

struct numbers {
    uint64_t items[NUMBERS_MAX];
    size_t n;
};

struct accuracy {
    struct numbers numbers; /* of events */
    size_t repeat, rows;
    struct gau_interval interval;
    const char *folder, *output, *job;
    uint64_t threads;
    struct gau_tool_changes changes;
    struct gau_words passed; /* -j, -s, -a */
    struct gau_view_options view;
    char root[PATH_SIZE];   /* where results go */
    gau_app_folder claimed; /* that, if it is to be kept */
    char **folders;         /* of all runs, by number of events */
};

/* --- arguments ----------------------------------------------------------------------------- */

static bool is_known(const struct numbers *numbers, uint64_t number)
{
    for (size_t i = 0; i < numbers->n; i++)
        if (numbers->items[i] == number)
            return true;
    return false;
}

/* "10,100,1000" */
static gau_status read_numbers(void *to, const char *text, const struct gau_option *option,
                               gau_error *err)
{
    struct numbers numbers = {.n = 0};
    char piece[32];

    for (;; text++) {
        const size_t length = strcspn(text, ",");

        snprintf(piece, sizeof piece, "%.*s", (int)(length < 31 ? length : 31), text);
        if (numbers.n == NUMBERS_MAX ||
            gau_read_number(&numbers.items[numbers.n], piece, option, err) < 0 ||
            is_known(&numbers, numbers.items[numbers.n]))
            return GAU_ERR_USAGE;
        numbers.n++;
        text += length;
        if (!*text)
            break;
    }
    *(struct numbers *)to = numbers;
    return GAU_OK;
}

static const struct gau_option options[] = {
    {GAU_VALUE(struct accuracy, numbers, "events", "N,..", read_numbers,
               "numbers of events (10,100,1000)"),
     .letter = 'n', .least = 1, .most = INT64_MAX,
     .takes = "different numbers from 1 on, such as 10,100,1000"},
    {GAU_VALUE(struct accuracy, repeat, "repeat", "R", gau_read_size,
               "runs of each, whose times and samples are added up (1)"),
     .least = 1, .most = 1000},
    {GAU_OPTION_INTERVAL(struct accuracy, interval), .more = " (1ms)"},
    {GAU_VALUE(struct accuracy, rows, "rows", "K", gau_read_size, "branches that are shown (5)"),
     .least = 1, .most = 1000},
    {GAU_OPTION_OUTPUT(struct accuracy, folder), .more = ", as DIR/N/001 ... for N events"},
    {GAU_OPTION_FORMAT(struct accuracy, view.format)},
    {GAU_OPTION_TABLE(struct accuracy, view.table),
     .more = ": the number of events, or summary; csv and json: branches (default), summary"},
    {GAU_OPTION_OUTPUT_FILE(struct accuracy, output)},
    {.help = "as of 'gaudit run':"},
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

        gau_words_add(&a->passed, "--time");
        gau_words_add(&a->passed, "--set");
        gau_words_add(&a->passed, "%s.CpuTime=true", name ? name : "TimerAuditor");
    }
    gau_tool_job_close(&job);
    return status;
}

static bool make_line(struct gau_words *line, const struct accuracy *a, uint64_t events,
                      const char *folder)
{
    char self[PATH_SIZE];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length < 0)
        return false;
    self[length] = '\0';
    gau_words_add(line, "%s", self);
    gau_words_add(line, "profile");
    gau_words_add(line, "%s%s", a->job[0] == '-' ? "./" : "", a->job);
    gau_words_add(line, "--with");
    gau_words_add(line, "builtin");
    gau_words_add(line, "--quiet");
    gau_words_add(line, "--events");
    gau_words_add(line, "%" PRIu64, events);
    gau_words_add(line, "--interval");
    gau_words_add(line, "%s", a->interval.text);
    gau_words_append(line, &a->passed);
    gau_words_add(line, "--output");
    gau_words_add(line, "%s", folder);
    return !line->no_memory;
}

static int run(const struct accuracy *a, uint64_t events, const char *folder)
{
    struct gau_words line = {0};
    struct gau_child child = {0};
    gau_error err = {0};
    int status;

    if (!make_line(&line, a, events, folder)) {
        status = gau_usage_no_memory("a command line");
    } else {
        child.argv = line.texts;
        status = gau_child_run(&child, &err) < 0 ? gau_usage_failed(&err, GAU_EXIT_RESULTS)
                                                 : child.status;
        if (gau_signals_came())
            status = 128 + gau_signals_came();
    }
    gau_words_clear(&line);
    return status;
}

/* --- folders ------------------------------------------------------------------------------- */

static int cannot_make(const char *path)
{
    gau_error err = {0};

    gau_error_set(&err, GAU_ERR_IO, __FILE__, __LINE__, "'%.*s' cannot be made: %s",
                  GAU_QUOTE(path), strerror(errno));
    return gau_usage_failed(&err, GAU_EXIT_USAGE);
}

static int make_root(struct accuracy *a)
{
    gau_error err = {0};

    if (a->folder) {
        snprintf(a->root, sizeof a->root, "%s", a->folder);
        return gau_app_folder_claim(&a->claimed, a->folder, &err) < 0
                   ? gau_usage_failed(&err, GAU_EXIT_USAGE)
                   : GAU_EXIT_OK;
    }
    return gau_scratch_make(a->root, sizeof a->root, "accuracy", &err) < 0
               ? gau_usage_failed(&err, GAU_EXIT_USAGE)
               : GAU_EXIT_OK;
}

/* What nobody asked for is not left behind. */
static void remove_root(struct accuracy *a)
{
    if (!gau_scratch_remove())
        fprintf(stderr, "gaudit: warning: '%s' cannot be removed: %s\n", a->root, strerror(errno));
    gau_app_folder_close(&a->claimed);
}

static int run_all_of(struct accuracy *a, size_t i)
{
    char path[PATH_SIZE + 64];
    int status = GAU_EXIT_OK;

    snprintf(path, sizeof path, "%s/%" PRIu64, a->root, a->numbers.items[i]);
    if (mkdir(path, 0777) != 0)
        return cannot_make(path);
    for (size_t r = 0; r < a->repeat && status == GAU_EXIT_OK; r++) {
        char **const folder = &a->folders[i * a->repeat + r];

        snprintf(path, sizeof path, "%s/%" PRIu64 "/%03zu", a->root, a->numbers.items[i], r + 1);
        *folder = strdup(path);
        if (!*folder)
            return gau_usage_no_memory("the path of a run");
        status = run(a, a->numbers.items[i], path);
    }
    return status;
}

static int report(const struct accuracy *a)
{
    struct gau_agreement_runs runs[NUMBERS_MAX];
    struct gau_view_error error = {0};

    for (size_t i = 0; i < a->numbers.n; i++)
        runs[i] =
            (struct gau_agreement_runs){.events = a->numbers.items[i],
                                        .folders = (const char *const *)a->folders + i * a->repeat,
                                        .n = a->repeat};
    gau_accuracy_report(runs, a->numbers.n, a->rows, &a->view, a->output, &error);
    return gau_usage_view(&error);
}

static int measure(struct accuracy *a)
{
    int status = add_timer(a);

    a->folders = calloc(a->numbers.n * a->repeat, sizeof *a->folders);
    if (status == GAU_EXIT_OK && (!a->folders || a->passed.no_memory))
        status = gau_usage_no_memory("the runs");
    if (status == GAU_EXIT_OK)
        status = make_root(a);
    for (size_t i = 0; i < a->numbers.n && status == GAU_EXIT_OK; i++)
        status = run_all_of(a, i);
    if (status == GAU_EXIT_OK)
        status = report(a);
    remove_root(a);
    for (size_t i = 0; a->folders && i < a->numbers.n * a->repeat; i++)
        free(a->folders[i]);
    free(a->folders);
    return status;
}

static int run_command(int argc, char **argv)
{
    struct accuracy a = {.numbers = {.items = {10, 100, 1000}, .n = 3},
                         .repeat = 1,
                         .rows = 5,
                         .interval.text = "1ms"};
    struct gau_options_given given = {0};
    int status = gau_options_read(&gau_tool_accuracy, argc, argv, &a, &given);

    a.passed = given.passed;
    a.job = argv[optind];
    if (status == GAU_OPTIONS_READ)
        status = measure(&a);
    gau_words_clear(&a.passed);
    gau_tool_changes_clear(&a.changes);
    return status;
}

const struct gau_command gau_tool_accuracy = {
    .name = "accuracy",
    .summary = "how well samples and timer agree at several numbers of events",
    .usage = "JOB.xml [OPTION...]",
    .about =
        "Runs a job with a timer of CPU time and under the built-in profiler at the same time,\n"
        "with several numbers of events, and prints how well samples and timer agree: for the\n"
        "largest branches, with the errors and the number of samples that they come from.\n",
    .options = options,
    .notes = "exit status: 0 fine; 1 wrong usage; that of a run that failed; 5 results cannot be\n"
             "read or written\n",
    .operand = "a job file",
    .least = 1,
    .most = 1,
    .run = run_command,
};
