/* SPDX-License-Identifier: Apache-2.0 */
#include "session_app.h"

#include "framework/src/job/result_documents.h"
#include "framework/src/sections/thread_slots.h"

#include <string.h>

/* One auditor as of now: a new instance with the data of all others. */
struct shot {
    const struct gau_component *component;
    struct gau_worker *worker; /* that finalize is called with; it runs nothing */
    struct gau_instance instance;
};

static void add_slot(struct gau_thread_slot *slot, void *user)
{
    const struct shot *const shot = user;
    const struct gau_component *const c = shot->component;
    const struct gau_instance *const auditor = &slot->auditors[c - shot->worker->job->components];

    if (auditor->ready)
        c->cls->auditor->snapshot(shot->instance.self, auditor->self, &shot->worker->ctx);
}

/* finalize() writes the documents. The tree of branches does not grow
 * meanwhile. */
static gau_status fill(struct shot *shot)
{
    struct gau_worker *const w = shot->worker;
    const struct gau_component *const c = shot->component;
    gau_status status;
    const uint32_t count = gau_branch_table_count(&w->job->branches);

    GAU_TRY(gau_instance_call(w, c, GAU_INITIALIZE, &shot->instance));
    for (gau_branch b = 0; c->cls->auditor->branch_added && b < count; b++)
        c->cls->auditor->branch_added(shot->instance.self, b);
    w->ctx.timestamp = gau_clock_ticks(&w->dispatch.clock);
    c->cls->auditor->snapshot(shot->instance.self, c->instances[0].self, &w->ctx);
    gau_thread_slots_for_each(w->app, add_slot, shot);
    pthread_mutex_lock(&w->job->branches.lock);
    status = gau_instance_call(w, c, GAU_FINALIZE, &shot->instance);
    pthread_mutex_unlock(&w->job->branches.lock);
    return status;
}

static gau_status snapshot_one(struct gau_worker *w, const struct gau_component *c, gau_error *err)
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

gau_status gau_session_make_snapshot(struct gau_session *session, const char *only,
                                     struct gau_results *results, gau_error *err)
{
    struct gau_worker w = {0};

    gau_worker_init(&w, session->app, 0);
    w.results = results;
    for (uint32_t i = 0; i < w.job->n_components; i++) {
        const struct gau_component *const c = &w.job->components[i];

        if (!gau_component_is_per_thread(c) || !c->cls->auditor->snapshot ||
            (only && strcmp(c->cls->name, only) != 0))
            continue;
        GAU_TRY(snapshot_one(&w, c, err));
    }
    return gau_results_check(results, err);
}
