/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/timings/run_metadata.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <stdlib.h>
#include <string.h>

static const struct gau_timer_grouping ungrouped = {0};

/* The runs in "a" and in "b". */
static struct gau_timer_result_set set_of(const char *folder)
{
    gau_error error = {0};
    struct gau_timer_result_set set;

    if (gau_timer_result_set_read(&set, &folder, 1, &ungrouped, &error) != GAU_OK)
        fail_msg("%s", error.message);
    return set;
}

static void assert_text(const struct gau_timer_result_set *set, const char *key, const char *wanted)
{
    json_t *const values = gau_run_metadata_read(set, key);
    char text[64];

    assert_non_null(values);
    gau_run_metadata_text(text, sizeof text, values, 3);
    assert_string_equal(text, wanted);
    json_decref(values);
}

static void values_are_listed_once_in_the_order_of_the_runs(void **state)
{
    struct gau_timer_result_set set;

    (void)state;
    scene_write_run("a/1", "'host':'node10','event_window':[1,301],'versions':{'kernel':'6.1'},");
    scene_write_run("a/2", "'host':'node1','event_window':[1,0],'workers':4,'versions':{},");
    scene_write_run("a/3", "'host':'node10','event_window':[5,0],'workers':4,");
    scene_write_run("a/4", "'host':'n3','workers':5,");
    scene_write_run("a/5", "'host':'n4','workers':null,");
    set = set_of("a");
    assert_text(&set, "host", "node10, node1, n3, ...");
    assert_text(&set, "event_window", "[1, 301), all, [5, end), ...");
    assert_text(&set, "workers", "unknown, 4, 5");
    assert_text(&set, "versions.kernel", "6.1, unknown");
    assert_text(&set, "host.kernel", "unknown");
    gau_timer_result_set_clear(&set);
}

/* Each run of a job has a folder of its own in its command. */
static void commands_are_those_of_programs(void **state)
{
    static const struct {
        const char *job, *command;
    } cases[] = {{"", "./solver 1"},
                 {"'job':null,", "./solver 1"},
                 {"'job':'j.xml',", "unknown"},
                 {"'job':'',", "unknown"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct gau_timer_result_set set;
        char more[64];

        snprintf(more, sizeof more, "%s'command':'./solver 1',", cases[i].job);
        scene_write_run("a", more);
        set = set_of("a");
        assert_text(&set, "command", cases[i].command);
        gau_timer_result_set_clear(&set);
    }
}

static void without_memory_there_are_no_values(void **state)
{
    struct gau_timer_result_set set;
    json_t *values;
    uint64_t n = 0;

    (void)state;
    scene_write_run("a/1", "'host':'x',");
    scene_write_run("a/2", "'host':'y',");
    set = set_of("a");
    json_set_alloc_funcs(malloc, free); /* which is the one that fails */
    do {
        allocations_fail_at(++n);
        values = gau_run_metadata_read(&set, "host");
        allocations_fail_at(0);
    } while (!values);
    assert_int_equal(json_array_size(values), 2);
    json_decref(values);
    assert_true(n > 2);
    gau_timer_result_set_clear(&set);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(values_are_listed_once_in_the_order_of_the_runs),
        TEST(commands_are_those_of_programs),
        TEST(without_memory_there_are_no_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
