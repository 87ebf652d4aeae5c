/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/views/presets.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

enum { MS = 1000000 };

static struct gau_hotspots_matches found;
static struct gau_hotspots_group items[GAU_HOTSPOTS_SUBJECTS_MAX];
static uint64_t all_ns;

/* The message; "" if there are functions of that name. */
static const char *find(const char *name)
{
    static gau_error error;
    const struct gau_hotspots_query query = {.filter = {.to_ns = UINT64_MAX}};
    struct gau_symbolized_samples result;

    error = (gau_error){0};
    assert_true(gau_symbolized_samples_open(&result, ".", false, &error));
    gau_hotspots_matches_find(&found, &result, name, &query, &error);
    all_ns = found.all.group_count ? found.all.groups[0].total.weight_ns : 0;
    for (uint32_t i = 0; i < found.count; i++)
        items[i] = *found.items[i];
    gau_hotspots_grouping_clear(&found.all);
    gau_symbolized_samples_clear(&result);
    return error.message;
}

static void write_scene(void)
{
    scene_open("samples.gtr", 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    for (uint32_t i = 1; i <= 30; i++) {
        scene_stack(i, i > 1, 1, 0x100 + i);
        scene_sample(1, i, 0, i * 10 * MS, i * MS);
    }
    scene_end();
}

static void a_name_finds_its_function(void **state)
{
    (void)state;
    write_scene();
    assert_string_equal(find("func@0x102"), "");
    assert_int_equal(found.count, 1);
    assert_int_equal(items[0].total.weight_ns, 2 * MS);
    assert_int_equal(items[0].own.weight_ns, 2 * MS);
    assert_int_equal(all_ns, 465 * MS);
    assert_string_equal(find("func@0x101"), "");
    assert_int_equal(items[0].total.weight_ns, 465 * MS);
    assert_int_equal(items[0].own.weight_ns, 1 * MS);
}

static void a_pattern_finds_the_functions_with_the_longest_times(void **state)
{
    (void)state;
    write_scene();
    assert_string_equal(find("func@*"), "");
    assert_int_equal(found.matches, 30);
    assert_int_equal(found.count, GAU_HOTSPOTS_SUBJECTS_MAX);
    assert_int_equal(items[1].total.weight_ns, 30 * MS);
    assert_string_equal(find("func@0x11?"), "");
    assert_int_equal(found.matches, 15);
}

static void a_name_that_is_not_there_is_refused_with_a_near_one(void **state)
{
    (void)state;
    write_scene();
    assert_string_equal(find("fnuc@0x102"),
                        "no call stack of '.' has a function 'fnuc@0x102'; did you mean "
                        "'func@0x102'?");
    assert_string_equal(find("z"), "no call stack of '.' has a function 'z'");
    assert_string_equal(find("[z"), "no call stack of '.' has a function '[z'");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(a_name_finds_its_function),
        TEST(a_pattern_finds_the_functions_with_the_longest_times),
        TEST(a_name_that_is_not_there_is_refused_with_a_near_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
