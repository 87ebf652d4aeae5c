/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* unshare(), setns(), syscall() */
#include "collector/base/real_functions.h"
#include "collector/writer/writer_thread.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Calls during which the writer thread must not exist. The kernel moves only single-threaded
 * processes into other user and mount namespaces. The C library sets users and groups for each
 * thread, and ends the program if the results differ, as they do after one thread has dropped
 * capabilities.
 */

struct single_thread {
    sigset_t before;
    bool left;
};

static bool get_rights(pid_t tid, struct __user_cap_data_struct data[2])
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = tid};

    memset(data, 0, 2 * sizeof *data);
    return syscall(SYS_capget, &header, data) == 0;
}

/* The same rights as the calling thread: calls have the same result in both. */
static bool writer_has_same_rights(void)
{
    const int error = errno;
    struct __user_cap_data_struct own[2], others[2];
    const pid_t writer = gau_writer_tid();
    const bool same = writer && get_rights(0, own) && get_rights(writer, others) &&
                      memcmp(own, others, sizeof own) == 0;

    errno = error;
    return same;
}

static struct single_thread begin_single_thread(bool needed)
{
    struct single_thread single = {.left = false};
    sigset_t all;

    if (!needed)
        return single;
    sigfillset(&all);
    gau_real_functions()->pthread_sigmask(SIG_SETMASK, &all, &single.before);
    single.left = gau_writer_leave();
    if (!single.left)
        gau_real_functions()->pthread_sigmask(SIG_SETMASK, &single.before, NULL);
    return single;
}

static int end_single_thread(const struct single_thread *single, int result)
{
    const int error = errno;

    if (single->left) {
        gau_writer_return();
        gau_real_functions()->pthread_sigmask(SIG_SETMASK, &single->before, NULL);
    }
    errno = error;
    return result;
}

#define WRAP(needed, name, parameters, ...)                                         \
    GAU_REAL_EXPORT int name parameters                                             \
    {                                                                               \
        const struct single_thread single = begin_single_thread(needed);            \
                                                                                    \
        return end_single_thread(&single, gau_real_functions()->name(__VA_ARGS__)); \
    }

#define NAMESPACE(...) WRAP(true, __VA_ARGS__)
#define USERS(...) WRAP(!writer_has_same_rights(), __VA_ARGS__)

NAMESPACE(unshare, (int flags), flags)
NAMESPACE(setns, (int file, int type), file, type)
USERS(setuid, (uid_t user), user)
USERS(seteuid, (uid_t user), user)
USERS(setreuid, (uid_t real, uid_t effective), real, effective)
USERS(setresuid, (uid_t real, uid_t effective, uid_t saved), real, effective, saved)
USERS(setgid, (gid_t group), group)
USERS(setegid, (gid_t group), group)
USERS(setregid, (gid_t real, gid_t effective), real, effective)
USERS(setresgid, (gid_t real, gid_t effective, gid_t saved), real, effective, saved)
USERS(setgroups, (size_t n, const gid_t *groups), n, groups)
USERS(initgroups, (const char *user, gid_t group), user, group)
