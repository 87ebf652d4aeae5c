/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_fixture.h"
#include "temp_folder.h"
#include "test.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const full = "fake_full", *const names = "fake_names",
                         *const versioned = "fake_versioned", *const late = "fake_late";

static void asks_for_nothing(void **state)
{
    (void)state;
    assert_string_equal(gau_itt_load_error(), "");
    assert_int_equal(gau_itt_load(), GAU_ITT_ABSENT);
    assert_string_equal(gau_itt_load_error(), "INTEL_LIBITTNOTIFY64 is not set");
    setenv("INTEL_LIBITTNOTIFY64", scene_path(full), 1);
    assert_int_equal(gau_itt_load(), GAU_ITT_ABSENT); /* once */
}

/* --- files that cannot be loaded ----------------------------------------------------------- */

static void write_files(void)
{
    Elf64_Ehdr header = {.e_ident = ELFMAG, .e_machine = EM_S390};

    mkdir("folder.so", 0777);
    assert_int_equal(mkfifo("fifo.so", 0666), 0);
    folder_write("text.so",
                 "#!/bin/sh\necho this is not a library, but long enough for a header\n");
    folder_write("empty.so", "");
    header.e_ident[EI_CLASS] = ELFCLASS64;
    folder_write_bytes("foreign.so", &header, sizeof header);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    folder_write_bytes("small.so", &header, sizeof header);
    folder_write("line\nfeed.so", "");
}

static void a_file_that_is_no_collector_is_refused_with_a_reason(void **state)
{
    static const struct {
        const char *file, *message;
    } wrongs[] = {
        {"./nowhere.so", "'./nowhere.so' cannot be loaded: cannot open shared object file: No such "
                         "file or directory"},
        {"nowhere.so", "'nowhere.so' cannot be loaded: cannot open shared object file: No such "
                       "file or directory"},
        {"./folder.so", "'./folder.so' cannot be loaded: it is a folder"},
        {"./fifo.so", "'./fifo.so' cannot be loaded: it is not a regular file"},
        {"/dev/zero", "'/dev/zero' cannot be loaded: it is not a regular file"},
        {"./text.so", "'./text.so' cannot be loaded: it is not a shared library"},
        {"./empty.so", "'./empty.so' cannot be loaded: it is not a shared library"},
        {"./foreign.so", "'./foreign.so' cannot be loaded: it is for another processor"},
        {"./small.so", "'./small.so' cannot be loaded: it is for programs of 32 bits"},
        {"./line\nfeed.so", "'./line?feed.so' cannot be loaded: it is not a shared library"},
    };
    char message[256];

    (void)state;
    write_files();
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        setenv("INTEL_LIBITTNOTIFY64", wrongs[i].file, 1);
        assert_int_equal(gau_itt_load(), GAU_ITT_FAILED);
        snprintf(message, sizeof message, "INTEL_LIBITTNOTIFY64: %s", wrongs[i].message);
        assert_string_equal(gau_itt_load_error(), message);
        assert_int_equal(gau_itt_event_create("e"), 0);
        gau_itt_unload();
    }
}

static void a_program_is_not_a_collector(void **state)
{
    (void)state;
    setenv("INTEL_LIBITTNOTIFY64", "/proc/self/exe", 1);
    assert_int_equal(gau_itt_load(), GAU_ITT_FAILED);
    assert_non_null(strstr(gau_itt_load_error(), "'/proc/self/exe' cannot be loaded: "));
}

static void a_library_without_itt_is_not_a_collector(void **state)
{
    (void)state;
    setenv("INTEL_LIBITTNOTIFY64", scene_path("fake_none"), 1);
    assert_int_equal(gau_itt_load(), GAU_ITT_FAILED);
    assert_non_null(strstr(gau_itt_load_error(), "/fake_none.so' cannot be loaded: it is not a "
                                                 "collector of ITT"));
}

static void a_path_of_a_megabyte_is_shown_in_part(void **state)
{
    enum { LENGTH = 1 << 20 };
    char *const path = malloc(LENGTH + 1);

    (void)state;
    assert_non_null(path);
    memset(path, 'x', LENGTH);
    path[0] = '/';
    path[LENGTH] = '\0';
    setenv("INTEL_LIBITTNOTIFY64", path, 1);
    assert_int_equal(gau_itt_load(), GAU_ITT_FAILED);
    path[400] = '\0';
    assert_memory_equal(gau_itt_load_error(), "INTEL_LIBITTNOTIFY64: '/xxx", 26);
    assert_memory_equal(gau_itt_load_error() + 23 + 400, "...' cannot be loaded: ", 23);
    assert_non_null(strstr(gau_itt_load_error(), "File name too long"));
    free(path);
}

/* --- by name ------------------------------------------------------------------------------- */

static const char *calls_of(const char *collector)
{
    gau_itt_event_end(gau_itt_event_create("e"));
    gau_itt_pause();
    gau_itt_domain_create("d");
    gau_itt_counter_create("c", "d");
    gau_itt_thread_set_name("t");
    return scene_call_log(collector);
}

static void a_collector_without_entry_point_gets_the_legacy_functions(void **state)
{
    (void)state;
    setenv("INTEL_ITTNOTIFY_GROUPS", "all", 1); /* does not matter */
    assert_int_equal(scene_load(names), GAU_ITT_BY_NAME);
    assert_string_equal(gau_itt_load_error(), "");
    assert_string_equal(calls_of(names), "event_create(e,1) event_end(3) pause thr_name_set(t,1) ");
    gau_itt_resume(); /* it has none */
    assert_false(gau_itt_has(GAU_ITT_SLOT_resume));
}

static void a_collector_with_a_version_gets_the_groups(void **state)
{
    static const struct {
        const char *variable, *value, *calls;
    } cases[] = {
        {"INTEL_ITTNOTIFY_GROUPS", "all",
         "event_create(e,1) event_end(3) pause domain_create(d) counter_create(c,d) "
         "thr_name_set(t,1) "},
        {"INTEL_ITTNOTIFY_GROUPS", "mark", "event_create(e,1) event_end(3) counter_create(c,d) "},
        {"INTEL_ITTNOTIFY_GROUPS", "control,structure",
         "pause domain_create(d) counter_create(c,d) "},
        {"INTEL_ITTNOTIFY_GROUPS", ",; thread;  control,",
         "pause counter_create(c,d) thr_name_set(t,1) "},
        {"INTEL_ITTNOTIFY_GROUPS", "marks mar structurecontrol", "counter_create(c,d) "},
        {"INTEL_ITTNOTIFY_GROUPS", "", "counter_create(c,d) "},
        {"KMP_FOR_TPROFILE", "1", "event_create(e,1) event_end(3) pause thr_name_set(t,1) "},
        {"KMP_FOR_TCHECK", "", "event_create(e,1) event_end(3) pause thr_name_set(t,1) "},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        setenv(cases[i].variable, cases[i].value, 1);
        assert_int_equal(scene_load(versioned), GAU_ITT_BY_NAME);
        assert_string_equal(calls_of(versioned), cases[i].calls);
        gau_itt_unload();
        unsetenv(cases[i].variable);
    }
}

static void without_groups_such_a_collector_gets_nothing(void **state)
{
    (void)state;
    assert_int_equal(scene_load(versioned), GAU_ITT_FAILED);
    assert_non_null(strstr(gau_itt_load_error(),
                           "/fake_versioned.so' cannot be loaded: it has no "
                           "function of the groups in INTEL_ITTNOTIFY_GROUPS"));
    assert_string_equal(calls_of(versioned), "");
}

static void variables_of_groups_ask_for_the_usual_library(void **state)
{
    static const char *const variables[] = {"INTEL_ITTNOTIFY_GROUPS", "KMP_FOR_TPROFILE",
                                            "KMP_FOR_TCHECK"};
    char message[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(variables); i++) {
        setenv(variables[i], "mark", 1);
        assert_int_equal(gau_itt_load(), GAU_ITT_FAILED);
        snprintf(message, sizeof message,
                 "%s: 'libittnotify.so' cannot be loaded: cannot open shared object file: No such "
                 "file or directory",
                 variables[i]);
        assert_string_equal(gau_itt_load_error(), message);
        gau_itt_unload();
        unsetenv(variables[i]);
    }
    setenv("INTEL_ITTNOTIFY_GROUPS", "", 1); /* like none */
    assert_int_equal(gau_itt_load(), GAU_ITT_ABSENT);
}

/* --- loading and unloading ----------------------------------------------------------------- */

static gau_itt_state state_inside;

static void load_again(void)
{
    state_inside = gau_itt_load();
    gau_itt_event_start(1);
}

static void the_collector_may_call_back_while_it_starts(void **state)
{
    void (*const on_init)(void (*)(void)) =
        (void (*)(void (*)(void)))scene_find(full, "fake_on_init");

    (void)state;
    state_inside = GAU_ITT_FAILED;
    on_init(load_again);
    assert_int_equal(scene_load(full), GAU_ITT_LOADED);
    on_init(NULL);
    assert_int_equal(state_inside, GAU_ITT_NOT_LOADED);
    assert_non_null(strstr(scene_call_log(full), "lists=none) event_start(1) "));
}

static void the_collector_may_lock_the_mutex_again_and_fill_slots_late(void **state)
{
    (void)state;
    assert_int_equal(scene_load(late), GAU_ITT_LOADED);
    gau_itt_event_start(1);
    assert_string_equal(scene_call_log(late), "locked ");
    scene_find(late, "fake_fill")();
    gau_itt_event_start(2);
    gau_itt_event_end(2);
    assert_string_equal(scene_call_log(late), "event_start(2) event_end(2) ");
}

static void the_collector_gets_the_end_and_nothing_after_it(void **state)
{
    int event;

    (void)state;
    scene_load(full);
    event = gau_itt_event_create("e");
    scene_call_log(full);
    gau_itt_unload();
    gau_itt_unload();
    gau_itt_event_start(event);
    assert_string_equal(scene_call_log(full), "fini(initialized=1) ");
    assert_int_equal(gau_itt_current_state(), GAU_ITT_NOT_LOADED);
    assert_string_equal(gau_itt_load_error(), "");
    assert_int_equal(gau_itt_load(), GAU_ITT_LOADED);
    assert_string_equal(scene_call_log(full), "init(magic,3.0,-1,state=4,initialized=0,mutex=1,"
                                              "lib=own,lists=none) ");
}

/* The last test: what is global once remains so. */
static void an_empty_variable_means_what_is_loaded(void **state)
{
    (void)state;
    setenv("INTEL_LIBITTNOTIFY64", "", 1);
    assert_int_equal(gau_itt_load(), GAU_ITT_ABSENT);
    assert_string_equal(gau_itt_load_error(),
                        "INTEL_LIBITTNOTIFY64 is empty and no collector is loaded");
    gau_itt_unload();
    assert_non_null(dlopen(scene_path(full), RTLD_LAZY | RTLD_GLOBAL));
    scene_call_log(full);
    assert_int_equal(gau_itt_load(), GAU_ITT_LOADED);
    gau_itt_resume();
    assert_non_null(strstr(scene_call_log(full), "lists=none) resume "));
}

static int enter(void **state)
{
    return folder_enter(state) == 0 ? scene_begin(state) : -1;
}

static int leave(void **state)
{
    return scene_end(state) == 0 ? folder_leave(state) : -1;
}

int main(int argc, char **argv)
{
#define SCENE(test) cmocka_unit_test_setup_teardown(test, scene_begin, scene_end)
    const struct CMUnitTest tests[] = {
        SCENE(asks_for_nothing),
        cmocka_unit_test_setup_teardown(a_file_that_is_no_collector_is_refused_with_a_reason, enter,
                                        leave),
        SCENE(a_program_is_not_a_collector),
        SCENE(a_library_without_itt_is_not_a_collector),
        SCENE(a_path_of_a_megabyte_is_shown_in_part),
        SCENE(a_collector_without_entry_point_gets_the_legacy_functions),
        SCENE(a_collector_with_a_version_gets_the_groups),
        SCENE(without_groups_such_a_collector_gets_nothing),
        SCENE(variables_of_groups_ask_for_the_usual_library),
        SCENE(the_collector_may_call_back_while_it_starts),
        SCENE(the_collector_may_lock_the_mutex_again_and_fill_slots_late),
        SCENE(the_collector_gets_the_end_and_nothing_after_it),
        SCENE(an_empty_variable_means_what_is_loaded),
    };

    if (argc != 2)
        return 1;
    scene_use(argv[1]);
    return cmocka_run_group_tests_name("itt_load", tests, NULL, NULL);
}
