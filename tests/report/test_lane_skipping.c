/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "report/timeline/lane_reader.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Lists outside of the wanted time are left out, what is in it is not. Times are in us. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static char text[2000];

static bool end_entry(void *user, const struct gau_lane_entry *entry)
{
    const size_t length = strlen(text);
    const char *const more = entry->what == GAU_LANE_GAP           ? " gap"
                             : entry->flags & GAU_LANE_OPEN        ? " open"
                             : entry->flags & GAU_LANE_END_MISSING ? " missing"
                                                                   : "";

    (void)user;
    snprintf(text + length, sizeof text - length, "%" PRIu32 "@%" PRIu32 " %.0f-%.0f%s\n",
             entry->branch, entry->depth, ((double)entry->begin - LANES_ORIGIN) / 1e3,
             ((double)entry->end - LANES_ORIGIN) / 1e3, more);
    return true;
}

/* Reads all, if @p twice, and then what is from 100 to 200 us. */
static void read_window(bool twice, const char *expected)
{
    static const struct gau_lanes_visitor all = {.end = end_entry};
    const struct gau_lanes_visitor visitor = {.end = end_entry,
                                              .first = ticks_of(100e-6),
                                              .last = ticks_of(200e-6)};
    struct gau_bump_allocator heap = {0};
    struct gau_text_pool texts;
    struct gau_lanes lanes = {.texts = &texts};
    gau_error error = {0};

    lanes_totals(1e-3, 1, 0);
    lanes_end();
    assert_true(gau_text_pool_init(&texts, &heap));
    assert_true(!twice || gau_lanes_read(&lanes, "timeline.gtr", &all, NULL, &error));
    text[0] = '\0';
    assert_true(gau_lanes_read(&lanes, "timeline.gtr", &visitor, NULL, &error));
    assert_string_equal(text, expected);
    gau_lanes_clear(&lanes);
    gau_text_pool_clear(&texts);
    gau_bump_allocator_clear(&heap);
}

static void begin_file(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

static void add_call(double us, uint32_t branch)
{
    list_call(us * 1e-6, branch);
    list_return((us + 1) * 1e-6, accepted);
}

/* A list that has one call. */
static void add_list(uint64_t number, double us, uint32_t branch)
{
    list_begin(1, number, us * 1e-6, 0);
    add_call(us, branch);
    list_end();
}

static void lists_before_and_behind_are_left_out(void **state)
{
    (void)state;
    for (int twice = 0; twice < 2; twice++) {
        begin_file();
        add_list(0, 10, 2);
        add_list(1, 99, 3);
        add_list(2, 150, 4);
        add_list(3, 200, 5);
        add_list(4, 201, 6);
        add_list(5, 300, 7);
        read_window(twice, twice ? "3@1 99-100\n4@1 150-151\n5@1 200-201\n7@1 300-301\n"
                                 : "2@1 10-11\n3@1 99-100\n4@1 150-151\n5@1 200-201\n"
                                   "6@1 201-202\n7@1 300-301\n");
    }
}

/* The first list begins 8, which ends in the window, the third 9, which ends behind it, and
 * then another 9 begins. */
static void what_reaches_into_the_window_is_whole(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 0);
    add_call(10, 2);
    list_call(20e-6, 8);
    list_end();
    list_begin(1, 1, 20e-6, 0);
    list_open(8, 20e-6);
    add_call(30, 3);
    list_end();
    list_begin(1, 2, 150e-6, 0);
    list_open(8, 20e-6);
    list_return(160e-6, accepted);
    list_call(170e-6, 9);
    list_end();
    list_begin(1, 3, 300e-6, 0);
    list_open(9, 170e-6);
    add_call(300, 4);
    list_return(310e-6, accepted);
    list_call(320e-6, 9);
    list_end();
    list_begin(1, 4, 320e-6, 0);
    list_open(9, 320e-6);
    add_call(330, 7);
    list_end();
    list_begin(1, 5, 331e-6, 0);
    list_open(9, 320e-6);
    list_return(400e-6, accepted);
    list_end();
    read_window(true, "8@1 20-160\n4@2 300-301\n9@1 170-310\n9@1 320-400\n");
}

/* 8 is open in all lists but the first; 9 is in it, and ends behind the window. */
static void a_section_around_all_is_whole(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 10e-6, 0);
    list_call(10e-6, 8);
    list_call(20e-6, 9);
    list_end();
    for (int i = 1; i < 6; i++) {
        list_begin(1, (uint64_t)i, 110e-6 * i, 0);
        list_open(8, 10e-6);
        if (i < 3)
            list_open(9, 20e-6);
        add_call(110 * i, (uint32_t)i + 1);
        if (i == 2)
            list_return(300e-6, accepted);
        if (i == 5)
            list_return(600e-6, accepted);
        list_end();
    }
    read_window(true, "2@3 110-111\n3@3 220-221\n9@2 20-300\n6@2 550-551\n8@1 10-600\n");
}

/* Its last list is before the window. */
static void what_is_open_at_the_end_is_in_the_window(void **state)
{
    (void)state;
    begin_file();
    add_list(0, 10, 2);
    list_begin(1, 1, 20e-6, 0);
    list_call(20e-6, 8);
    list_end();
    read_window(true, "8@1 20-1000 open\n");
}

static void what_ended_in_a_missing_list_is_known(void **state)
{
    (void)state;
    begin_file();
    add_list(0, 10, 2);
    list_begin(1, 1, 20e-6, 0);
    list_call(20e-6, 8);
    list_end();
    add_list(4, 300, 3);
    add_list(5, 310, 4);
    add_list(6, 320, 5);
    read_window(true, "0@0 20-300 gap\n3@1 300-301\n5@1 320-321\n");
}

/* It is reported long before, or long after. */
static void intervals_may_be_in_any_list(void **state)
{
    (void)state;
    begin_file();
    add_list(0, 10, 2);
    list_begin(1, 1, 300e-6, 0);
    list_interval_at(ticks_of(300e-6), 9, ticks_of(110e-6), ticks_of(120e-6));
    list_end();
    add_list(2, 310, 3);
    read_window(true, "2@1 10-11\n9@0 110-120\n3@1 310-311\n");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_before_and_behind_are_left_out),
        cmocka_unit_test(what_reaches_into_the_window_is_whole),
        cmocka_unit_test(a_section_around_all_is_whole),
        cmocka_unit_test(what_is_open_at_the_end_is_in_the_window),
        cmocka_unit_test(what_ended_in_a_missing_list_is_known),
        cmocka_unit_test(intervals_may_be_in_any_list),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
