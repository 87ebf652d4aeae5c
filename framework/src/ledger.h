/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_LEDGER_H
#define GAUDIT_SRC_LEDGER_H

#include "worker.h"

/*
 * The books of a worker: what it did with the time of the event loop. Events, input and waiting
 * are measured one by one with the clock of time stamps, the loop as a whole with CLOCK_MONOTONIC;
 * so the sum can be wrong, and that is what makes it a check. The hooks' own stamps are used where
 * somebody listens. While nobody does, no stamps are taken but at both ends of the stretch.
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

/* After the hook before(). */
static inline void gau_ledger_begin_event(struct gau_worker *w)
{
    struct gau_ledger *const l = &w->ledger;

    if (gau_ledger_stamped(w)) {
        gau_ledger_end_quiet(l, w->ctx.ticks);
        l->event_began = w->ctx.ticks;
    } else if (!l->quiet_since) {
        l->quiet_since = gau_ledger_now(w);
        l->quiet_other = l->input + l->waiting;
    }
}

/* After the hook after(). */
static inline void gau_ledger_end_event(struct gau_worker *w)
{
    if (gau_ledger_stamped(w))
        w->ledger.event += w->ctx.ticks - w->ledger.event_began;
}

#endif
