/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigset() */
#include "stress.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* Signals that the program waits for, ignores, or sets in the way of System V. */

static void *wait_for_signal(void *unused)
{
    sigset_t all;
    int number = 0;

    (void)unused;
    sigfillset(&all);
    sigwait(&all, &number);
    return (void *)(uintptr_t)number;
}

int scene_waiting(void)
{
    sigset_t all;
    pthread_t waiter;
    void *number;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    if (pthread_create(&waiter, NULL, wait_for_signal, NULL) != 0)
        return 1;
    spin(100);
    pthread_kill(waiter, SIGUSR1);
    pthread_join(waiter, &number);
    return say("waiting", (uintptr_t)number == SIGUSR1);
}

/* Of the signals of clocks, those that the program sent itself and no others. */
static void read_signals(int file, const sigset_t *set)
{
    const struct timespec now = {0, 0};
    struct signalfd_siginfo info;
    ssize_t n = read(file, &info, sizeof info);
    int number = sigtimedwait(set, NULL, &now);

    printf("nothing yet: %zd %d\n", n, number);
    raise(SIGPROF);
    n = read(file, &info, sizeof info);
    printf("by descriptor: %s %d\n", n == sizeof info ? "one" : "none",
           n == sizeof info && info.ssi_signo == SIGPROF && info.ssi_pid == (uint32_t)getpid());
    raise(SIGTRAP);
    number = sigtimedwait(set, NULL, &now);
    printf("by waiting: %d\n", number == SIGTRAP);
    n = read(file, &info, sizeof info);
    printf("no more: %zd %d\n", n, sigtimedwait(set, NULL, &now));
}

int scene_descriptor(void)
{
    sigset_t set, pending;
    int file;

    spin(20);
    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    sigaddset(&set, SIGTRAP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    file = signalfd(-1, &set, SFD_NONBLOCK);
    if (file < 0)
        return 1;
    for (int i = 0; i < 5; i++) {
        spin(20);
        read_signals(file, &set);
    }
    sigpending(&pending);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    spin(300);
    close(file);
    return say("pending", sigismember(&pending, SIGPROF) + sigismember(&pending, SIGTRAP));
}

/* --- System V ------------------------------------------------------------------------------ */

static volatile sig_atomic_t handled;

static void count(int number)
{
    (void)number;
    handled++;
}

static const char *name_of(void (*handler)(int))
{
    if (handler == SIG_ERR)
        return errno == EINVAL ? "invalid" : "another error";
    if (handler == SIG_DFL)
        return "default";
    if (handler == SIG_IGN)
        return "ignored";
    return handler == SIG_HOLD ? "held" : handler == count ? "counted" : "another";
}

/* Deprecated functions, of which programs do not care. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void alternate_handler(int number)
{
    void (*const handlers[])(int) = {SIG_HOLD, count, SIG_HOLD, SIG_HOLD, SIG_IGN, SIG_HOLD,
                                     SIG_DFL,  count, SIG_IGN,  count,    count};

    for (unsigned i = 0; i < sizeof handlers / sizeof *handlers; i++)
        printf("%s ", name_of(sigset(number, handlers[i])));
    raise(number);
    raise(number); /* the handler stays */
    printf("%d ", (int)handled);
    sigset(number, SIG_HOLD);
    raise(number);
    printf("%d ", (int)handled);
    sigset(number, count);
    printf("%d ", (int)handled);
    printf("%d ", sigignore(number));
    raise(number);
    printf("%s %d\n", name_of(signal(number, SIG_DFL)), (int)handled);
}

int scene_systemv(void)
{
    static const int numbers[] = {SIGPROF, SIGTRAP, SIGUSR1};

    for (int round = 0; round < 20; round++)
        for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            alternate_handler(numbers[i]);
            spin(3);
        }
    printf("%s ", name_of(sigset(0, count)));
    printf("%s ", name_of(sigset(SIGKILL, count)));
    return say("no signal", sigignore(0));
}

/* --- instructions -------------------------------------------------------------------------- */

/* What an instruction causes ends the program although it is ignored. */
int scene_breakpoint(void)
{
    const struct rlimit no_core = {0, 0};
    const pid_t child = fork();

    if (child == 0) {
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGTRAP, SIG_IGN);
        raise(SIGTRAP);
        spin(30);
#ifdef __x86_64__
        __asm__ volatile("int3");
#else
        signal(SIGTRAP, SIG_DFL);
        raise(SIGTRAP);
#endif
        _exit(0);
    }
    return say("breakpoint", status_of(child));
}
