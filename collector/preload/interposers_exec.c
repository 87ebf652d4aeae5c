/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* execvpe(), execveat() */
#include "collector/base/config.h"
#include "collector/base/real_functions.h"
#include "collector/collector_lifecycle.h"
#include "collector/sampling/signal_handler.h"
#include "loadable.h"

#include <alloca.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

/*
 * exec(): a perf event that sees the kernel may fire in the middle of it, when the handlers are
 * removed already; its signal would end the next program. So the thread disarms its clock before,
 * and all samples are written. If exec() fails, the clock is armed again.
 *
 * Programs that the collector cannot be loaded into are executed, and spawned, without it. Nothing
 * is allocated, since this may be the child of vfork().
 */

/* --- the environment of the next program --------------------------------------------------- */

static const char preload[] = "LD_PRELOAD=", ours[] = "libgaudit-collector.so";

enum { NAME_LENGTH = sizeof preload - 1 };

/* Libraries are separated by colons and blanks. */
static size_t length_of(const char *library)
{
    return strcspn(library, ": ");
}

static bool is_ours(const char *library)
{
    const size_t length = length_of(library), own = sizeof ours - 1;

    return length >= own && memcmp(library + length - own, ours, own) == 0;
}

/* The variable that preloads the collector; NULL if none does. */
static const char *find_preload(char *const *environment)
{
    for (; environment && *environment; environment++)
        if (strncmp(*environment, preload, NAME_LENGTH) == 0 && strstr(*environment, ours))
            return *environment;
    return NULL;
}

/* True if the program at @p path must not have the collector preloaded, which the environment
 * requests. Warns about the first one of the process. */
static bool is_harmful(char *const *environment, const char *path)
{
    static atomic_flag has_warned = ATOMIC_FLAG_INIT;
    const char *reason = NULL;

    if (!path || !find_preload(environment) ||
        gau_loadable_find(path, &reason) != GAU_LOADABLE_HARMFUL)
        return false;
    if (!atomic_flag_test_and_set(&has_warned))
        gau_collector_config_complain("'%.200s' runs without samples: %s", path, reason);
    return true;
}

/* The same for a file that is searched for on the PATH. */
static bool is_harmful_on_path(char *const *environment, const char *file)
{
    const char *folders = getenv("PATH");
    char path[PATH_MAX];

    if (!folders)
        folders = "/bin:/usr/bin"; /* as execvp() of glibc */
    if (!file || strchr(file, '/') || !find_preload(environment))
        return is_harmful(environment, file);
    for (bool more = true; more; folders += *folders == ':') {
        const size_t length = strcspn(folders, ":");
        const int size =
            snprintf(path, sizeof path, "%.*s%s%s", (int)length, folders, length ? "/" : "", file);

        if (size < (int)sizeof path && access(path, X_OK) == 0)
            return is_harmful(environment, path);
        folders += length;
        more = *folders == ':';
    }
    return false;
}

static size_t count_texts(char *const *texts)
{
    size_t n = 0;

    while (texts[n])
        n++;
    return n;
}

static size_t size_without_us(char *const *environment)
{
    return (count_texts(environment) + 1) * sizeof *environment +
           strlen(find_preload(environment)) + 1;
}

/* "LD_PRELOAD=" and the libraries without the collector. False if there are none. */
static bool copy_others(char *out, const char *variable)
{
    size_t used = NAME_LENGTH;

    memcpy(out, preload, NAME_LENGTH);
    for (const char *at = variable + NAME_LENGTH; *at;
         at += at[length_of(at)] ? length_of(at) + 1 : length_of(at))
        if (length_of(at) > 0 && !is_ours(at)) {
            if (used > NAME_LENGTH)
                out[used++] = ':';
            memcpy(out + used, at, length_of(at));
            used += length_of(at);
        }
    out[used] = '\0';
    return used > NAME_LENGTH;
}

static char *const *copy_without_us(void *memory, char *const *environment)
{
    const char *const variable = find_preload(environment);
    char **const copy = memory;
    char *const text = (char *)(copy + count_texts(environment) + 1);
    const bool others = copy_others(text, variable);
    size_t n = 0;

    for (; *environment; environment++)
        if (*environment != variable)
            copy[n++] = *environment;
        else if (others)
            copy[n++] = text;
    copy[n] = NULL;
    return copy;
}

/* The copy is on the caller's stack. */
#define WITHOUT_US_IF(harmful, environment)                                                     \
    do {                                                                                        \
        if (harmful)                                                                            \
            (environment) = copy_without_us(alloca(size_without_us(environment)), environment); \
    } while (0)

/* --- exec() and posix_spawn() -------------------------------------------------------------- */

/* Arguments behind the first one, without the NULL. */
static size_t count_rest(va_list list)
{
    size_t n = 0;

    while (va_arg(list, char *))
        n++;
    return n;
}

/* All arguments, with the NULL. */
static void fill_arguments(char **arguments, const char *first, size_t n, va_list list)
{
    union {
        const char *given;
        char *taken;
    } name = {.given = first};

    arguments[0] = name.taken;
    for (size_t i = 1; i <= n + 1; i++)
        arguments[i] = va_arg(list, char *);
}

/* The array is on the stack: after fork() in a program with threads malloc() may not be called. */
#define COLLECT(arguments, first)                            \
    do {                                                     \
        va_list list;                                        \
        size_t n;                                            \
                                                             \
        va_start(list, first);                               \
        n = count_rest(list);                                \
        va_end(list);                                        \
        (arguments) = alloca((n + 2) * sizeof *(arguments)); \
        va_start(list, first);                               \
        fill_arguments(arguments, first, n, list);           \
        va_end(list);                                        \
    } while (0)

static int failed(int result)
{
    gau_collector_after_exec();
    return result;
}

GAU_REAL_EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
    WITHOUT_US_IF(is_harmful(environment, path), environment);
    gau_collector_before_exec();
    return failed(gau_real_functions()->execve(path, arguments, environment));
}

GAU_REAL_EXPORT int execv(const char *path, char *const arguments[])
{
    return execve(path, arguments, environ);
}

GAU_REAL_EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[])
{
    WITHOUT_US_IF(is_harmful_on_path(environment, file), environment);
    gau_collector_before_exec();
    return failed(gau_real_functions()->execvpe(file, arguments, environment));
}

GAU_REAL_EXPORT int execvp(const char *file, char *const arguments[])
{
    return execvpe(file, arguments, environ);
}

GAU_REAL_EXPORT int fexecve(int file, char *const arguments[], char *const environment[])
{
    char path[32];

    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    WITHOUT_US_IF(is_harmful(environment, path), environment);
    gau_collector_before_exec();
    return failed(gau_real_functions()->fexecve(file, arguments, environment));
}

GAU_REAL_EXPORT int execveat(int folder, const char *path, char *const arguments[],
                             char *const environment[], int flags)
{
    char whole[PATH_MAX + 32];

    if (path[0] == '/' || folder == AT_FDCWD)
        snprintf(whole, sizeof whole, "%s", path);
    else if (path[0])
        snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", folder, path);
    else /* AT_EMPTY_PATH: the file itself */
        snprintf(whole, sizeof whole, "/proc/self/fd/%d", folder);
    WITHOUT_US_IF(is_harmful(environment, whole), environment);
    gau_collector_before_exec();
    return failed((int)syscall(SYS_execveat, folder, path, arguments, environment, flags));
}

GAU_REAL_EXPORT int execl(const char *path, const char *first, ...)
{
    char **arguments;

    COLLECT(arguments, first);
    return execve(path, arguments, environ);
}

GAU_REAL_EXPORT int execlp(const char *file, const char *first, ...)
{
    char **arguments;

    COLLECT(arguments, first);
    return execvpe(file, arguments, environ);
}

GAU_REAL_EXPORT int execle(const char *path, const char *first, ...)
{
    char *const *environment;
    char **arguments;
    va_list rest;

    COLLECT(arguments, first);
    va_start(rest, first);
    while (va_arg(rest, char *))
        continue;
    environment = va_arg(rest, char *const *);
    va_end(rest);
    return execve(path, arguments, environment);
}

#define SPAWN(name, harmful)                                                                     \
    GAU_REAL_EXPORT int name(pid_t *restrict child, const char *restrict path,                   \
                             const posix_spawn_file_actions_t *restrict actions,                 \
                             const posix_spawnattr_t *restrict attributes,                       \
                             char *const arguments[restrict], char *const environment[restrict]) \
    {                                                                                            \
        char *const *given = environment;                                                        \
        int error;                                                                               \
                                                                                                 \
        WITHOUT_US_IF(harmful(given, path), given);                                              \
        gau_signal_handler_step_aside();                                                         \
        error = gau_real_functions()->name(child, path, actions, attributes, arguments, given);  \
        gau_signal_handler_come_back();                                                          \
        return error;                                                                            \
    }
SPAWN(posix_spawn, is_harmful)
SPAWN(posix_spawnp, is_harmful_on_path)
