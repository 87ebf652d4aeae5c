/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "forks.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * Programs that fork while other threads, or handlers of signals, do something else. Each prints
 * what it would print alone. A scene that hangs is ended from outside.
 */

int status_of(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void handle(int number, void (*handler)(int))
{
    const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

    sigaction(number, &action, NULL);
}

void alarm_every(long us)
{
    const struct itimerval every = {{0, us}, {0, us}};

    setitimer(ITIMER_REAL, &every, NULL);
}

/* --- threads that are busy meanwhile ------------------------------------------------------- */

uint64_t cpu_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void *burn(void *ms)
{
    const uint64_t end = cpu_ns() + (uint64_t)(uintptr_t)ms * 1000000u;
    volatile double x = 0;

    while (cpu_ns() < end)
        for (int i = 0; i < 20000; i++)
            x = x + i * 1.1;
    return NULL;
}

static _Noreturn void end_by(const char *way)
{
    if (strcmp(way, "exit") == 0)
        exit(0);
    if (strcmp(way, "exec") == 0)
        execl("/bin/true", "true", (char *)NULL);
    _exit(strcmp(way, "_exit") != 0);
}

/* Starts threads of that much CPU time each, and children that end in that way. */
static int scene_busy(const char *const *arguments)
{
    const int threads = atoi(arguments[0]), forks = atoi(arguments[2]);
    const uintptr_t ms = (uintptr_t)atoi(arguments[1]);
    pthread_t ids[16];
    int good = 0;

    for (int i = 0; i < threads && i < 16; i++)
        pthread_create(&ids[i], NULL, burn, (void *)ms);
    for (int i = 0; i < forks; i++) {
        pid_t child;

        usleep((useconds_t)(ms * 1000 / ((unsigned)forks + 1)));
        child = fork();
        if (child == 0)
            end_by(arguments[3]);
        good += status_of(child) == 0;
    }
    for (int i = 0; i < threads && i < 16; i++)
        pthread_join(ids[i], NULL);
    printf("%d of %d children\n", good, forks);
    return 0;
}

/* --- functions that handlers may call ------------------------------------------------------ */

static void *ask(void *unused)
{
    struct sigaction old;

    (void)unused;
    for (;;)
        sigaction(SIGTRAP, NULL, &old);
    return NULL;
}

/* Children ask what a thread asks while they are made. */
static int scene_ask(const char *const *arguments)
{
    const int forks = atoi(arguments[0]);
    struct sigaction old;
    pthread_t id;
    int good = 0;

    pthread_create(&id, NULL, ask, NULL);
    for (int i = 0; i < forks; i++) {
        const pid_t child = fork();

        if (child == 0)
            _exit(sigaction(SIGTRAP, NULL, &old));
        good += status_of(child) == 0;
    }
    printf("%d of %d children\n", good, forks);
    return 0;
}

static volatile sig_atomic_t asked;

static void ask_in_handler(int number)
{
    struct sigaction old;

    (void)number;
    asked += sigaction(SIGTRAP, NULL, &old) == 0;
}

/* Until a handler has asked so often. */
static int scene_handler(const char *const *arguments)
{
    const int times = atoi(arguments[0]);
    struct sigaction old;

    handle(SIGALRM, ask_in_handler);
    alarm_every(50);
    while (asked < times)
        sigaction(SIGTRAP, NULL, &old);
    puts("asked");
    return 0;
}

static void end_in_handler(int number)
{
    (void)number;
    _exit(0);
}

/* Ends in a handler after some milliseconds, probably in the middle of fork(). */
static int scene_exit(const char *const *arguments)
{
    const struct itimerval once = {{0, 0}, {0, 1000 * atoi(arguments[0])}};

    handle(SIGALRM, end_in_handler);
    setitimer(ITIMER_REAL, &once, NULL);
    for (;;) {
        const pid_t child = fork();

        if (child == 0)
            _exit(0);
        status_of(child);
    }
}

/* --- the choice ---------------------------------------------------------------------------- */

int main(int argc, const char *const *argv)
{
    static const struct scene {
        const char *name;
        int arguments;
        int (*play)(const char *const *arguments);
    } scenes[] = {
        {"busy", 4, scene_busy},   {"ask", 1, scene_ask},         {"handler", 1, scene_handler},
        {"exit", 1, scene_exit},   {"vfork", 0, scene_vfork},     {"pairs", 1, scene_pairs},
        {"masks", 0, scene_masks}, {"threads", 1, scene_threads},
    };

    for (unsigned i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (argc > 1 && strcmp(argv[1], scenes[i].name) == 0 && argc == 2 + scenes[i].arguments)
            return scenes[i].play(argv + 2);
    fprintf(stderr, "usage: forks SCENE ARGUMENT...\n");
    return 2;
}
