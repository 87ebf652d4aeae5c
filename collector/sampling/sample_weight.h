/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_SAMPLING_SAMPLE_WEIGHT_H
#define GAUDIT_COLLECTOR_SAMPLING_SAMPLE_WEIGHT_H

#include "collector/threads/threads.h"

/*
 * The periods of clocks and the weights of samples.
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

/* What sampler.c has found; it alone writes it. */
struct gau_sampler {
    uint64_t interval_ns;
    enum gau_trace_clock clock;
    bool kernel;      /* its samples include kernel time */
    uint64_t tick_ns; /* see gau_trace_process.tick_ns */
    char note[256];   /* why there is no better clock; "": it is the best */
};
extern struct gau_sampler gau_sampler __attribute__((visibility("hidden")));

/* The first period of a thread's clock; of its timer. */
uint64_t gau_period_first(struct gau_thread *thread);
uint64_t gau_period_first_of_timer(struct gau_thread *thread);

/* The kernel's tick in ns; 0 if not known. */
uint64_t gau_sampler_tick(void);

/* In the handler: the weight of a sample taken at @p time_ns, which is now, in ns; sets the clock
 * again where needed. */
uint64_t gau_sampler_weigh(struct gau_thread *thread, uint64_t time_ns);

/* CPU time of the calling thread, in ns. */
uint64_t gau_sampler_cpu(void);

/* In the handler, while collection is paused: stops the timer after its last signal. */
void gau_sampler_stop_timer(struct gau_thread *thread);

#endif
