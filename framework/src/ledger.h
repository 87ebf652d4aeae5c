/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_LEDGER_H
#define GAUDIT_SRC_LEDGER_H

#include "worker.h"

/*
 * The books of a worker: what it did with the time of the event loop. Input, events and waiting are
 * measured with the clock of time stamps, the loop as a whole with CLOCK_MONOTONIC; so the sum can
 * be wrong, and that is what makes it a check. Input is from its hook to the event's, an event from
 * there until its store is empty again; what lies between an event and the next is in no book. The
 * hooks' own stamps are used where somebody listens. While nobody does, no stamps are taken for
 * events but at both ends of the stretch.
 */

static inline uint64_t gau_ledger_now(const struct gau_worker *w)
{
    return gau_clock_ticks(&w->audience.clock);
}

/* True if the hooks on the branch in @p w->ctx have just left a stamp there. */
static inline bool gau_ledger_stamped(const struct gau_worker *w)
{
    const struct gau_audience *const a = &w->audience;

    return (a->mask & a->want_ticks & a->heard[w->ctx.branch]) != 0;
}

/* The stamp of the hook that was just called on the branch in @p w->ctx, or one of our own. */
static inline uint64_t gau_ledger_stamp(const struct gau_worker *w)
{
    return gau_ledger_stamped(w) ? w->ctx.ticks : gau_ledger_now(w);
}

/* Ends a stretch in which nobody listened: what was not input or waiting was events. */
static inline void gau_ledger_end_quiet(struct gau_ledger *l, uint64_t now)
{
    if (!l->quiet_since)
        return;
    l->event += now - l->quiet_since - (l->input + l->waiting - l->quiet_other);
    l->quiet_since = 0;
}

/* After the hook before() of an event, and where input ends. */
static inline void gau_ledger_begin_event(struct gau_worker *w)
{
    struct gau_ledger *const l = &w->ledger;
    const bool heard = gau_ledger_stamped(w);
    uint64_t now;

    if (!heard && !l->input_began && l->quiet_since)
        return;
    now = heard ? w->ctx.ticks : gau_ledger_now(w);
    if (l->input_began)
        l->input += now - l->input_began;
    l->input_began = 0;
    if (heard) {
        gau_ledger_end_quiet(l, now);
        l->event_began = now;
    } else if (!l->quiet_since) {
        l->quiet_since = now;
        l->quiet_other = l->input + l->waiting;
    }
}

/* When all that belongs to the event is done. */
static inline void gau_ledger_end_event(struct gau_worker *w)
{
    struct gau_ledger *const l = &w->ledger;

    if (l->event_began)
        l->event += gau_ledger_now(w) - l->event_began;
    l->event_began = 0;
}

#endif
