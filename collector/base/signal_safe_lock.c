/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall(), RTLD_NEXT */
#include "signal_safe_lock.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t bit_of(int number)
{
    return UINT64_C(1) << (number - 1);
}

/* As the kernel has it: also the signals that the C library keeps to itself. */
static void set_mask(uint64_t mask, uint64_t *before)
{
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, before, sizeof mask);
}

/*
 * In programs with the runtime of ThreadSanitizer, as a library behind ours: accesses to the lock
 * are declared harmless and order nothing. Otherwise the runtime would see an order between the
 * program's threads and miss races between them. A runtime in the program itself does not know our
 * threads.
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

/* Side by side: fork() copies each page that is written to. */
_Alignas(512) static struct lock {
    pthread_mutex_t mutex;
    uintptr_t owner; /* 0: not locked */
    unsigned depth;  /* how often the owner has taken it again */
    int cancelling;  /* whether the owner could be cancelled, */
    uint64_t before; /* and the signals it had blocked */
} locks[GAU_LOCKS] = {
#define FREE                               \
    {                                      \
        .mutex = PTHREAD_MUTEX_INITIALIZER \
    }
    FREE, FREE, FREE, FREE, FREE, FREE, FREE,
#undef FREE
};

bool gau_lock_is_own(enum gau_lock which)
{
    return __atomic_load_n(&locks[which].owner, __ATOMIC_RELAXED) == (uintptr_t)pthread_self();
}

void gau_lock_take(enum gau_lock which)
{
    struct lock *const lock = &locks[which];
    uint64_t before = 0;
    int cancelling;

    if (gau_lock_is_own(which)) {
        lock->depth++;
        return;
    }
    set_mask(~(bit_of(SIGSEGV) | bit_of(SIGBUS) | bit_of(SIGFPE) | bit_of(SIGILL) | bit_of(SIGSYS)),
             &before);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
    annotate(TO_BEGIN);
    pthread_mutex_lock(&lock->mutex);
    __atomic_store_n(&lock->owner, (uintptr_t)pthread_self(), __ATOMIC_RELAXED);
    lock->before = before;
    lock->cancelling = cancelling;
}

void gau_lock_release(enum gau_lock which)
{
    struct lock *const lock = &locks[which];
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

void gau_lock_take_all(void)
{
    for (int i = 0; i < GAU_LOCKS; i++)
        gau_lock_take((enum gau_lock)i);
}

void gau_lock_release_all(void)
{
    for (int i = GAU_LOCKS; i-- > 0;)
        gau_lock_release((enum gau_lock)i);
}
