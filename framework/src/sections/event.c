/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/src/job/app_state.h"
#include "sections.h"

#include <gaudit/event.h>

#include <errno.h>
#include <stdio.h>

/*
 * Events of a program with its own loop. An open event is a frame among those of sections: what was
 * opened inside it ends with it, and it ends with what it was opened in.
 *
 * A thread is either in an event or below Program, so that the times of both roots add up; not if
 * sections were open before, which then contain the event.
 */

/* In events the window of each auditor counts; outside of them all are active. */
static void enter_event(struct gau_worker *w, uint64_t number)
{
    w->ctx.event = number;
    w->ctx.name = "Event";
    w->ctx.branch = GAU_ROOT_EVENT;
    gau_dispatch_select_event(&w->dispatch, &w->job->svc, number);
    gau_dispatch_begin_event(&w->dispatch, &w->job->svc, &w->ctx);
    gau_audit_before(&w->dispatch, &w->ctx);
}

static void leave_event(struct gau_worker *w, gau_outcome outcome)
{
    w->ctx.branch = GAU_ROOT_EVENT;
    gau_audit_after(&w->dispatch, &w->ctx, outcome);
    gau_dispatch_end_event(&w->dispatch, &w->job->svc, &w->ctx);
    w->ctx.event = 0;
    w->ctx.name = "Program";
    gau_dispatch_select_phase(&w->dispatch, &w->job->svc, GAU_EXECUTE);
}

void gau_event_close(struct gau_worker *w, gau_outcome outcome)
{
    struct gau_app *const app = w->app;
    const gau_branch outer = w->frames.items[--w->frames.count].parent;

    leave_event(w, outcome);
    w->ctx.branch = outer;
    if (gau_is_program(w, outer))
        gau_audit_before(&w->dispatch, &w->ctx);
    __atomic_add_fetch(&app->events_ended, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&app->events_accepted, outcome.final == GAU_OK, __ATOMIC_RELAXED);
}

/* The frame of the open event, counted from 1; 0: there is none. */
static uint32_t find_event(const struct gau_worker *w)
{
    uint32_t i = w->ctx.event ? w->frames.count : 0;

    while (i > 0 && w->frames.items[i - 1].branch != GAU_ROOT_EVENT)
        i--;
    return i;
}

/* Larger numbers move the end, so that given ones and next ones may be mixed. */
static uint64_t take_number(struct gau_app *app, uint64_t number)
{
    uint64_t last = __atomic_load_n(&app->last_event, __ATOMIC_RELAXED), next;

    if (number > 0 && number <= INT64_MAX) {
        while (number > last && !__atomic_compare_exchange_n(&app->last_event, &last, number, true,
                                                             __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
        return number;
    }
    do
        next = last < INT64_MAX ? last + 1 : 1;
    while (!__atomic_compare_exchange_n(&app->last_event, &last, next, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    return next;
}

static void begin_event(struct gau_worker *w, uint64_t number)
{
    const uint32_t open = find_event(w);
    struct gau_section_frame frame = {.branch = GAU_ROOT_EVENT};

    gau_background_commit(w);
    if (open)
        gau_sections_unwind(w, open - 1);
    frame.parent = w->ctx.branch;
    frame.serial = gau_frames_next_serial(&w->frames);
    if (w->frames.count >= w->frames.capacity && !gau_frames_grow(&w->frames)) {
        gau_section_count_dropped(w);
        return;
    }
    if (gau_is_program(w, frame.parent))
        gau_audit_after(&w->dispatch, &w->ctx, (gau_outcome){0});
    w->frames.items[w->frames.count++] = frame;
    enter_event(w, take_number(w->app, number));
}

static void end_event(struct gau_worker *w, gau_status decision)
{
    const uint32_t open = find_event(w);
    const gau_outcome outcome = {.raw = decision,
                                 .final = decision,
                                 .flags = decision < 0 ? GAU_OUTCOME_ERROR : 0u};

    if (!open)
        return;
    if (open < w->frames.count)
        gau_sections_unwind(w, open);
    w->frames.beyond = 0; /* sections that were begun without a frame are in it */
    gau_event_close(w, outcome);
}

/* The worker of this thread if its program has the loop; NULL: nothing is to be done. */
static struct gau_worker *claim_session_worker(void)
{
    struct gau_worker *const w = gau_section_claim();

    if (w && !w->app->settings.sections_only) {
        gau_worker_release(w);
        return NULL;
    }
    return w;
}

void gau_event_begin(uint64_t number)
{
    const int error = errno;
    struct gau_worker *const w = claim_session_worker();

    if (w) {
        begin_event(w, number);
        gau_worker_release(w);
    }
    errno = error;
}

void gau_event_end(gau_status decision)
{
    const int error = errno;
    struct gau_worker *const w = claim_session_worker();

    if (w) {
        end_event(w, decision);
        gau_worker_release(w);
    }
    errno = error;
}
