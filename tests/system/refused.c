/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* CLONE_THREAD */
#include "itt/itt.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * usage: refused threads|files|child|exec: a program that the kernel refuses something, by a filter
 * that answers with an error. It takes CPU time.
 *   threads  It may make no more threads, but a process.
 *   files    None of its threads may open files or make folders, nor may a child.
 *   child    The same, once the collector has a file for it.
 *   exec     None of its threads may make files; then it executes itself.
 *
 * With "child" it is a client of ITT: such processes are to have a file in any case, others that
 * end soon only if there is a sample, for which a child may be too short.
 */

/* The number of the system call is loaded; what is refused ends with an error. */
#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define ARGUMENT(i) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[i]))
#define IF(what, value, yes, no) BPF_JUMP(BPF_JMP | (what) | BPF_K, value, yes, no)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define APPLY(filter, flags) apply(filter, sizeof(filter) / sizeof *(filter), flags)

static int apply(struct sock_filter *filter, size_t n, unsigned flags)
{
    const struct sock_fprog program = {(unsigned short)n, filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) != 0;
}

/* Of the calling thread alone. */
static int refuse_threads(void)
{
    struct sock_filter filter[] = {
        NUMBER,      IF(BPF_JEQ, SYS_clone3, 3, 0),    IF(BPF_JEQ, SYS_clone, 0, 3),
        ARGUMENT(0), IF(BPF_JSET, CLONE_THREAD, 0, 1), REFUSE,
        ALLOW,
    };

    return APPLY(filter, 0);
}

/* Of all threads. Other processors than x86_64 have the newer calls alone. */
static int refuse_files(void)
{
    struct sock_filter filter[] = {
        NUMBER,
#if defined(SYS_open)
        IF(BPF_JEQ, SYS_open, 5, 0),
        IF(BPF_JEQ, SYS_creat, 4, 0),
        IF(BPF_JEQ, SYS_mkdir, 3, 0),
#endif
        IF(BPF_JEQ, SYS_openat, 2, 0),
        IF(BPF_JEQ, SYS_openat2, 1, 0),
        IF(BPF_JEQ, SYS_mkdirat, 0, 1),
        REFUSE,
        ALLOW,
    };

    return APPLY(filter, SECCOMP_FILTER_FLAG_TSYNC);
}

/* What is there may be read, or the loader could do nothing. */
static int refuse_new_files(void)
{
    struct sock_filter filter[] = {
        NUMBER,
#if defined(SYS_open)
        IF(BPF_JEQ, SYS_mkdir, 4, 0),
#endif
        IF(BPF_JEQ, SYS_mkdirat, 3, 0),
        IF(BPF_JEQ, SYS_openat, 0, 3),
        ARGUMENT(2),
        IF(BPF_JSET, O_CREAT, 0, 1),
        REFUSE,
        ALLOW,
    };

    return APPLY(filter, SECCOMP_FILTER_FLAG_TSYNC);
}

static volatile sig_atomic_t has_gone_off;

static void note_timer(int number)
{
    (void)number;
    has_gone_off = 1;
}

/*
 * Until a sample must have been taken: a timer like that of the collector, set to more than its
 * longest period, has gone off. Both do so at ticks of the kernel that find the thread at work. On
 * a loaded machine no number of seconds is enough if the thread asks how many they were: where its
 * share of the processor is over, it loses it in that system call, before the tick.
 */
static void take_time(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    const struct itimerspec times = {.it_value.tv_nsec = 30000000};
    timer_t timer;

    has_gone_off = 0;
    signal(SIGUSR1, note_timer);
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) < 0 ||
        timer_settime(timer, 0, &times, NULL) < 0)
        _Exit(1);
    while (!has_gone_off)
        continue;
    timer_delete(timer);
}

/* Nothing to wait for without a collector. */
static void wait_for_samples(void)
{
    const char *const folder = getenv("GAUDIT_COLLECT_OUTPUT");
    char path[4096];

    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    while (access(path, F_OK) != 0)
        take_time();
}

static void make_a_child(void)
{
    int status = 0;

    if (fork() == 0) {
        take_time();
        _Exit(3);
    }
    wait(&status);
    printf("the child ended with %d\n", WEXITSTATUS(status));
}

/* The results of calls on its own files. */
static void make_a_file(void)
{
    const int file = open("own", O_WRONLY | O_CREAT, 0666);

    printf("a file: %s\n", file < 0 ? strerror(errno) : "made");
    printf("a folder: %s\n", mkdir("folder", 0777) < 0 ? strerror(errno) : "made");
    fflush(stdout); /* once, not also by a child */
}

static int execute(char *program)
{
    if (refuse_new_files())
        return 1;
    execl(program, program, "executed", NULL);
    return 1;
}

int main(int argc, char **argv)
{
    const char *const scene = argc > 1 ? argv[1] : "";

    if (strcmp(scene, "exec") == 0)
        return execute(argv[0]);
    if (strcmp(scene, "child") == 0) {
        gau_itt_load();
        wait_for_samples();
    }
    if (strcmp(scene, "threads") == 0 ? refuse_threads()
                                      : strcmp(scene, "executed") != 0 && refuse_files())
        return 1;
    take_time();
    make_a_file();
    make_a_child();
    return 5;
}
