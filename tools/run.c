/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"
#include "tools.h"
#include "usage.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: gaudit run JOB.xml [OPTION...]\n"
    "\n"
    "Runs a job and prints what its auditors and algorithms found out.\n"
    "\n"
    "  -n, --events N               process N events at the most\n"
    "      --skip N                 pass over N events first; the first one processed is N+1\n"
    "      --only N                 process event N alone\n"
    "  -j, --threads N              run N workers, each with one event in flight (1)\n"
    "  -s, --set NAME.PROPERTY=VALUE  set a property, whatever the file says\n"
    "  -a, --audit TYPE[/NAME][:PROPERTY=VALUE;...]  add an auditor\n"
    "      --time                   add a TimerAuditor if the job has none\n"
    "  -o, --output DIR             write the results to a folder, new or empty\n"
    "      --progress auto|on|off   a progress line on standard error (auto: on a terminal)\n"
    "  -q, --quiet                  print no tables, and only warnings\n"
    "  -v, --verbose                tell more, with places in the source\n"
    "  -h, --help                   print this\n";

enum { OPT_SKIP = 256, OPT_ONLY, OPT_TIME, OPT_PROGRESS };

static const struct option options[] = {
    {"events", required_argument, NULL, 'n'},
    {"skip", required_argument, NULL, OPT_SKIP},
    {"only", required_argument, NULL, OPT_ONLY},
    {"threads", required_argument, NULL, 'j'},
    {"set", required_argument, NULL, 's'},
    {"audit", required_argument, NULL, 'a'},
    {"time", no_argument, NULL, OPT_TIME},
    {"output", required_argument, NULL, 'o'},
    {"progress", required_argument, NULL, OPT_PROGRESS},
    {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

struct arguments {
    gau_app_settings settings;
    struct gau_tool_changes changes;
    const char *path;
    uint64_t only, threads;
    bool quiet, help;
};

/* --- arguments ----------------------------------------------------------------------------- */

static int read_number(char **argv, const char *option, uint64_t least, uint64_t most,
                       uint64_t *out)
{
    gau_error err = {0};
    unsigned long long value;
    char *rest;

    errno = 0;
    value = strtoull(optarg, &rest, 10);
    if (optarg[0] >= '0' && optarg[0] <= '9' && !*rest && !errno && value >= least &&
        value <= most) {
        *out = value;
        return GAU_EXIT_OK;
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%.*s'", option,
                  least, most, GAU_QUOTE(optarg));
    return gau_usage_wrong(argv, &err);
}

static int read_progress(char **argv, bool *out)
{
    static const char *const choices[] = {"auto", "on", "off", NULL};
    const int choice = gau_usage_choice(argv, "--progress", optarg, choices);

    *out = choice == 1 || (choice == 0 && isatty(STDERR_FILENO));
    return choice < 0 ? GAU_EXIT_USAGE : GAU_EXIT_OK;
}

static int take(struct arguments *a, int code, char **argv)
{
    switch (code) {
    case 'n': return read_number(argv, "-n", 1, INT64_MAX, &a->settings.events);
    case 'j': return read_number(argv, "-j", 1, 1024, &a->threads);
    case OPT_SKIP: return read_number(argv, "--skip", 0, INT64_MAX, &a->settings.skip);
    case OPT_ONLY: return read_number(argv, "--only", 1, INT64_MAX, &a->only);
    case OPT_PROGRESS: return read_progress(argv, &a->settings.progress);
    case OPT_TIME: a->changes.time = true; break;
    case 's': gau_tool_changes_add(&a->changes, optarg, false); break;
    case 'a': gau_tool_changes_add(&a->changes, optarg, true); break;
    case 'o': a->settings.output = optarg; break;
    case 'q': a->quiet = true; break;
    case 'v': a->settings.verbosity++; break;
    case 'h': a->help = true; break;
    default: return GAU_EXIT_USAGE;
    }
    return GAU_EXIT_OK;
}

static int check_together(struct arguments *a, char **argv)
{
    gau_error err = {0};

    if (a->only && (a->settings.skip || a->settings.events)) {
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                      "--only does not go with -n or --skip");
        return gau_usage_wrong(argv, &err);
    }
    if (a->only) {
        a->settings.skip = a->only - 1;
        a->settings.events = 1;
    }
    a->settings.threads = (uint32_t)a->threads;
    if (a->quiet)
        a->settings.verbosity = -1;
    return GAU_EXIT_OK;
}

static int read_arguments(struct arguments *a, int argc, char **argv)
{
    int code;

    a->settings.progress = isatty(STDERR_FILENO);
    while ((code = gau_usage_option(argc, argv, "n:j:s:a:o:qvh", options)) != -1) {
        const int status = take(a, code, argv);

        if (status != GAU_EXIT_OK || a->help)
            return status;
    }
    if (!gau_usage_operands(argc, argv, 1, 1, "the option file"))
        return GAU_EXIT_USAGE;
    a->path = argv[optind];
    return check_together(a, argv);
}

/* --- signals ------------------------------------------------------------------------------- */

static gau_app *running; /* for the handler, which knows nothing else */

/* Whoever has the handler @p from gets @p to. What is ignored, as by nohup, stays ignored. */
static void replace_handlers(void (*from)(int), void (*to)(int))
{
    static const int numbers[] = {SIGINT, SIGTERM};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;

        if (sigaction(numbers[i], NULL, &action) != 0 || action.sa_handler != from)
            continue;
        action = (struct sigaction){.sa_handler = to};
        sigemptyset(&action.sa_mask);
        sigaction(numbers[i], &action, NULL);
    }
}

/* The first signal asks for an orderly end, a second one, of either kind, ends at once. */
static void handle(int signal_number)
{
    gau_app_interrupt(running, signal_number);
    replace_handlers(handle, SIG_DFL);
}

/* --- running ------------------------------------------------------------------------------- */

/* The table of decisions says how many events were accepted. */
static void print_summary(const gau_app_summary *s)
{
    const double rate = s->loop_s > 0 ? (double)s->events / s->loop_s : 0;

    if (!s->counted)
        printf("accepted %" PRIu64 " of ", s->accepted);
    printf("%" PRIu64 " event%s in %.3g s (%.*f events/s, %" PRIu32 " worker%s)\n", s->events,
           s->events == 1 ? "" : "s", s->loop_s, rate < 100 ? 2 : 0, rate, s->workers,
           s->workers == 1 ? "" : "s");
}

/* After a failure of the job a second one is not told. */
static int print(struct arguments *a, gau_app *app, const gau_app_summary *summary, bool failed)
{
    gau_error err = {0};

    if (summary->events == 0) {
        if (!failed && !summary->signal)
            printf("0 events: the input ended before event %" PRIu64 "\n", a->settings.skip + 1);
        return GAU_EXIT_OK;
    }
    if (gau_app_print(app, stdout, &err) < 0) {
        if (failed)
            return GAU_EXIT_OK;
        clearerr(stdout); /* is reported here */
        return gau_tool_job_failed(&err, a->settings.verbosity, GAU_EXIT_RESULTS);
    }
    print_summary(summary);
    fflush(stdout);
    return GAU_EXIT_OK;
}

static int run(struct arguments *a, gau_app *app)
{
    gau_app_summary summary;
    gau_error err = {0};
    gau_status status;
    int printed = GAU_EXIT_OK;

    running = app;
    replace_handlers(SIG_DFL, handle);
    status = gau_app_run(app, &summary, &err);
    replace_handlers(handle, SIG_DFL);
    if (!a->quiet)
        printed = print(a, app, &summary, status < 0);
    if (summary.signal)
        fprintf(stderr, "gaudit: ended by %s after %" PRIu64 " events\n",
                summary.signal == SIGINT ? "SIGINT" : "SIGTERM", summary.events);
    if (status < 0)
        return gau_tool_job_failed(&err, a->settings.verbosity, summary.exit_status);
    return summary.exit_status ? summary.exit_status : printed;
}

/* The command line as one text, for the record. NULL: no memory. */
static char *join(int argc, char **argv)
{
    size_t size = sizeof "gaudit";
    char *text, *end;

    for (int i = 0; i < argc; i++)
        size += strlen(argv[i]) + 1;
    text = end = malloc(size);
    if (!text)
        return NULL;
    end += sprintf(end, "gaudit");
    for (int i = 0; i < argc; i++)
        end += sprintf(end, " %s", argv[i]);
    return text;
}

int gau_tool_run(int argc, char **argv)
{
    struct arguments a = {.changes = gau_tool_changes_new(argc)};
    char *const command = join(argc, argv); /* getopt moves the arguments */
    struct gau_tool_job job = {0};
    int status = GAU_EXIT_OPTIONS;

    if (!a.changes.texts || !command)
        fputs("gaudit: no memory for the arguments\n", stderr);
    else
        status = read_arguments(&a, argc, argv);
    a.settings.command = command;
    if (status == GAU_EXIT_OK && a.help)
        fputs(help, stdout);
    else if (status == GAU_EXIT_OK)
        status = gau_tool_job_open(&job, a.path, &a.changes, &a.settings);
    if (status == GAU_EXIT_OK && job.app)
        status = run(&a, job.app);
    gau_tool_job_close(&job);
    gau_tool_changes_free(&a.changes);
    free(command);
    return status;
}
