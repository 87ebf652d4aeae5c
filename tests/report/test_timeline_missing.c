/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"
#include "timeline_fixture.h"

#include "tests/unit/temp_folder.h"

#include <stdlib.h>
#include <string.h>

/* What is missing in files is in their pictures. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void begin_file(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_branch(3, 0, GAU_TRACE_BRANCH_SEQUENCE, "Reco");
    lanes_branch(4, 3, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_branch(5, 4, GAU_TRACE_BRANCH_SECTION, "seeding");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

static void a_killed_run_is_drawn_until_its_end(void **state)
{
    char *svg;

    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_event(0.001, 1);
    list_call(0.002, 4);
    list_end();
    lanes_totals(0.005, 0, 0);
    lanes_end();
    svg = picture("timeline.gtr", NULL);
    assert_non_null(strstr(svg, "<title>Reco Fit\n3 ms from 0.002 s\nevent 1, did not end<"));
    assert_non_null(strstr(svg, ">the process was killed, or still runs: what happened after 0.005 "
                                "s is missing<"));
    free(svg);
}

static void dropped_lists_are_hatched(void **state)
{
    char *svg;

    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_call(0.0005, 4);
    list_return(0.002, accepted);
    list_end();
    list_begin(1, 4, 0.006, 0);
    list_call(0.007, 4);
    list_return(0.008, accepted);
    list_end();
    lanes_totals(0.008, 1, 3);
    lanes_end();
    svg = picture("timeline.gtr", NULL);
    assert_int_equal(count_of(svg, "class=\"gap\""), 1);
    assert_non_null(strstr(svg, "d=\"M275 0h550v24h-550z\"><title>3 lists of entries are missing: "
                                "nothing is known of 4 ms<"));
    assert_non_null(strstr(svg, ">3 lists of entries (3000 bytes) were dropped, as the file could "
                                "not keep up<"));
    free(svg);
}

/* The second lane goes on until 8 ms, and so does the picture. */
static void the_end_of_a_lane_may_be_missing(void **state)
{
    char *svg;

    (void)state;
    begin_file();
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    list_begin(1, 0, 0, 0);
    list_call(0, 4);
    list_call(0.002, 5);
    list_end();
    list_begin(2, 0, 0, 0);
    list_call(0, 4);
    list_return(0.001, accepted);
    list_end();
    lanes_lose_block();
    list_begin(2, 1, 0.001, 0);
    list_call(0.001, 4);
    list_return(0.004, accepted);
    list_end();
    lanes_totals(0.008, 1, 0);
    lanes_end();
    svg = picture("timeline.gtr", NULL);
    assert_int_equal(count_of(svg, "class=\"gap\""), 1);
    assert_non_null(strstr(svg, "d=\"M275 0h825v50h-825z\"><title>later calls may be missing: "
                                "nothing is known of 6 ms<"));
    assert_non_null(strstr(svg, "<title>Reco Fit\n2 ms from 0 s\nits end is missing<"));
    assert_true(shows(svg, "the last calls of 1 lane may be missing: hatched"));
    free(svg);
}

/* Lane 2 is never defined, lane 3 behind its first list. */
static void lists_without_a_definition_are_drawn(void **state)
{
    char *svg;

    (void)state;
    begin_file();
    list_begin(2, 0, 0, 0);
    list_event(0.001, 1);
    list_call(0.002, 77);
    list_return(0.003, accepted);
    list_return(0.004, accepted);
    list_end();
    list_begin(3, 0, 0, 0);
    list_call(0.001, 4);
    list_return(0.003, accepted);
    list_end();
    lanes_lane(3, GAU_TRACE_LANE_WORKER, 6, "");
    lanes_totals(0.005, 1, 0);
    lanes_end();
    svg = picture("timeline.gtr", NULL);
    assert_true(shows(svg, "lane 2"));
    assert_true(shows(svg, "worker 6"));
    assert_non_null(strstr(svg, "<title>Event 1\n3 ms from 0.001 s<"));
    assert_non_null(strstr(svg, "<title>branch 77\n1 ms from 0.002 s\nevent 1<"));
    assert_int_equal(bars_of(svg), 3);
    assert_non_null(strstr(svg,
                           ">'timeline.gtr' is damaged: the definition of lane 2 lost; the rest "
                           "is shown<"));
    free(svg);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killed_run_is_drawn_until_its_end),
        cmocka_unit_test(dropped_lists_are_hatched),
        cmocka_unit_test(the_end_of_a_lane_may_be_missing),
        cmocka_unit_test(lists_without_a_definition_are_drawn),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
