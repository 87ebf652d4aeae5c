/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_WRITER_TRACE_OUTPUT_H
#define GAUDIT_COLLECTOR_WRITER_TRACE_OUTPUT_H

#include "collector/base/config.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/*
 * Moves samples from the buffers to the trace file. The writer thread empties the buffers every
 * tenth of a second, or earlier when they fill up; any thread with the lock may do it.
 */

/* Before anything is written. Returns false if out of memory. */
bool gau_trace_output_open(const struct gau_collector_config *config);

/* One pass of the writer thread. True if a pause is over then. */
bool gau_trace_output_pass(void);

/* Time until the next pass. */
struct timespec gau_trace_output_wait(void);

/* True after a pass, about once a second: for rare checks. */
bool gau_trace_output_is_due(void);

/* Writes everything, as at the end, but continues. */
void gau_trace_output_flush(void);

/* Writes everything, the totals and the end mark, and ends the writing. */
void gau_trace_output_finish(void);

/* In the child after a fork(): resets everything; `gau_trace_output_open` must follow. */
void gau_trace_output_forget(void);

/* Records a pause (or its end) at that time. */
void gau_trace_output_pause(uint64_t time_ns, bool paused);

#endif
