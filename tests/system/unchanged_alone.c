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

/* What the kernel and the C library do otherwise where there are other threads. */

/* --- namespaces ---------------------------------------------------------------------------- */

static void wait_for(pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    tell("a child", status);
}

/* Those of a child. */
static void enter(pid_t child, const char *name)
{
    char path[64];
    int file;

    snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)child, name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    tell(name, setns(file, 0));
    close(file);
}

static void live_in_namespaces(int ready, int end)
{
    char byte = 0;

    tell("unshare() of users and mounts", unshare(CLONE_NEWUSER | CLONE_NEWNS));
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
        tell("unshare() of users", unshare(CLONE_NEWUSER));
        tell("another time", unshare(CLONE_NEWUSER));
        tell("unshare() of processes", unshare(CLONE_NEWPID));
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
    tell("it is ready", read(ready[0], &byte, 1));
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
    tell("capset()", keep_capabilities(1u << CAP_SETGID));
    tell("setgroups()", setgroups(0, NULL));
    tell("initgroups()", initgroups("root", 1));
    tell("setuid()", setuid(1));
    tell("seteuid()", seteuid(1));
    tell("setreuid()", setreuid(1, 1));
    tell("setresuid()", setresuid(1, 1, 1));
    tell("setgid()", setgid(1));
    spin(100);
    tell("capset()", keep_capabilities(0));
    tell("setgid()", setgid(0));
    tell("setegid()", setegid(0));
    tell("setregid()", setregid(0, 0));
    tell("setresgid()", setresgid(0, 0, 0));
    tell("setgroups()", setgroups(0, NULL));
    tell("children", wait(NULL));
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
    tell("calls that failed", all);
}
