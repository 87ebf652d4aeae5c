/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_LOCK_H
#define GAUDIT_COLLECTOR_LOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The one kind of lock there is, for what is rare, and short. It may be taken anywhere, also in
 * signal handlers: as long as a thread has one, no handler runs on it, and it cannot be cancelled.
 * Exempt are the signals of mistakes, which end a process that has blocked them. The thread may
 * take a lock again, also in the child of a fork() before which it took it. Of several, the last
 * one is given back first.
 */
struct gau_lock {
    pthread_mutex_t mutex;
    uintptr_t owner; /* 0: nobody has it */
    unsigned depth;  /* how often the owner has taken it again */
    int cancelling;  /* whether the owner could be cancelled, */
    uint64_t before; /* and the signals it had blocked */
};

/* All of them in a page of their own: fork() copies each page that is written to. */
#define GAU_LOCK_TOGETHER __attribute__((section("gaudit_locks")))
#define GAU_LOCK_INITIALIZER               \
    {                                      \
        .mutex = PTHREAD_MUTEX_INITIALIZER \
    }

/* Before the program has threads. */
void gau_lock_open(void);

void gau_lock_take(struct gau_lock *lock);
void gau_lock_release(struct gau_lock *lock);

/* True if the calling thread has it. */
bool gau_lock_is_own(const struct gau_lock *lock);

#endif
