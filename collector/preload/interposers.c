/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigset(), sighandler_t */
#include "interposers.h"

#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/lifecycle.h"
#include "collector/modules/modules.h"
#include "collector/modules/reader_guard.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"
#include "collector/sampling/thread_registry.h"
#include "collector/writer/trace_output.h"
#include "collector/writer/writer_thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

/*
 * Functions that a preloaded collector interposes before the C library's. It sees threads begin and
 * libraries being unloaded, and hides the signals of its clocks from the program. Handlers of the
 * program for such a signal work as without the collector.
 */

/* --- masks --------------------------------------------------------------------------------- */

static const int clock_signals[] = {SIGTRAP, SIGPROF};
enum { CLOCK_SIGNALS = sizeof clock_signals / sizeof *clock_signals };

/* The signals of clocks in the set, as bits. */
static unsigned clocks_in(const sigset_t *set)
{
    unsigned bits = 0;

    for (unsigned i = 0; i < CLOCK_SIGNALS; i++)
        bits |= (sigismember(set, clock_signals[i]) == 1) * (1u << i);
    return bits;
}

static bool has_others(const sigset_t *set)
{
    return sigismember(set, SIGHUP) == 1 && sigismember(set, SIGINT) == 1 &&
           sigismember(set, SIGVTALRM) == 1;
}

/* A program that blocks all signals does not mean those of the clocks; one that blocks only SIGPROF
 * does. */
static bool means_all(const sigset_t *set)
{
    return has_others(set) && clocks_in(set) == (1u << CLOCK_SIGNALS) - 1;
}

/* The set without the signals of the clocks, unless the program handles or means them. */
static const sigset_t *without_clocks(const sigset_t *set, sigset_t *copy)
{
    if (!set || !means_all(set) || gau_collection_is_foreign())
        return set;
    *copy = *set;
    for (unsigned i = 0; i < CLOCK_SIGNALS; i++)
        if (gau_signal_handler_is_free(clock_signals[i]))
            sigdelset(copy, clock_signals[i]);
    return copy;
}

/* A blocked signal belongs to the code that waits for it, so the clock must not send it. What the
 * clock has sent must have been delivered before: pending signals are not counted, and one of the
 * program would be lost. */
static void before_block(const sigset_t *set)
{
    const int number = gau_threads_own_signal();

    if (number && sigismember(set, number) == 1)
        gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, true);
}

static void check_mask(void)
{
    const int number = gau_threads_own_signal();
    sigset_t now;

    if (number && gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) == 0)
        gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, sigismember(&now, number) == 1);
}

/* --- the mask as the program sees it -----------------------------------------------------------
 */

/* The signals of clocks that are blocked in the calling thread according to the program; 0: none.
 */
static unsigned seen_blocked(void)
{
    const struct gau_thread *const thread = gau_threads_find_self();

    return thread ? thread->seen_blocked : 0;
}

static void set_seen_blocked(unsigned bits)
{
    struct gau_thread *const thread = gau_threads_find_self();

    if (thread)
        thread->seen_blocked = bits;
}

/* Adds them to a mask of the thread, unless it was replaced: by siglongjmp(), for example. */
static void show_blocked(unsigned bits, sigset_t *mask)
{
    for (unsigned i = 0; i < CLOCK_SIGNALS && has_others(mask); i++)
        if (bits & 1u << i)
            sigaddset(mask, clock_signals[i]);
}

/* The program requested @p set, and got @p ours. */
static void change_seen_blocked(int how, const sigset_t *set, const sigset_t *ours)
{
    const unsigned wanted = clocks_in(set), got = clocks_in(ours), left_out = wanted & ~got;

    if (how == SIG_SETMASK)
        set_seen_blocked(left_out);
    else if (how == SIG_BLOCK)
        set_seen_blocked((seen_blocked() | left_out) & ~got);
    else
        set_seen_blocked(seen_blocked() & ~wanted);
}

/* Returns the signals that the program is to see as blocked. */
static unsigned unblock(void)
{
    sigset_t now, without;
    const sigset_t *ours;

    if (gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) != 0)
        return 0;
    ours = without_clocks(&now, &without);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, ours, NULL);
    return clocks_in(&now) & ~clocks_in(ours);
}

void gau_preload_unblock(void)
{
    set_seen_blocked(unblock());
}

/* The writer calls it, too: that call is passed on, as are calls of children that only share our
 * memory. */
GAU_REAL_EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    const unsigned before = seen_blocked();
    sigset_t copy;
    const sigset_t *const ours = how == SIG_UNBLOCK ? set : without_clocks(set, &copy);
    int error;

    if (gau_lock_is_own(GAU_LOCK_TRACE_OUTPUT) || gau_collection_is_foreign())
        return gau_real_functions()->pthread_sigmask(how, set, old);
    if (ours && how != SIG_UNBLOCK)
        before_block(ours);
    error = gau_real_functions()->pthread_sigmask(how, ours, old);
    if (ours && error == 0)
        change_seen_blocked(how, set, ours);
    if (ours)
        check_mask();
    if (old && error == 0)
        show_blocked(before, old);
    return error;
}

GAU_REAL_EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    const int error = pthread_sigmask(how, set, old);

    if (error)
        errno = error;
    return error ? -1 : 0;
}

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

    if (gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 && !means_all(&now))
        check_mask();
}

static void *begin_thread(void *data)
{
    const struct new_thread new_thread = *(struct new_thread *)data;
    unsigned blocked;

    free(data);
    blocked = unblock();
    gau_threads_register(); /* also if the scan has found it before */
    set_seen_blocked(blocked | new_thread.seen_blocked);
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
    *new_thread = (struct new_thread){function, argument, seen_blocked()};
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
    left = gau_collection_forks_alone() && gau_writer_leave();
    child = gau_real_functions()->fork();
    if (left && child != 0)
        gau_writer_return();
    error = errno;
    gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now);
    sigandset(&now, &now, &before);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &now, NULL);
    if (!gau_collection_is_foreign())
        check_mask();
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

/* Waiting for all signals does not include those of the clocks. */
#define WAIT(name, parameters, ...)                     \
    GAU_REAL_EXPORT int name parameters                 \
    {                                                   \
        sigset_t copy;                                  \
                                                        \
        set = without_clocks(set, &copy);               \
        return gau_real_functions()->name(__VA_ARGS__); \
    }
WAIT(signalfd, (int file, const sigset_t *set, int flags), file, set, flags)
WAIT(sigwait, (const sigset_t *restrict set, int *restrict number), set, number)
WAIT(sigwaitinfo, (const sigset_t *restrict set, siginfo_t *restrict info), set, info)
WAIT(sigtimedwait,
     (const sigset_t *restrict set, siginfo_t *restrict info,
      const struct timespec *restrict timeout),
     set, info, timeout)

/* --- the end ------------------------------------------------------------------------------- */

GAU_REAL_EXPORT _Noreturn void _exit(int status)
{
    gau_collection_end();
    gau_real_functions()->_exit(status);
    __builtin_unreachable();
}

GAU_REAL_EXPORT _Noreturn void _Exit(int status)
{
    _exit(status);
}
