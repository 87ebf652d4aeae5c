/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_fixture.h"

#include "test.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static const char *collectors;

void scene_use(const char *folder)
{
    collectors = folder;
}

static void forget(const char *collector)
{
    scene_find(collector, "fake_forget")();
}

int scene_begin(void **state)
{
    static const char *const variables[] = {"INTEL_LIBITTNOTIFY64", "INTEL_ITTNOTIFY_GROUPS",
                                            "KMP_FOR_TPROFILE", "KMP_FOR_TCHECK"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(variables); i++)
        unsetenv(variables[i]);
    return gau_itt_current_state() == GAU_ITT_NOT_LOADED ? 0 : -1;
}

int scene_end(void **state)
{
    (void)state;
    gau_itt_unload();
    return gau_itt_current_state() == GAU_ITT_NOT_LOADED ? 0 : -1;
}

const char *scene_path(const char *collector)
{
    static char path[4096];

    assert_true(snprintf(path, sizeof path, "%s/%s.so", collectors, collector) < (int)sizeof path);
    return path;
}

gau_itt_state scene_load(const char *collector)
{
    forget(collector);
    setenv("INTEL_LIBITTNOTIFY64", scene_path(collector), 1);
    return gau_itt_load();
}

scene_function *scene_find(const char *collector, const char *name)
{
    void *const lib = dlopen(scene_path(collector), RTLD_LAZY | RTLD_LOCAL);
    void *function;

    assert_non_null(lib);
    function = dlsym(lib, name);
    assert_non_null(function);
    return (scene_function *)(uintptr_t)function;
}

const char *scene_call_log(const char *collector)
{
    static char copy[8192];
    const char *(*const read)(void) = (const char *(*)(void))scene_find(collector, "fake_call_log");

    snprintf(copy, sizeof copy, "%s", read());
    forget(collector);
    return copy;
}

unsigned scene_calls(const char *collector)
{
    unsigned (*const count)(void) = (unsigned (*)(void))scene_find(collector, "fake_calls");

    return count();
}
