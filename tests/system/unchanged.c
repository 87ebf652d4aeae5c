/* SPDX-License-Identifier: Apache-2.0 */
#include "unchanged.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* usage: unchanged SCENE: prints what the program sees, which is the same under the collector. */

void spin(double ms)
{
    const clock_t end = clock() + (clock_t)(ms * CLOCKS_PER_SEC / 1000);

    while (clock() < end)
        continue;
}

void print_result(const char *what, long result)
{
    printf("%s: %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
    fflush(stdout);
}

/* Of the initial thread it is 0 where main() begins (ISO C, 7.5). */
static int errno_at_start;

static void scene_errno(void)
{
    printf("errno at the start: %d\n", errno_at_start);
    spin(200); /* many ticks: on a loaded machine a thread may lose the processor before them */
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*scene)(void);
    } scenes[] = {
        {"stack", scene_stack},       {"once", scene_once},
        {"masks", scene_masks},       {"ignored", scene_ignored},
        {"show", scene_show},         {"namespaces", scene_namespaces},
        {"groups", scene_groups},     {"crowd", scene_crowd},
        {"errno", scene_errno},       {"waits", scene_waits},
        {"unblocks", scene_unblocks}, {"interrupts", scene_interrupts},
        {"handlers", scene_handlers},
    };

    errno_at_start = errno;

    for (unsigned i = 0; argc > 1 && i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(argv[1], scenes[i].name) == 0) {
            scenes[i].scene();
            return 0;
        }
    return 2;
}
