/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_UNWIND_H
#define GAUDIT_COLLECTOR_UNWIND_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * The call stack of an interrupted thread, from inside a signal handler: without malloc, locks, or
 * the loader; only memory that was found readable is read. It uses unwind tables (.eh_frame), which
 * compilers make also for code without frame pointers, and frame pointers where there are no
 * tables. Code made at run time often has neither: then the stack is scanned for an address after a
 * call, which may be wrong.
 */

/* The state of a thread between its samples. Zeroed memory is a new one. Owned by unwind/. */
struct gau_unwind_state;
size_t gau_unwind_state_size(void);

struct gau_unwind_result {
    uint32_t n; /* program counters */
    uint32_t frames_by_cfi, frames_by_frame_pointer, frames_by_stack_scan;
    bool complete; /* unwinding reached the beginning of the thread */
};

/*
 * Fills @p pcs, innermost first, at most @p max: the interrupted instruction, then return addresses
 * minus one, so that all lie inside their instruction. At least one is returned.
 */
void gau_unwind(struct gau_unwind_state *state, const ucontext_t *context, uint64_t *pcs,
                uint32_t max, struct gau_unwind_result *result);

#endif
