/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FOLDERS = 9999 };

/* Of two programs that find the same folder empty, one makes this file. */
static bool claim(const char *folder)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/run.json", folder);
    int file;

    if (length < 0 || (size_t)length >= sizeof path)
        return false;
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0)
        close(file);
    return file >= 0;
}

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
    const size_t size = strlen(wish) + sizeof here + 16; /* room for "-9999" */

    if (relative && !getcwd(here, sizeof here))
        return gau_fail(err, GAU_ERR_IO, "the working directory is not known: %s", strerror(errno));
    *out = malloc(size);
    if (!*out)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the name of the result folder");
    snprintf(*out, size, "%s%s%s", here, relative ? "/" : "", wish);
    return GAU_OK;
}

gau_status gau_program_folder(char **out, const char *wish, gau_error *err)
{
    char *path = NULL;
    gau_error first = {0};
    size_t length;

    GAU_TRY(absolute(&path, wish, err));
    length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    for (int n = 2; n <= MOST_FOLDERS; n++) {
        gau_error *const why = n == 2 ? &first : NULL;

        if (gau_app_folder_make(path, why) >= 0 && claim(path)) {
            if (n > 2)
                gau_program_warn("'%.*s' has results already: those of this program are in '%s'",
                                 GAU_QUOTE(wish), path);
            *out = path;
            return GAU_OK;
        }
        if (!is_taken(path))
            break;
        sprintf(path + length, "-%d", n);
    }
    free(path);
    return gau_fail(err, GAU_ERR_IO, "%s",
                    first.status < 0 ? first.message : "the result folder cannot be used");
}
