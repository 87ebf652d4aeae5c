/* SPDX-License-Identifier: Apache-2.0 */
#include "session_app.h"

#include "framework/src/auditing/section_names.h"
#include "framework/src/job/result_documents.h"
#include "framework/src/options/faults.h"
#include "framework/src/sections/thread_slots.h"

#include <string.h>

/* One auditor as of now: a new instance with the data of all others. */
struct shot {
    const struct gau_component *component;
    struct gau_worker *worker; /* that finalize is called with; it runs nothing */
    struct gau_instance instance;
};

typedef gau_status (*read_function)(struct shot *shot, void *user);

static void add_slot(struct gau_thread_slot *slot, void *user)
{
    const struct shot *const shot = user;
    const struct gau_component *const c = shot->component;
    const struct gau_instance *const auditor = &slot->auditors[c - shot->worker->job->components];

    if (auditor->ready)
        c->cls->auditor->snapshot(shot->instance.self, auditor->self, &shot->worker->ctx);
}

/* The tree of branches does not grow while it is read. */
static gau_status fill_and_read(struct shot *shot, read_function read, void *user)
{
    struct gau_worker *const w = shot->worker;
    const struct gau_component *const c = shot->component;
    gau_status status;
    const uint32_t count = gau_branch_table_count(&w->job->branches);

    GAU_TRY(gau_instance_call(w, c, GAU_INITIALIZE, &shot->instance));
    for (gau_branch b = 0; c->cls->auditor->branch_added && b < count; b++)
        c->cls->auditor->branch_added(shot->instance.self, b);
    w->ctx.timestamp = gau_clock_ticks(&w->dispatch.clock);
    for (uint32_t i = 0; i < (w->app->merged ? 1 : c->n_instances); i++)
        if (c->instances[i].ready)
            c->cls->auditor->snapshot(shot->instance.self, c->instances[i].self, &w->ctx);
    if (!w->app->merged)
        gau_thread_slots_for_each(w->app, add_slot, shot);
    gau_branch_table_lock(&w->job->branches);
    status = read(shot, user);
    gau_branch_table_unlock(&w->job->branches);
    return status;
}

static gau_status take_snapshot(struct gau_worker *w, const struct gau_component *c,
                                read_function read, void *user, gau_error *err)
{
    struct shot shot = {.component = c, .worker = w};
    gau_status status;

    status = gau_instance_make(&shot.instance, c, w->job->branches.max, NULL, &w->error);
    if (status >= 0)
        status = fill_and_read(&shot, read, user);
    if (status < 0 && err)
        *err = w->error;
    gau_instance_clear(w, c, &shot.instance, w->job->branches.max);
    return status;
}

static bool can_be_read(const struct gau_component *c)
{
    return c->enabled && gau_component_is_per_thread(c) && c->cls->auditor->snapshot;
}

/* --- documents ----------------------------------------------------------------------------- */

static gau_status finalize_shot(struct shot *shot, void *unused)
{
    (void)unused;
    return gau_instance_call(shot->worker, shot->component, GAU_FINALIZE, &shot->instance);
}

gau_status gau_session_make_snapshot(struct gau_session *session, struct gau_results *results,
                                     gau_error *err)
{
    struct gau_worker w = {0};

    gau_worker_init(&w, session->app, 0);
    w.results = results;
    for (uint32_t i = 0; i < w.job->n_components; i++)
        if (can_be_read(&w.job->components[i]))
            GAU_TRY(take_snapshot(&w, &w.job->components[i], finalize_shot, NULL, err));
    return gau_results_check(results, err);
}

/* --- files that auditors keep open --------------------------------------------------------- */

/* The number of the states of the thread that calls. */
struct own_slot {
    const struct gau_worker *worker;
    uint32_t number;
    bool found;
};

static void find_own(struct gau_thread_slot *slot, void *user)
{
    struct own_slot *const own = user;

    if (&slot->worker != own->worker)
        return;
    own->number = slot->worker.ctx.worker;
    own->found = true;
}

static gau_status flush(struct gau_worker *w, const struct gau_component *c,
                        const struct own_slot *own)
{
    gau_status status;

    w->ctx.name = c->name;
    w->error.status = GAU_OK;
    status = c->cls->auditor->flush(
        c->instances[0].self,
        own->found && own->number < c->n_threads ? c->threads[own->number].self : NULL, &w->ctx);
    if (status < 0) {
        gau_worker_default_error(w, status);
        gau_error_wrap(&w->error, status, "%s: %s", GAU_LOCATION_TEXT(c->location), c->name);
    }
    return status;
}

gau_status gau_session_flush(struct gau_session *session, const struct gau_worker *caller,
                             gau_error *err)
{
    struct gau_worker w = {0};
    struct own_slot own = {.worker = caller};
    gau_status first = GAU_OK;

    gau_worker_init(&w, session->app, 0);
    gau_thread_slots_for_each(session->app, find_own, &own);
    for (uint32_t i = 0; i < w.job->n_components; i++) {
        const struct gau_component *const c = &w.job->components[i];

        if (!c->cls || !c->cls->auditor || !c->enabled || !c->cls->auditor->flush ||
            flush(&w, c, &own) >= 0 || first < 0)
            continue;
        first = w.error.status;
        if (err)
            *err = w.error;
    }
    return first;
}

/* --- sections ------------------------------------------------------------------------------ */

/* A session has two roots, and a job all that there are. */
static bool is_root(const struct gau_app *app, const gau_context *ctx, gau_branch b)
{
    return app->settings.sections_only ? b == app->program || b == GAU_ROOT_EVENT
                                       : gau_branch_at(ctx, b)->parent == GAU_NO_BRANCH;
}

static bool has_name(const gau_branch_info *branch, const char *name)
{
    return strcmp(branch->name, name) == 0;
}

static bool has_identifier(const gau_branch_info *branch, const char *name)
{
    return strcmp(branch->path, name) == 0;
}

static void add_branches(const struct shot *shot, struct gau_section_sums *sums,
                         bool (*is_meant)(const gau_branch_info *branch, const char *name))
{
    const gau_context *const ctx = &shot->worker->ctx;
    const uint32_t count = gau_branch_table_count(&shot->worker->job->branches);

    for (gau_branch b = 0; b < count; b++) {
        if (!is_meant(gau_branch_at(ctx, b), sums->name) ||
            !is_root(shot->worker->app, ctx, gau_branch_root(ctx, b)))
            continue;
        shot->component->cls->auditor->usage(shot->instance.self, ctx, b, &sums->section);
        sums->found = true;
    }
}

/* The root of a job is nothing but what is below it, and is there once. */
static void add_roots(const struct shot *shot, struct gau_section_sums *sums)
{
    const struct gau_app *const app = shot->worker->app;
    const gau_context *const ctx = &shot->worker->ctx;
    const uint32_t count = gau_branch_table_count(&shot->worker->job->branches);

    for (gau_branch b = 0; b < count; b++)
        if (is_root(app, ctx, b))
            shot->component->cls->auditor->usage(shot->instance.self, ctx, b, &sums->root);
    if (app->settings.sections_only && app->events_ended == 0)
        return;
    sums->root.calls = 1;
    sums->root.children = sums->root.total;
    sums->root.children_MB = sums->root.total_MB;
}

static gau_status sum_up(struct shot *shot, void *user)
{
    struct gau_section_sums *const sums = user;

    add_roots(shot, sums);
    if (strcmp(sums->name, "Root") == 0) {
        sums->section = sums->root;
        sums->found = true;
    } else {
        add_branches(shot, sums, has_name);
    }
    if (!sums->found)
        add_branches(shot, sums, has_identifier);
    sums->tick_s = gau_seconds(&shot->worker->ctx, 1);
    return GAU_OK;
}

static bool is_section(const char *name)
{
    return gau_section_find(name) || gau_section_is_listed(name);
}

/* The names of sections, joined by blanks, which they may contain. */
static bool are_sections(const char *names)
{
    char first[GAU_MAX_SECTION_NAME + 1];

    if (is_section(names))
        return true;
    for (const char *end = strchr(names, ' '); end; end = strchr(end + 1, ' ')) {
        const size_t length = (size_t)(end - names);

        if (length >= sizeof first)
            return false;
        memcpy(first, names, length);
        first[length] = 0;
        if (is_section(first) && are_sections(end + 1))
            return true;
    }
    return false;
}

/* The identifier of sections that were not reached yet below a branch that is there. */
static bool is_below_branch(const struct gau_worker *w, const char *name)
{
    const uint32_t count = gau_branch_table_count(&w->job->branches);

    for (gau_branch b = 0; b < count; b++) {
        const char *const path = gau_branch_at(&w->ctx, b)->path;
        const size_t length = strlen(path);

        if (strncmp(name, path, length) == 0 && name[length] == ' ' &&
            are_sections(name + length + 1))
            return true;
    }
    return false;
}

/* MOOSE's words, and a name that is near. */
static gau_status fail_unknown(const struct gau_worker *w, const char *name, gau_error *err)
{
    const uint32_t count = gau_branch_table_count(&w->job->branches);
    struct gau_suggest suggest = gau_suggest_for(name);

    gau_error_set(err, GAU_ERR_UNKNOWN, __FILE__, __LINE__,
                  "Unknown PerfGraph section name \"%.*s\" in PerfGraph::sectionData(). If you are "
                  "attempting to retrieve the root section, use \"Root\".",
                  GAU_QUOTE(name));
    gau_suggest_offer(&suggest, "Root");
    for (gau_branch b = 0; b < count; b++) {
        if (!is_root(w->app, &w->ctx, gau_branch_root(&w->ctx, b)))
            continue;
        gau_suggest_offer(&suggest, gau_branch_at(&w->ctx, b)->name);
        gau_suggest_offer(&suggest, gau_branch_at(&w->ctx, b)->path);
    }
    gau_section_names_lock();
    gau_section_names_offer(&suggest);
    if (suggest.best)
        gau_error_append(err, " Did you mean '%s'?", suggest.best);
    gau_section_names_unlock();
    return GAU_ERR_UNKNOWN;
}

/* A section that was opened while it was not audited, or never, has no branch, and is 0. */
static gau_status sum_section(struct gau_worker *w, const struct gau_component *c,
                              struct gau_section_sums *sums, gau_error *err)
{
    GAU_TRY(take_snapshot(w, c, sum_up, sums, err));
    if (sums->found || !sums->must_exist || is_section(sums->name) ||
        is_below_branch(w, sums->name))
        return GAU_OK;
    return fail_unknown(w, sums->name, err);
}

gau_status gau_app_sum_section(struct gau_app *app, struct gau_section_sums *sums, gau_error *err)
{
    struct gau_worker w = {0};

    gau_worker_init(&w, app, 0);
    for (uint32_t i = 0; i < w.job->n_components; i++)
        if (can_be_read(&w.job->components[i]) && w.job->components[i].cls->auditor->usage)
            return sum_section(&w, &w.job->components[i], sums, err);
    return gau_fail(err, GAU_ERR_STATE, "data of sections need a TimerAuditor");
}
