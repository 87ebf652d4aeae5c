/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* flock() */

#include "time_log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char closed[] = "its file descriptor was closed by the program";

__attribute__((__format__(__printf__, 2, 3))) static bool fail(char *problem, const char *format,
                                                               ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(problem, TIME_LOG_PROBLEM_SIZE, format, args);
    va_end(args);
    return false;
}

static bool fail_by(char *problem, int error)
{
    if (strerror_r(error, problem, TIME_LOG_PROBLEM_SIZE) != 0)
        fail(problem, "error %d", error);
    return false;
}

/* --- writing ------------------------------------------------------------------------------- */

/* 0, or errno. */
static int write_whole(int fd, const char *data, size_t size, uint64_t offset)
{
    while (size > 0) {
        const ssize_t n = pwrite(fd, data, size, (off_t)offset);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        data += n;
        size -= (size_t)n;
        offset += (uint64_t)n;
    }
    return 0;
}

/* A file that grows beyond its limit means SIGXFSZ for the thread that writes. It must not reach
 * the program, neither now nor when it unblocks its signals. */
static int write_quietly(int fd, const void *data, size_t size, uint64_t offset)
{
    const struct timespec now = {0};
    sigset_t limit, before, pending;
    int error;

    sigemptyset(&limit);
    sigaddset(&limit, SIGXFSZ);
    sigemptyset(&pending);
    pthread_sigmask(SIG_BLOCK, &limit, &before);
    sigpending(&pending);
    error = write_whole(fd, data, size, offset);
    if (error == EFBIG && !sigismember(&pending, SIGXFSZ))
        sigtimedwait(&limit, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

bool time_log_text_write(struct time_log_text *text, const char *bytes, size_t size, char *problem)
{
    struct stat info;
    int error;

    if (!descriptor_is_ours(&text->file))
        return fail(problem, "%s", closed);
    if (fstat(text->file.fd, &info) != 0)
        return fail_by(problem, errno);
    error = write_quietly(text->file.fd, bytes, size, (uint64_t)info.st_size);
    if (error == 0)
        return true;
    if (ftruncate(text->file.fd, info.st_size) != 0)
        return fail(problem, "the last line is not complete");
    return fail_by(problem, error);
}

/* --- opening ------------------------------------------------------------------------------- */

static bool is_same(const struct time_log_text *text, const struct stat *info)
{
    return info->st_dev == text->device && info->st_ino == text->node;
}

bool time_log_text_is_there(const struct time_log_text *text, char *problem)
{
    struct stat info;

    if (!text->made)
        return true;
    if (stat(text->path, &info) != 0)
        return fail(problem, "was removed while it was written");
    return is_same(text, &info) || fail(problem, "was replaced while it was written");
}

/* A log that was cut short ends within a line: what is added begins one of its own. */
static bool end_line(struct time_log_text *text, const struct stat *info, char *problem)
{
    char last;

    if (info->st_size == 0 || pread(text->file.fd, &last, 1, info->st_size - 1) != 1 ||
        last == '\n')
        return true;
    return time_log_text_write(text, "\n", 1, problem);
}

static bool begin(struct time_log_text *text, bool append, char *problem)
{
    struct stat info;

    if (fstat(text->file.fd, &info) != 0)
        return fail_by(problem, errno);
    if (!S_ISREG(info.st_mode))
        return fail(problem, "is not a regular file");
    if (flock(text->file.fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail(problem, "is being written by another program or auditor");
    if (text->made && !is_same(text, &info))
        return fail(problem, "was replaced while it was written");
    if (text->made)
        return true;
    text->made = true;
    text->device = info.st_dev;
    text->node = info.st_ino;
    if (append)
        return end_line(text, &info, problem);
    if (ftruncate(text->file.fd, 0) != 0)
        return fail_by(problem, errno);
    return time_log_text_write(text, time_log_heading, strlen(time_log_heading), problem);
}

static bool cannot_open(const struct time_log_text *text, char *problem)
{
    if (text->made && errno == ENOENT)
        return fail(problem, "was removed while it was written");
    if (errno == ELOOP && !text->chosen)
        return fail(problem, "is a symbolic link, which is followed only if 'File' names it");
    return fail_by(problem, errno);
}

bool time_log_text_open(struct time_log_text *text, bool append, char *problem)
{
    /* A pipe without a reader must not stop the program. */
    const int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC | (text->made ? 0 : O_CREAT) |
                      (text->chosen ? 0 : O_NOFOLLOW);

    if (descriptor_is_ours(&text->file))
        return time_log_text_is_there(text, problem);
    if (!descriptor_take(&text->file, open(text->path, flags, 0666)))
        return cannot_open(text, problem);
    if (begin(text, append, problem))
        return true;
    time_log_text_close(text);
    return false;
}

void time_log_text_close(struct time_log_text *text)
{
    descriptor_close(&text->file);
}

/* --- the spill ----------------------------------------------------------------------------- */

bool time_log_spill_open(struct descriptor *file, const char *path, char *problem)
{
    static const char ending[] = ".XXXXXX";
    const size_t size = strlen(path) + sizeof ending;
    char *const name = malloc(size);
    bool done;
    int fd;

    if (!name)
        return fail(problem, "no memory for the name of a temporary file");
    snprintf(name, size, "%s%s", path, ending);
    fd = mkstemp(name);
    if (fd >= 0)
        unlink(name);
    done = descriptor_take(file, fd);
    if (!done)
        fail(problem, "no temporary file can be made beside it (errno %d)", errno);
    free(name);
    return done;
}

bool time_log_spill_write(const struct descriptor *file, const void *data, size_t size,
                          uint64_t offset, char *problem)
{
    int error;

    if (!descriptor_is_ours(file))
        return fail(problem, "%s", closed);
    error = write_quietly(file->fd, data, size, offset);

    return error == 0 || fail_by(problem, error);
}

bool time_log_spill_read(const struct descriptor *file, void *data, size_t size, uint64_t offset,
                         char *problem)
{
    char *to = data;

    if (!descriptor_is_ours(file))
        return fail(problem, "%s", closed);
    while (size > 0) {
        const ssize_t n = pread(file->fd, to, size, (off_t)offset);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? fail_by(problem, errno)
                         : fail(problem, "its temporary file became shorter");
        to += n;
        size -= (size_t)n;
        offset += (uint64_t)n;
    }
    return true;
}
