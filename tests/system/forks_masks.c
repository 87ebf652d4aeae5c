/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "forks.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Signals blocked before a fork() are blocked after it, and no others. */

static sigset_t saved;

static void block_all(void)
{
    sigset_t all;

    sigfillset(&all);
    sigaddset(&all, SIGPROF);
    sigprocmask(SIG_BLOCK, &all, &saved);
}

static void block_clocks(void)
{
    sigset_t clocks;

    sigemptyset(&clocks);
    sigaddset(&clocks, SIGTRAP);
    sigaddset(&clocks, SIGPROF);
    sigprocmask(SIG_BLOCK, &clocks, &saved);
}

static void restore(void)
{
    sigprocmask(SIG_SETMASK, &saved, NULL);
}

static void work(void)
{
    const uint64_t end = cpu_ns() + 30000000;
    volatile double x = 0;

    while (cpu_ns() < end)
        for (int i = 0; i < 20000; i++)
            x = x + i * 1.1;
}

/* Whether signals are blocked, or those of the clocks wait. */
static int look(void)
{
    sigset_t blocked, waiting;

    sigprocmask(SIG_BLOCK, NULL, &blocked);
    sigpending(&waiting);
    return sigismember(&blocked, SIGALRM) + 10 * sigismember(&waiting, SIGTRAP) +
           20 * sigismember(&waiting, SIGPROF);
}

static void fork_and_look(const char *what)
{
    const pid_t child = fork();

    work();
    if (child == 0)
        _exit(look());
    printf("%s: %d %d\n", what, look(), status_of(child));
    fflush(stdout);
}

int scene_masks(const char *const *arguments)
{
    (void)arguments;
    block_clocks();
    fork_and_look("the signals of the clocks");
    restore();
    fork_and_look("none");
    block_all();
    fork_and_look("all");
    restore();
    if (pthread_atfork(block_all, restore, restore) != 0)
        return 1;
    fork_and_look("all, by functions that fork() calls");
    block_clocks();
    pthread_atfork(block_clocks, restore, restore);
    fork_and_look("both");
    return 0;
}
