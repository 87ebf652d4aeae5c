/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall(), flock(), mkdtemp() */
#include "temp_folder.h"

#include "signals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* This file is locked while its command runs, and removed last. */
static const char mark[] = ".gaudit-temporary";

enum { DAY_S = 24 * 60 * 60 };

static struct {
    char path[PATH_MAX]; /* "": none */
    int lock;
} scratch;

/* --- removing, also in handlers of signals: without malloc(), which opendir() has ------------ */

struct entry {
    uint64_t inode;
    int64_t offset;
    uint16_t size;
    unsigned char type;
    char name[];
};

static bool remove_entry(int folder, const char *name);

static bool is_kept(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, mark) == 0;
}

/* Returns false if something could not be removed. Removing may hide other entries from the current
 * reading, so the folder is read again from the beginning. */
static bool remove_contents(int folder)
{
    _Alignas(8) char buffer[2048];
    bool again = true;
    long n = 0;

    while (again && lseek(folder, 0, SEEK_SET) == 0) {
        again = false;
        while ((n = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0)
            for (long at = 0; at < n;) {
                const struct entry *const entry = (const struct entry *)(const void *)(buffer + at);

                if (!is_kept(entry->name)) {
                    if (!remove_entry(folder, entry->name))
                        return false;
                    again = true;
                }
                at += entry->size;
            }
    }
    return n == 0;
}

static bool remove_entry(int folder, const char *name)
{
    int below, error;
    bool done;

    if (unlinkat(folder, name, 0) == 0 || errno == ENOENT)
        return true;
    if (errno != EISDIR && errno != EPERM)
        return false;
    below = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (below < 0)
        return false;
    done = remove_contents(below) && (unlinkat(below, mark, 0) == 0 || errno == ENOENT);
    error = errno;
    close(below);
    errno = error;
    return done && unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

void gau_temp_folder_abandon(void)
{
    if (scratch.path[0])
        remove_entry(AT_FDCWD, scratch.path);
}

bool gau_temp_folder_remove(void)
{
    bool done;
    int error;

    if (!scratch.path[0])
        return true;
    gau_signals_hold();
    done = remove_entry(AT_FDCWD, scratch.path);
    error = errno;
    close(scratch.lock);
    scratch.path[0] = '\0';
    gau_signals_release();
    errno = error;
    return done;
}

/* --- stale folders ------------------------------------------------------------------------- */

/* Returns true for a folder of gaudit without a running command, and unchanged for a day. */
static bool is_left(int place, const char *name)
{
    char path[NAME_MAX + sizeof mark + 1];
    struct stat info;
    bool left;
    int lock;

    if (strncmp(name, "gaudit-", 7) != 0 || fstatat(place, name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
        info.st_mtime > time(NULL) - (time_t)DAY_S)
        return false;
    snprintf(path, sizeof path, "%s/%s", name, mark);
    lock = openat(place, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    left = lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0;
    if (lock >= 0)
        close(lock);
    return left;
}

static void remove_left(const char *place)
{
    DIR *const folder = opendir(place);
    const struct dirent *entry;

    while (folder && (entry = readdir(folder)))
        if (is_left(dirfd(folder), entry->d_name))
            remove_entry(dirfd(folder), entry->d_name);
    if (folder)
        closedir(folder);
}

/* --- making -------------------------------------------------------------------------------- */

static bool make_folder(void)
{
    char path[PATH_MAX + sizeof mark];
    int error;

    if (!mkdtemp(scratch.path))
        return false;
    snprintf(path, sizeof path, "%s/%s", scratch.path, mark);
    scratch.lock = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (scratch.lock >= 0) {
        flock(scratch.lock, LOCK_EX);
        return true;
    }
    error = errno;
    rmdir(scratch.path);
    errno = error;
    return false;
}

gau_status gau_temp_folder_make(char *path, size_t size, const char *name, gau_error *err)
{
    const char *const given = getenv("TMPDIR"), *const place = given && *given ? given : "/tmp";
    const int length = snprintf(path, size, "%s/gaudit-%s-XXXXXX", place, name);
    bool done;

    if (length < 0 || (size_t)length >= size || (size_t)length >= sizeof scratch.path)
        return gau_fail(err, GAU_ERR_IO, "cannot make a folder in '%.*s': %s", GAU_QUOTE(place),
                        strerror(ENAMETOOLONG));
    remove_left(place);
    gau_signals_hold();
    snprintf(scratch.path, sizeof scratch.path, "%s", path);
    done = make_folder();
    if (done)
        snprintf(path, size, "%s", scratch.path);
    else
        scratch.path[0] = '\0';
    gau_signals_release(); /* keeps errno */
    return done ? GAU_OK
                : gau_fail(err, GAU_ERR_IO, "cannot make the folder '%.*s': %s", GAU_QUOTE(path),
                           strerror(errno));
}
