/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLING_SIGNAL_HANDLER_H
#define GAUDIT_COLLECTOR_SAMPLING_SIGNAL_HANDLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * The signal handler. It owns the signals of the clocks. The program's actions for them are
 * remembered, and performed when a signal is not ours.
 */

/* The signals that clocks use. */
enum { GAU_KERNEL_CLOCK_SIGNALS = 2 };
extern const int gau_kernel_clock_signals[GAU_KERNEL_CLOCK_SIGNALS]
    __attribute__((visibility("hidden")));

/* Installs the handler of a signal; true also if it was installed before. */
bool gau_signal_handler_take(int number);
bool gau_signal_handler_has(int number);

/* Releases a signal that is not needed. */
void gau_signal_handler_release(int number);

/* A signal whose handler was replaced by a call of the program that the collector could not see. 0
 * if there is none. */
int gau_signal_handler_lost(void);

/* sigaction() of the program for one of our signals. */
int gau_signal_handler_swap(int number, const struct sigaction *action, struct sigaction *old);

/* True if the program does not use the signal: then it is kept out of its masks. */
bool gau_signal_handler_is_free(int number);

/* Around exec() and posix_spawn(): signals that the program ignores are ignored, which the next
 * program inherits. There are no samples meanwhile. */
void gau_signal_handler_step_aside(void);
void gau_signal_handler_come_back(void);

/* In the child after a fork: no call of posix_spawn() is in progress. */
void gau_signal_handler_restart(void);

/* The handler that is installed. */
void gau_signal_handler_on_signal(int number, siginfo_t *info, void *context);

/*
 * From a handler that runs on an alternate stack: copies the signal's frame to the interrupted
 * stack, as the kernel would have made it. That handler is called there when this one returns, with
 * these signals blocked. Nothing remains on the alternate stack, so that the handler may leave it.
 * False if that is not implemented for this processor.
 */
bool gau_signal_frame_move(const struct sigaction *action, const sigset_t *mask, int number,
                           const siginfo_t *info, ucontext_t *context);

/* Samples that were lost because the thread was not known. */
uint64_t gau_signal_handler_missed(void);

#endif
