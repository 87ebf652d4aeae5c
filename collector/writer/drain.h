/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_DRAIN_H
#define GAUDIT_COLLECTOR_DRAIN_H

#include "collector/base/config.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * The way from the threads to the trace file. The writer empties the buffers every tenth of a
 * second, or earlier when they fill up; whoever holds the lock may do it.
 */

/* Before anything is written. False: no memory. */
bool gau_drain_open(const struct gau_collector_config *config);

/* What the writer does again and again, and how long it may sleep then. */
struct timespec gau_drain_turn(void);

/* How long until the next turn. */
struct timespec gau_drain_wait(void);

/* True after a turn, about once a second: what is looked at rarely may be looked at. */
bool gau_drain_is_due(void);

/* Writes all there is, as at the end, but goes on. */
void gau_writer_flush(void);

/* Writes all there is, the totals, and that this is the end; ends the writer. */
void gau_drain_finish(void);

/* In the child after a fork(): all is forgotten, and `gau_drain_open` is to follow. */
void gau_drain_forget(void);

/* Takes note of a pause (or its end) at that time. */
void gau_drain_pause(uint64_t time_ns, bool paused);

#endif
