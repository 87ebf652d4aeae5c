/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_CLOCK_H
#define GAUDIT_CLOCK_H

/**
 * @file clock.h
 * Clocks for components. Timestamps of hooks are in ticks: of the invariant TSC where the processor
 * has one, else nanoseconds of CLOCK_MONOTONIC. The length of a tick is known after the event loop,
 * see gau_seconds() in context.h.
 */

#include <gaudit/base.h>

GAU_BEGIN_DECLS

/** CLOCK_MONOTONIC in nanoseconds. */
GAU_API uint64_t gau_clock_ns(void);

/** CPU time of the calling thread in nanoseconds; costs about ten times as much as gau_clock_ns().
 */
GAU_API uint64_t gau_clock_thread_ns(void);

GAU_END_DECLS

#endif
