/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_client.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * usage: itt_client COLLECTOR.so FOLDER [anywhere]
 *
 * The plugins are in FOLDER. Libraries are expected where others were before, as the dynamic linker
 * does it, but not under an emulator.
 */

const struct itt_hooks *hooks;
static int wrongs;

void check_that(bool holds, const char *what, const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s:%d: not %s\n", file, line, what);
    wrongs++;
}

uint64_t entries(enum gau_trace_task_kind kind, const char *domain, const char *name)
{
    return hooks->total(kind, domain, name).entries;
}

int main(int argc, char **argv)
{
    void *const collector = argc >= 3 ? dlopen(argv[1], RTLD_NOW) : NULL;

    if (!collector) {
        fprintf(stderr, "itt_client: %s\n", argc >= 3 ? dlerror() : "which collector?");
        return 1;
    }
    hooks = dlsym(collector, "itt_hooks");
    setenv("INTEL_LIBITTNOTIFY64", argv[1], 1);
    every_slot_is_ours_or_nobodys();
    every_function_takes_what_comes();
    groups_are_respected();
    what_is_no_client_is_left_alone();
    without_a_collection_no_client_is_bound();
    objects_made_before_are_the_same();
    what_lies_where_an_object_was_is_another();
    garbage_in_spare_members_is_no_stamp();
    names_are_copied();
    plugins_come_and_go(argv[2], argc > 3);
    parts_load_at_once();
    puts(wrongs ? "wrong" : "checked all");
    return wrongs != 0;
}
