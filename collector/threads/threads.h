/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_THREADS_H
#define GAUDIT_COLLECTOR_THREADS_H

#include "collector/itt/thread_tasks.h"
#include "collector/sampling/sample_buffers.h"
#include "collector/unwind/unwind.h"

#include "trace/trace_format.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * What the collector knows of the threads. Each has a block of mapped memory, to which one
 * initial-exec thread-local pointer leads; blocks of threads that ended are used again.
 */

enum gau_thread_state {
    GAU_THREAD_FREE,
    GAU_THREAD_LIVE,
    GAU_THREAD_ENDED, /* the writer has not yet taken note of it */
};

enum { GAU_THREAD_NAME_MAX = 256 };

/* Why a thread has no clock. */
enum gau_thread_muted {
    GAU_MUTED_BY_MASK = 1,  /* the program has blocked its signal, and means it */
    GAU_MUTED_BY_STACK = 2, /* there is no room for it on the program's alternate stack */
};

struct gau_thread {
    struct gau_thread *next; /* in the list of all, which only grows */
    uint32_t id;             /* in the trace; a block that is used again gets a new one */
    pid_t tid;
    uint32_t state;              /* enum gau_thread_state, atomic */
    uint64_t start_ns;           /* when it was first seen */
    uint64_t start_cpu, end_cpu; /* its CPU time then, and at its end */
    int farewells;               /* rounds of destructors that have gone by */

    /* Its clock, see sampler.h. */
    enum gau_trace_clock clock;
    int fd;             /* of the perf event; -1: none */
    int timer;          /* of its CPU clock, as the kernel numbers it; -1: none */
    bool fresh;         /* there was no sample since it was armed */
    unsigned countdown; /* samples until the period is drawn again */
    uint64_t period_ns; /* that ends with the next sample */
    uint64_t last_cpu;  /* CPU time at the last sample, */
    uint64_t last_ns;   /* and what gau_collection_clock() said */
    uint64_t random;    /* state of the generator */
    bool unseen;        /* no clock could be had for it */
    bool was_found;     /* by the scan, though the collector is preloaded, and not known since */
    unsigned muted;     /* enum gau_thread_muted: it has no clock meanwhile */
    unsigned leaving;   /* calls of exec() that it is in */
    unsigned seeming;   /* signals of clocks that the program takes for blocked, see preload.c */

    /* Its samples: written by the handler, read by the writer. */
    struct gau_chunk *chunk; /* being filled */
    uint64_t samples, weight_ns, dropped, dropped_ns, truncated, by_cfi, by_frame, by_search,
        handler_ns;

    /* Its name as the program gave it, under a lock. */
    uint32_t name_version, name_size;
    char name[GAU_THREAD_NAME_MAX];

    /* What the writer remembers of it. */
    bool described, has_ended;
    struct gau_chunk *seen_chunk;
    uint64_t round; /* of the last scan that met it */
    uint32_t written_version;
    enum gau_trace_clock written_clock;
    uint64_t written_samples, written_calls;

    char *stack;                 /* an alternate one, see altstack.h; NULL: no memory */
    bool has_stack, was_cramped; /* it was given to the kernel; the program's own was too small */

    uint64_t calls; /* of ITT */
    struct gau_thread_tasks *tasks;
    struct gau_unwind_state *unwind;
};

extern _Thread_local struct gau_thread *gau_thread_own
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Threads that are being made known, or that have ended, lead here. */
extern struct gau_thread gau_thread_none __attribute__((visibility("hidden")));

struct gau_thread *gau_threads_register(void);

/*
 * The block of the calling thread, which is made if there is none yet. NULL: no memory, or the
 * thread is ending, or the collector is not at work, or it is inside the collector already. Not for
 * signal handlers.
 */
static inline struct gau_thread *gau_threads_self(void)
{
    struct gau_thread *const thread = gau_thread_own;

    if (!thread)
        return gau_threads_register();
    return thread == &gau_thread_none ? NULL : thread;
}

/* The same without making one; for signal handlers. A thread that was found by others finds its
 * block by its number. */
struct gau_thread *gau_threads_find_self(void);

/* Names the thread, for people. */
void gau_threads_name(struct gau_thread *thread, const char *name, size_t size);

/* The first of all blocks, whatever their state. */
struct gau_thread *gau_threads_first(void);

/* Before the first thread. False: no key can be had by which ends of threads are noticed. */
bool gau_threads_open(void);

/*
 * Looks into /proc/self/task: threads that are not known get a block and a clock, those that are
 * gone are ended. @p skip is left alone: the writer itself.
 */
void gau_threads_scan(pid_t skip);

/* The CPU time of a thread of this process, in ns; 0: it is gone. */
uint64_t gau_threads_cpu(pid_t tid);

/* True if only @p writer is left: the main thread may end before the others do. @p status: what it
 * ended with; that of the last one, which newer kernels make that of the process, is not known. */
bool gau_threads_only_writer_left(pid_t writer, int *status);

/* The calling thread gives up its clock around exec(), and gets it again if that fails. A handler
 * in between may do the same. */
void gau_threads_leave_own(bool leaves);

/* Likewise, while there is a reason that it must not have one. */
void gau_threads_mute_own(enum gau_thread_muted reason, bool muted);

/* The signal of the clock of the calling thread; 0: it has none. */
int gau_threads_own_signal(void);

/* The process ends: what the calling thread has open is closed. */
void gau_threads_close_own(void);

/* True if there may be other threads than at the last scan; cheap. */
bool gau_threads_have_changed(void);

/* Number of threads that could not be sampled, for want of memory or of a clock. */
uint64_t gau_threads_unseen(void);

/* In the child after a fork, with the lock held: all but the own thread are forgotten, and its
 * sums begin anew. True if there were others. */
bool gau_threads_restart(void);

/* --- for those who look for others: with the lock held ------------------------------------- */

static inline uint32_t gau_threads_state(const struct gau_thread *thread)
{
    return __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE);
}

/* Opens the folder in which threads are listed, if it is not open. False: there is none. */
bool gau_threads_open_folder(void);

/* The live thread of that number, which gets a block and a clock if it is not known. NULL: no
 * memory. */
struct gau_thread *gau_threads_find_or_add(pid_t tid);

/* Gives it a clock; it is counted if none can be had, unless it has ended meanwhile. */
void gau_threads_arm(struct gau_thread *thread);

/* There is no such thread any more. */
bool gau_threads_is_gone(pid_t tid);

/* The main thread has said that it ends. The kernel still lists it. */
extern bool gau_threads_main_ends;

/* A thread has ended. */
void gau_threads_finish(struct gau_thread *thread);

#endif
