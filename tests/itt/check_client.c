/* SPDX-License-Identifier: Apache-2.0 */
#include "itt/itt.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/*
 * usage: check_client FOLDER [FOREIGN.so]
 *
 * The client against the collectors in FOLDER, without a test library, so that it can be built for
 * another processor; FOREIGN.so is a library for yet another. Started with the rights of another
 * user, it only checks that nothing is loaded. Prints which of the two it did.
 */

static int wrongs;

static void check(const char *what, const char *found, const char *expected)
{
    if (strcmp(found, expected) == 0)
        return;
    fprintf(stderr, "%s: '%s' instead of '%s'\n", what, found, expected);
    wrongs++;
}

static void check_state(gau_itt_state found, gau_itt_state expected)
{
    static const char *const names[] = {"not loaded", "absent", "failed", "loaded", "by name"};

    check(gau_itt_load_error(), names[found], names[expected]);
}

static const char *call_log(const char *path)
{
    void *const lib = dlopen(path, RTLD_LAZY);
    void *const function = lib ? dlsym(lib, "fake_call_log") : NULL;

    return function ? ((const char *(*)(void))(uintptr_t)function)() : "";
}

/* Structs by value, and what has other sizes elsewhere. */
static void call_everything(void)
{
    const int event = gau_itt_event_create("Hlt Hlt1");
    gau_itt_domain *const domain = gau_itt_domain_create("d");
    gau_itt_string *const name = gau_itt_string_create("s");
    gau_itt_id id = {3, 0, 0};

    gau_itt_event_start(event);
    gau_itt_event_end(event);
    if (gau_itt_task_begin(domain, name))
        gau_itt_task_end(domain);
    gau_itt_frame_submit(domain, &id, 1, 2);
    gau_itt_resume();
    gau_itt_thread_set_name("main");
    gau_itt_counter_add(gau_itt_counter_create("c", "d"), 9);
}

static void check_collector(const char *folder, const char *name, gau_itt_state state,
                            const char *expected)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    setenv("INTEL_LIBITTNOTIFY64", path, 1);
    check_state(gau_itt_load(), state);
    call_everything();
    if (expected)
        check(name, call_log(path), expected);
    gau_itt_unload();
}

static void check_foreign(const char *path)
{
    setenv("INTEL_LIBITTNOTIFY64", path, 1);
    check_state(gau_itt_load(), GAU_ITT_FAILED);
    if (!strstr(gau_itt_load_error(), "it is for another processor"))
        check(path, gau_itt_load_error(), "it is for another processor");
}

static int check_secure(const char *folder)
{
    check_collector(folder, "fake_full", GAU_ITT_ABSENT, "");
    check_state(gau_itt_load(), GAU_ITT_ABSENT);
    check("reason", gau_itt_load_error(),
          "a program with the rights of another user loads no collector");
    puts("checked that nothing is loaded");
    return wrongs != 0;
}

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        fputs("usage: check_client FOLDER [FOREIGN.so]\n", stderr);
        return 1;
    }
    if (getauxval(AT_SECURE))
        return check_secure(argv[1]);
    check_state(gau_itt_load(), GAU_ITT_ABSENT);
    call_everything();
    gau_itt_unload();
    check_collector(argv[1], "fake_full", GAU_ITT_LOADED,
                    "init(magic,3.0,-1,state=4,initialized=0,mutex=1,lib=own,lists=none) "
                    "event_create(Hlt Hlt1,8) domain_create(d) string_handle_create(s) "
                    "event_start(1) event_end(1) task_begin(domain,no ids,a string) "
                    "task_end(domain) frame_submit(domain,3,1,2) resume thread_set_name(main) "
                    "counter_create(c,d) counter_inc(9) ");
    check_collector(argv[1], "fake_names", GAU_ITT_BY_NAME,
                    "event_create(Hlt Hlt1,8) event_start(3) event_end(3) thr_name_set(main,4) ");
    check_collector(argv[1], "fake_late", GAU_ITT_LOADED, "locked ");
    check_collector(argv[1], "fake_broken", GAU_ITT_LOADED, "event_start(0) ");
    check_collector(argv[1], "fake_none", GAU_ITT_FAILED, NULL);
    check_collector(argv[1], "fake_nowhere", GAU_ITT_FAILED, NULL);
    if (argc == 3)
        check_foreign(argv[2]);
    puts("checked all");
    return wrongs != 0;
}
