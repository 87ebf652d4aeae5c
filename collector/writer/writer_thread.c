/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "writer_thread.h"

#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/base/sample_buffers.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/sampling/sampler.h"
#include "collector/threads/threads.h"
#include "pauses.h"
#include "trace_output.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STACK_BYTES = 1 << 18 };
enum { BEGINNING = -1 };

static struct {
    _Atomic pid_t tid; /* BEGINNING: not known yet; 0: there is none */
    atomic_bool stop;
    uint64_t
        past_ns; /* CPU time of those that have ended; under the lock of trace_output.h, as is: */
    unsigned leaves; /* calls that need it to be absent */
} writer;

pid_t gau_writer_tid(void)
{
    const pid_t tid = atomic_load(&writer.tid);

    return tid == BEGINNING ? 0 : tid;
}

uint64_t gau_writer_cpu(void)
{
    return writer.past_ns + (gau_writer_tid() ? gau_threads_cpu(gau_writer_tid()) : 0);
}

/* --- the thread ---------------------------------------------------------------------------- */

/* All threads of the program have ended: the process would end with the last of them. After
 * pthread_exit() that is exit(); another status is that of the system call, after which nothing
 * runs. */
static void end_program(int status)
{
    sigset_t none;

    if (status != 0)
        _exit(status);
    sigemptyset(&none);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &none, NULL);
    exit(EXIT_SUCCESS);
}

static void *run_writer(void *unused)
{
    bool is_first =
        gau_collection_follows_fork(); /* nothing to write yet, and the child may end soon */
    int status = 0;

    (void)unused;
    gau_thread_own = &gau_thread_none;
    atomic_store(&writer.tid, (pid_t)syscall(SYS_gettid));
    while (!atomic_load(&writer.stop)) {
        const uint32_t seen = gau_sample_buffers_wakes();
        struct timespec wait;

        if (!is_first && gau_trace_output_pass())
            gau_pauses_end();
        wait = gau_trace_output_wait();
        if (!is_first && gau_trace_output_is_due() &&
            gau_threads_only_writer_left(gau_writer_tid(), &status))
            end_program(status);
        is_first = false;
        if (!atomic_load(&writer.stop))
            gau_sample_buffers_wait(seen, &wait);
    }
    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    writer.past_ns += gau_sampler_cpu();
    atomic_store(&writer.tid, 0);
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
    return NULL;
}

int gau_writer_start(void)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    pthread_t thread;
    int error;

    atomic_store(&writer.stop, false);
    atomic_store(&writer.tid, BEGINNING);
    sigfillset(&all);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    error = gau_real_functions()->pthread_create(&thread, &attributes, run_writer, NULL);
    pthread_attr_destroy(&attributes);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        atomic_store(&writer.tid, 0);
    return error;
}

void gau_writer_stop(void)
{
    atomic_store(&writer.stop, true);
}

void gau_writer_forget(void)
{
    atomic_store(&writer.tid, 0);
    writer.past_ns = 0;
    writer.leaves = 0;
}

/* --- without it ---------------------------------------------------------------------------- */

/* More than two seconds in all: nothing that the writer thread waits for takes longer. */
enum { WAITS = 40000 };

static void sleep_briefly(void)
{
    const struct timespec time = {.tv_nsec = 50000};

    nanosleep(&time, NULL);
}

static pid_t wait_for_begin(void)
{
    for (int i = 0; i < WAITS && atomic_load(&writer.tid) == BEGINNING; i++)
        sleep_briefly();
    return gau_writer_tid();
}

/* The C library forgets a thread before the kernel does. */
static void wait_for_end(pid_t tid)
{
    for (int i = 0; i < WAITS && !gau_threads_has_ended(tid); i++)
        sleep_briefly();
}

bool gau_writer_leave(void)
{
    const int error = errno;
    pid_t tid;

    if (gau_collection_is_foreign() || !gau_collection_running())
        return false;
    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    writer.leaves++;
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
    tid = wait_for_begin();
    gau_writer_stop();
    gau_sample_buffers_wake();
    if (tid)
        wait_for_end(tid);
    errno = error;
    return true;
}

void gau_writer_return(void)
{
    const int error = errno;

    gau_lock_take(GAU_LOCK_TRACE_OUTPUT);
    if (writer.leaves > 0 && --writer.leaves == 0 && gau_collection_running())
        gau_writer_start();
    gau_lock_release(GAU_LOCK_TRACE_OUTPUT);
    errno = error;
}
