/* SPDX-License-Identifier: Apache-2.0 */
#include "run_job.h"

#include "event_loop.h"
#include "framework/src/crash/crash.h"
#include "framework/src/job/messages.h"
#include "framework/src/job/result_documents.h"
#include "framework/src/options/faults.h"
#include "framework/src/sections/thread_slots.h"
#include "lifecycle.h"

#include "errors/errors.h"

#include <gaudit/log.h>

#include <unistd.h>

enum {
    EXIT_USAGE = 1,
    EXIT_OPTIONS = 2,
    EXIT_INPUT = 3,
    EXIT_ALGORITHM = 4,
    EXIT_RESULTS = 5,
    EXIT_SIGNAL = 128
};

/* The first cause wins: later failures of the same run are not reported. */
static void note_failure(struct gau_app *app, gau_status *first, gau_status status, int exit_status)
{
    if (status >= 0 || *first < 0)
        return;
    *first = status;
    app->exit_status = exit_status;
}

static bool is_about_options(gau_status status)
{
    return status == GAU_ERR_UNKNOWN || status == GAU_ERR_SYNTAX || status == GAU_ERR_RANGE ||
           status == GAU_ERR_DUPLICATE || status == GAU_ERR_STATE;
}

/* The exit status for the component whose step failed: an input has one of its own. */
static int exit_of_step(const struct gau_app *app, int otherwise)
{
    return app->failed && app->failed->cls->input ? EXIT_INPUT : otherwise;
}

/* An auditor that cannot write fails before anything runs. */
static int exit_of_start(const struct gau_app *app, gau_status status)
{
    const bool writes = app->failed && app->failed->cls->auditor && status == GAU_ERR_IO;

    return exit_of_step(app, writes ? EXIT_RESULTS : EXIT_ALGORITHM);
}

/* The results of an auditor are incomplete if it fails at the end. */
static int exit_of_end(const struct gau_app *app)
{
    const bool audits = app->failed && app->failed->cls->auditor;

    return exit_of_step(app, audits ? EXIT_RESULTS : EXIT_ALGORITHM);
}

/* --- parts of a run ------------------------------------------------------------------------ */

gau_status gau_run_prepare(struct gau_app *app, gau_error *err)
{
    gau_status status = gau_lifecycle_initialize(app, err);

    if (status < 0) {
        app->exit_status =
            is_about_options(status) ? EXIT_OPTIONS : exit_of_step(app, EXIT_ALGORITHM);
        return status;
    }
    app->exit_status = EXIT_OPTIONS;
    if (!app->job.incomplete)
        GAU_TRY(gau_store_keys_check(app->keys, err));
    for (uint32_t i = 0; i < app->job.n_workers; i++)
        GAU_TRY(gau_store_init(&app->workers[i].store.objects, app->keys, err));
    app->exit_status = 0;
    return GAU_OK;
}

/* If the loop itself could not run, it is no failure of a component. */
static int exit_of_loop(const struct gau_app *app)
{
    const struct gau_worker *const failed = gau_loop_failed(app);

    return !failed ? EXIT_RESULTS : failed->input_failed ? EXIT_INPUT : EXIT_ALGORITHM;
}

/* All times of such a run are wrong, those of the time accounting and of the branches, too. */
static gau_status take_time(struct gau_app *app, uint64_t began, gau_error *err)
{
    const uint64_t ended = gau_clock_ns();

    app->loop_ns = ended > began ? ended - began : 0;
    if (ended >= began)
        return GAU_OK;
    return gau_fail(
        err, GAU_ERR_STATE,
        "the time accounting does not add up: the clock ran backwards over the event loop, by %g s",
        1e-9 * (double)(began - ended));
}

static void run_loop(struct gau_app *app, gau_status *first, gau_error *err)
{
    gau_status status = gau_lifecycle_start(app, err);

    note_failure(app, first, status, exit_of_start(app, status));
    if (status >= 0) {
        const uint64_t began = gau_clock_ns();

        gau_thread_slots_enable(app);
        status = gau_loop_run_all(app, err);
        note_failure(app, first, status, status < 0 ? exit_of_loop(app) : 0);
        note_failure(app, first, take_time(app, began, *first < 0 ? NULL : err), EXIT_RESULTS);
    }
    gau_app_end_clock(app);
    app->lost |= !gau_thread_slots_close(app);
    status = gau_lifecycle_stop(app, *first < 0 ? NULL : err);
    note_failure(app, first, status, exit_of_step(app, EXIT_ALGORITHM));
    gau_lifecycle_merge(app);
}

/* --- at the end ---------------------------------------------------------------------------- */

static void sum_up(struct gau_app *app, gau_app_summary *summary)
{
    *summary = (gau_app_summary){.exit_status = app->exit_status,
                                 .signal = __atomic_load_n(&app->signal, __ATOMIC_RELAXED),
                                 .loop_s = 1e-9 * (double)app->loop_ns,
                                 .workers = app->job.n_workers,
                                 .folder = app->folder.path,
                                 .has_counts = gau_results_have(app->results, "counts")};
    for (uint32_t i = 0; i < app->job.n_workers; i++) {
        summary->events += app->workers[i].done;
        summary->accepted += app->workers[i].accepted;
    }
    if (summary->signal && summary->exit_status == 0)
        summary->exit_status = EXIT_SIGNAL + summary->signal;
}

/* --- results ------------------------------------------------------------------------------- */

static gau_status open_results(struct gau_app *app, gau_error *err)
{
    const gau_app_settings *const s = &app->settings;
    const struct gau_run_facts facts = {
        .job = gau_options_root(app->options)->location.file,
        .command = s->command,
        .options = s->resolved_options,
        .clock = gau_clock_name(&app->workers[0].ctx),
        .first = s->skip + 1,
        .end = app->limit < INT64_MAX ? app->limit + 1 : 0,
        .workers = app->job.n_workers,
    };
    gau_status status;

    if (!s->output)
        return GAU_OK;
    app->exit_status = EXIT_USAGE;
    GAU_TRY(gau_run_folder_open(&app->folder, s->output, err));
    app->settings.output = app->folder.path; /* of a rank, one in it */
    app->exit_status = EXIT_RESULTS;
    status = gau_run_record_begin(&app->record, s->output, &facts, err);
    gau_app_folder_release(&app->folder);
    if (status < 0)
        gau_run_record_discard(&app->record);
    else
        app->exit_status = 0;
    gau_results_set_folder(app->results, s->output);
    return status;
}

/* A failure to write is reported also after another failure. */
static gau_status write_results(struct gau_app *app, bool has_failed, gau_error *err)
{
    json_t *const run = app->record.document;
    gau_error unwritten = {0};
    gau_status status;

    if (!run)
        return gau_results_check(app->results, has_failed ? NULL : err);
    status = gau_results_write(app->results, app->settings.output, run, &unwritten);
    if (status < 0 && !has_failed)
        return gau_error_copy(err, &unwritten);
    if (status < 0)
        gau_warn("%s", unwritten.message);
    return status;
}

/* The last step of the run, so it must not fail what was ok without it. */
static void close_results(struct gau_app *app, gau_app_summary *summary, gau_status *first,
                          gau_error *err)
{
    const struct gau_run_outcome outcome = {
        .status = *first < 0        ? "failed"
                  : summary->signal ? "interrupted"
                                    : "finished",
        .reason = *first < 0 && err ? err->message : NULL,
        .exit_status = summary->exit_status,
        .events = summary->events,
        .accepted = summary->accepted,
        .loop_s = summary->loop_s,
    };

    note_failure(app, first, gau_run_record_end(&app->record, &outcome, *first < 0 ? NULL : err),
                 EXIT_RESULTS);
    if (*first < 0)
        summary->exit_status = app->exit_status;
}

/* --- all of it ----------------------------------------------------------------------------- */

static gau_status run_job(struct gau_app *app, gau_app_summary *summary, gau_error *err)
{
    gau_status first, status;

    first = open_results(app, err);
    summary->exit_status = app->exit_status;
    GAU_TRY(first);
    gau_crash_begin(app, gau_log_is_open() ? STDERR_FILENO : -1);
    first = gau_run_prepare(app, err);
    if (first >= 0)
        run_loop(app, &first, err);
    else if (app->exit_status == EXIT_OPTIONS) /* nothing has run, nothing is left behind */
        gau_run_record_discard(&app->record);
    status = gau_lifecycle_finalize(app, first < 0 ? NULL : err);
    note_failure(app, &first, status, exit_of_end(app));
    note_failure(app, &first, write_results(app, first < 0, err), EXIT_RESULTS);
    gau_run_report(app);
    sum_up(app, summary);
    gau_crash_end(app);
    close_results(app, summary, &first, err);
    return first;
}

gau_status gau_app_run(gau_app *app, gau_app_summary *summary, gau_error *err)
{
    struct gau_job_thread_state before;
    gau_status status;

    *summary = (gau_app_summary){.exit_status = EXIT_OPTIONS};
    if (app->ran)
        return gau_fail(err, GAU_ERR_STATE, "a job runs once");
    app->ran = true;
    before = gau_job_thread_enter(app);
    gau_thread_slots_open(app); /* else a session of the process has them */
    status = run_job(app, summary, err);
    app->lost |= !gau_thread_slots_close(app);
    gau_job_thread_leave(before);
    return status;
}

gau_status gau_app_print(gau_app *app, FILE *out, gau_error *err)
{
    const gau_app_settings *const s = &app->settings;
    const struct gau_view_options shown = {.wide = s->wide, .colour = s->colour};

    if (s->verbosity > 0)
        return gau_results_print(app->results, 0, &shown, out, err);
    return gau_results_print_run(app->results, s->output, &shown, out, err);
}

gau_status gau_app_check(gau_app *app, gau_error *err)
{
    struct gau_faults faults = {.n = 0};
    struct gau_job_thread_state before;
    gau_status status, destroyed;

    if (app->ran)
        return gau_fail(err, GAU_ERR_STATE, "a job is checked before it runs");
    app->ran = true;
    before = gau_job_thread_enter(app);
    app->faults = &faults;
    status = gau_run_prepare(app, err);
    app->faults = NULL;
    destroyed = gau_lifecycle_destroy(app, status < 0 ? NULL : err);
    note_failure(app, &status, destroyed, exit_of_end(app));
    gau_faults_clear(&faults);
    gau_job_thread_leave(before);
    return status;
}
