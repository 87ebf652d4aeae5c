/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_REAL_H
#define GAUDIT_COLLECTOR_REAL_H

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>

/*
 * The functions that a preloaded collector stands in front of, as the program would have them
 * without it. Looked up at the first use.
 */

struct gau_real {
    int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    int (*dlclose)(void *);
    pid_t (*fork)(void);
    int (*sigaction)(int, const struct sigaction *, struct sigaction *);
    int (*sigaltstack)(const stack_t *, stack_t *);
    int (*pthread_sigmask)(int, const sigset_t *, sigset_t *);
    int (*sigwait)(const sigset_t *, int *);
    int (*sigwaitinfo)(const sigset_t *, siginfo_t *);
    int (*sigtimedwait)(const sigset_t *, siginfo_t *, const struct timespec *);
    void (*(*sigset)(int, void (*)(int)))(int);
    int (*signalfd)(int, const sigset_t *, int);
    void (*_exit)(int);
    int (*execve)(const char *, char *const *, char *const *);
    int (*execvpe)(const char *, char *const *, char *const *);
    int (*posix_spawn)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                       const posix_spawnattr_t *, char *const *, char *const *);
    int (*posix_spawnp)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                        const posix_spawnattr_t *, char *const *, char *const *);
    int (*fexecve)(int, char *const *, char *const *);
    int (*unshare)(int);
    int (*setns)(int, int);
    int (*setuid)(uid_t);
    int (*seteuid)(uid_t);
    int (*setreuid)(uid_t, uid_t);
    int (*setresuid)(uid_t, uid_t, uid_t);
    int (*setgid)(gid_t);
    int (*setegid)(gid_t);
    int (*setregid)(gid_t, gid_t);
    int (*setresgid)(gid_t, gid_t, gid_t);
    int (*setgroups)(size_t, const gid_t *);
    int (*initgroups)(const char *, gid_t);
};

const struct gau_real *gau_real(void);

#endif
