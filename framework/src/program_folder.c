/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder that could have been taken if nothing were in it; otherwise another name would not help.
 */
static bool is_taken(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && access(path, W_OK | X_OK) == 0;
}

/* The program may change its working directory. */
static gau_status absolute(char **out, const char *wish, gau_error *err)
{
    char here[PATH_MAX] = "";
    const bool relative = wish[0] != '/';
    const size_t size = strlen(wish) + sizeof here + 2;

    if (relative && !getcwd(here, sizeof here))
        return gau_fail(err, GAU_ERR_IO, "the working directory is not known: %s", strerror(errno));
    *out = malloc(size);
    if (!*out)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the name of the result folder");
    snprintf(*out, size, "%s%s%s", here, relative ? "/" : "", wish);
    return GAU_OK;
}

/* In a folder that belongs to another program, as `gaudit collect`, only one run.json has room:
 * what other processes have stays inside, too. */
gau_status gau_program_folder(gau_app_folder *out, const char *wish, gau_error *err)
{
    char *path = NULL;
    bool joined;
    gau_status status;
    size_t length;

    GAU_TRY(absolute(&path, wish, err));
    length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    joined = gau_app_folder_is_joined(path);
    status = gau_run_folder_open(out, path, err);
    if (status < 0 && is_taken(path)) {
        status = gau_app_folder_claim_numbered(out, path, joined ? "/process-" : "-", "", err);
        if (status >= 0 && strcmp(out->path, path) != 0)
            gau_program_warn("'%.*s' has results already: those of this program are in '%s'",
                             GAU_QUOTE(wish), out->path);
    }
    free(path);
    return status;
}
