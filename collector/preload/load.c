/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr() */
#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/collector_lifecycle.h"
#include "interposers.h"

#include "itt/itt_abi.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

/* Loading and unloading of the collector. */

/* True if the program's calls find the collector's symbols. */
static bool is_preloaded(void)
{
    void *const program = dlopen(NULL, RTLD_LAZY);
    void *const init = program ? dlsym(program, GAU_ITT_INIT_NAME) : NULL;
    Dl_info own, found;
    const bool is_ours = init && dladdr(init, &found) &&
                         dladdr((void *)&gau_collection_state, &own) &&
                         own.dli_fbase == found.dli_fbase;

    if (program)
        gau_real_functions()->dlclose(program);
    return is_ours;
}

/* A preloaded collector begins before the program, which expects errno to be 0. */
__attribute__((constructor)) static void load(void)
{
    const int error = errno;

    gau_collector_load();
    gau_collection_state.preloaded = is_preloaded();
    if (gau_collection_preloaded() && gau_collector_begin())
        gau_preload_unblock(0);
    errno = error;
}

/* Runs after functions of atexit() and destructors of the program, which may still call ITT. */
__attribute__((destructor)) static void unload(void)
{
    gau_collector_end();
}
