/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_TIME_ACCOUNTING_H
#define GAUDIT_SRC_JOB_TIME_ACCOUNTING_H

#include "worker.h"

/*
 * The time accounting of a worker: how it spent the event loop. Input, events and waiting are
 * measured with the clock of timestamps, the loop as a whole with CLOCK_MONOTONIC; comparing the
 * sum with it is a check. An event lasts from its hook until its store is empty again. The time
 * until the next event's hook is input, except the waiting in it. So every stall of a worker is in
 * one category. Audited events use the timestamps of their hooks. Unaudited events are measured as
 * one interval, from the first to the next audited one.
 */

static inline uint64_t gau_time_accounting_now(const struct gau_worker *w)
{
    return gau_clock_ticks(&w->dispatch.clock);
}

/* True if the hooks on the branch in @p w->ctx have just set its timestamp. */
static inline bool gau_time_accounting_stamped(const struct gau_worker *w)
{
    const struct gau_dispatch *const a = &w->dispatch;

    return (a->mask & a->want_timestamps & a->listening[w->ctx.branch]) != 0;
}

/* Ends an unaudited interval: what was not input or waiting was events. */
static inline void gau_time_accounting_end_unaudited(struct gau_time_accounting *l, uint64_t now)
{
    if (!l->unaudited_since)
        return;
    l->event += now - l->unaudited_since - (l->input + l->waiting - l->unaudited_other);
    l->unaudited_since = 0;
}

/* Where the loop begins. */
static inline void gau_time_accounting_begin(struct gau_worker *w)
{
    if (w->wants_timestamps)
        w->accounting.input_began = gau_time_accounting_now(w);
}

static inline void gau_time_accounting_add_waiting(struct gau_worker *w, uint64_t ticks)
{
    w->accounting.waiting += ticks;
    if (w->accounting.input_began)
        w->accounting.input_began += ticks;
}

/* After the hook before() of the input: begins input that is outside events. */
static inline void gau_time_accounting_begin_input(struct gau_worker *w)
{
    if (!w->accounting.input_began)
        w->accounting.input_began = gau_time_accounting_now(w);
}

static inline void gau_time_accounting_end_input(struct gau_time_accounting *l, uint64_t now)
{
    if (l->input_began)
        l->input += now - l->input_began;
    l->input_began = 0;
}

/* After the hook before() of an event, and where input ends. */
static inline void gau_time_accounting_begin_event(struct gau_worker *w)
{
    struct gau_time_accounting *const l = &w->accounting;
    const bool audited = gau_time_accounting_stamped(w);
    uint64_t now;

    if (!audited && !l->input_began && l->unaudited_since)
        return;
    now = audited ? w->ctx.timestamp : gau_time_accounting_now(w);
    gau_time_accounting_end_input(l, now);
    if (audited) {
        gau_time_accounting_end_unaudited(l, now);
        l->event_began = now;
    } else if (!l->unaudited_since) {
        l->unaudited_since = now;
        l->unaudited_other = l->input + l->waiting;
    }
}

/* When all that belongs to the event is done. */
static inline void gau_time_accounting_end_event(struct gau_worker *w)
{
    struct gau_time_accounting *const l = &w->accounting;

    if (!l->event_began)
        return;
    l->input_began = gau_time_accounting_now(w);
    l->event += l->input_began - l->event_began;
    l->event_began = 0;
}

/* Where the loop ends. */
static inline void gau_time_accounting_end(struct gau_worker *w)
{
    const uint64_t now = gau_time_accounting_now(w);

    gau_time_accounting_end_input(&w->accounting, now);
    gau_time_accounting_end_unaudited(&w->accounting, now);
}

#endif
