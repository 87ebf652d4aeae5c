/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_AUDITOR_SVC_H
#define GAUDIT_SRC_AUDITOR_SVC_H

#include "auditor_filter.h"
#include "branch_table.h"
#include "framework/src/support/timestamp_clock.h"

#include <gaudit/auditor.h>

/*
 * Tells auditors about calls.
 *
 * Who listens where is settled before the first event: a bit per auditor in a mask per branch. For
 * a call what is left is one AND with the mask of the event, and a walk over the bits.
 */

enum { GAU_MAX_AUDITORS = 64 };

/* Of the job. */
struct gau_auditor_service {
    struct gau_branch_table *branches;
    struct gau_registered_auditor {
        const gau_auditor_ops *ops;
        const struct gau_auditor_filter *filter;
        bool shared;
        uint32_t announced; /* branches told to a shared instance */
        uint8_t *states;    /* per branch: enum gau_filter_state */
    } auditors[GAU_MAX_AUDITORS];
    uint32_t count;
    uint64_t *listening; /* per branch: auditors with hooks here, as itself or as [excluded] */
    uint64_t *top;       /* per branch: those of them that hear it as [excluded] */
    gau_branch *hidden;  /* per branch: its sibling "[excluded]", where top is not 0 */
    uint64_t phases[GAU_PHASE_COUNT]; /* auditors that listen in a phase */
    uint64_t want_timestamps;
    struct gau_clock clock;
};

/* Of a worker: the instances that listen, and which of them do right now. */
struct gau_dispatch {
    uint64_t mask;
    uint64_t until; /* event for which mask must be made anew */
    const uint64_t *listening, *top;
    const gau_branch *hidden;
    uint64_t want_timestamps, want_cpu, want_bounds;
    uint64_t want_every; /* those of want_bounds that want them of every event */
    struct gau_clock clock;
    uint32_t announced; /* branches told to this worker's instances */
    struct gau_listener {
        void (*before)(void *self, const gau_context *ctx);
        void (*after)(void *self, const gau_context *ctx, gau_outcome outcome);
        void (*not_called)(void *self, const gau_context *ctx, gau_outcome outcome);
        void *self;
    } listeners[GAU_MAX_AUDITORS];
};

/* @p svc is zeroed. */
gau_status gau_auditor_service_init(struct gau_auditor_service *svc,
                                    struct gau_branch_table *branches, gau_error *err);
void gau_auditor_service_clear(struct gau_auditor_service *svc);

/* Adds an auditor, whose number is @p *index; ops and gate are borrowed. */
gau_status gau_auditor_service_add(struct gau_auditor_service *svc, uint32_t *index,
                                   const gau_auditor_ops *ops,
                                   const struct gau_auditor_filter *filter, bool shared,
                                   gau_error *err);

/*
 * When all branches of the job options exist: judges every branch for auditor @p index. The
 * message has no place.
 */
gau_status gau_auditor_service_apply_filter(struct gau_auditor_service *svc, uint32_t index,
                                            gau_error *err);

/*
 * The next branch to be added is a section below @p parent, or for GAU_NO_BRANCH the root Program:
 * it must be judged before it can be seen. The lock of the branches is held.
 */
void gau_auditor_service_inherit_filter(struct gau_auditor_service *svc, gau_branch parent);

/* --- of a worker --------------------------------------------------------------------------- */

void gau_dispatch_init(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc);

/* Instance of auditor @p index for this worker. */
void gau_dispatch_add(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                      uint32_t index, void *self);

/* Tells the instances about branches they do not know yet. */
void gau_dispatch_announce(struct gau_dispatch *dispatch, struct gau_auditor_service *svc);

/* The auditor has nothing to do in this job. */
void gau_auditor_service_remove(struct gau_auditor_service *svc, uint32_t index);

/* Who listens in a step of the job, and who to event @p event. */
void gau_dispatch_phase(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                        gau_phase phase);
void gau_dispatch_event(struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                        uint64_t event);

void gau_dispatch_begin_event(const struct gau_dispatch *dispatch,
                              const struct gau_auditor_service *svc, gau_context *ctx);
void gau_dispatch_end_event(const struct gau_dispatch *dispatch,
                            const struct gau_auditor_service *svc, gau_context *ctx);

/* --- hooks --------------------------------------------------------------------------------- */

/* What is behind the hooks for somebody who listens; mask is not 0. */
void gau_dispatch_before(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask);
void gau_dispatch_after(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                        gau_outcome outcome);
void gau_dispatch_not_called(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                             gau_outcome outcome);

/* What is behind a stamp for somebody who wants CPU times. */
void gau_take_timestamp_cpu(const struct gau_dispatch *dispatch, gau_context *ctx);

/*
 * Before the first listener is told, of begins and of ends alike: what the listeners take until one
 * of them sets its own mark is then about the same at both ends of a call, and in no difference.
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

/*
 * One auditor hears the branch, as itself, and the clock is an instruction: the hook is called
 * here, with hardly a register to be saved around it. The rest is out of the way.
 */
static inline bool gau_single_fast_listener(const struct gau_dispatch *dispatch, gau_branch branch,
                                            uint64_t mask)
{
    return !(mask & (mask - 1)) && !(mask & dispatch->top[branch]) &&
           gau_clock_is_tsc(&dispatch->clock);
}

/* Who hears the branch now. */
static inline uint64_t gau_listener_mask(const struct gau_dispatch *dispatch, gau_branch branch)
{
    return dispatch->mask & dispatch->listening[branch];
}

/* The branch is ctx->branch, and @p mask are not 0. */
static inline void gau_audit_before_to(const struct gau_dispatch *dispatch, gau_context *ctx,
                                       uint64_t mask)
{
    if (__builtin_expect(gau_single_fast_listener(dispatch, ctx->branch, mask), 1)) {
        const struct gau_listener *const l = &dispatch->listeners[__builtin_ctzll(mask)];

        gau_take_timestamp(dispatch, ctx, mask);
        l->before(l->self, ctx);
    } else {
        gau_dispatch_before(dispatch, ctx, mask);
    }
}

static inline void gau_audit_after_to(const struct gau_dispatch *dispatch, gau_context *ctx,
                                      uint64_t mask, gau_outcome outcome)
{
    if (__builtin_expect(gau_single_fast_listener(dispatch, ctx->branch, mask), 1)) {
        const struct gau_listener *const l = &dispatch->listeners[__builtin_ctzll(mask)];

        gau_take_timestamp(dispatch, ctx, mask);
        l->after(l->self, ctx, outcome);
    } else {
        gau_dispatch_after(dispatch, ctx, mask, outcome);
    }
}

/* The branch is ctx->branch. */
static inline void gau_audit_before(const struct gau_dispatch *dispatch, gau_context *ctx)
{
    const uint64_t mask = gau_listener_mask(dispatch, ctx->branch);

    if (__builtin_expect(mask != 0, 0))
        gau_audit_before_to(dispatch, ctx, mask);
}

static inline void gau_audit_after(const struct gau_dispatch *dispatch, gau_context *ctx,
                                   gau_outcome outcome)
{
    const uint64_t mask = gau_listener_mask(dispatch, ctx->branch);

    if (__builtin_expect(mask != 0, 0))
        gau_audit_after_to(dispatch, ctx, mask, outcome);
}

static inline void gau_audit_not_called(const struct gau_dispatch *dispatch, gau_context *ctx,
                                        gau_outcome outcome)
{
    const uint64_t mask = gau_listener_mask(dispatch, ctx->branch);

    if (__builtin_expect(mask != 0, 0))
        gau_dispatch_not_called(dispatch, ctx, mask & ~dispatch->top[ctx->branch], outcome);
}

#endif
