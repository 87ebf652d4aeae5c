/* SPDX-License-Identifier: Apache-2.0 */
#include "workers_fixture.h"

#include "tests/unit/allocations.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"

#include <libxml/parser.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The view of workers as tables and as a picture. */

static void the_view_has_tables_for_readers_and_programs(void **state)
{
    static const struct gau_view_options narrow = {.width = 80, .unicode = true},
                                         csv = {.format = GAU_TABLE_CSV},
                                         json = {.format = GAU_TABLE_JSON, .table = "stalls"},
                                         course = {.format = GAU_TABLE_CSV, .table = "over_time"};

    (void)state;
    write_run();
    shows("timeline.gtr", NULL, "run");
    shows("timeline.gtr", &narrow, "narrow");
    shows("timeline.gtr", &csv, "csv");
    shows("timeline.gtr", &json, "json");
    shows("timeline.gtr", &course, "course");
}

static char *picture_of(const char *path)
{
    static const struct gau_view_export svg = {"svg", ""};
    static const struct gau_view_options options = {.export = &svg};
    gau_error error = {0};
    xmlDocPtr document;
    char *text;

    if (report_view(&gau_view_workers, path, &options, "out.svg", &error) != GAU_OK)
        fail_msg("%s", error.message);
    text = folder_read("out.svg");
    document = xmlReadMemory(text, (int)strlen(text), "out.svg", NULL, XML_PARSE_NONET);
    assert_non_null(document);
    xmlFreeDoc(document);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    return text;
}

static void a_picture_has_areas_and_bars(void **state)
{
    char *text;

    (void)state;
    write_run();
    text = picture_of("timeline.gtr");
    assert_non_null(strstr(text, ">2 workers, 1.2 busy: 15 % read input</text>"));
    assert_non_null(strstr(text, "<title>busy: 70.0 %</title>"));
    assert_non_null(strstr(text, ">busy 60.0 %</text>"));
    assert_null(strstr(text, ">unknown"));
    assert_true(strstr(text, ">worker 0<") < strstr(text, ">worker 1<"));
    free(text);

    /* Nothing but background work: the axis has all threads, and the area is there. */
    begin_file(0);
    lanes_lane(3, GAU_TRACE_LANE_THREAD, 1, "");
    lanes_lane(4, GAU_TRACE_LANE_THREAD, 2, "");
    list_begin(3, 0, 0, 0);
    add_call(0, 10, 4);
    list_end();
    list_begin(4, 0, 0, 0);
    add_call(0, 5, 4);
    list_end();
    end_file(0.01, true);
    text = picture_of("timeline.gtr");
    assert_non_null(strstr(text, ">2 threads, 1.5 in background work: 25 % idle; most in "));
    assert_non_null(strstr(text, "<path class=\"background\" d=\"M"));
    assert_non_null(strstr(text, ">background 75.0 %</text>"));
    assert_non_null(strstr(text, " class=\"end\">2</text>"));
    assert_non_null(strstr(text, ">50.0 %</text>"));
    free(text);

    /* Nothing but a processor, and more lanes than are drawn. */
    begin_file(0);
    for (uint32_t lane = 3; lane < 60; lane++) {
        lanes_lane(lane, GAU_TRACE_LANE_EXTERNAL, 8, "<gpu>");
        list_begin(lane, 0, 0.001, 0);
        list_interval(9, 0, 0.001);
        list_end();
    }
    end_file(0.001, true);
    text = picture_of("timeline.gtr");
    assert_non_null(strstr(text, ">no worker or thread was busy</text>"));
    assert_non_null(strstr(text, ">17 more lanes are not drawn</text>"));
    free(text);
}

static void what_has_no_lanes_is_refused(void **state)
{
    static const struct gau_view_options options = {0};

    (void)state;
    lanes_begin("timeline.gtr");
    lanes_end();
    refuses("timeline.gtr", &options, "'timeline.gtr' has no entries");
    refuses("nowhere", &options, "nowhere: No such file or directory");
    folder_write("time-log.txt", "# entry id\tparent id\tdepth\tstart time (ticks)\tend time "
                                 "(ticks)\tstart time (s)\tend time (s)\tlabel\n");
    refuses("time-log.txt", &options,
            "'time-log.txt' has no timeline (timeline.gtr, which 'gaudit run --timeline' writes), "
            "and so no workers");
    lanes_begin("timeline.gtr");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 1, "");
    end_file(0, true);
    refuses("timeline.gtr", &options, "'timeline.gtr' has no entries");
}

static void each_allocation_may_fail(void **state)
{
    static const struct gau_view_options options = {0};
    bool failed = true;
    uint64_t n = 0;

    (void)state;
    write_run();
    while (failed) {
        gau_error error = {0};

        allocations_fail_at(++n);
        report_view(&gau_view_workers, "timeline.gtr", &options, "out.txt", &error);
        failed = allocations_failed_call() != NULL;
        allocations_fail_at(0);
        if (failed ? error.status == GAU_OK || !strstr(error.message, "emory")
                   : error.status != GAU_OK)
            fail_msg("allocation %d: status %d, '%s'", (int)n, error.status, error.message);
    }
    assert_true(n > 20);
}

/* Clocks and times of any size: no number is none, and all of them end. */
static void times_may_be_of_any_size(void **state)
{
    static const struct {
        uint64_t origin;
        double tick_ns;
    } clocks[] = {{0, 1},
                  {INT64_MAX, 1},
                  {LANES_ORIGIN, 1e300},
                  {LANES_ORIGIN, INFINITY},
                  {LANES_ORIGIN, 5e-324},
                  {UINT64_MAX, 1e-9}};
    static const struct gau_view_options text = {.width = 80};

    (void)state;
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        gau_error error = {0};
        char *svg, *table;

        begin_file(2);
        list_begin_at(1, 0, 0, 0);
        list_call_at(0, 0);
        list_return_at(1);
        list_call_at(INT64_MAX - 1, 0);
        list_return_at(INT64_MAX);
        list_interval_at(INT64_MAX, 9, 0, INT64_MAX);
        list_end();
        lanes_clock(clocks[i].origin, clocks[i].tick_ns);
        end_file(0.1, true);
        lanes_clock(LANES_ORIGIN, 1);
        if (report_view(&gau_view_workers, "timeline.gtr", &text, "out.txt", &error) != GAU_OK) {
            assert_string_equal(error.message, "'timeline.gtr' has no entries");
            continue;
        }
        table = folder_read("out.txt");
        assert_null(strstr(table, "nan"));
        assert_null(strstr(table, "inf"));
        free(table);
        svg = picture_of("timeline.gtr");
        free(svg);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_has_tables_for_readers_and_programs),
        cmocka_unit_test(a_picture_has_areas_and_bars),
        cmocka_unit_test(what_has_no_lanes_is_refused),
        cmocka_unit_test(times_may_be_of_any_size),
        cmocka_unit_test(each_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
