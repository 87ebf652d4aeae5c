/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_DEFAULT, MAP_ANONYMOUS */
#include "lifecycle.h"

#include "collector/base/clock_now.h"
#include "collector/base/config.h"
#include "collector/base/real_functions.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/itt/task_types.h"
#include "collector/modules/modules.h"
#include "collector/sampling/sample_buffers.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"
#include "collector/threads/threads.h"
#include "collector/unwind/unwind.h"
#include "collector/writer/drain.h"
#include "collector/writer/writer_thread.h"

#include "itt/itt_abi.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum state { NOT_YET, BEGINNING, RUNNING, ENDED };

static struct {
    atomic_int state;
    _Atomic pid_t pid; /* of the process that the state belongs to */
    struct gau_collector_config config;
    atomic_bool preloaded;
    bool follows_fork;
    bool has_tsan, is_single; /* the program has ThreadSanitizer's runtime; the process may have no
                                 other threads */
    atomic_ulong inits;
    atomic_ulong *silent;       /* unrecorded children; in memory shared with them */
    _Atomic uint64_t paused_at; /* value of gau_collection_time() while paused; 0: not paused */
    _Atomic uint64_t pause_ns;  /* total time of pauses, while not paused */
    bool detached;
} collection;

uint64_t gau_collection_clock(void)
{
    return gau_now(CLOCK_MONOTONIC);
}

uint64_t gau_collection_time(void)
{
    const uint64_t paused_at = atomic_load_explicit(&collection.paused_at, memory_order_acquire);

    if (paused_at)
        return paused_at;
    return gau_collection_clock() -
           atomic_load_explicit(&collection.pause_ns, memory_order_relaxed);
}

bool gau_collection_paused(void)
{
    return atomic_load_explicit(&collection.paused_at, memory_order_relaxed) != 0;
}

bool gau_collection_running(void)
{
    return atomic_load_explicit(&collection.state, memory_order_acquire) == RUNNING;
}

bool gau_collection_is_foreign(void)
{
    return collection.pid != getpid();
}

bool gau_collection_preloaded(void)
{
    return collection.preloaded;
}

bool gau_collection_follows_fork(void)
{
    return collection.follows_fork;
}

void gau_collection_count_silent(void)
{
    if (collection.silent && collection.follows_fork)
        atomic_fetch_add(collection.silent, 1);
}

uint64_t gau_collection_silent_children(void)
{
    return collection.silent && !collection.follows_fork ? atomic_load(collection.silent) : 0;
}

void gau_collection_count_init(void)
{
    atomic_fetch_add(&collection.inits, 1);
}

uint64_t gau_collection_inits(void)
{
    return atomic_load(&collection.inits);
}

/* --- pauses -------------------------------------------------------------------------------- */

static void stop_time(void)
{
    collection.paused_at = gau_collection_clock() - collection.pause_ns;
}

static void resume_time(void)
{
    collection.pause_ns = gau_collection_clock() - collection.paused_at;
    atomic_store_explicit(&collection.paused_at, 0, memory_order_release);
}

void gau_collection_pause(void)
{
    if (!gau_collection_running())
        return;
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    if (!gau_collection_paused()) {
        stop_time();
        gau_sampler_stop();
        gau_drain_pause(gau_collection_clock(), true);
    }
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}

void gau_collection_resume(void)
{
    if (!gau_collection_running())
        return;
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    if (gau_collection_paused() && !collection.detached) {
        gau_drain_pause(gau_collection_clock(), false);
        resume_time();
        gau_sampler_start();
    }
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}

void gau_collection_detach(void)
{
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    gau_collection_pause();
    collection.detached = true;
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}

/* --- fork ---------------------------------------------------------------------------------- */

static void lock_all(void)
{
    if (gau_collection_is_foreign())
        return;
    if (gau_collection_running())
        gau_threads_self();
    gau_lock_take_all();
}

static void unlock_all(void)
{
    if (gau_lock_is_own(GAU_LOCK_LIFECYCLE))
        gau_lock_release_all();
}

bool gau_collection_forks_alone(void)
{
    return collection.has_tsan;
}

/* ThreadSanitizer's runtime allows no thread in the child of a process that had several. */
static void start_in_child(bool had_others)
{
    collection.is_single |= collection.has_tsan && had_others;
    if (!gau_drain_open(&collection.config) || (!collection.is_single && gau_writer_start() != 0)) {
        collection.state = ENDED;
        gau_collection_count_silent();
    } else
        gau_sampler_start();
}

/* Open tasks go on in the child; totals so far are the parent's. */
static void go_on_in_child(void)
{
    bool had_others;

    gau_sample_buffers_reset();
    gau_drain_forget();
    had_others = gau_threads_restart();
    if (had_others)
        gau_loaded_modules_doubt();
    gau_reader_guard_reset();
    gau_signal_handler_restart();
    gau_thread_tasks_process_restart();
    collection.follows_fork = true;
    collection.config.resume_after_ns = 0;
    if (collection.config.follow)
        start_in_child(had_others);
    else
        collection.state = ENDED;
}

/* The child of a foreign process with our memory has locks that no thread will release. */
static void in_child(void)
{
    if (!gau_lock_is_own(GAU_LOCK_LIFECYCLE)) {
        collection.state = ENDED;
        return;
    }
    collection.pid = getpid();
    if (gau_collection_running())
        go_on_in_child();
    unlock_all();
}

/* --- begin and end ------------------------------------------------------------------------- */

/* Keeps the collector from children. It is the first preloaded library. */
static void leave_children_alone(void)
{
    const char *const preload = secure_getenv("LD_PRELOAD");
    const char *const others = preload ? strpbrk(preload, ": ") : NULL;

    if (others)
        setenv("LD_PRELOAD", others + 1, 1);
    else if (collection.preloaded)
        unsetenv("LD_PRELOAD");
    unsetenv("INTEL_LIBITTNOTIFY64");
}

static bool open_all(void)
{
    if (!gau_sample_buffers_open(collection.config.buffer) || !gau_threads_open())
        return false;
    collection.silent = mmap(NULL, sizeof *collection.silent, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (collection.silent == MAP_FAILED)
        collection.silent = NULL;
    gau_loaded_modules_scan();
    gau_sampler_open(&collection.config);
    return true;
}

/* Valgrind preloads a library of its own, does not support signals of perf events, and would report
 * how stacks are read. */
static bool is_in_valgrind(void)
{
    const char *const preload = secure_getenv("LD_PRELOAD");

    return preload && strstr(preload, "/vgpreload_");
}

static bool begin(void)
{
    if (getauxval(AT_SECURE) || collection.pid == 0)
        return false;
    if (is_in_valgrind()) {
        gau_collector_config_complain("valgrind runs the program: nothing is recorded");
        return false;
    }
    gau_collector_config_read(&collection.config);
    if (!collection.config.follow)
        leave_children_alone();
    if (collection.config.paused)
        stop_time();
    if (!open_all() || !gau_drain_open(&collection.config) || gau_writer_start() != 0) {
        gau_collector_config_complain(
            "out of memory, or no thread could be started: nothing is recorded");
        return false;
    }
    collection.state = RUNNING;
    gau_threads_self();
    return true;
}

bool gau_collection_begin(void)
{
    bool begun = false;

    if (collection.state < RUNNING) {
        gau_lock_take(GAU_LOCK_LIFECYCLE);
        if (collection.state == NOT_YET) {
            collection.state = BEGINNING;
            begun = begin();
            if (!begun)
                collection.state = ENDED;
        }
        gau_lock_release(GAU_LOCK_LIFECYCLE);
    }
    if (begun && collection.preloaded)
        gau_preload_unblock();
    return gau_collection_running();
}

void gau_collection_end(void)
{
    if (gau_collection_is_foreign())
        return;
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    if (gau_collection_running()) {
        collection.state = ENDED;
        gau_sampler_stop();
        gau_threads_close_own();
        gau_drain_finish();
    }
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}

void gau_collection_before_exec(void)
{
    if (!gau_collection_is_foreign() && gau_collection_running()) {
        gau_threads_leave_own(true);
        gau_writer_flush();
    }
    gau_signal_handler_step_aside();
}

void gau_collection_after_exec(void)
{
    const int error = errno;

    gau_signal_handler_come_back();
    if (!gau_collection_is_foreign() && gau_collection_running())
        gau_threads_leave_own(false);
    errno = error;
}

/* True if the program's calls find the collector's symbols. */
static bool is_preloaded(void)
{
    void *const program = dlopen(NULL, RTLD_LAZY);
    void *const init = program ? dlsym(program, GAU_ITT_INIT_NAME) : NULL;
    Dl_info own, found;
    const bool is_ours = init && dladdr(init, &found) && dladdr((void *)&collection, &own) &&
                         own.dli_fbase == found.dli_fbase;

    if (program)
        gau_real_functions()->dlclose(program);
    return is_ours;
}

/* A preloaded collector begins before the program, which expects errno to be 0. */
__attribute__((constructor)) static void load(void)
{
    const int error = errno;

    gau_lock_open();
    if (pthread_atfork(lock_all, unlock_all, in_child) == 0)
        collection.pid = getpid();
    collection.preloaded = is_preloaded();
    collection.has_tsan = dlsym(RTLD_DEFAULT, "__tsan_init") != NULL;
    if (collection.preloaded)
        gau_collection_begin();
    errno = error;
}

/* Runs after functions of atexit() and destructors of the program, which may still call ITT. */
__attribute__((destructor)) static void unload(void)
{
    gau_collection_end();
}
