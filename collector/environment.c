/* SPDX-License-Identifier: Apache-2.0 */
#include "environment.h"

#include "config.h"
#include "loadable.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char preload[] = "LD_PRELOAD=", ours[] = "libgaudit-collector.so";

enum { NAME_LENGTH = sizeof preload - 1 };

/* Libraries stand between colons and blanks. */
static size_t length_of(const char *library)
{
    return strcspn(library, ": ");
}

static bool is_ours(const char *library)
{
    const size_t length = length_of(library), own = sizeof ours - 1;

    return length >= own && memcmp(library + length - own, ours, own) == 0;
}

/* The variable that preloads us; NULL: none does. */
static const char *find(char *const *environment)
{
    for (; environment && *environment; environment++)
        if (strncmp(*environment, preload, NAME_LENGTH) == 0 && strstr(*environment, ours))
            return *environment;
    return NULL;
}

bool gau_environment_is_harmful(char *const *environment, const char *path)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    const char *reason = NULL;

    if (!path || !find(environment) || gau_loadable_find(path, &reason) != GAU_LOADABLE_HARMFUL)
        return false;
    if (!atomic_flag_test_and_set(&told))
        gau_config_complain("'%.200s' runs without samples: %s", path, reason);
    return true;
}

bool gau_environment_is_harmful_on_path(char *const *environment, const char *file)
{
    const char *folders = getenv("PATH");
    char path[PATH_MAX];

    if (!folders)
        folders = "/bin:/usr/bin"; /* as execvp() of glibc */
    if (!file || strchr(file, '/') || !find(environment))
        return gau_environment_is_harmful(environment, file);
    for (bool more = true; more; folders += *folders == ':') {
        const size_t length = strcspn(folders, ":");
        const int size =
            snprintf(path, sizeof path, "%.*s%s%s", (int)length, folders, length ? "/" : "", file);

        if (size < (int)sizeof path && access(path, X_OK) == 0)
            return gau_environment_is_harmful(environment, path);
        folders += length;
        more = *folders == ':';
    }
    return false;
}

static size_t count(char *const *environment)
{
    size_t n = 0;

    while (environment[n])
        n++;
    return n;
}

size_t gau_environment_size(char *const *environment)
{
    return (count(environment) + 1) * sizeof *environment + strlen(find(environment)) + 1;
}

/* "LD_PRELOAD=" and the libraries that are not ours. False: there are none. */
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

char *const *gau_environment_copy(void *memory, char *const *environment)
{
    const char *const variable = find(environment);
    char **const copy = memory;
    char *const text = (char *)(copy + count(environment) + 1);
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
