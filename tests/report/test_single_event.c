/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/timeline/single_event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The view of one event: what it writes is in expected/event_NAME.text. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED,
                                 rejected = GAU_ENTRY_FORM_REJECTED;

static void shows(const char *path, const struct gau_view_options *options, const char *name)
{
    static const struct gau_view_options all;
    gau_error error = {0};
    char *text, *expected, file[512];

    if (report_view(&gau_view_event, path, options ? options : &all, "out.txt", &error) != GAU_OK)
        fail_msg("%s", error.message);
    text = folder_read("out.txt");
    snprintf(file, sizeof file, EXPECTED_FOLDER "/event_%s.text", name);
    expected = folder_read(file);
    assert_string_equal(text, expected);
    free(expected);
    free(text);
}

static void refuses(const char *path, const struct gau_view_options *options, const char *message)
{
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_event, path, options, "none.txt", &error),
                     GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

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
    lanes_branch(8, 5, GAU_TRACE_BRANCH_SECTION, "step");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    lanes_lane(3, GAU_TRACE_LANE_EXTERNAL, 6, "");
}

/* An event of 4 ms with Reco (3), Fit (2); it begins at @p s. */
static void add_event(double s)
{
    list_event(s, 1);
    list_call(s, 3);
    list_call(s + 0.0005, 4);
    list_return(s + 0.0025, accepted);
    list_return(s + 0.003, accepted);
    list_return(s + 0.004, accepted);
}

/* Events 1 to 4 of worker 0; the third is slow, its Fit calls seeding @p n times, and is used
 * again. Event 9 is of worker 1. */
static void write_events(const char *path, int n, bool cpu)
{
    begin_file(path);
    list_begin(3, 0, 0, 0);
    list_interval(7, 0.001, 0.002);
    list_interval(7, 0.0095, 0.0115);
    list_end();
    list_begin(1, 0, 0, 0);
    add_event(0);
    add_event(0.004);
    list_event(0.01, 1);
    list_call(0.011, 3);
    list_call(0.012, 4);
    for (int i = 0; i < n; i++) {
        list_call(0.012 + 0.001 * i, 5);
        list_call(0.012 + 0.001 * i, 8);
        list_return(0.0125 + 0.001 * i, accepted);
        list_return_with(0.0125 + 0.001 * i, i == 1 ? -3 : 0, i == 1 ? GAU_ENTRY_ERROR : 0);
    }
    if (cpu)
        list_cpu(0.02, 7500000);
    list_return(0.02, rejected);
    list_not_called(0.02, 4);
    if (cpu)
        list_cpu(0.021, 9999000);
    list_return(0.021, rejected);
    if (cpu)
        list_cpu(0.022, 9000000);
    list_return(0.022, accepted);
    add_event(0.03);
    list_end();
    list_begin(2, 0, 0.005, 0);
    list_call(0.005, 2);
    list_return(0.009, accepted);
    list_call(0.009, 2);
    list_return(0.0101, accepted);
    list_call(0.0101, 2);
    list_return(0.0102, accepted);
    list_event(0.0102, 9);
    list_call(0.0102, 3);
    list_return(0.0202, accepted);
    list_return(0.0202, rejected);
    list_call(0.022, 2);
    list_return(0.023, accepted);
    list_end();
    lanes_totals(0.034, 1, 0);
    lanes_end();
}

static void a_few_calls_have_a_row_each(void **state)
{
    static const struct gau_view_options options = {.timeline.event = 3};

    (void)state;
    write_events("timeline.gtr", 2, false);
    shows("timeline.gtr", &options, "few");
}

static void many_calls_are_one_row(void **state)
{
    static const struct gau_view_options slowest = {.width = 80};
    static const struct gau_view_options five = {.format = GAU_TABLE_CSV};

    (void)state;
    write_events("timeline.gtr", 6, true);
    shows("timeline.gtr", &slowest, "many");
    write_events("timeline.gtr", 5, true);
    shows("timeline.gtr", &five, "five");
}

static void options_choose_rows_and_formats(void **state)
{
    static const struct gau_view_options depth = {.timeline.max_depth = 2,
                                                  .subject = "3",
                                                  .format = GAU_TABLE_MARKDOWN};
    static const struct gau_view_options json = {.timeline.max_depth = 1,
                                                 .subject = "9",
                                                 .format = GAU_TABLE_JSON};

    (void)state;
    write_events("timeline.gtr", 6, true);
    shows("timeline.gtr", &depth, "depth");
    shows("timeline.gtr", &json, "worker");
}

/* Lists 1 to 3 of the lane are missing: the second event ended in them, the third began in them. */
static void what_is_missing_is_said(void **state)
{
    static const struct gau_view_options third = {.subject = "3"}, second = {.subject = "2"};

    (void)state;
    begin_file("timeline.gtr");
    list_begin(1, 0, 0, 0);
    add_event(0);
    list_event(0.01, 1);
    list_call(0.011, 3);
    list_end();
    list_begin(1, 4, 0.014, 3);
    list_open(0, 0.013);
    list_call(0.015, 3);
    list_end();
    lanes_totals(0.02, 0, 3);
    lanes_end();
    shows("timeline.gtr", &third, "cut_begin");
    shows("timeline.gtr", NULL, "cut_slowest");
    shows("timeline.gtr", &second, "cut_end");
}

/* The second process has further events, of a thread of the program. */
static void an_event_may_be_of_another_process(void **state)
{
    static const struct gau_view_options second = {.subject = "7"}, none = {.subject = "8"};

    (void)state;
    mkdir("run", 0777);
    mkdir("run/process-2", 0777);
    write_events("run/timeline.gtr", 0, false);
    begin_file("run/process-2/timeline.gtr");
    lanes_lane(4, GAU_TRACE_LANE_THREAD, 3, "main");
    list_begin(4, 0, 0, 6);
    add_event(0);
    list_end();
    lanes_totals(0.004, 1, 0);
    lanes_end();
    shows("run", &second, "process");
    refuses("run", &none, "'run' has no event 8; its events are from 1 to 9");
}

/* Both workers have a section around their events. */
static void an_event_may_begin_inside_a_section(void **state)
{
    static const struct gau_view_options second = {.subject = "2"};

    (void)state;
    begin_file("timeline.gtr");
    lanes_branch(9, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Program");
    lanes_branch(10, 9, GAU_TRACE_BRANCH_SECTION, "main loop");
    list_begin(1, 0, 0, 0);
    list_call(0, 10);
    for (int i = 0; i < 3; i++)
        add_event(0.001 + 0.005 * i);
    list_return(0.02, accepted);
    list_end();
    list_begin(2, 0, 0, 10);
    list_call(0, 10);
    for (int i = 0; i < 3; i++)
        add_event(0.002 + 0.005 * i);
    list_return(0.02, accepted);
    list_end();
    lanes_totals(0.02, 1, 0);
    lanes_end();
    shows("timeline.gtr", &second, "in_section");
}

/* The second event is in two lists; there are lists before and behind, also of the other worker. */
static void an_event_may_be_in_several_lists(void **state)
{
    static const struct gau_view_options second = {.subject = "2", .width = 80};

    (void)state;
    begin_file("timeline.gtr");
    list_begin(1, 0, 0, 0);
    add_event(0);
    list_end();
    list_begin(1, 1, 0.01, 1);
    list_event(0.01, 1);
    list_call(0.0101, 3);
    list_return(0.0105, accepted);
    list_end();
    list_begin(1, 2, 0.0106, 2);
    list_open(0, 0.01);
    list_call(0.0106, 3);
    list_return(0.0196, accepted);
    list_return(0.02, accepted);
    list_end();
    list_begin(1, 3, 0.03, 2);
    add_event(0.03);
    list_end();
    for (int i = 0; i < 3; i++) {
        list_begin(2, (uint64_t)i, 0.015 * i, 0);
        list_call(0.015 * i, 2);
        list_return(0.001 + 0.015 * i, accepted);
        list_end();
    }
    lanes_totals(0.034, 1, 0);
    lanes_end();
    shows("timeline.gtr", &second, "several_lists");
}

static void what_has_no_events_is_refused(void **state)
{
    static const struct {
        const char *path, *subject;
        size_t event;
        const char *message;
    } table[] = {
        {"timeline.gtr", "17", 0, "'timeline.gtr' has no event 17; its events are from 1 to 9"},
        {"timeline.gtr", "x", 0, "'x' is not the number of an event, from 1 on"},
        {"timeline.gtr", "0", 0, "'0' is not the number of an event, from 1 on"},
        {"timeline.gtr", "-1", 0, "'-1' is not the number of an event, from 1 on"},
        {"timeline.gtr", "99999999999999999999", 0,
         "'99999999999999999999' is not the number of an event, from 1 on"},
        {"timeline.gtr", "3", 4, "either event 3 or --event 4"},
        {"none.gtr", "3", 0, "none.gtr: No such file or directory"},
        {"empty", "3", 0,
         "'empty' has no timeline (timeline.gtr, which TraceAuditor writes), and no time log "
         "(time-log.txt, which TimeLogAuditor writes)"},
        {"log", "3", 0,
         "'log' has no timeline (timeline.gtr, which 'gaudit run --timeline' writes), and so no "
         "events"},
        {"none", NULL, 0, "none: No such file or directory"},
        {"samples", NULL, 0,
         "'samples' has no events: timelines of jobs, and of programs with events, have them; "
         "files of samples have none"},
    };

    (void)state;
    write_events("timeline.gtr", 0, false);
    mkdir("empty", 0777);
    folder_write("log/time-log.txt", "");
    mkdir("samples", 0777);
    lanes_begin_content("samples/samples.gtr", GAU_TRACE_SAMPLES);
    lanes_lane(1, GAU_TRACE_LANE_TASKS, 0, "");
    lanes_task(1, "solve");
    list_begin(1, 0, 0, 0);
    list_call(0.1, 0);
    list_return(0.2, accepted);
    list_end();
    lanes_end();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct gau_view_options options = {.subject = table[i].subject,
                                                 .timeline.event = table[i].event};

        refuses(table[i].path, &options, table[i].message);
    }
}

/* --- medians ------------------------------------------------------------------------------- */

static void a_median_is_within_its_bin(void **state)
{
    static const uint64_t values[] = {7, 1, 40, 12, 100000, 3000000000, 1000000};
    struct gau_single_event_medians medians = {0};

    (void)state;
    assert_true(gau_single_event_median(&medians, 3) != gau_single_event_median(&medians, 3));
    for (size_t i = 0; i < 4; i++)
        assert_true(gau_single_event_add_time(&medians, 3, values[i]));
    assert_float_equal(gau_single_event_median(&medians, 3), 9.5, 0);
    for (size_t i = 4; i < 7; i++)
        assert_true(gau_single_event_add_time(&medians, 3, values[i]));
    assert_float_equal(gau_single_event_median(&medians, 3), 40, 0);
    for (size_t i = 4; i < 7; i++)
        for (int k = 0; k < 10; k++)
            assert_true(gau_single_event_add_time(&medians, 3, values[i]));
    assert_float_equal(gau_single_event_median(&medians, 3), 1000000, 16000);
    assert_true(gau_single_event_add_time(&medians, 9, 123456789));
    assert_float_equal(gau_single_event_median(&medians, 9), 123456789, 0);
    for (uint32_t i = 100; i < 100 + GAU_EVENT_BRANCHES; i++)
        assert_true(gau_single_event_add_time(&medians, i, 5));
    assert_int_equal(medians.left_out, 2);
    assert_true(gau_single_event_add_time(&medians, UINT32_MAX, 5));
    assert_int_equal(medians.left_out, 3);
    assert_true(gau_single_event_add_time(&medians, 3, 5));
    assert_int_equal(medians.left_out, 3);
    gau_single_event_medians_clear(&medians);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_calls_have_a_row_each),
        cmocka_unit_test(many_calls_are_one_row),
        cmocka_unit_test(options_choose_rows_and_formats),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(an_event_may_be_of_another_process),
        cmocka_unit_test(an_event_may_begin_inside_a_section),
        cmocka_unit_test(an_event_may_be_in_several_lists),
        cmocka_unit_test(what_has_no_events_is_refused),
        cmocka_unit_test(a_median_is_within_its_bin),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
