/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "reader_contract.h"
#include "tests/unit/temp_folder.h"
#include "visitor_log.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Background-work profiles of Realm. tests/job/rbwp.sh reads files of many kinds; the bytes of this
 * one are written out, since what makes files could have the mistake of the reader. */

static struct call_log call_log;

#define ZERO_HIGH 0x71, 0x44, 0x9f, 0x4d, 0x90, 0x18 /* 1 770 000 000 s: all but two bytes */
#define FIRST 0xd8, 0x90, 0x4d, 0x9f, 0x44, 0x71     /* the same, as a stamp begins */

enum { BLOCK_B = 36, RECORDS_B = 68, BLOCK_A = 115, RECORDS_A = 147, NAMES = 164, SIZE = 179 };

static const unsigned char small[SIZE] = {
    'R', 'B', 'W', 'P', 1, 0, 1, 0, 5, 0, 0, 0, 0, 0,
    ZERO_HIGH,                                          /* version, flags, node, zero time */
    1, 0, 0, 0, 1, 0, 0, 0, NAMES, 0, 0, 0, 0, 0, 0, 0, /* descriptors */
    /* Block 1 of thread 7: a sub-item of 32768 ns, GPU work, the end of the item. */
    7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, /* 4 records */
    0xe8, 7, ZERO_HIGH, 47, 0, 0, 0, 0, 0, 0, 0,    /* base, sizes */
    FIRST, 7, 0xe8, 0x11, 0, 0,                     /* begins */
    0x80, 0, 0x80, 0, 0x12,                         /* ends */
    0, 0, 0x21, 2, 0, 0, 0, 0, 5, 0, 0x1d, 3, 0xdc, 5, ZERO_HIGH, 0xd0, 7, ZERO_HIGH, /* GPU 2 */
    0, 1, 0x02,                                                                       /* the item */
    /* Block 0, which comes later in the file: an item of 500 ns, and the begin of another. */
    7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0,          /* 3 records */
    0xe8, 3, ZERO_HIGH, 17, 0, 0, 0, 0, 0, 0, 0,             /* base, sizes */
    FIRST, 3, 0xe8, 0x01, 3,                                 /* begins */
    0x01, 0xf4, 0x02,                                        /* ends */
    0, 100, 0x01, 3,                                         /* begins */
    3, 0, 4, 0, 'c', 'o', 'p', 'y', 0, 0, 1, 2, 0, 'g', 'o', /* names */
};

static unsigned char bytes[SIZE];

/* Writes the file with one byte changed, and reads it. */
static void read_with(size_t at, unsigned char value)
{
    memcpy(bytes, small, SIZE);
    bytes[at] = value;
    folder_write_bytes("p.bin", bytes, SIZE);
    call_log_read(&call_log, "p.bin");
}

static void assert_said(const char *text)
{
    if (!strstr(call_log.text, text))
        fail_msg("'%s' is not in\n%s", text, call_log.text);
}

static void the_worked_bytes_are_a_timeline(void **state)
{
    (void)state;
    read_with(0, 'R');
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_string_equal(
        call_log.text,
        "timeline totals 0 1 0 0 0 0 0 2 0 0\n"
        "work item 3 copy\n"
        "sub-item 0 1 go\n"
        "branch 0 below -1 0 0 Event\n"
        "branch 1 below -1 0 0 Background\n"
        "branch 2 below 1 4 1 copy\n"
        "lane 1 2 7 ''\n"
        "list 0 of 1, 1000 to 1600#0: +2@1000#0 -@1500=0/0 +2@1600#0\n"
        "branch 3 below 2 3 2 go\n"
        "branch 4 below -1 0 0 External\n"
        "branch 5 below 4 3 1 GPU 2\n"
        "branch 6 below 5 3 2 copy\n"
        "list 1 of 1, 2024 to 34793#0: (2@1600 +3@2024#0 -@34792=0/0 ~6:1500-2000 -@34793=0/0\n"
        "timeline totals 0 1 34793 0 0 0 1 2 0 0\n"
        "rbwp level 2 node 5 closed 1 items 1 subs 0 1 0 0 0 threads 1 records 7 gpu 1 faults 0\n");
    assert_memory_equal(call_log.header.magic, "RBWP\0\0\0\0", 8);
    assert_int_equal(call_log.header.content, GAU_TRACE_TIMELINE);
    assert_int_equal(call_log.header.pid, 0);
    assert_true(call_log.header.start_epoch_ns == UINT64_C(1770000000) * 1000000000);
    assert_true(call_log.header.start_ns == call_log.header.start_epoch_ns);
    assert_int_equal(call_log.damage.blocks, 2);
    assert_int_equal(call_log.damage.invalid_records + call_log.damage.bytes_skipped, 0);
    assert_true(gau_trace_is_rbwp("p.bin"));
    assert_false(gau_trace_is_rbwp("missing"));
    assert_false(gau_trace_is_rbwp("."));
}

/* The list behind a damaged block begins with nothing, and a number is left out before it. */
static void behind_damage_a_lane_has_a_gap(void **state)
{
    (void)state;
    read_with(NAMES - 2, 0x7f);
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_said("list 0 of 1, 1000 to 1500#0: +2@1000#0 -@1500=0/0\n"
                "fault at 160: thread 7: a record has an unknown type\n");
    assert_said("list 2 of 1, 2024 to 34792#0: ~5:1500-2000\n");
    assert_said(" faults 1\n");
    assert_int_equal(call_log.damage.invalid_records, 1);
}

static void time_does_not_step_back(void **state)
{
    (void)state;
    read_with(RECORDS_B + 6, 3); /* and the base time, which is named, too */
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_said("fault at 68: thread 7: the first time stamp is not the base time of the block\n"
                "fault at 68: thread 7: time steps back\n");
    assert_said("list 1 of 1, 1600 to 33769#0: (2@1600 +3@1600#0 -@33768=0/0 ~6:1500-2000 "
                "-@33769=0/0\n");
}

static void a_file_that_was_not_closed_has_numbers_for_names(void **state)
{
    (void)state;
    memcpy(bytes, small, SIZE);
    memset(bytes + 20, 0, 16);
    folder_write_bytes("p.bin", bytes, NAMES + 7);
    call_log_read(&call_log, "p.bin");
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_said("branch 2 below 1 4 1 item 3\n");
    assert_said("branch 3 below 2 3 2 sub-item 0\n");
    assert_said("timeline totals 0 1 34793 0 0 0 0 2 0 0\n");
    assert_said(" closed 0 items 0 ");
    assert_int_equal(call_log.damage.tail_bytes, 7);
    assert_int_equal(call_log.damage.invalid_records, 0);
}

/* --- any content --------------------------------------------------------------------------- */

static void any_flipped_bit_keeps_the_promises(void **state)
{
    struct gau_trace_damage damage;

    (void)state;
    for (size_t bit = 0; bit < 8 * SIZE; bit++) {
        memcpy(bytes, small, SIZE);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        folder_write_bytes("p.bin", bytes, SIZE);
        promises_check("p.bin", &damage);
    }
}

static void a_file_may_end_anywhere(void **state)
{
    struct gau_trace_damage damage;

    (void)state;
    for (size_t n = 0; n < SIZE; n++) {
        folder_write_bytes("p.bin", small, n);
        promises_check("p.bin", &damage);
        memcpy(bytes, small, n);
        if (n >= BLOCK_B)
            memset(bytes + 20, 0, 16);
        folder_write_bytes("p.bin", bytes, n);
        if (promises_check("p.bin", &damage) == GAU_TRACE_OK && n >= BLOCK_A && n < NAMES)
            assert_int_equal(damage.tail_bytes, n - BLOCK_A);
    }
}

static void a_visitor_may_stop_at_any_call(void **state)
{
    int calls;

    (void)state;
    read_with(NAMES - 2, 0x7f);
    calls = call_log.lines;
    assert_true(calls > 10);
    for (int i = 1; i <= calls; i++) {
        call_log.stop_after = i;
        call_log_read(&call_log, "p.bin");
        assert_int_equal(call_log.status, GAU_TRACE_STOPPED);
        assert_int_equal(call_log.lines, i);
    }
    call_log.stop_after = 0;
}

/* Without skipping holes this one would need hours. */
static void a_hole_of_a_tebibyte_is_skipped(void **state)
{
    const off_t hole = (off_t)1 << 40;
    int fd;

    (void)state;
    memcpy(bytes, small, SIZE);
    memset(bytes + 20, 0, 16);
    folder_write_bytes("p.bin", bytes, BLOCK_A);
    fd = open("p.bin", O_WRONLY);
    assert_int_equal(pwrite(fd, bytes + BLOCK_A, NAMES - BLOCK_A, hole), NAMES - BLOCK_A);
    close(fd);
    call_log_read(&call_log, "p.bin");
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_int_equal(call_log.damage.blocks, 2);
    assert_said("list 0 of 1, 1000 to 1600#0: +2@1000#0 -@1500=0/0 +2@1600#0\n");
    assert_said(" bytes are no block\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_bytes_are_a_timeline),
        cmocka_unit_test(behind_damage_a_lane_has_a_gap),
        cmocka_unit_test(time_does_not_step_back),
        cmocka_unit_test(a_file_that_was_not_closed_has_numbers_for_names),
        cmocka_unit_test(any_flipped_bit_keeps_the_promises),
        cmocka_unit_test(a_file_may_end_anywhere),
        cmocka_unit_test(a_visitor_may_stop_at_any_call),
        cmocka_unit_test(a_hole_of_a_tebibyte_is_skipped),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
