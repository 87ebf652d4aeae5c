/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_WRITER_H
#define GAUDIT_COLLECTOR_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The thread of our own that calls gau_drain_turn(). What kernel and C library refuse to programs
 * with several threads, or do for each thread, goes wrong because of it: for that it ends for a
 * while.
 */

/* Starts it. 0, or an errno. */
int gau_writer_start(void);

/* It ends when it wakes: not at once, since the process may end before. */
void gau_writer_stop(void);

/* Wakes it; also from signal handlers. */
void gau_writer_wake(void);

/* In the child after a fork: there is none, and never was. */
void gau_writer_forget(void);

/* Its number; 0: it has not begun, or has ended. */
pid_t gau_writer_tid(void);

/* CPU time of all there were, in ns. With the lock of the drain held. */
uint64_t gau_writer_cpu(void);

/* It ends, and is not there any more, until gau_writer_return() was called as often. Signals are to
 * be blocked meanwhile. False: the process is none of its business. */
bool gau_writer_leave(void);

/* If the kernel allows no thread, who ends the process writes all. */
void gau_writer_return(void);

#endif
