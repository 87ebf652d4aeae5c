/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool gau_shared_library_load(const char *file, const struct gau_library_function *functions,
                             size_t count, char *reason, size_t size)
{
    void *const library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);

    for (size_t i = 0; library && i < count; i++) {
        void *const function = dlsym(library, functions[i].name);

        if (!function) {
            snprintf(reason, size, "%s", dlerror());
            return false;
        }
        memcpy(functions[i].pointer, &function, sizeof function);
    }
    if (!library)
        snprintf(reason, size, "%s", dlerror());
    return library != NULL;
}
