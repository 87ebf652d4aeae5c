/* SPDX-License-Identifier: Apache-2.0 */
#include "display_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* 0, or the errno. */
static int write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t n = write(fd, text, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        text += n;
        size -= (size_t)n;
    }
    return 0;
}

/* 0, or the errno. */
static int write_new(const char *path, const char *text, size_t size)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int reason;

    if (fd < 0)
        return errno;
    reason = write_all(fd, text, size);
    if (close(fd) != 0 && reason == 0)
        reason = errno;
    return reason;
}

gau_status gau_display_file_write(const char *path, const char *text, size_t size, gau_context *ctx)
{
    char aside[PATH_MAX];
    int reason = ENAMETOOLONG;

    if (snprintf(aside, sizeof aside, "%s.%ld", path, (long)getpid()) < (int)sizeof aside)
        reason = write_new(aside, text, size);
    if (reason == 0 && rename(aside, path) != 0)
        reason = errno;
    if (reason == 0)
        return GAU_OK;
    if (reason != ENAMETOOLONG)
        unlink(aside);
    return gau_fail(ctx->error, GAU_ERR_IO, "'%.*s': %s", GAU_QUOTE(path), strerror(reason));
}
