/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include "thread_registry.h"

#include "alternate_stack.h"
#include "collector/base/collection_state.h"
#include "collector/base/signal_safe_lock.h"
#include "sampler.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_key_t key;
static bool main_ends; /* the main thread has announced its end; the kernel still lists it */

struct gau_thread *gau_thread_registry_register(void)
{
    const pid_t tid = (pid_t)syscall(SYS_gettid);
    struct gau_thread *thread;

    if (!gau_collection_running())
        return NULL;
    gau_lock_take(GAU_LOCK_THREADS);
    gau_thread_own = &gau_thread_none;
    thread = gau_threads_find(tid, GAU_THREAD_LIVE);
    if (thread)
        thread->was_found = false;
    else
        thread = gau_threads_add(tid);
    gau_thread_own = thread;
    if (thread)
        gau_altstack_give(thread);
    if (thread)
        gau_sampler_arm(thread);
    gau_lock_release(GAU_LOCK_THREADS);
    if (thread)
        pthread_setspecific(key, thread);
    return thread;
}

/* --- ends ---------------------------------------------------------------------------------- */

/* Samples remain, for the writer thread. */
static void finish_thread(struct gau_thread *thread)
{
    gau_sampler_disarm(thread);
    gau_thread_tasks_close(thread->tasks);
    gau_threads_set_state(thread, GAU_THREAD_ENDED);
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
    main_ends |= thread->tid == getpid();
    gau_sampler_disarm(thread);
    gau_thread_own = &gau_thread_none;
    thread->end_cpu = gau_threads_cpu(thread->tid);
    if (gau_altstack_take(thread))
        finish_thread(thread);
    gau_lock_release(GAU_LOCK_THREADS);
}

void gau_thread_registry_close_own(void)
{
    if (gau_threads_own())
        gau_thread_tasks_close(gau_threads_own()->tasks);
}

bool gau_thread_registry_open(void)
{
    gau_threads_open_folder(); /* before the program opens files */
    return pthread_key_create(&key, thread_ends) == 0;
}

/* --- the scan ------------------------------------------------------------------------------ */

/* The kernel still lists threads that have announced their end. */
static struct gau_thread *find_or_add(pid_t tid)
{
    struct gau_thread *thread = gau_threads_find(tid, GAU_THREAD_LIVE);

    if (!thread && !gau_threads_find(tid, GAU_THREAD_ENDED) &&
        (thread = gau_threads_add_found(tid)))
        gau_sampler_arm(thread);
    return thread;
}

struct scan {
    pid_t skip;
    uint64_t round;
};

static uint64_t rounds;

static void meet(pid_t tid, void *user)
{
    const struct scan *const scan = user;
    const bool is_over = tid == scan->skip || (tid == getpid() && main_ends);
    struct gau_thread *const thread = is_over ? NULL : find_or_add(tid);

    if (!thread)
        return;
    gau_sampler_check(thread);
    thread->round = scan->round;
}

void gau_thread_registry_scan(pid_t skip)
{
    struct scan scan = {.skip = skip};

    gau_lock_take(GAU_LOCK_THREADS);
    scan.round = ++rounds;
    if (gau_threads_list(meet, &scan))
        for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
            if (gau_threads_state(thread) == GAU_THREAD_LIVE && thread->round != scan.round &&
                gau_threads_has_ended(thread->tid))
                finish_thread(thread);
    gau_lock_release(GAU_LOCK_THREADS);
}

/* --- fork ---------------------------------------------------------------------------------- */

bool gau_thread_registry_restart(void)
{
    main_ends = false;
    gau_altstack_restart(gau_threads_own());
    for (struct gau_thread *thread = gau_threads_first(); thread; thread = thread->next)
        gau_sampler_forget(thread);
    return gau_threads_keep_own();
}
