/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"
#include "timeline_fixture.h"

#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pictures of lanes. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void begin_file(const char *path)
{
    lanes_begin(path);
    lanes_roots();
    lanes_branch(2, 1, GAU_TRACE_BRANCH_BACKGROUND, "Input");
    lanes_branch(3, 0, GAU_TRACE_BRANCH_SEQUENCE, "Reco");
    lanes_branch(4, 3, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_branch(5, 4, GAU_TRACE_BRANCH_SECTION, "seeding");
    lanes_branch(6, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "gpu 0");
    lanes_branch(7, 6, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

/* As write_events() of test_timeline.c. */
static void write_events(const char *path)
{
    begin_file(path);
    list_begin(1, 0, 0, 0);
    list_event(0.0005, 1);
    list_call(0.0011, 4);
    list_call(0.0012, 5);
    list_return(0.002, accepted);
    list_return(0.0035, GAU_ENTRY_FORM_REJECTED);
    list_return(0.004, accepted);
    list_event(0.005, 1);
    list_call(0.0051, 4);
    list_call(0.0052, 5);
    list_return(0.007, accepted);
    list_call(0.0071, 5);
    list_return(0.0089, accepted);
    list_return_with(0.009, -3, GAU_ENTRY_ERROR);
    list_return(0.011, accepted);
    list_end();
    lanes_totals(0.011, 1, 0);
    lanes_end();
}

/* Two workers, a processor, a thread. The second event is the second worker's. */
static void write_lanes(const char *path)
{
    begin_file(path);
    lanes_lane(2, GAU_TRACE_LANE_EXTERNAL, 6, "");
    lanes_lane(3, GAU_TRACE_LANE_THREAD, 1, "monitor");
    lanes_lane(4, GAU_TRACE_LANE_WORKER, 1, "");
    list_begin(1, 0, 0, 0);
    list_call(0.0005, 2);
    list_return(0.001, accepted);
    list_event(0.001, 1);
    list_call(0.001, 3);
    list_return(0.006, accepted);
    list_return(0.006, accepted);
    list_end();
    list_begin(2, 0, 0, 0);
    list_interval(7, 0.001, 0.003);
    list_interval(7, 0.003, 0.0035);
    list_interval(7, 0.002, 0.004);
    list_end();
    list_begin(3, 0, 0, 0);
    list_call(0.007, 5);
    list_return(0.0075, accepted);
    list_end();
    list_begin(4, 0, 0, 0);
    list_call(0.0015, 2);
    list_return(0.002, accepted);
    list_event(0.002, 2);
    list_call(0.002, 3);
    list_return(0.004, accepted);
    list_return(0.004, accepted);
    list_call(0.004, 2);
    list_return(0.0045, accepted);
    list_end();
    lanes_totals(0.008, 1, 0);
    lanes_end();
}

/* --- what is drawn ------------------------------------------------------------------------- */

/* The bars of a picture without what is only known of lanes: third lines, and red lines. */
static char *plain_bars(const char *svg)
{
    char *const text = calloc(1, strlen(svg) + 1);

    assert_non_null(text);
    for (const char *at = svg; (at = strstr(at, "<path class=\"c")); at++) {
        const char *const place = strstr(at, " d="), *const title = strstr(at, "<title>");
        const char *const first = strchr(title, '\n'), *rest = first + 1;
        const size_t length = strlen(text);

        rest += strcspn(rest, "\n<");
        sprintf(text + length, "%.*s%.*s\n", (int)(title - place), place, (int)(rest - title),
                title);
    }
    return text;
}

/* Entries of a log and of a lane are the same bars. Those of a lane have a path. */
static void a_lane_is_drawn_as_its_log(void **state)
{
    char *svg, *lanes, *log;

    (void)state;
    write_events("timeline.gtr");
    log_begin("time-log.txt");
    log_add(1, 0, 1, 0.0005, 0.004, "Event 1");
    log_add(2, 1, 2, 0.0011, 0.0035, "Reco Fit");
    log_add(3, 2, 3, 0.0012, 0.002, "Reco Fit seeding");
    log_add(4, 0, 1, 0.005, 0.011, "Event 2");
    log_add(5, 4, 2, 0.0051, 0.009, "Reco Fit");
    log_add(6, 5, 3, 0.0052, 0.007, "Reco Fit seeding");
    log_add(7, 5, 3, 0.0071, 0.0089, "Reco Fit seeding");
    log_end();
    svg = picture("timeline.gtr", NULL);
    lanes = plain_bars(svg);
    assert_true(shows(svg, "Fit") && shows(svg, "seeding") && shows(svg, "worker 0"));
    assert_true(shows(svg, "7 calls in 11 ms"));
    free(svg);
    svg = picture("time-log.txt", NULL);
    log = plain_bars(svg);
    assert_string_equal(lanes, log);
    free(svg);
    free(lanes);
    free(log);
}

static void outcomes_are_shown(void **state)
{
    char *svg;

    (void)state;
    write_events("timeline.gtr");
    svg = picture("timeline.gtr", NULL);
    assert_int_equal(count_of(svg, " error\""), 1);
    assert_non_null(strstr(svg, "<title>Reco Fit\n2.4 ms from 0.0011 s\nevent 1, rejected<"));
    assert_non_null(
        strstr(svg, "<title>Reco Fit\n3.9 ms from 0.0051 s\nevent 2, ended with error -3<"));
    assert_non_null(strstr(svg, "<title>Event 2\n6 ms from 0.005 s<"));
    assert_true(shows(svg, "1 call ended with an error: outlined in red"));
    assert_null(strstr(svg, "class=\"damage\""));
    free(svg);
}

static void lanes_have_names_and_an_order(void **state)
{
    static const char *const names[] = {">worker 0<", ">worker 1<", ">background<", ">w0<",
                                        ">w1<",       ">monitor<",  ">gpu 0<"};
    const char *at;
    char *svg;

    (void)state;
    write_lanes("timeline.gtr");
    svg = picture("timeline.gtr", NULL);
    at = svg;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        at = strstr(at, names[i]);
        if (!at)
            fail_msg("%s is not there, or not in its place", names[i]);
    }
    assert_int_equal(bars_of(svg), 11);
    free(svg);
}

/* Two of three overlap: the third is in the first row again. */
static void intervals_that_overlap_have_rows(void **state)
{
    const char *gpu;
    char *svg;

    (void)state;
    write_lanes("timeline.gtr");
    svg = picture("timeline.gtr", NULL);
    gpu = strstr(svg, ">gpu 0</text>");
    assert_int_equal(bars_of(strstr(gpu, "</g>")), 1);
    assert_int_equal(count_of(gpu, "<g transform"), 2);
    assert_int_equal(count_of(gpu, "<title>kernel\n"), 3);
    free(svg);
}

static void the_first_source_of_a_folder_is_drawn(void **state)
{
    char *svg;

    (void)state;
    folder_write("all/process-2/run.json", "{}\n");
    log_begin("all/time-log.txt");
    log_add(1, 0, 1, 0, 1, "of a log");
    log_end();
    svg = picture("all", NULL);
    assert_non_null(strstr(svg, "of a log"));
    free(svg);
    write_events("all/timeline.gtr");
    write_lanes("all/process-2/timeline.gtr");
    write_lanes("all/timeline-Other.gtr");
    svg = picture("all", NULL);
    assert_null(strstr(svg, "of a log"));
    assert_true(shows(svg, "all, worker 0") && shows(svg, "process-2, worker 1"));
    assert_int_equal(bars_of(svg), 7 + 11);
    free(svg);
}

/* --- options ------------------------------------------------------------------------------- */

static size_t bars_with(const struct gau_view_options *options)
{
    char *const svg = picture("timeline.gtr", options);
    const size_t n = bars_of(svg);

    free(svg);
    return n;
}

static void options_choose_entries(void **state)
{
    static const struct {
        struct gau_view_options options;
        size_t bars;
    } cases[] = {
        {{0}, 11},
        {{.timeline.max_depth = 1}, 9},
        {{.time_filter = ":0.0009"}, 1},
        {{.time_filter = "0.0065:"}, 1},
        {{.timeline.children_of = "Event 2"}, 1},
        {{.timeline.children_of = "Event 2", .timeline.event = 2}, 1},
        /* Both events and what is in them, the kernels; no background. */
        {{.timeline.event = 2}, 2 + 2 + 3},
        /* Of the other worker an item and the end of an event; background that is not before it. */
        {{.timeline.event = 1}, 2 + 2 + 2 + 3},
    };

    (void)state;
    write_lanes("timeline.gtr");
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (bars_with(&cases[i].options) != cases[i].bars)
            fail_msg("case %zu has %zu bars", i, bars_with(&cases[i].options));
}

/* The second of three is the longest; of 10 s, none has a pixel. */
static void joined_bars_say_what_the_longest_is(void **state)
{
    char *svg;

    (void)state;
    begin_file("timeline.gtr");
    list_begin(1, 0, 0, 0);
    list_call(1, 3);
    list_return(1.0001, accepted);
    list_call(1.0002, 4);
    list_return(1.0005, accepted);
    list_call(1.0006, 3);
    list_return_with(1.0007, -3, GAU_ENTRY_ERROR);
    list_call(9, 3);
    list_return(10, accepted);
    list_end();
    lanes_totals(10, 1, 0);
    lanes_end();
    svg = picture("timeline.gtr", NULL);
    assert_non_null(strstr(svg, "<title>3 calls, the longest: Reco Fit\n300 us from 1.0002 s\n"
                                "together 500 us, 1 ended with an error<"));
    free(svg);
}

static void add_reco(uint32_t lane, uint64_t number, double s)
{
    list_begin(lane, number, s, 0);
    list_call(s, 3);
    list_call(s + 0.01, 4);
    list_return(s + 0.05, accepted);
    list_return(s + 0.06, accepted);
    list_end();
}

/* The first Reco of a lane may be in a list that is not in that time. */
static void lists_of_other_times_do_not_matter(void **state)
{
    static const struct gau_view_options first = {.timeline.children_of = "Reco",
                                                  .time_filter = "0.1:0.4"};

    (void)state;
    begin_file("timeline.gtr");
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    for (int i = 0; i < 4; i++)
        add_reco(1, (uint64_t)i, 0.1 * i);
    add_reco(2, 0, 0.3);
    lanes_totals(1, 1, 0);
    lanes_end();
    assert_int_equal(bars_with(&first), 1);
    assert_int_equal(bars_with(&(struct gau_view_options){.time_filter = "0.1:0.2"}), 3);
    assert_int_equal(bars_with(&(struct gau_view_options){.time_filter = "0.06:0.08"}), 1);
}

static void the_picture_of_an_event_has_its_time(void **state)
{
    char *svg;

    (void)state;
    write_lanes("timeline.gtr");
    svg = picture("timeline.gtr", &(struct gau_view_options){.timeline.event = 2});
    assert_true(shows(svg, "7 calls in 2 ms") && shows(svg, "Timeline of timeline.gtr, event 2"));
    assert_null(strstr(svg, "monitor"));
    free(svg);
}

/* A section around all events is not in the picture of one; the next event is not, either. */
static void an_event_may_begin_inside_a_section(void **state)
{
    char *svg;

    (void)state;
    begin_file("timeline.gtr");
    lanes_branch(8, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Program");
    lanes_branch(9, 8, GAU_TRACE_BRANCH_SECTION, "main loop");
    list_begin(1, 0, 0, 0);
    list_call(0, 9);
    for (int i = 0; i < 2; i++) {
        list_event(0.002 + 0.004 * i, 1);
        list_call(0.003 + 0.004 * i, 3);
        list_return(0.004 + 0.004 * i, accepted);
        list_return(0.005 + 0.004 * i, accepted);
    }
    list_return(0.01, accepted);
    list_end();
    lanes_totals(0.01, 1, 0);
    lanes_end();
    svg = picture("timeline.gtr", &(struct gau_view_options){.timeline.event = 2});
    assert_int_equal(bars_of(svg), 2);
    assert_non_null(strstr(svg, "<title>Event 2\n3 ms from 0.006 s<"));
    free(svg);
    svg = picture("timeline.gtr", NULL);
    assert_int_equal(count_of(svg, "<title>Event "), 2);
    assert_int_equal(bars_of(svg), 5);
    free(svg);
}

static void what_is_missing_is_reported(void **state)
{
    static const struct {
        struct gau_view_options options;
        const char *message;
    } cases[] = {
        {{.timeline.event = 3}, "'timeline.gtr' has no event 3"},
        {{.timeline.children_of = "Rico"},
         "'timeline.gtr' has no entry called 'Rico'; did you mean 'Reco'?"},
        {{.timeline.children_of = "kernel"}, "'timeline.gtr' has no entry called 'kernel'"},
        {{.time_filter = "7:8"}, "'timeline.gtr' has no entries in that time"},
    };

    (void)state;
    write_lanes("timeline.gtr");
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        no_picture("timeline.gtr", &cases[i].options, GAU_ERR_USAGE, cases[i].message);
}

static void an_entry_may_be_named_by_its_path(void **state)
{
    char *svg;

    (void)state;
    write_events("timeline.gtr");
    svg = picture("timeline.gtr", &(struct gau_view_options){.timeline.children_of = "Reco Fit"});
    assert_int_equal(bars_of(svg), 1);
    free(svg);
    no_picture("timeline.gtr", &(struct gau_view_options){.timeline.children_of = "Rico Fit"},
               GAU_ERR_USAGE, "'timeline.gtr' has no entry called 'Rico Fit'");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lane_is_drawn_as_its_log),
        cmocka_unit_test(outcomes_are_shown),
        cmocka_unit_test(lanes_have_names_and_an_order),
        cmocka_unit_test(intervals_that_overlap_have_rows),
        cmocka_unit_test(the_first_source_of_a_folder_is_drawn),
        cmocka_unit_test(options_choose_entries),
        cmocka_unit_test(joined_bars_say_what_the_longest_is),
        cmocka_unit_test(lists_of_other_times_do_not_matter),
        cmocka_unit_test(the_picture_of_an_event_has_its_time),
        cmocka_unit_test(an_event_may_begin_inside_a_section),
        cmocka_unit_test(what_is_missing_is_reported),
        cmocka_unit_test(an_entry_may_be_named_by_its_path),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
