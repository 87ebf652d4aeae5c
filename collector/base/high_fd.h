/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_HIGH_FD_H
#define GAUDIT_COLLECTOR_BASE_HIGH_FD_H

#include <fcntl.h>
#include <unistd.h>

/* Moves a descriptor to a high number, since programs rely on low ones, and returns it. It stays
 * where there is no higher one, and -1 stays -1. */
static inline int gau_fd_move_high(int fd)
{
    enum { LOWEST = 1000 };
    const int high = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, LOWEST) : -1;

    if (high < 0)
        return fd;
    close(fd);
    return high;
}

#endif
