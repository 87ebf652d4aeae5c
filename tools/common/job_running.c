/* SPDX-License-Identifier: Apache-2.0 */
#include "job_loading.h"
#include "signals.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static gau_app *running; /* for the signal handler */

static void replace_handlers(void (*from)(int), void (*to)(int))
{
    static const int numbers[] = {SIGINT, SIGTERM};

    gau_signals_replace(numbers, sizeof numbers / sizeof *numbers, from, to);
}

/* The first signal requests a regular end, the second ends at once. */
static void handle_signal(int signal_number)
{
    gau_app_interrupt(running, signal_number);
    replace_handlers(handle_signal, SIG_DFL);
}

gau_status gau_tool_job_run(gau_app *app, gau_app_summary *summary, gau_error *err)
{
    gau_status status;

    running = app;
    replace_handlers(SIG_DFL, handle_signal);
    status = gau_app_run(app, summary, err);
    replace_handlers(handle_signal, SIG_DFL);
    return status;
}

/* Says what was run. Without a time there is no rate. */
void gau_tool_job_print_summary(const gau_app_summary *s, const char *job)
{
    const double rate = s->loop_s > 0 ? (double)s->events / s->loop_s : 0;
    const char *const slash = strrchr(job, '/');

    printf("%" PRIu64 " event%s", s->events, s->events == 1 ? "" : "s");
    if (s->loop_s > 0)
        printf(" in %.3g s (%.*f events/s, %" PRIu32 " worker%s)", s->loop_s, rate < 100 ? 2 : 0,
               rate, s->workers, s->workers == 1 ? "" : "s");
    printf("; %" PRIu64 " accepted; %s\n", s->accepted, slash ? slash + 1 : job);
}
