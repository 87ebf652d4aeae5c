/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include <gaudit/install.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

gau_status gau_install_path(const char *name, char *path, size_t size, gau_error *err)
{
    static const char here = 0;
    const char *slash;
    Dl_info info;
    int length;

    if (!dladdr(&here, &info) || !info.dli_fname)
        return gau_fail(err, GAU_ERR_IO, "the library does not know where it was loaded from");
    slash = strrchr(info.dli_fname, '/');
    length = snprintf(path, size, "%.*s/%s", slash ? (int)(slash - info.dli_fname) : 1,
                      slash ? info.dli_fname : ".", name);
    if (length < 0 || (size_t)length >= size)
        return gau_fail(err, GAU_ERR_RANGE, "the path of '%.*s' is too long",
                        GAU_QUOTE(info.dli_fname));
    return GAU_OK;
}
