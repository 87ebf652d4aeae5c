/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigset(), sighandler_t */
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/lifecycle.h"
#include "collector/modules/modules.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"
#include "collector/threads/threads.h"
#include "collector/writer/drain.h"
#include "collector/writer/writer_thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

/*
 * What a preloaded collector puts in front of functions of the C library: it sees threads begin
 * and libraries go, and it keeps the signals of its clocks out of the program's way. A program that
 * handles such a signal itself has it as if the collector were not there.
 */

/* --- masks --------------------------------------------------------------------------------- */

static const int clock_signals[] = {SIGTRAP, SIGPROF};
enum { CLOCK_SIGNALS = sizeof clock_signals / sizeof *clock_signals };

/* Which of them are in the set, by bits. */
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

/* A program that means all signals does not mean those of the clocks; one that means SIGPROF does.
 */
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

/* A signal that is blocked is for whoever waits for it: the clock must not send it meanwhile, and
 * what it has sent must have come before: signals that wait are not counted, so that one of the
 * program would be lost behind it. */
static void mind_block(const sigset_t *set)
{
    const int number = gau_threads_own_signal();

    if (number && sigismember(set, number) == 1)
        gau_threads_mute_own(GAU_MUTED_BY_MASK, true);
}

static void mind_mask(void)
{
    const int number = gau_threads_own_signal();
    sigset_t now;

    if (number && gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) == 0)
        gau_threads_mute_own(GAU_MUTED_BY_MASK, sigismember(&now, number) == 1);
}

/* --- what the program sees of it ----------------------------------------------------------- */

/* What the calling thread has blocked, as it was told; 0: nothing. */
static unsigned seeming(void)
{
    const struct gau_thread *const thread = gau_threads_find_self();

    return thread ? thread->seeming : 0;
}

static void set_seeming(unsigned bits)
{
    struct gau_thread *const thread = gau_threads_find_self();

    if (thread)
        thread->seeming = bits;
}

/* Into the mask that a thread has, which another may have become: by siglongjmp(), for example. */
static void show_seeming(unsigned bits, sigset_t *mask)
{
    for (unsigned i = 0; i < CLOCK_SIGNALS && has_others(mask); i++)
        if (bits & 1u << i)
            sigaddset(mask, clock_signals[i]);
}

/* The program has asked for @p set, and got @p ours. */
static void change_seeming(int how, const sigset_t *set, const sigset_t *ours)
{
    const unsigned wanted = clocks_in(set), got = clocks_in(ours), left_out = wanted & ~got;

    if (how == SIG_SETMASK)
        set_seeming(left_out);
    else if (how == SIG_BLOCK)
        set_seeming((seeming() | left_out) & ~got);
    else
        set_seeming(seeming() & ~wanted);
}

/* Returns what seems to be blocked. */
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
    set_seeming(unblock());
}

/* What writes our files calls it, too, and is none of its business, nor are children that only
 * share our memory. */
GAU_REAL_EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    const unsigned before = seeming();
    sigset_t copy;
    const sigset_t *const ours = how == SIG_UNBLOCK ? set : without_clocks(set, &copy);
    int error;

    if (gau_lock_is_own(GAU_LOCK_DRAIN) || gau_collection_is_foreign())
        return gau_real_functions()->pthread_sigmask(how, set, old);
    if (ours && how != SIG_UNBLOCK)
        mind_block(ours);
    error = gau_real_functions()->pthread_sigmask(how, ours, old);
    if (ours && error == 0)
        change_seeming(how, set, ours);
    if (ours)
        mind_mask();
    if (old && error == 0)
        show_seeming(before, old);
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

struct beginning {
    void *(*function)(void *);
    void *argument;
    unsigned seeming; /* in the thread that made it */
};

/* A thread that begins with all signals blocked has yet to say what it wants, and may do so where
 * it is not seen: Go's threads call the kernel themselves. */
static void mind_beginning(void)
{
    sigset_t now;

    if (gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) == 0 && !means_all(&now))
        mind_mask();
}

static void *begin_thread(void *data)
{
    const struct beginning beginning = *(struct beginning *)data;
    unsigned blocked;

    free(data);
    blocked = unblock();
    gau_threads_register(); /* also if the scan has found it before */
    set_seeming(blocked | beginning.seeming);
    mind_beginning();
    return beginning.function(beginning.argument);
}

GAU_REAL_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                   void *(*function)(void *), void *argument)
{
    struct beginning *const beginning = is_watched() ? malloc(sizeof *beginning) : NULL;
    int error;

    if (!beginning)
        return gau_real_functions()->pthread_create(thread, attributes, function, argument);
    *beginning = (struct beginning){function, argument, seeming()};
    error = gau_real_functions()->pthread_create(thread, attributes, begin_thread, beginning);
    if (error)
        free(beginning);
    return error;
}

/* --- fork ---------------------------------------------------------------------------------- */

/*
 * Handlers wait meanwhile: in programs with threads, which all are with the writer, the C library
 * holds a lock of its own in fork(), and a handler that forks, too, would wait for it for ever.
 * What functions of pthread_atfork() have unblocked stays so.
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
        mind_mask();
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
    gau_unwind_unloading();
    result = gau_real_functions()->dlclose(handle);
    gau_loaded_modules_scan();
    gau_unwind_unloaded();
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

/* As System V has it: a handler stays, and the signal is blocked meanwhile; SIG_HOLD blocks it. */
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

/* What waits for all signals does not wait for those of the clocks. */
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
