/* SPDX-License-Identifier: Apache-2.0 */
#include "run_ranks.h"

#include "tools/common/command_functions.h"
#include "tools/common/html_file.h"
#include "tools/common/job_loading.h"
#include "tools/common/signals.h"
#include "tools/common/usage.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct values {
    struct gau_run_arguments run;
    const char *html; /* or NULL */
    bool mpi;
    int distribution; /* negative: not given */
};

static const struct gau_option options[] = {
    {GAU_RUN_OUTPUT(struct values)},
    {GAU_OPTION_HTML(struct values, html), .more = ", of all that is in DIR"},
    GAU_RUN_ROWS(struct values, false),
    {GAU_OPTION_MPI(struct values, mpi),
     .more = ": this is one of its ranks; they share the events"},
    {GAU_VALUE(struct values, distribution, "distribute", "HOW", gau_read_choice, ""),
     .choices = gau_distributions, .more = ": which rank has which events, with --mpi"},
    {GAU_RUN_TIMELINE(struct values, false)},
    GAU_RUN_MESSAGES(struct values, false),
    {0},
};

/* --- running ------------------------------------------------------------------------------- */

/* A profiler prints the times of its folder, where views of the documents are, too. */
static bool prints_documents(const struct gau_run_arguments *a)
{
    return a->settings.verbosity > 0 || !a->settings.output ||
           !gau_app_folder_is_joined(a->settings.output);
}

/* After a failure of the job, a second one is not printed. */
static int print_results(struct gau_run_arguments *a, gau_app *app, const gau_app_summary *summary,
                         bool failed)
{
    gau_error err = {0};

    if (summary->events == 0) {
        if (!failed && !summary->signal)
            printf("0 events: the input ended before event %" PRIu64 "\n", a->settings.skip + 1);
        return GAU_EXIT_OK;
    }
    gau_tool_job_print_summary(summary, a->path);
    if (a->settings.verbosity > 0)
        putchar('\n');
    if (prints_documents(a) && gau_app_print(app, stdout, &err) < 0) {
        if (failed)
            return GAU_EXIT_OK;
        clearerr(stdout); /* the error is reported here */
        return gau_tool_job_failed(&err, a->settings.verbosity, GAU_EXIT_RESULTS);
    }
    fflush(stdout);
    return GAU_EXIT_OK;
}

static int refuse_event(uint64_t number)
{
    fprintf(stderr, "gaudit: there is no event %" PRIu64 ": the input ended before it\n", number);
    return GAU_EXIT_USAGE;
}

static int run(struct gau_run_arguments *a, gau_app *app)
{
    gau_app_summary summary;
    gau_error err = {0};
    gau_status status;
    int printed = GAU_EXIT_OK;

    status = gau_tool_job_run(app, &summary, &err);
    if (a->only && status >= 0 && summary.events == 0 && !summary.signal)
        return refuse_event(a->only);
    if (!a->quiet)
        printed = print_results(a, app, &summary, status < 0);
    if (summary.signal)
        fprintf(stderr, "gaudit: ended by %s after %" PRIu64 " events\n",
                summary.signal == SIGINT ? "SIGINT" : "SIGTERM", summary.events);
    if (status < 0 && summary.folder)
        return gau_run_rank_failed(&err, a->settings.verbosity, summary.exit_status);
    if (status < 0) /* before there is a folder, all ranks fail alike */
        return gau_tool_job_failed(&err, a->settings.verbosity, summary.exit_status);
    return summary.exit_status ? summary.exit_status : printed;
}

/* Returns the command line for the run metadata; NULL if out of memory. */
static char *text_of(char **argv)
{
    const struct gau_argv given = gau_argv_of(argv);
    struct gau_argv words = {0};
    char *text;

    gau_argv_add(&words, "gaudit");
    gau_argv_append(&words, &given);
    text = gau_argv_text(&words);
    gau_argv_clear(&words);
    return text;
}

/* After the job is closed: its results are complete. */
static int write_page(const struct values *values, bool has_run, int status)
{
    int written;

    if (!values->html || !has_run)
        return status;
    written = gau_html_file_write(values->run.settings.output, values->html);
    return status ? status : written;
}

static int read_values(struct values *values, int argc, char **argv)
{
    struct gau_run_arguments *const a = &values->run;
    int status = gau_options_read(&gau_tool_run, argc, argv, values, NULL);

    if (status == GAU_OPTIONS_READ)
        status = gau_run_arguments_end(a, &gau_tool_run, argv);
    if (status == GAU_OPTIONS_READ && values->html && !a->settings.output)
        status = gau_options_wrong(&gau_tool_run,
                                   "--html needs --output DIR, as the page is of what is there");
    if (status == GAU_OPTIONS_READ && values->distribution >= 0 && !values->mpi)
        status = gau_options_wrong(&gau_tool_run, "--distribute needs --mpi");
    if (status == GAU_OPTIONS_READ)
        status = gau_html_file_check(&gau_tool_run, values->html, a->settings.output);
    return status;
}

/* Rank 0 writes the page. */
static int run_on_rank(struct values *values, int status)
{
    struct gau_run_of_rank given = {
        .how = values->distribution < 0 ? GAU_DISTRIBUTE_DYNAMIC
                                        : (enum gau_distribution)values->distribution,
        .html = values->html,
        .status = status,
    };

    status = gau_run_ranks(&values->run, &given);
    return write_page(values, given.has_run, status);
}

static int run_alone(struct values *values)
{
    struct gau_run_arguments *const a = &values->run;
    struct gau_tool_job job = {0};
    int status = gau_tool_job_open(&job, a->path, &a->changes, &a->settings);
    const bool has_run = status == GAU_EXIT_OK;

    if (has_run) {
        gau_run_warn_of_ranks(a);
        status = run(a, job.app);
    }
    gau_tool_job_close(&job);
    return write_page(values, has_run, status);
}

static int run_job(int argc, char **argv)
{
    struct values values = {.run = gau_run_arguments_new(), .distribution = -1};
    char *const command = text_of(argv);
    const bool is_rank = gau_run_is_rank(argv);
    int status;

    if (is_rank) /* what all ranks would say, one says */
        gau_usage_hold();
    status = command ? read_values(&values, argc, argv) : gau_usage_out_of_memory("arguments");
    values.run.settings.command = command;
    values.mpi &= !gau_run_is_alone();
    if (status == GAU_OPTIONS_READ ? values.mpi : is_rank && status != GAU_EXIT_OK) {
        status = run_on_rank(&values, status);
    } else {
        gau_usage_print_held();
        if (status == GAU_OPTIONS_READ)
            status = run_alone(&values);
    }
    gau_run_arguments_clear(&values.run);
    free(command);
    return status;
}

const struct gau_command gau_tool_run = {
    .name = "run",
    .summary = "runs a job",
    .usage = "JOB.xml [OPTION...]",
    .about = "Runs a job and prints the results of its auditors and algorithms.\n",
    .options = options,
    .operand = "the option file",
    .least = 1,
    .most = 1,
    .run = run_job,
};
