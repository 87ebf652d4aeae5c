/* SPDX-License-Identifier: Apache-2.0 */
#include "thread_slots.h"

#include <stdlib.h>

/* --- one slot ------------------------------------------------------------------------------ */

static gau_status begin_auditor(struct gau_worker *w, const struct gau_component *c,
                                struct gau_instance *auditor)
{
    GAU_TRY(gau_instance_make(auditor, c, w->job->branches.max, NULL, &w->error));
    GAU_TRY(gau_instance_call(w, c, GAU_INITIALIZE, auditor));
    return auditor->ready ? gau_instance_call(w, c, GAU_START, auditor) : GAU_OK;
}

/* An auditor with nothing to do is not added, and its bit must not be in the mask. */
static gau_status make_dispatch(struct gau_thread_slot *slot)
{
    struct gau_worker *const w = &slot->worker;
    const struct gau_job *const job = w->job;
    uint64_t listening = 0;

    for (uint32_t i = 0; i < job->n_components; i++) {
        struct gau_component *const c = &job->components[i];
        void *self;

        if (!c->cls || !c->cls->auditor || !c->enabled)
            continue;
        if (gau_component_is_per_thread(c)) {
            GAU_TRY(begin_auditor(w, c, &slot->auditors[i]));
            self = slot->auditors[i].self;
            if (!slot->auditors[i].ready)
                continue;
        } else {
            GAU_TRY(
                gau_component_add_listener(c, w->ctx.worker, &self, job->branches.max, &w->error));
        }
        gau_dispatch_add(&w->dispatch, &job->svc, c->auditor, self);
        listening |= UINT64_C(1) << c->auditor;
    }
    gau_dispatch_select_phase(&w->dispatch, &job->svc, GAU_EXECUTE);
    w->dispatch.mask &= listening;
    return GAU_OK;
}

static void free_auditors(struct gau_thread_slot *slot, void *unused)
{
    const struct gau_job *const job = &slot->app->job;

    for (uint32_t i = 0; slot->auditors && i < job->n_components; i++)
        gau_instance_clear(&slot->worker, &job->components[i], &slot->auditors[i],
                           job->branches.max);
    (void)unused;
    free(slot->auditors);
    slot->auditors = NULL;
    slot->app = NULL;
}

gau_status gau_thread_slot_start_auditors(struct gau_thread_slot *slot, struct gau_app *app,
                                          gau_error *err)
{
    struct gau_worker *const w = &slot->worker;
    gau_status status;

    gau_worker_init(w, app, app->job.n_workers + app->n_slots++);
    slot->app = app;
    slot->auditors = calloc(app->job.n_components + 1, sizeof *slot->auditors);
    if (!slot->auditors)
        status = gau_fail(&w->error, GAU_ERR_MEMORY, "out of memory (auditors of a thread)");
    else
        status = make_dispatch(slot);
    if (status < 0) {
        *err = w->error;
        app->n_slots--;
        for (uint32_t i = 0; i < app->job.n_components; i++)
            gau_component_drop_threads(&app->job.components[i], w->ctx.worker,
                                       app->job.branches.max);
        free_auditors(slot, NULL);
    }
    return status;
}

void gau_thread_slot_lose(struct gau_thread_slot *slot)
{
    const struct gau_job *const job = slot->worker.job;
    const uint32_t number = slot->worker.ctx.worker;

    slot->abandoned = true;
    for (uint32_t i = 0; i < job->n_components; i++)
        if (number < job->components[i].n_threads)
            job->components[i].threads[number] = (struct gau_instance){0};
}

/* --- all slots ----------------------------------------------------------------------------- */

struct first_failure {
    gau_status status;
    const struct gau_component *component;
    gau_error *err;
};

static void note_failure(struct first_failure *first, gau_status status, const struct gau_worker *w,
                         const struct gau_component *c)
{
    if (status >= 0 || first->status < 0)
        return;
    first->status = status;
    first->component = c;
    if (first->err)
        *first->err = w->error;
}

static void stop_auditors(struct gau_thread_slot *slot, void *user)
{
    struct gau_worker *const w = &slot->worker;

    for (uint32_t i = 0; i < w->job->n_components; i++) {
        const struct gau_component *const c = &w->job->components[i];

        if (slot->auditors[i].started)
            note_failure(user, gau_instance_call(w, c, GAU_STOP, &slot->auditors[i]), w, c);
    }
}

gau_status gau_thread_slots_stop(struct gau_app *app, gau_error *err)
{
    struct first_failure first = {GAU_OK, NULL, err};

    gau_thread_slots_for_each(app, stop_auditors, &first);
    return first.status;
}

static void merge_auditors(struct gau_thread_slot *slot, void *user)
{
    struct gau_job *const job = slot->worker.job;

    (void)user;
    for (uint32_t i = 0; i < job->n_components; i++)
        gau_instance_merge(&job->components[i], &slot->auditors[i]);
}

void gau_thread_slots_merge(struct gau_app *app)
{
    gau_thread_slots_for_each(app, merge_auditors, NULL);
}

static void destroy_auditors(struct gau_thread_slot *slot, void *user)
{
    struct gau_worker *const w = &slot->worker;

    for (uint32_t i = w->job->n_components; i-- > 0;) {
        const struct gau_component *const c = &w->job->components[i];

        note_failure(user, gau_instance_destroy(w, c, &slot->auditors[i]), w, c);
    }
}

gau_status gau_thread_slots_destroy(struct gau_app *app, gau_error *err)
{
    struct first_failure first = {GAU_OK, NULL, err};

    gau_thread_slots_for_each(app, destroy_auditors, &first);
    app->failed = app->failed ? app->failed : first.component;
    return first.status;
}

void gau_thread_slots_release(struct gau_app *app)
{
    gau_thread_slots_for_each(app, free_auditors, NULL);
}
