/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_REAL_FUNCTIONS_H
#define GAUDIT_COLLECTOR_BASE_REAL_FUNCTIONS_H

#include <dlfcn.h>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <unistd.h>

/*
 * The functions that a preloaded collector interposes, as the program would have them without it.
 * Looked up at first use.
 */

/* clang-format off */
#define GAU_REAL(X) \
    X(pthread_create) X(dlclose) X(fork) X(_exit) \
    X(sigaction) X(sigaltstack) X(pthread_sigmask) X(signalfd) \
    X(sigwait) X(sigwaitinfo) X(sigtimedwait) \
    X(execve) X(execvpe) X(fexecve) X(posix_spawn) X(posix_spawnp) \
    X(unshare) X(setns) X(setuid) X(seteuid) X(setreuid) X(setresuid) \
    X(setgid) X(setegid) X(setregid) X(setresgid) X(setgroups) X(initgroups)
/* clang-format on */

/* For the interposers. */
#define GAU_REAL_EXPORT __attribute__((visibility("default")))

struct gau_real_functions {
#define GAU_REAL_MEMBER(name) __typeof__(&(name)) name;
    GAU_REAL(GAU_REAL_MEMBER)
#undef GAU_REAL_MEMBER
    sighandler_t (*sigset)(int, sighandler_t); /* its declaration warns */
};

const struct gau_real_functions *gau_real_functions(void);

#endif
