/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* F_SETSIG */

#include "private_fd.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/* A number as high as the limit of the process allows; -1: not even one above standard error. */
static int move_up(int fd)
{
    static const int lowest[] = {100, 30, 10, STDERR_FILENO + 1};
    int high = -1;

    for (size_t i = 0; high < 0 && i < sizeof lowest / sizeof *lowest; i++)
        high = fcntl(fd, F_DUPFD_CLOEXEC, lowest[i]);
    if (high < 0 && fd > STDERR_FILENO && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0)
        return fd;
    close(fd);
    return high;
}

bool gau_private_fd_take(struct descriptor *d, int fd)
{
    struct stat info;

    *d = DESCRIPTOR_NONE;
    if (fd >= 0)
        fd = move_up(fd);
    if (fd < 0)
        return false;
    if (fstat(fd, &info) != 0) {
        close(fd);
        return false;
    }
    fcntl(fd, F_SETSIG, SIGRTMAX);
    *d = (struct descriptor){
        .fd = fd, .mark = fcntl(fd, F_GETSIG), .device = info.st_dev, .node = info.st_ino};
    return true;
}

bool gau_private_fd_is_ours(const struct descriptor *d)
{
    const int before = errno;
    struct stat info;
    const bool ours = d->fd >= 0 && fcntl(d->fd, F_GETSIG) == d->mark && fstat(d->fd, &info) == 0 &&
                      info.st_dev == d->device && info.st_ino == d->node;

    errno = before;
    return ours;
}

void gau_private_fd_close(struct descriptor *d)
{
    if (gau_private_fd_is_ours(d))
        close(d->fd);
    *d = DESCRIPTOR_NONE;
}
