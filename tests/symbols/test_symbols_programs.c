/* SPDX-License-Identifier: Apache-2.0 */
#include "position_marks.h"
#include "symbols_fixture.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static const char *const compilers[] = {"gcc", "clang"};

static void check(struct gau_symbolizer *symbols, const struct scene *scene, unsigned number,
                  const char *expected)
{
    const struct scene_mark *mark = scene_mark(scene, number);
    char text[1024];

    scene_text(text, sizeof text, symbols,
               gau_symbolizer_resolve(symbols, scene_add(symbols, scene->path), mark->address));
    if (strcmp(text, expected))
        fail_msg("%s, mark %u: '%s' instead of '%s'", scene->path, number, text, expected);
}

/* Functions that were inlined come before the one they are in; calls are a line above marks. */
static void check_known(const struct scene *scene, const struct gau_symbolizer_settings *settings)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(settings);

    check(symbols, scene, MARK_INNER,
          "inner known_functions.c:19 < middle known_functions.c:25 < outer known_functions.c:32");
    check(symbols, scene, MARK_MIDDLE, "middle known_functions.c:26 < outer known_functions.c:32");
    check(symbols, scene, MARK_OUTER, "outer known_functions.c:33");
    check(symbols, scene, MARK_LOCAL, "local known_functions.c:39");
    assert_null(gau_symbolizer_warning(symbols, 0));
    gau_symbolizer_free(symbols);
}

static void check_all(const char *kind, const struct gau_symbolizer_settings *settings)
{
    unsigned found = 0;

    for (size_t i = 0; i < COUNT_OF(compilers); i++) {
        char name[64];
        struct scene scene;

        snprintf(name, sizeof name, "%s-%s", compilers[i], kind);
        scene = scene_run(name, NULL);
        if (!scene.count)
            continue;
        check_known(&scene, settings);
        found++;
    }
    assert_true(found > 0);
}

static void programs_are_named_at_any_optimization(void **state)
{
    (void)state;
    check_all("O0", NULL);
    check_all("O2", NULL);
    check_all("frames", NULL);
}

static void programs_are_named_with_any_version_of_dwarf(void **state)
{
    (void)state;
    check_all("dwarf4", NULL);
    check_all("dwarf5", NULL);
}

static void programs_at_fixed_addresses_and_static_ones_are_named(void **state)
{
    (void)state;
    check_all("fixed", NULL);
    check_all("static", NULL);
}

static void compressed_debug_information_is_read(void **state)
{
    (void)state;
    check_all("compressed", NULL);
}

static void split_debug_information_is_read(void **state)
{
    (void)state;
    check_all("split4", NULL);
    check_all("split5", NULL);
}

static void separate_debug_information_is_found_beside_the_file(void **state)
{
    (void)state;
    check_all("linked", NULL);
    check_all("folder", NULL);
}

static void separate_debug_information_is_found_by_build_id(void **state)
{
    const struct gau_symbolizer_settings settings = {.debug_path = PROGRAMS "/debug"};

    (void)state;
    check_all("id", &settings);
}

static void debug_information_that_files_share_is_read(void **state)
{
    const struct scene scene = scene_run("gcc-alt", NULL);

    (void)state;
    check_known(&scene, NULL);
}

static void small_symbol_tables_of_distributions_are_read(void **state)
{
    const struct scene scene = scene_run("gcc-O2", "gcc-mini.so");
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    const uint32_t module = scene_add(symbols, scene.path);
    const struct gau_source_frames frames =
        gau_symbolizer_resolve(symbols, module, scene_mark(&scene, MARK_LOCAL)->address);

    (void)state;
    assert_string_equal(gau_symbolizer_function(symbols, frames.items[0].function)->name, "local");
    gau_symbolizer_free(symbols);
}

static void a_plugin_is_named_after_it_was_unloaded(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(compilers); i++) {
        char program[64], plugin[64];
        struct scene scene;

        snprintf(program, sizeof program, "%s-O2", compilers[i]);
        snprintf(plugin, sizeof plugin, "%s-plugin.so", compilers[i]);
        scene = scene_run(program, plugin);
        if (scene.count)
            check_known(&scene, NULL);
    }
}

static void a_stripped_library_has_names_for_what_it_exports_and_numbers_for_the_rest(void **state)
{
    const struct scene scene = scene_run("gcc-O2", "gcc-stripped.so");
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    const uint32_t module = scene_add(symbols, scene.path);
    const uint64_t address = scene_mark(&scene, MARK_LOCAL)->address;
    const struct gau_function *function;
    struct gau_source_frames near;
    char text[64];

    (void)state;
    check(symbols, &scene, MARK_OUTER, "outer :0");
    check(symbols, &scene, MARK_INNER, "outer :0");
    function =
        gau_symbolizer_function(symbols,
                                gau_symbolizer_resolve(symbols, module, address).items[0].function);
    assert_int_equal(function->kind, GAU_FUNCTION_ADDRESS);
    assert_int_equal(function->start, address); /* where it begins is known by unwind tables */
    snprintf(text, sizeof text, "func@0x%llx", (unsigned long long)address);
    assert_string_equal(function->name, text);
    near = gau_symbolizer_resolve(symbols, module, address + 1);
    assert_ptr_equal(gau_symbolizer_function(symbols, near.items[0].function), function);
    gau_symbolizer_free(symbols);
}

static void cxx_names_are_qualified(void **state)
{
    static const char *const programs[] = {"g++-O2", "clang++-O2"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        const struct scene scene = scene_run(programs[i], NULL);
        struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
        const char *lambda =
            i ? "space::lambda(int)::$_0::operator() known_functions.cc:39"
              : "space::lambda(int)::{lambda(int)#1}::operator() known_functions.cc:39";

        const char *inlined = i ? "space::inlined(int)::$_1::operator() known_functions.cc:49 < "
                                  "space::inlined known_functions.cc:52"
                                : "space::inlined::{lambda}::operator() known_functions.cc:49 < "
                                  "space::inlined known_functions.cc:52";

        if (scene.count) {
            check(symbols, &scene, MARK_INLINED, inlined);
            check(symbols, &scene, MARK_ALWAYS,
                  "space::(anonymous namespace)::always known_functions.cc:29 < space::inlined "
                  "known_functions.cc:52");
            check(symbols, &scene, MARK_TEMPLATE,
                  "space::Box<long>::measure known_functions.cc:13");
            check(symbols, &scene, MARK_ANONYMOUS,
                  "space::(anonymous namespace)::hidden known_functions.cc:23");
            check(symbols, &scene, MARK_LAMBDA, lambda);
            check(symbols, &scene, MARK_HEADER,
                  "space::Part::twice known_functions.hh:11 < space::lambda known_functions.cc:42");
        }
        gau_symbolizer_free(symbols);
    }
}

static void an_inlined_function_and_its_copy_are_one(void **state)
{
    const struct scene scene = scene_run("gcc-O0", NULL); /* keeps what it has inlined */
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    const uint32_t module = scene_add(symbols, scene.path);
    const struct gau_source_frames inner =
        gau_symbolizer_resolve(symbols, module, scene_mark(&scene, MARK_INNER)->address);
    const struct gau_source_frames outer =
        gau_symbolizer_resolve(symbols, module, scene_mark(&scene, MARK_OUTER)->address);
    const struct gau_function *function = gau_symbolizer_function(symbols, inner.items[0].function);

    (void)state;
    assert_true(inner.items[0].inlined && inner.items[1].inlined && !inner.items[2].inlined);
    assert_int_equal(inner.items[2].function, outer.items[0].function);
    assert_int_equal(function->line, 17);
    assert_string_equal(function->linkage, "inner");
    assert_int_equal(function->start, 0); /* there is no copy that could be called */
    function = gau_symbolizer_function(symbols, outer.items[0].function);
    assert_true(function->start && function->size);
    gau_symbolizer_free(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_are_named_at_any_optimization),
        cmocka_unit_test(programs_are_named_with_any_version_of_dwarf),
        cmocka_unit_test(programs_at_fixed_addresses_and_static_ones_are_named),
        cmocka_unit_test(compressed_debug_information_is_read),
        cmocka_unit_test(split_debug_information_is_read),
        cmocka_unit_test(separate_debug_information_is_found_beside_the_file),
        cmocka_unit_test(separate_debug_information_is_found_by_build_id),
        cmocka_unit_test(debug_information_that_files_share_is_read),
        cmocka_unit_test(small_symbol_tables_of_distributions_are_read),
        cmocka_unit_test(a_plugin_is_named_after_it_was_unloaded),
        cmocka_unit_test(a_stripped_library_has_names_for_what_it_exports_and_numbers_for_the_rest),
        cmocka_unit_test(cxx_names_are_qualified),
        cmocka_unit_test(an_inlined_function_and_its_copy_are_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
