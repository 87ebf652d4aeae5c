/* SPDX-License-Identifier: Apache-2.0 */
#include "lifecycle.h"

#include "framework/src/job/result_documents.h"
#include "framework/src/support/cleanup.h"

#include <gaudit/algorithm.h>

#include <stdlib.h>
#include <string.h>

GAU_DEFINE_SCOPED(gau_app, gau_app_free)

/* --- building ------------------------------------------------------------------------------ */

static gau_status make_calls(struct gau_app *app, struct gau_worker *w, gau_error *err)
{
    const struct gau_job *const job = &app->job;

    w->calls = calloc(job->n_components ? job->n_components : 1, sizeof *w->calls);
    if (!w->calls)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (worker %u)", w->ctx.worker);
    for (uint32_t i = 0; i < job->n_components; i++) {
        const struct gau_component *const c = &job->components[i];

        w->calls[i].name = c->name;
        if (!c->cls || !c->cls->algorithm)
            continue;
        w->calls[i].execute = c->cls->algorithm->execute;
        w->calls[i].self = gau_component_instance(c, w->ctx.worker);
    }
    return GAU_OK;
}

static gau_status make_workers(struct gau_app *app, gau_error *err)
{
    void *workers;

    if (posix_memalign(&workers, 64, app->job.n_workers * sizeof *app->workers) != 0)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (%u workers)", app->job.n_workers);
    app->workers = workers;
    memset(workers, 0, app->job.n_workers * sizeof *app->workers);
    for (uint32_t i = 0; i < app->job.n_workers; i++) {
        gau_worker_init(&app->workers[i], app, i);
        GAU_TRY(make_calls(app, &app->workers[i], err));
    }
    return GAU_OK;
}

/* Without an input there are as many events as were asked for. */
static gau_status find_limit(struct gau_app *app, gau_error *err)
{
    const uint64_t n = app->settings.events;

    if (n == 0 && app->job.input == GAU_NO_COMPONENT && !app->settings.allow_unknown &&
        !app->settings.sections_only)
        return gau_fail(err, GAU_ERR_USAGE,
                        "the job has no input: give the number of events with -n");
    if (n == 0 || __builtin_add_overflow(app->settings.skip, n, &app->limit))
        app->limit = UINT64_MAX;
    return GAU_OK;
}

gau_status gau_app_new(gau_app **out, gau_registry *registry, gau_options *options,
                       const gau_app_settings *settings, gau_error *err)
{
    GAU_SCOPED(gau_app) app = calloc(1, sizeof *app);

    if (!app)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (application)");
    pthread_mutex_init(&app->input_lock, NULL);
    app->stop_before = UINT64_MAX;
    app->program = GAU_NO_BRANCH;
    app->external = GAU_NO_BRANCH;
    app->settings = *settings;
    app->options = options;
    GAU_TRY(gau_job_build(&app->job, registry, options, settings, err));
    app->began = gau_clock_point(&app->job.svc.clock);
    app->keys = gau_store_keys_new();
    app->results = gau_results_new();
    if (!app->keys || !app->results)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (application)");
    app->keys->job = &app->job;
    GAU_TRY(make_workers(app, err));
    GAU_TRY(find_limit(app, err));
    *out = app;
    app = NULL; /* the caller owns it now */
    return GAU_OK;
}

void gau_app_free(gau_app *app)
{
    if (!app || app->lost)
        return;
    gau_lifecycle_release(app);
    for (uint32_t i = 0; app->workers && i < app->job.n_workers; i++) {
        free(app->workers[i].calls);
        free(app->workers[i].frames.items);
        gau_store_clear(&app->workers[i].store.objects);
    }
    free(app->workers);
    gau_run_record_clear(&app->record);
    gau_app_folder_close(&app->folder);
    gau_results_free(app->results);
    gau_store_keys_free(app->keys);
    gau_job_clear(&app->job);
    pthread_mutex_destroy(&app->input_lock);
    free(app);
}

void gau_app_interrupt(gau_app *app, int signal)
{
    __atomic_store_n(&app->signal, signal, __ATOMIC_RELAXED);
    __atomic_store_n(&app->stop_before, 0, __ATOMIC_RELAXED);
}

const gau_context *gau_app_context(const gau_app *app)
{
    return &app->workers[0].ctx;
}

int gau_app_exit_status(const gau_app *app)
{
    return app->exit_status;
}
