/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "build_id.h"
#include "position_marks.h"
#include "report/symbols/elf_module.h"
#include "symbols_fixture.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct gau_function *function_at(struct gau_symbolizer *symbols, uint32_t module,
                                              uint64_t address)
{
    const struct gau_source_frames frames = gau_symbolizer_resolve(symbols, module, address);

    assert_true(frames.count > 0);
    return gau_symbolizer_function(symbols, frames.items[frames.count - 1].function);
}

static void a_file_that_was_rebuilt_is_refused_with_a_sentence(void **state)
{
    const struct scene scene = scene_run("gcc-O2", NULL);
    const uint64_t address = scene_mark(&scene, MARK_OUTER)->address;
    struct build_id id = build_id_of(scene.path);
    const struct gau_symbolizer_module module = {.path = scene.path,
                                                 .build_id = id.bytes,
                                                 .build_id_size = id.size};
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    char expected[8192];
    uint32_t number;

    (void)state;
    assert_int_equal(id.size, 20);
    snprintf(expected, sizeof expected,
             "'%s' is not the file that ran (build-id %02x%02x%02x%02x%02x%02x%02x%02x.., recorded "
             "0102030405060708..): its functions are shown as addresses",
             scene.path, id.bytes[0], id.bytes[1], id.bytes[2], id.bytes[3], id.bytes[4],
             id.bytes[5], id.bytes[6], id.bytes[7]);
    for (uint8_t i = 0; i < id.size; i++)
        id.bytes[i] = (uint8_t)(i + 1);
    number = gau_symbolizer_add_module(symbols, &module);
    assert_int_equal(function_at(symbols, number, address)->kind, GAU_FUNCTION_ADDRESS);
    function_at(symbols, number, address + 1);
    assert_string_equal(gau_symbolizer_warning(symbols, 0), expected);
    assert_null(gau_symbolizer_warning(symbols, 1)); /* one for each module */
    gau_symbolizer_free(symbols);
}

static void what_is_no_program_any_more_is_reported(void **state)
{
    static const struct {
        const char *path, *expected;
    } wrongs[] = {
        {"missing", "'missing' cannot be read (No such file or directory): its functions are shown "
                    "as addresses"},
        {"text",
         "'text' is not a program or library any more: its functions are shown as addresses"},
        {"empty", "'empty' is not a program or library any more: its functions are shown as "
                  "addresses"},
        {"folder", "'folder' is not a file any more: its functions are shown as addresses"},
        {"pipe", "'pipe' is not a file any more: its functions are shown as addresses"},
    };

    (void)state;
    folder_write("text", "#!/bin/sh\n");
    folder_write("empty", "");
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
        const struct gau_symbolizer_module module = {.path = wrongs[i].path};
        const uint32_t number = gau_symbolizer_add_module(symbols, &module);

        assert_string_equal(function_at(symbols, number, 0x1234)->name, "func@0x1234");
        assert_string_equal(gau_symbolizer_warning(symbols, 0), wrongs[i].expected);
        gau_symbolizer_free(symbols);
    }
}

static void without_build_id_a_file_that_is_newer_than_the_recording_is_refused(void **state)
{
    const struct scene scene = scene_run("gcc-O2", NULL);
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    struct gau_symbolizer_module module = {.path = "copy", .recorded_ns = 1000000000000u};
    char command[8192];

    (void)state;
    snprintf(command, sizeof command, "objcopy -R .note.gnu.build-id '%s' copy", scene.path);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c)
    assert_int_equal(function_at(symbols, gau_symbolizer_add_module(symbols, &module),
                                 scene_mark(&scene, MARK_OUTER)->address)
                         ->kind,
                     GAU_FUNCTION_ADDRESS);
    assert_string_equal(gau_symbolizer_warning(symbols, 0),
                        "'copy' has no build-id and was changed after it ran: its functions are "
                        "shown as addresses");
    gau_symbolizer_free(symbols);
    symbols = gau_symbolizer_new(NULL);
    module.recorded_ns = 0;
    assert_string_equal(function_at(symbols, gau_symbolizer_add_module(symbols, &module),
                                    scene_mark(&scene, MARK_OUTER)->address)
                            ->name,
                        "outer");
    gau_symbolizer_free(symbols);
}

static void one_file_has_one_number_and_its_name_is_the_end_of_its_path(void **state)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    const struct gau_symbolizer_module a = {.path = "/lib/liba.so"};
    const uint8_t id[] = {1, 2};
    const struct gau_symbolizer_module other = {.path = "/lib/liba.so",
                                                .build_id = id,
                                                .build_id_size = sizeof id};

    (void)state;
    assert_int_equal(gau_symbolizer_add_module(symbols, &a), 1);
    assert_int_equal(gau_symbolizer_add_module(symbols, &other), 2);
    assert_int_equal(gau_symbolizer_add_module(symbols, &a), 1);
    assert_string_equal(gau_symbolizer_module_name(symbols, 1), "liba.so");
    assert_string_equal(gau_symbolizer_module_path(symbols, 2), "/lib/liba.so");
    assert_string_equal(gau_symbolizer_module_name(symbols, 0), "[Unknown]");
    gau_symbolizer_free(symbols);
}

static void code_outside_of_all_files_is_dynamic(void **state)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);

    (void)state;
    assert_string_equal(function_at(symbols, 0, 0x7f0012345678)->name, "[Dynamic code]");
    assert_string_equal(function_at(symbols, 0, 0)->name, "[Unknown]");
    assert_string_equal(function_at(symbols, 7, 0)->name, "[Unknown]");
    gau_symbolizer_free(symbols);
}

static void of_the_names_of_a_function_a_global_one_comes_before_weak_ones(void **state)
{
    void *const library = dlopen(WEAK_NAMES, RTLD_NOW);
    const void *const code = library ? dlsym(library, "middle") : NULL;
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    Dl_info info;

    (void)state;
    if (!code || !dladdr(code, &info))
        fail_msg("%s", dlerror());
    assert_string_equal(function_at(symbols, scene_add(symbols, WEAK_NAMES),
                                    (uint64_t)((const char *)code - (const char *)info.dli_fbase))
                            ->name,
                        "middle");
    gau_symbolizer_free(symbols);
    dlclose(library);
}

static void of_the_names_of_a_function_that_of_others_comes_first(void **state)
{
    void *const library = dlopen(WEAK_NAMES, RTLD_NOW);
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    const uint32_t module = scene_add(symbols, WEAK_NAMES);
    const char *const printed = library ? dlsym(library, "printed") : NULL;
    const char *const *const reading = library ? dlsym(library, "reading_code") : NULL;
    struct gau_source_frames frames;
    Dl_info info;

    (void)state;
    if (!printed || !reading || !dladdr(printed, &info))
        fail_msg("%s", dlerror());
    assert_string_equal(
        function_at(symbols, module, (uint64_t)(printed - (const char *)info.dli_fbase))->name,
        "printed");
    frames = gau_symbolizer_resolve(symbols, module,
                                    (uint64_t)(*reading - (const char *)info.dli_fbase));
    assert_string_equal(gau_symbolizer_function(symbols, frames.items[0].function)->name,
                        "____reading_internal");
    assert_string_equal(gau_symbolizer_public_name(symbols, frames.items[0].function), "reading");
    gau_symbolizer_free(symbols);
    dlclose(library);
}

static void a_function_for_one_processor_has_the_name_that_others_call(void **state)
{
    static const char *const names[][2] = {{"__middle_avx2_unaligned", "middle"},
                                           {"__middle_twice", "__middle_twice"},
                                           {"__alone_avx2", "__alone_avx2"},
                                           {"middle", "middle"}};
    void *const library = dlopen(WEAK_NAMES, RTLD_NOW);
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    Dl_info info;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const code = library ? dlsym(library, names[i][0]) : NULL;
        struct gau_source_frames frames;

        if (!code || !dladdr(code, &info))
            fail_msg("%s", dlerror());
        frames = gau_symbolizer_resolve(symbols, scene_add(symbols, WEAK_NAMES),
                                        (uint64_t)(code - (const char *)info.dli_fbase));
        assert_string_equal(gau_symbolizer_public_name(symbols, frames.items[0].function),
                            names[i][1]);
    }
    gau_symbolizer_free(symbols);
    dlclose(library);
}

static void calls_into_other_modules_go_through_named_stubs(void **state)
{
    static const struct {
        const char *program;
        uint64_t start; /* of a stretch that has all stubs */
        const char *wanted;
    } programs[] = {
#ifdef __x86_64__
        {"gcc-O2", 0x1000, "dlopen@plt"},
        {"gcc-lazy", 0x1000, "dlopen@plt"},
        {"gcc-static", 0x401000, NULL}, /* what is chosen at the start */
#endif
        {"arm-O2", 0x600, "dlopen@plt"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
        const char *wanted = programs[i].wanted;
        unsigned stubs = 0, found = 0;
        char path[4096];

        scene_path(path, sizeof path, programs[i].program);
        for (uint64_t at = 0; !access(path, R_OK) && at < 0x300; at++) {
            const struct gau_function *function =
                function_at(symbols, scene_add(symbols, path), programs[i].start + at);

            if (function->kind != GAU_FUNCTION_STUB)
                continue;
            stubs++;
            found += wanted && !strcmp(function->name, wanted) && !strcmp(function->base, "dlopen");
        }
        if (!access(path, R_OK)) {
            assert_true(stubs >= 16);
            assert_true(!wanted || found >= 16);
        }
        gau_symbolizer_free(symbols);
    }
}

static void a_stub_stands_for_the_function_that_it_jumps_to(void **state)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    const char *const code = dlsym(RTLD_DEFAULT, "dlopen");
    const struct gau_function *called;
    uint32_t program, library, number = 0;
    char path[4096];
    Dl_info info;

    (void)state;
    scene_path(path, sizeof path, "gcc-O2");
    if (access(path, R_OK) || !code || !dladdr(code, &info))
        skip();
    program = scene_add(symbols, path);
    for (uint64_t at = 0x1000;
         at < 0x1300 && strcmp(function_at(symbols, program, at)->name, "dlopen@plt"); at++)
        number = gau_symbolizer_resolve(symbols, program, at + 1).items[0].function;
    called = gau_symbolizer_function(symbols, gau_symbolizer_called(symbols, number));
    assert_string_equal(called->name, "dlopen");
    assert_int_equal(called->module, program);
    library = scene_add(symbols, info.dli_fname);
    function_at(symbols, library, (uint64_t)(code - (const char *)info.dli_fbase));
    called = gau_symbolizer_function(symbols, gau_symbolizer_called(symbols, number));
    assert_string_equal(called->name, "dlopen");
    assert_int_equal(called->module, library);
    number = gau_symbolizer_named(symbols, "f", program);
    assert_int_equal(gau_symbolizer_called(symbols, number), number);
    gau_symbolizer_free(symbols);
}

#ifdef __x86_64__
/* As other functions of C++ have: with their arguments, and without. */
static void stubs_of_cxx_have_both_names(void **state)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    unsigned found = 0;
    char path[4096];

    (void)state;
    scene_path(path, sizeof path, "g++-O2");
    for (uint64_t at = 0x1000; at < 0x1300; at++) {
        const struct gau_function *function = function_at(symbols, scene_add(symbols, path), at);

        if (strcmp(function->name, "operator new@plt") != 0)
            continue;
        assert_string_equal(function->full, "operator new(unsigned long)@plt");
        assert_string_equal(function->base, "operator new");
        found++;
    }
    assert_true(found >= 8);
    gau_symbolizer_free(symbols);
}
#endif

static void the_code_that_the_kernel_maps_is_named_if_it_is_the_same(void **state)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    const uint8_t wrong[] = {1, 2, 3};
    const struct gau_symbolizer_module other = {
        .path = "[vdso]", .build_id = wrong, .build_id_size = sizeof wrong, .vdso = true};
    const int fd = gau_vdso_open();
    struct gau_symbolizer_module same = {.path = "[vdso]", .vdso = true};
    struct build_id id;
    uint32_t module;
    unsigned found = 0;
    char path[64];

    (void)state;
    assert_true(fd >= 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    id = build_id_of(path);
    close(fd);
    same.build_id = id.bytes;
    same.build_id_size = id.size;
    module = gau_symbolizer_add_module(symbols, &same);
    for (uint64_t address = 0; address < 0x4000; address += 16)
        found += strstr(function_at(symbols, module, address)->name, "clock_gettime") != NULL;
    assert_true(found > 0);
    assert_string_equal(
        function_at(symbols, gau_symbolizer_add_module(symbols, &other), 0x800)->name, "[vdso]");
    assert_null(gau_symbolizer_warning(symbols, 0));
    gau_symbolizer_free(symbols);
}

/* Whether a search for debug information of a program that has none here left a cache of
 * servers. */
static bool asks_servers(bool debuginfod)
{
    const struct scene scene = scene_run("gcc-id", NULL);
    const struct gau_symbolizer_settings settings = {.debuginfod = debuginfod};
    struct gau_symbolizer *symbols = gau_symbolizer_new(&settings);
    const char *url = getenv("DEBUGINFOD_URLS");

    setenv("DEBUGINFOD_CACHE_PATH", "cache", 1);
    function_at(symbols, scene_add(symbols, scene.path), scene_mark(&scene, MARK_OUTER)->address);
    gau_symbolizer_free(symbols);
    assert_non_null(url); /* set for the whole test: elfutils reads it when it is loaded */
    assert_string_equal(getenv("DEBUGINFOD_URLS"), url);
    return access("cache", F_OK) == 0;
}

static void servers_are_queried_only_if_that_is_enabled(void **state)
{
    (void)state;
    assert_false(asks_servers(false));
    if (dlopen("libdebuginfod.so.1", RTLD_LAZY)) /* else there is no client */
        assert_true(asks_servers(true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_was_rebuilt_is_refused_with_a_sentence),
        cmocka_unit_test_setup_teardown(what_is_no_program_any_more_is_reported, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(
            without_build_id_a_file_that_is_newer_than_the_recording_is_refused, folder_enter,
            folder_leave),
        cmocka_unit_test(one_file_has_one_number_and_its_name_is_the_end_of_its_path),
        cmocka_unit_test(code_outside_of_all_files_is_dynamic),
        cmocka_unit_test(of_the_names_of_a_function_a_global_one_comes_before_weak_ones),
        cmocka_unit_test(of_the_names_of_a_function_that_of_others_comes_first),
        cmocka_unit_test(a_function_for_one_processor_has_the_name_that_others_call),
        cmocka_unit_test(calls_into_other_modules_go_through_named_stubs),
        cmocka_unit_test(a_stub_stands_for_the_function_that_it_jumps_to),
#ifdef __x86_64__
        cmocka_unit_test(stubs_of_cxx_have_both_names),
#endif
        cmocka_unit_test(the_code_that_the_kernel_maps_is_named_if_it_is_the_same),
        cmocka_unit_test_setup_teardown(servers_are_queried_only_if_that_is_enabled, folder_enter,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
