/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "program.h"

#include "../child.h"

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

#if defined(__aarch64__)
enum { OUR_MACHINE = EM_AARCH64 };
#else
enum { OUR_MACHINE = EM_X86_64 };
#endif

enum { INTERPRETERS_MAX = 5 }; /* of one another; Linux has the same limit */

/* --- the file ------------------------------------------------------------------------------ */

/* 0, or why it cannot be executed. */
static int cannot_execute(const char *path, struct stat *info)
{
    if (stat(path, info) != 0)
        return errno;
    if (S_ISDIR(info->st_mode))
        return EISDIR;
    return S_ISREG(info->st_mode) && access(path, X_OK) == 0 ? 0 : EACCES;
}

/* The first on the PATH that can be executed; else *error is of one that cannot. */
static bool search(struct gau_program *program, const char *name, int *error)
{
    const char *const given = getenv("PATH");
    const char *folders = given ? given : "/bin:/usr/bin";
    struct stat info;

    *error = ENOENT;
    for (bool more = *name != '\0'; more;) {
        const size_t length = strcspn(folders, ":");
        const int size = snprintf(program->path, sizeof program->path, "%.*s/%s",
                                  length ? (int)length : 1, length ? folders : ".", name);
        const int problem =
            size < (int)sizeof program->path ? cannot_execute(program->path, &info) : ENAMETOOLONG;

        if (problem == 0)
            return true;
        if (problem == EACCES || (problem == EISDIR && *error == ENOENT))
            *error = problem;
        more = folders[length] == ':';
        folders += length + more;
    }
    return false;
}

static gau_status find(struct gau_program *program, const char *name, int *status, gau_error *err)
{
    struct stat info;
    int error = ENAMETOOLONG;

    if (!strchr(name, '/')) {
        if (search(program, name, &error))
            return GAU_OK;
    } else if (strlen(name) < sizeof program->path) {
        strcpy(program->path, name);
        error = cannot_execute(name, &info);
        if (error == 0)
            return GAU_OK;
    }
    *status = error == ENOENT || error == ENOTDIR ? GAU_CHILD_NOT_FOUND : GAU_CHILD_CANNOT_EXECUTE;
    return gau_fail(err, GAU_ERR_IO, "cannot run '%.*s': %s", GAU_QUOTE(name),
                    error == EISDIR ? "it is a folder" : strerror(error));
}

/* --- rights -------------------------------------------------------------------------------- */

/* Linux then leaves out what a user could smuggle in, LD_PRELOAD among it. */
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

/* --- executables --------------------------------------------------------------------------- */

static const char *machine_name(unsigned machine)
{
    static const struct {
        unsigned machine;
        const char *name;
    } names[] = {{EM_X86_64, "x86-64"}, {EM_386, "x86"},     {EM_AARCH64, "aarch64"},
                 {EM_ARM, "ARM"},       {EM_PPC64, "POWER"}, {EM_RISCV, "RISC-V"},
                 {EM_S390, "s390"},     {EM_MIPS, "MIPS"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].machine == machine)
            return names[i].name;
    return "another";
}

/* The first program header of a type; false: it has none, or is damaged. */
static bool find_header(int fd, const Elf64_Ehdr *elf, uint32_t type, Elf64_Phdr *header)
{
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        const off_t at = (off_t)(elf->e_phoff + i * sizeof *header);

        if (pread(fd, header, sizeof *header, at) != (ssize_t)sizeof *header)
            return false;
        if (header->p_type == type)
            return true;
    }
    return false;
}

static void look_into_executable(struct gau_program *program, int fd, const Elf64_Ehdr *elf)
{
    char *const text = program->unsampled;
    const size_t size = sizeof program->unsampled;
    Elf64_Phdr header;

    if (elf->e_ident[EI_CLASS] == ELFCLASS32)
        snprintf(text, size, "it is a 32-bit program");
    else if (elf->e_machine != OUR_MACHINE)
        snprintf(text, size, "it is a program for another processor, %s",
                 machine_name(elf->e_machine));
    else if (!find_header(fd, elf, PT_INTERP, &header))
        snprintf(text, size, "it is statically linked");
}

/* --- interpreters -------------------------------------------------------------------------- */

/* Of "#! /bin/sh -e": "/bin/sh". False: there is none. */
static bool interpreter_of(char *line, char *path, size_t size)
{
    line += 2 + strspn(line + 2, " \t");
    line[strcspn(line, " \t\r\n")] = '\0';
    snprintf(path, size, "%s", line);
    return *path != '\0';
}

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

/* Looks into one file. @p next: the interpreter that it names; "": none. */
static void look_into(struct gau_program *program, const char *path, bool first, char *next,
                      size_t size)
{
    union {
        Elf64_Ehdr elf;
        char text[256];
    } head = {.text = ""};
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const ssize_t n = fd < 0 ? -1 : pread(fd, head.text, sizeof head.text - 1, 0);

    next[0] = '\0';
    if (n >= (ssize_t)sizeof head.elf && memcmp(head.text, ELFMAG, SELFMAG) == 0) {
        look_into_executable(program, fd, &head.elf);
        if (!program->unsampled[0] && gains_rights(path))
            snprintf(program->unsampled, sizeof program->unsampled,
                     "it runs with more rights than its user has");
    } else if (n >= 2 && memcmp(head.text, "#!", 2) == 0) {
        program->by_shell = !interpreter_of(head.text, next, size) && first;
    } else if (n >= 0) {
        program->by_shell = first;
    }
    if (fd >= 0)
        close(fd);
}

gau_status gau_program_look(struct gau_program *program, const char *name, int *status,
                            gau_error *err)
{
    char path[PATH_MAX], next[PATH_MAX];

    *program = (struct gau_program){0};
    GAU_TRY(find(program, name, status, err));
    strcpy(path, program->path);
    for (int i = 0; i < INTERPRETERS_MAX; i++) {
        look_into(program, path, i == 0, next, sizeof next);
        if (!next[0])
            return GAU_OK;
        GAU_TRY(check_interpreter(i == 0 ? name : path, next, status, err));
        strcpy(path, next);
    }
    return GAU_OK;
}
