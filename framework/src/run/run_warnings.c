/* SPDX-License-Identifier: Apache-2.0 */
#include "run_job.h"

#include "framework/src/auditing/section_names.h"

#include <gaudit/log.h>

#include <inttypes.h>
#include <stdio.h>

/* What is said at the end of a run. */

static const gau_context *context_of(struct gau_app *app, const char *name)
{
    app->workers[0].ctx.name = name;
    return &app->workers[0].ctx;
}

static const gau_context *context_of_job(struct gau_app *app)
{
    return context_of(app, app->settings.sections_only ? "sections" : "job");
}

static void report_tolerated(struct gau_app *app)
{
    for (uint32_t i = 0; i < app->job.n_components; i++) {
        const struct gau_component *const c = &app->job.components[i];

        if (c->error_event == UINT64_MAX)
            continue;
        gau_warning(context_of(app, c->name), "%llu error%s, the first in event %llu: %s",
                    (unsigned long long)c->errors, c->errors == 1 ? "" : "s",
                    (unsigned long long)c->error_event,
                    c->error_text ? c->error_text : "(text lost: out of memory)");
    }
}

static void report_unnumbered(struct gau_app *app)
{
    const unsigned long long steps = app->job.branches.unnumbered,
                             sections = app->job.branches.refused;

    char nodes[64] = "", calls[64] = "";

    if (!steps && !sections)
        return;
    if (steps)
        snprintf(nodes, sizeof nodes, "%llu node%s of the sequence tree", steps,
                 steps == 1 ? "" : "s");
    if (sections)
        snprintf(calls, sizeof calls, "%llu call%s of sections", sections,
                 sections == 1 ? "" : "s");
    gau_warning(context_of_job(app),
                "%s%s%s had no branch of their own: more than maxBranches=%u, or an identifier of "
                "%d bytes; their time is charged to the branches above them",
                nodes, steps && sections ? " and " : "", calls, app->job.branches.max,
                GAU_MAX_PATH);
}

static void report_long_names(struct gau_app *app)
{
    const struct gau_branch_table *const branches = &app->job.branches;

    if (branches->long_names)
        gau_warning(context_of_job(app),
                    "%llu call%s of sections had no branch: a name has more than %d bytes, the "
                    "first is '%s...'; their time is charged to the branches above them",
                    (unsigned long long)branches->long_names, branches->long_names == 1 ? "" : "s",
                    GAU_MAX_SECTION_NAME, branches->long_name);
}

static void report_mismatched(struct gau_app *app)
{
    const struct gau_branch_table *const branches = &app->job.branches;

    if (branches->endless_events > 0)
        gau_warning(context_of_job(app),
                    "%llu event%s had no end: closed when another began, or with what %s begun in",
                    (unsigned long long)branches->endless_events,
                    branches->endless_events == 1 ? "" : "s",
                    branches->endless_events == 1 ? "it was" : "they were");
    if (!branches->mismatched)
        return;
    gau_warning(context_of_job(app),
                "%llu section begin%s without a match, the first for '%s'; sections left open were "
                "closed with their parent",
                (unsigned long long)branches->mismatched,
                branches->mismatched == 1 ? " or end" : "s or ends", branches->mismatched_name);
}

/* The number of the last event; 0: there was none. */
static uint64_t last_event(const struct gau_app *app)
{
    uint64_t done = 0;

    if (app->settings.sections_only)
        return app->last_event;
    for (uint32_t i = 0; i < app->job.n_workers; i++)
        done += app->workers[i].done;
    return done ? app->settings.skip + done : 0;
}

/* Windows of a program that began no event, and those that begin behind the last one. */
static void report_windows(struct gau_app *app)
{
    const uint64_t last = last_event(app);
    const bool none = app->settings.sections_only && !app->events_ended;

    for (uint32_t i = 0; i < app->job.n_components; i++) {
        const struct gau_component *const c = &app->job.components[i];

        if (!c->cls || !c->cls->auditor || !c->enabled)
            continue;
        if (none && (c->filter.start > 1 || c->filter.stop))
            gau_warning(context_of_job(app),
                        "%s: %s selects events, and the program has begun none with "
                        "gau_event_begin(): the window had no effect",
                        c->name, c->filter.start > 1 ? "StartFromEventN" : "StopAtEventN");
        else if (last > 0 && (uint64_t)c->filter.start > last)
            gau_warning(context_of_job(app),
                        "%s: no event was audited: StartFromEventN is %" PRId64
                        ", and the last event was %" PRIu64,
                        c->name, c->filter.start, last);
        else if (last > 0 && c->filter.stop && (uint64_t)c->filter.stop <= app->settings.skip + 1)
            gau_warning(context_of_job(app),
                        "%s: no event was audited: StopAtEventN is %" PRId64
                        ", and the first event was %" PRIu64,
                        c->name, c->filter.stop, app->settings.skip + 1);
    }
}

static void report_disputed(struct gau_app *app)
{
    char name[64];
    const uint32_t n =
        app->job.svc.phases[GAU_EXECUTE] ? gau_section_count_disputed(name, sizeof name) : 0;

    if (n)
        gau_warning(
            context_of_job(app),
            "%u place%s in the code open%s a section with another level, message or no_dots "
            "than the first place of that name, such as '%s'; those of the place that is reached "
            "first count",
            n, n == 1 ? "" : "s", n == 1 ? "s" : "", name);
}

static void report_unaudited(struct gau_app *app)
{
    if (!app->unaudited)
        return;
    gau_warning(context_of_job(app), "%llu thread%s could not be audited, the first because: %s",
                (unsigned long long)app->unaudited, app->unaudited == 1 ? "" : "s",
                app->unaudited_reason.message);
}

static void report_lost(struct gau_app *app)
{
    if (!app->lost)
        return;
    gau_warning(
        context_of_job(app),
        "a thread was still inside an auditor at the end; its counts are missing from the results");
}

void gau_run_report(struct gau_app *app)
{
    report_tolerated(app);
    report_unnumbered(app);
    report_long_names(app);
    report_mismatched(app);
    report_windows(app);
    report_disputed(app);
    report_unaudited(app);
    report_lost(app);
}
