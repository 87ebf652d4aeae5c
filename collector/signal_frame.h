/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SIGNAL_FRAME_H
#define GAUDIT_COLLECTOR_SIGNAL_FRAME_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/*
 * From a handler that runs on an alternate stack: makes the frame of the signal again on the stack
 * that was interrupted, as the kernel would have, and has that handler called there when this one
 * returns, with these signals blocked. Nothing of it remains on the alternate stack, so that the
 * handler may leave it for another. False: not known how, on this processor.
 */
bool gau_signal_frame_move(const struct sigaction *action, const sigset_t *mask, int number,
                           const siginfo_t *info, ucontext_t *context);

#endif
