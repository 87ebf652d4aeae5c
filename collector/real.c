/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "real.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static struct gau_real real;
static atomic_bool found;

/* Functions and data have addresses alike. */
static void look_up(void *out, const char *name)
{
    void **const slot = out;
    void *const function = dlsym(RTLD_NEXT, name);

    *slot = function ? function : dlsym(RTLD_DEFAULT, name);
}

const struct gau_real *gau_real(void)
{
    if (!atomic_load_explicit(&found, memory_order_acquire)) {
        look_up(&real.pthread_create, "pthread_create");
        look_up(&real.dlclose, "dlclose");
        look_up(&real.fork, "fork");
        look_up(&real.sigaction, "sigaction");
        look_up(&real.sigaltstack, "sigaltstack");
        look_up(&real.pthread_sigmask, "pthread_sigmask");
        look_up(&real.sigwait, "sigwait");
        look_up(&real.sigwaitinfo, "sigwaitinfo");
        look_up(&real.sigtimedwait, "sigtimedwait");
        look_up(&real.sigset, "sigset");
        look_up(&real.signalfd, "signalfd");
        look_up(&real._exit, "_exit");
        look_up(&real.execve, "execve");
        look_up(&real.execvpe, "execvpe");
        look_up(&real.posix_spawn, "posix_spawn");
        look_up(&real.posix_spawnp, "posix_spawnp");
        look_up(&real.fexecve, "fexecve");
        look_up(&real.unshare, "unshare");
        look_up(&real.setns, "setns");
        look_up(&real.setuid, "setuid");
        look_up(&real.seteuid, "seteuid");
        look_up(&real.setreuid, "setreuid");
        look_up(&real.setresuid, "setresuid");
        look_up(&real.setgid, "setgid");
        look_up(&real.setegid, "setegid");
        look_up(&real.setregid, "setregid");
        look_up(&real.setresgid, "setresgid");
        look_up(&real.setgroups, "setgroups");
        look_up(&real.initgroups, "initgroups");
        atomic_store_explicit(&found, true, memory_order_release);
    }
    return &real;
}
