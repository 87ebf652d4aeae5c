/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall() */
#include "lock.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's: the library's may be watched, by ourselves (preload.c). */
static void change_mask(int how, const sigset_t *set, sigset_t *before)
{
    syscall(SYS_rt_sigprocmask, how, set, before, (size_t)8);
}

static const int exempt[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS};

void gau_lock_take(struct gau_lock *lock)
{
    const uintptr_t self = (uintptr_t)pthread_self();
    sigset_t all, before = {0};

    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self) {
        lock->depth++;
        return;
    }
    sigfillset(&all);
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++)
        sigdelset(&all, exempt[i]);
    change_mask(SIG_BLOCK, &all, &before);
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
    change_mask(SIG_SETMASK, &before, NULL);
}
