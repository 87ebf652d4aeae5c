/* SPDX-License-Identifier: Apache-2.0 */
#include "child.h"
#include "collect/collect.h"
#include "job.h"
#include "scratch.h"
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

static const char help[] =
    "usage: gaudit accuracy JOB.xml [OPTION...]\n"
    "\n"
    "Runs a job with a timer of CPU time and under the built-in profiler at the same time, with\n"
    "several numbers of events, and prints how well samples and timer agree: for the largest\n"
    "branches, with the errors and the number of samples that they come from.\n"
    "\n"
    "  -n, --events N,..       numbers of events (10,100,1000)\n"
    "      --repeat R          runs of each, whose times and samples are added up (1)\n"
    "      --interval TIME     between samples, 100us to 1s (1ms)\n"
    "      --rows K            branches that are shown (5)\n"
    "  -j, --threads N, -s, --set NAME.PROPERTY=VALUE, -a, --audit "
    "TYPE[/NAME][:PROPERTY=VALUE;..]\n"
    "                          as for 'gaudit run'\n"
    "  -o, --output DIR        keeps the results, as DIR/N/001 ..; DIR is new or empty\n"
    "  -f, --format FORMAT     text (default), csv, json, markdown, latex\n"
    "      --table NAME        only this table: the number of events, or summary; csv and json:\n"
    "                          branches (default), summary\n"
    "  -O, --output-file FILE  writes the tables to FILE, which is replaced\n"
    "  -h, --help              prints this\n"
    "\n"
    "exit status: 0 fine; 1 wrong usage; that of a run that failed; 5 results cannot be read or\n"
    "written\n";

enum { NUMBERS_MAX = 32, REPEAT_MAX = 1000, PATH_SIZE = 4096 };

enum { OPT_REPEAT = 256, OPT_INTERVAL, OPT_ROWS, OPT_TABLE };

static const struct option options[] = {
    {"events", required_argument, NULL, 'n'},
    {"repeat", required_argument, NULL, OPT_REPEAT},
    {"interval", required_argument, NULL, OPT_INTERVAL},
    {"rows", required_argument, NULL, OPT_ROWS},
    {"threads", required_argument, NULL, 'j'},
    {"set", required_argument, NULL, 's'},
    {"audit", required_argument, NULL, 'a'},
    {"output", required_argument, NULL, 'o'},
    {"format", required_argument, NULL, 'f'},
    {"table", required_argument, NULL, OPT_TABLE},
    {"output-file", required_argument, NULL, 'O'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

struct accuracy {
    uint64_t numbers[NUMBERS_MAX];
    size_t n_numbers, repeat, rows;
    const char *interval, *folder, *output, *job;
    struct gau_tool_changes changes;
    struct gau_words passed; /* -j, -s, -a */
    struct gau_view_options view;
    char root[PATH_SIZE];   /* where results go */
    gau_app_folder claimed; /* that, if it is to be kept */
    char **folders;         /* of all runs, by number of events */
    bool help;
};

/* --- arguments ----------------------------------------------------------------------------- */

static bool wrong(char **argv, const char *option, const char *expected, const char *text)
{
    gau_error err = {0};

    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s takes %s, not '%.*s'", option,
                  expected, GAU_QUOTE(text));
    gau_usage_wrong(argv, &err);
    return false;
}

/* A whole number from 1 on, that ends the text or stands before a comma. */
static const char *read_number(const char *text, uint64_t most, uint64_t *out)
{
    char *rest;

    if (text[0] < '0' || text[0] > '9')
        return NULL;
    errno = 0;
    *out = strtoull(text, &rest, 10);
    return errno == 0 && *out >= 1 && *out <= most && (*rest == '\0' || *rest == ',') ? rest : NULL;
}

static bool is_known(const struct accuracy *a, uint64_t number)
{
    for (size_t i = 0; i < a->n_numbers; i++)
        if (a->numbers[i] == number)
            return true;
    return false;
}

static bool read_numbers(struct accuracy *a, char **argv, const char *text)
{
    const char *at = text;
    uint64_t number;

    a->n_numbers = 0;
    for (;;) {
        at = read_number(at, INT64_MAX, &number);
        if (a->n_numbers == NUMBERS_MAX || !at || is_known(a, number))
            return wrong(argv, "--events", "different numbers from 1 on, such as 10,100,1000",
                         text);
        a->numbers[a->n_numbers++] = number;
        if (!*at++)
            return true;
    }
}

static bool read_count(char **argv, const char *option, const char *text, size_t *out)
{
    uint64_t value;
    const char *const rest = read_number(text, REPEAT_MAX, &value);

    if (!rest || *rest)
        return wrong(argv, option, "a number from 1 to 1000", text);
    *out = (size_t)value;
    return true;
}

static bool read_format(struct accuracy *a, char **argv)
{
    static const char *const formats[] = {"text", "csv", "json", "markdown", "latex", NULL};
    const int format = gau_usage_choice(argv, "--format", optarg, formats);

    return format >= 0 && gau_table_format_find(&a->view.format, formats[format]);
}

static bool pass_on(struct accuracy *a, const char *option)
{
    gau_words_add(&a->passed, "%s", option);
    gau_words_add(&a->passed, "%s", optarg);
    return true;
}

static bool take(struct accuracy *a, char **argv, int code)
{
    uint64_t ns;

    switch (code) {
    case 'n': return read_numbers(a, argv, optarg);
    case OPT_REPEAT: return read_count(argv, "--repeat", optarg, &a->repeat);
    case OPT_ROWS: return read_count(argv, "--rows", optarg, &a->rows);
    case OPT_INTERVAL:
        a->interval = optarg;
        return gau_collect_interval(optarg, &ns) ||
               wrong(argv, "--interval", "a time from 100us to 1s, such as 1ms", optarg);
    case OPT_TABLE: a->view.table = optarg; return true;
    case 'f': return read_format(a, argv);
    case 'O': a->output = optarg; return true;
    case 'o': a->folder = optarg; return true;
    case 'j': return pass_on(a, "--threads");
    case 's': gau_tool_changes_add(&a->changes, optarg, false); return pass_on(a, "--set");
    case 'a': gau_tool_changes_add(&a->changes, optarg, true); return pass_on(a, "--audit");
    case 'h': return a->help = true;
    default: return false;
    }
}

static bool read_arguments(struct accuracy *a, int argc, char **argv)
{
    int code;

    while ((code = gau_usage_option(argc, argv, "n:j:s:a:o:f:O:h", options)) != -1)
        if (!take(a, argv, code) || a->help)
            return a->help;
    if (!gau_usage_operands(argc, argv, 1, 1, "a job file"))
        return false;
    a->job = argv[optind];
    return true;
}

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
    gau_words_add(line, "%s", a->interval);
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

    snprintf(path, sizeof path, "%s/%" PRIu64, a->root, a->numbers[i]);
    if (mkdir(path, 0777) != 0)
        return cannot_make(path);
    for (size_t r = 0; r < a->repeat && status == GAU_EXIT_OK; r++) {
        char **const folder = &a->folders[i * a->repeat + r];

        snprintf(path, sizeof path, "%s/%" PRIu64 "/%03zu", a->root, a->numbers[i], r + 1);
        *folder = strdup(path);
        if (!*folder)
            return gau_usage_no_memory("the path of a run");
        status = run(a, a->numbers[i], path);
    }
    return status;
}

static int report(const struct accuracy *a)
{
    struct gau_agreement_runs runs[NUMBERS_MAX];
    struct gau_view_error error = {0};

    for (size_t i = 0; i < a->n_numbers; i++)
        runs[i] =
            (struct gau_agreement_runs){.events = a->numbers[i],
                                        .folders = (const char *const *)a->folders + i * a->repeat,
                                        .n = a->repeat};
    gau_accuracy_report(runs, a->n_numbers, a->rows, &a->view, a->output, &error);
    if (error.status == GAU_VIEW_OK)
        return GAU_EXIT_OK;
    fprintf(stderr, "gaudit: %s\n", error.message);
    return (int)error.status;
}

static int measure(struct accuracy *a)
{
    int status = add_timer(a);

    a->folders = calloc(a->n_numbers * a->repeat, sizeof *a->folders);
    if (status == GAU_EXIT_OK && (!a->folders || a->passed.no_memory))
        status = gau_usage_no_memory("the runs");
    if (status == GAU_EXIT_OK)
        status = make_root(a);
    for (size_t i = 0; i < a->n_numbers && status == GAU_EXIT_OK; i++)
        status = run_all_of(a, i);
    if (status == GAU_EXIT_OK)
        status = report(a);
    remove_root(a);
    for (size_t i = 0; a->folders && i < a->n_numbers * a->repeat; i++)
        free(a->folders[i]);
    free(a->folders);
    return status;
}

int gau_tool_accuracy(int argc, char **argv)
{
    struct accuracy a = {.numbers = {10, 100, 1000},
                         .n_numbers = 3,
                         .repeat = 1,
                         .rows = 5,
                         .interval = "1ms",
                         .changes = gau_tool_changes_new(argc)};
    int status = GAU_EXIT_USAGE;

    if (!a.changes.texts)
        status = gau_usage_no_memory("the arguments");
    else if (read_arguments(&a, argc, argv))
        status = a.help ? (fputs(help, stdout) < 0 ? GAU_EXIT_RESULTS : GAU_EXIT_OK) : measure(&a);
    gau_words_clear(&a.passed);
    gau_tool_changes_free(&a.changes);
    return status;
}
