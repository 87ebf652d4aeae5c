/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <unistd.h>

/* Differences of two sides besides times: equal and different metadata. */

static void write_result(const char *folder, const char *more)
{
    static const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, 3, 1, 0},
        {1, 0, "Event", "A", "A", 10, 2, 2, 0},
    };

    scene_write_timer(folder, "timer", &(struct scene_timer){rows, 2, rows, 0});
    scene_write_run(folder, more);
}

static void the_same_window_is_no_difference(void **state)
{
    (void)state;
    write_result("a", "'event_window':[1,301],'host':'pc, the big one',");
    write_result("b", "'event_window':[1,301],'host':'pc, the big one',");
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("\nnothing\n");
    assert_has(
        "machine, versions, clock, workers, event window, command and options are the same\n");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has_not("window");
    assert_has_not("machine");
    write_result("b", "'event_window':[1,0],'host':'pc, the big one',");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has("event window,\"[1, 301)\",all\n");
    assert_has_not("machine");
}

/* Of jobs it has the folder of the result. */
static void programs_differ_by_their_command(void **state)
{
    (void)state;
    write_result("a", "'command':'./solver 30',");
    write_result("b", "'command':'./solver 45',");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has("command,./solver 30,./solver 45\n");
    write_result("a", "'job':'hlt.xml','command':'gaudit run -o a',");
    write_result("b", "'job':'hlt.xml','command':'gaudit run -o b',");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has_not("command");
}

static void a_value_is_not_another_that_begins_alike(void **state)
{
    (void)state;
    write_result("a/1", "'host':'node10','events':1000,");
    write_result("a/2", "'host':'node1','events':100,");
    write_result("b/1", "'host':'node10','events':1000,");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has("machine,\"node10, node1\",node10\n");
    assert_has("events,\"1000, 100\",1000\n");
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("warning: not the same machine");
}

static void runs_of_one_side_that_differ_are_reported(void **state)
{
    (void)state;
    write_result("a/1", "'workers':1,");
    write_result("a/2", "'workers':2,");
    write_result("b/1", "'workers':2,");
    write_result("b/2", "'workers':1,");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has("workers,\"1, 2\",\"2, 1\"\n");
}

static void what_is_not_known_is_no_difference(void **state)
{
    (void)state;
    write_result("a", "'versions':{'kernel':'6.1','gaudit':'0.1'},");
    write_result("b", "'versions':{'kernel':null,'gaudit':'0.1'},");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has_not("kernel");
    assert_has_not("gaudit,0.1");
}

static void a_result_is_not_compared_with_itself_unnoticed(void **state)
{
    (void)state;
    write_result("a/1", "'workers':1,");
    write_result("a/2", "'workers':1,");
    write_result("b/1", "'workers':1,");
    assert_int_equal(symlink("../a/2", "b/2"), 0);
    compare("a", "a/../a", GAU_TABLE_TEXT, NULL);
    assert_has(
        "warning: baselines and candidates are the same results: there is nothing to compare");
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("warning: 'b/2' is a baseline and a candidate");
    compare("a/1", "b/1", GAU_TABLE_TEXT, NULL);
    assert_has_not("warning");
}

static void a_result_is_one_run_however_often_it_is_named(void **state)
{
    static const char *const twice[] = {"a/1", "a", "a/1"}, *const other[] = {"b"};
    const struct gau_comparison_request request = {.sides = {{twice, 3}, {other, 1}},
                                                   .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT, .verbose = 1};
    gau_error error = {0};

    (void)state;
    write_result("a/1", "'workers':1,");
    write_result("a/2", "'workers':1,");
    write_result("b/1", "'workers':1,");
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    assert_has("baseline: 'a/1', 2 runs");
    assert_has("2 results were given more than once, and count once");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(the_same_window_is_no_difference),
        TEST(programs_differ_by_their_command),
        TEST(a_value_is_not_another_that_begins_alike),
        TEST(runs_of_one_side_that_differ_are_reported),
        TEST(what_is_not_known_is_no_difference),
        TEST(a_result_is_not_compared_with_itself_unnoticed),
        TEST(a_result_is_one_run_however_often_it_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
