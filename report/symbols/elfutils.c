/* SPDX-License-Identifier: Apache-2.0 */
#define GAU_ELFUTILS_DEFINED_HERE
#include "elfutils.h"

#include "files/shared_library.h"

#include <pthread.h>

struct gau_elfutils gau_elfutils;
static bool is_loaded;
static char failure[256];

/* libdw brings libelf along. */
static void load_library(void)
{
#define FUNCTION(name) {#name, &gau_elfutils.name},
    static const struct gau_library_function functions[] = {GAU_ELFUTILS(FUNCTION)};

    is_loaded =
        gau_shared_library_load(GAUDIT_LIBDW_FILE, functions, sizeof functions / sizeof *functions,
                                failure, sizeof failure);
}

bool gau_elfutils_load(const char **reason)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_library);
    *reason = failure;
    return is_loaded;
}
