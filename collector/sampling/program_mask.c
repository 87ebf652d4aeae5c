/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "program_mask.h"

#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/threads/threads.h"
#include "kernel_clocks.h"
#include "sampler.h"
#include "signal_handler.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ALL = (1 << GAU_KERNEL_CLOCK_SIGNALS) - 1 };

static atomic_uint of_program; /* signals that have become the program's */

static unsigned bit_of(int number)
{
    unsigned bits = 0;

    for (unsigned i = 0; i < GAU_KERNEL_CLOCK_SIGNALS; i++)
        bits |= (gau_kernel_clock_signals[i] == number) * (1u << i);
    return bits;
}

unsigned gau_mask_clocks(const sigset_t *set)
{
    unsigned bits = 0;

    for (unsigned i = 0; i < GAU_KERNEL_CLOCK_SIGNALS; i++)
        bits |= (sigismember(set, gau_kernel_clock_signals[i]) == 1) * (1u << i);
    return bits;
}

static bool has_others(const sigset_t *set)
{
    return sigismember(set, SIGHUP) == 1 && sigismember(set, SIGINT) == 1 &&
           sigismember(set, SIGVTALRM) == 1;
}

bool gau_mask_means_all(const sigset_t *set)
{
    return has_others(set) && gau_mask_clocks(set) == ALL && atomic_load(&of_program) != ALL;
}

const sigset_t *gau_mask_without_clocks(const sigset_t *set, sigset_t *copy)
{
    if (!set || !gau_mask_means_all(set) || gau_collection_is_foreign())
        return set;
    *copy = *set;
    for (unsigned i = 0; i < GAU_KERNEL_CLOCK_SIGNALS; i++)
        if (gau_signal_handler_is_free(gau_kernel_clock_signals[i]) &&
            !(atomic_load(&of_program) & 1u << i))
            sigdelset(copy, gau_kernel_clock_signals[i]);
    return copy;
}

/* --- what the program sees ----------------------------------------------------------------- */

unsigned gau_mask_seen(void)
{
    const struct gau_thread *const thread = gau_threads_find_self();

    return thread ? thread->seen_blocked : 0;
}

void gau_mask_set_seen(unsigned bits)
{
    struct gau_thread *const thread = gau_threads_find_self();

    if (thread)
        thread->seen_blocked = bits;
}

unsigned gau_mask_seen_after(int how, const sigset_t *set, const sigset_t *ours)
{
    const unsigned wanted = gau_mask_clocks(set), got = gau_mask_clocks(ours);
    const unsigned left_out = wanted & ~got;

    if (how == SIG_SETMASK)
        return left_out;
    return how == SIG_BLOCK ? (gau_mask_seen() | left_out) & ~got : gau_mask_seen() & ~wanted;
}

void gau_mask_show(unsigned bits, sigset_t *mask)
{
    for (unsigned i = 0; i < GAU_KERNEL_CLOCK_SIGNALS && has_others(mask); i++)
        if (bits & 1u << i)
            sigaddset(mask, gau_kernel_clock_signals[i]);
}

/* --- files of signalfd() ------------------------------------------------------------------- */

/* Under the lock of the handler. */
static struct {
    bool used;
    int file;
    sigset_t set;
} files[16];

enum { FILES = sizeof files / sizeof *files };

static unsigned next_file;

void gau_mask_note_file(int file, const sigset_t *requested)
{
    gau_mask_forget_file(file);
    gau_lock_take(GAU_LOCK_HANDLER);
    files[next_file].used = true;
    files[next_file].file = file;
    files[next_file].set = *requested;
    next_file = (next_file + 1) % FILES;
    gau_lock_release(GAU_LOCK_HANDLER);
}

void gau_mask_forget_file(int file)
{
    gau_lock_take(GAU_LOCK_HANDLER);
    for (int i = 0; i < FILES; i++)
        files[i].used &= files[i].file != file;
    gau_lock_release(GAU_LOCK_HANDLER);
}

/* What is no file of signalfd() any more is refused by the kernel. */
static void complete_files(void)
{
    gau_lock_take(GAU_LOCK_HANDLER);
    for (int i = 0; i < FILES; i++)
        if (files[i].used)
            gau_real_functions()->signalfd(files[i].file, &files[i].set, 0);
    gau_lock_release(GAU_LOCK_HANDLER);
}

/* --- signals that stay pending -------------------------------------------------------------- */

/* Sends the signal to this thread again, or to the process. */
static void send_again(int number, const siginfo_t *info)
{
    if (info->si_code == SI_TKILL)
        syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), number, info);
    else
        syscall(SYS_rt_sigqueueinfo, getpid(), number, info);
}

/* The clock is stopped. Removes what it has sent before: of the same number one signal can be
 * pending for the thread, and one for the process. */
static void remove_own(int number)
{
    const struct timespec now = {0};
    const uint64_t set = UINT64_C(1) << (number - 1);
    siginfo_t others[2], info;
    int n = 0;

    /* Not sigtimedwait(), which is a cancellation point. */
    while (n < 2 && syscall(SYS_rt_sigtimedwait, &set, &info, &now, sizeof set) == number)
        if (!gau_kernel_clock_is_ours(number, &info))
            others[n++] = info;
    while (n > 0)
        send_again(number, &others[--n]);
}

/* The kernel ends programs that have blocked a signal of an instruction. */
static bool is_of_instruction(int number, const siginfo_t *info)
{
    return number == SIGTRAP && info->si_code > 0;
}

bool gau_mask_keep_pending(int number, const siginfo_t *info, ucontext_t *context)
{
    const unsigned bit = bit_of(number);

    if (gau_collection_is_foreign() || !(gau_mask_seen() & bit) ||
        !has_others(&context->uc_sigmask) || is_of_instruction(number, info))
        return false;
    atomic_fetch_or(&of_program, bit);
    complete_files();
    if (!gau_thread_own)
        gau_thread_own = gau_threads_find_self();
    if (gau_threads_own_signal() == number)
        gau_sampler_block_own(GAU_CLOCK_BLOCKED_BY_MASK, true);
    remove_own(number);
    sigaddset(&context->uc_sigmask, number);
    gau_mask_set_seen(gau_mask_seen() & ~bit);
    send_again(number, info);
    return true;
}
