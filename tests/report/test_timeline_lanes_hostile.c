/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"
#include "timeline_fixture.h"

#include "tests/unit/allocations.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lanes that mean harm, or whose definitions were lost. */

static const char *const result_path = "result";

/* The picture, without numbers that are none. */
static char *sane_picture(void)
{
    char *const svg = picture("timeline.gtr", NULL);

    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    return svg;
}

static void branches_without_a_definition_are_numbers(void **state)
{
    char *svg;

    (void)state;
    lanes_begin("timeline.gtr");
    lanes_branch(9, 8, GAU_TRACE_BRANCH_SECTION, "inner"); /* its parent is lost */
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    lanes_lane(2, GAU_TRACE_LANE_EXTERNAL, UINT32_MAX, "");
    list_begin(1, 0, 0, 0);
    list_call(0.1, 17);
    list_call(0.2, UINT32_MAX - 1);
    list_return_at(ticks_of(0.3));
    list_call(0.4, 9);
    list_return_at(ticks_of(0.8));
    list_return_at(ticks_of(0.9));
    list_end();
    list_begin(2, 0, 0, 0);
    list_interval(3, 0, 1);
    list_end();
    lanes_totals(1, 1, 0);
    lanes_end();
    svg = sane_picture();
    assert_true(shows(svg, "branch 17") && shows(svg, "inner") && shows(svg, "unknown"));
    assert_non_null(strstr(svg, "<title>branch 4294967294\n"));
    assert_non_null(strstr(svg, "<title>... inner\n"));
    assert_true(shows(svg, "branch 4294967295") && shows(svg, "branch 3"));
    free(svg);
}

static void times_may_be_of_any_size(void **state)
{
    char *svg;

    (void)state;
    lanes_begin("timeline.gtr");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    lanes_lane(2, GAU_TRACE_LANE_EXTERNAL, 0, "gpu");
    list_begin_at(1, UINT64_MAX, INT64_MAX - 1, UINT64_MAX);
    list_open_at(0, 0);
    list_return_at(INT64_MAX);
    list_end();
    list_begin_at(1, 0, 7, 0);
    list_call_at(7, 5);
    list_return_at(8);
    list_end();
    list_begin_at(2, 0, 0, 0);
    list_interval_at(0, 1, 0, INT64_MAX);
    list_interval_at(0, 1, 0, 0);
    list_interval_at(0, 1, INT64_MAX, INT64_MAX);
    list_end();
    lanes_end(); /* and there are no totals */
    svg = sane_picture();
    assert_int_equal(bars_of(svg), 5);
    assert_true(shows(svg, "Event 18446744073709551615"));
    assert_non_null(strstr(svg, ">the length of a tick is missing: 1 ns is assumed<"));
    free(svg);
}

/* The deepest that there may be, at the beginning of a list and in it. */
static void deep_lanes_have_rows_for_some(void **state)
{
    char *svg;

    (void)state;
    lanes_begin("timeline.gtr");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    list_begin(1, 0, 0, 0);
    for (uint32_t i = 0; i < GAU_TRACE_DEPTH_MAX; i++)
        list_call(1e-6 * i, i);
    list_end();
    list_begin(2, 9, 1, 0);
    for (uint32_t i = 0; i < GAU_TRACE_DEPTH_MAX; i++)
        list_open(i, 1e-6 * i);
    list_return_at(ticks_of(2));
    list_end();
    lanes_totals(3, 0, 0);
    lanes_end();
    svg = sane_picture();
    assert_int_equal(bars_of(svg), 300);
    assert_true(shows(svg, "7892 calls of further depths, workers or runs are not drawn"));
    free(svg);
}

static void many_lanes_are_drawn_in_part(void **state)
{
    enum { LANES = 10000 };
    char *svg;

    (void)state;
    lanes_begin("timeline.gtr");
    for (uint32_t i = 1; i <= LANES; i++)
        lanes_lane(i, GAU_TRACE_LANE_THREAD, i, "");
    for (uint32_t i = 1; i <= LANES; i++) {
        list_begin(i, 0, 0, 0);
        list_call(1e-3 * i, 4);
        list_return_at(ticks_of(1e-3 * i + 1));
        list_end();
    }
    lanes_totals(20, 1, 0);
    lanes_end();
    svg = sane_picture();
    assert_int_equal(bars_of(svg), 300);
    assert_true(shows(svg, "9700 calls of further depths, workers or runs are not drawn"));
    free(svg);
}

/* All at the same time: there are rows for some. */
static void many_intervals_are_drawn_in_part(void **state)
{
    char *svg;

    (void)state;
    lanes_begin("timeline.gtr");
    lanes_lane(1, GAU_TRACE_LANE_EXTERNAL, 0, "gpu");
    list_begin(1, 0, 0, 0);
    for (uint32_t i = 0; i < 1000; i++)
        list_interval(1, 0, 1.0 + i);
    list_end();
    lanes_totals(1000, 1, 0);
    lanes_end();
    svg = sane_picture();
    assert_int_equal(bars_of(svg), 64);
    assert_true(shows(svg, "936 calls of further depths, workers or runs are not drawn"));
    free(svg);
}

static void names_do_not_break_the_picture(void **state)
{
    char *svg;

    (void)state;
    lanes_begin("timeline.gtr");
    lanes_branch(2, UINT32_MAX, GAU_TRACE_BRANCH_SECTION, "</text><script>\x1b\xFF");
    lanes_branch(3, 2, GAU_TRACE_BRANCH_SECTION, "");
    lanes_lane(1, GAU_TRACE_LANE_THREAD, 0, "\" onload=\"x");
    list_begin(1, 0, 0, 0);
    list_call(0.1, 2);
    list_call(0.2, 3);
    list_return_at(ticks_of(0.3));
    list_return_at(ticks_of(0.4));
    list_end();
    lanes_totals(1, 1, 0);
    lanes_end();
    svg = sane_picture();
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "\x1b"));
    assert_true(shows(svg, "(no name)"));
    free(svg);
}

static void files_that_are_no_timelines_are_refused(void **state)
{
    static const char unwritten[] = "'timeline.gtr' has no entries; the process was killed before "
                                    "its first list of entries was written, or still runs";

    (void)state;
    folder_write("timeline.gtr", "nothing\n");
    no_picture("timeline.gtr", NULL, GAU_ERR_IO, "timeline.gtr: not a trace file");
    folder_write("timeline.gtr", "");
    no_picture("timeline.gtr", NULL, GAU_ERR_USAGE, unwritten);
    lanes_begin("timeline.gtr");
    lanes_end();
    no_picture("timeline.gtr", NULL, GAU_ERR_USAGE, unwritten);
    no_picture("none.gtr", NULL, GAU_ERR_USAGE, "none.gtr: No such file or directory");
}

static void each_allocation_may_fail(void **state)
{
    static const struct gau_view_options options = {.timeline.event = 1,
                                                    .timeline.children_of = "branch 4"};
    bool failed = true;
    uint64_t n = 0;

    (void)state;
    folder_write("result/other.txt", "");
    lanes_begin("result/timeline.gtr");
    lanes_roots();
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    list_begin(1, 0, 0, 0);
    list_event(0, 1);
    list_call(0, 4);
    for (uint32_t i = 0; i < 200; i++) {
        list_call(0.01 * i, 5);
        list_return_at(ticks_of(0.01 * i + 0.005));
    }
    list_return_at(ticks_of(2));
    list_return_at(ticks_of(2));
    list_end();
    lanes_totals(2, 1, 0);
    lanes_end();
    while (failed) {
        gau_error error = {0};

        allocations_fail_at(++n);
        report_view(&gau_view_timeline, result_path, &options, "out.svg", &error);
        failed = allocations_failed_call() != NULL;
        allocations_fail_at(0);
        assert_int_equal(error.status, failed ? GAU_ERR_MEMORY : GAU_OK);
        assert_true(!failed || strstr(error.message, "out of memory"));
    }
    assert_true(n > 10);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_without_a_definition_are_numbers),
        cmocka_unit_test(times_may_be_of_any_size),
        cmocka_unit_test(deep_lanes_have_rows_for_some),
        cmocka_unit_test(many_lanes_are_drawn_in_part),
        cmocka_unit_test(many_intervals_are_drawn_in_part),
        cmocka_unit_test(names_do_not_break_the_picture),
        cmocka_unit_test(files_that_are_no_timelines_are_refused),
        cmocka_unit_test(each_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
