/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_THREADS_THREADS_H
#define GAUDIT_COLLECTOR_THREADS_THREADS_H

#include "collector/tasks/thread_tasks.h"

#include "trace/trace_format.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * The threads of the process. Each has a block of mapped memory, to which an initial-exec
 * thread-local pointer leads; blocks of ended threads are reused.
 */

struct gau_chunk;
struct gau_unwind_state;

enum gau_thread_state {
    GAU_THREAD_FREE,
    GAU_THREAD_LIVE,
    GAU_THREAD_ENDED, /* the writer thread has not seen it yet */
};

enum {
    GAU_THREAD_NAME_MAX = 256,
    GAU_THREAD_STACK_SIZE = 1 << 20, /* handlers of the program may run on it, see
                                        doc/profiling.md */
};

/* Why a thread has no clock. */
enum gau_clock_block {
    GAU_CLOCK_BLOCKED_BY_MASK = 1,  /* the program has blocked its signal on purpose */
    GAU_CLOCK_BLOCKED_BY_STACK = 2, /* the program's alternate stack is too small */
};

struct gau_thread {
    struct gau_thread *next; /* in the list of all, which only grows */
    uint32_t id;             /* in the trace; a reused block gets a new one */
    pid_t tid;
    uint32_t state;              /* enum gau_thread_state, atomic */
    uint64_t start_ns;           /* when it was first seen */
    uint64_t start_cpu, end_cpu; /* its CPU time then, and at its end */
    int destructor_rounds;       /* rounds of destructors so far */

    /* Its clock, see sampler.h. */
    enum gau_trace_clock clock;
    int fd;                  /* of the perf event; -1: none */
    int timer;               /* of its CPU clock, as the kernel numbers it; -1: none */
    bool no_sample_yet;      /* no sample since it was armed */
    unsigned countdown;      /* samples until the period is drawn again */
    uint64_t period_ns;      /* that ends with the next sample */
    uint64_t first_weight;   /* of its first sample, see sample_weight.h */
    int64_t ahead_ns;        /* how much more its samples weigh than the CPU time until the last */
    uint64_t last_cpu;       /* CPU time at the last sample, */
    uint64_t last_ns;        /* and gau_collection_clock() then */
    uint64_t handled_ns;     /* the same at the end of the last signal */
    uint64_t sample_took_ns; /* of the last sample, in the handler */
    uint64_t carried_ns;     /* weight of samples that were left out since, see signal_handler.c */
    uint64_t random;         /* state of the generator */
    bool unseen;             /* no clock was available */
    bool was_found; /* by the scan, though the collector is preloaded, and not registered since */
    unsigned clock_blocked; /* enum gau_clock_block: why it has no clock */
    unsigned leaving;       /* calls of exec() in progress */
    unsigned
        seen_blocked; /* signals of clocks that the program sees as blocked, see program_mask.h */

    /* Its samples: written by the signal handler, read by the writer thread. */
    struct gau_chunk *chunk; /* being filled */
    uint64_t samples, weight_ns, dropped, dropped_ns, truncated, frames_by_cfi,
        frames_by_frame_pointer, frames_by_stack_scan, handler_ns;

    /* Its name as the program gave it, under a lock. */
    uint32_t name_version, name_size;
    char name[GAU_THREAD_NAME_MAX];

    /* State of the writer thread for it. */
    bool described, has_ended;
    struct gau_chunk *seen_chunk;
    uint64_t round; /* of the last scan that listed it */
    uint32_t written_version;
    enum gau_trace_clock written_clock;
    uint64_t written_samples, written_calls;

    char *stack; /* an alternate one, see alternate_stack.h; NULL if out of memory */
    bool has_stack, had_small_stack; /* the kernel uses it; the program's own was too small */

    uint64_t calls; /* of ITT */
    struct gau_thread_tasks *tasks;
    struct gau_unwind_state *unwind;
};

extern _Thread_local struct gau_thread *gau_thread_own
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Threads that are being registered, or have ended, point here. */
extern struct gau_thread gau_thread_none __attribute__((visibility("hidden")));

/* The block of the calling thread; NULL if it has none. */
static inline struct gau_thread *gau_threads_own(void)
{
    return gau_thread_own == &gau_thread_none ? NULL : gau_thread_own;
}

/* The same for signal handlers. A thread that was found by the scan finds its block by its number.
 */
struct gau_thread *gau_threads_find_self(void);

/* Names the thread, for reports. */
void gau_threads_name(struct gau_thread *thread, const char *name, size_t size);

/* The first of all blocks, in any state. */
struct gau_thread *gau_threads_first(void);

/* The CPU time of a thread of this process, in ns; 0 if it has ended. */
uint64_t gau_threads_cpu(pid_t tid);

/* True if only @p writer is left: the main thread may end before others. @p status is the exit
 * status of the main thread. Newer kernels use that of the last thread, which is not known. */
bool gau_threads_only_writer_left(pid_t writer, int *status);

/* The signal of the calling thread's clock; 0 if it has none. */
int gau_threads_own_signal(void);

/* True if threads may have changed since the last scan; cheap. */
bool gau_threads_have_changed(void);

/* Number of threads that could not be sampled, because memory ran out or no clock was available. */
uint64_t gau_threads_unseen(void);
void gau_threads_count_unseen(void);

/* Opens the folder in which threads are listed, if it is not open. False if there is none. */
bool gau_threads_open_folder(void);

/* Calls @p visit for each thread that is listed. False if the folder cannot be read. */
bool gau_threads_list(void (*visit)(pid_t tid, void *user), void *user);

/* True if there is no such thread. */
bool gau_threads_has_ended(pid_t tid);

/* --- with the lock held ------------------------------------------------------------------- */

static inline uint32_t gau_threads_state(const struct gau_thread *thread)
{
    return __atomic_load_n(&thread->state, __ATOMIC_ACQUIRE);
}

static inline void gau_threads_set_state(struct gau_thread *thread, enum gau_thread_state state)
{
    __atomic_store_n(&thread->state, (uint32_t)state, __ATOMIC_RELEASE);
}

/* The thread of that number in that state; NULL if there is none. */
struct gau_thread *gau_threads_find(pid_t tid, enum gau_thread_state state);

/* A new live thread, which has registered itself or was found by the scan; NULL if out of memory.
 */
struct gau_thread *gau_threads_add(pid_t tid);
struct gau_thread *gau_threads_add_found(pid_t tid);

/* In the child after a fork: drops all threads but the own one, whose sums restart. True if there
 * were others. */
bool gau_threads_keep_own(void);

#endif
