/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "tests/unit/allocations.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/workers/worker_view.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The view of workers: what it writes is in expected/workers_NAME.text. Times are in whole ms. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void shows(const char *path, const struct gau_view_options *options, const char *name)
{
    static const struct gau_view_options all;
    gau_error error = {0};
    char *text, *expected, file[512];

    if (report_view(&gau_view_workers, path, options ? options : &all, "out.txt", &error) != GAU_OK)
        fail_msg("%s", error.message);
    text = folder_read("out.txt");
    snprintf(file, sizeof file, EXPECTED_FOLDER "/workers_%s.text", name);
    expected = folder_read(file);
    assert_string_equal(text, expected);
    free(expected);
    free(text);
}

static void refuses(const char *path, const struct gau_view_options *options, const char *message)
{
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_workers, path, options, "none.txt", &error),
                     GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

/* What is read of timeline.gtr, which adds up. */
static struct read_file {
    struct gau_timeline_trace trace;
    struct gau_bump_allocator heap;
    struct gau_text_pool labels;
    struct gau_timeline_file file;
    struct gau_worker_times times;
} it;

static uint64_t sum_of(const uint64_t *values, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum;
}

static void check_sums(void)
{
    const struct gau_worker_times *const times = &it.times;
    const uint64_t run = times->to - times->from;

    assert_int_equal(sum_of(times->together.times, times->n + 1), run);
    for (uint32_t i = 0; i < times->n_lanes; i++)
        assert_int_equal(sum_of(times->lanes[i].ticks, GAU_WORKER_CATEGORIES), run);
    for (uint32_t i = 0; i < times->n_bins; i++) {
        const uint64_t rest = run - i * times->width;

        assert_int_equal(sum_of(times->bins[i], GAU_WORKER_CATEGORIES),
                         times->n * (rest < times->width ? rest : times->width));
    }
    for (size_t k = 0; k < GAU_WORKER_CATEGORIES; k++) {
        uint64_t sum = 0;

        for (uint32_t i = 0; i < times->n_bins; i++)
            sum += times->bins[i][k];
        assert_int_equal(sum, times->all.ticks[k]);
    }
}

static void read_it(const char *filter)
{
    gau_error error = {0};

    it = (struct read_file){.file.path = strdup("timeline.gtr")};
    it.times = (struct gau_worker_times){.trace = &it.trace, .file = &it.file};
    assert_true(gau_text_pool_init(&it.labels, &it.heap));
    it.trace.lanes.texts = &it.labels;
    if (!gau_worker_times_read(&it.times, filter, &error))
        fail_msg("%s", error.message);
    check_sums();
}

static void clear_it(void)
{
    gau_worker_times_clear(&it.times);
    gau_timeline_trace_clear(&it.trace);
    gau_text_pool_clear(&it.labels);
    gau_bump_allocator_clear(&it.heap);
    free(it.file.path);
}

/* In ms, of the lane: busy, input, background, waiting, idle, unknown. */
static void has_times(uint32_t lane, const int expected[GAU_WORKER_CATEGORIES])
{
    for (size_t i = 0; i < GAU_WORKER_CATEGORIES; i++)
        if (it.times.lanes[lane].ticks[i] != (uint64_t)expected[i] * 1000000)
            fail_msg("lane %d, category %d: %d us, not %d ms", (int)lane, (int)i,
                     (int)(it.times.lanes[lane].ticks[i] / 1000), expected[i]);
}

static void says(const char *expected)
{
    char text[200];

    gau_worker_sentence(text, sizeof text, &it.times);
    assert_string_equal(text, expected);
}

static void begin_file(int workers)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_branch(2, 1, GAU_TRACE_BRANCH_BACKGROUND, "Input");
    lanes_branch(3, 0, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_branch(4, 1, GAU_TRACE_BRANCH_BACKGROUND, "live print");
    lanes_branch(5, 4, GAU_TRACE_BRANCH_SECTION, "file");
    lanes_branch(6, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Program");
    lanes_branch(7, 6, GAU_TRACE_BRANCH_SECTION, "solve");
    lanes_branch(8, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "gpu 0");
    lanes_branch(9, 8, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_branch(10, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "Setup");
    lanes_branch(11, 10, GAU_TRACE_BRANCH_COMPONENT, "initialize");
    if (workers > 0)
        lanes_lane(1, GAU_TRACE_LANE_WORKER, 1, "");
    if (workers > 1)
        lanes_lane(2, GAU_TRACE_LANE_WORKER, 0, "");
}

static void end_file(double now_s, bool ended)
{
    lanes_totals(now_s, ended, 0);
    lanes_end();
}

static void add_call(int from_ms, int to_ms, uint32_t branch)
{
    list_call(from_ms * 1e-3, branch);
    list_return(to_ms * 1e-3, accepted);
}

static void add_event(int from_ms, int to_ms, int cpu_ms)
{
    list_event(from_ms * 1e-3, 1);
    add_call(from_ms, to_ms, 3);
    if (cpu_ms)
        list_cpu(to_ms * 1e-3, (uint64_t)cpu_ms * 1000000);
    list_return(to_ms * 1e-3, accepted);
}

/* 100 ms: worker 1 is idle 10, reads 10, is busy 30, waits 10, reads 10, is busy 20, has background
 * work for 5, is idle. Worker 0 is busy from 20 to 95, but for 5 of reading. */
static void write_run(void)
{
    begin_file(2);
    list_begin(1, 0, 0.010, 0);
    add_call(10, 20, 2);
    add_event(20, 50, 20);
    add_call(60, 70, 2);
    add_event(70, 90, 20);
    list_call(0.090, 4);
    add_call(91, 92, 5);
    list_return(0.095, accepted);
    list_end();
    list_begin(2, 0, 0.015, 2);
    add_call(15, 20, 2);
    add_event(20, 60, 40);
    add_call(60, 65, 2);
    add_event(65, 95, 25);
    list_end();
    end_file(0.1, true);
}

static void each_time_is_in_one_category(void **state)
{
    (void)state;
    write_run();
    read_it(NULL);
    has_times(0, (const int[]){50, 20, 5, 10, 15, 0});
    has_times(1, (const int[]){70, 10, 0, 0, 20, 0});
    says("2 workers, 1.2 busy: 15 % read input");
    assert_int_equal(it.times.together.times[0], 30000000);
    assert_int_equal(it.times.together.times[1], 20000000);
    assert_int_equal(it.times.together.times[2], 50000000);
    clear_it();
}

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

static void a_part_of_the_run_adds_up_too(void **state)
{
    static const struct gau_view_options late = {.time_filter = "5:"},
                                         text = {.time_filter = "zero"};

    (void)state;
    write_run();
    read_it("0.015:0.065");
    has_times(0, (const int[]){30, 10, 0, 10, 0, 0});
    has_times(1, (const int[]){40, 10, 0, 0, 0, 0});
    assert_true(it.times.lanes[0].cpu_s > 0.01999 && it.times.lanes[0].cpu_s < 0.02001);
    assert_int_equal(it.times.n_stalls, 1);
    assert_int_equal(it.times.stalls[0].begin, ticks_of(0.060));
    clear_it();
    read_it("0.055:0.1");
    assert_int_equal(it.times.n_stalls, 1);
    clear_it();
    read_it("0.080:9");
    has_times(1, (const int[]){15, 0, 0, 0, 5, 0});
    assert_true(it.times.lanes[1].cpu_s > 0.01249 && it.times.lanes[1].cpu_s < 0.01251);
    clear_it();
    refuses("timeline.gtr", &late, "'timeline.gtr' has no entries in that time");
    refuses("timeline.gtr", &text,
            "a time filter is FROM:TO in seconds since the start of the run, such as '1.5:20', "
            "'5:' or ':5', not 'zero'");
}

/* The largest loss is named, if it is large. */
static void the_sentence_names_the_largest_loss(void **state)
{
    (void)state;
    begin_file(1);
    list_begin(1, 0, 0, 0);
    add_call(0, 1, 2);
    add_event(1, 50, 0);
    add_call(80, 81, 2);
    add_event(81, 100, 0);
    list_end();
    end_file(0.1, true);
    read_it(NULL);
    says("1 worker, 0.68 busy: 30 % wait for input");
    clear_it();

    begin_file(2);
    list_begin(1, 0, 0, 0);
    add_event(0, 100, 0);
    list_end();
    list_begin(2, 0, 0, 0);
    add_event(0, 40, 0);
    list_end();
    end_file(0.1, true);
    read_it(NULL);
    says("2 workers, 1.4 busy: 30 % idle while others work");
    clear_it();

    begin_file(1);
    list_begin(1, 0, 0.01, 0);
    add_call(10, 15, 11);
    add_event(50, 70, 0);
    add_event(75, 95, 0);
    list_end();
    end_file(0.1, true);
    read_it(NULL);
    has_times(0, (const int[]){40, 0, 5, 5, 50, 0});
    says("1 worker, 0.4 busy: 50 % before and after the event loop");
    clear_it();
    read_it("0.06:0.08");
    says("1 worker, 0.75 busy: 25 % between events");
    clear_it();
    read_it("0.08:0.09");
    says("1 worker, 1 busy");
    clear_it();
}

/* An item that comes before some events, or has a larger number, is not the input. */
static void the_input_is_what_comes_before_events(void **state)
{
    (void)state;
    begin_file(2);
    list_begin(1, 0, 0, 0);
    add_call(0, 5, 4);
    add_event(5, 10, 0);
    add_event(10, 15, 0);
    add_event(15, 20, 0);
    list_end();
    list_begin(2, 0, 0, 0);
    add_event(0, 10, 0);
    list_end();
    end_file(0.02, true);
    read_it(NULL);
    has_times(0, (const int[]){15, 0, 5, 0, 0, 0});
    clear_it();

    begin_file(1);
    list_begin(1, 0, 0, 0);
    add_call(0, 2, 2);
    add_event(2, 4, 0);
    add_call(4, 5, 4);
    add_call(6, 8, 2);
    add_call(8, 9, 4);
    add_event(9, 10, 0);
    list_end();
    end_file(0.02, true);
    read_it(NULL);
    has_times(0, (const int[]){3, 4, 2, 1, 10, 0});
    clear_it();
}

/* Sections of a thread are busy, with the events in them; items in them are background. */
static void threads_are_busy_in_sections(void **state)
{
    (void)state;
    begin_file(0);
    lanes_lane(3, GAU_TRACE_LANE_THREAD, 1, "main");
    lanes_lane(4, GAU_TRACE_LANE_THREAD, 2, "writer");
    list_begin(3, 0, 0, 0);
    list_call(0.000, 7);
    list_call(0.002, 4);
    add_call(3, 4, 7);
    list_return(0.005, accepted);
    list_return(0.010, accepted);
    add_call(15, 20, 7);
    list_end();
    list_begin(4, 0, 0, 0);
    add_call(0, 10, 4);
    list_end();
    end_file(0.025, true);
    read_it(NULL);
    has_times(0, (const int[]){12, 0, 3, 0, 10, 0});
    has_times(1, (const int[]){0, 0, 10, 0, 15, 0});
    says("1 thread, 0.48 busy: 40 % idle");
    clear_it();
    shows("timeline.gtr", NULL, "threads");

    /* With events, only lanes with events count. */
    begin_file(0);
    lanes_lane(3, GAU_TRACE_LANE_THREAD, 1, "main");
    lanes_lane(4, GAU_TRACE_LANE_THREAD, 2, "other");
    list_begin(3, 0, 0, 0);
    add_event(0, 5, 0);
    add_event(8, 10, 0);
    list_end();
    list_begin(4, 0, 0, 0);
    add_call(0, 10, 7);
    list_end();
    end_file(0.010, true);
    read_it(NULL);
    has_times(0, (const int[]){7, 0, 0, 3, 0, 0});
    says("1 thread, 0.7 busy: 30 % between events");
    clear_it();
}

/* Work of a processor overlaps, and comes in any order. */
static void processors_have_a_busy_share(void **state)
{
    (void)state;
    begin_file(1);
    lanes_lane(3, GAU_TRACE_LANE_EXTERNAL, 8, "");
    list_begin(1, 0, 0, 0);
    add_event(0, 50, 0);
    list_end();
    list_begin(3, 0, 0.035, 0);
    list_interval_at(ticks_of(0.035), 9, ticks_of(0.030), ticks_of(0.035));
    list_interval_at(ticks_of(0.035), 9, ticks_of(0.010), ticks_of(0.020));
    list_interval_at(ticks_of(0.035), 9, ticks_of(0.015), ticks_of(0.025));
    list_interval_at(ticks_of(0.035), 9, ticks_of(0.012), ticks_of(0.013));
    list_interval_at(ticks_of(0.035), 9, ticks_of(0.035), ticks_of(0.090));
    list_end();
    end_file(0.05, true);
    read_it(NULL);
    has_times(1, (const int[]){35, 0, 0, 0, 15, 0});
    clear_it();
    shows("timeline.gtr", NULL, "processor");

    begin_file(0);
    lanes_lane(3, GAU_TRACE_LANE_EXTERNAL, 8, "");
    list_begin(3, 0, 0, 0);
    list_interval(9, 0.005, 0.010);
    list_end();
    list_begin(3, 2, 0.020, 0);
    list_interval(9, 0.015, 0.030);
    list_end();
    end_file(0.030, true);
    read_it(NULL);
    has_times(0, (const int[]){20, 0, 0, 0, 0, 10});
    clear_it();
}

/* Lists 1 and 2 of worker 1 are missing. What is open before and after them is known. */
static void what_is_missing_is_unknown(void **state)
{
    (void)state;
    begin_file(2);
    list_begin(1, 0, 0, 0);
    add_call(0, 5, 2);
    add_event(5, 10, 0);
    list_end();
    list_begin(1, 3, 0.030, 7);
    add_call(30, 35, 2);
    add_event(35, 40, 0);
    list_end();
    list_begin(2, 0, 0, 0);
    list_event(0, 1);
    list_end();
    list_begin(2, 2, 0.030, 1);
    list_open(0, 0);
    list_return(0.040, accepted);
    list_end();
    lanes_totals(0.040, true, 3);
    lanes_end();
    read_it(NULL);
    has_times(0, (const int[]){10, 10, 0, 0, 0, 20});
    has_times(1, (const int[]){40, 0, 0, 0, 0, 0});
    says("2 workers, 1.25 busy: 25 % not known, as entries are missing");
    assert_int_equal(it.times.n_stalls, 0);
    clear_it();
    shows("timeline.gtr", NULL, "missing");
}

/* Killed: what is open is so to the end of what is known. */
static void a_killed_run_ends_where_its_file_does(void **state)
{
    (void)state;
    begin_file(1);
    list_begin(1, 0, 0, 0);
    add_event(0, 10, 0);
    list_event(0.015, 1);
    list_end();
    end_file(0.040, false);
    read_it(NULL);
    has_times(0, (const int[]){35, 0, 0, 5, 0, 0});
    assert_int_equal(it.times.lanes[0].events, 2);
    clear_it();
}

enum { EVENTS = 500 }; /* of a list, one in 100 ns, of 60 ns */

static void add_lists(uint32_t lane, uint32_t lists, uint64_t late)
{
    for (uint32_t i = 0; i < lists; i++) {
        uint64_t at = LANES_ORIGIN + (uint64_t)i * EVENTS * 100 + late;

        list_begin_at(lane, i, at, (uint64_t)i * EVENTS);
        for (int k = 0; k < EVENTS; k++, at += 100) {
            list_call_at(at, 0);
            list_return_at(at + 60);
        }
        list_end();
    }
}

/* More changes than are kept at a time: all of one lane, then all of the other; or of a lane that
 * ends soon, and of one that goes on. */
static void long_runs_are_followed_piece_by_piece(void **state)
{
    enum { LISTS = 400, MORE = 1000 };

    (void)state;
    begin_file(2);
    add_lists(1, LISTS, 0);
    add_lists(2, LISTS, 30);
    end_file(LISTS * EVENTS * 100e-9, true);
    read_it(NULL);
    assert_int_equal(it.times.together.times[0], LISTS * EVENTS * 10);
    assert_int_equal(it.times.together.times[1], LISTS * EVENTS * 60);
    assert_int_equal(it.times.together.times[2], LISTS * EVENTS * 30);
    clear_it();

    begin_file(2);
    add_lists(1, 1, 0);
    add_lists(2, MORE, 30);
    end_file(MORE * EVENTS * 100e-9, true);
    read_it(NULL);
    assert_int_equal(it.times.together.times[2], EVENTS * 30);
    assert_true(it.times.together.size < MORE * EVENTS * 2);
    clear_it();
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_time_is_in_one_category),
        cmocka_unit_test(the_view_has_tables_for_readers_and_programs),
        cmocka_unit_test(a_part_of_the_run_adds_up_too),
        cmocka_unit_test(the_sentence_names_the_largest_loss),
        cmocka_unit_test(the_input_is_what_comes_before_events),
        cmocka_unit_test(threads_are_busy_in_sections),
        cmocka_unit_test(processors_have_a_busy_share),
        cmocka_unit_test(what_is_missing_is_unknown),
        cmocka_unit_test(a_killed_run_ends_where_its_file_does),
        cmocka_unit_test(long_runs_are_followed_piece_by_piece),
        cmocka_unit_test(a_picture_has_areas_and_bars),
        cmocka_unit_test(what_has_no_lanes_is_refused),
        cmocka_unit_test(each_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
