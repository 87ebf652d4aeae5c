/* SPDX-License-Identifier: Apache-2.0 */
#include "auditor_service.h"

void gau_dispatch_step(const struct gau_dispatch *dispatch, const struct gau_auditor_service *svc,
                       gau_context *ctx, uint64_t track, gau_volume volume)
{
    uint64_t mask = dispatch->mask & dispatch->want_steps;
    gau_region region;

    if (!mask)
        return;
    ctx->timestamp = gau_clock_ticks(&dispatch->clock);
    ctx->cpu_ns = 0;
    region = gau_volume_region(volume);
    for (; mask; mask &= mask - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(mask);

        svc->auditors[i].ops->step(dispatch->listeners[i].self, ctx, track, volume, region);
    }
}

void gau_dispatch_track_begin(const struct gau_dispatch *dispatch,
                              const struct gau_auditor_service *svc, gau_context *ctx,
                              uint64_t track, uint64_t parent, gau_volume volume)
{
    uint64_t mask = dispatch->mask & dispatch->want_track_begins;

    for (; mask; mask &= mask - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(mask);

        svc->auditors[i].ops->track_begin(dispatch->listeners[i].self, ctx, track, parent, volume);
    }
}

void gau_dispatch_track_end(const struct gau_dispatch *dispatch,
                            const struct gau_auditor_service *svc, gau_context *ctx, uint64_t track)
{
    uint64_t mask = dispatch->mask & dispatch->want_track_ends;

    for (; mask; mask &= mask - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(mask);

        svc->auditors[i].ops->track_end(dispatch->listeners[i].self, ctx, track);
    }
}

void gau_dispatch_external_work(const struct gau_dispatch *dispatch,
                                const struct gau_auditor_service *svc, gau_context *ctx,
                                gau_branch branch, uint64_t start_ns, uint64_t stop_ns)
{
    uint64_t mask = dispatch->mask & dispatch->want_external & dispatch->listening[branch];

    for (; mask; mask &= mask - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(mask);

        svc->auditors[i].ops->external_work(dispatch->listeners[i].self, ctx, branch, start_ns,
                                            stop_ns);
    }
}
