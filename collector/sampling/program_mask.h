/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLING_PROGRAM_MASK_H
#define GAUDIT_COLLECTOR_SAMPLING_PROGRAM_MASK_H

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

/*
 * The signal mask of a thread as the program sees it. A program that blocks all signals does not
 * mean those of the clocks: these stay unblocked, and the program sees them as blocked. A program
 * that names one of them, and does not block all, means it.
 *
 * A signal of that number that another process or thread has sent stays pending nevertheless, as it
 * would without the collector: the handler blocks it, and sends it again. From then on the number
 * is the program's, and masks with it are taken literally. Threads that block it have no clock.
 *
 * The first signal of a number runs the handler all the same. A call of that thread that the kernel
 * never restarts (poll(), epoll_wait(), select(), nanosleep()) returns EINTR, once for each number.
 * To give away the number before, when a program makes a file of signalfd() for example, would take
 * the samples from all programs that do so, while hardly one is ever sent that signal.
 *
 * Sets of clock signals are bits, in the order of gau_kernel_clock_signals.
 */

/* The signals of clocks in the set. */
unsigned gau_mask_clocks(const sigset_t *set);

/* The set without those signals of clocks that the program does not mean; the set itself if there
 * are none. */
const sigset_t *gau_mask_without_clocks(const sigset_t *set, sigset_t *copy);

/* Which of them the calling thread has blocked according to the program; in a handler, too. */
unsigned gau_mask_seen(void);
void gau_mask_set_seen(unsigned bits);

/* What the program sees after it has requested @p set, and gets @p ours. */
unsigned gau_mask_seen_after(int how, const sigset_t *set, const sigset_t *ours);

/* Adds them to a mask of the thread, unless it was replaced: by siglongjmp(), for example. */
void gau_mask_show(unsigned bits, sigset_t *mask);

/* True if the mask blocks so much that the program cannot mean the signals of clocks, and these are
 * not the program's yet. */
bool gau_mask_means_all(const sigset_t *set);

/* For the handler: keeps a signal that is not of a clock pending, if the program sees it as
 * blocked. False if it does not: then the signal is to be handled. */
bool gau_mask_keep_pending(int number, const siginfo_t *info, ucontext_t *context);

/*
 * A file of signalfd() whose set lacks the signals of clocks: the program would read these. It gets
 * the set that the program requested when the number becomes the program's. The last 16 of them are
 * remembered.
 */
void gau_mask_note_file(int file, const sigset_t *requested);
void gau_mask_forget_file(int file);

#endif
