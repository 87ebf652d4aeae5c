/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* dlerror() changes errno. */
static bool fail(int error, char *reason, size_t size)
{
    snprintf(reason, size, "%s", dlerror());
    errno = error;
    return false;
}

bool gau_shared_library_load(const char *file, const struct gau_library_function *functions,
                             size_t count, char *reason, size_t size)
{
    void *library;

    errno = 0; /* the loader leaves what the call that failed has set */
    library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return fail(errno, reason, size);
    for (size_t i = 0; i < count; i++) {
        void *const function = dlsym(library, functions[i].name);

        if (!function)
            return fail(0, reason, size);
        memcpy(functions[i].pointer, &function, sizeof function);
    }
    return true;
}
