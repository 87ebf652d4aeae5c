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
 * A sample weighs the CPU time of its thread since the last one, which is right however late it is.
 * The first of a thread is found as if samples had been taken before the thread began: of two such
 * samples, far apart or close, a moment of CPU time is between them with a probability in
 * proportion to that time, and is anywhere between them. So a period is drawn with that
 * probability, the first sample is due at a uniform part of it, and weighs all of it: each moment
 * of a thread of any length has its expected weight. Timers go off at ticks: so do these samples.
 * What a signal is late (blocked, or the thread in the kernel) is added. Between two draws a sample
 * that came in time weighs its period, and the next draw corrects the sum. Where a clock does not
 * count kernel time, a sample weighs its period instead.
 *
 * That is right if ticks find threads as often as they run. Where threads lose the processor, or
 * it sleeps, between ticks, they do not. So the CPU time of threads that ended (or were paused) is
 * compared with the weights of their samples, and the difference is shared out to first samples
 * that follow: their weight is doubled, or halved, at most.
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

/* The first period of a thread's clock: of a perf event, or of its timer. */
uint64_t gau_period_first(struct gau_thread *thread, bool of_timer);

/* A thread's clock stops, or the thread ends: its CPU time that is in no sample is kept for the
 * first samples of others. */
void gau_sampler_settle(const struct gau_thread *thread);

/* In a child: drops what was kept for the parent's threads. */
void gau_sampler_forget_unsampled(void);

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
