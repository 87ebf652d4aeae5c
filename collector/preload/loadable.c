/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "loadable.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#if defined(__aarch64__)
enum { OUR_MACHINE = EM_AARCH64 };
#else
enum { OUR_MACHINE = EM_X86_64 };
#endif

enum {
    INTERPRETERS_MAX = 5, /* nested; Linux has the same limit */
    LOADER_MAX = 256,     /* bytes of a loader's name that are read */
    DYNAMIC_AT_ONCE = 16,
};

/* The first program header of a type; false if there is none, or the file is damaged. */
static bool find_header(int file, const Elf64_Ehdr *elf, uint32_t type, Elf64_Phdr *header)
{
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        const off_t at = (off_t)(elf->e_phoff + i * sizeof *header);

        if (pread(file, header, sizeof *header, at) != (ssize_t)sizeof *header)
            return false;
        if (header->p_type == type)
            return true;
    }
    return false;
}

/* True if it needs a library, or cannot be read. */
static bool needs_library(int file, const Elf64_Phdr *dynamic)
{
    Elf64_Dyn entries[DYNAMIC_AT_ONCE];

    for (uint64_t at = 0; at < dynamic->p_filesz; at += sizeof entries) {
        const ssize_t n = pread(file, entries, sizeof entries, (off_t)(dynamic->p_offset + at));

        if (n < (ssize_t)sizeof *entries)
            return true;
        for (size_t i = 0; i < (size_t)n / sizeof *entries; i++) {
            if (entries[i].d_tag == DT_NULL)
                return false;
            if (entries[i].d_tag == DT_NEEDED)
                return true;
        }
    }
    return false;
}

/* The reason, by the name of its loader; NULL: none. */
static const char *other_libc(int file, const Elf64_Phdr *loader)
{
    static const struct {
        const char *begin, *reason;
    } others[] = {
        {"ld-musl-", "it is linked with another C library, musl"},
        {"ld-uClibc", "it is linked with another C library, uClibc"},
        {"ld64-uClibc", "it is linked with another C library, uClibc"},
        {"linker", "it is linked with another C library, that of Android"},
    };
    char path[LOADER_MAX];
    const size_t most = loader->p_filesz < sizeof path ? loader->p_filesz : sizeof path - 1;
    const ssize_t n = pread(file, path, most, (off_t)loader->p_offset);
    const char *name;

    path[n > 0 ? n : 0] = '\0';
    name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(name, others[i].begin, strlen(others[i].begin)) == 0)
            return others[i].reason;
    return NULL;
}

static const char *harm_of(int file, const Elf64_Ehdr *elf, const Elf64_Phdr *loader)
{
    const char *const libc = other_libc(file, loader);
    Elf64_Phdr dynamic;

    if (libc)
        return libc;
    if (find_header(file, elf, PT_DYNAMIC, &dynamic) && !needs_library(file, &dynamic))
        return "it has a loader, but does not use the C library, as with -buildmode=pie of Go";
    return NULL;
}

enum gau_loadable gau_loadable_check(int file, const char **reason)
{
    Elf64_Ehdr elf;
    Elf64_Phdr loader;

    *reason = NULL;
    if (pread(file, &elf, sizeof elf, 0) != (ssize_t)sizeof elf ||
        memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0)
        return GAU_LOADABLE;
    if (elf.e_ident[EI_CLASS] == ELFCLASS32)
        *reason = "it is a 32-bit program";
    else if (elf.e_machine != OUR_MACHINE)
        *reason = "it is a program for another processor";
    else if (find_header(file, &elf, PT_INTERP, &loader))
        *reason = harm_of(file, &elf, &loader);
    else {
        *reason = "it is statically linked";
        return GAU_LOADABLE_IGNORED;
    }
    return *reason ? GAU_LOADABLE_HARMFUL : GAU_LOADABLE;
}

bool gau_loadable_interpreter(const char *line, char *path, size_t size)
{
    size_t length;

    if (strncmp(line, "#!", 2) != 0)
        return false;
    line += 2 + strspn(line + 2, " \t");
    length = strcspn(line, " \t\r\n");
    if (length == 0 || length >= size)
        return false;
    memcpy(path, line, length);
    path[length] = '\0';
    return true;
}

enum gau_loadable gau_loadable_find(const char *path, const char **reason)
{
    enum gau_loadable found = GAU_LOADABLE;
    char line[LOADER_MAX], next[LOADER_MAX];

    for (int i = 0; path && i < INTERPRETERS_MAX; i++) {
        const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        ssize_t n;

        if (file < 0)
            return found;
        found = gau_loadable_check(file, reason);
        n = pread(file, line, sizeof line - 1, 0);
        close(file);
        line[n > 0 ? n : 0] = '\0';
        path = gau_loadable_interpreter(line, next, sizeof next) ? next : NULL;
    }
    return found;
}
