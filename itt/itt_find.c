/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_find.h"

#include "itt_abi.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#else
enum { OWN_MACHINE = EM_NONE };
#endif

enum {
    ALWAYS =
        GAU_ITT_GROUP_COUNTER | GAU_ITT_GROUP_FRAME | GAU_ITT_GROUP_STITCH | GAU_ITT_GROUP_HEAP,
    TPROFILE =
        GAU_ITT_GROUP_CONTROL | GAU_ITT_GROUP_THREAD | GAU_ITT_GROUP_SYNC | GAU_ITT_GROUP_MARK,
    TCHECK = TPROFILE | GAU_ITT_GROUP_FSYNC | GAU_ITT_GROUP_SUPPRESS
};

static const struct group {
    const char *name;
    int bits;
} groups[] = {
    {"all", GAU_ITT_GROUP_ALL},
    {"control", GAU_ITT_GROUP_CONTROL},
    {"thread", GAU_ITT_GROUP_THREAD},
    {"mark", GAU_ITT_GROUP_MARK},
    {"sync", GAU_ITT_GROUP_SYNC},
    {"fsync", GAU_ITT_GROUP_FSYNC},
    {"jit", GAU_ITT_GROUP_JIT},
    {"model", GAU_ITT_GROUP_MODEL},
    {"counter", GAU_ITT_GROUP_COUNTER},
    {"frame", GAU_ITT_GROUP_FRAME},
    {"stitch", GAU_ITT_GROUP_STITCH},
    {"heap", GAU_ITT_GROUP_HEAP},
    {"structure", GAU_ITT_GROUP_STRUCTURE},
    {"suppress", GAU_ITT_GROUP_SUPPRESS},
    {"arrays", GAU_ITT_GROUP_ARRAYS},
    {"module", GAU_ITT_GROUP_MODULE},
};

static int group_of(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strlen(groups[i].name) == length && memcmp(groups[i].name, word, length) == 0)
            return groups[i].bits;
    return 0;
}

static int groups_in(const char *text)
{
    static const char separators[] = ",; ";
    int bits = ALWAYS;

    while (*(text += strspn(text, separators))) {
        const size_t length = strcspn(text, separators);

        bits |= group_of(text, length);
        text += length;
    }
    return bits;
}

static int wanted_groups(void)
{
    const char *const text = getenv("INTEL_ITTNOTIFY_GROUPS");

    if (text)
        return groups_in(text);
    if (getenv("KMP_FOR_TCHECK"))
        return TCHECK;
    return getenv("KMP_FOR_TPROFILE") ? TPROFILE : 0;
}

/* The variable that asks for the library by its usual name. */
static const char *indirect_variable(void)
{
    const char *const text = getenv("INTEL_ITTNOTIFY_GROUPS");

    if (text && *text)
        return "INTEL_ITTNOTIFY_GROUPS";
    if (getenv("KMP_FOR_TPROFILE"))
        return "KMP_FOR_TPROFILE";
    return getenv("KMP_FOR_TCHECK") ? "KMP_FOR_TCHECK" : NULL;
}

struct gau_itt_wish gau_itt_find(void)
{
    struct gau_itt_wish wish = {.variable = "INTEL_LIBITTNOTIFY64"};

    wish.file = getenv(wish.variable);
    wish.groups = wanted_groups();
    if (!wish.file && (wish.variable = indirect_variable()))
        wish.file = "libittnotify.so";
    if (!wish.file)
        wish.reason = "INTEL_LIBITTNOTIFY64 is not set";
    else if (getauxval(AT_SECURE)) {
        wish.file = NULL;
        wish.reason = "a program with the rights of another user loads no collector";
    }
    return wish;
}

static const char *problem_of(int fd)
{
    Elf64_Ehdr header;
    struct stat status;

    if (fstat(fd, &status) != 0)
        return NULL;
    if (S_ISDIR(status.st_mode))
        return "it is a folder";
    if (!S_ISREG(status.st_mode))
        return "it is not a regular file";
    if (read(fd, &header, sizeof header) < (ssize_t)sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return "it is not a shared library";
    if (header.e_ident[EI_CLASS] != ELFCLASS64)
        return "it is for programs of 32 bits";
    if (OWN_MACHINE != EM_NONE && header.e_machine != OWN_MACHINE)
        return "it is for another processor";
    return NULL;
}

const char *gau_itt_find_problem(const char *file)
{
    const char *problem;
    int fd;

    if (!strchr(file, '/')) /* found by search paths */
        return NULL;
    fd = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return NULL; /* the dynamic linker says why */
    problem = problem_of(fd);
    close(fd);
    return problem;
}
