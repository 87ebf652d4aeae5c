/* SPDX-License-Identifier: Apache-2.0 */
#include "lock.h"

#include <stddef.h>

static const int exempt[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS};

void gau_lock_take(struct gau_lock *lock)
{
    sigset_t all, before;

    sigfillset(&all);
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++)
        sigdelset(&all, exempt[i]);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_mutex_lock(&lock->mutex);
    lock->before = before;
}

void gau_lock_release(struct gau_lock *lock)
{
    const sigset_t before = lock->before;

    pthread_mutex_unlock(&lock->mutex);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
