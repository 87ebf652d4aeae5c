/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr() */

#include "install.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char *const below_library[] = {
    [GAU_INSTALL_LIBRARY] = "",
    [GAU_INSTALL_MODULES] = "/gaudit",
    [GAU_INSTALL_OPTIONS] = "/" GAUDIT_LIBRARY_TO_OPTIONS,
};

size_t gau_install_folder(enum gau_install which, char *text, size_t size)
{
    const char *slash;
    Dl_info info;
    int length;

    /* Any object of the library will do; a function would need a cast that C does not know. */
    if (!dladdr(below_library, &info) || !info.dli_fname || !(slash = strrchr(info.dli_fname, '/')))
        return 0;
    length = snprintf(text, size, "%.*s%s", (int)(slash - info.dli_fname), info.dli_fname,
                      below_library[which]);
    return length > 0 ? (size_t)length : 0;
}
