/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_H
#define GAUDIT_COLLECTOR_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * The call stack of an interrupted thread, from inside a signal handler: no malloc, no lock, no
 * call of the loader, no memory is read that has not been found readable. It follows the unwind
 * tables (.eh_frame) that compilers make also for code without frame pointers, and frame pointers
 * where there are no tables. Code made at run time often has neither: then the stack is searched
 * for an address behind a call, which may be a wrong one.
 */

/* What a thread keeps between its samples. Zeroed memory is a fresh one. Owned by unwind/. */
struct gau_unwind_state;
size_t gau_unwind_state_size(void);

struct gau_unwind_result {
    uint32_t n; /* program counters */
    uint32_t frames_by_cfi, frames_by_frame_pointer, frames_by_stack_scan;
    bool complete; /* the walk reached the beginning of the thread */
};

/*
 * Fills @p pcs, innermost first, at most @p max: the interrupted instruction, then return
 * addresses less one, so that all lie inside the instruction they stand for. There is always at
 * least one.
 */
void gau_unwind(struct gau_unwind_state *state, const ucontext_t *context, uint64_t *pcs,
                uint32_t max, struct gau_unwind_result *result);

/*
 * Modules have been or are about to be unloaded: what is remembered of addresses is forgotten.
 * Between the two calls nothing new is read of any module; they may nest. Before the second one,
 * gau_loaded_modules_scan() takes note of what has gone.
 */
void gau_unwind_unloading(void);
void gau_unwind_unloaded(void);

/*
 * Who reads memory of modules: signal handlers, which must not find it gone. Between
 * gau_unwind_unloading() and gau_unwind_unloaded() none may begin to.
 */

/* For handlers; false: not now. Each true one is followed by a leave. */
bool gau_reader_guard_enter(void);
void gau_reader_guard_leave(void);

/* Grows whenever what was known of addresses of modules may be wrong. */
uint32_t gau_reader_guard_generation(void);
void gau_reader_guard_forget(void);

/* In the child of a fork(), where only one thread is left. */
void gau_reader_guard_reset(void);

#endif
