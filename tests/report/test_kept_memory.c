/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "report/hotspots/kept_names.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Names that are kept, and read, while memory is short. */

static void record(void)
{
    enum { FIRST = 0x1000, LAST = 0x1140, STEP = 8 };
    uint32_t stack = 0;

    assert_int_equal(system("cp '" KEPT_CALLER "' caller.so && cp '" KEPT_CALLEE "' callee.so"), 0);
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, "./caller.so");
    scene_module(2, "./callee.so");
    scene_stack(++stack, 0, 2, FIRST);
    for (uint64_t address = FIRST; address < LAST; address += STEP)
        scene_stack(++stack, 0, 1, address);
    scene_sample(1, 1, 0, 1000, 1000);
    scene_end();
}

/* What is written has all names, or nothing is. Returns whether there was no room. */
static bool save_without_room(void)
{
    gau_error error = {0};

    unlink("symbols.json");
    gau_kept_names_save(".", &error);
    if (error.status == GAU_OK)
        return false;
    assert_int_equal(error.status, GAU_ERR_MEMORY);
    assert_non_null(strstr(error.message, "out of memory"));
    assert_int_equal(access("symbols.json", F_OK), -1);
    return true;
}

static void names_without_room_are_not_kept(void **state)
{
    unsigned failures = 0;
    const char *failed;
    uint64_t n = 0;

    (void)state;
    record();
    do {
        allocations_fail_at(++n);
        failures += save_without_room();
        failed = allocations_failed_call();
        allocations_fail_at(0);
    } while (failed);
    assert_true(failures > 20);
}

static size_t left; /* allocations of JSON values that succeed; 0: all */

static void *scarce(size_t size)
{
    return left > 0 && --left == 0 ? NULL : malloc(size);
}

static void values_without_room_are_not_kept(void **state)
{
    size_t failures = 0;

    (void)state;
    record();
    json_set_alloc_funcs(scarce, free);
    do
        left = ++failures;
    while (save_without_room());
    json_set_alloc_funcs(malloc, free);
    assert_true(left > 0 && failures > 100);
}

/* Reports go on without names. */
static void names_without_room_are_not_read(void **state)
{
    unsigned warned = 0;
    const char *failed;
    uint64_t n = 0;

    (void)state;
    record();
    assert_false(save_without_room());
    assert_int_equal(unlink("caller.so") | unlink("callee.so"), 0);
    do {
        struct gau_symbolized_samples result;
        gau_error error = {0};

        assert_true(gau_symbolized_samples_open(&result, ".", false, &error));
        allocations_fail_at(++n);
        for (uint32_t i = 1; i < result.profile->stack_count; i++)
            assert_true(gau_hotspots_frames(&result, i).count > 0);
        failed = allocations_failed_call();
        allocations_fail_at(0);
        warned += gau_symbolizer_warning(result.symbols, 0) != NULL;
        gau_symbolized_samples_clear(&result);
    } while (failed);
    assert_true(n > 20 && warned > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_without_room_are_not_kept, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(values_without_room_are_not_kept, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(names_without_room_are_not_read, folder_enter,
                                        folder_leave),
    };

    scene_build_size = 4;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
