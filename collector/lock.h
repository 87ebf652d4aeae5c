/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LOCK_H
#define GAUDIT_COLLECTOR_LOCK_H

#include <pthread.h>
#include <signal.h>
#include <stdint.h>

/*
 * A lock that may be taken anywhere, also in signal handlers: no handler runs on the thread that
 * has it. Exempt are the signals of mistakes, and SIGTRAP, which some kernels kill a process for
 * when a sample finds it blocked. The thread may take it again, also in the child of a fork. For
 * what is rare, and short.
 */
struct gau_lock {
    pthread_mutex_t mutex;
    uintptr_t owner; /* 0: nobody has it */
    unsigned depth;  /* how often the owner has taken it again */
    sigset_t before; /* what the owner had blocked */
};

#define GAU_LOCK_INITIALIZER               \
    {                                      \
        .mutex = PTHREAD_MUTEX_INITIALIZER \
    }

void gau_lock_take(struct gau_lock *lock);
void gau_lock_release(struct gau_lock *lock);

#endif
