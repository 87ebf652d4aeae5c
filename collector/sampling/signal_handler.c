/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall(), sigorset() */
#include "signal_handler.h"

#include "alternate_stack.h"
#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/sample_buffers.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/threads/threads.h"
#include "collector/unwind/unwind.h"
#include "kernel_clocks.h"
#include "program_mask.h"
#include "sample_weight.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_ulong missed;

uint64_t gau_signal_handler_missed(void)
{
    return atomic_load(&missed);
}

/* --- a sample ------------------------------------------------------------------------------ */

enum {
    CHUNK_BYTES = sizeof(((struct gau_chunk *)NULL)->data),
    TIMED_EVERY = 15, /* not a multiple of how often periods are drawn */
    ROOM_LEAST = 64,  /* program counters; with less room the next chunk is used */
    LEAST_PART = 8,   /* of an interval, that the program runs between two samples */
};

/* The writer thread reads them concurrently. */
static void add_to(uint64_t *sum, uint64_t value) /* NOLINT(readability-non-const-parameter) */
{
    __atomic_store_n(sum, *sum + value, __ATOMIC_RELAXED);
}

static uint32_t room_in(const struct gau_chunk *chunk)
{
    const uint32_t left = (uint32_t)CHUNK_BYTES - chunk->committed;

    return left < sizeof(struct gau_sample_buffers_sample)
               ? 0
               : (left - (uint32_t)sizeof(struct gau_sample_buffers_sample)) / 8;
}

/* Gets the next chunk; the old one goes to the writer thread. */
static bool change_chunk(struct gau_thread *thread)
{
    struct gau_chunk *const full = thread->chunk, *const next = gau_sample_buffers_acquire();

    if (next)
        next->thread = thread->id;
    __atomic_store_n(&thread->chunk, next, __ATOMIC_RELEASE);
    if (full)
        gau_sample_buffers_queue(full);
    if (gau_sample_buffers_free() < gau_sample_buffers_size() / 2)
        gau_sample_buffers_wake();
    return next != NULL;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static struct gau_sample_buffers_sample *unwind(struct gau_thread *thread,
                                                const ucontext_t *context,
                                                struct gau_unwind_result *result)
{
    struct gau_chunk *const chunk = thread->chunk;
    const uint32_t depth = least(room_in(chunk), GAU_SAMPLE_DEPTH_MAX);
    struct gau_sample_buffers_sample *const sample =
        (struct gau_sample_buffers_sample *)(void *)((char *)chunk->data + chunk->committed);

    gau_unwind(thread->unwind, context, sample->pcs, depth, result);
    return result->n == depth && !result->complete && depth < GAU_SAMPLE_DEPTH_MAX ? NULL : sample;
}

static struct gau_sample_buffers_sample *take_stack(struct gau_thread *thread,
                                                    const ucontext_t *context,
                                                    struct gau_unwind_result *result)
{
    struct gau_sample_buffers_sample *sample;

    if ((!thread->chunk || room_in(thread->chunk) < ROOM_LEAST) && !change_chunk(thread))
        return NULL;
    sample = unwind(thread, context, result);
    if (!sample && change_chunk(thread))
        sample = unwind(thread, context, result);
    return sample;
}

static void commit(struct gau_chunk *chunk, const struct gau_sample_buffers_sample *sample)
{
    const size_t size = sizeof *sample + sample->n * sizeof *sample->pcs;

    __atomic_store_n(&chunk->committed, chunk->committed + (uint32_t)size, __ATOMIC_RELEASE);
}

static uint16_t flags_of(const struct gau_unwind_result *result)
{
    return (uint16_t)((result->complete ? 0 : GAU_TRACE_SAMPLE_TRUNCATED) |
                      (result->frames_by_stack_scan ? GAU_TRACE_SAMPLE_GUESSED : 0));
}

static void count_stack(struct gau_thread *thread, const struct gau_unwind_result *result)
{
    add_to(&thread->truncated, !result->complete);
    add_to(&thread->frames_by_cfi, result->frames_by_cfi);
    add_to(&thread->frames_by_frame_pointer, result->frames_by_frame_pointer);
    add_to(&thread->frames_by_stack_scan, result->frames_by_stack_scan);
}

static void take_sample(struct gau_thread *thread, const ucontext_t *context, uint64_t now)
{
    const uint64_t weight = gau_sampler_weigh(thread, now) + thread->carried_ns;
    struct gau_unwind_result result = {0};
    struct gau_sample_buffers_sample *const sample = take_stack(thread, context, &result);

    if (sample) {
        sample->time_ns = now;
        sample->weight_ns = weight;
        sample->task = gau_thread_tasks_current(thread->tasks);
        sample->n = (uint16_t)result.n;
        sample->flags = flags_of(&result);
        commit(thread->chunk, sample);
        count_stack(thread, &result);
    } else {
        add_to(&thread->dropped, 1);
        add_to(&thread->dropped_ns, weight);
    }
    add_to(&thread->samples, 1);
    add_to(&thread->weight_ns, weight);
    thread->carried_ns = 0;
}

/* In CPU time, since threads often lose the processor here. Its clock is too slow to be read for
 * each sample, and the cost of one reading is subtracted. */
static void take_timed_sample(struct gau_thread *thread, const ucontext_t *context, uint64_t now)
{
    const uint64_t before = gau_sampler_cpu(), begin = gau_sampler_cpu();
    uint64_t taken;

    take_sample(thread, context, now);
    taken = gau_sampler_cpu() - begin;
    if (taken > begin - before)
        add_to(&thread->handler_ns, TIMED_EVERY * (taken - (begin - before)));
}

/*
 * A deep stack can take longer to unwind than the interval. Then the next signal comes before the
 * program has executed anything, and it would stand still if each signal took a sample. The weight
 * of a sample that is left out is in the next one.
 */
static bool is_starved(const struct gau_thread *thread, uint64_t now)
{
    return thread->sample_took_ns > gau_sampler.interval_ns / 2 &&
           now - thread->handled_ns < gau_sampler.interval_ns / LEAST_PART;
}

static void sample(struct gau_thread *thread, const ucontext_t *context)
{
    const uint64_t now = gau_collection_clock();

    if (is_starved(thread, now)) {
        thread->carried_ns += gau_sampler_weigh(thread, now);
        thread->handled_ns = gau_collection_clock();
        return;
    }
    if (thread->samples % TIMED_EVERY == TIMED_EVERY - 1)
        take_timed_sample(thread, context, now);
    else
        take_sample(thread, context, now);
    thread->handled_ns = gau_collection_clock();
    thread->sample_took_ns = thread->handled_ns - now;
}

static void on_our_signal(ucontext_t *context)
{
    struct gau_thread *const thread = gau_threads_find_self();

    if (!thread) {
        atomic_fetch_add(&missed, 1);
        return;
    }
    if (!gau_thread_own)
        gau_thread_own = thread;
    gau_altstack_give_late(thread, context);
    if (gau_collection_paused()) {
        gau_sampler_stop_timer(thread);
        return;
    }
    sample(thread, context);
}

/* --- signals of others ---------------------------------------------------------------------- */

/* The kernel's default action. */
static void do_default(int number)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t set;

    gau_real_functions()->sigaction(number, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, number);
    syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), number);
    gau_real_functions()->pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* Calls it on the stack that it would have without the collector. */
static void call(const struct sigaction *action, int number, siginfo_t *info, ucontext_t *context)
{
    sigset_t mask = action->sa_mask, before;

    if (!(action->sa_flags & SA_NODEFER))
        sigaddset(&mask, number);
    sigorset(&mask, &mask, &context->uc_sigmask);
    if (gau_altstack_displaces(gau_threads_find_self(), action->sa_flags, context) &&
        gau_signal_frame_move(action, &mask, number, info, context))
        return;
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &mask, &before);
    if (action->sa_flags & SA_SIGINFO)
        action->sa_sigaction(number, info, context);
    else
        action->sa_handler(number);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static bool is_once(const struct sigaction *action)
{
    return action->sa_flags & (int)SA_RESETHAND && action->sa_handler != SIG_IGN;
}

static struct sigaction action_of(int number)
{
    const bool foreign = gau_collection_is_foreign();
    struct sigaction action = {.sa_handler = SIG_DFL}, used;

    if (!foreign)
        gau_lock_take(GAU_LOCK_HANDLER);
    if (gau_signal_handler_swap(number, NULL, &action) == 0 && is_once(&action)) {
        used = action; /* its flags stay */
        used.sa_handler = SIG_DFL;
        gau_signal_handler_swap(number, &used, NULL);
    }
    if (!foreign)
        gau_lock_release(GAU_LOCK_HANDLER);
    return action;
}

/* Not inlined: its stack must not be allocated while samples are taken. */
__attribute__((noinline)) static void on_other_signal(int number, siginfo_t *info,
                                                      ucontext_t *context)
{
    struct sigaction action;

    if (gau_mask_keep_pending(number, info, context))
        return;
    action = action_of(number);
    /* Signals caused by instructions cannot be ignored. */
    if (action.sa_handler == SIG_IGN && (number != SIGTRAP || info->si_code <= 0))
        return;
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        do_default(number);
        return;
    }
    call(&action, number, info, context);
}

void gau_signal_handler_on_signal(int number, siginfo_t *info, void *context)
{
    const int error = errno;

    if (gau_kernel_clock_is_ours(number, info))
        on_our_signal(context);
    else
        on_other_signal(number, info, context);
    errno = error;
}
