/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLING_ALTERNATE_STACK_H
#define GAUDIT_COLLECTOR_SAMPLING_ALTERNATE_STACK_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * Alternate signal stacks. The handler runs on the program's alternate stack. A thread without one
 * gets one of the collector, so that nothing is written to the program's stacks, however small they
 * are. sigaltstack() hides it from the program.
 *
 * Ours is given with SS_AUTODISARM: while a handler runs on it, the kernel has no alternate stack.
 * So the handler may query or set one and switch stacks as without the collector.
 */

struct gau_thread;

/* Gives the calling thread, whose block it is, its stack if it has none. */
void gau_altstack_give(struct gau_thread *thread);

/* The same in the handler, for a thread found by the scan: the stack is set at the end of the
 * handler. */
void gau_altstack_give_late(struct gau_thread *thread, ucontext_t *context);

/* In the child after a fork: counts restart. @p self: its thread; NULL if not known. */
void gau_altstack_restart(struct gau_thread *self);

/* At the end of the calling thread. False if it runs on the stack, which stays in use. */
bool gau_altstack_take(struct gau_thread *thread);

/* Number of threads that were not sampled, at least for a while, because their own stack is too
 * small. */
uint64_t gau_altstack_small_count(void);

/* sigaltstack(), as the program calls it. */
int gau_altstack_swap(const stack_t *wanted, stack_t *old);

/* True if a handler with these flags (SA_...) would run on another stack than ours if there were no
 * collector. */
bool gau_altstack_displaces(const struct gau_thread *thread, int flags, const ucontext_t *context);

#endif
