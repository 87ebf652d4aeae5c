/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"
#include "timeline_fixture.h"

#include "tests/unit/temp_folder.h"

#include <stdlib.h>
#include <string.h>

/* What is in the picture of a file with times before the run, or with damage; names of rows. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void begin_file(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_branch(2, 1, GAU_TRACE_BRANCH_BACKGROUND, "writing");
    lanes_branch(3, 0, GAU_TRACE_BRANCH_SEQUENCE, "Reco");
    lanes_branch(6, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "gpu 0");
    lanes_branch(7, 6, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    lanes_lane(3, GAU_TRACE_LANE_EXTERNAL, 6, "");
}

/* The clock of the run begins at 100 s of the file; one interval ends before that, one around it.
 */
static void write_early(void)
{
    lanes_clock(ticks_of(100), 1);
    begin_file();
    list_begin(1, 0, 100, 0);
    list_event(101, 1);
    list_call(101.5, 3);
    list_return(102.5, accepted);
    list_return(103, accepted);
    list_end();
    list_begin(3, 0, 100, 0);
    list_interval_at(ticks_of(101), 7, ticks_of(1), ticks_of(2));
    list_interval_at(ticks_of(102), 7, ticks_of(50), ticks_of(102));
    list_end();
    lanes_totals(103, 1, 0);
    lanes_end();
    lanes_clock(LANES_ORIGIN, 1);
}

static void what_is_before_the_run_is_cut(void **state)
{
    static const char *const filters[] = {NULL, "0:", "0:3", ":3"};

    (void)state;
    write_early();
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        const struct gau_view_options options = {.time_filter = filters[i]};
        char *const svg = picture("timeline.gtr", &options);

        assert_non_null(strstr(svg, " in 3 s</text>"));
        assert_int_equal(bars_of(svg), 3);
        assert_true(shows(svg, "2 calls begin before the run: what is before 0 s is not drawn"));
        assert_true(shows(svg, "Reco") && shows(svg, "kernel"));
        assert_int_equal(count_of(svg, "<text class=\"legend\""), 3);
        free(svg);
    }
}

/* It is drawn, but for a filter. */
static void all_may_be_before_the_run(void **state)
{
    static const struct gau_view_options from_0 = {.time_filter = "0:"};
    char *svg;

    (void)state;
    lanes_clock(ticks_of(100), 1);
    begin_file();
    list_begin(3, 0, 1, 0);
    list_interval_at(ticks_of(2), 7, ticks_of(1), ticks_of(2));
    list_end();
    lanes_totals(100, 1, 0);
    lanes_end();
    lanes_clock(LANES_ORIGIN, 1);
    svg = picture("timeline.gtr", NULL);
    assert_int_equal(bars_of(svg), 1);
    free(svg);
    no_picture("timeline.gtr", &from_0, GAU_ERR_USAGE,
               "'timeline.gtr' has no entries in that time");
}

static void all_of_the_damage_is_in_the_picture(void **state)
{
    char *svg;

    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_call(0.0005, 3);
    list_return(0.002, accepted);
    list_end();
    lanes_lose_block();
    list_begin(1, 4, 0.006, 0);
    list_call(0.007, 3);
    list_return(0.008, accepted);
    list_end();
    list_begin(9, 0, 0.006, 0);
    list_call(0.007, 3);
    list_return(0.008, accepted);
    list_end();
    lanes_totals(0.008, 0, 3);
    lanes_end();
    svg = picture("timeline.gtr", NULL);
    assert_int_equal(count_of(svg, "<text class=\"damage\""), 2);
    assert_non_null(strstr(svg, "the definition of lane 9 lost; the rest is shown</text>"));
    assert_null(strstr(svg, " 0 blocks"));
    free(svg);
}

/* The background of one worker is in the picture of the event, and its row has a name; the thread
 * has its own. */
static void rows_of_the_background_have_names(void **state)
{
    static const struct gau_view_options event = {.timeline.event = 1};
    char *svg;

    (void)state;
    begin_file();
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    lanes_lane(4, GAU_TRACE_LANE_THREAD, 2, "gaudit timeline");
    list_begin(1, 0, 0, 0);
    list_event(0.001, 1);
    list_return(0.002, accepted);
    list_end();
    list_begin(2, 0, 0, 0);
    list_call(0.0005, 2);
    list_return(0.002, accepted);
    list_end();
    list_begin(4, 0, 0.003, 0);
    list_call(0.003, 2);
    list_return(0.004, accepted);
    list_end();
    lanes_totals(0.004, 1, 0);
    lanes_end();
    svg = picture("timeline.gtr", &event);
    assert_true(shows(svg, "w1"));
    free(svg);
    svg = picture("timeline.gtr", NULL);
    assert_non_null(strstr(svg, "><title>gaudit timeline</title>gaudi"));
    assert_true(shows(svg, "w1"));
    free(svg);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_before_the_run_is_cut),
        cmocka_unit_test(all_may_be_before_the_run),
        cmocka_unit_test(all_of_the_damage_is_in_the_picture),
        cmocka_unit_test(rows_of_the_background_have_names),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
