/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fallocate() */
#include "file_replace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- where it goes ------------------------------------------------------------------------- */

/* Length of the folder of a path, with the slash. */
static size_t folder_of(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* True if it is open under /proc/self/fd: a rename would not reach the opened file. */
static bool is_open_file(const char *path)
{
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/dev/fd/", 8) == 0;
}

/* Replaces the path by the target of the link. Returns 0 or the errno. */
static int follow(char path[PATH_MAX])
{
    char target[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    size_t folder;

    if (length < 0)
        return errno;
    target[length] = '\0';
    folder = target[0] == '/' ? 0 : folder_of(path);
    if (folder + (size_t)length >= PATH_MAX)
        return ENAMETOOLONG;
    memcpy(path + folder, target, (size_t)length + 1);
    return 0;
}

/* @p is_beside: a new file is to be written beside it, with the owner and mode of @p old; mode 0 if
 * there is none. */
static int find_place(char path[PATH_MAX], struct stat *old, bool *is_beside)
{
    enum { LINKS_MAX = 40 };
    int reason = 0;

    for (int i = 0; reason == 0 && i < LINKS_MAX; i++) {
        *old = (struct stat){0};
        *is_beside = false;
        if (is_open_file(path))
            return 0;
        if (lstat(path, old) != 0) {
            *old = (struct stat){0};
            *is_beside = true;
            return errno == ENOENT ? 0 : errno;
        }
        if (!S_ISLNK(old->st_mode)) {
            *is_beside = S_ISREG(old->st_mode);
            return *is_beside && access(path, W_OK) != 0 ? errno : 0;
        }
        reason = follow(path);
    }
    return reason ? reason : ELOOP;
}

bool gau_replace_place(const char *path, char place[PATH_MAX])
{
    struct stat old;
    bool is_beside;

    return snprintf(place, PATH_MAX, "%s", path) < PATH_MAX &&
           find_place(place, &old, &is_beside) == 0 && is_beside;
}

/* --- the file beside it -------------------------------------------------------------------- */

/* Replacements in progress; further ones are not removed when a signal ends the process. */
static _Atomic(struct gau_replacement *) begun[8];

enum { BEGUN = sizeof begun / sizeof *begun };

void gau_replace_abandon(void)
{
    for (int i = 0; i < BEGUN; i++) {
        struct gau_replacement *const r = atomic_load(&begun[i]);

        if (r)
            unlink(r->aside);
    }
}

/* Replaces the first entry @p from by @p to. */
static void note(struct gau_replacement *from, struct gau_replacement *to)
{
    bool done = false;

    for (int i = 0; i < BEGUN && !done; i++) {
        struct gau_replacement *expected = from;

        done = atomic_compare_exchange_strong(&begun[i], &expected, to);
    }
}

/* An unused name: files of killed processes may remain. */
static int find_aside(struct gau_replacement *r)
{
    const size_t folder = folder_of(r->path);
    int file = -1;

    errno = EEXIST;
    for (unsigned n = 0; file < 0 && errno == EEXIST; n++) {
        const int length = snprintf(r->aside, sizeof r->aside, "%.*s.%.200s.%ld-%u", (int)folder,
                                    r->path, r->path + folder, (long)getpid(), n);

        if (length >= (int)sizeof r->aside) {
            errno = ENAMETOOLONG;
            break;
        }
        file = open(r->aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return file;
}

/* Blocks signals between making the file and recording it. */
static int open_aside(struct gau_replacement *r)
{
    sigset_t all, before;
    int file, reason;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    file = find_aside(r);
    reason = errno;
    if (file >= 0)
        note(NULL, r);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return file;
}

static void remove_aside(struct gau_replacement *r)
{
    unlink(r->aside);
    note(r, NULL);
}

/* Copies owner and mode; the new file must not become readable for more users. */
static bool take_over(int file, const struct stat *old)
{
    struct stat now;

    if (old->st_mode == 0)
        return true;
    if (fstat(file, &now) != 0)
        return false;
    if ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) &&
        fchown(file, old->st_uid, old->st_gid) != 0 && errno != EPERM)
        return false;
    return fchmod(file, old->st_mode & 0777) == 0;
}

static bool is_closed_folder(int reason)
{
    return reason == EACCES || reason == EPERM || reason == EROFS;
}

/* Returns 0 if the folder of a path can get a file, or the errno. */
static int check_folder(char path[PATH_MAX])
{
    struct stat status;

    path[folder_of(path)] = '\0';
    if (stat(path[0] ? path : ".", &status) != 0)
        return errno;
    if (!S_ISDIR(status.st_mode))
        return ENOTDIR;
    return access(path[0] ? path : ".", W_OK | X_OK) == 0 ? 0 : errno;
}

int gau_replace_check(const char *path)
{
    char place[PATH_MAX];
    struct stat old;
    bool is_beside;
    int reason;

    if (!path[0])
        return ENOENT;
    if (snprintf(place, sizeof place, "%s", path) >= PATH_MAX)
        return ENAMETOOLONG;
    reason = find_place(place, &old, &is_beside);
    if (reason != 0)
        return reason;
    if (S_ISDIR(old.st_mode))
        return EISDIR;
    if (!is_beside)
        return access(place, W_OK) == 0 ? 0 : errno;
    reason = check_folder(place);
    return old.st_mode && is_closed_folder(reason) ? 0 : reason;
}

static int open_file(struct gau_replacement *r, const struct stat *old, bool is_beside)
{
    int file = is_beside ? open_aside(r) : -1;

    if (file >= 0) {
        if (take_over(file, old))
            return file;
        close(file);
        remove_aside(r);
        return -1;
    }
    r->aside[0] = '\0';
    if (is_beside && !(old->st_mode && is_closed_folder(errno)))
        return -1;
    return open(r->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
}

int gau_replace_begin(struct gau_replacement *r, const char *path)
{
    struct stat old;
    bool is_beside;
    int reason, file;

    *r = (struct gau_replacement){0};
    if (snprintf(r->path, sizeof r->path, "%s", path) >= (int)sizeof r->path)
        return ENAMETOOLONG;
    reason = find_place(r->path, &old, &is_beside);
    if (reason != 0)
        return reason;
    file = open_file(r, &old, is_beside);
    if (file < 0)
        return errno;
    r->file = fdopen(file, "w");
    if (r->file)
        return 0;
    close(file);
    if (r->aside[0])
        remove_aside(r);
    return ENOMEM;
}

/* --- the end ------------------------------------------------------------------------------- */

/* 0, or the errno. */
static int copy(const char *from, const char *to)
{
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    const int out = in < 0 ? -1 : open(to, O_WRONLY | O_TRUNC | O_CLOEXEC);
    ssize_t n = out < 0 ? -1 : 1;
    int reason;

    while (n > 0)
        n = sendfile(out, in, NULL, 1 << 30);
    reason = n < 0 ? errno : 0;
    if (out >= 0 && close(out) != 0 && reason == 0)
        reason = errno;
    if (in >= 0)
        close(in);
    return reason;
}

/* In a folder with the sticky bit a file of another user can be written, but not replaced. Returns
 * 0 or the errno. */
static int put_in_place(const struct gau_replacement *r)
{
    if (rename(r->aside, r->path) == 0)
        return 0;
    return is_closed_folder(errno) ? copy(r->aside, r->path) : errno;
}

int gau_replace_end(struct gau_replacement *r, int failed)
{
    errno = 0;
    if (fflush(r->file) != 0 || ferror(r->file))
        failed = failed ? failed : errno ? errno : EIO;
    if (fclose(r->file) != 0 && !failed)
        failed = errno;
    if (!failed && r->aside[0])
        failed = put_in_place(r);
    if (r->aside[0])
        remove_aside(r);
    *r = (struct gau_replacement){0};
    return failed;
}

const char *gau_replace_reason(int reason)
{
    switch (reason) {
    case EFBIG: return "File too large (see ulimit -f)";
    case ESTALE: return "the file was replaced or made shorter meanwhile";
    default: return strerror(reason);
    }
}

int gau_replace_with(const char *path, const char *text, size_t size)
{
    struct gau_replacement replacement;
    int failed = gau_replace_begin(&replacement, path);

    if (failed)
        return failed;
    errno = 0;
    failed = fwrite(text, 1, size, replacement.file) == size ? 0 : errno ? errno : EIO;
    return gau_replace_end(&replacement, failed);
}

/* --- room ---------------------------------------------------------------------------------- */

static bool is_full(int reason)
{
    return reason == ENOSPC || reason == EDQUOT;
}

/* Keeps the size; blocks after the end are reserved. */
int gau_replace_reserve(const char *path, size_t size)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    int reason;

    if (file < 0)
        return errno;
    reason = fallocate(file, FALLOC_FL_KEEP_SIZE, 0, (off_t)size) == 0 ? 0 : errno;
    close(file);
    return is_full(reason) ? reason : 0; /* other file systems and limits cannot reserve */
}

/* Not begun if the file's blocks do not suffice: the old text stays then. */
static int overwrite(const char *path, const char *text, size_t size)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat facts;
    int reason = 0;

    if (file < 0)
        return errno;
    if (fstat(file, &facts) != 0)
        reason = errno;
    else if ((uint64_t)facts.st_blocks * 512 < size)
        reason = ENOSPC;
    else if (pwrite(file, text, size, 0) != (ssize_t)size || ftruncate(file, (off_t)size) != 0)
        reason = errno ? errno : EIO;
    if (close(file) != 0 && reason == 0)
        reason = errno;
    return reason;
}

int gau_replace_in_room(const char *path, const char *text, size_t size)
{
    const int reason = gau_replace_with(path, text, size);

    return is_full(reason) ? overwrite(path, text, size) : reason;
}
