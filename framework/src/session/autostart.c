/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pthread_getattr_np, pthread_timedjoin_np */
#include "session_app.h"

#include "framework/src/sections/thread_slots.h"
#include "framework/src/support/lock_timeout.h"

#include <signal.h>
#include <time.h>

enum { STACK_SIZE = 1024 * 1024 }; /* for option files and auditors */

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

    if (gau_lock_gave_up)
        return false;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    started = pthread_create(&thread, &attributes, begin_here, NULL) == 0;
    pthread_attr_destroy(&attributes);
    if (!started)
        return gau_session_begin();
    until = gau_lock_deadline();
    gau_lock_gave_up = pthread_timedjoin_np(thread, NULL, &until) != 0;
    if (gau_lock_gave_up)
        pthread_detach(thread);
    return !gau_lock_gave_up;
}

/* Runs in this thread, which may have the lock of the loader and so may load modules. */
bool gau_session_autostart(void)
{
    sigset_t all, mask;
    bool done;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &mask);
    done = is_stack_large() ? gau_session_begin() : begin_elsewhere();
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    return done;
}

/* Before main(), also of the command: without these variables a section costs one branch. Wrong
 * names are reported here, as a program without a session says nothing later. */
__attribute__((__constructor__)) static void check_environment(void)
{
    gau_session_check_variables();
    if (gau_session_variable("GAUDIT_AUDITORS") || gau_session_variable("GAUDIT_OPTIONS"))
        gau_thread_slots_request(gau_session_autostart);
}
