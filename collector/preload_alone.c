/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* unshare(), setns() */
#include "real.h"
#include "writer.h"

#include <errno.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/*
 * What the writer must not be there for. The kernel moves only processes of one thread into other
 * user namespaces, and into mount namespaces; the C library sets users and groups for each thread,
 * and ends the program if the results differ, as they do if one thread has given up capabilities.
 */

struct alone {
    sigset_t before;
    bool left;
};

static struct alone begin(void)
{
    struct alone alone;
    sigset_t all;

    sigfillset(&all);
    gau_real()->pthread_sigmask(SIG_SETMASK, &all, &alone.before);
    alone.left = gau_writer_leave();
    return alone;
}

static int end(const struct alone *alone, int result)
{
    const int error = errno;

    if (alone->left)
        gau_writer_return();
    gau_real()->pthread_sigmask(SIG_SETMASK, &alone->before, NULL);
    errno = error;
    return result;
}

#define EXPORT __attribute__((visibility("default")))
#define ALONE(name, parameters, ...)                       \
    EXPORT int name parameters                             \
    {                                                      \
        const struct alone alone = begin();                \
                                                           \
        return end(&alone, gau_real()->name(__VA_ARGS__)); \
    }

ALONE(unshare, (int flags), flags)
ALONE(setns, (int file, int type), file, type)
ALONE(setuid, (uid_t user), user)
ALONE(seteuid, (uid_t user), user)
ALONE(setreuid, (uid_t real, uid_t effective), real, effective)
ALONE(setresuid, (uid_t real, uid_t effective, uid_t saved), real, effective, saved)
ALONE(setgid, (gid_t group), group)
ALONE(setegid, (gid_t group), group)
ALONE(setregid, (gid_t real, gid_t effective), real, effective)
ALONE(setresgid, (gid_t real, gid_t effective, gid_t saved), real, effective, saved)
ALONE(setgroups, (size_t n, const gid_t *groups), n, groups)
ALONE(initgroups, (const char *user, gid_t group), user, group)
