/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigorset() */
#include "interposers.h"

#include "collector/base/clock_now.h"
#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/sampling/kernel_clocks.h"
#include "collector/sampling/program_mask.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"
#include "collector/threads/threads.h"

#include <errno.h>
#include <sys/signalfd.h>

/* Signal masks, and waiting for signals: the program sees neither the signals of the clocks nor
 * that they are not blocked. */

/* --- masks --------------------------------------------------------------------------------- */

/* A blocked signal belongs to the code that waits for it, so the clock must not send it. What the
 * clock has sent must have been delivered before: pending signals are not counted, and one of the
 * program would be lost. */
static void before_block(const sigset_t *set)
{
    const int number = gau_threads_own_signal();

    if (number && sigismember(set, number) == 1)
        gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, true);
}

void gau_preload_check_mask(void)
{
    const int number = gau_threads_own_signal();
    sigset_t now;

    if (number && gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) == 0)
        gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, sigismember(&now, number) == 1);
}

/* In a handler the mask may have it only until the handler ends: calls about others say nothing of
 * it. */
static void after_change(int how, const sigset_t *set)
{
    const int number = gau_threads_own_signal();

    if (number && (how == SIG_SETMASK || sigismember(set, number) == 1))
        gau_preload_check_mask();
}

/* What the program sees is changed first: a signal that waits comes at once. */
void gau_preload_unblock(unsigned seen)
{
    sigset_t now, without;
    const sigset_t *ours;

    if (gau_real_functions()->pthread_sigmask(SIG_BLOCK, NULL, &now) != 0)
        return;
    ours = gau_mask_without_clocks(&now, &without);
    gau_mask_set_seen(seen | (gau_mask_clocks(&now) & ~gau_mask_clocks(ours)));
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, ours, NULL);
}

static int change(int how, const sigset_t *set, const sigset_t *ours, sigset_t *old)
{
    const unsigned before = gau_mask_seen();
    int error;

    if (how != SIG_UNBLOCK)
        before_block(ours);
    gau_mask_set_seen(gau_mask_seen_after(how, set, ours));
    error = gau_real_functions()->pthread_sigmask(how, ours, old);
    if (error)
        gau_mask_set_seen(before);
    after_change(how, ours);
    return error;
}

/* The writer calls it, too: that call is passed on, as are calls of children that only share our
 * memory. */
GAU_REAL_EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    const unsigned before = gau_mask_seen();
    sigset_t copy;
    const sigset_t *const ours = how == SIG_UNBLOCK ? set : gau_mask_without_clocks(set, &copy);
    int error;

    if (gau_lock_is_own(GAU_LOCK_TRACE_OUTPUT) || gau_collection_is_foreign())
        return gau_real_functions()->pthread_sigmask(how, set, old);
    error =
        ours ? change(how, set, ours, old) : gau_real_functions()->pthread_sigmask(how, NULL, old);
    if (old && error == 0)
        gau_mask_show(before, old);
    return error;
}

GAU_REAL_EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    const int error = pthread_sigmask(how, set, old);

    if (error)
        errno = error;
    return error ? -1 : 0;
}

/* --- waiting ------------------------------------------------------------------------------- */

/* True if a clock may send what the program waits for. */
static bool has_clocks(const sigset_t *set)
{
    bool has = false;

    for (unsigned i = 0; set && i < GAU_KERNEL_CLOCK_SIGNALS; i++)
        has |= sigismember(set, gau_kernel_clock_signals[i]) == 1 &&
               gau_signal_handler_has(gau_kernel_clock_signals[i]);
    return has && !gau_collection_is_foreign();
}

/* What is left of a timeout, of up to 30 years, since a time of CLOCK_MONOTONIC. */
static struct timespec left_of(const struct timespec *timeout, uint64_t since_ns)
{
    const uint64_t all = (uint64_t)timeout->tv_sec * 1000000000u + (uint64_t)timeout->tv_nsec;
    const uint64_t passed = gau_now(CLOCK_MONOTONIC) - since_ns;
    const uint64_t left = passed < all ? all - passed : 0;

    return (struct timespec){.tv_sec = (time_t)(left / 1000000000u),
                             .tv_nsec = (long)(left % 1000000000u)};
}

/*
 * The kernel gives a thread that waits also signals that it has not blocked. Those of our clocks
 * are passed over: that sample is lost, its time is in the weight of the next.
 */
static int wait_for(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
    const uint64_t begin = timeout ? gau_now(CLOCK_MONOTONIC) : 0;
    struct timespec left;
    int number;

    for (;;) {
        number = gau_real_functions()->sigtimedwait(set, info, timeout);
        if (number < 0 || !gau_signal_handler_has(number) ||
            !gau_kernel_clock_is_ours(number, info))
            return number;
        if (timeout && timeout->tv_sec < 1000000000) {
            left = left_of(timeout, begin);
            timeout = &left;
        }
    }
}

GAU_REAL_EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                                 const struct timespec *restrict timeout)
{
    siginfo_t own;

    if (!has_clocks(set))
        return gau_real_functions()->sigtimedwait(set, info, timeout);
    return wait_for(set, info ? info : &own, timeout);
}

GAU_REAL_EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    return sigtimedwait(set, info, NULL);
}

GAU_REAL_EXPORT int sigwait(const sigset_t *restrict set, int *restrict number)
{
    const int before = errno;
    int error = 0, got;

    if (!has_clocks(set))
        return gau_real_functions()->sigwait(set, number);
    do
        got = sigtimedwait(set, NULL, NULL);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        error = errno;
    else
        *number = got;
    errno = before;
    return error;
}

/* Reading it cannot be interposed: the signals of the clocks are not in its set. */
GAU_REAL_EXPORT int signalfd(int file, const sigset_t *set, int flags)
{
    sigset_t copy;
    const sigset_t *const ours = gau_mask_without_clocks(set, &copy);
    const int result = gau_real_functions()->signalfd(file, ours, flags);

    if (result < 0 || gau_collection_is_foreign())
        return result;
    if (ours == set)
        gau_mask_forget_file(result);
    else
        gau_mask_note_file(result, set);
    return result;
}
