/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall() */
#include "sampler.h"

#include "collector/base/collection_state.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/threads/threads.h"
#include "kernel_clocks.h"
#include "signal_handler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- one thread ---------------------------------------------------------------------------- */

static int arm_event(struct gau_thread *thread, enum gau_trace_clock clock, bool kernel)
{
    const struct gau_kernel_clock_event event = {
        .period_ns = gau_period_first(thread, false),
        .trap = clock == GAU_TRACE_CLOCK_PERF_TRAP,
        .kernel = kernel,
    };
    int fd;

    thread->clock = clock;
    thread->period_ns = event.period_ns;
    fd = gau_kernel_clock_open_event(thread->tid, &event);
    if (fd < 0)
        return -fd;
    thread->fd = fd;
    return 0;
}

static int arm_timer(struct gau_thread *thread)
{
    const int timer = gau_kernel_clock_open_timer(thread->tid);

    if (timer < 0)
        return -timer;
    thread->clock = GAU_TRACE_CLOCK_TIMER;
    thread->timer = timer;
    thread->period_ns = gau_period_first(thread, true);
    gau_kernel_clock_set_timer(timer, thread->period_ns, gau_sampler.interval_ns);
    return 0;
}

static int arm_with(struct gau_thread *thread, enum gau_trace_clock clock)
{
    thread->no_sample_yet = true;
    thread->countdown = 1;
    thread->ahead_ns = 0;
    thread->last_cpu = gau_threads_cpu(thread->tid);
    return clock == GAU_TRACE_CLOCK_TIMER ? arm_timer(thread)
                                          : arm_event(thread, clock, gau_sampler.kernel);
}

static bool arm(struct gau_thread *thread)
{
    if (gau_sampler.clock == GAU_TRACE_CLOCK_NONE)
        return false;
    if (gau_collection_paused() || thread->clock_blocked || thread->leaving > 0 ||
        thread->fd >= 0 || thread->timer >= 0)
        return true;
    /* Perf events fail if too many files are open, for example. */
    if (arm_with(thread, gau_sampler.clock) != 0 &&
        (gau_sampler.clock == GAU_TRACE_CLOCK_TIMER || !gau_signal_handler_take(SIGPROF) ||
         arm_with(thread, GAU_TRACE_CLOCK_TIMER) != 0)) {
        thread->clock = GAU_TRACE_CLOCK_NONE;
        return false;
    }
    /* Started last: the handler must find the event, or it would fire again at once, forever. */
    if (thread->fd >= 0)
        gau_kernel_clock_start_event(thread->fd);
    return true;
}

void gau_sampler_arm(struct gau_thread *thread)
{
    if (arm(thread) || thread->unseen || gau_threads_has_ended(thread->tid))
        return;
    thread->unseen = true;
    gau_threads_count_unseen();
}

/* Also stopped: a child that was just made may still have it open. */
void gau_sampler_disarm(struct gau_thread *thread)
{
    if (thread->fd >= 0 || thread->timer >= 0)
        gau_sampler_settle(thread);
    if (thread->fd >= 0) {
        gau_kernel_clock_stop_event(thread->fd);
        gau_kernel_clock_close_event(thread->fd);
    }
    if (thread->timer >= 0)
        gau_kernel_clock_close_timer(thread->timer);
    thread->fd = thread->timer = -1;
}

void gau_sampler_check(struct gau_thread *thread)
{
    if (thread->fd < 0 || gau_kernel_clock_has_event(thread->fd))
        return;
    thread->fd = -1;
    gau_sampler_arm(thread);
}

bool gau_sampler_is_lost(void)
{
    bool lost = false;

    gau_lock_take(GAU_LOCK_THREADS);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (gau_threads_state(thread) == GAU_THREAD_LIVE && thread->fd >= 0) {
            lost = !gau_kernel_clock_has_event(thread->fd);
            break;
        }
    gau_lock_release(GAU_LOCK_THREADS);
    return lost;
}

/* Timers are not inherited; the descriptor is. */
void gau_sampler_forget(struct gau_thread *thread)
{
    if (thread->fd >= 0)
        gau_kernel_clock_close_event(thread->fd);
    thread->fd = thread->timer = -1;
    gau_sampler_forget_unsampled();
}

/* --- the calling thread -------------------------------------------------------------------- */

void gau_sampler_leave_own(bool leaves)
{
    struct gau_thread *thread;

    gau_lock_take(GAU_LOCK_THREADS);
    thread = gau_threads_find_self();
    if (thread && leaves) {
        thread->leaving++;
        gau_sampler_disarm(thread);
    } else if (thread && thread->leaving > 0) {
        thread->leaving--;
        gau_sampler_arm(thread);
    }
    gau_lock_release(GAU_LOCK_THREADS);
}

void gau_sampler_block_own(enum gau_clock_block reason, bool clock_blocked)
{
    struct gau_thread *const thread = gau_threads_own();

    if (!thread || ((thread->clock_blocked & reason) != 0) == clock_blocked)
        return;
    gau_lock_take(GAU_LOCK_THREADS);
    thread->clock_blocked =
        clock_blocked ? thread->clock_blocked | reason : thread->clock_blocked & ~(unsigned)reason;
    if (thread->clock_blocked)
        gau_sampler_disarm(thread);
    else
        gau_sampler_arm(thread);
    gau_lock_release(GAU_LOCK_THREADS);
}

/* --- all threads --------------------------------------------------------------------------- */

void gau_sampler_start(void)
{
    gau_lock_take(GAU_LOCK_THREADS);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (gau_threads_state(thread) == GAU_THREAD_LIVE)
            gau_sampler_arm(thread);
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
    gau_sampler.clock = GAU_TRACE_CLOCK_NONE;
    snprintf(gau_sampler.note, sizeof gau_sampler.note,
             "%s has a handler that was set past the collector, as by gprof (-pg)",
             number == SIGTRAP ? "SIGTRAP" : "SIGPROF");
    gau_collector_config_complain("no more samples are taken: %s", gau_sampler.note);
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
static void note_error(const struct choice *choice, int error)
{
    char paranoid[16] = "";
    const int file = open("/proc/sys/kernel/perf_event_paranoid", O_RDONLY | O_CLOEXEC);
    ssize_t n = 0;

    if (gau_sampler.note[0] || choice->clock == GAU_TRACE_CLOCK_TIMER)
        return;
    if (file >= 0) {
        n = read(file, paranoid, sizeof paranoid - 1);
        close(file);
    }
    paranoid[n > 0 ? strcspn(paranoid, "\n") : 0] = '\0';
    snprintf(gau_sampler.note, sizeof gau_sampler.note,
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

    if (number == SIGTRAP && !gau_kernel_clock_can_trap())
        return false;
    if (!gau_signal_handler_take(number))
        return false;
    probe.tid = (pid_t)syscall(SYS_gettid);
    gau_sampler.kernel = choice->kernel;
    error = arm_with(&probe, choice->clock);
    if (error) {
        note_error(choice, error);
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
    gau_sampler.interval_ns = config->interval_ns;
    gau_sampler.clock = GAU_TRACE_CLOCK_NONE;
    gau_sampler.note[0] = '\0';
    for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++)
        if (is_wanted(&choices[i], config->clock) && try(&choices[i])) {
            gau_sampler.clock = choices[i].clock;
            break;
        }
    gau_sampler.tick_ns = gau_sampler.clock == GAU_TRACE_CLOCK_TIMER ? gau_sampler_tick() : 0;
    if (config->clock == GAU_CONFIG_PERF && gau_sampler.clock == GAU_TRACE_CLOCK_TIMER)
        gau_collector_config_complain("perf events are not available, a timer is used: %s",
                                      gau_sampler.note);
    return gau_sampler.clock != GAU_TRACE_CLOCK_NONE;
}
