/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "collector_stubs.h"

#include "collector/base/collection_state.h"
#include "collector/collector_lifecycle.h"
#include "collector/tasks/task_types.h"
#include "collector/writer/pauses.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char call_log[4096], last_call_log[4096];
static bool fails, paused;
static uint64_t virtual_ns, paused_ns, pause_began_ns;

static void note(const char *what, const char *name, size_t size)
{
    const size_t length = strlen(call_log);

    snprintf(call_log + length, sizeof call_log - length, name ? "%s(%.*s) " : "%s ", what,
             (int)size, name);
}

const char *stage_call_log(void)
{
    memcpy(last_call_log, call_log, sizeof call_log);
    *call_log = '\0';
    return last_call_log;
}

/* --- the collection -----------------------------------------------------------------------------
 */

void stage_set_clock(uint64_t ns)
{
    virtual_ns = ns;
}

void stage_pass(uint64_t ns)
{
    virtual_ns += ns;
}

void stage_fail_to_begin(bool value)
{
    fails = value;
}

bool gau_collector_begin(void)
{
    return !fails;
}

uint64_t gau_collection_clock(void)
{
    struct timespec now;

    if (virtual_ns != 0)
        return virtual_ns;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

bool gau_collection_paused(void)
{
    return __atomic_load_n(&paused, __ATOMIC_RELAXED);
}

struct gau_collection_now gau_collection_now(void)
{
    const uint64_t before = __atomic_load_n(&paused_ns, __ATOMIC_RELAXED);
    const uint64_t clock = gau_collection_paused()
                               ? __atomic_load_n(&pause_began_ns, __ATOMIC_RELAXED)
                               : gau_collection_clock();

    return (struct gau_collection_now){clock - before, clock};
}

uint64_t gau_collection_time(void)
{
    return gau_collection_now().time_ns;
}

static void set_paused(const char *what, bool value)
{
    pthread_mutex_lock(&lock);
    note(what, NULL, 0);
    if (value && !paused)
        __atomic_store_n(&pause_began_ns, gau_collection_clock(), __ATOMIC_RELAXED);
    if (!value && paused)
        __atomic_store_n(&paused_ns, paused_ns + gau_collection_clock() - pause_began_ns,
                         __ATOMIC_RELAXED);
    __atomic_store_n(&paused, value, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

void gau_pauses_begin(void)
{
    set_paused("pause", true);
}

void gau_pauses_end(void)
{
    set_paused("resume", false);
}

void gau_pauses_detach(void)
{
    set_paused("detach", true);
}

void gau_collection_count_init(void)
{
    pthread_mutex_lock(&lock);
    note("init", NULL, 0);
    pthread_mutex_unlock(&lock);
}

/* --- thread_registry.h --------------------------------------------------------------------- */

_Thread_local struct gau_thread *gau_thread_own;
struct gau_thread gau_thread_none;

static struct gau_thread *threads; /* never freed */
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void end_thread(void *thread)
{
    gau_thread_tasks_close(((struct gau_thread *)thread)->tasks);
}

static void make_key(void)
{
    if (pthread_key_create(&key, end_thread) != 0)
        abort();
}

static void *map(size_t size)
{
    void *const memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        abort();
    return memory;
}

struct gau_thread *gau_thread_registry_register(void)
{
    struct gau_thread *const thread = map(sizeof *thread);

    pthread_once(&once, make_key);
    thread->tasks = map(gau_thread_tasks_size());
    pthread_mutex_lock(&lock);
    thread->next = threads;
    threads = thread;
    pthread_mutex_unlock(&lock);
    pthread_setspecific(key, thread);
    return gau_thread_own = thread;
}

void gau_threads_name(struct gau_thread *thread, const char *name, size_t size)
{
    (void)thread;
    pthread_mutex_lock(&lock);
    note("name", name, size);
    pthread_mutex_unlock(&lock);
}

/* --- sums ---------------------------------------------------------------------------------- */

struct gau_thread_tasks *stage_tasks(void)
{
    return map(gau_thread_tasks_size());
}

void stage_free_tasks(struct gau_thread_tasks *tasks)
{
    gau_thread_tasks_clear(tasks);
    munmap(tasks, gau_thread_tasks_size());
}

uint32_t stage_find_type(enum gau_trace_task_kind kind, const char *domain, const char *name)
{
    for (uint32_t id = 1; id <= gau_task_types_count(); id++) {
        const struct gau_task_type *const type = gau_task_types_get(id);

        if (type->kind == kind && strcmp(type->domain, domain) == 0 &&
            strcmp(type->name, name) == 0)
            return id;
    }
    return 0;
}

enum { MAX_TYPES = 4096 };
static struct gau_trace_task_total totals[MAX_TYPES];

static void keep(void *user, const struct gau_trace_task_total *total)
{
    const struct gau_thread_tasks *const tasks = user;
    static struct kept {
        const struct gau_thread_tasks *tasks;
        struct gau_trace_task_total total;
    } kept[MAX_TYPES];
    struct kept *at = kept;

    while (at->total.task != 0 && (at->tasks != tasks || at->total.task != total->task))
        at++;
    totals[total->task].entries += total->entries - at->total.entries;
    totals[total->task].total_ns += total->total_ns - at->total.total_ns;
    totals[total->task].self_ns += total->self_ns - at->total.self_ns;
    *at = (struct kept){tasks, *total};
}

struct gau_trace_task_total stage_total(enum gau_trace_task_kind kind, const char *domain,
                                        const char *name)
{
    pthread_mutex_lock(&lock);
    for (const struct gau_thread *thread = threads; thread; thread = thread->next)
        gau_thread_tasks_changed(thread->tasks, keep, thread->tasks);
    gau_thread_tasks_changed(NULL, keep, NULL);
    pthread_mutex_unlock(&lock);
    return totals[stage_find_type(kind, domain, name)];
}
