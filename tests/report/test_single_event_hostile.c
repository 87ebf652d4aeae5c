/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "tests/unit/allocations.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/timeline/single_event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Events of lanes that mean harm, or whose definitions were lost. */

static char *view_of(const struct gau_view_options *options)
{
    gau_error error = {0};
    char *text;

    if (report_view(&gau_view_event, "timeline.gtr", options, "out.txt", &error) != GAU_OK)
        fail_msg("%s", error.message);
    text = folder_read("out.txt");
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    return text;
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

static void begin_lane(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

static void end_file(void)
{
    list_end();
    lanes_totals(1, 1, 0);
    lanes_end();
}

static void names_and_definitions_may_be_anything(void **state)
{
    static const struct gau_view_options all = {.width = 80};
    char *text;

    (void)state;
    begin_lane();
    lanes_branch(9, 8, GAU_TRACE_BRANCH_SECTION, "in\033[31mner\n| `x`");
    lanes_lane(2, GAU_TRACE_LANE_EXTERNAL, UINT32_MAX, "");
    list_begin(2, 0, 0, 0);
    list_interval(UINT32_MAX - 1, 0, 0.5);
    list_end();
    list_begin(1, 0, 0, 0);
    list_event(0.1, 1);
    list_call(0.1, UINT32_MAX - 1);
    list_call(0.1, 9);
    list_return_with(0.2, INT32_MIN, UINT32_MAX);
    list_return_at(ticks_of(0.2));
    list_return_at(ticks_of(0.3));
    end_file();
    text = view_of(&all);
    assert_null(strchr(text, '\033'));
    has(text, "branch 4294967294");
    has(text, "\nbranch 4294967295 ");
    has(text, "error -2147483648");
    free(text);
}

static void times_and_numbers_may_be_of_any_size(void **state)
{
    static const struct gau_view_options all = {0}, csv = {.format = GAU_TABLE_CSV};
    char *text;

    (void)state;
    begin_lane();
    lanes_clock(UINT64_MAX, 1e300);
    list_begin_at(1, 0, 0, UINT64_MAX - 1);
    list_event(0.1, 1);
    list_call_at(UINT64_MAX / 8, 4);
    list_return_at(UINT64_MAX / 4);
    list_return_at(UINT64_MAX / 4);
    end_file();
    free(view_of(&all));
    text = view_of(&csv);
    has(text, "\n18446744073709551615,0,Event 18446744073709551615,");
    free(text);
    lanes_clock(LANES_ORIGIN, 1);
    begin_lane();
    list_begin(1, 0, 0.1, 0);
    list_event(0.1, 1);
    list_call(0.1, 4);
    list_return_at(ticks_of(0.1));
    list_return_at(ticks_of(0.1));
    end_file();
    free(view_of(&all));
}

/* Each call has 6 below it, of another branch each: there are more than rows. */
static void add_calls(int depth)
{
    for (uint32_t i = 0; i < 6 && depth > 0; i++) {
        list_call(0.1, 10 + i);
        add_calls(depth - 1);
        list_return_at(ticks_of(0.1));
    }
}

static void an_event_may_have_more_calls_than_rows(void **state)
{
    static const struct gau_view_options all = {.format = GAU_TABLE_MARKDOWN};
    char *text;
    size_t lines = 0;

    (void)state;
    begin_lane();
    list_begin(1, 0, 0.1, 0);
    list_event(0.1, 1);
    add_calls(5);
    list_call(0.1, 20);
    list_call(0.1, 21);
    list_call(0.3, 22);
    list_return_at(ticks_of(0.4));
    list_return_at(ticks_of(0.5));
    list_return_at(ticks_of(0.5));
    list_not_called(0.5, 7);
    list_return_at(ticks_of(0.6));
    end_file();
    text = view_of(&all);
    for (const char *at = text; (at = strstr(at, "| branch ")); at++)
        lines++;
    assert_true(lines < GAU_EVENT_TREE_ROWS);
    free(text);
}

/* 9330 calls of 6 branches, and as many again: the rows are 10000. The event begins in a section.
 */
static void calls_without_a_row_are_counted(void **state)
{
    static const struct gau_view_options all = {.format = GAU_TABLE_MARKDOWN};
    char *text;

    (void)state;
    begin_lane();
    list_begin(1, 0, 0.1, 0);
    list_call(0.1, 33);
    list_event(0.1, 1);
    add_calls(5);
    list_call(0.1, 30);
    add_calls(4);
    list_return_at(ticks_of(0.15));
    list_call(0.15, 31);
    list_call(0.16, 32);
    list_return_at(ticks_of(0.18));
    list_return_at(ticks_of(0.19));
    list_return_at(ticks_of(0.2));
    list_return_at(ticks_of(0.2));
    end_file();
    text = view_of(&all);
    has(text, "\n888 further calls have no row: there are at most 10000\n");
    has(text, "\n| Event 1 | 0 | 100 | 10 | 100.0 |");
    free(text);
}

/* The event begins again within itself, and again where it ended. */
static void events_may_have_one_number(void **state)
{
    static const struct gau_view_options first = {.timeline.event = 5};
    char *text;

    (void)state;
    begin_lane();
    list_begin(1, 0, 0.1, 4);
    list_event(0.1, 1);
    list_event(0.1, 0);
    list_return_at(ticks_of(0.1));
    list_return_at(ticks_of(0.1));
    list_event(0.1, 0);
    list_return_at(ticks_of(0.1));
    list_event(0.1, 0);
    list_return_at(ticks_of(0.4));
    end_file();
    text = view_of(&first);
    has(text, "Event 5 (worker 0) took 0 s\n");
    has(text, "\n  Event ");
    free(text);
}

static void other_lanes_have_a_line_each_up_to_a_limit(void **state)
{
    static const struct gau_view_options all = {0};
    char *text;

    (void)state;
    begin_lane();
    list_begin(1, 0, 0.1, 4);
    list_event(0.1, 1);
    list_return_at(ticks_of(0.9));
    list_end();
    for (uint32_t lane = 2; lane < 1100; lane++) {
        lanes_lane(lane, GAU_TRACE_LANE_THREAD, lane, "");
        list_begin(lane, 0, 0.2, 0);
        for (uint32_t i = 0; i < 6; i++) {
            list_call(0.2 + 0.01 * i, i + 2);
            list_return_at(ticks_of(0.205 + 0.01 * i));
        }
        list_end();
    }
    lanes_totals(1, 1, 0);
    lanes_end();
    text = view_of(&all);
    has(text, "\nthread 17 meanwhile: branch 2, branch 3, branch 4, branch 5, and 2 more\n"
              "meanwhile 1007 more lanes had entries\n");
    assert_null(strstr(text, "thread 18 "));
    free(text);
}

static void each_allocation_may_fail(void **state)
{
    static const struct gau_view_options options = {0};
    bool failed = true;
    uint64_t n = 0;

    (void)state;
    begin_lane();
    lanes_lane(2, GAU_TRACE_LANE_EXTERNAL, 3, "gpu");
    list_begin(2, 0, 0.1, 0);
    list_interval(4, 0, 0.5);
    list_end();
    list_begin(1, 0, 0.1, 0);
    list_event(0.1, 1);
    add_calls(3);
    for (int i = 0; i < 20; i++) {
        list_call(0.1, 3);
        list_call(0.1, 4);
        list_return_at(ticks_of(0.1));
        list_return_at(ticks_of(0.1));
    }
    list_return_at(ticks_of(0.2));
    end_file();
    while (failed) {
        gau_error error = {0};

        allocations_fail_at(++n);
        report_view(&gau_view_event, "timeline.gtr", &options, "out.txt", &error);
        failed = allocations_failed_call() != NULL;
        allocations_fail_at(0);
        if (failed ? error.status == GAU_OK || !strstr(error.message, "emory")
                   : error.status != GAU_OK)
            fail_msg("allocation %d: status %d, '%s'", (int)n, error.status, error.message);
    }
    assert_true(n > 20);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_definitions_may_be_anything),
        cmocka_unit_test(times_and_numbers_may_be_of_any_size),
        cmocka_unit_test(an_event_may_have_more_calls_than_rows),
        cmocka_unit_test(calls_without_a_row_are_counted),
        cmocka_unit_test(events_may_have_one_number),
        cmocka_unit_test(other_lanes_have_a_line_each_up_to_a_limit),
        cmocka_unit_test(each_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
