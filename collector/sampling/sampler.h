/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLER_H
#define GAUDIT_COLLECTOR_SAMPLER_H

#include "collector/base/config.h"
#include "collector/threads/threads.h"

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
 *
 * A period is drawn uniformly from half to one and a half of the interval. In perf events it is
 * drawn for every eighth sample, and with 1 ms and less for every sixteenth, since that costs a
 * system call. The first is drawn from what remains of one, so that a loop in step with the
 * interval is sampled everywhere.
 *
 * A sample weighs the CPU time of its thread since the last one. The first weighs the interval
 * (with timers a tick, if that is longer): what is gained before the first and lost after the last
 * one is half an interval each. That holds whatever was delayed, because signals were blocked or
 * the thread was in the kernel. Between two draws a sample that came in time weighs its period, and
 * the next draw corrects the sum. Where a clock does not count kernel time, a sample weighs its
 * period instead.
 */

/* Finds a clock, tries it on the calling thread, and installs the handler of its signal. False if
 * there is none. */
bool gau_sampler_open(const struct gau_collector_config *config);

/* What was found. */
struct gau_sampler {
    uint64_t interval_ns;
    enum gau_trace_clock clock;
    bool kernel;      /* its samples include kernel time */
    uint64_t tick_ns; /* see gau_trace_process.tick_ns */
    char note[256];   /* why there is no better clock; "": it is the best */
};
const struct gau_sampler *gau_sampler(void);

/*
 * Gives a thread its clock, unless collection is paused. A clock that is not available is replaced
 * by the next. False if the thread cannot be sampled. With the lock of threads held.
 */
bool gau_sampler_arm(struct gau_thread *thread);

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

/* Arms or disarms all threads. */
void gau_sampler_start(void);
void gau_sampler_stop(void);

/* In the handler: the weight of a sample taken at @p time_ns, which is now, in ns; sets the clock
 * again where needed. */
uint64_t gau_sampler_weigh(struct gau_thread *thread, uint64_t time_ns);

/* CPU time of the calling thread, in ns. */
uint64_t gau_sampler_cpu(void);

/* In the handler, while collection is paused: stops the timer after its last signal. */
void gau_sampler_stop_timer(struct gau_thread *thread);

#endif
