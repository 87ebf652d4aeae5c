/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "drain.h"

#include "handler.h"
#include "life.h"
#include "lock.h"
#include "modules.h"
#include "output.h"
#include "real.h"
#include "records.h"
#include "sampler.h"
#include "stacks.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    PASSES_MOST = 10, /* per second */
    PASSES_LEAST = 4,
    PAUSES = 256,
    STACK_BYTES = 1 << 18,
};

static struct {
    struct gau_lock lock;
    struct gau_config config;
    struct gau_records records;
    bool has_file, has_failed;
    bool lost_handler;
    pid_t tid; /* of the writer */
    uint64_t passes, past_ns;
    struct pause {
        uint64_t time_ns;
        bool paused;
    } pauses[PAUSES];
    uint32_t n_pauses;
    uint64_t resume_ns; /* when to resume; 0: never */
} drain = {.lock = GAU_LOCK_INITIALIZER};

static _Atomic uint32_t wakes;
static atomic_bool stop;

void gau_drain_lock(void)
{
    gau_lock_take(&drain.lock);
}

void gau_drain_unlock(void)
{
    gau_lock_release(&drain.lock);
}

bool gau_drain_is_own(void)
{
    return gau_lock_is_own(&drain.lock);
}

void gau_drain_wake(void)
{
    atomic_fetch_add(&wakes, 1);
    syscall(SYS_futex, &wakes, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* --- the file ------------------------------------------------------------------------------ */

/* Late: processes of which there is nothing to say leave no file. */
static bool open_file(void)
{
    if (drain.has_file)
        return true;
    if (drain.has_failed ||
        !gau_output_create(&drain.records.writer, &drain.config, drain.records.start_ns)) {
        drain.has_failed = true;
        return false;
    }
    drain.has_file = true;
    gau_records_process(&drain.records, &drain.config);
    gau_records_modules(&drain.records);
    return true;
}

/* --- samples ------------------------------------------------------------------------------- */

static struct gau_thread *thread_of(uint32_t id)
{
    struct gau_thread *thread = gau_threads_first();

    while (thread && thread->id != id)
        thread = thread->next;
    return thread;
}

static void take_samples(struct gau_chunk *chunk)
{
    const uint32_t committed = __atomic_load_n(&chunk->committed, __ATOMIC_ACQUIRE);
    struct gau_thread *const thread = thread_of(chunk->thread);

    if (committed == chunk->taken)
        return;
    if (open_file()) {
        if (thread)
            gau_records_thread(&drain.records, thread);
        gau_records_samples(&drain.records, chunk, chunk->taken, committed);
    }
    chunk->taken = committed;
}

static void take_full_chunks(void)
{
    struct gau_chunk *chunk = gau_pool_unqueue();

    while (chunk) {
        struct gau_chunk *const next = gau_pool_next(chunk);

        take_samples(chunk);
        gau_pool_give(chunk);
        chunk = next;
    }
}

/*
 * Threads that have ended are remembered before the queue is taken: what they put into it is in it
 * then. Of the others, the chunk that is being filled is remembered, too: all that is put into the
 * queue later is later than what is in it.
 */
static void look_at(struct gau_thread *thread)
{
    thread->has_ended = __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE) == GAU_THREAD_ENDED;
    thread->seen_chunk = __atomic_load_n(&thread->chunk, __ATOMIC_ACQUIRE);
}

static void close_thread(struct gau_thread *thread)
{
    if (thread->chunk)
        gau_pool_give(thread->chunk);
    thread->chunk = NULL;
    if (open_file()) {
        gau_records_thread(&drain.records, thread);
        gau_records_task_totals(&drain.records, thread);
        gau_records_thread_totals(&drain.records, thread, true);
    }
    drain.records.past_calls += thread->calls;
    gau_tasks_clear(thread->tasks);
    __atomic_store_n(&thread->state, GAU_THREAD_FREE, __ATOMIC_RELEASE);
}

static void take_all_samples(void)
{
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        look_at(thread);
    take_full_chunks();
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next) {
        if (thread->seen_chunk && thread->seen_chunk == thread->chunk)
            take_samples(thread->seen_chunk);
        if (thread->has_ended)
            close_thread(thread);
    }
}

/* --- totals -------------------------------------------------------------------------------- */

static bool has_changed(struct gau_thread *thread)
{
    const uint64_t samples = __atomic_load_n(&thread->samples, __ATOMIC_RELAXED);
    const uint64_t calls = __atomic_load_n(&thread->calls, __ATOMIC_RELAXED);
    const bool changed =
        samples != thread->written_samples || calls != thread->written_calls || !thread->described;

    thread->written_samples = samples;
    thread->written_calls = calls;
    return changed;
}

static uint64_t writer_ns(void)
{
    return drain.past_ns + (drain.tid ? gau_threads_cpu(drain.tid) : 0);
}

/* In a block of their own: on a full disk a small one may find room where samples do not, and what
 * was lost is told. */
static void write_totals(bool ended)
{
    gau_records_flush(&drain.records);
    if (drain.records.incomplete)
        gau_records_process(&drain.records, &drain.config);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (__atomic_load_n(&thread->state, __ATOMIC_ACQUIRE) == GAU_THREAD_LIVE &&
            (has_changed(thread) || ended)) {
            gau_records_thread(&drain.records, thread);
            gau_records_task_totals(&drain.records, thread);
            gau_records_thread_totals(&drain.records, thread, false);
        }
    gau_records_task_totals(&drain.records, NULL);
    gau_records_process_totals(&drain.records, writer_ns(), ended);
}

static void write_pauses(void)
{
    for (uint32_t i = 0; i < drain.n_pauses; i++)
        gau_records_pause(&drain.records, drain.pauses[i].time_ns, drain.pauses[i].paused);
    drain.n_pauses = 0;
}

void gau_drain_pause(uint64_t time_ns, bool paused)
{
    gau_drain_lock();
    if (drain.n_pauses < PAUSES)
        drain.pauses[drain.n_pauses++] = (struct pause){time_ns, paused};
    gau_drain_unlock();
}

/* --- passes -------------------------------------------------------------------------------- */

/* The program has set its own handler where it could not be kept from it: that is its right. */
static void check_handler(void)
{
    if (drain.lost_handler || !gau_handler_is_lost())
        return;
    drain.lost_handler = true;
    gau_sampler_give_up();
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        thread->described = false;
}

/* More where threads that come are not told but found. */
static unsigned passes_per_second(void)
{
    return gau_life_preloaded() ? PASSES_LEAST : PASSES_MOST;
}

static void pass(bool final)
{
    const bool with_totals = final || ++drain.passes % passes_per_second() == 0;

    if (with_totals)
        gau_records_restate(&drain.records);
    gau_modules_scan();
    /* Before the writer has begun it would be taken for a thread of the program. */
    if (drain.tid && (with_totals || gau_sampler_is_lost() ||
                      (!gau_life_preloaded() && gau_threads_have_changed())))
        gau_threads_scan(drain.tid);
    check_handler();
    take_all_samples();
    if (gau_life_inits() > 0 || (final && drain.config.first == (long)getpid()) ||
        drain.passes == passes_per_second())
        open_file();
    if (!drain.has_file)
        return;
    gau_records_gone(&drain.records);
    write_pauses();
    if (with_totals)
        write_totals(final);
    gau_records_flush(&drain.records);
}

static bool is_over(uint64_t *time_ns)
{
    if (*time_ns == 0 || gau_life_clock() < *time_ns)
        return false;
    *time_ns = 0;
    return true;
}

/* All threads of the program have ended: it would end with the last of them. By pthread_exit() that
 * is exit(); a status is that of the system call, after which nothing is done. */
static void end_program(int status)
{
    sigset_t none;

    if (status != 0)
        _exit(status);
    sigemptyset(&none);
    gau_real()->pthread_sigmask(SIG_SETMASK, &none, NULL);
    exit(EXIT_SUCCESS);
}

/* Until the next pass. */
static struct timespec wait_of(void)
{
    const uint64_t now = gau_life_clock(), step = 1000000000 / passes_per_second();
    const uint64_t resume = drain.resume_ns > now ? drain.resume_ns - now : 1;

    return (struct timespec){.tv_nsec = (long)(drain.resume_ns && resume < step ? resume : step)};
}

static void *work(void *unused)
{
    int status = 0;

    (void)unused;
    gau_thread_own = &gau_thread_nobody;
    drain.tid = (pid_t)syscall(SYS_gettid);
    while (!atomic_load(&stop)) {
        const uint32_t seen = atomic_load(&wakes);
        struct timespec wait;

        gau_modules_wait();
        gau_drain_lock();
        if (!atomic_load(&stop))
            pass(false);
        gau_drain_unlock();
        if (is_over(&drain.resume_ns))
            gau_life_resume();
        if (drain.passes % passes_per_second() == 0 && gau_threads_are_gone(drain.tid, &status))
            end_program(status);
        wait = wait_of();
        syscall(SYS_futex, &wakes, FUTEX_WAIT_PRIVATE, seen, &wait, NULL, 0);
    }
    return NULL;
}

/* --- begin and end ------------------------------------------------------------------------- */

int gau_drain_start(const struct gau_config *config)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    pthread_t thread;
    int error;

    drain.config = *config;
    drain.config.paused = gau_life_paused(); /* also in the child of a fork() */
    drain.records.start_ns = gau_life_clock();
    drain.records.begun_ns = gau_life_now();
    drain.resume_ns =
        config->resume_after_ns ? drain.records.start_ns + config->resume_after_ns : 0;
    atomic_store(&stop, false);
    if (!gau_stacks_open())
        return ENOMEM;
    sigfillset(&all);
    gau_real()->pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    error = gau_real()->pthread_create(&thread, &attributes, work, NULL);
    pthread_attr_destroy(&attributes);
    gau_real()->pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

void gau_drain_all(void)
{
    gau_drain_lock();
    pass(true);
    gau_drain_unlock();
}

void gau_drain_finish(void)
{
    gau_drain_lock();
    atomic_store(&stop, true);
    pass(true);
    if (drain.has_file)
        gau_trace_close(&drain.records.writer);
    drain.has_file = false;
    drain.has_failed = true;
    gau_drain_unlock();
    gau_drain_wake();
}

void gau_drain_forget(void)
{
    if (drain.has_file)
        gau_trace_forget(&drain.records.writer);
    memset(&drain.records, 0, sizeof drain.records);
    drain.has_file = drain.has_failed = false;
    drain.passes = drain.past_ns = drain.n_pauses = 0;
    drain.tid = 0;
}
