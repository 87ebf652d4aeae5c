/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall() */
#include "process_state.h"

#include "collector/base/clock_now.h"
#include "collector/base/mmap_arena.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Initial-exec: an access calls no allocator. */
#define INITIAL_EXEC static _Thread_local __attribute__((tls_model("initial-exec")))

INITIAL_EXEC struct gau_lint_thread *self;
INITIAL_EXEC bool inside;

static struct gau_lint_thread no_thread; /* if out of memory */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool locked_for_fork, begun;

static void begin_process(void);

/* The block of an ended thread, or a new one, which is added to the list. */
static struct gau_lint_thread *take_thread(void)
{
    struct gau_lint_thread *thread = gau_lint.threads;

    while (thread && thread->alive)
        thread = thread->next;
    if (!thread && (thread = gau_mmap_arena_alloc(sizeof *thread))) {
        thread->next = gau_lint.threads;
        gau_lint.threads = thread;
    }
    return thread;
}

static struct gau_lint_thread *add_thread(void)
{
    struct gau_lint_thread *const thread = take_thread();

    if (!thread)
        return &no_thread;
    *thread = (struct gau_lint_thread){
        .next = thread->next,
        .alive = true,
        .tid = syscall(SYS_gettid),
        .events = {thread->events.items, 0, thread->events.capacity},
        .tasks = {thread->tasks.items, 0, thread->tasks.capacity},
    };
    pthread_setspecific(gau_lint.key, thread);
    return thread;
}

bool gau_lint_enter(struct gau_lint_call *call, uintptr_t caller)
{
    if (inside)
        return false;
    inside = true;
    pthread_once(&once, begin_process);
    pthread_mutex_lock(&gau_lint.lock);
    if (!self)
        self = add_thread();
    *call =
        (struct gau_lint_call){.thread = self, .now = gau_now(CLOCK_MONOTONIC), .caller = caller};
    return true;
}

void gau_lint_leave(void)
{
    pthread_mutex_unlock(&gau_lint.lock);
    inside = false;
}

/* The program's domain may be NULL or made by others. */
struct gau_lint_domain *gau_lint_enter_in(struct gau_lint_call *call, const gau_itt_domain *domain,
                                          uintptr_t caller)
{
    struct gau_lint_domain *own;

    if (!gau_lint_enter(call, caller))
        return NULL;
    own = gau_lint_name_domain(gau_lint_name(domain ? domain->name : NULL), false);
    if (domain)
        gau_lint_check_flags(call, own, domain);
    return own;
}

/* --- threads that end, processes that fork -------------------------------------------------- */

/*
 * Called in a late round, since destructors of other keys may still end marks. Of the four rounds,
 * the last belongs to sanitizers, after which they may not be called.
 */
static void thread_ends(void *data)
{
    struct gau_lint_thread *const thread = data;
    struct gau_lint_call call;

    if (++thread->rounds < 3) {
        pthread_setspecific(gau_lint.key, thread);
        return;
    }
    if (!gau_lint_enter(&call, 0))
        return;
    if (!gau_lint.finished)
        gau_lint_check_thread_end(&call);
    thread->alive = false;
    self = NULL;
    gau_lint_leave();
}

/* After a fork only the calling thread is left. */
static void forget_others(void)
{
    for (struct gau_lint_thread *thread = gau_lint.threads; thread; thread = thread->next)
        thread->alive = thread == self;
    gau_lint.n_threads = 0;
    if (self && self != &no_thread) {
        self->tid = syscall(SYS_gettid);
        self->counted = false;
    }
}

/* Inside a call the thread has the lock already. */
static void before_fork(void)
{
    const bool locks = !inside;

    if (locks)
        pthread_mutex_lock(&gau_lint.lock);
    locked_for_fork = locks;
}

static void in_parent(void)
{
    if (locked_for_fork)
        pthread_mutex_unlock(&gau_lint.lock);
}

static void inherit(struct gau_lint_marks *marks)
{
    for (size_t i = 0; i < marks->n; i++)
        marks->items[i].inherited = true;
}

static void inherit_frames(void)
{
    for (struct gau_lint_domain *domain = gau_lint_names_domains(); domain; domain = domain->next)
        for (unsigned i = 0; i < domain->n_frames; i++)
            domain->frames[i].inherited = true;
}

/* A new process: violations of the parent are reported by the parent. */
static void in_child(void)
{
    forget_others();
    inherit_frames();
    gau_lint.n_calls = 0;
    gau_lint.violations = (struct gau_lint_violations){0}; /* memory is not freed */
    if (self && self != &no_thread) {
        const struct gau_lint_call call = {.thread = self, .now = gau_now(CLOCK_MONOTONIC)};

        inherit(&call.thread->events);
        inherit(&call.thread->tasks);
        gau_lint_write(&call, "@fork", "d", (int)getppid());
    }
    if (locked_for_fork)
        pthread_mutex_unlock(&gau_lint.lock);
}

static void begin_process(void)
{
    const char *const paused = getenv("GAUDIT_LINT_PAUSED");

    gau_lint.start = gau_now(CLOCK_MONOTONIC);
    gau_lint.paused = paused && strcmp(paused, "1") == 0;
    gau_lint_log_open(&gau_lint.log, getenv("GAUDIT_LINT_LOG"));
    pthread_key_create(&gau_lint.key, thread_ends);
    pthread_atfork(before_fork, in_parent, in_child);
    begun = true;
}

/* --- the report ---------------------------------------------------------------------------- */

static void check_process_end(const struct gau_lint_call *last)
{
    for (struct gau_lint_thread *thread = gau_lint.threads; thread; thread = thread->next)
        if (thread->alive)
            gau_lint_check_thread_end(&(struct gau_lint_call){.thread = thread, .now = last->now});
    gau_lint_check_process_end(last);
}

static int open_report(void)
{
    const char *const path = getenv("GAUDIT_LINT_REPORT");

    if (!path)
        return dup(STDERR_FILENO);
    return *path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666) : -1;
}

static void report(void)
{
    const int fd = open_report();
    char line[2048];

    if (fd < 0)
        return;
    for (const struct gau_lint_violation *violation = gau_lint.violations.list; violation;
         violation = violation->next) {
        gau_lint_describe(violation, "", line, sizeof line);
        dprintf(fd, "gaudit-lint: %s\n", line);
    }
    gau_lint_summarize(gau_lint.violations.count, gau_lint.n_calls, gau_lint.n_threads, 0, line,
                       sizeof line);
    dprintf(fd, "gaudit-lint: process %ld: %s\n", (long)getpid(), line);
    close(fd);
}

/* Runs after functions of atexit() and destructors of the program, which may still call ITT. */
__attribute__((destructor)) static void end(void)
{
    struct gau_lint_call call;
    bool is_silent;

    if (!begun || !gau_lint_enter(&call, 0))
        return;
    check_process_end(&call);
    gau_lint.finished = true;
    gau_lint_write(&call, "@exit", "uu", gau_lint.violations.count, gau_lint.n_calls);
    is_silent = gau_lint.n_calls == 0 && gau_lint.violations.count == 0;
    if (!is_silent)
        report();
    gau_lint_leave();
}
