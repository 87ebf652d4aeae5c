/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_THREADS_KNOWN_H
#define GAUDIT_COLLECTOR_THREADS_KNOWN_H

#include "threads.h"

/*
 * Threads that are known, for those who look for others. All with the lock of threads held.
 */

static inline uint32_t gau_threads_state(const struct gau_thread *thread)
{
    return __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE);
}

/* Opens the folder in which threads are listed, if it is not open. False: there is none. */
bool gau_threads_open_folder(void);

/* The live thread of that number; NULL: it is not known. */
struct gau_thread *gau_threads_find(pid_t tid);

/* The same; it gets a block and a clock if it is not known. NULL: no memory. */
struct gau_thread *gau_threads_meet(pid_t tid);

/* Gives it a clock; it is counted if none can be had, unless it has ended meanwhile. */
void gau_threads_arm(struct gau_thread *thread);

/* There is no such thread any more. */
bool gau_threads_is_gone(pid_t tid);

/* The main thread has said that it ends. The kernel still lists it. */
extern bool gau_threads_main_ends;

/* A thread has ended. */
void gau_threads_finish(struct gau_thread *thread);

#endif
