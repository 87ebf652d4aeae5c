/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* mkostemp() */
#include "temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int gau_temporary_file_make(struct descriptor *file, const char *beside)
{
    char name[PATH_MAX];
    int fd;

    *file = DESCRIPTOR_NONE;
    if (snprintf(name, sizeof name, "%s.XXXXXX", beside) >= (int)sizeof name)
        return ENAMETOOLONG;
    fd = mkostemp(name, O_CLOEXEC);
    if (fd < 0)
        return errno;
    unlink(name);
    return gau_private_fd_take(file, fd) ? 0 : errno;
}

int gau_temporary_file_write(const struct descriptor *file, const void *data, size_t size,
                             uint64_t at)
{
    const char *bytes = data;

    while (size > 0) {
        const ssize_t n = pwrite(file->fd, bytes, size, (off_t)at);

        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
            at += (uint64_t)n;
        }
    }
    return 0;
}

/* The end of the file comes too early only if something else has changed it. */
int gau_temporary_file_read(const struct descriptor *file, void *data, size_t size, uint64_t at)
{
    char *bytes = data;

    while (size > 0) {
        const ssize_t n = pread(file->fd, bytes, size, (off_t)at);

        if (n == 0)
            return EIO;
        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
            at += (uint64_t)n;
        }
    }
    return 0;
}
