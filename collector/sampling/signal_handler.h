/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_HANDLER_H
#define GAUDIT_COLLECTOR_HANDLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/*
 * The signal handler. It has the signals of the clocks to itself; what the program wants done with
 * them is remembered, and done when one comes that is not ours.
 */

/* Takes a signal; true also if it was taken before. */
bool gau_signal_handler_take(int number);
bool gau_signal_handler_has(int number);

/* Gives back one that is not needed after all. */
void gau_signal_handler_release(int number);

/* A signal that was taken and has another handler by now: the program has set it where the
 * collector could not see it. 0: there is none. */
int gau_signal_handler_lost(void);

/* sigaction() of a signal that was taken, as the program calls it. */
int gau_signal_handler_swap(int number, const struct sigaction *action, struct sigaction *old);

/* True if the program leaves the signal alone: then it is kept out of its masks. */
bool gau_signal_handler_is_free(int number);

/* Around exec() and posix_spawn(): what the program ignores is ignored, so that the next program
 * inherits that, and is not sampled meanwhile. */
void gau_signal_handler_step_aside(void);
void gau_signal_handler_come_back(void);

/* In the child after a fork: nobody is in posix_spawn(). */
void gau_signal_handler_restart(void);

/* What is installed for a signal that was taken. */
void gau_signal_handler_on_signal(int number, siginfo_t *info, void *context);

/*
 * From a handler that runs on an alternate stack: makes the frame of the signal again on the stack
 * that was interrupted, as the kernel would have, and has that handler called there when this one
 * returns, with these signals blocked. Nothing of it remains on the alternate stack, so that the
 * handler may leave it for another. False: not known how, on this processor.
 */
bool gau_signal_frame_move(const struct sigaction *action, const sigset_t *mask, int number,
                           const siginfo_t *info, ucontext_t *context);

/* Samples that could not be taken, since the thread was not known. */
uint64_t gau_signal_handler_missed(void);

#endif
