/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "executable.h"

#include "tools/common/child_process.h"

#include "collector/preload/loadable.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { INTERPRETERS_MAX = 5 }; /* nested; Linux has the same limit */

/* --- the file ------------------------------------------------------------------------------ */

/* Returns 0 or the errno. */
static int cannot_execute(const char *path, struct stat *info)
{
    if (stat(path, info) != 0)
        return errno;
    if (S_ISDIR(info->st_mode))
        return EISDIR;
    return S_ISREG(info->st_mode) && access(path, X_OK) == 0 ? 0 : EACCES;
}

int gau_program_find(char path[PATH_MAX], const char *name)
{
    const char *const given = getenv("PATH");
    const char *folders = given ? given : "/bin:/usr/bin";
    struct stat info;
    int reason = ENOENT;

    for (bool more = *name != '\0'; more;) {
        const size_t length = strcspn(folders, ":");
        const int size = snprintf(path, PATH_MAX, "%.*s/%s", length ? (int)length : 1,
                                  length ? folders : ".", name);
        const int problem = size < PATH_MAX ? cannot_execute(path, &info) : ENAMETOOLONG;

        if (problem == 0)
            return 0;
        if (problem == EACCES || (problem == EISDIR && reason == ENOENT))
            reason = problem;
        more = folders[length] == ':';
        folders += length + more;
    }
    return reason;
}

bool gau_vtune_find(struct gau_vtune *vtune)
{
    vtune->is_amplxe = gau_program_find(vtune->path, "vtune") != 0;
    return !vtune->is_amplxe || gau_program_find(vtune->path, "amplxe-cl") == 0;
}

static gau_status find_program(struct gau_program *program, const char *name, int *status,
                               gau_error *err)
{
    struct stat info;
    int reason = ENAMETOOLONG;

    if (!strchr(name, '/'))
        reason = gau_program_find(program->path, name);
    else if (strlen(name) < sizeof program->path)
        reason = cannot_execute(strcpy(program->path, name), &info);
    if (reason == 0)
        return GAU_OK;
    *status =
        reason == ENOENT || reason == ENOTDIR ? GAU_CHILD_NOT_FOUND : GAU_CHILD_CANNOT_EXECUTE;
    return gau_fail(err, GAU_ERR_IO, "cannot run '%.*s': %s", GAU_QUOTE(name),
                    reason == EISDIR ? "it is a folder" : strerror(reason));
}

/* --- rights -------------------------------------------------------------------------------- */

/* If a program gains rights, Linux ignores unsafe variables, such as LD_PRELOAD. */
static bool gains_rights(const char *path)
{
    struct stat info;
    struct statvfs system;
    char value[64];

    if (stat(path, &info) != 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ||
        (statvfs(path, &system) == 0 && (system.f_flag & ST_NOSUID)))
        return false;
    if ((info.st_mode & S_ISUID) && info.st_uid != getuid())
        return true;
    if ((info.st_mode & S_ISGID) && (info.st_mode & S_IXGRP) && info.st_gid != getgid())
        return true;
    return getuid() != 0 && getxattr(path, "security.capability", value, sizeof value) > 0;
}

/* --- interpreters -------------------------------------------------------------------------- */

static gau_status check_interpreter(const char *name, const char *path, int *status, gau_error *err)
{
    struct stat info;
    const int error = cannot_execute(path, &info);

    if (error == 0)
        return GAU_OK;
    *status = GAU_CHILD_CANNOT_EXECUTE;
    return gau_fail(err, GAU_ERR_IO, "cannot run '%.*s': its interpreter '%.*s': %s",
                    GAU_QUOTE(name), GAU_QUOTE(path),
                    error == EISDIR ? "it is a folder" : strerror(error));
}

/* Inspects one file. @p next becomes the interpreter that it names; "" if none. */
static void inspect_file(struct gau_program *program, const char *path, bool first, char *next,
                         size_t size)
{
    char head[256] = "";
    const char *reason = NULL;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t n = fd < 0 ? -1 : pread(fd, head, sizeof head - 1, 0);
    const bool is_elf = n >= SELFMAG && memcmp(head, ELFMAG, SELFMAG) == 0;

    next[0] = '\0';
    if (is_elf) {
        program->harmful = gau_loadable_check(fd, &reason) == GAU_LOADABLE_HARMFUL;
        if (!reason && gains_rights(path))
            reason = "it runs with more rights than its user has";
        if (reason)
            snprintf(program->not_sampled_reason, sizeof program->not_sampled_reason, "%s", reason);
    } else if (n >= 0) {
        program->by_shell = !gau_loadable_interpreter(head, next, size) && first;
    }
    if (fd >= 0)
        close(fd);
}

gau_status gau_executable_inspect(struct gau_program *program, const char *name, int *status,
                                  gau_error *err)
{
    char path[PATH_MAX], next[PATH_MAX];

    *program = (struct gau_program){0};
    GAU_TRY(find_program(program, name, status, err));
    strcpy(path, program->path);
    for (int i = 0; i < INTERPRETERS_MAX; i++) {
        inspect_file(program, path, i == 0, next, sizeof next);
        if (!next[0])
            return GAU_OK;
        GAU_TRY(check_interpreter(i == 0 ? name : path, next, status, err));
        strcpy(path, next);
    }
    return GAU_OK;
}
