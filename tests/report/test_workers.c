/* SPDX-License-Identifier: Apache-2.0 */
#include "workers_fixture.h"

#include "tests/unit/temp_folder.h"

/* In which category each time of a lane is. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

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

    /* With events, only lanes with events count. An event in an item is busy, too. */
    begin_file(0);
    lanes_lane(3, GAU_TRACE_LANE_THREAD, 1, "main");
    lanes_lane(4, GAU_TRACE_LANE_THREAD, 2, "other");
    list_begin(3, 0, 0, 0);
    add_event(0, 5, 0);
    list_call(0.007, 4);
    add_event(8, 10, 0);
    list_return(0.010, accepted);
    list_end();
    list_begin(4, 0, 0, 0);
    add_call(0, 10, 7);
    list_end();
    end_file(0.010, true);
    read_it(NULL);
    has_times(0, (const int[]){7, 0, 1, 2, 0, 0});
    says("1 thread, 0.7 busy: 20 % between events");
    clear_it();
}

/* Threads that do nothing but background work: that is what counts. Setup is no work. */
static void threads_with_items_only_are_in_background_work(void **state)
{
    (void)state;
    begin_file(0);
    for (uint32_t lane = 3; lane < 7; lane++)
        lanes_lane(lane, GAU_TRACE_LANE_THREAD, lane, "");
    list_begin(3, 0, 0, 0);
    add_call(0, 30, 4);
    list_call(0.030, 2);
    add_call(32, 34, 5);
    list_return(0.035, accepted);
    list_end();
    list_begin(4, 0, 0.020, 0);
    add_call(20, 50, 4);
    list_end();
    list_begin(5, 0, 0, 0);
    add_call(0, 100, 2);
    list_end();
    list_begin(6, 0, 0, 0);
    add_call(0, 1, 11);
    list_end();
    end_file(0.1, true);
    read_it(NULL);
    has_times(0, (const int[]){0, 0, 35, 0, 65, 0});
    has_times(1, (const int[]){0, 0, 30, 0, 70, 0});
    says("3 threads, 1.65 in background work: 45 % idle; most in 'Input' 35 %");
    assert_int_equal(it.times.together.times[1], 50000000);
    assert_int_equal(it.times.together.times[2], 35000000);
    assert_int_equal(it.times.together.times[3], 15000000);
    clear_it();
    read_it("0.035:0.05");
    says("3 threads, 2 in background work: 33 % idle; most in 'Input' 33 %");
    clear_it();
    read_it("0.030:0.035");
    says("3 threads, 3 in background work: most in 'Input' 67 %");
    clear_it();
    shows("timeline.gtr", NULL, "background");

    /* A worker without an event has no event loop. */
    begin_file(1);
    list_begin(1, 0, 0, 0);
    add_call(0, 10, 4);
    add_call(80, 90, 4);
    list_end();
    end_file(0.1, true);
    read_it(NULL);
    has_times(0, (const int[]){0, 0, 20, 0, 80, 0});
    says("1 worker, 0.2 in background work: 80 % idle; most in 'live print' 20 %");
    clear_it();
}

/* Of files of samples; tasks that overlap are no calls, and not counted. */
static void threads_are_busy_in_tasks(void **state)
{
    (void)state;
    lanes_begin_content("timeline.gtr", GAU_TRACE_SAMPLES);
    lanes_thread(1, 100, "main");
    lanes_task(1, "fit");
    lanes_lane(1, GAU_TRACE_LANE_TASKS, 1, "");
    list_begin(1, 0, 0, 0);
    add_call(2, 8, 1);
    list_interval(1, 0.005, 0.009);
    add_call(9, 10, 1);
    list_end();
    lanes_end();
    read_it(NULL);
    has_times(0, (const int[]){7, 0, 0, 0, 3, 0});
    says("1 thread, 0.7 busy: 30 % idle");
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_time_is_in_one_category),
        cmocka_unit_test(a_part_of_the_run_adds_up_too),
        cmocka_unit_test(the_sentence_names_the_largest_loss),
        cmocka_unit_test(the_input_is_what_comes_before_events),
        cmocka_unit_test(threads_are_busy_in_sections),
        cmocka_unit_test(threads_with_items_only_are_in_background_work),
        cmocka_unit_test(threads_are_busy_in_tasks),
        cmocka_unit_test(processors_have_a_busy_share),
        cmocka_unit_test(what_is_missing_is_unknown),
        cmocka_unit_test(a_killed_run_ends_where_its_file_does),
        cmocka_unit_test(long_runs_are_followed_piece_by_piece),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
