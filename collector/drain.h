/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_DRAIN_H
#define GAUDIT_COLLECTOR_DRAIN_H

#include "config.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The way from the threads to the trace file. A thread of our own empties the buffers every tenth
 * of a second, or earlier when they fill up; whoever holds the lock may do it.
 */

/* Starts the thread. 0, or an errno. */
int gau_drain_start(const struct gau_config *config);

/* Wakes it; also from signal handlers. */
void gau_drain_wake(void);

/* Writes all there is, as at the end, but goes on. */
void gau_drain_all(void);

/* Writes all there is, the totals, and that this is the end; ends the thread. */
void gau_drain_finish(void);

/* Around fork(). In the child, all is forgotten, and `gau_drain_start` is to follow. */
void gau_drain_lock(void);
void gau_drain_unlock(void);
void gau_drain_forget(void);

/* True if the calling thread is at it. */
bool gau_drain_is_own(void);

/* Takes note of a pause (or its end) at that time. */
void gau_drain_pause(uint64_t time_ns, bool paused);

#endif
