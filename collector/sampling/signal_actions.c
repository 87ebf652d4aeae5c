/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* SA_RESTART, SA_ONSTACK */
#include "signal_handler.h"

#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"

/* Who handles the signals of the clocks: the collector or the program. */

const int gau_kernel_clock_signals[GAU_KERNEL_CLOCK_SIGNALS] = {SIGTRAP, SIGPROF};

/* The program's actions for the signals; under the lock. */
static struct taken {
    struct sigaction action;
    _Atomic bool taken;
} signals[GAU_KERNEL_CLOCK_SIGNALS];

static unsigned n_aside; /* calls of exec() and posix_spawn() in progress; likewise */

/* The record of one of the signals. */
static struct taken *taken_of(int number)
{
    return &signals[number == gau_kernel_clock_signals[0] ? 0 : 1];
}

bool gau_signal_handler_has(int number)
{
    return (number == SIGTRAP || number == SIGPROF) && taken_of(number)->taken;
}

/* Blocks all other signals in the handler: a handler of the program might leave ours by longjmp().
 */
static bool install_handler(int number)
{
    struct sigaction action = {.sa_sigaction = gau_signal_handler_on_signal,
                               .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};

    sigfillset(&action.sa_mask);
    return gau_real_functions()->sigaction(number, &action, NULL) == 0;
}

bool gau_signal_handler_take(int number)
{
    struct taken *const signal = taken_of(number);

    gau_lock_take(GAU_LOCK_HANDLER);
    if (!signal->taken && gau_real_functions()->sigaction(number, NULL, &signal->action) == 0 &&
        install_handler(number))
        signal->taken = true;
    gau_lock_release(GAU_LOCK_HANDLER);
    return signal->taken;
}

void gau_signal_handler_release(int number)
{
    struct taken *const signal = taken_of(number);

    gau_lock_take(GAU_LOCK_HANDLER);
    if (signal->taken)
        gau_real_functions()->sigaction(number, &signal->action, NULL);
    signal->taken = false;
    gau_lock_release(GAU_LOCK_HANDLER);
}

static bool is_in_place(int number)
{
    struct sigaction now;

    return gau_real_functions()->sigaction(number, NULL, &now) != 0 ||
           now.sa_sigaction == gau_signal_handler_on_signal;
}

int gau_signal_handler_lost(void)
{
    int lost = 0;

    gau_lock_take(GAU_LOCK_HANDLER);
    for (int i = 0; i < GAU_KERNEL_CLOCK_SIGNALS; i++)
        if (n_aside == 0 && signals[i].taken && !is_in_place(gau_kernel_clock_signals[i]))
            lost = gau_kernel_clock_signals[i];
    gau_lock_release(GAU_LOCK_HANDLER);
    return lost;
}

/* --- around exec() ------------------------------------------------------------------------- */

static void ignore(void)
{
    for (int i = 0; i < GAU_KERNEL_CLOCK_SIGNALS; i++)
        if (signals[i].taken && signals[i].action.sa_handler == SIG_IGN &&
            is_in_place(gau_kernel_clock_signals[i]))
            gau_real_functions()->sigaction(gau_kernel_clock_signals[i], &signals[i].action, NULL);
}

/* A child of vfork() has its own signal handlers, but shares our memory. */
void gau_signal_handler_step_aside(void)
{
    if (gau_collection_is_foreign()) {
        ignore();
        return;
    }
    gau_lock_take(GAU_LOCK_HANDLER);
    n_aside++;
    ignore();
    gau_lock_release(GAU_LOCK_HANDLER);
}

static void put_back(void)
{
    for (int i = 0; i < GAU_KERNEL_CLOCK_SIGNALS; i++)
        if (signals[i].taken && signals[i].action.sa_handler == SIG_IGN)
            install_handler(gau_kernel_clock_signals[i]);
}

void gau_signal_handler_come_back(void)
{
    if (gau_collection_is_foreign())
        return;
    gau_lock_take(GAU_LOCK_HANDLER);
    if (n_aside > 0 && --n_aside == 0)
        put_back();
    gau_lock_release(GAU_LOCK_HANDLER);
}

void gau_signal_handler_restart(void)
{
    if (n_aside > 0)
        put_back();
    n_aside = 0;
}

/* For a foreign child our handler is replaced by what the program had. */
static int swap_in_foreign(int number, const struct sigaction *action, struct sigaction *old)
{
    const int result = gau_real_functions()->sigaction(number, action, old);

    if (result == 0 && old && old->sa_sigaction == gau_signal_handler_on_signal)
        *old = taken_of(number)->action;
    return result;
}

/* The program's structures are accessed outside of the lock: a page fault there may need a handler
 * of the program. */
int gau_signal_handler_swap(int number, const struct sigaction *action, struct sigaction *old)
{
    struct taken *const signal = taken_of(number);
    struct sigaction before, after;

    if (gau_collection_is_foreign())
        return swap_in_foreign(number, action, old);
    if (action)
        after = *action;
    gau_lock_take(GAU_LOCK_HANDLER);
    before = signal->action;
    if (action)
        signal->action = after;
    gau_lock_release(GAU_LOCK_HANDLER);
    if (old)
        *old = before;
    return 0;
}

bool gau_signal_handler_is_free(int number)
{
    return gau_signal_handler_has(number) && taken_of(number)->action.sa_handler == SIG_DFL;
}
