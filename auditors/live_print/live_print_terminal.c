/* SPDX-License-Identifier: Apache-2.0 */
#include "live_print.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 20 }; /* milliseconds */

static bool is_same_as_output(const struct stat *error)
{
    struct stat output;

    return fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == error->st_dev &&
           output.st_ino == error->st_ino;
}

void gau_live_print_terminal_open(struct live_print_terminal *c)
{
    const char *const type = getenv("TERM"), *const no_colour = getenv("NO_COLOR");
    const bool terminal = isatty(STDERR_FILENO);
    struct stat file = {0};

    *c = (struct live_print_terminal){.watch = DESCRIPTOR_NONE};
    if (fstat(STDERR_FILENO, &file) != 0)
        return;
    c->terminal = terminal && type && type[0] && strcmp(type, "dumb") != 0;
    c->colour = c->terminal && (!no_colour || !no_colour[0]);
    if (S_ISREG(file.st_mode)) {
        c->method = LIVE_PRINT_FILE;
        c->size = file.st_size;
        return;
    }
    if (!terminal && !(S_ISFIFO(file.st_mode) && is_same_as_output(&file)))
        return;
    if (!gau_private_fd_take(&c->watch, inotify_init1(IN_NONBLOCK | IN_CLOEXEC)))
        return;
    if (inotify_add_watch(c->watch.fd, "/proc/self/fd/2", IN_MODIFY) >= 0)
        c->method = LIVE_PRINT_WATCHED;
    else
        gau_live_print_terminal_close(c);
}

void gau_live_print_terminal_close(struct live_print_terminal *c)
{
    gau_private_fd_close(&c->watch);
    c->method = LIVE_PRINT_UNKNOWN;
}

/* --- foreign writes ------------------------------------------------------------------------ */

/* Whether anything was written since the last call. If own_writes has changed, it was a write of
 * ours: the size of a file is then updated after it. */
static bool was_written(struct live_print_terminal *c, uint64_t own_writes)
{
    char events[1024] __attribute__((__aligned__(8)));
    int64_t size = __atomic_load_n(&c->size, __ATOMIC_ACQUIRE);
    struct stat file;

    if (c->method == LIVE_PRINT_WATCHED)
        return gau_private_fd_is_ours(&c->watch) && read(c->watch.fd, events, sizeof events) > 0 &&
               __atomic_load_n(&c->own_writes, __ATOMIC_ACQUIRE) == own_writes;
    if (c->method != LIVE_PRINT_FILE || fstat(STDERR_FILENO, &file) != 0 || file.st_size == size)
        return false;
    return __atomic_load_n(&c->own_writes, __ATOMIC_ACQUIRE) == own_writes &&
           __atomic_compare_exchange_n(&c->size, &size, (int64_t)file.st_size, false,
                                       __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

uint64_t gau_live_print_terminal_foreign_writes(struct live_print_terminal *c)
{
    const uint64_t own_writes = __atomic_load_n(&c->own_writes, __ATOMIC_ACQUIRE);

    if (own_writes % 2 == 0 && was_written(c, own_writes))
        return __atomic_add_fetch(&c->foreign_writes, 1, __ATOMIC_ACQ_REL);
    return __atomic_load_n(&c->foreign_writes, __ATOMIC_ACQUIRE);
}

/* --- writing ------------------------------------------------------------------------------- */

unsigned gau_live_print_terminal_columns(const struct live_print_terminal *c)
{
    struct winsize size = {0};

    return c->terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static bool hold(FILE *stream)
{
    const struct timespec pause = {0, 1000000};

    for (int i = 0; i < TRIES; i++) {
        if (ftrylockfile(stream) == 0)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

void gau_live_print_terminal_hold(const struct live_print_terminal *c, bool held[2])
{
    struct stat file;

    held[0] =
        c->terminal && fstat(STDERR_FILENO, &file) == 0 && is_same_as_output(&file) && hold(stdout);
    held[1] = c->terminal && hold(stderr);
}

void gau_live_print_terminal_release(const bool held[2])
{
    if (held[1])
        funlockfile(stderr);
    if (held[0])
        funlockfile(stdout);
}

static void write_all(struct live_print_terminal *c, const char *text, size_t length)
{
    struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};

    while (length > 0 && !c->broken) {
        const ssize_t n = write(STDERR_FILENO, text, length);

        if (n > 0) {
            text += n;
            length -= (size_t)n;
        } else if (n < 0 && errno == EAGAIN) {
            c->broken = poll(&room, 1, 1000) <= 0;
        } else if (n == 0 || errno != EINTR) {
            c->broken = true;
        }
    }
}

void gau_live_print_terminal_write(void *terminal, const char *text, size_t length)
{
    struct live_print_terminal *const c = terminal;
    const uint64_t own_writes = __atomic_add_fetch(&c->own_writes, 1, __ATOMIC_ACQ_REL);

    if (was_written(c, own_writes)) /* a foreign write just before */
        __atomic_add_fetch(&c->foreign_writes, 1, __ATOMIC_ACQ_REL);
    write_all(c, text, length);
    was_written(c, own_writes); /* our own write is not counted */
    __atomic_add_fetch(&c->own_writes, 1, __ATOMIC_ACQ_REL);
}
