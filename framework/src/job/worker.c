/* SPDX-License-Identifier: Apache-2.0 */
#include "app_state.h"

#include "framework/src/options/faults.h"

void gau_worker_init(struct gau_worker *w, struct gau_app *app, uint32_t index)
{
    const struct gau_section_frames frames = w->frames;

    *w = (struct gau_worker){
        .app = app, .job = &app->job, .results = app->results, .frames = frames};
    w->store.keys = app->keys;
    w->ctx = (gau_context){.struct_size = sizeof w->ctx,
                           .worker = index,
                           .branch = GAU_ROOT_BACKGROUND,
                           .name = "job",
                           .error = &w->error,
                           .internal = w,
                           .store = &w->store};
    gau_dispatch_init(&w->dispatch, &app->job.svc);
    w->wants_timestamps =
        app->job.svc.want_timestamps != 0; /* also if it is active in other phases only */
}

typedef gau_status (*step_function)(void *self, gau_context *ctx);

static step_function function_of(const gau_class *cls, gau_phase phase)
{
    switch (phase) {
    case GAU_INITIALIZE: return cls->initialize;
    case GAU_START: return cls->start;
    case GAU_STOP: return cls->stop;
    case GAU_FINALIZE: return cls->finalize;
    case GAU_EXECUTE:
    case GAU_PHASE_COUNT: break;
    }
    return NULL;
}

/* @p function NULL: there is nothing to do. */
static gau_status call(struct gau_worker *w, const struct gau_component *c, gau_phase phase,
                       step_function function, void *self)
{
    gau_status status;

    w->ctx.phase = phase;
    w->ctx.name = c->name;
    w->store.location = c->location;
    w->store.order = c->order;
    w->has_own_name = c->named;
    w->is_algorithm = !c->cls->auditor && !c->cls->input;
    w->lacks_others = c->unmerged;
    w->error.status = GAU_OK;
    status = function ? function(self, &w->ctx) : GAU_OK;
    if (status < 0) {
        gau_worker_default_error(w, status);
        gau_error_wrap(&w->error, status, "%s: %s", GAU_LOCATION_TEXT(c->location), c->name);
    }
    return status;
}

gau_status gau_instance_call(struct gau_worker *w, const struct gau_component *c, gau_phase phase,
                             struct gau_instance *instance)
{
    gau_status status;

    instance->called |= phase == GAU_INITIALIZE;
    status = call(w, c, phase, function_of(c->cls, phase), instance->self);
    if (phase == GAU_INITIALIZE)
        instance->ready = status >= 0 && !(status == GAU_END && c->cls->auditor);
    else if (phase != GAU_FINALIZE)
        instance->started = phase == GAU_START && status >= 0;
    return status;
}

gau_status gau_instance_destroy(struct gau_worker *w, const struct gau_component *c,
                                struct gau_instance *instance)
{
    if (!instance->called || instance->destroyed || !c->cls->destroy)
        return GAU_OK;
    instance->destroyed = true;
    instance->ready = false; /* no snapshot reads it any more */
    return call(w, c, GAU_FINALIZE, c->cls->destroy, instance->self);
}

void gau_instance_merge(struct gau_component *c, const struct gau_instance *other)
{
    if (other->ready && c->cls->merge)
        c->cls->merge(c->instances[0].self, other->self);
    c->unmerged |= other->ready && !c->cls->merge;
}

bool gau_worker_claim_guarded(struct gau_worker *w)
{
    if (__atomic_load_n(&w->busy, __ATOMIC_RELAXED) != 0)
        return false;
    __atomic_store_n(&w->busy, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&w->guard, __ATOMIC_SEQ_CST) != GAU_CLOSED)
        return true;
    gau_worker_release(w);
    return false;
}
