/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* nftw(), mkdtemp() */
#include "scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

bool gau_scratch_make(char *path, size_t size, const char *name)
{
    const char *const place = getenv("TMPDIR");
    const int length =
        snprintf(path, size, "%s/gaudit-%s-XXXXXX", place && *place ? place : "/tmp", name);

    if (length < 0 || (size_t)length >= size) {
        path[0] = '\0';
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdtemp(path) != NULL;
}

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place)
{
    (void)facts, (void)kind, (void)place;
    return remove(path);
}

bool gau_scratch_remove(const char *path)
{
    return nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0;
}
