/* SPDX-License-Identifier: Apache-2.0 */
#include "seats.h"

#include <stdlib.h>

static bool has_instance(const struct gau_component *c)
{
    return c->cls && c->cls->auditor && c->enabled && !c->cls->shared;
}

/* --- one seat ------------------------------------------------------------------------------ */

/* As a step of life of component @p c. */
static gau_status call(struct gau_worker *w, const struct gau_component *c, gau_phase phase,
                       gau_status (*function)(void *self, gau_context *ctx), void *self)
{
    gau_status status;

    w->ctx.phase = phase;
    w->ctx.name = c->name;
    w->place = c->place;
    w->turn = c->turn;
    w->named = c->named;
    w->error.status = GAU_OK;
    status = function ? function(self, &w->ctx) : GAU_OK;
    if (status < 0)
        gau_worker_explain(w, status);
    return status;
}

static gau_status begin(struct gau_seat *seat, const struct gau_component *c,
                        struct gau_seat_auditor *auditor)
{
    struct gau_worker *const w = &seat->worker;
    gau_status status;

    GAU_TRY(gau_instance_make(c, &auditor->instance, w->job->branches.max, &w->error));
    auditor->called = true;
    status = call(w, c, GAU_INITIALIZE, c->cls->initialize, auditor->instance.self);
    if (status == GAU_END)
        return GAU_OK;
    GAU_TRY(status);
    GAU_TRY(call(w, c, GAU_START, c->cls->start, auditor->instance.self));
    auditor->started = true;
    return GAU_OK;
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
            GAU_TRY(begin(seat, c, &seat->auditors[i]));
            self = seat->auditors[i].instance.self;
            if (!seat->auditors[i].started)
                continue;
        }
        gau_audience_add(&w->audience, &job->svc, c->auditor, self);
        listening |= UINT64_C(1) << c->auditor;
    }
    gau_audience_phase(&w->audience, &job->svc, GAU_EXECUTE);
    w->audience.mask &= listening;
    return GAU_OK;
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
        gau_seat_strip(seat);
    }
    return status;
}

void gau_seat_strip(struct gau_seat *seat)
{
    const struct gau_job *const job = &seat->app->job;

    for (uint32_t i = 0; seat->auditors && i < job->n_components; i++) {
        const struct gau_component *const c = &job->components[i];
        struct gau_seat_auditor *const auditor = &seat->auditors[i];

        if (auditor->called && c->cls->release)
            c->cls->release(auditor->instance.self);
        if (has_instance(c))
            gau_instance_clear(c, &auditor->instance, job->branches.max);
    }
    free(seat->auditors);
    seat->auditors = NULL;
    seat->app = NULL;
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
        struct gau_seat_auditor *const auditor = &seat->auditors[i];
        gau_status status;

        if (!auditor->started)
            continue;
        status = call(w, c, GAU_STOP, c->cls->stop, auditor->instance.self);
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

        if (seat->auditors[i].started && c->cls->merge)
            c->cls->merge(c->instances[0].self, seat->auditors[i].instance.self);
    }
}

void gau_seats_merge(struct gau_app *app)
{
    gau_seats_visit(app, merge, NULL);
}

static void release(struct gau_seat *seat, void *user)
{
    (void)user;
    gau_seat_strip(seat);
}

void gau_seats_release(struct gau_app *app)
{
    gau_seats_visit(app, release, NULL);
}
