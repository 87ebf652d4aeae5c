/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "report_marks.h"

#ifndef NO_PLUGIN
#include <dlfcn.h>
#endif

/*
 * known: lists its marks. known PLUGIN: has a plugin, which is this file as well, list its own, and
 * unloads it. The lines of calls are one above those of marks: keep them so.
 */

__attribute__((visibility("default"))) int outer(int x);
__attribute__((visibility("default"))) void list(void);

static inline __attribute__((always_inline)) int inner(int x)
{
    MARK(MARK_INNER);
    return x * 3;
}

static inline __attribute__((always_inline)) int middle(int x)
{
    int y = inner(x);
    MARK(MARK_MIDDLE);
    return y + 1;
}

__attribute__((noinline)) int outer(int x)
{
    int y = middle(x);
    MARK(MARK_OUTER);
    return y;
}

static __attribute__((noinline)) int local(int x)
{
    MARK(MARK_LOCAL);
    return x + 2;
}

void list(void)
{
    report_marks();
}

int main(int argc, char **argv)
{
#ifndef NO_PLUGIN
    if (argc > 1) {
        void *plugin = dlopen(argv[1], RTLD_NOW);
        void *found = plugin ? dlsym(plugin, "list") : NULL;

        if (!found)
            return 1;
        ((void (*)(void))(uintptr_t)found)();
        dlclose(plugin);
        return 0;
    }
#endif
    list();
    return outer(argc) + local(argc) + (argv[0] == NULL) == 123456;
}
