/* SPDX-License-Identifier: Apache-2.0 */
#include "life.h"

#include "rules.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool locked_for_fork, begun;

static void before_fork(void)
{
    const bool locked = gau_lint_lock_for_fork();

    locked_for_fork = locked;
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

/* A process of its own: what the parent did is the parent's to answer for. */
static void in_child(void)
{
    gau_lint_forget_others();
    inherit_frames();
    gau_lint.n_calls = 0;
    gau_lint_tally_clear(&gau_lint.tally);
    if (gau_lint.threads) {
        const struct gau_lint_call call = {.thread = gau_lint.threads, .now = gau_lint_clock()};

        inherit(&call.thread->events);
        inherit(&call.thread->tasks);
        gau_lint_note(&call, "@fork", "d", (int)getppid());
    }
    if (locked_for_fork)
        pthread_mutex_unlock(&gau_lint.lock);
}

static void begin(void)
{
    const char *const paused = getenv("GAUDIT_LINT_PAUSED");

    gau_lint.start = gau_lint_clock();
    gau_lint.paused = paused && strcmp(paused, "1") == 0;
    gau_lint_log_open(&gau_lint.log, getenv("GAUDIT_LINT_LOG"));
    pthread_key_create(&gau_lint.key, gau_lint_thread_ends);
    pthread_atfork(before_fork, in_parent, in_child);
    begun = true;
}

void gau_lint_begin(void)
{
    pthread_once(&once, begin);
}

/* --- the report ---------------------------------------------------------------------------- */

static void judge(const struct gau_lint_call *last)
{
    for (struct gau_lint_thread *thread = gau_lint.threads; thread; thread = thread->next)
        gau_lint_judge_thread(&(struct gau_lint_call){.thread = thread, .now = last->now});
    gau_lint_judge_domains(last);
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
    for (const struct gau_lint_breach *breach = gau_lint.tally.breaches; breach;
         breach = breach->next) {
        gau_lint_describe(breach, line, sizeof line);
        dprintf(fd, "gaudit-lint: %s\n", line);
    }
    gau_lint_summarize(gau_lint.tally.count, gau_lint.n_calls, gau_lint.n_threads, 0, line,
                       sizeof line);
    dprintf(fd, "gaudit-lint: process %ld: %s\n", (long)getpid(), line);
    close(fd);
}

/* Later than functions of atexit() and than the destructors of the program: these still call. */
__attribute__((destructor)) static void end(void)
{
    struct gau_lint_call call;
    bool is_silent;

    if (!begun || !gau_lint_enter(&call))
        return;
    judge(&call);
    gau_lint.finished = true;
    gau_lint_note(&call, "@exit", "uu", gau_lint.tally.count, gau_lint.n_calls);
    is_silent = gau_lint.n_calls == 0 && gau_lint.tally.count == 0;
    if (!is_silent)
        report();
    gau_lint_leave();
}
