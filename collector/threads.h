/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_THREADS_H
#define GAUDIT_COLLECTOR_THREADS_H

#include "pool.h"
#include "tasks.h"
#include "unwind.h"

#include "trace/format.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/*
 * What the collector knows of the threads. Each has a block of mapped memory, to which one
 * initial-exec thread-local pointer leads; blocks of threads that ended are used again.
 */

struct gau_thread {
    struct gau_thread *next; /* in the list of all, which only grows */
    uint32_t id;             /* in the trace; a block that is used again gets a new one */
    pid_t tid;
    uint32_t state;     /* enum gau_thread_state */
    uint64_t start_ns;  /* when it was first seen */
    uint64_t start_cpu; /* its CPU time then */
    int farewells;      /* rounds of destructors that have gone by */

    /* Its clock: sampler.h. */
    enum gau_trace_clock clock;
    int fd;        /* of the perf event; -1: none */
    timer_t timer; /* of its CPU clock */
    bool armed;
    bool fresh;         /* no sample since it was armed */
    uint32_t countdown; /* samples until the period is drawn again */
    uint64_t period_ns;
    uint64_t last_cpu;
    uint64_t random; /* state of the generator */

    /* Its samples. Written by the handler, read by the writer. */
    struct gau_chunk *chunk;      /* being filled */
    volatile sig_atomic_t inside; /* the handler is at work */
    uint64_t samples, weight_ns, dropped, dropped_ns, truncated, by_cfi, by_frame, handler_ns;

    /* Its name, as the program has it; guarded by the lock of names. */
    uint32_t name_version, written_version, name_size;
    char name[256];

    uint64_t calls; /* of ITT */
    struct gau_tasks *tasks;
    struct gau_unwind_state *unwind;
};

enum gau_thread_state {
    GAU_THREAD_FREE,
    GAU_THREAD_LIVE,
    GAU_THREAD_ENDED, /* the writer has not yet taken note of it */
};

/*
 * The block of the calling thread, which is made if there is none yet. NULL: no memory, or the
 * thread is ending, or the collector is not at work, or it is inside the collector already. Not for
 * signal handlers.
 */
struct gau_thread *gau_threads_self(void);

/* The same without making one; for signal handlers. A thread that others made known finds its block
 * by its number. */
struct gau_thread *gau_threads_look(void);

/* Names the thread, for people. */
void gau_threads_name(struct gau_thread *thread, const char *name, size_t size);

#endif
