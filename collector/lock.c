/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall(), RTLD_NEXT */
#include "lock.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t bit(int number)
{
    return UINT64_C(1) << (number - 1);
}

/* As the kernel has it: also the signals that the C library keeps to itself. */
static void set_mask(uint64_t mask, uint64_t *before)
{
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, before, sizeof mask);
}

/*
 * In programs with the runtime of ThreadSanitizer, as a library behind ours: what a thread does
 * with a lock is no access that could race, and the lock orders nothing. Or else the runtime would
 * take it for an order of the program's threads, and miss races between them. A runtime in the
 * program itself does not know our threads.
 */
enum { TO_BEGIN, TO_END = 3, ANNOTATIONS = 6 };
static void (*annotations[ANNOTATIONS])(const char *file, int line);

void gau_lock_open(void)
{
    static const char *const names[ANNOTATIONS] = {
        "AnnotateIgnoreReadsBegin", "AnnotateIgnoreWritesBegin", "AnnotateIgnoreSyncBegin",
        "AnnotateIgnoreSyncEnd",    "AnnotateIgnoreWritesEnd",   "AnnotateIgnoreReadsEnd",
    };
    void **const slots = (void *)annotations;

    for (int i = 0; i < ANNOTATIONS; i++)
        slots[i] = dlsym(RTLD_NEXT, names[i]);
}

static void annotate(int first)
{
    for (int i = first; i < first + TO_END; i++)
        if (annotations[i])
            annotations[i](__FILE__, __LINE__);
}

bool gau_lock_is_own(const struct gau_lock *lock)
{
    return __atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == (uintptr_t)pthread_self();
}

void gau_lock_take(struct gau_lock *lock)
{
    uint64_t before = 0;
    int cancelling;

    if (gau_lock_is_own(lock)) {
        lock->depth++;
        return;
    }
    set_mask(~(bit(SIGSEGV) | bit(SIGBUS) | bit(SIGFPE) | bit(SIGILL) | bit(SIGSYS)), &before);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
    annotate(TO_BEGIN);
    pthread_mutex_lock(&lock->mutex);
    __atomic_store_n(&lock->owner, (uintptr_t)pthread_self(), __ATOMIC_RELAXED);
    lock->before = before;
    lock->cancelling = cancelling;
}

void gau_lock_release(struct gau_lock *lock)
{
    const uint64_t before = lock->before;
    const int cancelling = lock->cancelling;

    if (lock->depth > 0) {
        lock->depth--;
        return;
    }
    __atomic_store_n(&lock->owner, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock->mutex);
    annotate(TO_END);
    pthread_setcancelstate(cancelling, NULL);
    set_mask(before, NULL);
}
