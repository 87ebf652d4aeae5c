/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* flock() */
#include "rank_folder.h"
#include "run_record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = ".gaudit-claim";

/* FOLDER/NAME. 0, or the errno. */
static int join_path(char path[PATH_MAX], const char *folder, const char *name)
{
    return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX ? 0 : ENAMETOOLONG;
}

/* Of concurrent callers one succeeds. 0, or the errno. @p folder: as for openat(). */
static int create_in(int folder, const char *name)
{
    const int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    return file < 0 ? errno : close(file) == 0 ? 0 : errno;
}

/* --- making -------------------------------------------------------------------------------- */

/* Where the name of the folder above ends; 0: there is none. */
static size_t above(const char *path, size_t length)
{
    while (length > 0 && path[length - 1] == '/')
        length--;
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length;
}

/* The folder and those above it that are missing. 0, or the errno; @p made as in gau_app_folder. */
static int make_folder(char *path, size_t *made)
{
    int reason = EEXIST;

    for (char *end = path; *end && (reason == 0 || reason == EEXIST);) {
        char next;

        end += strspn(end, "/");
        end += strcspn(end, "/");
        next = *end;
        *end = '\0';
        reason = mkdir(path, 0777) == 0 ? 0 : errno;
        *end = next;
        if (reason == 0 && *made == 0)
            *made = (size_t)(end - path);
    }
    return reason;
}

static void unmake(gau_app_folder *folder)
{
    size_t length = strlen(folder->path);

    for (; folder->made > 0 && length >= folder->made; length = above(folder->path, length)) {
        folder->path[length] = '\0';
        if (rmdir(folder->path) != 0 && errno != EINVAL) /* "folder/." */
            break;
    }
    folder->made = 0;
}

/* --- claiming ------------------------------------------------------------------------------ */

/* 0: it contains nothing but the mark; or the errno. */
static int check_empty(const char *folder)
{
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    int reason = dir ? 0 : errno;

    while (reason == 0 && (entry = readdir(dir)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            strcmp(entry->d_name, mark) != 0)
            reason = ENOTEMPTY;
    if (dir)
        closedir(dir);
    return reason;
}

static bool is_same(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Locks the folder for the life of this process, if the file system has locks: @p alone. 0; EBUSY:
 * it is locked; ENOENT: another folder has replaced it; or the errno. */
static int lock(gau_app_folder *folder, bool *alone)
{
    struct stat locked, there;

    folder->lock = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->lock < 0)
        return errno;
    *alone = flock(folder->lock, LOCK_EX | LOCK_NB) == 0;
    if (!*alone && errno == EWOULDBLOCK)
        return EBUSY;
    if (fstat(folder->lock, &locked) != 0 || stat(folder->path, &there) != 0)
        return errno;
    return is_same(&locked, &there) ? 0 : ENOENT;
}

/* A mark without a lock is of an owner that was killed, and counts as ours. It is put into the very
 * folder that is locked: a run that was refused may remove that, and another one may make and lock
 * a new one under its name. The folder is checked twice: another run may have filled it in between.
 * 0; EBUSY: another run has it; ENOENT: it was removed; or the errno. */
static int put_mark(gau_app_folder *folder)
{
    bool alone = false;
    int reason = check_empty(folder->path);

    if (reason != 0)
        return reason;
    reason = lock(folder, &alone);
    if (reason == 0 && (reason = create_in(folder->lock, mark)) == EEXIST)
        reason = alone ? 0 : EBUSY;
    if (reason == 0 && (reason = check_empty(folder->path)) != 0)
        unlinkat(folder->lock, mark, 0);
    if (reason != 0 && folder->lock >= 0)
        close(folder->lock);
    return reason;
}

/* An existing folder may be removed meanwhile, by a run that failed. */
static int claim_folder(gau_app_folder *folder)
{
    enum { TRIES = 100 };
    int reason = ENOENT;

    for (int i = 0; i < TRIES && reason == ENOENT; i++) {
        reason = make_folder(folder->path, &folder->made);
        if (reason == 0 || reason == EEXIST)
            reason = put_mark(folder);
    }
    folder->claimed = reason == 0;
    if (reason != 0 && reason != EBUSY && reason != ENOTEMPTY)
        unmake(folder);
    return reason;
}

static gau_status refuse(const char *folder, int reason, gau_error *err)
{
    struct stat facts;

    if (reason == ENOTEMPTY)
        return gau_fail(err, GAU_ERR_USAGE,
                        "'%.*s' is not empty: a result needs a new or an empty folder",
                        GAU_QUOTE(folder));
    if (reason == EBUSY)
        return gau_fail(err, GAU_ERR_USAGE,
                        "'%.*s' is in use by another run: name another folder, or, if there is no "
                        "such run, remove '%s' in it",
                        GAU_QUOTE(folder), mark);
    return gau_fail(err, GAU_ERR_USAGE, "the result folder '%.*s' cannot be %s: %s",
                    GAU_QUOTE(folder), stat(folder, &facts) == 0 ? "used" : "made",
                    strerror(reason));
}

static gau_status no_memory(gau_error *err)
{
    return gau_fail(err, GAU_ERR_MEMORY, "out of memory (name of the result folder)");
}

/* A rank may run several programs, one after another or at once. */
static gau_status claim_of_rank(gau_app_folder *out, const char *folder,
                                const struct gau_launcher_rank *rank, bool shared, gau_error *err)
{
    char *path = NULL;
    gau_status status = gau_rank_folder_path(&path, folder, rank, shared, err);

    if (status == GAU_OK)
        status = gau_folder_claim_numbered(out, path, "-", "", err);
    free(path);
    return status;
}

gau_status gau_app_folder_claim(gau_app_folder *out, const char *path, gau_error *err)
{
    struct gau_launcher_rank rank;
    gau_status status = GAU_OK;
    int reason;

    if (gau_launcher_rank_find(&rank))
        return claim_of_rank(out, path, &rank, false, err);
    *out = (gau_app_folder){.path = strdup(path)};
    if (!out->path)
        return no_memory(err);
    reason = claim_folder(out);
    if (reason != 0) {
        status = refuse(path, reason, err);
        gau_app_folder_close(out);
    }
    return status;
}

gau_status gau_folder_claim_numbered(gau_app_folder *out, const char *name, const char *separator,
                                     const char *ending, gau_error *err)
{
    enum { DIGITS = 12 };
    const size_t size = strlen(name) + strlen(separator) + strlen(ending) + DIGITS;
    gau_status status;
    struct stat facts;
    int reason;

    *out = (gau_app_folder){.path = malloc(size)};
    if (!out->path)
        return no_memory(err);
    snprintf(out->path, size, "%s%s", name, ending);
    for (unsigned n = 2; (reason = claim_folder(out)) != 0; n++) {
        if (reason != EBUSY && reason != ENOTEMPTY && lstat(out->path, &facts) != 0)
            break;
        snprintf(out->path, size, "%s%s%u%s", name, separator, n, ending);
        out->made = 0;
    }
    if (reason == 0)
        return GAU_OK;
    status = refuse(out->path, reason, err);
    gau_app_folder_close(out);
    return status;
}

/* The ranks of a job find the same number: those before it are of something else. */
static gau_status claim_numbered_of_rank(gau_app_folder *out, const char *name,
                                         const char *separator, const char *ending,
                                         const struct gau_launcher_rank *rank, gau_error *err)
{
    char path[PATH_MAX];
    gau_status status;
    unsigned n = 1;

    snprintf(path, sizeof path, "%s%s", name, ending);
    while ((status = claim_of_rank(out, path, rank, false, err)) == GAU_ERR_USAGE &&
           access(path, F_OK) == 0 && n < 100000)
        snprintf(path, sizeof path, "%s%s%u%s", name, separator, ++n, ending);
    return status;
}

gau_status gau_app_folder_claim_numbered(gau_app_folder *out, const char *name,
                                         const char *separator, const char *ending, gau_error *err)
{
    struct gau_launcher_rank rank;

    return gau_launcher_rank_find(&rank)
               ? claim_numbered_of_rank(out, name, separator, ending, &rank, err)
               : gau_folder_claim_numbered(out, name, separator, ending, err);
}

void gau_app_folder_release(gau_app_folder *folder)
{
    char path[PATH_MAX];

    if (!folder->claimed)
        return;
    if (join_path(path, folder->path, mark) == 0)
        unlink(path);
    close(folder->lock);
    folder->claimed = false;
}

void gau_app_folder_close(gau_app_folder *folder)
{
    gau_app_folder_release(folder);
    if (folder->path)
        unmake(folder);
    free(folder->path);
    *folder = (gau_app_folder){0};
}

/* --- of a run ------------------------------------------------------------------------------ */

/* Two names of one folder, relative or absolute. */
static bool are_one(const char *a, const char *b)
{
    struct stat one, other;

    return stat(a, &one) == 0 && stat(b, &other) == 0 && is_same(&one, &other);
}

/* Returns the folder that is joined, which may be that of this rank in @p folder; NULL: none is. */
static const char *joined_folder(const char *folder)
{
    const char *const joined = getenv("GAUDIT_SHARED_RESULT");
    const char *const slash = joined ? strrchr(joined, '/') : NULL;
    char above[PATH_MAX];

    if (joined && are_one(joined, folder))
        return folder;
    if (!slash || slash - joined >= PATH_MAX || strncmp(slash, "/rank-", 6) != 0)
        return NULL;
    snprintf(above, sizeof above, "%.*s", (int)(slash - joined), joined);
    return are_one(above, folder) ? joined : NULL;
}

bool gau_app_folder_is_joined(const char *folder)
{
    return joined_folder(folder);
}

/* Whether this is a rank that runs below the owner of the folder, as under `gaudit collect --
 * mpirun`; if the owner is the rank, the folder is one of those of the job. */
static bool is_rank_below(const char *joined, struct gau_launcher_rank *rank)
{
    char path[PATH_MAX];

    return gau_launcher_rank_find(rank) && join_path(path, joined, "../ranks.json") == 0 &&
           access(path, F_OK) != 0;
}

gau_status gau_run_folder_open(gau_app_folder *out, const char *folder, gau_error *err)
{
    const char *const joined = joined_folder(folder);
    struct gau_launcher_rank rank;
    char path[PATH_MAX];
    int reason;

    *out = (gau_app_folder){0};
    if (!joined)
        return gau_app_folder_claim(out, folder, err);
    if (is_rank_below(joined, &rank))
        return claim_of_rank(out, joined, &rank, true, err);
    reason = join_path(path, joined, "run.json");
    if (reason == 0)
        reason = create_in(AT_FDCWD, path);
    if (reason == EEXIST)
        return gau_fail(err, GAU_ERR_USAGE,
                        "'%.*s' has the result of a run already: one run joins a folder",
                        GAU_QUOTE(joined));
    if (reason)
        return refuse(joined, reason, err);
    out->path = strdup(joined);
    return out->path ? GAU_OK : no_memory(err);
}
