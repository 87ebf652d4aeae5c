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
    _Atomic pid_t pid; /* of the process whose life it is */
    struct gau_collector_config config;
    atomic_bool preloaded;
    bool follows_fork;
    bool has_tsan, is_single; /* by ThreadSanitizer; it may have no other threads */
    atomic_ulong inits;
    atomic_ulong *silent;    /* children that are not recorded; they have the same memory */
    _Atomic uint64_t frozen; /* what gau_collection_time() says while paused; 0: not paused */
    _Atomic uint64_t behind; /* how far that clock is behind, not being paused */
    bool detached;
} life;

uint64_t gau_collection_clock(void)
{
    return gau_now(CLOCK_MONOTONIC);
}

uint64_t gau_collection_time(void)
{
    const uint64_t frozen = atomic_load_explicit(&life.frozen, memory_order_acquire);

    if (frozen)
        return frozen;
    return gau_collection_clock() - atomic_load_explicit(&life.behind, memory_order_relaxed);
}

bool gau_collection_paused(void)
{
    return atomic_load_explicit(&life.frozen, memory_order_relaxed) != 0;
}

bool gau_collection_running(void)
{
    return atomic_load_explicit(&life.state, memory_order_acquire) == RUNNING;
}

bool gau_collection_is_foreign(void)
{
    return life.pid != getpid();
}

bool gau_collection_preloaded(void)
{
    return life.preloaded;
}

bool gau_collection_follows_fork(void)
{
    return life.follows_fork;
}

void gau_collection_count_silent(void)
{
    if (life.silent && life.follows_fork)
        atomic_fetch_add(life.silent, 1);
}

uint64_t gau_collection_silent_children(void)
{
    return life.silent && !life.follows_fork ? atomic_load(life.silent) : 0;
}

void gau_collection_count_init(void)
{
    atomic_fetch_add(&life.inits, 1);
}

uint64_t gau_collection_inits(void)
{
    return atomic_load(&life.inits);
}

/* --- pauses -------------------------------------------------------------------------------- */

static void freeze(void)
{
    life.frozen = gau_collection_clock() - life.behind;
}

static void thaw(void)
{
    life.behind = gau_collection_clock() - life.frozen;
    atomic_store_explicit(&life.frozen, 0, memory_order_release);
}

void gau_collection_pause(void)
{
    if (!gau_collection_running())
        return;
    gau_lock_take(GAU_LOCK_LIFE);
    if (!gau_collection_paused()) {
        freeze();
        gau_sampler_stop();
        gau_drain_pause(gau_collection_clock(), true);
    }
    gau_lock_release(GAU_LOCK_LIFE);
}

void gau_collection_resume(void)
{
    if (!gau_collection_running())
        return;
    gau_lock_take(GAU_LOCK_LIFE);
    if (gau_collection_paused() && !life.detached) {
        gau_drain_pause(gau_collection_clock(), false);
        thaw();
        gau_sampler_start();
    }
    gau_lock_release(GAU_LOCK_LIFE);
}

void gau_collection_detach(void)
{
    gau_lock_take(GAU_LOCK_LIFE);
    gau_collection_pause();
    life.detached = true;
    gau_lock_release(GAU_LOCK_LIFE);
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
    if (gau_lock_is_own(GAU_LOCK_LIFE))
        gau_lock_release_all();
}

bool gau_collection_forks_alone(void)
{
    return life.has_tsan;
}

/* The runtime of ThreadSanitizer allows no thread in children of what had several. */
static void start_in_child(bool had_others)
{
    life.is_single |= life.has_tsan && had_others;
    if (!gau_drain_open(&life.config) || (!life.is_single && gau_writer_start() != 0)) {
        life.state = ENDED;
        gau_collection_count_silent();
    } else
        gau_sampler_start();
}

/* What is open goes on in the child; what was counted is the parent's. */
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
    life.follows_fork = true;
    life.config.resume_after_ns = 0;
    if (life.config.follow)
        start_in_child(had_others);
    else
        life.state = ENDED;
}

/* The child of one that was not ours, but had our memory, has locks that nobody gives back. */
static void in_child(void)
{
    if (!gau_lock_is_own(GAU_LOCK_LIFE)) {
        life.state = ENDED;
        return;
    }
    life.pid = getpid();
    if (gau_collection_running())
        go_on_in_child();
    unlock_all();
}

/* --- begin and end ------------------------------------------------------------------------- */

/* Children do not load the collector. It comes first of what is preloaded. */
static void leave_children_alone(void)
{
    const char *const preload = secure_getenv("LD_PRELOAD");
    const char *const others = preload ? strpbrk(preload, ": ") : NULL;

    if (others)
        setenv("LD_PRELOAD", others + 1, 1);
    else if (life.preloaded)
        unsetenv("LD_PRELOAD");
    unsetenv("INTEL_LIBITTNOTIFY64");
}

static bool open_all(void)
{
    if (!gau_sample_buffers_open(life.config.buffer) || !gau_threads_open())
        return false;
    life.silent =
        mmap(NULL, sizeof *life.silent, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (life.silent == MAP_FAILED)
        life.silent = NULL;
    gau_loaded_modules_scan();
    gau_sampler_open(&life.config);
    return true;
}

/* It preloads a part of itself, cannot bear signals of perf events, and would find fault with how
 * stacks are read. */
static bool is_in_valgrind(void)
{
    const char *const preload = secure_getenv("LD_PRELOAD");

    return preload && strstr(preload, "/vgpreload_");
}

static bool begin(void)
{
    if (getauxval(AT_SECURE) || life.pid == 0)
        return false;
    if (is_in_valgrind()) {
        gau_collector_config_complain("valgrind runs the program: nothing is recorded");
        return false;
    }
    gau_collector_config_read(&life.config);
    if (!life.config.follow)
        leave_children_alone();
    if (life.config.paused)
        freeze();
    if (!open_all() || !gau_drain_open(&life.config) || gau_writer_start() != 0) {
        gau_collector_config_complain("no memory, or no thread to be had: nothing is recorded");
        return false;
    }
    life.state = RUNNING;
    gau_threads_self();
    return true;
}

bool gau_collection_begin(void)
{
    bool begun = false;

    if (life.state < RUNNING) {
        gau_lock_take(GAU_LOCK_LIFE);
        if (life.state == NOT_YET) {
            life.state = BEGINNING;
            begun = begin();
            if (!begun)
                life.state = ENDED;
        }
        gau_lock_release(GAU_LOCK_LIFE);
    }
    if (begun && life.preloaded)
        gau_preload_unblock();
    return gau_collection_running();
}

void gau_collection_end(void)
{
    if (gau_collection_is_foreign())
        return;
    gau_lock_take(GAU_LOCK_LIFE);
    if (gau_collection_running()) {
        life.state = ENDED;
        gau_sampler_stop();
        gau_threads_close_own();
        gau_drain_finish();
    }
    gau_lock_release(GAU_LOCK_LIFE);
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

/* Whether the names of the collector are those that the program finds. */
static bool is_preloaded(void)
{
    void *const program = dlopen(NULL, RTLD_LAZY);
    void *const init = program ? dlsym(program, GAU_ITT_INIT_NAME) : NULL;
    Dl_info own, found;
    const bool is_ours = init && dladdr(init, &found) && dladdr((void *)&life, &own) &&
                         own.dli_fbase == found.dli_fbase;

    if (program)
        gau_real_functions()->dlclose(program);
    return is_ours;
}

/* A preloaded collector begins before the program does, whose errno is 0 then. */
__attribute__((constructor)) static void load(void)
{
    const int error = errno;

    gau_lock_open();
    if (pthread_atfork(lock_all, unlock_all, in_child) == 0)
        life.pid = getpid();
    life.preloaded = is_preloaded();
    life.has_tsan = dlsym(RTLD_DEFAULT, "__tsan_init") != NULL;
    if (life.preloaded)
        gau_collection_begin();
    errno = error;
}

/* Later than functions of atexit() and than the destructors of the program: these still call. */
__attribute__((destructor)) static void unload(void)
{
    gau_collection_end();
}
