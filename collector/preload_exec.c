/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* execvpe(), execveat() */
#include "environment.h"
#include "handler.h"
#include "life.h"
#include "real.h"

#include <alloca.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * exec(): a perf event that sees the kernel may fire in the middle of it, when the program's
 * handlers are gone already; its signal would then end the next program. So the thread gives up its
 * clock before, and all samples are written. If exec() fails, it goes on.
 *
 * Programs that the collector cannot be loaded into are executed, and spawned, without it.
 */

#define EXPORT __attribute__((visibility("default")))

/* Arguments behind the first one, without the NULL. */
static size_t count(va_list list)
{
    size_t n = 0;

    while (va_arg(list, char *))
        n++;
    return n;
}

/* All arguments, with the NULL. */
static void fill(char **arguments, const char *first, size_t n, va_list list)
{
    union {
        const char *given;
        char *taken;
    } name = {.given = first};

    arguments[0] = name.taken;
    for (size_t i = 1; i <= n + 1; i++)
        arguments[i] = va_arg(list, char *);
}

/* Into an array on the stack: after fork() in a program with threads there may be no other memory.
 */
#define COLLECT(arguments, first)                            \
    do {                                                     \
        va_list list;                                        \
        size_t n;                                            \
                                                             \
        va_start(list, first);                               \
        n = count(list);                                     \
        va_end(list);                                        \
        (arguments) = alloca((n + 2) * sizeof *(arguments)); \
        va_start(list, first);                               \
        fill(arguments, first, n, list);                     \
        va_end(list);                                        \
    } while (0)

static int failed(int result)
{
    gau_life_after_exec();
    return result;
}

EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
    if (gau_environment_is_harmful(environment, path))
        environment = GAU_ENVIRONMENT_WITHOUT_US(environment);
    gau_life_before_exec();
    return failed(gau_real()->execve(path, arguments, environment));
}

EXPORT int execv(const char *path, char *const arguments[])
{
    return execve(path, arguments, environ);
}

EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[])
{
    if (gau_environment_is_harmful_on_path(environment, file))
        environment = GAU_ENVIRONMENT_WITHOUT_US(environment);
    gau_life_before_exec();
    return failed(gau_real()->execvpe(file, arguments, environment));
}

EXPORT int execvp(const char *file, char *const arguments[])
{
    return execvpe(file, arguments, environ);
}

EXPORT int fexecve(int file, char *const arguments[], char *const environment[])
{
    char path[32];

    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (gau_environment_is_harmful(environment, path))
        environment = GAU_ENVIRONMENT_WITHOUT_US(environment);
    gau_life_before_exec();
    return failed(gau_real()->fexecve(file, arguments, environment));
}

EXPORT int execveat(int folder, const char *path, char *const arguments[],
                    char *const environment[], int flags)
{
    char whole[PATH_MAX + 32];

    if (path[0] == '/' || folder == AT_FDCWD)
        snprintf(whole, sizeof whole, "%s", path);
    else if (path[0])
        snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", folder, path);
    else /* AT_EMPTY_PATH: the file itself */
        snprintf(whole, sizeof whole, "/proc/self/fd/%d", folder);
    if (gau_environment_is_harmful(environment, whole))
        environment = GAU_ENVIRONMENT_WITHOUT_US(environment);
    gau_life_before_exec();
    return failed((int)syscall(SYS_execveat, folder, path, arguments, environment, flags));
}

EXPORT int execl(const char *path, const char *first, ...)
{
    char **arguments;

    COLLECT(arguments, first);
    return execve(path, arguments, environ);
}

EXPORT int execlp(const char *file, const char *first, ...)
{
    char **arguments;

    COLLECT(arguments, first);
    return execvpe(file, arguments, environ);
}

EXPORT int execle(const char *path, const char *first, ...)
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

EXPORT int posix_spawn(pid_t *restrict child, const char *restrict path,
                       const posix_spawn_file_actions_t *restrict actions,
                       const posix_spawnattr_t *restrict attributes,
                       char *const arguments[restrict], char *const environment[restrict])
{
    char *const *given = environment;
    int error;

    if (gau_environment_is_harmful(given, path))
        given = GAU_ENVIRONMENT_WITHOUT_US(given);
    gau_handler_step_aside();
    error = gau_real()->posix_spawn(child, path, actions, attributes, arguments, given);
    gau_handler_come_back();
    return error;
}

EXPORT int posix_spawnp(pid_t *restrict child, const char *restrict file,
                        const posix_spawn_file_actions_t *restrict actions,
                        const posix_spawnattr_t *restrict attributes,
                        char *const arguments[restrict], char *const environment[restrict])
{
    char *const *given = environment;
    int error;

    if (gau_environment_is_harmful_on_path(given, file))
        given = GAU_ENVIRONMENT_WITHOUT_US(given);
    gau_handler_step_aside();
    error = gau_real()->posix_spawnp(child, file, actions, attributes, arguments, given);
    gau_handler_come_back();
    return error;
}
