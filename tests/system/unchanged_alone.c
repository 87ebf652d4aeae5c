/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* unshare(), setns(), setgroups() */
#include "unchanged.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Calls that kernel and C library handle differently where there are other threads. */

/* --- namespaces ---------------------------------------------------------------------------- */

static void wait_for(pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    print_result("a child", status);
}

/* Those of a child. */
static void enter(pid_t child, const char *name)
{
    char path[64];
    int file;

    snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)child, name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    print_result(name, setns(file, 0));
    close(file);
}

static void live_in_namespaces(int ready, int end)
{
    char byte = 0;

    print_result("unshare() of users and mounts", unshare(CLONE_NEWUSER | CLONE_NEWNS));
    spin(100);
    if (write(ready, &byte, 1) == 1 && read(end, &byte, 1) == 0)
        _exit(0);
    _exit(1);
}

void scene_namespaces(void)
{
    int ready[2], end[2];
    char byte;
    pid_t child;

    spin(100);
    child = fork();
    if (child == 0) {
        print_result("unshare() of users", unshare(CLONE_NEWUSER));
        print_result("another time", unshare(CLONE_NEWUSER));
        print_result("unshare() of processes", unshare(CLONE_NEWPID));
        spin(100);
        _exit(0);
    }
    wait_for(child);
    if (pipe(ready) != 0 || pipe(end) != 0)
        return;
    child = fork();
    if (child == 0) {
        close(end[1]);
        live_in_namespaces(ready[1], end[0]);
    }
    print_result("it is ready", read(ready[0], &byte, 1));
    enter(child, "user");
    enter(child, "mnt");
    spin(100);
    close(end[1]);
    wait_for(child);
}

/* --- users and groups ---------------------------------------------------------------------- */

/* By the system call: of the calling thread alone. */
static long keep_capabilities(unsigned bits)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[2] = {{.effective = bits, .permitted = bits}};

    return syscall(SYS_capset, &header, data);
}

void scene_groups(void)
{
    spin(100);
    print_result("capset()", keep_capabilities(1u << CAP_SETGID));
    print_result("setgroups()", setgroups(0, NULL));
    print_result("initgroups()", initgroups("root", 1));
    print_result("setuid()", setuid(1));
    print_result("seteuid()", seteuid(1));
    print_result("setreuid()", setreuid(1, 1));
    print_result("setresuid()", setresuid(1, 1, 1));
    print_result("setgid()", setgid(1));
    spin(100);
    print_result("capset()", keep_capabilities(0));
    print_result("setgid()", setgid(0));
    print_result("setegid()", setegid(0));
    print_result("setregid()", setregid(0, 0));
    print_result("setresgid()", setresgid(0, 0, 0));
    print_result("setgroups()", setgroups(0, NULL));
    print_result("children", wait(NULL));
    spin(100);
}

/* --- several threads ----------------------------------------------------------------------- */

enum { THREADS = 4, CALLS = 100 };

static void *set_again(void *wrong)
{
    for (int i = 0; i < CALLS; i++)
        *(int *)wrong += setegid(getegid()) != 0 || setreuid(getuid(), geteuid()) != 0;
    spin(100);
    return NULL;
}

/* All at once, which has to do with all threads each time. */
void scene_crowd(void)
{
    pthread_t threads[THREADS];
    int wrong[THREADS] = {0}, all = 0;

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, set_again, &wrong[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        all += wrong[i];
    }
    print_result("calls that failed", all);
}
