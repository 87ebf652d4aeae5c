/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "threads.h"

#include "collector/base/clock_now.h"
#include "collector/base/collection_state.h"
#include "collector/base/mmap_arena.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/unwind/unwind.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

_Thread_local struct gau_thread *gau_thread_own;
struct gau_thread gau_thread_none;

static struct gau_thread *_Atomic first;
static uint32_t last_id;
static atomic_ulong unseen;
static atomic_bool
    any_found; /* threads that may share a thread pointer and so our thread-local one */

struct gau_thread *gau_threads_first(void)
{
    return atomic_load_explicit(&first, memory_order_acquire);
}

uint64_t gau_threads_unseen(void)
{
    return atomic_load(&unseen);
}

void gau_threads_count_unseen(void)
{
    atomic_fetch_add(&unseen, 1);
}

/* The number of a thread's CPU clock, as the kernel composes it. */
uint64_t gau_threads_cpu(pid_t tid)
{
    return gau_now((clockid_t)(~(unsigned)tid << 3 | 6u));
}

/* --- blocks -------------------------------------------------------------------------------- */

/* Each thread and each run draws other numbers. */
static uint64_t seed_of(pid_t tid)
{
    const void *const bytes = (const void *)getauxval(AT_RANDOM); /* not aligned */
    uint64_t random = 0, seed;

    if (bytes)
        memcpy(&random, bytes, sizeof random);
    seed = gau_collection_clock() ^ (uint64_t)tid * 0x9e3779b97f4a7c15u ^ random;
    return seed ? seed : 1;
}

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

/* An alternate one, with a guard page below. */
static char *map_stack(void)
{
    const size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    char *const memory = gau_mmap_arena_map(guard + GAU_THREAD_STACK_SIZE);

    if (!memory)
        return NULL;
    mprotect(memory, guard, PROT_NONE);
    return memory + guard;
}

static struct gau_thread *map_block(void)
{
    const size_t tasks = rounded(sizeof(struct gau_thread));
    const size_t unwind = tasks + rounded(gau_thread_tasks_size());
    char *const memory = gau_mmap_arena_map(unwind + gau_unwind_state_size());
    struct gau_thread *const thread = (struct gau_thread *)(void *)memory;

    if (!memory)
        return NULL;
    thread->tasks = (struct gau_thread_tasks *)(void *)(memory + tasks);
    thread->unwind = (struct gau_unwind_state *)(void *)(memory + unwind);
    thread->stack = map_stack();
    thread->next = gau_threads_first();
    atomic_store_explicit(&first, thread, memory_order_release);
    return thread;
}

static struct gau_thread *take_block(void)
{
    struct gau_thread *thread = gau_threads_first();

    while (thread && gau_threads_state(thread) != GAU_THREAD_FREE)
        thread = thread->next;
    return thread ? thread : map_block();
}

/* Clears a block for its next use, except what stays. */
static void clear(struct gau_thread *thread)
{
    struct gau_thread blank = {
        .next = thread->next,
        .tasks = thread->tasks,
        .unwind = thread->unwind,
        .stack = thread->stack,
        .fd = -1,
        .timer = -1,
    };

    *thread = blank;
}

/* Starts the use of a cleared block. */
static void begin_thread(struct gau_thread *thread, pid_t tid)
{
    thread->id = ++last_id;
    thread->tid = tid;
    gau_thread_tasks_set_number(thread->tasks, thread->id);
    thread->random = seed_of(tid);
    thread->start_ns = gau_collection_clock();
    thread->start_cpu = gau_threads_cpu(tid);
    gau_threads_set_state(thread, GAU_THREAD_LIVE);
}

struct gau_thread *gau_threads_add(pid_t tid)
{
    struct gau_thread *const thread = take_block();

    if (!thread) {
        gau_threads_count_unseen();
        return NULL;
    }
    clear(thread);
    begin_thread(thread, tid);
    return thread;
}

struct gau_thread *gau_threads_add_found(pid_t tid)
{
    struct gau_thread *const thread = gau_threads_add(tid);

    if (!thread)
        return NULL;
    thread->was_found = gau_collection_preloaded();
    atomic_store(&any_found, true);
    return thread;
}

struct gau_thread *gau_threads_find(pid_t tid, enum gau_thread_state state)
{
    struct gau_thread *thread = gau_threads_first();

    while (thread && (thread->tid != tid || gau_threads_state(thread) != state))
        thread = thread->next;
    return thread;
}

struct gau_thread *gau_threads_find_self(void)
{
    struct gau_thread *const thread = gau_thread_own;
    pid_t tid;

    if (thread == &gau_thread_none)
        return NULL;
    if (thread && !atomic_load_explicit(&any_found, memory_order_relaxed))
        return thread;
    tid = (pid_t)syscall(SYS_gettid);
    return thread && thread->tid == tid ? thread : gau_threads_find(tid, GAU_THREAD_LIVE);
}

void gau_threads_name(struct gau_thread *thread, const char *name, size_t size)
{
    if (size > sizeof thread->name)
        size = sizeof thread->name;
    gau_lock_take(GAU_LOCK_THREADS);
    memcpy(thread->name, name, size);
    thread->name_size = (uint32_t)size;
    thread->name_version++;
    gau_lock_release(GAU_LOCK_THREADS);
}

int gau_threads_own_signal(void)
{
    const struct gau_thread *const thread = gau_threads_own();

    if (!thread)
        return 0;
    switch (thread->clock) {
    case GAU_TRACE_CLOCK_PERF_TRAP: return SIGTRAP;
    case GAU_TRACE_CLOCK_PERF_SIGNAL:
    case GAU_TRACE_CLOCK_TIMER: return SIGPROF;
    case GAU_TRACE_CLOCK_NONE: break;
    }
    return 0;
}

/* --- fork ---------------------------------------------------------------------------------- */

bool gau_threads_keep_own(void)
{
    bool others = false;
    struct gau_thread *const self = gau_threads_own();
    struct gau_thread before;

    last_id = 0;
    atomic_store(&unseen, 0);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        if (thread != self) {
            others |= gau_threads_state(thread) == GAU_THREAD_LIVE;
            gau_thread_tasks_clear(thread->tasks);
            clear(thread);
        }
    if (!self)
        return others;
    before = *self;
    clear(self);
    self->clock_blocked = before.clock_blocked;
    self->seen_blocked = before.seen_blocked;
    self->has_stack = before.has_stack;
    self->had_small_stack = before.had_small_stack;
    self->leaving = before.leaving;
    gau_thread_tasks_restart(self->tasks);
    begin_thread(self, (pid_t)syscall(SYS_gettid));
    return others;
}
