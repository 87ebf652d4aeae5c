/* SPDX-License-Identifier: Apache-2.0 */
#include "event_loop.h"

#include "event_share.h"

#include "framework/src/crash/crash.h"
#include "framework/src/job/time_accounting.h"
#include "framework/src/options/faults.h"
#include "framework/src/sections/sections.h"
#include "framework/src/sections/thread_slots.h"
#include "progress_line.h"

#include <gaudit/input.h>
#include <gaudit/section.h>

#include <stdlib.h>
#include <string.h>

static const gau_input_ops *input_ops(const struct gau_app *app)
{
    return app->job.input == GAU_NO_COMPONENT ? NULL
                                              : app->job.components[app->job.input].cls->input;
}

static bool may_begin(const struct gau_app *app, uint64_t event)
{
    return event < __atomic_load_n(&app->stop_before, __ATOMIC_RELAXED);
}

/* Blocks of events that a worker gets at once. They double while one takes less than SHORT_NS, so
 * that the lock of the input is seldom waited for, and the last blocks still end together. */
enum { USUAL_BLOCK = 32, LARGEST_BLOCK = 1024, BLOCKS_PER_WORKER = 4, SHORT_NS = 100000 };

/* --- input --------------------------------------------------------------------------------- */

/* One worker locks nothing. */
static void lock_input(struct gau_worker *w)
{
    uint64_t began;

    if (w->job->n_workers == 1 || pthread_mutex_trylock(&w->app->input_lock) == 0)
        return;
    began = w->wants_timestamps ? gau_time_accounting_now(w) : 0;
    pthread_mutex_lock(&w->app->input_lock);
    if (w->wants_timestamps)
        gau_time_accounting_add_waiting(w, gau_time_accounting_now(w) - began);
}

static void unlock_input(struct gau_worker *w)
{
    if (w->job->n_workers > 1)
        pthread_mutex_unlock(&w->app->input_lock);
}

/*
 * No event of that number or a larger one is begun any more; smaller ones are finished, so that of
 * several failing events the one with the smallest number is found.
 */
static void stop_before(struct gau_app *app, uint64_t event)
{
    uint64_t now = __atomic_load_n(&app->stop_before, __ATOMIC_RELAXED);

    while (event < now && !__atomic_compare_exchange_n(&app->stop_before, &now, event, true,
                                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

/*
 * Without an input, events have no order: workers get numbers by the block, which is small enough
 * to distribute few events evenly.
 */
static uint64_t number_from_block(struct gau_worker *w)
{
    const struct gau_app *const app = w->app;
    const uint64_t share =
        app->settings.events / ((uint64_t)BLOCKS_PER_WORKER * w->job->n_workers) + 1;
    const uint64_t block = share < USUAL_BLOCK ? share : USUAL_BLOCK;

    if (w->next == w->block_end && app->settings.next_events) {
        lock_input(w);
        w->next = gau_event_share_take(w->app, block, &w->block_end);
        unlock_input(w);
    } else if (w->next == w->block_end) {
        w->next = __atomic_fetch_add(&w->app->last_event, block, __ATOMIC_RELAXED) + 1;
        w->block_end = w->next + block;
    }
    return w->next < UINT64_MAX ? w->next++ : UINT64_MAX;
}

/* Begins with that number, if there may be one more event. */
static bool take_number(struct gau_worker *w, uint64_t number)
{
    if (number > w->app->limit || !may_begin(w->app, number))
        return false;
    w->ctx.event = number;
    if (number >= w->dispatch.until) {
        gau_dispatch_select_event(&w->dispatch, &w->job->svc, number);
        gau_section_worker = w->dispatch.mask ? w : NULL;
    }
    return true;
}

static gau_status fail_input(struct gau_worker *w, gau_status status)
{
    const struct gau_component *const c = &w->job->components[w->job->input];

    gau_worker_default_error(w, status);
    w->failed_event = w->ctx.event;
    w->failure =
        gau_error_wrap(&w->error, status, "%s: %s: event %llu", GAU_LOCATION_TEXT(c->location),
                       c->name, (unsigned long long)w->ctx.event);
    w->input_failed = true;
    return status;
}

/* An invalid status must not count as the end: events would get lost. */
static gau_status check_status(struct gau_worker *w, const char *call, gau_status status)
{
    return status <= GAU_OK || status == GAU_END
               ? status
               : gau_worker_bad_status(w, call, "ok, no more events", status);
}

static gau_status read_one(struct gau_worker *w, const gau_input_ops *ops, void *self)
{
    w->error.status = GAU_OK;
    return check_status(w, "read", ops->read(self, &w->ctx));
}

/* Of an input that gives several events at once: these are the worker's, from this one on. */
static gau_status take_events(struct gau_worker *w, const gau_input_ops *ops, void *self,
                              uint64_t most)
{
    uint64_t n = most;
    gau_status status;

    w->error.status = GAU_OK;
    status = check_status(w, "take", ops->take(self, &n, &w->ctx));
    if (status == GAU_OK && (n == 0 || n > most))
        status = gau_fail(&w->error, GAU_ERR_STATE, "take gave %llu events; 1 to %llu are possible",
                          (unsigned long long)n, (unsigned long long)most);
    if (status == GAU_OK) {
        w->next = w->ctx.event;
        w->block_end = w->next + n;
    }
    return status;
}

/* One of those. */
static gau_status read_own(struct gau_worker *w, const gau_input_ops *ops, void *self)
{
    const gau_status status = read_one(w, ops, self);

    w->next++;
    return status == GAU_END ? gau_worker_bad_status(w, "read", "ok", status) : status;
}

/* How many events are read already says how many more there are likely to be. */
static uint64_t block_of(struct gau_worker *w)
{
    const uint64_t now = gau_clock_ns();
    const bool is_short = now - w->block_began_ns < SHORT_NS;
    const uint64_t twice = w->largest_block < LARGEST_BLOCK ? 2 * w->largest_block : LARGEST_BLOCK;
    const uint64_t left =
        gau_least(w->app->limit - w->ctx.event + 1, gau_event_share_left(w->app, w->ctx.event));
    const uint64_t share =
        (w->ctx.event - w->app->settings.skip) / ((uint64_t)BLOCKS_PER_WORKER * w->job->n_workers) +
        1;
    uint64_t block;

    w->largest_block = is_short && w->largest_block ? twice : USUAL_BLOCK;
    w->block_began_ns = now;
    block = gau_least(share, w->largest_block);
    return gau_least(block, left);
}

/* Passes over events by reading them. The number of the event is left where that ended. */
static gau_status read_over(struct gau_worker *w, const gau_input_ops *ops, uint64_t first,
                            uint64_t end)
{
    void *const self = gau_component_instance(&w->job->components[w->job->input], 0);
    gau_status status = GAU_OK;

    for (uint64_t i = first; i < end && status == GAU_OK && may_begin(w->app, i); i++) {
        w->ctx.event = i;
        if (ops->take && w->next == w->block_end)
            status = take_events(w, ops, self, end - i);
        if (status == GAU_OK)
            status = ops->take ? read_own(w, ops, self) : read_one(w, ops, self);
        gau_store_reset(&w->store.objects);
    }
    return status;
}

/* Under the lock, which is held and released. */
static gau_status read_locked(struct gau_worker *w, const gau_input_ops *ops, void *self)
{
    const uint64_t event = w->ctx.event;
    gau_status status = read_over(w, ops, w->app->last_event + 1, event);

    if (status == GAU_OK) {
        w->ctx.event = event;
        status = ops->take ? take_events(w, ops, self, block_of(w)) : read_one(w, ops, self);
    }

    w->app->last_event = ops->take && status == GAU_OK ? w->block_end - 1 : w->ctx.event;
    if (status != GAU_OK)
        stop_before(w->app, w->ctx.event);
    unlock_input(w);
    return status;
}

/* Decodes outside the lock, and reads there if the event is the worker's own. */
static gau_status read_event(struct gau_worker *w, const gau_input_ops *ops, bool is_own)
{
    void *const self = gau_component_instance(&w->job->components[w->job->input], 0);
    gau_status status = is_own ? GAU_OK : read_locked(w, ops, self);

    if (status == GAU_OK && ops->take)
        status = read_own(w, ops, self);
    if (status == GAU_OK && ops->decode) {
        w->error.status = GAU_OK;
        status = ops->decode(self, &w->ctx);
        if (status > GAU_OK)
            status = gau_worker_bad_status(w, "decode", "ok", status);
    }
    if (status < 0)
        fail_input(w, status);
    return status;
}

static bool next_event(struct gau_worker *w, const gau_input_ops *ops)
{
    const bool is_own = w->next < w->block_end;
    const struct gau_component *c;
    gau_outcome outcome = {0};

    if (!ops)
        return take_number(w, number_from_block(w));
    if (!is_own)
        lock_input(w);
    if (!take_number(w, is_own ? w->next : gau_event_share_next(w->app, w->app->last_event))) {
        if (!is_own)
            unlock_input(w);
        return false;
    }
    c = &w->job->components[w->job->input];
    w->ctx.branch = c->branch;
    w->ctx.name = c->name;
    gau_audit_before(&w->dispatch, &w->ctx);
    if (w->wants_timestamps)
        gau_time_accounting_begin_input(w);
    outcome.raw = outcome.final = read_event(w, ops, is_own);
    outcome.flags = outcome.raw < 0 ? GAU_OUTCOME_ERROR : 0u;
    gau_sections_close_leftover(w);
    w->ctx.branch = c->branch;
    gau_audit_after(&w->dispatch, &w->ctx, outcome);
    return outcome.raw == GAU_OK;
}

/* --- the loop of a worker ------------------------------------------------------------------ */

static void run_event(struct gau_worker *w)
{
    bool accepted;

    gau_dispatch_begin_event(&w->dispatch, &w->job->svc, &w->ctx);
    accepted = gau_execute_event(w);
    gau_dispatch_end_event(&w->dispatch, &w->job->svc, &w->ctx);
    __atomic_store_n(&w->done, w->done + 1, __ATOMIC_RELAXED);
    w->accepted += accepted;
    gau_store_reset(&w->store.objects);
    if (w->wants_timestamps)
        gau_time_accounting_end_event(w);
}

void gau_loop_run(struct gau_worker *w)
{
    const gau_input_ops *const ops = input_ops(w->app);
    uint64_t began, ended;

    w->ctx.phase = GAU_EXECUTE;
    gau_dispatch_select_phase(&w->dispatch, &w->job->svc, GAU_EXECUTE);
    gau_dispatch_announce(&w->dispatch, &w->job->svc, &w->ctx);
    began = gau_clock_ns();
    gau_time_accounting_begin(w);
    for (w->ctx.event = 0; !w->failed_event && next_event(w, ops); w->ctx.event = 0)
        run_event(w);
    if (w->failed_event)
        stop_before(w->app, w->failed_event);
    gau_time_accounting_end(w);
    w->ctx.event = 0;
    w->ctx.branch = GAU_ROOT_BACKGROUND;
    w->dispatch.mask = 0;
    gau_section_worker = NULL;
    ended = gau_clock_ns();
    w->accounting.loop_ns = ended > began ? ended - began : 0; /* else the run fails */
}

/* --- skipping ------------------------------------------------------------------------------ */

/* By the input itself, or by reading. The number of the event is left where that ended. */
static gau_status skip_input(struct gau_worker *w, const gau_input_ops *ops, uint64_t n)
{
    const struct gau_component *const c = &w->job->components[w->job->input];

    w->ctx.phase = GAU_EXECUTE;
    w->ctx.branch = c->branch;
    w->ctx.name = c->name;
    w->ctx.event = n;
    w->error.status = GAU_OK;
    if (ops->skip)
        return check_status(w, "skip", ops->skip(gau_component_instance(c, 0), n, &w->ctx));
    return read_over(w, ops, 1, n + 1);
}

static gau_status skip_events(struct gau_app *app, gau_error *err)
{
    const gau_input_ops *const ops = input_ops(app);
    struct gau_worker *const w = &app->workers[0];
    const uint64_t n = app->settings.skip;
    gau_status status = GAU_OK;

    if (ops && n && may_begin(app, 1)) {
        status = skip_input(w, ops, n);
        if (status < 0)
            fail_input(w, status);
        if (status < 0 && err)
            *err = w->error;
        w->ctx.event = 0;
    }
    app->last_event = n;
    if (status == GAU_END)
        app->limit = n; /* nothing is left to process */
    return status < 0 ? status : GAU_OK;
}

/* --- all workers --------------------------------------------------------------------------- */

static void *run_thread(void *worker)
{
    struct gau_worker *const w = worker;

    gau_crash_enter_thread(w);
    gau_job_thread_enter(w->app);
    gau_loop_run(w);
    gau_crash_leave_thread(w);
    return NULL;
}

const struct gau_worker *gau_loop_failed(const struct gau_app *app)
{
    const struct gau_worker *first = NULL;

    for (uint32_t i = 0; i < app->job.n_workers; i++) {
        const struct gau_worker *const w = &app->workers[i];

        if (w->failed_event && (!first || w->failed_event < first->failed_event))
            first = w;
    }
    return first;
}

gau_status gau_loop_run_all(struct gau_app *app, gau_error *err)
{
    const uint32_t n = app->job.n_workers;
    const struct gau_worker *failed;
    struct gau_progress *progress;
    pthread_t *threads;
    uint32_t started = 1;

    GAU_TRY(skip_events(app, err));
    threads = calloc(n, sizeof *threads);
    if (!threads)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (%u workers)", n);
    progress = gau_progress_start(app);
    while (started < n &&
           pthread_create(&threads[started], NULL, run_thread, &app->workers[started]) == 0)
        started++;
    if (started == n)
        gau_loop_run(&app->workers[0]);
    else
        stop_before(app, 0);
    for (uint32_t i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    gau_progress_stop(progress);
    free(threads);
    if (started < n)
        return gau_fail(err, GAU_ERR_MEMORY, "only %u of %u workers could be started", started, n);
    failed = gau_loop_failed(app);
    if (failed && err)
        *err = failed->error;
    return failed ? failed->failure : GAU_OK;
}
