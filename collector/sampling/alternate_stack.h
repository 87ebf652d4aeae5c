/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_ALTSTACK_H
#define GAUDIT_COLLECTOR_ALTSTACK_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * Alternate signal stacks. The handler runs on that of the program; a thread that has none gets one
 * of the collector's, so that nothing is written to the program's stacks, however small they are.
 * sigaltstack() does not tell the program of it.
 *
 * Ours is given with SS_AUTODISARM: while a handler runs on it, the kernel knows of none, so that
 * the handler may ask for one, set one and leave for another stack as it could without ours.
 */

struct gau_thread;

/* Memory for the stack of a block, with a guard below; NULL: none. */
char *gau_altstack_map(void);

/* The calling thread, whose block it is, gets its stack if it has none. */
void gau_altstack_give(struct gau_thread *thread);

/* Likewise in the handler, for a thread that others found: it has the stack from the end of the
 * handler on. */
void gau_altstack_give_late(struct gau_thread *thread, ucontext_t *context);

/* In the child after a fork: counts begin anew. @p self: what it goes on with; NULL: not known. */
void gau_altstack_restart(struct gau_thread *self);

/* At the end of the calling thread. False: it runs on its stack, which it goes on to use. */
bool gau_altstack_take(struct gau_thread *thread);

/* Number of threads that were not sampled, at least for a while: their own stack is too small. */
uint64_t gau_altstack_cramped(void);

/* sigaltstack(), as the program calls it. */
int gau_altstack_swap(const stack_t *wanted, stack_t *old);

/* True if a handler with these flags (SA_...) would run on another stack than ours does, were it
 * not for the collector. */
bool gau_altstack_displaces(const struct gau_thread *thread, int flags, const ucontext_t *context);

#endif
