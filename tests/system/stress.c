/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* close_range() */
#include "stress.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/*
 * usage: stress SCENE [briefly]: a program with behaviour that is difficult for profilers. It
 * prints what it prints without one, and ends with status 0. Briefly it does the same with a tenth
 * of the CPU time, for those who want only what it prints.
 */

extern char **environ;

uint64_t clock_of(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

double share_of_time = 1;

__attribute__((noinline)) void spin(double ms)
{
    const uint64_t end = clock_of(CLOCK_THREAD_CPUTIME_ID) + (uint64_t)(ms * share_of_time * 1e6);
    volatile uint64_t x = 1;

    while (clock_of(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int i = 0; i < 1000; i++)
            x = x * 3 + 1;
}

int say(const char *what, long number)
{
    printf("%s %ld\n", what, number);
    return 0;
}

/* --- signals ------------------------------------------------------------------------------- */

static sigjmp_buf back;
static volatile sig_atomic_t jumps, alarms, other_signals, may_jump;

static void jump(int number)
{
    (void)number;
    if (may_jump && ++jumps % 2)
        siglongjmp(back, 1);
}

static void handle(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_flags = flags};

    action.sa_handler = handler;
    sigaction(number, &action, NULL);
}

static void *send(void *target)
{
    const pthread_t main_thread = *(pthread_t *)target;

    while (jumps < 3000) {
        pthread_kill(main_thread, SIGUSR1);
        usleep(20);
    }
    return NULL;
}

/* Jumps out of handlers, on a stack of their own. */
static int storm(void)
{
    static char memory[65536];
    const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    pthread_t self = pthread_self(), sender;

    sigaltstack(&stack, NULL);
    handle(SIGUSR1, jump, SA_ONSTACK);
    if (pthread_create(&sender, NULL, send, &self) != 0)
        return 1;
    sigsetjmp(back, 1);
    may_jump = 1;
    while (jumps < 3000)
        spin(0.2);
    may_jump = 0;
    pthread_join(sender, NULL);
    return say("storm", 3000);
}

static void count_alarm(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    if (info->si_code == SI_KERNEL)
        alarms++;
    else
        other_signals++;
}

/* A profiler of its own. The kernel looks at its timer by ticks: how many alarms come depends on
 * whether the program has the processor then. */
static int itimer(void)
{
    const struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
    const struct sigaction action = {.sa_sigaction = count_alarm,
                                     .sa_flags = SA_SIGINFO | SA_RESTART};

    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
    spin(400);
    while (alarms < 5)
        spin(1);
    setitimer(ITIMER_PROF, &never, NULL);
    return say("others than own alarms:", other_signals);
}

static int blocked(void)
{
    sigset_t all, now;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    spin(200);
    sigprocmask(SIG_SETMASK, NULL, &now);
    raise(SIGUSR2); /* ends the program if it is not blocked */
    return say("blocked", sigismember(&now, SIGUSR2));
}

/* --- processes ----------------------------------------------------------------------------- */

int status_of(pid_t child)
{
    int status = 0;

    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static pid_t start(int way)
{
    static char name[] = "sh", option[] = "-c", script[] = "exit 7";
    static char seven[] = "SEVEN=7";
    char *const argv[] = {name, option, script, NULL}, *const environment[] = {seven, NULL};
    pid_t child = -1;

    if (way == 0)
        return posix_spawn(&child, "/bin/sh", NULL, NULL, argv, environ) == 0 ? child : -1;
    child = way == 1 ? vfork() : fork();
    if (child != 0)
        return child;
    if (way == 2)
        spin(3);
    if (way == 3)
        _exit(7);
    if (way == 4) {
        execl("/nowhere", "sh", (char *)NULL);
        execle("/bin/sh", "sh", "-c", "exit $SEVEN", (char *)NULL, environment);
    }
    execvp("sh", argv);
    _exit(1);
}

static int processes(void)
{
    long right = 0;

    for (int i = 0; i < 100; i++) {
        spin(1);
        right += status_of(start(i % 5)) == 7;
    }
    return say("processes", right);
}

/* All files, and others in their places. */
static int files(void)
{
    long good = 0;

    spin(50);
    for (int i = 0; i < 3; i++) {
        close_range(3, ~0u, 0);
        for (int k = 0; k < 50; k++) {
            const int fd = open("/dev/null", O_WRONLY);

            good += fd == 3 + k && write(fd, "x", 1) == 1;
        }
        dup2(3, 1000);
        dup2(3, 1001);
        spin(350);
        good += write(1000, "x", 1) == 1 && write(1001, "x", 1) == 1;
    }
    if (chdir("/") == 0)
        spin(50);
    return say("files", good);
}

/* --- stacks -------------------------------------------------------------------------------- */

static int deeper(int n)
{
    volatile int depth = n;

    if (n == 0) {
        spin(300);
        return 0;
    }
    return deeper(n - 1) + (depth > 0);
}

static ucontext_t home, other;

static void coroutine(void)
{
    for (;;) {
        spin(0.05);
        swapcontext(&other, &home);
    }
}

static int coroutines(void)
{
    static char memory[65536];

    getcontext(&other);
    other.uc_stack.ss_sp = memory;
    other.uc_stack.ss_size = sizeof memory;
    makecontext(&other, coroutine, 0);
    for (int i = 0; i < 3000; i++) {
        swapcontext(&home, &other);
        spin(0.05);
    }
    return say("coroutines", 3000);
}

/* Until it is killed; shows its CPU time on the way. */
static int endless(void)
{
    for (;;) {
        spin(5);
        printf("%llu\n", (unsigned long long)clock_of(CLOCK_PROCESS_CPUTIME_ID));
        fflush(stdout);
        if (ferror(stdout))
            return 1;
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*scene)(void);
    } scenes[] = {
        {"storm", storm},
        {"itimer", itimer},
        {"blocked", blocked},
        {"processes", processes},
        {"files", files},
        {"coroutines", coroutines},
        {"endless", endless},
        {"waiting", scene_waiting},
        {"descriptor", scene_descriptor},
        {"systemv", scene_systemv},
        {"breakpoint", scene_breakpoint},
        {"replacing", scene_replacing},
        {"children", scene_children},
        {"execs", scene_execs},
        {"missing", scene_missing},
        {"threads", scene_threads},
        {"loading", scene_loading},
        {"lingering", scene_lingering},
        {"crowd", scene_crowd},
        {"lasting", scene_lasting},
        {"greedy", scene_greedy},
    };

    if (argc > 2 && strcmp(argv[2], "briefly") == 0)
        share_of_time = 0.1;
    if (argc > 1 && strcmp(argv[1], "deep") == 0)
        return say("deep", deeper(50000));
    for (unsigned i = 0; argc > 1 && i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(argv[1], scenes[i].name) == 0)
            return scenes[i].scene();
    return 2;
}
