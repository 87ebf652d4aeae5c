/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLING_SAMPLER_H
#define GAUDIT_COLLECTOR_SAMPLING_SAMPLER_H

#include "collector/base/config.h"
#include "collector/threads/threads.h"
#include "sample_weight.h"

/*
 * The clocks: they interrupt a thread after some CPU time. From the best to the one that always
 * works:
 *
 * 1. A perf event (cpu-clock) of the thread that signals with SIGTRAP: as fine as it is asked for,
 *    and the cheapest. Since Linux 5.19; before, a blocked SIGTRAP would have ended the program.
 * 2. The same event that signals with SIGPROF. Never with a real-time signal: when too many are
 *    queued, the kernel sends SIGIO instead, which ends the program.
 * 3. A POSIX timer on the thread's CPU clock, SIGPROF: not finer than the kernel's tick, and in
 * step with it.
 *
 * Clocks of CPU time do not interrupt sleeping system calls; others would.
 */

/* Finds a clock, tries it on the calling thread, and installs the handler of its signal. False if
 * there is none. */
bool gau_sampler_open(const struct gau_collector_config *config);

/*
 * Gives a thread its clock, unless collection is paused. A clock that is not available is replaced
 * by the next. A thread that cannot be sampled is counted, unless it has ended meanwhile. With the
 * lock of threads held.
 */
void gau_sampler_arm(struct gau_thread *thread);

/* Removes the clock, whatever its state. With the lock of threads held, or by the thread itself. */
void gau_sampler_disarm(struct gau_thread *thread);

/* Arms the thread again if the program has closed its clock, as programs do that close all files.
 * With the lock of threads held. */
void gau_sampler_check(struct gau_thread *thread);

/* Whether the program has closed the clock of a thread. Checks one of them: such programs close all
 * files. */
bool gau_sampler_is_lost(void);

/* In the child after a fork: drops the clock of the parent's thread. */
void gau_sampler_forget(struct gau_thread *thread);

/* Ends sampling, since the handler of that signal is not ours: all threads lose their clocks. */
void gau_sampler_give_up(int number);

/* Disarms the clock of the calling thread before exec(), and arms it again if that fails. A handler
 * in between may do the same. */
void gau_sampler_leave_own(bool leaves);

/* The same while @p reason lasts. */
void gau_sampler_block_own(enum gau_clock_block reason, bool clock_blocked);

/* Arms or disarms all threads. */
void gau_sampler_start(void);
void gau_sampler_stop(void);

#endif
