/* SPDX-License-Identifier: Apache-2.0 */
#include "app.h"

#include <gaudit/log.h>

/* What somebody should look at, in a line each. */

static const gau_context *speak_as(struct gau_app *app, const char *name)
{
    app->workers[0].ctx.name = name;
    return &app->workers[0].ctx;
}

/* Of the whole. */
static const gau_context *speak(struct gau_app *app)
{
    return speak_as(app, app->settings.sections_only ? "sections" : "job");
}

static void report_tolerated(struct gau_app *app)
{
    for (uint32_t i = 0; i < app->job.n_components; i++) {
        const struct gau_component *const c = &app->job.components[i];

        if (c->error_event == UINT64_MAX)
            continue;
        gau_warning(speak_as(app, c->name), "%llu error%s, the first in event %llu: %s",
                    (unsigned long long)c->errors, c->errors == 1 ? "" : "s",
                    (unsigned long long)c->error_event,
                    c->error_text ? c->error_text : "(no memory for the text)");
    }
}

static void report_unnumbered(struct gau_app *app)
{
    const unsigned long long steps = app->job.branches.unnumbered,
                             sections = app->job.branches.refused;

    char places[64] = "", calls[64] = "";

    if (!steps && !sections)
        return;
    if (steps)
        snprintf(places, sizeof places, "%llu place%s in the sequence tree", steps,
                 steps == 1 ? "" : "s");
    if (sections)
        snprintf(calls, sizeof calls, "%llu call%s of sections", sections,
                 sections == 1 ? "" : "s");
    gau_warning(speak(app),
                "%s%s%s had no branch of their own: more than maxBranches=%u, or an identifier of "
                "%d bytes; their time is charged to what is above them",
                places, steps && sections ? " and " : "", calls, app->job.branches.max,
                GAU_MAX_PATH);
}

static void report_mismatched(struct gau_app *app)
{
    const struct gau_branches *const branches = &app->job.branches;

    if (!branches->mismatched)
        return;
    gau_warning(speak(app),
                "%llu section%s a begin without its end, or an end without its begin, the first "
                "'%s'; what was left open ended with what is around it",
                (unsigned long long)branches->mismatched,
                branches->mismatched == 1 ? " had" : "s had", branches->mismatched_name);
}

static void report_unheard(struct gau_app *app)
{
    if (!app->unheard)
        return;
    gau_warning(speak(app), "%llu thread%s could not be audited, the first because: %s",
                (unsigned long long)app->unheard, app->unheard == 1 ? "" : "s",
                app->unheard_why.message);
}

static void report_lost(struct gau_app *app)
{
    if (!app->lost)
        return;
    gau_warning(speak(app), "a thread was inside an auditor for seconds: what it had "
                            "counted is missing");
}

void gau_run_report(struct gau_app *app)
{
    report_tolerated(app);
    report_unnumbered(app);
    report_mismatched(app);
    report_unheard(app);
    report_lost(app);
}
