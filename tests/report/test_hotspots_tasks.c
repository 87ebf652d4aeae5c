/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"
#include "lanes_fixture.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/* The table of tasks: times of lanes, and filters where there are no samples. */

/* A task of 3 ms, of which 1 ms was not paused, in @p lane. */
static void write_paused(bool has_lane)
{
    lanes_begin_content("samples.gtr", GAU_TRACE_SAMPLES);
    lanes_thread(1, 77, "main");
    lanes_task(1, "Fit");
    if (has_lane)
        lanes_lane(1, GAU_TRACE_LANE_TASKS, 1, "");
    list_begin(1, 0, 0, 0);
    list_call(0.001, 1);
    list_return(0.004, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    lanes_task_total(1, 1, 1, 1000000);
    lanes_totals(0.005, 1, 0);
    lanes_end();
}

static char *tasks(const char *time_filter, enum gau_table_format format)
{
    const struct gau_view_options options = {.time_filter = time_filter, .format = format};
    gau_error error = {0};

    if (report_view(&gau_view_tasks, ".", &options, "view", &error) != GAU_OK)
        fail_msg("%s", error.message);
    return folder_read("view");
}

static void a_time_is_at_most_the_wall_time(void **state)
{
    char *text;

    (void)state;
    write_paused(true);
    text = tasks(NULL, GAU_TABLE_CSV);
    if (!strstr(text, ",task,1,0.001,0.001,0.001,0.001,0.001,0.001,"))
        fail_msg("%s", text);
    free(text);
}

static void times_of_a_lane_do_not_need_its_definition(void **state)
{
    char *with, *without;

    (void)state;
    write_paused(true);
    with = tasks(NULL, GAU_TABLE_CSV);
    write_paused(false);
    without = tasks(NULL, GAU_TABLE_CSV);
    assert_string_equal(with, without);
    free(with);
    free(without);
    without = tasks(NULL, GAU_TABLE_TEXT);
    assert_non_null(
        strstr(without, "is damaged: the definition of lane 1 lost; the rest is shown"));
    free(without);
}

static void a_filter_of_no_samples_is_noted(void **state)
{
    char *text;

    (void)state;
    write_paused(true);
    text = tasks("9:10", GAU_TABLE_TEXT);
    assert_non_null(strstr(text, "there are no rows: filters choose among samples; without them "));
    free(text);
    text = tasks(NULL, GAU_TABLE_TEXT);
    assert_null(strstr(text, "there are no rows"));
    free(text);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_time_is_at_most_the_wall_time),
        IN_FOLDER(times_of_a_lane_do_not_need_its_definition),
        IN_FOLDER(a_filter_of_no_samples_is_noted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
