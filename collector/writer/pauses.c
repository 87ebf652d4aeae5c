/* SPDX-License-Identifier: Apache-2.0 */
#include "pauses.h"

#include "collector/base/collection_state.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/sampling/sampler.h"
#include "trace_output.h"

static bool detached;

void gau_pauses_begin(void)
{
    if (!gau_collection_running())
        return;
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    if (!gau_collection_paused()) {
        gau_collection_stop_time();
        gau_sampler_stop();
        gau_trace_output_pause(gau_collection_clock(), true);
    }
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}

void gau_pauses_end(void)
{
    if (!gau_collection_running())
        return;
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    if (gau_collection_paused() && !detached) {
        gau_trace_output_pause(gau_collection_clock(), false);
        gau_collection_resume_time();
        gau_sampler_start();
    }
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}

void gau_pauses_detach(void)
{
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    gau_pauses_begin();
    detached = true;
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}
