/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LOCK_H
#define GAUDIT_COLLECTOR_LOCK_H

#include <stdbool.h>

/*
 * The one kind of lock there is, for what is rare, and short. It may be taken anywhere, also in
 * signal handlers: as long as a thread has one, no handler runs on it, and it cannot be cancelled.
 * Exempt are the signals of mistakes, which end a process that has blocked them. The thread may
 * take a lock again, also in the child of a fork() before which it took it. Of several, the last
 * one is given back first.
 */

/* What each is for; who takes several takes them in this order. */
enum gau_lock {
    GAU_LOCK_LIFE,  /* begin, pauses, end */
    GAU_LOCK_DRAIN, /* the trace file, see drain.h */
    GAU_LOCK_THREADS,
    GAU_LOCK_MODULES,
    GAU_LOCK_NAMES, /* what is made and stays: names, types, counters, memory for all that does */
    GAU_LOCK_SPANS,
    GAU_LOCK_HANDLER, /* what the program wants done with the signals of the clocks */
    GAU_LOCKS
};

/* Before the program has threads. */
void gau_lock_open(void);

void gau_lock_take(enum gau_lock which);
void gau_lock_release(enum gau_lock which);

/* Around fork(), so that the child finds none taken by threads that are not there. */
void gau_lock_take_all(void);
void gau_lock_release_all(void);

/* True if the calling thread has it. */
bool gau_lock_is_own(enum gau_lock which);

#endif
