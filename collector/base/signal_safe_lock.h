/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_SIGNAL_SAFE_LOCK_H
#define GAUDIT_COLLECTOR_BASE_SIGNAL_SAFE_LOCK_H

#include <stdbool.h>

/*
 * The only kind of lock, for rare and short critical sections. It may be taken anywhere, also in
 * signal handlers: while a thread holds one, no handler runs on it, and it cannot be cancelled.
 * Exempt are signals of faults, which end a process that has blocked them. Locks are recursive,
 * also in the child of a fork() before which they were taken. They are released in reverse order.
 */

/* What each protects. A thread that holds several takes them in this order. */
enum gau_lock {
    GAU_LOCK_LIFECYCLE,    /* begin, pauses, end */
    GAU_LOCK_TRACE_OUTPUT, /* the trace file, see trace_output.h */
    GAU_LOCK_THREADS,
    GAU_LOCK_MODULES,
    GAU_LOCK_NAMES, /* what is never freed: names, types, counters, their memory */
    GAU_LOCK_SPANS,
    GAU_LOCK_HANDLER, /* the program's actions for the signals of the clocks */
    GAU_LOCKS
};

/* Before the program has threads. */
void gau_lock_open(void);

void gau_lock_take(enum gau_lock which);
void gau_lock_release(enum gau_lock which);

/* Around fork(), so that no lock in the child is held by a thread of the parent. */
void gau_lock_take_all(void);
void gau_lock_release_all(void);

/* True if the calling thread holds it. */
bool gau_lock_is_own(enum gau_lock which);

#endif
