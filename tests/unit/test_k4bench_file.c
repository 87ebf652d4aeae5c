/* SPDX-License-Identifier: Apache-2.0 */
#include "scripted_events.h"

#include <stdlib.h>
#include <string.h>

/* What is in k4Bench's file. */

/* --- the file ------------------------------------------------------------------------------ */

static void the_file_of_k4bench_has_nine_keys_in_order(void **state)
{
    (void)state;
    three_events();
    assert_string_equal(run_with("r", ""), "");
    has_text("r/k4bench_events.json", of_three);
    assert_true(is_there("r/events.gtr"));
}

static void without_events_its_arrays_are_empty(void **state)
{
    (void)state;
    run_with("r", "Label=none");
    has_text("r/none_events.json", "{\n  \"schema_version\": 1,\n  \"peak_vmem_mb\": 8388608.000,\n"
                                   "  \"event_numbers\": [],\n  \"event_times_s\": [],\n"
                                   "  \"event_rss_begin_mb\": [],\n  \"event_rss_end_mb\": [],\n"
                                   "  \"event_rss_anon_begin_mb\": [],\n"
                                   "  \"event_rss_anon_end_mb\": [],\n"
                                   "  \"event_rss_file_end_mb\": []\n}\n");
}

static void what_is_not_known_is_minus_one_kb(void **state)
{
    (void)state;
    event_script.has_status = false;
    SCRIPT({0, 1, 0, 1000000, 0, 0, GAU_OK, 0}, {0, 2, 1000000, 1000007, 0, 0, GAU_OK, 0});
    assert_string_equal(run_with("r", ""), "");
    has_text("r/k4bench_events.json", "{\n"
                                      "  \"schema_version\": 1,\n"
                                      "  \"peak_vmem_mb\": -1.000,\n"
                                      "  \"event_numbers\": [0, 1],\n"
                                      "  \"event_times_s\": [1.000000, 0.000007],\n"
                                      "  \"event_rss_begin_mb\": [-0.001, -0.001],\n"
                                      "  \"event_rss_end_mb\": [-0.001, -0.001],\n"
                                      "  \"event_rss_anon_begin_mb\": [-0.001, -0.001],\n"
                                      "  \"event_rss_anon_end_mb\": [-0.001, -0.001],\n"
                                      "  \"event_rss_file_end_mb\": [-0.001, -0.001]\n"
                                      "}\n");
}

static void memory_that_is_not_wanted_is_not_known(void **state)
{
    char *text;

    (void)state;
    three_events();
    run_with("r", "Memory=false");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_rss_end_mb\": [-0.001, -0.001, -0.001],\n"));
    free(text);
}

/* Each worker passes its events on at its end, so that numbers fall in the file of the events. An
 * event of another worker, which begins meanwhile, is the memory at the end of an event. */
static void events_of_four_workers_are_in_the_order_of_their_numbers(void **state)
{
    (void)state;
    SCRIPT({3, 2, 100, 2000100, 1024, 2048, GAU_OK, 0}, {2, 1, 110, 510, 1024, 1536, GAU_OK, 0},
           {0, 4, 120, 1120, 1280, 1024, GAU_REJECT, 0}, {1, 3, 130, 131, 512, 512, GAU_OK, 0},
           {2, 7, 600, 602, 1024, 4096, GAU_OK, 0},
           {1, 5, 700, 1700, 0, 1024, GAU_ERR_IO, GAU_OUTCOME_ERROR | GAU_OUTCOME_ABORTED},
           {2, 6, 800, 850, 256, 768, GAU_OK, 0});
    assert_string_equal(run_with("r", ""), "");
    has_text("r/k4bench_events.json",
             "{\n"
             "  \"schema_version\": 1,\n"
             "  \"peak_vmem_mb\": 8388608.000,\n"
             "  \"event_numbers\": [0, 1, 2, 3, 4, 5, 6],\n"
             "  \"event_times_s\": [0.000400, 2.000000, 0.000001, 0.001000, 0.001000, 0.000050, "
             "0.000002],\n"
             "  \"event_rss_begin_mb\": [1.488, 1.488, 0.988, 1.738, 0.488, 0.738, 1.488],\n"
             "  \"event_rss_end_mb\": [1.988, 2.488, 0.988, 1.488, 1.488, 1.238, 4.488],\n"
             "  \"event_rss_anon_begin_mb\": [1.000, 1.000, 0.500, 1.250, 0.000, 0.250, 1.000],\n"
             "  \"event_rss_anon_end_mb\": [1.500, 2.000, 0.500, 1.000, 1.000, 0.750, 4.000],\n"
             "  \"event_rss_file_end_mb\": [0.488, 0.488, 0.488, 0.488, 0.488, 0.488, 0.488]\n"
             "}\n");
}

static void numbers_may_fall(void **state)
{
    char *text;

    (void)state;
    SCRIPT({0, 9, 100, 101, 1, 1, GAU_OK, 0}, {0, 2, 110, 112, 1, 1, GAU_OK, 0},
           {0, INT64_MAX, 120, 123, 1, 1, GAU_OK, 0}, {0, 5, 130, 134, 1, 1, GAU_OK, 0});
    assert_string_equal(run_with("r", ""), "");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_numbers\": [1, 4, 8, 9223372036854775806],\n"));
    assert_non_null(strstr(text, "[0.000002, 0.000004, 0.000001, 0.000003],\n"));
    free(text);
}

/* The last one, such as one that was open when the program ended. */
static void an_event_without_an_end_leaves_nothing(void **state)
{
    char *text;

    (void)state;
    three_events();
    event_script.steps[3] =
        (struct step){0, 4, 2000000, 2000009, 5000, 5000, GAU_OK, GAU_OUTCOME_UNFINISHED};
    run_with("r", "");
    has_text("r/k4bench_events.json", of_three);
    event_script.steps[1].flags = GAU_OUTCOME_UNFINISHED;
    run_with("other", "");
    text = folder_read("other/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_numbers\": [0, 2],\n"));
    free(text);
}

static void numbers_that_occur_twice_are_counted_in_order_of_time(void **state)
{
    const char *messages;
    char *text;

    (void)state;
    SCRIPT({0, 9, 100, 101, 1, 1, GAU_OK, 0}, {1, 7, 110, 112, 1, 1, GAU_OK, 0},
           {0, 7, 120, 123, 1, 1, GAU_OK, 0});
    messages = run_with("r", "");
    assert_string_equal(
        messages, "gaudit: warning: Scripted: 'r/k4bench_events.json': numbers of events occur "
                  "twice, such as 7: events are counted there, from 0\n");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_numbers\": [0, 1, 2],\n"));
    assert_non_null(strstr(text, "[0.000001, 0.000002, 0.000003],\n"));
    free(text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, event_script_begin, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(the_file_of_k4bench_has_nine_keys_in_order),
        TEST(without_events_its_arrays_are_empty),
        TEST(what_is_not_known_is_minus_one_kb),
        TEST(memory_that_is_not_wanted_is_not_known),
        TEST(events_of_four_workers_are_in_the_order_of_their_numbers),
        TEST(numbers_may_fall),
        TEST(an_event_without_an_end_leaves_nothing),
        TEST(numbers_that_occur_twice_are_counted_in_order_of_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
