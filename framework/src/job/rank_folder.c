/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "rank_folder.h"

#include "documents/document.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The folder of a job of several ranks. ranks.json says which job it is of. The first rank makes
 * it, under another name, which is then linked to that: it is there as a whole or not at all, and
 * of concurrent ranks one makes it. The others find their job in it.
 */

static const char temporary[] = ".ranks-";

static int path_in(char path[PATH_MAX], const char *folder, const char *name)
{
    return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX ? 0 : ENAMETOOLONG;
}

/* The folder and those above it; another rank may make them at the same time. 0, or the errno. */
static int make_folders(const char *folder)
{
    struct stat facts;
    char path[PATH_MAX];
    int reason = snprintf(path, sizeof path, "%s/", folder) < PATH_MAX ? 0 : ENAMETOOLONG;

    for (char *end = path + 1; reason == 0 && (end = strchr(end, '/')); end++) {
        *end = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            reason = errno;
        *end = '/';
    }
    if (reason == 0 && stat(folder, &facts) == 0 && !S_ISDIR(facts.st_mode))
        reason = ENOTDIR;
    return reason;
}

/* Returns whether it has nothing, or nothing but what ranks put there at first. */
static bool is_empty(const char *folder)
{
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    bool empty = dir;

    while (empty && (entry = readdir(dir)))
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                strncmp(entry->d_name, temporary, sizeof temporary - 1) == 0;
    if (dir)
        closedir(dir);
    return empty;
}

/* 1: the folder is of this job; 0: of another one; -1: there is no ranks.json. */
static int compare_job(const char *folder, const struct gau_launcher_rank *rank)
{
    char path[PATH_MAX];
    const char *job;
    json_t *document;
    int same;

    if (path_in(path, folder, "ranks.json") != 0 || access(path, F_OK) != 0)
        return -1;
    document = json_load_file(path, 0, NULL);
    job = json_string_value(json_object_get(document, "job"));
    same = job && strcmp(job, rank->job) == 0 &&
           json_integer_value(json_object_get(document, "ranks")) == rank->size;
    json_decref(document);
    return same;
}

/* 0; EEXIST: another rank was first; or the errno. */
static int write_job(const char *folder, const struct gau_launcher_rank *rank)
{
    char name[64], from[PATH_MAX], to[PATH_MAX];
    json_t *const document = json_pack("{s:i, s:s, s:i, s:s}", "schema", 1, "launcher",
                                       rank->launcher, "ranks", rank->size, "job", rank->job);
    int reason = document ? 0 : ENOMEM;

    snprintf(name, sizeof name, "%s%d-%ld", temporary, rank->rank, (long)getpid());
    if (reason == 0)
        reason = path_in(from, folder, name);
    if (reason == 0)
        reason = path_in(to, folder, "ranks.json");
    if (reason == 0 && json_dump_file(document, from, JSON_INDENT(1)) != 0)
        reason = errno ? errno : EIO;
    if (reason == 0 && link(from, to) != 0)
        reason = errno;
    if (document && reason != ENAMETOOLONG)
        unlink(from);
    json_decref(document);
    return reason;
}

/* 0: the folder is of this job; ENOTEMPTY: of another one, or of something else; or the errno. */
static int join_job(const char *folder, const struct gau_launcher_rank *rank, bool shared)
{
    int reason = make_folders(folder), same = -1;

    if (reason == 0 && (same = compare_job(folder, rank)) < 0) {
        const bool empty = shared || is_empty(folder);

        reason = empty ? write_job(folder, rank) : EEXIST;
        if (reason == EEXIST) {
            reason = 0;
            same = compare_job(folder, rank);
        } else if (reason == 0) {
            same = 1;
        }
    }
    return reason != 0 ? reason : same == 1 ? 0 : ENOTEMPTY;
}

gau_status gau_rank_folder_path(char **path, const char *folder,
                                const struct gau_launcher_rank *rank, bool shared, gau_error *err)
{
    const int reason = join_job(folder, rank, shared);

    if (reason == ENOTEMPTY)
        return gau_fail(err, GAU_ERR_USAGE,
                        "'%.*s' is not empty, and of another job: the ranks of a job need a new or "
                        "an empty folder",
                        GAU_QUOTE(folder));
    if (reason != 0)
        return gau_fail(err, GAU_ERR_USAGE, "the result folder '%.*s' cannot be %s: %s",
                        GAU_QUOTE(folder), access(folder, F_OK) == 0 ? "used" : "made",
                        strerror(reason));
    if (asprintf(path, "%s/rank-%d", folder, rank->rank) < 0) {
        *path = NULL;
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (name of the result folder)");
    }
    return GAU_OK;
}
