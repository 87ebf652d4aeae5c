/* SPDX-License-Identifier: Apache-2.0 */
#include "scripted_events.h"

#include <stdlib.h>

/* Which files EventAuditor writes. */

static void the_property_names_it(void **state)
{
    (void)state;
    three_events();
    setenv("K4BENCH_EVENT_JSON", "variable.json", 1);
    run_with(NULL, "File=property.json");
    has_text("property.json", of_three);
    assert_false(is_there("variable.json") || is_there("property.json.gtr"));
}

static void else_the_variable_does(void **state)
{
    (void)state;
    three_events();
    setenv("K4BENCH_EVENT_JSON", "variable.json", 1);
    run_with("r", "");
    has_text("variable.json", of_three);
    assert_false(is_there("r/k4bench_events.json"));
}

static void an_instance_with_a_name_has_a_file_of_its_own(void **state)
{
    (void)state;
    three_events();
    run_as("Mine", "r", "Label=x");
    has_text("r/x-Mine_events.json", of_three);
    assert_true(is_there("r/events-Mine.gtr"));
}

static void an_empty_variable_means_no_file_and_a_warning(void **state)
{
    (void)state;
    three_events();
    setenv("K4BENCH_EVENT_JSON", "", 1);
    assert_string_equal(run_with("r", ""),
                        "gaudit: warning: Scripted: K4BENCH_EVENT_JSON is empty: "
                        "no file for k4Bench is written\n");
    assert_false(is_there("r/k4bench_events.json"));
    assert_true(is_there("r/events.gtr"));
}

static void in_the_working_directory_it_is_only_if_wanted(void **state)
{
    (void)state;
    three_events();
    run_with(NULL, "");
    assert_false(is_there("k4bench_events.json"));
    run_with(NULL, "K4Bench=true");
    has_text("k4bench_events.json", of_three);
}

static void what_cannot_be_written_is_a_warning(void **state)
{
    (void)state;
    three_events();
    assert_string_equal(run_with("r", "File=no/such/folder.json"),
                        "gaudit: warning: Scripted: 'no/such/folder.json' is not written: No such "
                        "file or directory\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, event_script_begin, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(the_property_names_it),
        TEST(else_the_variable_does),
        TEST(an_instance_with_a_name_has_a_file_of_its_own),
        TEST(an_empty_variable_means_no_file_and_a_warning),
        TEST(in_the_working_directory_it_is_only_if_wanted),
        TEST(what_cannot_be_written_is_a_warning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
