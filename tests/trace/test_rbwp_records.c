/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_scene.h"

#include "tests/unit/temp_folder.h"

#include <unistd.h>

/* Which records an RBWP file has, and their bytes. */

static void the_worked_example_has_its_bytes(void **state)
{
    static const unsigned char bytes[] = {0xd8, 0x90, 0x4d, 0x9f, 0x44, 0x71, 0x03,
                                          0xe8, 0x01, 0x00, 0x01, 0xf4, 0x02};
    const uint64_t now = UINT64_C(1770000000000001000);

    (void)state;
    create(1, false, 0);
    output.clock = (struct gau_rbwp_clock){now, (int64_t)now, 1};
    begin_list(now);
    enter(EVENT, now);
    leave(now + 500);
    end_list();
    gau_rbwp_close(&output);
    read_file();
    assert_memory_equal(file + 36 + 32, bytes, sizeof bytes);
    assert_int_equal(number(36, 8), 3); /* thread */
    assert_int_equal(number(44, 4), 0); /* sequence */
    assert_int_equal(number(48, 4), 2); /* records */
    assert_true(number(52, 8) == now);  /* base time */
    assert_int_equal(number(60, 4), sizeof bytes);
    assert_int_equal(number(64, 4), 0); /* not compressed */
}

static void the_header_is_that_of_the_format(void **state)
{
    (void)state;
    create(2, false, 0);
    gau_rbwp_close(&output);
    read_file();
    assert_memory_equal(file, "RBWP\1\0\1\0\5\0\0\0\7\0\0\0\0\0\0\0", 20);
    assert_int_equal(number(20, 4), 0);
    assert_int_equal(number(24, 4), 0);
    assert_int_equal(number(28, 8), 36);
    assert_int_equal(file_size, 36);
}

static void stamps_have_the_bytes_of_their_size(void **state)
{
    static const struct {
        uint64_t later;
        size_t bytes;
    } steps[] = {{0, 2}, {(1 << 15) - 1, 2}, {1 << 15, 4}, {(1 << 30) - 1, 4}, {1 << 30, 8}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        const uint64_t first = UINT64_C(1) << 40;

        list.number = 0;
        create(1, false, 0);
        begin_list(first);
        enter(EVENT, first);
        leave(first + steps[i].later);
        end_list();
        gau_rbwp_close(&output);
        show_file();
        assert_int_equal(number(60, 4), 8 + 2 + steps[i].bytes + 1);
        unlink("p.bin");
    }
}

/* By the clock of another processor, or a rate that became more exact. */
static void stamps_never_go_back(void **state)
{
    (void)state;
    create(1, false, 0);
    begin_list(100);
    enter(EVENT, 100);
    end_list();
    output.clock = (struct gau_rbwp_clock){100, 90, 1};
    begin_list(100);
    leave(105);
    enter(EVENT, 120);
    leave(130);
    end_list();
    assert_shows("+0@100 -@100 +0@110 -@120  item 0=Event");
}

static void sub_items_follow_each_other(void **state)
{
    (void)state;
    create(2, false, 0);
    begin_list(1);
    enter(EVENT, 1);
    enter(LINE, 2);
    enter(FIT, 3);
    leave(5);
    enter(FIT, 6);
    leave(7);
    leave(7);
    leave(9);
    end_list();
    assert_shows("+0@1 (0@2 )@3 (1@3 )@5 (0@5 )@6 (1@6 )@7 -@9  item 0=Event 0=Line/0 "
                 "1=Line Fit/0");
}

static void level_1_has_items_only(void **state)
{
    (void)state;
    create(1, false, 0);
    begin_list(1);
    enter(EVENT, 1);
    enter(LINE, 2);
    leave(7);
    leave(9);
    enter(POLL, 10);
    enter(PART, 11);
    leave(12);
    leave(13);
    end_list();
    assert_shows("+0@1 -@9 +1@10 -@13  item 0=Event item 1=poll");
}

static void external_work_has_the_item_that_is_open(void **state)
{
    (void)state;
    create(2, false, 0);
    begin_list(1);
    enter(POLL, 200);
    work(210, 205, 5);
    leave(220);
    enter(POLL, 300);
    enter(PART, 301);
    leave(302);
    leave(303);
    work(400, 390, 1);
    end_list();
    assert_shows("+0@200 g1d00050000000000/0:200-205@210 -@220 +0@300 (0@301 )@302 -@303 "
                 "g1d00050000000000/255:389-390@400  item 0=poll item 255=(other) 0=poll part/3");
}

static void time_does_not_step_back_at_external_work(void **state)
{
    (void)state;
    create(2, false, 0);
    begin_list(1);
    enter(EVENT, 1);
    enter(LINE, 2);
    enter(FIT, 3);
    leave(4);
    work(6, 6, 1);
    leave(8);
    leave(9);
    end_list();
    assert_shows("+0@1 (0@2 )@3 (1@3 )@4 (0@4 g1d00050000000000/0:5-6@6 )@8 -@9  "
                 "item 0=Event 0=Line/0 1=Line Fit/0");
}

static void a_gap_ends_what_is_open(void **state)
{
    (void)state;
    create(2, false, 0);
    begin_list(1);
    enter(EVENT, 1);
    enter(LINE, 5);
    end_list();
    list.number += 2;
    begin_list(100);
    record()->depth = 1;
    record()->open[0] = (struct gau_trace_open){EVENT, 0, 90};
    list.at += sizeof record()->open[0];
    leave(110);
    record()->last = 110;
    record()->size =
        (uint32_t)(list.at - list.bytes) - (uint32_t)(sizeof *record() + sizeof record()->open[0]);
    gau_rbwp_add_list(&output, record());
    assert_int_equal(output.gaps, 2);
    assert_int_equal(output.unfinished, 2);
    assert_shows("+0@1 (0@5 )@5 -@5 +0@100 -@110  item 0=Event 0=Line/0");
}

static void what_is_open_at_the_end_ends_there(void **state)
{
    (void)state;
    create(2, false, 0);
    begin_list(1);
    enter(EVENT, 1);
    enter(LINE, 5);
    end_list();
    gau_rbwp_close(&output);
    assert_int_equal(output.unfinished, 2);
    show_file();
    assert_string_equal(text, "+0@1 (0@5 )@5 -@5  item 0=Event 0=Line/0");
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(the_worked_example_has_its_bytes),
        test(the_header_is_that_of_the_format),
        test(stamps_have_the_bytes_of_their_size),
        test(stamps_never_go_back),
        test(sub_items_follow_each_other),
        test(level_1_has_items_only),
        test(external_work_has_the_item_that_is_open),
        test(time_does_not_step_back_at_external_work),
        test(a_gap_ends_what_is_open),
        test(what_is_open_at_the_end_ends_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
