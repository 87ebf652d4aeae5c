/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_AUDITING_AUDITOR_SERVICE_H
#define GAUDIT_SRC_AUDITING_AUDITOR_SERVICE_H

#include "auditor_filter.h"
#include "branch_table.h"
#include "framework/src/support/timestamp_clock.h"

#include "table/call_statistics.h"

#include <gaudit/auditor.h>

/*
 * Calls the hooks of auditors.
 *
 * Each branch has a mask with a bit per listener, made before the first event. A call costs one AND
 * with the mask of the event, and a loop over the bits.
 */

enum { GAU_MAX_AUDITORS = 64 };

/* All auditors of the job. */
struct gau_auditor_service {
    struct gau_branch_table *branches;
    struct gau_registered_auditor {
        const gau_auditor_ops *ops;
        const struct gau_auditor_filter *filter;
        void *shared;       /* the instance of a shared class, else NULL */
        uint32_t announced; /* branches announced to it */
        uint8_t *states;    /* per branch: enum gau_filter_state */
    } auditors[GAU_MAX_AUDITORS];
    uint32_t count;
    uint64_t *listening; /* per branch: auditors that get hooks, as itself or as [excluded] */
    /* Per branch: those of them whose topmost excluded branch it is. */
    uint64_t *excluded_roots;
    gau_branch *excluded_branch; /* per branch: its sibling "[excluded]", which those of them get */
    uint64_t phases[GAU_PHASE_COUNT]; /* auditors that are active in a phase */
    uint64_t want_timestamps;
    struct gau_clock clock;
};

/* The listeners of a worker, and which of them are active now. */
struct gau_dispatch {
    uint64_t mask;
    uint64_t until; /* event from which mask must be computed again */
    const uint64_t *listening, *excluded_roots;
    const gau_branch *excluded_branch;
    uint64_t want_timestamps, want_cpu, want_bounds;
    uint64_t want_every; /* those of want_bounds with every_event */
    /* Of the only active listener that has call statistics, if all that is wanted besides is
     * timestamps of a clock that is an instruction, else NULL; the same if it is the only active
     * one; and the other active ones. */
    struct gau_thread_stats *statistics, *only_statistics;
    uint64_t others;
    bool plain;                        /* the clock is an instruction, and no CPU time is wanted */
    bool plain_timestamps;             /* any active listener wants them */
    const struct gau_listener *single; /* the only active listener, if plain, else NULL */
    uint64_t want_steps, want_track_begins, want_track_ends, want_external, want_at_once;
    struct gau_clock clock;
    uint32_t announced; /* branches announced to this worker's instances */
    struct gau_listener {
        void (*before)(void *self, const gau_context *ctx);
        void (*after)(void *self, const gau_context *ctx, gau_outcome outcome);
        void (*not_called)(void *self, const gau_context *ctx, gau_outcome outcome);
        void *self;
        struct gau_thread_stats *statistics; /* NULL: none */
    } listeners[GAU_MAX_AUDITORS];
};

/* @p svc is zeroed. */
gau_status gau_auditor_service_init(struct gau_auditor_service *svc,
                                    struct gau_branch_table *branches, gau_error *err);
void gau_auditor_service_clear(struct gau_auditor_service *svc);

/* Adds an auditor, whose number is @p *index; ops and filter are borrowed. @p shared: its instance,
 * if all threads have the same. */
gau_status gau_auditor_service_add(struct gau_auditor_service *svc, uint32_t *index,
                                   const gau_auditor_ops *ops,
                                   const struct gau_auditor_filter *filter, void *shared,
                                   gau_error *err);

/*
 * When all branches of the job options exist: applies the filter of auditor @p index to them. The
 * message has no location.
 */
gau_status gau_auditor_service_apply_filter(struct gau_auditor_service *svc, uint32_t index,
                                            gau_error *err);

/*
 * The next branch to be added is a section below @p parent, or for GAU_NO_BRANCH the root Program:
 * its filter states must exist before it is published. The lock of the branches is held.
 */
void gau_auditor_service_inherit_filter(struct gau_auditor_service *svc, gau_branch parent);

/* In masks. */
static inline uint64_t gau_listener_bit(uint32_t number)
{
    return UINT64_C(1) << number;
}

/* --- of a worker --------------------------------------------------------------------------- */

void gau_dispatch_init(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc);

/* What the hooks of auditor @p index get here: its instance, or its state of this thread. */
void gau_dispatch_add(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                      uint32_t index, void *self);

/* Calls branch_added() of the instances for branches that are new to them, and at first
 * thread_begin(). The thread of the worker calls it. */
void gau_dispatch_announce(struct gau_dispatch *dispatch, struct gau_auditor_service *svc,
                           const gau_context *ctx);

/* The auditor has nothing to do in this job. */
void gau_auditor_service_remove(struct gau_auditor_service *svc, uint32_t index);

/* Selects the active listeners for a phase of the job, and for event @p event. */
void gau_dispatch_select_phase(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                               gau_phase phase);
void gau_dispatch_select_event(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                               uint64_t event);

void gau_dispatch_begin_event(const struct gau_dispatch *dispatch,
                              const struct gau_auditor_service *svc, gau_context *ctx);
void gau_dispatch_end_event(const struct gau_dispatch *dispatch,
                            const struct gau_auditor_service *svc, gau_context *ctx);

/* own_statistics.c: on new branches, up to @p count, where auditor @p number has statistics; and
 * after each change of the mask: what the fast paths need to know of it. */
void gau_dispatch_place_statistics(const struct gau_dispatch *dispatch,
                                   const struct gau_auditor_service *svc, uint32_t number,
                                   uint32_t count);
void gau_dispatch_select_statistics(struct gau_dispatch *dispatch);

/* step_hooks.c: tracks and steps, see region.h; steps have a timestamp. External work. */
void gau_dispatch_track_begin(const struct gau_dispatch *dispatch,
                              const struct gau_auditor_service *svc, gau_context *ctx,
                              uint64_t track, uint64_t parent, gau_volume volume);
void gau_dispatch_track_end(const struct gau_dispatch *dispatch,
                            const struct gau_auditor_service *svc, gau_context *ctx,
                            uint64_t track);
void gau_dispatch_step(const struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                       gau_context *ctx, uint64_t track, gau_volume volume);

void gau_dispatch_external_work(const struct gau_dispatch *dispatch,
                                const struct gau_auditor_service *svc, gau_context *ctx,
                                gau_branch branch, uint64_t start_ns, uint64_t stop_ns);

/* --- hooks --------------------------------------------------------------------------------- */

/* The slow path of the functions below, not inline: several listeners, [excluded], or a clock that
 * is a call. @p mask is not 0. */
void gau_audit_before_slow(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask);
void gau_audit_after_slow(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                          gau_outcome outcome);
void gau_audit_not_called_slow(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                               gau_outcome outcome);

/* A timestamp with the CPU time of the thread. */
void gau_take_timestamp_cpu(const struct gau_dispatch *dispatch, gau_context *ctx);

/*
 * Taken before the first listener is called, at begins and at ends alike: the time of the listeners
 * is then about the same at both ends of a call and cancels out.
 */
static inline void gau_take_timestamp(const struct gau_dispatch *dispatch, gau_context *ctx,
                                      uint64_t mask)
{
    if (__builtin_expect((mask & dispatch->want_cpu) != 0, 0)) {
        gau_take_timestamp_cpu(dispatch, ctx);
        return;
    }
    ctx->timestamp = mask & dispatch->want_timestamps ? gau_clock_ticks(&dispatch->clock) : 0;
    ctx->cpu_ns = 0;
}

/* The same where dispatch->plain is set; for all active listeners, whoever listens here. */
static inline void gau_take_plain_timestamp(const struct gau_dispatch *dispatch, gau_context *ctx)
{
    ctx->timestamp = dispatch->plain_timestamps ? gau_clock_tsc() : 0;
    ctx->cpu_ns = 0;
}

/*
 * The only active listener; NULL: it is none, or gets the call for [excluded]. Its hook is called
 * inline, with hardly a register to be saved around it.
 */
static inline const struct gau_listener *gau_single_listener(const struct gau_dispatch *dispatch,
                                                             gau_context *ctx, uint64_t mask)
{
    const struct gau_listener *const l = dispatch->single;

    if (__builtin_expect(!l || mask & dispatch->excluded_roots[ctx->branch], 0))
        return NULL;
    gau_take_plain_timestamp(dispatch, ctx);
    return l;
}

/* The active listeners of the branch. */
static inline uint64_t gau_listener_mask(const struct gau_dispatch *dispatch, gau_branch branch)
{
    return dispatch->mask & dispatch->listening[branch];
}

/* The same with the listeners @p mask of ctx->branch, which is not 0. */
static inline void gau_audit_before_listeners(const struct gau_dispatch *dispatch, gau_context *ctx,
                                              uint64_t mask)
{
    const struct gau_listener *const l = gau_single_listener(dispatch, ctx, mask);

    if (__builtin_expect(l != NULL, 1)) {
        l->before(l->self, ctx);
    } else {
        gau_audit_before_slow(dispatch, ctx, mask);
    }
}

static inline void gau_audit_after_listeners(const struct gau_dispatch *dispatch, gau_context *ctx,
                                             uint64_t mask, gau_outcome outcome)
{
    const struct gau_listener *const l = gau_single_listener(dispatch, ctx, mask);

    if (__builtin_expect(l != NULL, 1)) {
        l->after(l->self, ctx, outcome);
    } else {
        gau_audit_after_slow(dispatch, ctx, mask, outcome);
    }
}

/* The hooks of the listeners @p mask for what was at the time in ctx, taken then. */
void gau_audit_before_at(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask);
void gau_audit_after_at(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                        gau_outcome outcome);

/* Where there are statistics: those of ctx->branch, and the other listeners. */
void gau_audit_before_statistics(const struct gau_dispatch *dispatch, gau_context *ctx);
void gau_audit_after_statistics(const struct gau_dispatch *dispatch, gau_context *ctx,
                                gau_outcome outcome);

/* Calls the listeners of ctx->branch. */
static inline void gau_audit_before(const struct gau_dispatch *dispatch, gau_context *ctx)
{
    uint64_t mask;

    if (dispatch->statistics) {
        gau_audit_before_statistics(dispatch, ctx);
        return;
    }
    mask = gau_listener_mask(dispatch, ctx->branch);
    if (__builtin_expect(mask != 0, 0))
        gau_audit_before_listeners(dispatch, ctx, mask);
}

static inline void gau_audit_after(const struct gau_dispatch *dispatch, gau_context *ctx,
                                   gau_outcome outcome)
{
    uint64_t mask;

    if (dispatch->statistics) {
        gau_audit_after_statistics(dispatch, ctx, outcome);
        return;
    }
    mask = gau_listener_mask(dispatch, ctx->branch);
    if (__builtin_expect(mask != 0, 0))
        gau_audit_after_listeners(dispatch, ctx, mask, outcome);
}

/*
 * The same where nothing else listens, inline: false: nothing was done. The event loop and sections
 * try these first.
 */
static inline __attribute__((__always_inline__)) bool gau_audit_before_alone(
    const struct gau_dispatch *dispatch, gau_branch branch)
{
    struct gau_thread_stats *const statistics = dispatch->only_statistics;
    struct gau_call_stats *of;

    if (!statistics)
        return false;
    of = gau_stats_of(statistics, branch);
    if (__builtin_expect(!of->section, 0))
        return false;
    gau_stats_begin(of, gau_clock_tsc());
    return true;
}

static inline __attribute__((__always_inline__)) bool gau_audit_after_alone(
    const struct gau_dispatch *dispatch, gau_branch branch, uint64_t event)
{
    struct gau_thread_stats *const statistics = dispatch->only_statistics;
    struct gau_call_stats *of;
    uint64_t now;

    if (!statistics)
        return false;
    of = gau_stats_of(statistics, branch);
    if (__builtin_expect(!of->section, 0))
        return false;
    now = gau_clock_tsc();
    if (__builtin_expect(!gau_stats_end_fast(statistics, of, now), 0))
        gau_stats_end_slowly(statistics, of, now, event);
    return true;
}

static inline void gau_audit_not_called(const struct gau_dispatch *dispatch, gau_context *ctx,
                                        gau_outcome outcome)
{
    const uint64_t mask = gau_listener_mask(dispatch, ctx->branch);

    if (__builtin_expect(mask != 0, 0))
        gau_audit_not_called_slow(dispatch, ctx, mask & ~dispatch->excluded_roots[ctx->branch],
                                  outcome);
}

#endif
