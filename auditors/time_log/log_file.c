/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* flock() */

#include "time_log_auditor.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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

bool gau_time_log_fail(struct time_log *log, const char *path, const char *format, ...)
{
    va_list args;

    pthread_mutex_lock(&log->lock);
    if (!log->failed) {
        const int n =
            snprintf(log->problem, sizeof log->problem, "'%.*s': ", 200, time_log_shown(log, path));

        va_start(args, format);
        vsnprintf(log->problem + n, sizeof log->problem - (size_t)n, format, args);
        va_end(args);
    }
    log->failed = true;
    pthread_mutex_unlock(&log->lock);
    return false;
}

static bool fail_by(struct time_log *log, const struct time_log_text *text, int error)
{
    char reason[TIME_LOG_PROBLEM_SIZE];

    if (strerror_r(error, reason, sizeof reason) != 0)
        return gau_time_log_fail(log, text->path, "error %d", error);
    return gau_time_log_fail(log, text->path, "%s", reason);
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
static int write_without_signal(int fd, const void *data, size_t size, uint64_t offset)
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

bool gau_time_log_text_write(struct time_log *log, struct time_log_text *text, const char *bytes,
                             size_t size)
{
    struct stat info;
    int error;

    if (!gau_private_fd_is_ours(&text->file))
        return gau_time_log_fail(log, text->path, "%s", closed);
    if (fstat(text->file.fd, &info) != 0)
        return fail_by(log, text, errno);
    error = write_without_signal(text->file.fd, bytes, size, (uint64_t)info.st_size);
    if (error == 0)
        return true;
    if (ftruncate(text->file.fd, info.st_size) != 0)
        return gau_time_log_fail(log, text->path, "the last line is not complete");
    return fail_by(log, text, error);
}

/* --- the same file ------------------------------------------------------------------------- */

static bool is_same(const struct time_log_text *text, const struct stat *info)
{
    return info->st_dev == text->device && info->st_ino == text->node;
}

bool gau_time_log_text_is_there(struct time_log *log, const struct time_log_text *text)
{
    struct stat info;

    if (!text->made)
        return true;
    if (stat(text->path, &info) != 0)
        return gau_time_log_fail(log, text->path, "was removed while it was written");
    return is_same(text, &info) ||
           gau_time_log_fail(log, text->path, "was replaced while it was written");
}

/* --- continuing a log ---------------------------------------------------------------------- */

enum { TAIL = 1 << 16 }; /* bytes at the end of a file in which its last id is looked for */

/* Of a log that was cut: an entry without its label. Other text is not ours to remove. */
static bool is_part_of_entry(const char *line, size_t size)
{
    size_t tabs = 0, i;

    for (i = 0; i < size && strchr("0123456789.e+-\t", line[i]) && line[i]; i++)
        tabs += line[i] == '\t';
    return i == size && line[0] >= '0' && line[0] <= '9' && tabs < 7;
}

/* False: the line begins with none. */
static bool read_id(uint64_t *id, const char *line, const char *end)
{
    const char *at = line;

    for (*id = 0; at < end && *at >= '0' && *at <= '9' && *id <= UINT32_MAX; at++)
        *id = 10 * *id + (uint64_t)(*at - '0');
    return at > line && at < end && (*at == '\t' || *id > UINT32_MAX);
}

/* The identifier in the last whole line of a tail; 0: there is none. */
static uint64_t last_id(const char *tail, size_t size)
{
    const char *end = tail + size;
    uint64_t id;

    while (end > tail) {
        const char *line = end - 1; /* its line end */

        while (line > tail && line[-1] != '\n')
            line--;
        if (read_id(&id, line, end))
            return id;
        end = line;
    }
    return 0;
}

/* Ends the last line, or removes it, and continues the ids. */
static bool continue_tail(struct time_log *log, struct time_log_text *text, const char *tail,
                          size_t size, off_t file_size)
{
    size_t whole = size;
    uint64_t id;

    while (whole > 0 && tail[whole - 1] != '\n')
        whole--;
    if (whole < size && is_part_of_entry(tail + whole, size - whole)) {
        if (ftruncate(text->file.fd, file_size - (off_t)(size - whole)) != 0)
            return fail_by(log, text, errno);
    } else if (whole < size) {
        whole = size;
        if (!gau_time_log_text_write(log, text, "\n", 1))
            return false;
    }
    id = last_id(tail, whole);
    if (id >= UINT32_MAX)
        return gau_time_log_fail(log, text->path,
                                 "its last id is the largest, %" PRIu32 ", or beyond it",
                                 UINT32_MAX);
    text->last_id = (uint32_t)id;
    return true;
}

static bool continue_log(struct time_log *log, struct time_log_text *text, const struct stat *info)
{
    const size_t size = info->st_size < TAIL ? (size_t)info->st_size : TAIL;
    char *const tail = malloc(size + 1);
    ssize_t n;
    bool done;

    if (!tail)
        return gau_time_log_fail(log, text->path, "out of memory (end of the log)");
    n = pread(text->file.fd, tail, size, info->st_size - (off_t)size);
    done = n < 0 ? fail_by(log, text, errno)
                 : continue_tail(log, text, tail, (size_t)n, info->st_size);
    free(tail);
    return done;
}

/* --- opening ------------------------------------------------------------------------------- */

static bool begin_text(struct time_log *log, struct time_log_text *text)
{
    struct stat info;

    if (fstat(text->file.fd, &info) != 0)
        return fail_by(log, text, errno);
    if (!S_ISREG(info.st_mode))
        return gau_time_log_fail(log, text->path, "is not a regular file");
    if (flock(text->file.fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return gau_time_log_fail(log, text->path, "is being written by another program or auditor");
    if (text->made && !is_same(text, &info))
        return gau_time_log_fail(log, text->path, "was replaced while it was written");
    if (text->made)
        return true;
    text->made = true;
    text->device = info.st_dev;
    text->node = info.st_ino;
    if (log->append)
        return continue_log(log, text, &info);
    if (ftruncate(text->file.fd, 0) != 0)
        return fail_by(log, text, errno);
    return gau_time_log_text_write(log, text, gau_time_log_heading, strlen(gau_time_log_heading));
}

static bool cannot_open(struct time_log *log, const struct time_log_text *text)
{
    if (text->made && errno == ENOENT)
        return gau_time_log_fail(log, text->path, "was removed while it was written");
    if (errno == ELOOP && !text->chosen)
        return gau_time_log_fail(log, text->path,
                                 "is a symbolic link, which is followed only if 'File' names it");
    return fail_by(log, text, errno);
}

bool gau_time_log_text_open(struct time_log *log, struct time_log_text *text)
{
    /* A pipe without a reader must not stop the program. */
    const int flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC | (text->made ? 0 : O_CREAT) |
                      (text->chosen ? 0 : O_NOFOLLOW);

    if (gau_private_fd_is_ours(&text->file))
        return gau_time_log_text_is_there(log, text);
    if (!gau_private_fd_take(&text->file, open(text->path, flags, 0666)))
        return cannot_open(log, text);
    if (begin_text(log, text))
        return true;
    gau_private_fd_close(&text->file);
    return false;
}

/* --- the spill ----------------------------------------------------------------------------- */

int gau_time_log_spill_open(struct descriptor *file, const char *path)
{
    static const char ending[] = ".XXXXXX";
    const size_t size = strlen(path) + sizeof ending;
    char *const name = malloc(size);
    int fd, error;

    if (!name)
        return ENOMEM;
    snprintf(name, size, "%s%s", path, ending);
    fd = mkstemp(name);
    if (fd >= 0)
        unlink(name);
    error = gau_private_fd_take(file, fd) ? 0 : errno;
    free(name);
    return error;
}

bool gau_time_log_spill_write(struct time_log *log, const struct time_log_text *text,
                              const void *data, size_t size, uint64_t offset)
{
    int error;

    if (!gau_private_fd_is_ours(&log->spill))
        return gau_time_log_fail(log, text->path, "%s", closed);
    error = write_without_signal(log->spill.fd, data, size, offset);
    return error == 0 || fail_by(log, text, error);
}

bool gau_time_log_spill_read(struct time_log *log, const struct time_log_text *text, void *data,
                             size_t size, uint64_t offset)
{
    char *to = data;

    if (!gau_private_fd_is_ours(&log->spill))
        return gau_time_log_fail(log, text->path, "%s", closed);
    while (size > 0) {
        const ssize_t n = pread(log->spill.fd, to, size, (off_t)offset);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? fail_by(log, text, errno)
                         : gau_time_log_fail(log, text->path, "its temporary file became shorter");
        to += n;
        size -= (size_t)n;
        offset += (uint64_t)n;
    }
    return true;
}
