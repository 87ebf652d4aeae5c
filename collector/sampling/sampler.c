/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall() */
#include "sampler.h"

#include "collector/base/clock_now.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/lifecycle.h"
#include "collector/threads/threads.h"
#include "kernel_clocks.h"
#include "signal_handler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The kernel lengthens shorter periods of perf events. */
static const uint64_t shortest_ns = 10000;

static struct gau_sampler sampler;

const struct gau_sampler *gau_sampler(void)
{
    return &sampler;
}

/* --- periods ------------------------------------------------------------------------------- */

/* xorshift64*, of Vigna (2016); from 0 to below 1. */
static double draw(struct gau_thread *thread)
{
    uint64_t x = thread->random;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    thread->random = x;
    return (double)((x * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}

static uint64_t first_period(struct gau_thread *thread)
{
    const uint64_t period = (uint64_t)((double)sampler.interval_ns * draw(thread));

    return period > shortest_ns ? period : shortest_ns;
}

static uint64_t tick(void)
{
    struct timespec resolution;

    if (clock_getres(CLOCK_MONOTONIC_COARSE, &resolution) < 0)
        return 0;
    return (uint64_t)resolution.tv_sec * 1000000000u + (uint64_t)resolution.tv_nsec;
}

/* The kernel checks timers at ticks: the first signal comes with the probability of a tick in an
 * interval. So threads that live for a few ticks get their share. */
static uint64_t first_timer_period(struct gau_thread *thread)
{
    const uint64_t period = first_period(thread), step = tick();

    return shortest_ns + (step > 0 ? period - period % step : period);
}

static uint64_t next_period(struct gau_thread *thread)
{
    return (uint64_t)((double)sampler.interval_ns * (0.5 + draw(thread)));
}

/* Samples of perf events between two draws: setting a period costs as much as several samples. */
static unsigned samples_per_draw(void)
{
    return sampler.interval_ns > 1000000 ? 8 : 16;
}

static bool counts_periods(const struct gau_thread *thread)
{
    return !sampler.kernel && thread->clock != GAU_TRACE_CLOCK_TIMER;
}

uint64_t gau_sampler_cpu(void)
{
    return gau_now(CLOCK_THREAD_CPUTIME_ID);
}

/*
 * Reading CPU time is a system call. If no more time has passed than one period, that period is the
 * weight. The difference is in the weight of the next sample that reads it, so that the sum is
 * right.
 */
static uint64_t elapsed(struct gau_thread *thread, uint64_t time_ns)
{
    const uint64_t passed = time_ns - thread->last_ns, before = thread->last_cpu;
    const bool is_period =
        thread->countdown > 1 && passed > thread->period_ns / 2 && passed < 2 * thread->period_ns;
    const uint64_t now = is_period ? before + thread->period_ns : gau_sampler_cpu();

    thread->last_ns = time_ns;
    if (now <= before)
        return 0;
    thread->last_cpu = now;
    return now - before;
}

static void redraw(struct gau_thread *thread)
{
    if (--thread->countdown > 0)
        return;
    thread->period_ns = next_period(thread);
    if (thread->clock == GAU_TRACE_CLOCK_TIMER) {
        thread->countdown = 1;
        gau_clock_set_timer(thread->timer, thread->period_ns, sampler.interval_ns);
    } else {
        thread->countdown = samples_per_draw();
        gau_clock_set_event(thread->fd, thread->period_ns);
    }
}

static uint64_t first_weight(const struct gau_thread *thread)
{
    const uint64_t step = thread->clock == GAU_TRACE_CLOCK_TIMER ? tick() : 0;

    return step > sampler.interval_ns ? step : sampler.interval_ns;
}

uint64_t gau_sampler_weigh(struct gau_thread *thread, uint64_t time_ns)
{
    uint64_t weight = counts_periods(thread) ? thread->period_ns : elapsed(thread, time_ns);

    if (thread->no_sample_yet)
        weight = first_weight(thread);
    thread->no_sample_yet = false;
    redraw(thread);
    return weight;
}

void gau_sampler_stop_timer(struct gau_thread *thread)
{
    if (thread->timer >= 0)
        gau_clock_set_timer(thread->timer, 0, 0);
}

/* --- one thread ---------------------------------------------------------------------------- */

static int arm_event(struct gau_thread *thread, enum gau_trace_clock clock, bool kernel)
{
    const struct gau_clock_event event = {
        .period_ns = first_period(thread),
        .trap = clock == GAU_TRACE_CLOCK_PERF_TRAP,
        .kernel = kernel,
    };
    int fd;

    thread->clock = clock;
    thread->period_ns = event.period_ns;
    fd = gau_clock_open_event(thread->tid, &event);
    if (fd < 0)
        return -fd;
    thread->fd = fd;
    return 0;
}

static int arm_timer(struct gau_thread *thread)
{
    const int timer = gau_clock_open_timer(thread->tid);

    if (timer < 0)
        return -timer;
    thread->clock = GAU_TRACE_CLOCK_TIMER;
    thread->timer = timer;
    thread->period_ns = first_timer_period(thread);
    gau_clock_set_timer(timer, thread->period_ns, sampler.interval_ns);
    return 0;
}

static int arm_with(struct gau_thread *thread, enum gau_trace_clock clock)
{
    thread->no_sample_yet = true;
    thread->countdown = 1;
    thread->last_cpu = gau_threads_cpu(thread->tid);
    return clock == GAU_TRACE_CLOCK_TIMER ? arm_timer(thread)
                                          : arm_event(thread, clock, sampler.kernel);
}

bool gau_sampler_arm(struct gau_thread *thread)
{
    if (sampler.clock == GAU_TRACE_CLOCK_NONE)
        return false;
    if (gau_collection_paused() || thread->clock_blocked || thread->leaving > 0 ||
        thread->fd >= 0 || thread->timer >= 0)
        return true;
    /* Perf events fail if too many files are open, for example. */
    if (arm_with(thread, sampler.clock) != 0 &&
        (sampler.clock == GAU_TRACE_CLOCK_TIMER || !gau_signal_handler_take(SIGPROF) ||
         arm_with(thread, GAU_TRACE_CLOCK_TIMER) != 0)) {
        thread->clock = GAU_TRACE_CLOCK_NONE;
        return false;
    }
    /* Started last: the handler must find the event, or it would fire again at once, forever. */
    if (thread->fd >= 0)
        gau_clock_start_event(thread->fd);
    return true;
}

/* Also stopped: a child that was just made may still have it open. */
void gau_sampler_disarm(struct gau_thread *thread)
{
    if (thread->fd >= 0) {
        gau_clock_stop_event(thread->fd);
        gau_clock_close_event(thread->fd);
    }
    if (thread->timer >= 0)
        gau_clock_close_timer(thread->timer);
    thread->fd = thread->timer = -1;
}

void gau_sampler_check(struct gau_thread *thread)
{
    if (thread->fd < 0 || gau_clock_has_event(thread->fd))
        return;
    thread->fd = -1;
    gau_threads_arm(thread);
}

bool gau_sampler_is_lost(void)
{
    bool lost = false;

    gau_lock_take(GAU_LOCK_THREADS);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (gau_threads_state(thread) == GAU_THREAD_LIVE && thread->fd >= 0) {
            lost = !gau_clock_has_event(thread->fd);
            break;
        }
    gau_lock_release(GAU_LOCK_THREADS);
    return lost;
}

/* Timers are not inherited; the descriptor is. */
void gau_sampler_forget(struct gau_thread *thread)
{
    if (thread->fd >= 0)
        gau_clock_close_event(thread->fd);
    thread->fd = thread->timer = -1;
}

/* --- all threads --------------------------------------------------------------------------- */

void gau_sampler_start(void)
{
    gau_lock_take(GAU_LOCK_THREADS);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (gau_threads_state(thread) == GAU_THREAD_LIVE)
            gau_threads_arm(thread);
    gau_lock_release(GAU_LOCK_THREADS);
}

void gau_sampler_stop(void)
{
    gau_lock_take(GAU_LOCK_THREADS);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (gau_threads_state(thread) == GAU_THREAD_LIVE)
            gau_sampler_disarm(thread);
    gau_lock_release(GAU_LOCK_THREADS);
}

void gau_sampler_give_up(int number)
{
    sampler.clock = GAU_TRACE_CLOCK_NONE;
    snprintf(sampler.note, sizeof sampler.note,
             "%s has a handler that was set past the collector, as by gprof (-pg)",
             number == SIGTRAP ? "SIGTRAP" : "SIGPROF");
    gau_collector_config_complain("no more samples are taken: %s", sampler.note);
    gau_sampler_stop();
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        thread->clock = GAU_TRACE_CLOCK_NONE;
}

/* --- the choice ---------------------------------------------------------------------------- */

static const struct choice {
    enum gau_trace_clock clock;
    bool kernel;
} choices[] = {
    {GAU_TRACE_CLOCK_PERF_TRAP, true},   {GAU_TRACE_CLOCK_PERF_TRAP, false},
    {GAU_TRACE_CLOCK_PERF_SIGNAL, true}, {GAU_TRACE_CLOCK_PERF_SIGNAL, false},
    {GAU_TRACE_CLOCK_TIMER, true},
};

/* Keeps the error of the first choice: why there is no perf event. */
static void note(const struct choice *choice, int error)
{
    char paranoid[16] = "";
    const int file = open("/proc/sys/kernel/perf_event_paranoid", O_RDONLY | O_CLOEXEC);
    ssize_t n = 0;

    if (sampler.note[0] || choice->clock == GAU_TRACE_CLOCK_TIMER)
        return;
    if (file >= 0) {
        n = read(file, paranoid, sizeof paranoid - 1);
        close(file);
    }
    paranoid[n > 0 ? strcspn(paranoid, "\n") : 0] = '\0';
    snprintf(sampler.note, sizeof sampler.note,
             "perf_event_open%s: %s (kernel.perf_event_paranoid is %s)",
             choice->kernel ? " with the kernel" : "", strerror(error),
             paranoid[0] ? paranoid : "unknown");
}

/* The signal is set up first: the event may fire at once. */
static bool try(const struct choice *choice)
{
    struct gau_thread probe = {.tid = 0, .fd = -1, .timer = -1, .random = 1};
    const int number = choice->clock == GAU_TRACE_CLOCK_PERF_TRAP ? SIGTRAP : SIGPROF;
    int error;

    if (number == SIGTRAP && !gau_clock_can_trap())
        return false;
    if (!gau_signal_handler_take(number))
        return false;
    probe.tid = (pid_t)syscall(SYS_gettid);
    sampler.kernel = choice->kernel;
    error = arm_with(&probe, choice->clock);
    if (error) {
        note(choice, error);
        gau_signal_handler_release(number);
        return false;
    }
    gau_sampler_disarm(&probe);
    return true;
}

/* Kernel time is sampled only where exec() is interposed, see interposers_exec.c. */
static bool is_wanted(const struct choice *choice, enum gau_collector_config_clock requested)
{
    if (choice->kernel && choice->clock != GAU_TRACE_CLOCK_TIMER && !gau_collection_preloaded())
        return false;
    return requested != GAU_CONFIG_TIMER || choice->clock == GAU_TRACE_CLOCK_TIMER;
}

bool gau_sampler_open(const struct gau_collector_config *config)
{
    sampler.interval_ns = config->interval_ns;
    sampler.clock = GAU_TRACE_CLOCK_NONE;
    sampler.note[0] = '\0';
    for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++)
        if (is_wanted(&choices[i], config->clock) && try(&choices[i])) {
            sampler.clock = choices[i].clock;
            break;
        }
    sampler.tick_ns = sampler.clock == GAU_TRACE_CLOCK_TIMER ? tick() : 0;
    if (config->clock == GAU_CONFIG_PERF && sampler.clock == GAU_TRACE_CLOCK_TIMER)
        gau_collector_config_complain("perf events are not available, a timer is used: %s",
                                      sampler.note);
    return sampler.clock != GAU_TRACE_CLOCK_NONE;
}
