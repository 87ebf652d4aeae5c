/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "life.h"

#include "config.h"
#include "drain.h"
#include "modules.h"
#include "pool.h"
#include "preload.h"
#include "readers.h"
#include "real.h"
#include "sampler.h"
#include "task_types.h"
#include "threads.h"

#include "itt/itt_abi.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

enum state { NOT_YET, RUNNING, ENDED };

static struct {
    pthread_once_t once;
    pthread_mutex_t lock; /* of pauses */
    atomic_int state;
    _Atomic pid_t pid; /* of the process that runs; in the child of vfork() it is another */
    struct gau_config config;
    atomic_bool preloaded;
    bool follows_fork;
    atomic_ulong inits;
    _Atomic uint64_t frozen; /* what gau_life_now() says while paused; 0: not paused */
    _Atomic uint64_t behind; /* how far that clock is behind, not being paused */
    bool detached;
} life = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

uint64_t gau_life_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t gau_life_now(void)
{
    const uint64_t frozen = atomic_load_explicit(&life.frozen, memory_order_acquire);

    if (frozen)
        return frozen;
    return gau_life_clock() - atomic_load_explicit(&life.behind, memory_order_relaxed);
}

bool gau_life_paused(void)
{
    return atomic_load_explicit(&life.frozen, memory_order_relaxed) != 0;
}

bool gau_life_running(void)
{
    return atomic_load_explicit(&life.state, memory_order_acquire) == RUNNING;
}

bool gau_life_preloaded(void)
{
    return life.preloaded;
}

bool gau_life_follows_fork(void)
{
    return life.follows_fork;
}

void gau_life_count_init(void)
{
    atomic_fetch_add(&life.inits, 1);
}

uint64_t gau_life_inits(void)
{
    return atomic_load(&life.inits);
}

/* --- pauses -------------------------------------------------------------------------------- */

static void freeze(void)
{
    life.frozen = gau_life_clock() - life.behind;
}

static void thaw(void)
{
    life.behind = gau_life_clock() - life.frozen;
    atomic_store_explicit(&life.frozen, 0, memory_order_release);
}

void gau_life_pause(void)
{
    if (!gau_life_running())
        return;
    pthread_mutex_lock(&life.lock);
    if (!gau_life_paused()) {
        freeze();
        gau_sampler_stop();
        gau_drain_pause(gau_life_clock(), true);
    }
    pthread_mutex_unlock(&life.lock);
}

void gau_life_resume(void)
{
    if (!gau_life_running())
        return;
    pthread_mutex_lock(&life.lock);
    if (gau_life_paused() && !life.detached) {
        gau_drain_pause(gau_life_clock(), false);
        thaw();
        gau_sampler_start();
    }
    pthread_mutex_unlock(&life.lock);
}

void gau_life_detach(void)
{
    gau_life_pause();
    life.detached = true;
}

/* --- fork ---------------------------------------------------------------------------------- */

static void lock_all(void)
{
    pthread_mutex_lock(&life.lock);
    gau_drain_lock();
    gau_threads_lock();
    gau_task_types_lock();
    gau_modules_lock();
}

static void unlock_all(void)
{
    gau_modules_unlock();
    gau_task_types_unlock();
    gau_threads_unlock();
    gau_drain_unlock();
    pthread_mutex_unlock(&life.lock);
}

static void start_in_child(void)
{
    if (gau_drain_start(&life.config) != 0)
        life.state = ENDED;
    else
        gau_sampler_start();
}

/* What is open goes on in the child; what was counted is the parent's. */
static void in_child(void)
{
    const bool goes_on = life.state == RUNNING && life.config.follow;

    gau_pool_reset();
    gau_drain_forget();
    gau_threads_restart();
    gau_readers_reset();
    gau_tasks_process_restart();
    life.pid = getpid();
    life.follows_fork = true;
    life.config.resume_after_ns = 0;
    if (!goes_on)
        life.state = ENDED;
    unlock_all();
    if (goes_on)
        start_in_child();
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
    if (!gau_pool_open(life.config.buffer) || !gau_threads_open())
        return false;
    gau_modules_scan();
    gau_sampler_open(&life.config);
    return pthread_atfork(lock_all, unlock_all, in_child) == 0;
}

static void begin(void)
{
    if (getauxval(AT_SECURE))
        return;
    gau_config_read(&life.config);
    if (!life.config.follow)
        leave_children_alone();
    life.pid = getpid();
    if (life.config.paused)
        freeze();
    if (!open_all() || gau_drain_start(&life.config) != 0) {
        gau_config_complain("no memory, or no thread to be had: nothing is recorded");
        return;
    }
    life.state = RUNNING;
    if (life.preloaded)
        gau_preload_unblock();
    gau_threads_self();
}

bool gau_life_begin(void)
{
    pthread_once(&life.once, begin);
    return gau_life_running();
}

void gau_life_end(void)
{
    int running = RUNNING;

    if (life.pid != getpid() || !atomic_compare_exchange_strong(&life.state, &running, ENDED))
        return;
    gau_sampler_stop();
    gau_threads_close_own();
    gau_drain_finish();
}

/* In the child of vfork() the thread is another, without a clock. */
void gau_life_before_exec(void)
{
    if (life.pid != getpid() || !gau_life_running())
        return;
    gau_threads_disarm_own();
    gau_drain_all();
}

void gau_life_after_exec(void)
{
    const int error = errno;

    if (life.pid == getpid() && gau_life_running())
        gau_threads_arm_own();
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
        gau_real()->dlclose(program);
    return is_ours;
}

/* A preloaded collector begins before the program does. */
__attribute__((constructor)) static void load(void)
{
    life.preloaded = is_preloaded();
    if (life.preloaded)
        gau_life_begin();
}

/* Later than functions of atexit() and than the destructors of the program: these still call. */
__attribute__((destructor)) static void unload(void)
{
    gau_life_end();
}
