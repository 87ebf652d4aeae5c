/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/modules/loader_scan.h"
#include "collector/modules/reader_guard.h"
#include "collector/unwind/unwind.h"

#include "trace/trace_format.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

static const char *const first = CHAIN_PLUGINS "chain_plugin_1.so";
static const char *const second = CHAIN_PLUGINS "chain_plugin_2.so";

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t here(void)
{
    return (uint64_t)here;
}

static void the_program_is_there(void **state)
{
    const struct gau_loaded_module *module;
    char path[4096] = "";

    (void)state;
    gau_loaded_modules_scan();
    module = gau_loaded_modules_at(here(), now());
    assert_non_null(module);
    assert_int_equal(module->flags, GAU_TRACE_MODULE_MAIN);
    assert_true(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
    assert_string_equal(module->path, path);
    assert_non_null(module->eh_frame_hdr);
    assert_ptr_equal(gau_loaded_modules_get(module->id), module);
    assert_int_equal(module->unloaded_ns, 0);
}

static void libraries_have_paths_and_build_ids(void **state)
{
    /* A function that sanitizers do not replace. */
    const struct gau_loaded_module *const module = gau_loaded_modules_at((uint64_t)l64a, now());

    (void)state;
    assert_non_null(module);
    assert_int_equal(module->path[0], '/');
    assert_non_null(strstr(module->path, "libc"));
    assert_int_equal(module->build_id_size, 20);
    assert_true(module->bias <= module->start);
}

static void the_vdso_is_there_without_a_file(void **state)
{
    const uint64_t vdso = getauxval(AT_SYSINFO_EHDR);
    const struct gau_loaded_module *module;

    (void)state;
    if (vdso == 0)
        skip();
    module = gau_loaded_modules_at(vdso, now());
    assert_non_null(module);
    assert_string_equal(module->path, "[vdso]");
    assert_int_equal(module->flags, GAU_TRACE_MODULE_VDSO);
    assert_int_not_equal(module->build_id_size, 0);
}

static void nothing_has_changed_when_nothing_was_loaded(void **state)
{
    const uint32_t n = gau_loaded_modules_count();

    (void)state;
    assert_false(gau_loaded_modules_scan());
    assert_int_equal(gau_loaded_modules_count(), n);
    assert_null(gau_loaded_modules_get(0));
    assert_null(gau_loaded_modules_get(n + 1));
    assert_null(gau_loaded_modules_at(0, now()));
    assert_null(gau_loaded_modules_at(UINT64_MAX, now()));
}

/* Loads, scans, unloads, scans. */
static const struct gau_loaded_module *visit(const char *path, uint64_t *inside, uint64_t *time_ns)
{
    void *const plugin = dlopen(path, RTLD_NOW);

    assert_non_null(plugin);
    *inside = (uint64_t)dlsym(plugin, "plugin_call");
    assert_true(gau_loaded_modules_scan());
    *time_ns = now();
    assert_int_equal(dlclose(plugin), 0);
    assert_true(gau_loaded_modules_scan());
    return gau_loaded_modules_get(gau_loaded_modules_count());
}

static void what_was_at_an_address_depends_on_the_time(void **state)
{
    uint64_t in_first, in_second, at_first, at_second;
    const uint32_t generation = gau_reader_guard_generation(),
                   removals = gau_loaded_modules_removals();
    const struct gau_loaded_module *a, *b;

    (void)state;
    a = visit(first, &in_first, &at_first);
    b = visit(second, &in_second, &at_second);
    assert_string_equal(a->path, first);
    assert_string_equal(b->path, second);
    assert_int_equal(in_first, in_second); /* the loader reuses the address */
    assert_int_not_equal(a->id, b->id);
    assert_ptr_equal(gau_loaded_modules_at(in_first, at_first), a);
    assert_ptr_equal(gau_loaded_modules_at(in_first, at_second), b);
    assert_ptr_equal(gau_loaded_modules_at(in_first, a->seen_ns - 1),
                     a); /* loaded before it was seen */
    assert_null(gau_loaded_modules_at(in_first, now()));
    assert_true(a->unloaded_ns > a->seen_ns);
    assert_int_not_equal(gau_reader_guard_generation(), generation);
    assert_int_equal(gau_loaded_modules_removals(), removals + 2);
}

static void one_that_is_loaded_again_is_another(void **state)
{
    uint64_t inside, time_ns;
    const struct gau_loaded_module *const a = visit(first, &inside, &time_ns);
    const struct gau_loaded_module *const b = visit(first, &inside, &time_ns);

    (void)state;
    assert_int_equal(b->id, a->id + 1);
    assert_ptr_equal(gau_loaded_modules_at(inside, time_ns), b);
}

static void relative_paths_become_absolute(void **state)
{
    char folder[4096];
    const struct gau_loaded_module *module;
    void *plugin;

    (void)state;
    assert_non_null(getcwd(folder, sizeof folder));
    assert_int_equal(chdir(CHAIN_PLUGINS), 0);
    plugin = dlopen("./chain_plugin_3.so", RTLD_NOW);
    assert_int_equal(chdir("/"), 0); /* its name means nothing from here */
    assert_true(gau_loaded_modules_scan());
    module = gau_loaded_modules_get(gau_loaded_modules_count());
    assert_string_equal(module->path, CHAIN_PLUGINS "chain_plugin_3.so");
    dlclose(plugin);
    gau_loaded_modules_scan();
    assert_int_equal(chdir(folder), 0);
}

static void a_published_table_knows_what_the_own_one_does(void **state)
{
    const uint64_t addresses[] = {here(), (uint64_t)l64a, (uint64_t)pow, 4711};

    (void)state;
    for (unsigned i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        struct gau_module_tables own = {0}, ours = {0};
        bool has_own, has_ours;

        gau_loaded_modules_only_published = false;
        has_own = gau_loaded_modules_tables(addresses[i], &own);
        gau_loaded_modules_only_published = true;
        gau_loaded_modules_scan();
        has_ours = gau_loaded_modules_tables(addresses[i], &ours);
        gau_loaded_modules_only_published = false;
        assert_int_equal(has_ours, i < 3);
        if (has_own)
            assert_ptr_equal(own.eh_frame_hdr, ours.eh_frame_hdr);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_program_is_there),
        cmocka_unit_test(libraries_have_paths_and_build_ids),
        cmocka_unit_test(the_vdso_is_there_without_a_file),
        cmocka_unit_test(nothing_has_changed_when_nothing_was_loaded),
        cmocka_unit_test(what_was_at_an_address_depends_on_the_time),
        cmocka_unit_test(one_that_is_loaded_again_is_another),
        cmocka_unit_test(relative_paths_become_absolute),
        cmocka_unit_test(a_published_table_knows_what_the_own_one_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
