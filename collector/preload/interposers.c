/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigset(), sighandler_t */
#include "interposers.h"

#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/collector_lifecycle.h"
#include "collector/modules/modules.h"
#include "collector/modules/reader_guard.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/program_mask.h"
#include "collector/sampling/signal_handler.h"
#include "collector/sampling/thread_registry.h"
#include "collector/writer/writer_thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Functions that a preloaded collector interposes before the C library's. It sees threads begin and
 * libraries being unloaded. Handlers of the program for a signal of its clocks work as without the
 * collector; for masks see interposers_masks.c.
 */

/* --- threads ------------------------------------------------------------------------------- */

static bool is_watched(void)
{
    return gau_collection_running() && !gau_collection_is_foreign();
}

struct new_thread {
    void *(*function)(void *);
    void *argument;
    unsigned seen_blocked; /* in the creating thread */
};

/* A thread that begins with all signals blocked has yet to set its mask, maybe by a system call
 * that is not seen here: Go's threads do. */
static void check_initial_mask(void)
{
    sigset_t now;

    if (gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 &&
        !gau_mask_means_all(&now))
        gau_preload_check_mask();
}

static void *begin_thread(void *data)
{
    const struct new_thread new_thread = *(struct new_thread *)data;

    free(data);
    gau_thread_registry_register(); /* also if the scan has found it before */
    gau_preload_unblock(new_thread.seen_blocked);
    check_initial_mask();
    return new_thread.function(new_thread.argument);
}

GAU_REAL_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                   void *(*function)(void *), void *argument)
{
    struct new_thread *const new_thread = is_watched() ? malloc(sizeof *new_thread) : NULL;
    int error;

    if (!new_thread)
        return gau_real_functions()->pthread_create(thread, attributes, function, argument);
    *new_thread = (struct new_thread){function, argument, gau_mask_seen()};
    error = gau_real_functions()->pthread_create(thread, attributes, begin_thread, new_thread);
    if (error)
        free(new_thread);
    return error;
}

/* --- fork ---------------------------------------------------------------------------------- */

/*
 * Handlers wait meanwhile. With several threads, which all programs with the writer have, the C
 * library holds a lock in fork(); a handler that forks would wait for it forever. What functions of
 * pthread_atfork() have unblocked stays unblocked.
 */
GAU_REAL_EXPORT pid_t fork(void)
{
    sigset_t all, before, now;
    bool left;
    pid_t child;
    int error;

    sigfillset(&all);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &all, &before);
    left = gau_collector_forks_alone() && gau_writer_leave();
    child = gau_real_functions()->fork();
    if (left && child != 0)
        gau_writer_return();
    error = errno;
    gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now);
    sigandset(&now, &now, &before);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &now, NULL);
    if (!gau_collection_is_foreign())
        gau_preload_check_mask();
    errno = error;
    return child;
}

/* --- libraries ----------------------------------------------------------------------------- */

GAU_REAL_EXPORT int dlclose(void *handle)
{
    int result;

    if (!is_watched())
        return gau_real_functions()->dlclose(handle);
    gau_loaded_modules_wait();
    gau_loaded_modules_scan();
    gau_reader_guard_unloading();
    result = gau_real_functions()->dlclose(handle);
    gau_loaded_modules_scan();
    gau_reader_guard_unloaded();
    return result;
}

/* --- signals ------------------------------------------------------------------------------- */

GAU_REAL_EXPORT int sigaction(int number, const struct sigaction *restrict action,
                              struct sigaction *restrict old)
{
    if (!gau_signal_handler_has(number))
        return gau_real_functions()->sigaction(number, action, old);
    return gau_signal_handler_swap(number, action, old);
}

GAU_REAL_EXPORT sighandler_t signal(int number, sighandler_t handler)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;

    sigemptyset(&action.sa_mask);
    if (number > 0)
        sigaddset(&action.sa_mask, number);
    if (handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    return sigaction(number, &action, &old) < 0 ? SIG_ERR : old.sa_handler;
}

/* As in System V: a handler stays, and the signal is blocked meanwhile; SIG_HOLD blocks it. */
GAU_REAL_EXPORT sighandler_t sigset(int number, sighandler_t handler)
{
    struct sigaction action = {.sa_handler = handler}, before;
    sigset_t one, mask;

    if (!gau_signal_handler_has(number))
        return gau_real_functions()->sigset(number, handler);
    sigemptyset(&action.sa_mask);
    sigemptyset(&one);
    sigaddset(&one, number);
    if (gau_signal_handler_swap(number, handler == SIG_HOLD ? NULL : &action, &before) < 0)
        return SIG_ERR;
    pthread_sigmask(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, &one, &mask);
    return sigismember(&mask, number) == 1 ? SIG_HOLD : before.sa_handler;
}

GAU_REAL_EXPORT int sigaltstack(const stack_t *restrict wanted, stack_t *restrict old)
{
    return gau_altstack_swap(wanted, old);
}

GAU_REAL_EXPORT int sigignore(int number)
{
    const struct sigaction action = {.sa_handler = SIG_IGN};

    return sigaction(number, &action, NULL);
}

/* --- the end ------------------------------------------------------------------------------- */

GAU_REAL_EXPORT _Noreturn void _exit(int status)
{
    gau_collector_end();
    gau_real_functions()->_exit(status);
    __builtin_unreachable();
}

GAU_REAL_EXPORT _Noreturn void _Exit(int status)
{
    _exit(status);
}
