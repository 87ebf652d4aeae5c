/* SPDX-License-Identifier: Apache-2.0 */
#include "lock.h"

#include "real.h"

#include <stddef.h>

static const int exempt[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS};

void gau_lock_take(struct gau_lock *lock)
{
    const uintptr_t self = (uintptr_t)pthread_self();
    sigset_t all, before;

    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self) {
        lock->depth++;
        return;
    }
    sigfillset(&all);
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++)
        sigdelset(&all, exempt[i]);
    gau_real()->pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_mutex_lock(&lock->mutex);
    __atomic_store_n(&lock->owner, self, __ATOMIC_RELAXED);
    lock->before = before;
}

void gau_lock_release(struct gau_lock *lock)
{
    const sigset_t before = lock->before;

    if (lock->depth > 0) {
        lock->depth--;
        return;
    }
    __atomic_store_n(&lock->owner, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock->mutex);
    gau_real()->pthread_sigmask(SIG_SETMASK, &before, NULL);
}
