/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigset() */
#include "forks.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The child of vfork() has our memory, but signals of its own. */

static volatile int traps, alarms;

static void on_trap(int number)
{
    (void)number;
    traps++;
}

static void on_alarm(int number)
{
    (void)number;
    alarms++;
}

/* Deprecated functions, of which programs do not care. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* What it changes is its own; it sees what it has inherited. How often it saw what is right. */
static int change_all(void)
{
    struct sigaction action = {.sa_handler = SIG_IGN}, old;
    sigset_t set, mask;
    int right = 0;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    right += sigaction(SIGPROF, &action, &old) == 0 && old.sa_handler == on_alarm;
    right += sigaction(SIGPROF, NULL, &old) == 0 && old.sa_handler == SIG_IGN;
    right += sigprocmask(SIG_BLOCK, &set, &mask) == 0 && sigismember(&mask, SIGPROF) == 0;
    right += pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && sigismember(&mask, SIGPROF) == 1;
    right += sigset(SIGPROF, SIG_DFL) == SIG_HOLD;
    right += sigset(SIGPROF, SIG_IGN) == SIG_DFL;
    sigfillset(&set);
    right += sigprocmask(SIG_SETMASK, &set, NULL) == 0 &&
             sigprocmask(SIG_BLOCK, NULL, &mask) == 0 && sigismember(&mask, SIGTRAP) == 1;
    right += signal(SIGTRAP, SIG_DFL) == on_trap;
    right += signal(SIGTRAP, SIG_IGN) == SIG_DFL;
    return right;
}

static pid_t start(int way)
{
    static char name[] = "true";
    static char *const arguments[] = {name, NULL}, *const environment[] = {NULL};
    const pid_t child = vfork();

    if (child != 0)
        return child;
    switch (way) {
    case 0: _exit(change_all()); /* NOLINT(clang-analyzer-unix.Vfork): that is what is tested */
    case 1:
        signal(SIGTRAP, SIG_DFL);
        raise(SIGTRAP);
        _exit(0);
    case 2: raise(SIGTRAP); _exit(traps);
    default: execve("/bin/true", arguments, environment); _exit(1);
    }
}

static void work(void)
{
    const uint64_t end = cpu_ns() + 50000000;
    volatile double x = 0;

    while (cpu_ns() < end)
        for (int i = 0; i < 20000; i++)
            x = x + i * 1.1;
}

int scene_vfork(const char *const *arguments)
{
    sigset_t mask;

    (void)arguments;
    handle(SIGTRAP, on_trap);
    handle(SIGPROF, on_alarm);
    for (int way = 0; way < 4; way++) {
        work();
        printf("way %d: %d\n", way, status_of(start(way)));
        raise(SIGTRAP);
        raise(SIGPROF);
        sigprocmask(SIG_BLOCK, NULL, &mask);
        printf("handled %d %d, blocked %d %d\n", traps, alarms, sigismember(&mask, SIGTRAP),
               sigismember(&mask, SIGPROF));
    }
    work();
    return 0;
}
