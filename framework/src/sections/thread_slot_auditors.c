/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/session/session_app.h"
#include "framework/src/job/result_documents.h"
#include "thread_slots.h"

#include <stdlib.h>
#include <string.h>

static bool has_instance(const struct gau_component *c)
{
    return c->cls && c->cls->auditor && c->enabled && !c->cls->shared;
}

/* --- one seat ------------------------------------------------------------------------------ */

static gau_status begin(struct gau_worker *w, const struct gau_component *c,
                        struct gau_instance *auditor)
{
    GAU_TRY(gau_instance_make(c, auditor, w->job->branches.max, NULL, &w->error));
    GAU_TRY(gau_instance_call(w, c, GAU_INITIALIZE, auditor));
    return auditor->ready ? gau_instance_call(w, c, GAU_START, auditor) : GAU_OK;
}

/* Who has nothing to do has no place in the audience, and its bit must not be in the mask. */
static gau_status make_audience(struct gau_seat *seat)
{
    struct gau_worker *const w = &seat->worker;
    const struct gau_job *const job = w->job;
    uint64_t listening = 0;

    for (uint32_t i = 0; i < job->n_components; i++) {
        const struct gau_component *const c = &job->components[i];
        void *self;

        if (!c->cls || !c->cls->auditor || !c->enabled)
            continue;
        self = c->instances[0].self;
        if (has_instance(c)) {
            GAU_TRY(begin(w, c, &seat->auditors[i]));
            self = seat->auditors[i].self;
            if (!seat->auditors[i].ready)
                continue;
        }
        gau_audience_add(&w->audience, &job->svc, c->auditor, self);
        listening |= UINT64_C(1) << c->auditor;
    }
    gau_audience_phase(&w->audience, &job->svc, GAU_EXECUTE);
    w->audience.mask &= listening;
    return GAU_OK;
}

static void strip(struct gau_seat *seat, void *unused)
{
    const struct gau_job *const job = &seat->app->job;

    for (uint32_t i = 0; seat->auditors && i < job->n_components; i++)
        gau_instance_clear(&job->components[i], &seat->auditors[i], job->branches.max);
    (void)unused;
    free(seat->auditors);
    seat->auditors = NULL;
    seat->app = NULL;
}

gau_status gau_seat_furnish(struct gau_seat *seat, struct gau_app *app, gau_error *err)
{
    struct gau_worker *const w = &seat->worker;
    gau_status status;

    gau_worker_init(w, app, app->job.n_workers + app->n_seats++);
    seat->app = app;
    seat->auditors = calloc(app->job.n_components + 1, sizeof *seat->auditors);
    if (!seat->auditors)
        status = gau_fail(&w->error, GAU_ERR_MEMORY, "no memory for the auditors of a thread");
    else
        status = make_audience(seat);
    if (status < 0) {
        *err = w->error;
        app->n_seats--;
        strip(seat, NULL);
    }
    return status;
}

/* --- all seats ----------------------------------------------------------------------------- */

struct first_failure {
    gau_status status;
    gau_error *err;
};

static void stop(struct gau_seat *seat, void *user)
{
    struct gau_worker *const w = &seat->worker;
    struct first_failure *const first = user;

    for (uint32_t i = 0; i < w->job->n_components; i++) {
        const struct gau_component *const c = &w->job->components[i];
        gau_status status;

        if (!seat->auditors[i].started)
            continue;
        status = gau_instance_call(w, c, GAU_STOP, &seat->auditors[i]);
        if (status >= 0 || first->status < 0)
            continue;
        first->status = status;
        if (first->err) {
            *first->err = w->error;
            gau_error_wrap(first->err, status, "%s", c->name);
        }
    }
}

gau_status gau_seats_stop(struct gau_app *app, gau_error *err)
{
    struct first_failure first = {GAU_OK, err};

    gau_seats_visit(app, stop, &first);
    return first.status;
}

static void merge(struct gau_seat *seat, void *user)
{
    const struct gau_job *const job = seat->worker.job;

    (void)user;
    for (uint32_t i = 0; i < job->n_components; i++) {
        const struct gau_component *const c = &job->components[i];

        if (seat->auditors[i].ready && c->cls->merge)
            c->cls->merge(c->instances[0].self, seat->auditors[i].self);
    }
}

void gau_seats_merge(struct gau_app *app)
{
    gau_seats_visit(app, merge, NULL);
}

void gau_seats_release(struct gau_app *app)
{
    gau_seats_visit(app, strip, NULL);
}

/* --- snapshots ----------------------------------------------------------------------------- */

/* One auditor as of now: a fresh instance that takes over what the others know. */
struct shot {
    const struct gau_component *component;
    struct gau_worker *worker; /* that finalize is called with; it runs nothing */
    struct gau_instance instance;
};

static void add_seat(struct gau_seat *seat, void *user)
{
    const struct shot *const shot = user;
    const struct gau_component *const c = shot->component;
    const struct gau_instance *const auditor = &seat->auditors[c - shot->worker->job->components];

    if (auditor->ready)
        c->cls->auditor->snapshot(shot->instance.self, auditor->self, &shot->worker->ctx);
}

/* finalize() with what is there writes the documents. The tree of branches does not grow
 * meanwhile. */
static gau_status fill(struct shot *shot)
{
    struct gau_worker *const w = shot->worker;
    const struct gau_component *const c = shot->component;
    gau_status status;
    const uint32_t count = gau_branches_count(&w->job->branches);

    GAU_TRY(gau_instance_call(w, c, GAU_INITIALIZE, &shot->instance));
    for (gau_branch b = 0; c->cls->auditor->branch_added && b < count; b++)
        c->cls->auditor->branch_added(shot->instance.self, b);
    w->ctx.ticks = gau_clock_ticks(&w->audience.clock);
    c->cls->auditor->snapshot(shot->instance.self, c->instances[0].self, &w->ctx);
    gau_seats_visit(w->app, add_seat, shot);
    pthread_mutex_lock(&w->job->branches.lock);
    status = gau_instance_call(w, c, GAU_FINALIZE, &shot->instance);
    pthread_mutex_unlock(&w->job->branches.lock);
    return status;
}

static gau_status take(struct gau_worker *w, const struct gau_component *c, gau_error *err)
{
    struct shot shot = {.component = c, .worker = w};
    gau_status status;

    status = gau_instance_make(c, &shot.instance, w->job->branches.max, NULL, &w->error);
    if (status >= 0)
        status = fill(&shot);
    gau_instance_clear(c, &shot.instance, w->job->branches.max);
    if (status < 0 && err) {
        *err = w->error;
        gau_error_wrap(err, status, "%s", c->name);
    }
    return status;
}

gau_status gau_program_snapshot(struct gau_session *session, const char *only,
                                struct gau_results *results, gau_error *err)
{
    struct gau_worker w = {0};

    gau_worker_init(&w, session->app, 0);
    w.results = results;
    for (uint32_t i = 0; i < w.job->n_components; i++) {
        const struct gau_component *const c = &w.job->components[i];

        if (!has_instance(c) || !c->cls->auditor->snapshot ||
            (only && strcmp(c->cls->name, only) != 0))
            continue;
        GAU_TRY(take(&w, c, err));
    }
    return gau_results_check(results, err);
}
