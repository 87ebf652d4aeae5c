/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "threads.h"

#include "collector/base/clock_now.h"
#include "collector/base/mmap_arena.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/lifecycle.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/sampler.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

_Thread_local struct gau_thread *gau_thread_own;
struct gau_thread gau_thread_none;

static pthread_key_t key;
static struct gau_thread *_Atomic first;
static uint32_t last_id;
bool gau_threads_main_ends;
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

static void set_state(struct gau_thread *thread, enum gau_thread_state state)
{
    __atomic_store_n(&thread->state, (uint32_t)state, __ATOMIC_RELEASE);
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
    const uint64_t *const random = (const uint64_t *)getauxval(AT_RANDOM);
    uint64_t seed = gau_collection_clock() ^ (uint64_t)tid * 0x9e3779b97f4a7c15u;

    if (random)
        seed ^= *random;
    return seed ? seed : 1;
}

static size_t rounded(size_t size)
{
    return (size + 63) & ~(size_t)63;
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
    thread->stack = gau_altstack_map();
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
static void begin(struct gau_thread *thread, pid_t tid)
{
    thread->id = ++last_id;
    thread->tid = tid;
    thread->random = seed_of(tid);
    thread->start_ns = gau_collection_clock();
    thread->start_cpu = gau_threads_cpu(tid);
    set_state(thread, GAU_THREAD_LIVE);
}

static struct gau_thread *add(pid_t tid)
{
    struct gau_thread *const thread = take_block();

    if (!thread) {
        atomic_fetch_add(&unseen, 1);
        return NULL;
    }
    clear(thread);
    begin(thread, tid);
    return thread;
}

void gau_threads_arm(struct gau_thread *thread)
{
    if (gau_sampler_arm(thread) || thread->unseen || gau_threads_has_ended(thread->tid))
        return;
    thread->unseen = true;
    atomic_fetch_add(&unseen, 1);
}

static struct gau_thread *find(pid_t tid, enum gau_thread_state state)
{
    struct gau_thread *thread = gau_threads_first();

    while (thread && (thread->tid != tid || gau_threads_state(thread) != state))
        thread = thread->next;
    return thread;
}

/* The kernel still lists threads that have announced their end. */
struct gau_thread *gau_threads_find_or_add(pid_t tid)
{
    struct gau_thread *thread = find(tid, GAU_THREAD_LIVE);

    if (!thread && !find(tid, GAU_THREAD_ENDED) && (thread = add(tid))) {
        thread->was_found = gau_collection_preloaded();
        atomic_store(&any_found, true);
        gau_threads_arm(thread);
    }
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
    return thread && thread->tid == tid ? thread : find(tid, GAU_THREAD_LIVE);
}

struct gau_thread *gau_threads_register(void)
{
    const pid_t tid = (pid_t)syscall(SYS_gettid);
    struct gau_thread *thread;

    if (!gau_collection_running())
        return NULL;
    gau_lock_take(GAU_LOCK_THREADS);
    gau_thread_own = &gau_thread_none;
    thread = find(tid, GAU_THREAD_LIVE);
    if (thread)
        thread->was_found = false;
    else
        thread = add(tid);
    gau_thread_own = thread;
    if (thread)
        gau_altstack_give(thread);
    if (thread)
        gau_threads_arm(thread);
    gau_lock_release(GAU_LOCK_THREADS);
    if (thread)
        pthread_setspecific(key, thread);
    return thread;
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

/* --- ends ---------------------------------------------------------------------------------- */

/* Samples remain, for the writer thread. */
void gau_threads_finish(struct gau_thread *thread)
{
    gau_sampler_disarm(thread);
    gau_thread_tasks_close(thread->tasks);
    set_state(thread, GAU_THREAD_ENDED);
}

/*
 * Called in a late round, since destructors of other keys may still end tasks. Of the four rounds,
 * the last belongs to sanitizers.
 */
static void thread_ends(void *data)
{
    struct gau_thread *const thread = data;

    if (!gau_collection_running())
        return;
    if (++thread->destructor_rounds < 3) {
        pthread_setspecific(key, thread);
        return;
    }
    gau_lock_take(GAU_LOCK_THREADS);
    gau_threads_main_ends |= thread->tid == getpid();
    gau_sampler_disarm(thread);
    gau_thread_own = &gau_thread_none;
    thread->end_cpu = gau_threads_cpu(thread->tid);
    if (gau_altstack_take(thread))
        gau_threads_finish(thread);
    gau_lock_release(GAU_LOCK_THREADS);
}

static struct gau_thread *own(void)
{
    return gau_thread_own == &gau_thread_none ? NULL : gau_thread_own;
}

void gau_threads_close_own(void)
{
    if (own())
        gau_thread_tasks_close(own()->tasks);
}

void gau_threads_leave_own(bool leaves)
{
    struct gau_thread *thread;

    gau_lock_take(GAU_LOCK_THREADS);
    thread = gau_threads_find_self();
    if (thread && leaves) {
        thread->leaving++;
        gau_sampler_disarm(thread);
    } else if (thread && thread->leaving > 0) {
        thread->leaving--;
        gau_threads_arm(thread);
    }
    gau_lock_release(GAU_LOCK_THREADS);
}

void gau_threads_block_own_clock(enum gau_clock_block reason, bool clock_blocked)
{
    struct gau_thread *const thread = own();

    if (!thread || ((thread->clock_blocked & reason) != 0) == clock_blocked)
        return;
    gau_lock_take(GAU_LOCK_THREADS);
    thread->clock_blocked =
        clock_blocked ? thread->clock_blocked | reason : thread->clock_blocked & ~(unsigned)reason;
    if (thread->clock_blocked)
        gau_sampler_disarm(thread);
    else
        gau_threads_arm(thread);
    gau_lock_release(GAU_LOCK_THREADS);
}

int gau_threads_own_signal(void)
{
    const struct gau_thread *const thread = own();

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

bool gau_threads_open(void)
{
    gau_threads_open_folder(); /* before the program opens files */
    return pthread_key_create(&key, thread_ends) == 0;
}

/* --- fork ---------------------------------------------------------------------------------- */

bool gau_threads_restart(void)
{
    bool others = false;
    struct gau_thread *const self = own();
    struct gau_thread before;

    last_id = 0;
    gau_threads_main_ends = false;
    atomic_store(&unseen, 0);
    gau_altstack_restart(self);
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next) {
        gau_sampler_forget(thread);
        if (thread != self) {
            others |= gau_threads_state(thread) == GAU_THREAD_LIVE;
            gau_thread_tasks_clear(thread->tasks);
            clear(thread);
        }
    }
    if (!self)
        return others;
    before = *self;
    clear(self);
    self->clock_blocked = before.clock_blocked;
    self->seen_blocked = before.seen_blocked;
    self->has_stack = before.has_stack;
    self->was_cramped = before.was_cramped;
    self->leaving = before.leaving;
    gau_thread_tasks_restart(self->tasks);
    begin(self, (pid_t)syscall(SYS_gettid));
    return others;
}
