/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigqueue(), ppoll() */
#include "unchanged.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int clocks[] = {SIGTRAP, SIGPROF};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

/* --- senders ------------------------------------------------------------------------------- */

static pthread_t receiver;

static void kill_process(int number)
{
    const pid_t child = fork();

    if (child == 0) {
        usleep(20000);
        kill(getppid(), number);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void queue_to_process(int number)
{
    const pid_t child = fork();

    if (child == 0) {
        sigqueue(getppid(), number, (union sigval){.sival_int = 4711});
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void kill_thread(int number)
{
    pthread_kill(receiver, number);
}

/* While it waits already. */
static void kill_later(int number)
{
    if (fork() == 0) {
        usleep(50000);
        kill(getppid(), number);
        _exit(0);
    }
}

static const struct {
    const char *name;
    void (*send)(int number);
} senders[] = {
    {"kill", kill_process},
    {"sigqueue", queue_to_process},
    {"pthread_kill", kill_thread},
    {"kill later", kill_later},
};
enum { SENDERS = sizeof senders / sizeof *senders };

/* --- ways to wait: for all signals but SIGCHLD -------------------------------------------------
 */

static sigset_t awaited;

static int by_sigwait(siginfo_t *info)
{
    int number = 0;

    memset(info, 0, sizeof *info);
    return sigwait(&awaited, &number) == 0 ? number : -1;
}

static int by_sigwaitinfo(siginfo_t *info)
{
    return sigwaitinfo(&awaited, info);
}

static int by_sigtimedwait(siginfo_t *info)
{
    const struct timespec timeout = {.tv_sec = 300};

    return sigtimedwait(&awaited, info, &timeout);
}

static int by_pending(siginfo_t *info)
{
    const struct timespec none = {0};
    sigset_t pending;
    int n = 0;

    do {
        sigpending(&pending);
        n = sigismember(&pending, SIGTRAP) + sigismember(&pending, SIGPROF);
        usleep(1000);
    } while (n == 0);
    print_result("pending", n);
    return sigtimedwait(&awaited, info, &none);
}

static int file;

static int by_file(siginfo_t *info)
{
    struct signalfd_siginfo read_info = {0};

    memset(info, 0, sizeof *info);
    if (read(file, &read_info, sizeof read_info) != sizeof read_info)
        return -1;
    info->si_code = read_info.ssi_code;
    info->si_value.sival_int = read_info.ssi_int;
    return (int)read_info.ssi_signo;
}

static int by_poll(siginfo_t *info)
{
    struct pollfd polled = {.fd = file, .events = POLLIN};

    print_result("readable", poll(&polled, 1, 300000));
    return by_file(info);
}

static const struct {
    const char *name;
    int (*wait)(siginfo_t *info);
} ways[] = {
    {"sigwait", by_sigwait},    {"sigwaitinfo", by_sigwaitinfo}, {"sigtimedwait", by_sigtimedwait},
    {"sigpending", by_pending}, {"signalfd", by_file},           {"poll of signalfd", by_poll},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* --- scenes -------------------------------------------------------------------------------- */

static void receive(int number, int sender, int way)
{
    siginfo_t info;
    int got;

    printf("%d by %s, %s\n", number, senders[sender].name, ways[way].name);
    spin(5);
    senders[sender].send(number);
    spin(5);
    got = ways[way].wait(&info);
    print_result("got", got);
    print_result("code", info.si_code);
    print_result("value", info.si_code == SI_QUEUE ? info.si_value.sival_int : 0);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
}

static void *receive_all(void *unused)
{
    (void)unused;
    receiver = pthread_self();
    for (int i = 0; i < CLOCKS; i++)
        for (int sender = 0; sender < SENDERS; sender++)
            for (int way = 0; way < WAYS; way++)
                receive(clocks[i], sender, way);
    return NULL;
}

static void look_for_nothing(void)
{
    const struct timespec soon = {.tv_nsec = 1000000};
    siginfo_t info;
    sigset_t pending;
    int n = 0;

    for (int i = 0; i < 50; i++) {
        spin(2);
        n += sigtimedwait(&awaited, &info, &soon) > 0;
        sigpending(&pending);
        n += sigismember(&pending, SIGTRAP) + sigismember(&pending, SIGPROF);
    }
    print_result("signals of no sender", n);
}

/* First alone, then in a second thread, which is not the one that the kernel looks at first. */
void scene_waits(void)
{
    sigset_t all;
    pthread_t thread;

    sigfillset(&all);
    awaited = all;
    sigdelset(&awaited, SIGCHLD);
    sigprocmask(SIG_SETMASK, &all, NULL);
    file = signalfd(-1, &awaited, 0);
    look_for_nothing();
    receive_all(NULL);
    look_for_nothing();
    pthread_create(&thread, NULL, receive_all, NULL);
    pthread_join(thread, NULL);
    look_for_nothing();
    close(file);
}

static volatile sig_atomic_t handled;

static void on_signal(int number)
{
    handled = number;
}

/* Blocks all, is sent the signal, and unblocks it: with a handler, and with none. */
static void unblock(int number, bool with_handler)
{
    sigset_t all, before;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    spin(5);
    receiver = pthread_self();
    kill_thread(number);
    spin(5);
    if (with_handler)
        signal(number, on_signal);
    print_result("handled before", handled);
    sigprocmask(SIG_SETMASK, &before, NULL);
    print_result("handled", handled);
    handled = 0;
}

void scene_unblocks(void)
{
    for (int i = 0; i < CLOCKS; i++) {
        pid_t child;
        int status = 0;

        unblock(clocks[i], true);
        signal(clocks[i], SIG_DFL);
        unblock(clocks[i], true);
        signal(clocks[i], SIG_DFL);
        child = fork();
        if (child == 0) {
            unblock(clocks[i], false);
            _exit(0);
        }
        waitpid(child, &status, 0);
        print_result("ended by", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
}

/* --- calls that signals interrupt -----------------------------------------------------------
 */

static int ends[2]; /* of a pipe: what is written to it ends a call */

static int call_poll(void)
{
    struct pollfd polled = {.fd = ends[0], .events = POLLIN};

    return poll(&polled, 1, -1);
}

static int call_epoll_wait(void)
{
    struct epoll_event event = {.events = EPOLLIN};
    const int epoll = epoll_create1(0);
    int result;

    epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
    result = epoll_wait(epoll, &event, 1, -1);
    close(epoll);
    return result;
}

static int call_nanosleep(void)
{
    const struct timespec time = {.tv_nsec = 200000000};

    return nanosleep(&time, NULL);
}

static const struct {
    const char *name;
    int (*call)(void);
} calls[] = {
    {"poll", call_poll},
    {"epoll_wait", call_epoll_wait},
    {"nanosleep", call_nanosleep},
};
enum { CALLS = sizeof calls / sizeof *calls };

static bool sleeps(pid_t process)
{
    char name[64], state = 0;
    FILE *stat;

    snprintf(name, sizeof name, "/proc/%ld/stat", (long)process);
    stat = fopen(name, "r");
    if (stat && fscanf(stat, "%*d (%*[^)]) %c", &state) != 1)
        state = 0;
    if (stat)
        fclose(stat);
    return state == 'S';
}

/* Sends it while the call waits, and lets the call end. */
static void kill_sleeper(int number)
{
    const pid_t sleeper = getppid();

    while (!sleeps(sleeper))
        usleep(1000);
    usleep(20000);
    kill(sleeper, number);
    usleep(20000);
    if (write(ends[1], "", 1) != 1)
        _exit(1);
    _exit(0);
}

/* How often the call is interrupted until it ends otherwise. */
static int count_interruptions(int number, int call)
{
    int n = 0;
    char byte;

    if (fork() == 0)
        kill_sleeper(number);
    while (calls[call].call() < 0 && errno == EINTR)
        n++;
    if (read(ends[0], &byte, 1) != 1)
        n = -1;
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    return n;
}

/* The first signal of a number may interrupt once under the collector, the second never does. */
static void interrupt(int number, int call)
{
    const struct timespec none = {0};
    siginfo_t info;

    printf("%d in %s\n", number, calls[call].name);
    spin(5);
    print_result("first interrupts more than once", count_interruptions(number, call) > 1);
    print_result("got", sigtimedwait(&awaited, &info, &none));
    print_result("code", info.si_code);
    spin(5);
    print_result("second interrupts", count_interruptions(number, call));
    print_result("got", sigtimedwait(&awaited, &info, &none));
}

/* Each in a process for which no such signal was sent before. */
void scene_interrupts(void)
{
    sigset_t all;

    sigfillset(&all);
    awaited = all;
    sigdelset(&awaited, SIGCHLD);
    sigprocmask(SIG_SETMASK, &all, NULL);
    if (pipe(ends) != 0)
        return;
    for (int i = 0; i < CLOCKS; i++)
        for (int call = 0; call < CALLS; call++) {
            if (fork() == 0) {
                interrupt(clocks[i], call);
                fflush(stdout);
                _exit(0);
            }
            waitpid(-1, NULL, 0);
        }
}
