/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigset() */
#include "forks.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

/* What POSIX calls async-signal-safe: each is called by a handler that interrupts each. */

/* Deprecated functions, of which programs do not care. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static char name[] = "true";
static char *const arguments[] = {name, NULL};

static void call_fork(void)
{
    const pid_t child = fork();

    if (child == 0)
        _exit(0);
    if (status_of(child) != 0)
        _exit(100);
}

/* Handlers run in the child, too. */
static void call_fork_and_raise(void)
{
    const pid_t child = fork();

    if (child == 0) {
        raise(SIGALRM);
        _exit(0);
    }
    if (status_of(child) != 0)
        _exit(101);
}

static void call_vfork(void)
{
    const pid_t child = vfork();

    if (child == 0) {
        signal(SIGTRAP, SIG_DFL);
        _exit(0);
    }
    if (status_of(child) != 0)
        _exit(102);
}

static void call_sigaction(void)
{
    const struct sigaction action = {.sa_handler = SIG_DFL};

    sigaction(SIGPROF, &action, NULL);
}

static void call_signal(void)
{
    signal(SIGTRAP, SIG_DFL);
}

static void call_sigset(void)
{
    sigset(SIGPROF, SIG_DFL);
}

/* All; and those that the clocks have, which stops them. */
static void call_sigprocmask(void)
{
    sigset_t all, before;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static void call_pthread_sigmask(void)
{
    sigset_t clocks, before;

    sigemptyset(&clocks);
    sigaddset(&clocks, SIGTRAP);
    sigaddset(&clocks, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &clocks, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void call_execve(void)
{
    execve("/nowhere", arguments, environ);
}

/* Only in handlers, and in a child: there it is the end. */
static void end(void)
{
    _exit(0);
}

static void become_another(void)
{
    execve("/bin/true", arguments, environ);
}

static const struct function {
    const char *name;
    void (*call)(void);
} functions[] = {
    {"fork", call_fork},
    {"fork and raise", call_fork_and_raise},
    {"vfork", call_vfork},
    {"sigaction", call_sigaction},
    {"signal", call_signal},
    {"sigset", call_sigset},
    {"sigprocmask", call_sigprocmask},
    {"pthread_sigmask", call_pthread_sigmask},
    {"execve", call_execve},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void (*in_handler)(void);
static volatile sig_atomic_t handled;

static volatile pid_t parent;

static void alarm_after(int us)
{
    const struct itimerval once = {{0, 0}, {0, us}};

    setitimer(ITIMER_REAL, &once, NULL);
}

/* The next one comes at another time, and not before something else was done. */
static void on_alarm(int number)
{
    (void)number;
    in_handler();
    if (getpid() == parent)
        alarm_after(20 + ++handled * 37 % 400);
}

static void interrupt(void (*interrupted)(void), void (*interrupting)(void), int times)
{
    in_handler = interrupting;
    parent = getpid();
    handled = 0;
    alarm_after(20);
    while (handled < times)
        interrupted();
    alarm_after(0);
}

/* In a child that ends in the handler, some time after its beginning. */
static int end_in(void (*interrupted)(void), void (*ending)(void), int us)
{
    const pid_t child = fork();

    if (child != 0)
        return status_of(child);
    in_handler = ending;
    alarm_after(us);
    for (;;)
        interrupted();
}

int scene_pairs(const char *const *given)
{
    const int times = atoi(given[0]);
    int bad = 0;

    handle(SIGALRM, on_alarm);
    for (int i = 0; i < FUNCTIONS; i++) {
        for (int k = 0; k < FUNCTIONS; k++)
            interrupt(functions[i].call, functions[k].call, times);
        for (int n = 1; n <= times; n++) {
            bad += end_in(functions[i].call, end, 37 * n) != 0;
            bad += end_in(functions[i].call, become_another, 37 * n) != 0;
        }
        printf("%s: %d bad\n", functions[i].name, bad);
        fflush(stdout);
    }
    return 0;
}
