/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"
#include "run_arguments.h"
#include "signals.h"
#include "tools.h"
#include "usage.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static int read_arguments(struct gau_run_arguments *a, int argc, char **argv)
{
    static const struct option options[] = {GAU_RUN_OPTIONS, {0}};
    int code;

    while ((code = gau_usage_option(argc, argv, GAU_RUN_LETTERS, options)) != -1) {
        const int status = gau_run_arguments_take(a, code, argv);

        if (status != GAU_EXIT_OK || a->help)
            return status;
    }
    return gau_run_arguments_end(a, argc, argv);
}

/* --- signals ------------------------------------------------------------------------------- */

static gau_app *running; /* for the handler, which knows nothing else */

static void replace_handlers(void (*from)(int), void (*to)(int))
{
    static const int numbers[] = {SIGINT, SIGTERM};

    gau_signals_replace(numbers, sizeof numbers / sizeof *numbers, from, to);
}

/* The first signal asks for an orderly end, a second one, of either kind, ends at once. */
static void handle(int signal_number)
{
    gau_app_interrupt(running, signal_number);
    replace_handlers(handle, SIG_DFL);
}

/* --- running ------------------------------------------------------------------------------- */

/* The table of decisions says how many events were accepted. Without a time there is no rate. */
static void print_summary(const gau_app_summary *s)
{
    const double rate = s->loop_s > 0 ? (double)s->events / s->loop_s : 0;

    if (!s->counted)
        printf("accepted %" PRIu64 " of ", s->accepted);
    printf("%" PRIu64 " event%s", s->events, s->events == 1 ? "" : "s");
    if (s->loop_s > 0)
        printf(" in %.3g s (%.*f events/s, %" PRIu32 " worker%s)", s->loop_s, rate < 100 ? 2 : 0,
               rate, s->workers, s->workers == 1 ? "" : "s");
    putchar('\n');
}

/* After a failure of the job a second one is not told. */
static int print(struct gau_run_arguments *a, gau_app *app, const gau_app_summary *summary,
                 bool failed)
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

static int run(struct gau_run_arguments *a, gau_app *app)
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
    struct gau_run_arguments a = gau_run_arguments_new(argc);
    char *const command = join(argc, argv); /* getopt moves the arguments */
    struct gau_tool_job job = {0};
    int status = GAU_EXIT_OPTIONS;

    if (!a.changes.texts || !command)
        status = gau_usage_no_memory("the arguments");
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
    gau_run_arguments_free(&a);
    free(command);
    return status;
}
