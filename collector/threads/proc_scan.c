/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall(), getdents64(), O_DIRECTORY */
#include "threads.h"

#include "collector/base/high_fd.h"
#include "collector/base/signal_safe_lock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The threads of the process as /proc/self/task lists them. */

/* The folder stays open, under a high number: programs rely on the numbers of their files. */
static struct {
    int file;
    pid_t pid; /* of the process that opened it; 0: closed */
    dev_t device;
    ino_t inode;
} tasks;

static bool is_open(void)
{
    struct stat status;

    return tasks.pid == getpid() && fstat(tasks.file, &status) == 0 &&
           status.st_dev == tasks.device && status.st_ino == tasks.inode;
}

bool gau_threads_open_folder(void)
{
    const int fd = is_open() ? -1 : open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat status;

    if (fd < 0)
        return is_open();
    tasks.file = gau_fd_move_high(fd);
    if (fstat(tasks.file, &status) < 0)
        return false;
    tasks.pid = getpid();
    tasks.device = status.st_dev;
    tasks.inode = status.st_ino;
    return true;
}

/* opendir() would call malloc(). */
bool gau_threads_list(void (*visit)(pid_t tid, void *user), void *user)
{
    _Alignas(struct dirent64) char buffer[4096];
    ssize_t n = -1;

    if (!gau_threads_open_folder() || lseek(tasks.file, 0, SEEK_SET) < 0)
        return false;
    while ((n = getdents64(tasks.file, buffer, sizeof buffer)) > 0)
        for (ssize_t at = 0; at < n;) {
            const struct dirent64 *const entry =
                (const struct dirent64 *)(const void *)(buffer + at);
            const long tid = strtol(entry->d_name, NULL, 10);

            if (tid > 0)
                visit((pid_t)tid, user);
            at += entry->d_reclen;
        }
    return n == 0;
}

struct left {
    pid_t writer;
    bool others;
};

static void find_other(pid_t tid, void *user)
{
    struct left *const left = user;

    /* A main thread that has ended stays listed as a zombie. */
    left->others |= tid != left->writer && tid != getpid();
}

/* Reads /proc/self/stat: the state is the letter after the name in parentheses, and the exit status
 * the 49th number after it. A zombie found only by its number does not show that it is one. */
static bool main_has_ended(int *status)
{
    enum { FIELDS = 49 };
    char text[1024];
    const int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    const ssize_t n = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    const char *behind;

    if (file >= 0)
        close(file);
    text[n > 0 ? n : 0] = '\0';
    behind = strrchr(text, ')');
    if (!behind || behind[1] != ' ' || behind[2] != 'Z')
        return false;
    for (int i = 0; behind && i <= FIELDS; i++)
        behind = strchr(behind + 1, ' ');
    *status = behind ? WEXITSTATUS((int)strtol(behind, NULL, 10)) : 0;
    return true;
}

bool gau_threads_only_writer_left(pid_t writer, int *status)
{
    struct left left = {.writer = writer};
    bool ended;

    gau_lock_take(GAU_LOCK_THREADS);
    ended = main_has_ended(status) && gau_threads_list(find_other, &left) && !left.others;
    gau_lock_release(GAU_LOCK_THREADS);
    return ended;
}

/* The folder changes while it is read, so a thread that is not listed may still exist. */
bool gau_threads_has_ended(pid_t tid)
{
    return syscall(SYS_tgkill, getpid(), tid, 0) < 0 && errno == ESRCH;
}

/* Each thread is a folder there, and each folder is a link. */
bool gau_threads_have_changed(void)
{
    static nlink_t before;
    struct stat status;
    bool changed;

    if (stat("/proc/self/task", &status) < 0)
        return false;
    changed = status.st_nlink != before;
    before = status.st_nlink;
    return changed;
}
