/* SPDX-License-Identifier: Apache-2.0 */
#include "lifecycle.h"

#include "framework/src/job/messages.h"
#include "framework/src/options/faults.h"
#include "framework/src/sections/sections.h"
#include "framework/src/sections/thread_slots.h"

#include <gaudit/section.h>

#include <stdlib.h>
#include <string.h>

static bool takes_part(const struct gau_component *c)
{
    return c->cls && c->enabled;
}

/* --- one call ------------------------------------------------------------------------------ */

/* Audited by the instances of the first worker, as the loop is not running. */
static gau_status audited_call(struct gau_app *app, struct gau_component *c, uint32_t instance,
                               gau_phase phase, gau_error *err)
{
    struct gau_worker *const first = &app->workers[0], *const w = &app->workers[instance];
    const bool audited = c->setup[phase] != 0;
    gau_outcome outcome = {0};
    gau_status status;

    first->ctx.branch = c->setup[phase];
    first->ctx.phase = phase;
    first->ctx.name = c->name;
    if (audited) {
        gau_audit_before(&first->dispatch, &first->ctx);
        gau_section_worker =
            first->dispatch.mask ? first : NULL; /* sections in the step are audited, too */
    }
    status = gau_instance_call(w, c, phase, &c->instances[instance]);
    gau_section_worker = NULL;
    gau_sections_close_leftover(first);
    outcome =
        (gau_outcome){.raw = status, .final = status, .flags = status < 0 ? GAU_OUTCOME_ERROR : 0u};
    if (audited)
        gau_audit_after(&first->dispatch, &first->ctx, outcome);
    first->ctx.name = "job"; /* a crash that follows is not the component's */
    if (status < 0 && err)
        *err = w->error;
    return status;
}

/* Selects the auditors that are active in the phase. */
static void enter_phase(struct gau_app *app, gau_phase phase)
{
    struct gau_worker *const first = &app->workers[0];

    gau_dispatch_select_phase(&first->dispatch, &app->job.svc, phase);
    if (first->dispatch.mask)
        gau_dispatch_announce(&first->dispatch, &app->job.svc, &first->ctx);
}

/* --- steps --------------------------------------------------------------------------------- */

typedef gau_status (*visit_function)(struct gau_app *app, struct gau_component *c, gau_error *err);

static uint32_t count_auditors(const struct gau_app *app)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < app->job.n_components; i++)
        n += takes_part(&app->job.components[i]) && app->job.components[i].cls->auditor;
    return n;
}

/* A session goes on without an auditor that cannot start, if there is another one. */
static bool leave_out(struct gau_app *app, struct gau_component *c, const gau_error *why)
{
    if (!app->settings.sections_only || !c->cls->auditor || count_auditors(app) < 2)
        return false;
    c->enabled = false;
    gau_auditor_service_remove(&app->job.svc, c->auditor);
    app->workers[0].dispatch.mask &= ~(UINT64_C(1) << c->auditor);
    gau_warn_of_left_out(why);
    return true;
}

/*
 * The components of a kind, in the order of the options. Undoing goes on after a failure and
 * reports the first one.
 */
static gau_status visit_components(struct gau_app *app, bool auditors, bool undoing,
                                   visit_function function, gau_error *err)
{
    gau_status first = GAU_OK;

    for (uint32_t i = 0; i < app->job.n_components; i++) {
        struct gau_component *const c = &app->job.components[i];
        gau_error why = {0};
        gau_status status;

        if (!takes_part(c) || (c->cls->auditor != NULL) != auditors)
            continue;
        status = function(app, c, &why);
        if (status < 0 && !undoing && leave_out(app, c, &why))
            continue;
        if (status < 0 && first >= 0) {
            first = status;
            if (err)
                *err = why;
            app->failed = app->failed ? app->failed : c;
        }
        if (status < 0 && app->faults && status != GAU_ERR_MEMORY)
            gau_faults_add(app->faults, c->location, &why);
        else if (first < 0 && !undoing)
            break;
    }
    return first;
}

static gau_status initialize_component(struct gau_app *app, struct gau_component *c, gau_error *err)
{
    for (uint32_t i = 0; i < c->n_instances; i++) {
        GAU_TRY(audited_call(app, c, i, GAU_INITIALIZE, err));
        if (!c->instances[i].ready) {
            c->enabled = false;
            gau_auditor_service_remove(&app->job.svc, c->auditor);
            return GAU_OK;
        }
    }
    for (uint32_t i = 0; c->cls->auditor && i < app->job.n_workers; i++) {
        void *self;

        GAU_TRY(gau_component_add_listener(c, i, &self, app->job.branches.max, err));
        gau_dispatch_add(&app->workers[i].dispatch, &app->job.svc, c->auditor, self);
    }
    return GAU_OK;
}

/* For a check, which has app->faults, all failures are reported together. */
gau_status gau_lifecycle_initialize(struct gau_app *app, gau_error *err)
{
    gau_status status;

    app->workers[0].dispatch.mask = 0;
    status = visit_components(app, true, false, initialize_component, err);
    if (status < 0 && (!app->faults || status == GAU_ERR_MEMORY))
        return status;
    enter_phase(app, GAU_INITIALIZE);
    status = visit_components(app, false, false, initialize_component, err);
    return app->faults && status != GAU_ERR_MEMORY ? gau_faults_report(app->faults, err) : status;
}

static gau_status start_component(struct gau_app *app, struct gau_component *c, gau_error *err)
{
    for (uint32_t i = 0; i < c->n_instances; i++)
        GAU_TRY(audited_call(app, c, i, GAU_START, err));
    return GAU_OK;
}

gau_status gau_lifecycle_start(struct gau_app *app, gau_error *err)
{
    enter_phase(app, GAU_START);
    GAU_TRY(visit_components(app, true, false, start_component, err));
    return visit_components(app, false, false, start_component, err);
}

static gau_status stop_component(struct gau_app *app, struct gau_component *c, gau_error *err)
{
    gau_status first = GAU_OK;

    for (uint32_t i = c->n_instances; i-- > 0;) {
        gau_status status = GAU_OK;

        if (c->instances[i].started)
            status = audited_call(app, c, i, GAU_STOP, first < 0 ? NULL : err);
        first = first < 0 ? first : status;
    }
    return first;
}

/* Both kinds, whatever happens; the first failure counts. */
static gau_status undo(struct gau_app *app, visit_function function, gau_error *err)
{
    const gau_status others = visit_components(app, false, true, function, err);
    const gau_status auditors =
        visit_components(app, true, true, function, others < 0 ? NULL : err);

    return others < 0 ? others : auditors;
}

gau_status gau_lifecycle_stop(struct gau_app *app, gau_error *err)
{
    gau_status first, slots;

    enter_phase(app, GAU_STOP);
    first = undo(app, stop_component, err);
    slots = gau_thread_slots_stop(app, first < 0 ? NULL : err);
    return first < 0 ? first : slots;
}

static void merge_worker(struct gau_app *app, uint32_t worker)
{
    for (uint32_t i = 0; i < app->job.n_components; i++) {
        struct gau_component *const c = &app->job.components[i];

        if (takes_part(c) && worker < c->n_instances)
            gau_instance_merge(c, &c->instances[worker]);
    }
}

void gau_lifecycle_merge(struct gau_app *app)
{
    const struct gau_clock *const clock = &app->job.svc.clock;

    for (uint32_t i = 1; i < app->job.n_workers; i++) {
        struct gau_time_accounting *const l = &app->workers[i].accounting;
        const uint64_t began_ns = gau_clock_ns(), began = gau_clock_ticks(clock);

        merge_worker(app, i);
        l->merge = gau_clock_ticks(clock) - began;
        l->merge_ns = gau_clock_ns() - began_ns;
    }
    gau_thread_slots_merge(app);
    app->merged = true;
}

static gau_status finalize_component(struct gau_app *app, struct gau_component *c, gau_error *err)
{
    gau_component_end_threads(c, &app->workers[0].ctx, app->job.branches.max);
    return c->instances[c->n_instances - 1].ready ? audited_call(app, c, 0, GAU_FINALIZE, err)
                                                  : GAU_OK;
}

/* Auditors are not called any more: some are destroyed. */
static gau_status destroy_component(struct gau_app *app, struct gau_component *c, gau_error *err)
{
    gau_context *const ctx = &app->workers[0].ctx; /* of this thread, which a crash names */
    gau_status first = GAU_OK;

    if (c->threads) /* it was left out, or only checked */
        gau_component_end_threads(c, ctx, app->job.branches.max);
    for (uint32_t i = c->n_instances; i-- > 0;) {
        struct gau_worker *const w = &app->workers[i];
        gau_status status;

        ctx->phase = GAU_FINALIZE;
        ctx->name = c->name;
        status = gau_instance_destroy(w, c, &c->instances[i]);
        if (status < 0 && first >= 0) {
            first = status;
            if (err)
                *err = w->error;
        }
    }
    ctx->name = "job"; /* a crash that follows is not the component's */
    return first;
}

gau_status gau_lifecycle_destroy(struct gau_app *app, gau_error *err)
{
    gau_status first;

    if (app->lost) /* a thread may still be in there */
        return GAU_OK;
    first = gau_thread_slots_destroy(app, err);
    for (uint32_t n = app->job.n_components; n-- > 0;) {
        struct gau_component *const c = &app->job.components[n];
        const gau_status status = destroy_component(app, c, first < 0 ? NULL : err);

        if (status < 0)
            app->failed = app->failed ? app->failed : c;
        if (first >= 0)
            first = status;
    }
    return first;
}

gau_status gau_lifecycle_finalize(struct gau_app *app, gau_error *err)
{
    gau_status first, last;

    enter_phase(app, GAU_FINALIZE);
    first = undo(app, finalize_component, err);
    last = gau_lifecycle_destroy(app, first < 0 ? NULL : err);
    return first < 0 ? first : last;
}

void gau_lifecycle_release(struct gau_app *app)
{
    gau_thread_slots_release(app);
    for (uint32_t n = app->job.n_components; n-- > 0;) {
        struct gau_component *const c = &app->job.components[n];

        if (c->threads)
            gau_component_end_threads(c, &app->workers[0].ctx, app->job.branches.max);
        for (uint32_t i = 0; i < c->n_instances; i++)
            gau_instance_clear(app->workers ? &app->workers[i] : NULL, c, &c->instances[i],
                               app->job.branches.max);
    }
}
