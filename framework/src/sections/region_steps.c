/* SPDX-License-Identifier: Apache-2.0 */
#include "sections.h"

#include <gaudit/region.h>

/* Tracks and steps of the event that this thread processes. */

void gau_step_audited(uint64_t track, gau_volume volume)
{
    struct gau_worker *const w = gau_section_claim();

    if (w) {
        gau_dispatch_step(&w->dispatch, &w->job->svc, &w->ctx, track, volume);
        gau_worker_release(w);
    }
}

void gau_track_begin_audited(uint64_t track, uint64_t parent, gau_volume volume)
{
    struct gau_worker *const w = gau_section_claim();

    if (w) {
        gau_dispatch_track_begin(&w->dispatch, &w->job->svc, &w->ctx, track, parent, volume);
        gau_worker_release(w);
    }
}

void gau_track_end_audited(uint64_t track)
{
    struct gau_worker *const w = gau_section_claim();

    if (w) {
        gau_dispatch_track_end(&w->dispatch, &w->job->svc, &w->ctx, track);
        gau_worker_release(w);
    }
}
