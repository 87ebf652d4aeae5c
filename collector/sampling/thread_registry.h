/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLING_THREAD_REGISTRY_H
#define GAUDIT_COLLECTOR_SAMPLING_THREAD_REGISTRY_H

#include "collector/threads/threads.h"

/*
 * Begins and ends of threads: each gets a block, an alternate stack and a clock.
 */

/* Before the first thread. False if there is no thread-specific key, whose destructor notices ends
 * of threads. */
bool gau_thread_registry_open(void);

struct gau_thread *gau_thread_registry_register(void);

/*
 * The block of the calling thread, made if there is none yet. NULL if out of memory, if the thread
 * is ending or inside the collector already, or if nothing is collected. Not for signal handlers.
 */
static inline struct gau_thread *gau_thread_registry_self(void)
{
    struct gau_thread *const thread = gau_thread_own;

    if (!thread)
        return gau_thread_registry_register();
    return thread == &gau_thread_none ? NULL : thread;
}

/*
 * Reads /proc/self/task: unknown threads get a block and a clock, threads that are not listed are
 * ended. @p skip is ignored: the writer thread.
 */
void gau_thread_registry_scan(pid_t skip);

/* At the end of the process: closes the open tasks of the calling thread. */
void gau_thread_registry_close_own(void);

/* In the child after a fork, with the lock held: drops all threads but the own one, whose sums
 * restart. True if there were others. */
bool gau_thread_registry_restart(void);

#endif
