/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pthread_getattr_np, pthread_timedjoin_np */
#include "session_app.h"

#include <signal.h>
#include <time.h>

/* Of the stack, for option files and auditors. */
enum { STACK_SIZE = 1024 * 1024, PATIENCE_S = 2 };

static __thread bool impatient;

static struct timespec deadline(void)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += PATIENCE_S;
    return time;
}

bool gau_lock_patiently(pthread_mutex_t *lock)
{
    struct timespec until;

    if (pthread_mutex_trylock(lock) == 0) {
        impatient = false;
        return true;
    }
    if (impatient)
        return false;
    until = deadline();
    impatient = pthread_mutex_timedlock(lock, &until) != 0;
    return !impatient;
}

/* Not if the stack is small, or one that the program has made itself. */
static bool is_stack_large(void)
{
    pthread_attr_t attributes;
    const char here = 0;
    void *lowest = NULL;
    size_t size = 0;

    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)&here - (uintptr_t)lowest < size &&
           (uintptr_t)&here - (uintptr_t)lowest > STACK_SIZE;
}

static void *begin_here(void *unused)
{
    gau_session_begin();
    return unused;
}

/* It goes on by itself if the loader does not let it. */
static bool begin_elsewhere(void)
{
    struct timespec until;
    pthread_attr_t attributes;
    pthread_t thread;
    bool started;

    if (impatient)
        return false;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    started = pthread_create(&thread, &attributes, begin_here, NULL) == 0;
    pthread_attr_destroy(&attributes);
    if (!started)
        return gau_session_begin();
    until = deadline();
    impatient = pthread_timedjoin_np(thread, NULL, &until) != 0;
    if (impatient)
        pthread_detach(thread);
    return !impatient;
}

/* In this thread, which may have the lock of the loader and so may load modules. */
bool gau_program_begin(void)
{
    sigset_t all, mask;
    bool done;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &mask);
    done = is_stack_large() ? gau_session_begin() : begin_elsewhere();
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    return done;
}
