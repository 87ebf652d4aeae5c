/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_DEFAULT, MAP_ANONYMOUS */
#include "collector_lifecycle.h"

#include "collector/base/collection_state.h"
#include "collector/base/config.h"
#include "collector/base/sample_buffers.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/modules/modules.h"
#include "collector/modules/reader_guard.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"
#include "collector/sampling/thread_registry.h"
#include "collector/tasks/task_types.h"
#include "collector/writer/trace_output.h"
#include "collector/writer/writer_thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
    struct gau_collector_config config;
    bool has_tsan, is_single; /* the program has ThreadSanitizer's runtime; the process may have no
                                 other threads */
} collection;

static struct gau_collection_state *const state = &gau_collection_state;

/* --- fork ---------------------------------------------------------------------------------- */

static void lock_all(void)
{
    if (gau_collection_is_foreign())
        return;
    if (gau_collection_running())
        gau_thread_registry_self();
    gau_lock_take_all();
}

static void unlock_all(void)
{
    if (gau_lock_is_own(GAU_LOCK_LIFECYCLE))
        gau_lock_release_all();
}

bool gau_collector_forks_alone(void)
{
    return collection.has_tsan;
}

/* ThreadSanitizer's runtime allows no thread in the child of a process that had several. */
static void start_in_child(bool had_others)
{
    collection.is_single |= collection.has_tsan && had_others;
    if (!gau_trace_output_open(&collection.config) ||
        (!collection.is_single && gau_writer_start() != 0)) {
        state->phase = GAU_COLLECTION_ENDED;
        gau_collection_count_unrecorded();
    } else
        gau_sampler_start();
}

/* Open tasks go on in the child; totals so far are the parent's. */
static void go_on_in_child(void)
{
    bool had_others;

    gau_sample_buffers_reset();
    gau_trace_output_forget();
    gau_writer_forget();
    had_others = gau_thread_registry_restart();
    if (had_others)
        gau_loaded_modules_doubt();
    gau_reader_guard_reset();
    gau_signal_handler_restart();
    gau_thread_tasks_process_restart();
    state->follows_fork = true;
    collection.config.resume_after_ns = 0;
    if (collection.config.follow)
        start_in_child(had_others);
    else
        state->phase = GAU_COLLECTION_ENDED;
}

/* The child of a foreign process with our memory has locks that no thread will release. */
static void in_child(void)
{
    if (!gau_lock_is_own(GAU_LOCK_LIFECYCLE)) {
        state->phase = GAU_COLLECTION_ENDED;
        return;
    }
    state->pid = getpid();
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
    else if (state->preloaded)
        unsetenv("LD_PRELOAD");
    unsetenv("INTEL_LIBITTNOTIFY64");
}

static bool open_all(void)
{
    if (!gau_sample_buffers_open(collection.config.buffer) || !gau_thread_registry_open())
        return false;
    state->unrecorded = mmap(NULL, sizeof *state->unrecorded, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state->unrecorded == MAP_FAILED)
        state->unrecorded = NULL;
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

static bool begin_collection(void)
{
    if (getauxval(AT_SECURE) || state->pid == 0)
        return false;
    if (is_in_valgrind()) {
        gau_collector_config_complain("valgrind runs the program: nothing is recorded");
        return false;
    }
    gau_collector_config_read(&collection.config);
    if (!collection.config.follow)
        leave_children_alone();
    if (collection.config.paused)
        gau_collection_stop_time();
    if (!open_all() || !gau_trace_output_open(&collection.config) || gau_writer_start() != 0) {
        gau_collector_config_complain(
            "out of memory, or no thread could be started: nothing is recorded");
        return false;
    }
    state->phase = GAU_COLLECTION_RUNNING;
    gau_thread_registry_self();
    return true;
}

bool gau_collector_begin(void)
{
    if (state->phase < GAU_COLLECTION_RUNNING) {
        gau_lock_take(GAU_LOCK_LIFECYCLE);
        if (state->phase == GAU_COLLECTION_NOT_YET) {
            state->phase = GAU_COLLECTION_BEGINNING;
            if (!begin_collection())
                state->phase = GAU_COLLECTION_ENDED;
        }
        gau_lock_release(GAU_LOCK_LIFECYCLE);
    }
    return gau_collection_running();
}

void gau_collector_end(void)
{
    if (gau_collection_is_foreign())
        return;
    gau_lock_take(GAU_LOCK_LIFECYCLE);
    if (gau_collection_running()) {
        state->phase = GAU_COLLECTION_ENDED;
        gau_sampler_stop();
        gau_thread_registry_close_own();
        gau_trace_output_finish();
        gau_writer_stop();
    }
    gau_lock_release(GAU_LOCK_LIFECYCLE);
}

void gau_collector_before_exec(void)
{
    if (!gau_collection_is_foreign() && gau_collection_running()) {
        gau_sampler_leave_own(true);
        gau_trace_output_flush();
    }
    gau_signal_handler_step_aside();
}

void gau_collector_after_exec(void)
{
    const int error = errno;

    gau_signal_handler_come_back();
    if (!gau_collection_is_foreign() && gau_collection_running())
        gau_sampler_leave_own(false);
    errno = error;
}

void gau_collector_load(void)
{
    gau_lock_open();
    if (pthread_atfork(lock_all, unlock_all, in_child) == 0)
        state->pid = getpid();
    collection.has_tsan = dlsym(RTLD_DEFAULT, "__tsan_init") != NULL;
}
