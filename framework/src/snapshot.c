/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"
#include "result.h"
#include "seats.h"

#include <string.h>

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
    const struct gau_seat_auditor *const auditor =
        &seat->auditors[c - shot->worker->job->components];

    if (auditor->started)
        c->cls->auditor->snapshot(shot->instance.self, auditor->instance.self, &shot->worker->ctx);
}

static gau_status call(struct shot *shot, gau_phase phase,
                       gau_status (*function)(void *self, gau_context *ctx))
{
    struct gau_worker *const w = shot->worker;
    gau_status status;

    w->ctx.phase = phase;
    w->error.status = GAU_OK;
    status = function ? function(shot->instance.self, &w->ctx) : GAU_OK;
    if (status < 0)
        gau_worker_explain(w, status);
    return status;
}

/* finalize() with what is there writes the documents. The tree of branches does not grow
 * meanwhile. */
static gau_status fill(struct shot *shot)
{
    struct gau_worker *const w = shot->worker;
    const struct gau_component *const c = shot->component;
    gau_status status;
    const uint32_t count = gau_branches_count(&w->job->branches);

    GAU_TRY(call(shot, GAU_INITIALIZE, c->cls->initialize));
    for (gau_branch b = 0; c->cls->auditor->branch_added && b < count; b++)
        c->cls->auditor->branch_added(shot->instance.self, b);
    w->ctx.ticks = gau_clock_ticks(&w->audience.clock);
    c->cls->auditor->snapshot(shot->instance.self, c->instances[0].self, &w->ctx);
    gau_seats_visit(w->app, add_seat, shot);
    pthread_mutex_lock(&w->job->branches.lock);
    status = call(shot, GAU_FINALIZE, c->cls->finalize);
    pthread_mutex_unlock(&w->job->branches.lock);
    return status;
}

static gau_status take(struct gau_worker *w, const struct gau_component *c, gau_error *err)
{
    struct shot shot = {.component = c, .worker = w};
    gau_status status;

    w->ctx.name = c->name;
    w->place = c->place;
    w->turn = c->turn;
    w->named = c->named;
    status = gau_instance_make(c, &shot.instance, w->job->branches.max, &w->error);
    if (status >= 0) {
        status = fill(&shot);
        if (c->cls->release)
            c->cls->release(shot.instance.self);
    }
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

        if (!c->cls || !c->cls->auditor || !c->cls->auditor->snapshot || !c->enabled ||
            c->cls->shared || (only && strcmp(c->cls->name, only) != 0))
            continue;
        GAU_TRY(take(&w, c, err));
    }
    return gau_results_check(results, err);
}
