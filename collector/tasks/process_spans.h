/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_TASKS_PROCESS_SPANS_H
#define GAUDIT_COLLECTOR_TASKS_PROCESS_SPANS_H

#include "trace/trace_format.h"

#include "itt/itt_abi.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Open spans that any thread may end: frames, regions, overlapped tasks. Found by kind and id; of
 * several with the same id, the last begun ends first. The table has a lock that may be taken
 * anywhere.
 */

enum { GAU_PROCESS_SPANS_MAX = 1 << 16 }; /* open at once */

struct gau_process_span;

/* Begins a frame or region, whose entry counts at once. Returns false if too many are open, or out
 * of memory. */
bool gau_process_spans_begin(enum gau_trace_task_kind kind, uint32_t type, const gau_itt_id *id);

/* What has ended, by the clock. */
struct gau_process_spans_interval {
    uint32_t type;
    uint64_t begin_ns, end_ns; /* begin 0: it began in a pause */
};

/* Ends it and adds its time to the totals of the process. Returns false if none is open. */
bool gau_process_spans_end(enum gau_trace_task_kind kind, const gau_itt_id *id,
                           struct gau_process_spans_interval *interval);

/*
 * An overlapped task, which its thread also keeps on its own stack. NULL if too many are open, or
 * out of memory. If another thread ends it, @p ended is increased; the owner notices at its next
 * call. The owner releases it, whichever thread ended it.
 */
struct gau_process_span *gau_process_spans_own(const gau_itt_id *id, uint32_t *ended);
void gau_process_spans_release(struct gau_process_span *span);

/* Ends an overlapped task of another thread. Returns false if none is open. */
bool gau_process_spans_end_owned(const gau_itt_id *id);

/* When another thread ended it; 0 if none did. Also for signal handlers. */
uint64_t gau_span_ended(const struct gau_process_span *span);

/* The same by the clock, after that one was not 0. */
uint64_t gau_span_ended_clock(const struct gau_process_span *span);

/* In the child of a fork: open spans go on from now. */
void gau_process_spans_restart(void);

#endif
