/* SPDX-License-Identifier: Apache-2.0 */
#include "auditor_service.h"

/* Hooks of several auditors, and whatever else is not inline. */

/* @p bits is not 0; the exclusive or becomes one instruction. */
static uint32_t last_of(uint64_t bits)
{
    return (uint32_t)__builtin_clzll(bits) ^ 63u;
}

/* --- events -------------------------------------------------------------------------------- */

static inline __attribute__((__always_inline__)) void call_event_hooks(
    const struct gau_dispatch *dispatch, const struct gau_auditor_service *svc, gau_context *ctx,
    const bool end)
{
    uint64_t mask = (dispatch->mask & dispatch->want_bounds) | dispatch->want_every;

    while (mask) {
        const uint32_t i = end ? last_of(mask) : (uint32_t)__builtin_ctzll(mask);
        const gau_auditor_ops *const ops = svc->auditors[i].ops;
        void (*const hook)(void *, const gau_context *) = end ? ops->end_event : ops->begin_event;

        if (hook)
            hook(dispatch->listeners[i].self, ctx);
        mask &= end ? ~gau_listener_bit(i) : mask - 1;
    }
}

void gau_dispatch_begin_event(const struct gau_dispatch *dispatch,
                              const struct gau_auditor_service *svc, gau_context *ctx)
{
    call_event_hooks(dispatch, svc, ctx, false);
}

void gau_dispatch_end_event(const struct gau_dispatch *dispatch,
                            const struct gau_auditor_service *svc, gau_context *ctx)
{
    call_event_hooks(dispatch, svc, ctx, true);
}

/* --- calls --------------------------------------------------------------------------------- */

/* Both clocks at the same time: the middle of the system call. */
void gau_take_timestamp_cpu(const struct gau_dispatch *dispatch, gau_context *ctx)
{
    const uint64_t before = gau_clock_ticks(&dispatch->clock);

    ctx->cpu_ns = gau_clock_thread_ns();
    ctx->timestamp = before + (gau_clock_ticks(&dispatch->clock) - before) / 2;
}

/* Calls each listener with the branch that it gets: this one, or its sibling "[excluded]". */
static void dispatch_excluded(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                              bool end, gau_outcome outcome)
{
    const gau_branch branch = ctx->branch;

    while (mask) {
        const uint32_t i = end ? last_of(mask) : (uint32_t)__builtin_ctzll(mask);
        const struct gau_listener *const l = &dispatch->listeners[i];

        ctx->branch = dispatch->excluded_roots[branch] & gau_listener_bit(i)
                          ? dispatch->excluded_branch[branch]
                          : branch;
        if (end)
            l->after(l->self, ctx, outcome);
        else
            l->before(l->self, ctx);
        mask ^= gau_listener_bit(i);
    }
    ctx->branch = branch;
}

static inline __attribute__((__always_inline__)) void call_before(
    const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask)
{
    if (__builtin_expect((mask & dispatch->excluded_roots[ctx->branch]) != 0, 0)) {
        dispatch_excluded(dispatch, ctx, mask, false, (gau_outcome){0});
        return;
    }
    for (; mask; mask &= mask - 1) {
        const struct gau_listener *const l = &dispatch->listeners[__builtin_ctzll(mask)];

        l->before(l->self, ctx);
    }
}

void gau_audit_before_at(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask)
{
    call_before(dispatch, ctx, mask);
}

static __attribute__((__noinline__)) void before_not_plain(const struct gau_dispatch *dispatch,
                                                           gau_context *ctx, uint64_t mask)
{
    gau_take_timestamp(dispatch, ctx, mask);
    call_before(dispatch, ctx, mask);
}

void gau_audit_before_slow(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask)
{
    if (__builtin_expect(!dispatch->plain, 0)) {
        before_not_plain(dispatch, ctx, mask);
        return;
    }
    gau_take_plain_timestamp(dispatch, ctx);
    call_before(dispatch, ctx, mask);
}

/* The last one first. */
static inline __attribute__((__always_inline__)) void call_after(
    const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask, gau_outcome outcome)
{
    if (__builtin_expect((mask & dispatch->excluded_roots[ctx->branch]) != 0, 0)) {
        dispatch_excluded(dispatch, ctx, mask, true, outcome);
        return;
    }
    while (mask) {
        const uint32_t last = last_of(mask);

        dispatch->listeners[last].after(dispatch->listeners[last].self, ctx, outcome);
        mask ^= gau_listener_bit(last);
    }
}

void gau_audit_after_at(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                        gau_outcome outcome)
{
    call_after(dispatch, ctx, mask, outcome);
}

static __attribute__((__noinline__)) void after_not_plain(const struct gau_dispatch *dispatch,
                                                          gau_context *ctx, uint64_t mask,
                                                          gau_outcome outcome)
{
    gau_take_timestamp(dispatch, ctx, mask);
    call_after(dispatch, ctx, mask, outcome);
}

void gau_audit_after_slow(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                          gau_outcome outcome)
{
    if (__builtin_expect(!dispatch->plain, 0)) {
        after_not_plain(dispatch, ctx, mask, outcome);
        return;
    }
    gau_take_plain_timestamp(dispatch, ctx);
    call_after(dispatch, ctx, mask, outcome);
}

void gau_audit_not_called_slow(const struct gau_dispatch *dispatch, gau_context *ctx, uint64_t mask,
                               gau_outcome outcome)
{
    gau_take_timestamp(dispatch, ctx, mask);
    for (; mask; mask &= mask - 1) {
        const struct gau_listener *const l = &dispatch->listeners[__builtin_ctzll(mask)];

        l->not_called(l->self, ctx, outcome);
    }
}

/* --- beside statistics --------------------------------------------------------------------- */

/* Those of a branch; NULL: hooks are called. */
static struct gau_call_stats *statistics_of(const struct gau_dispatch *dispatch, gau_branch branch)
{
    struct gau_call_stats *const of = gau_stats_of(dispatch->statistics, branch);

    return of->section ? of : NULL;
}

/* One timestamp for all: the statistics count as one listener more. */
void gau_audit_before_statistics(const struct gau_dispatch *dispatch, gau_context *ctx)
{
    struct gau_call_stats *const of = statistics_of(dispatch, ctx->branch);
    uint64_t mask = gau_listener_mask(dispatch, ctx->branch);

    if (of) {
        ctx->timestamp = gau_clock_tsc();
        ctx->cpu_ns = 0;
        gau_stats_begin(of, ctx->timestamp);
        mask &= dispatch->others;
        if (mask)
            gau_audit_before_at(dispatch, ctx, mask);
    } else if (mask) {
        gau_audit_before_listeners(dispatch, ctx, mask);
    }
}

void gau_audit_after_statistics(const struct gau_dispatch *dispatch, gau_context *ctx,
                                gau_outcome outcome)
{
    struct gau_call_stats *const of = statistics_of(dispatch, ctx->branch);
    uint64_t mask = gau_listener_mask(dispatch, ctx->branch);

    if (of && outcome.raw != GAU_END) {
        ctx->timestamp = gau_clock_tsc();
        ctx->cpu_ns = 0;
        gau_stats_end(dispatch->statistics, of, ctx->timestamp, ctx->event);
        mask &= dispatch->others;
        if (mask)
            gau_audit_after_at(dispatch, ctx, mask, outcome);
    } else if (mask) {
        gau_audit_after_listeners(dispatch, ctx, mask, outcome);
    }
}
