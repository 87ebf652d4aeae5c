/* SPDX-License-Identifier: Apache-2.0 */
#include "collection_state.h"

#include "clock_now.h"

#include <unistd.h>

struct gau_collection_state gau_collection_state;

static atomic_ulong inits;
static _Atomic uint64_t paused_at; /* value of gau_collection_time() while paused; 0: not paused */
static _Atomic uint64_t pause_ns;  /* total time of pauses, while not paused */

bool gau_collection_running(void)
{
    return atomic_load_explicit(&gau_collection_state.phase, memory_order_acquire) ==
           GAU_COLLECTION_RUNNING;
}

bool gau_collection_preloaded(void)
{
    return gau_collection_state.preloaded;
}

bool gau_collection_follows_fork(void)
{
    return gau_collection_state.follows_fork;
}

bool gau_collection_is_foreign(void)
{
    return gau_collection_state.pid != getpid();
}

/* --- time ---------------------------------------------------------------------------------- */

uint64_t gau_collection_clock(void)
{
    return gau_now(CLOCK_MONOTONIC);
}

struct gau_collection_now gau_collection_now(void)
{
    const uint64_t paused = atomic_load_explicit(&paused_at, memory_order_acquire);
    const uint64_t clock = paused ? 0 : gau_collection_clock();
    const uint64_t before = atomic_load_explicit(&pause_ns, memory_order_relaxed);

    return paused ? (struct gau_collection_now){paused, paused + before}
                  : (struct gau_collection_now){clock - before, clock};
}

uint64_t gau_collection_time(void)
{
    return gau_collection_now().time_ns;
}

bool gau_collection_paused(void)
{
    return atomic_load_explicit(&paused_at, memory_order_relaxed) != 0;
}

void gau_collection_stop_time(void)
{
    paused_at = gau_collection_clock() - pause_ns;
}

void gau_collection_resume_time(void)
{
    pause_ns = gau_collection_clock() - paused_at;
    atomic_store_explicit(&paused_at, 0, memory_order_release);
}

/* --- counts -------------------------------------------------------------------------------- */

void gau_collection_count_init(void)
{
    atomic_fetch_add(&inits, 1);
}

uint64_t gau_collection_inits(void)
{
    return atomic_load(&inits);
}

void gau_collection_count_unrecorded(void)
{
    const struct gau_collection_state *const state = &gau_collection_state;

    if (state->unrecorded && state->follows_fork)
        atomic_fetch_add(state->unrecorded, 1);
}

uint64_t gau_collection_unrecorded_children(void)
{
    const struct gau_collection_state *const state = &gau_collection_state;

    return state->unrecorded && !state->follows_fork ? atomic_load(state->unrecorded) : 0;
}
