/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SPANS_H
#define GAUDIT_COLLECTOR_SPANS_H

#include "trace/trace_format.h"

#include "itt/itt_abi.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What has begun and may be ended on any thread: frames, regions, overlapped tasks. Found by kind
 * and id; of several with the same, the last begun ends first. A table under a lock, which may be
 * taken anywhere.
 */

enum { GAU_SPANS_MAX = 1 << 16 }; /* open at once */

struct gau_process_span;

/* Begins a frame or region, which has an entry at once; false: too many, or no memory. */
bool gau_process_spans_begin(enum gau_trace_task_kind kind, uint32_t type, const gau_itt_id *id);

/* Ends it, and adds its time to what the process has; false: none is open. */
bool gau_process_spans_end(enum gau_trace_task_kind kind, const gau_itt_id *id);

/*
 * An overlapped task, which its thread keeps on its own stack as well; NULL: too many, or no
 * memory. If another thread ends it, @p ended is increased, and the thread takes note of it when it
 * likes. The thread releases it, whoever has ended it.
 */
struct gau_process_span *gau_process_spans_own(const gau_itt_id *id, uint32_t *ended);
void gau_process_spans_release(struct gau_process_span *span);

/* Ends an overlapped task of another thread; false: none is open. */
bool gau_process_spans_end_owned(const gau_itt_id *id);

/* When another thread ended it; 0: none has. Also for signal handlers. */
uint64_t gau_span_ended(const struct gau_process_span *span);

/* In the child of a fork: what is open goes on from now. */
void gau_process_spans_restart(void);

#endif
