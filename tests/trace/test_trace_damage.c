/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "forged_file.h"
#include "tests/unit/temp_folder.h"
#include "trace_fixture.h"
#include "visitor_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a whole file, to be damaged ------------------------------------------------------------- */

enum { HEADER = sizeof(struct gau_trace_header) };

static struct call_log call_log;
static struct forge whole, damaged;
static size_t ends[SCENE_BLOCKS + 1]; /* of the header, and of each block */

static int read_whole(void)
{
    FILE *const file = fopen("whole.gtr", "r");
    int n = 0;

    if (!file)
        return -1;
    whole.size = fread(whole.data, 1, sizeof whole.data, file);
    fclose(file);
    for (size_t at = HEADER; at < whole.size && n < SCENE_BLOCKS; n++) {
        struct gau_trace_block block;

        ends[n] = at;
        memcpy(&block, whole.data + at, sizeof block);
        at += block.size;
    }
    ends[n] = whole.size;
    return n == SCENE_BLOCKS ? 0 : -1;
}

static int write_whole(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    scene_write("whole.gtr");
    return read_whole();
}

static int write_packed(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    scene_write_packed("whole.gtr");
    return read_whole();
}

static void add_block(int i)
{
    forge_bytes(&damaged, whole.data + ends[i], ends[i + 1] - ends[i]);
}

/* A file of the header and these blocks, until -1. */
static void arrange(const int *blocks)
{
    damaged.size = 0;
    forge_bytes(&damaged, whole.data, HEADER);
    for (; *blocks >= 0; blocks++)
        add_block(*blocks);
}

static void read_damaged(void)
{
    forge_write(&damaged, "t.gtr");
    call_log_read(&call_log, "t.gtr");
}

static void assert_damage(uint64_t blocks, uint64_t missing, uint64_t skipped, uint64_t tail)
{
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_int_equal(call_log.damage.blocks, blocks);
    assert_int_equal(call_log.damage.missing, missing);
    assert_int_equal(call_log.damage.bytes_skipped, skipped);
    assert_int_equal(call_log.damage.tail_bytes, tail);
}

/* --- files that were cut --------------------------------------------------------------------- */

static void every_beginning_of_a_file_gives_its_whole_blocks(void **state)
{
    char expected[4096] = "";
    uint64_t n = 0;

    (void)state;
    for (size_t cut = HEADER; cut <= whole.size; cut++) {
        while (n < SCENE_BLOCKS && ends[n + 1] <= cut)
            strcat(expected, scene_text[n++]);
        damaged.size = 0;
        forge_bytes(&damaged, whole.data, cut);
        read_damaged();
        assert_string_equal(call_log.text, expected);
        assert_damage(n, 0, cut - ends[n], cut - ends[n]);
    }
    assert_int_equal(n, SCENE_BLOCKS);
}

static void a_part_of_a_header_is_no_trace(void **state)
{
    (void)state;
    for (size_t cut = 1; cut < HEADER; cut++) {
        damaged.size = 0;
        forge_bytes(&damaged, whole.data, cut);
        read_damaged();
        assert_int_equal(call_log.status, GAU_TRACE_NO_TRACE);
        assert_string_equal(call_log.message, "not a trace file");
    }
}

/* A process that was killed between making the file and writing its header. */
static void a_file_of_no_bytes_is_a_trace_of_nothing(void **state)
{
    (void)state;
    damaged.size = 0;
    read_damaged();
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_int_equal(call_log.header.version, 0);
    assert_int_equal(call_log.size, 0);
    assert_damage(0, 0, 0, 0);
}

/* --- bytes that were changed ----------------------------------------------------------------- */

static void flip(size_t at, unsigned mask)
{
    damaged.size = 0;
    forge_bytes(&damaged, whole.data, whole.size);
    damaged.data[at] ^= (unsigned char)mask;
    read_damaged();
}

static void a_changed_header_is_refused(void **state)
{
    (void)state;
    for (size_t at = 0; at < HEADER; at++)
        for (unsigned mask = 1; mask < 256; mask++) {
            flip(at, mask);
            assert_int_equal(call_log.status, GAU_TRACE_NO_TRACE);
            assert_int_equal(call_log.size, 0);
            assert_string_equal(call_log.message,
                                at < 8 ? "not a trace file" : "the header is damaged");
        }
}

/* What is read must be the same as if the block had never been there. */
static void a_changed_byte_costs_its_block_and_nothing_else(void **state)
{
    static struct call_log without;
    static const unsigned masks[] = {1, 2, 4, 8, 16, 32, 64, 128, 255};

    (void)state;
    for (int i = 0; i < SCENE_BLOCKS; i++) {
        const size_t size = ends[i + 1] - ends[i];
        int others[SCENE_BLOCKS], n = 0;

        for (int k = 0; k < SCENE_BLOCKS; k++)
            if (k != i)
                others[n++] = k;
        others[n] = -1;
        arrange(others);
        read_damaged();
        without = call_log;
        for (size_t at = ends[i]; at < ends[i + 1]; at++)
            for (size_t m = 0; m < COUNT_OF(masks); m++) {
                const bool last = i == SCENE_BLOCKS - 1;

                flip(at, masks[m]);
                assert_string_equal(call_log.text, without.text);
                assert_damage(SCENE_BLOCKS - 1, !last, size, last ? size : 0);
                assert_int_equal(call_log.damage.dangling_references,
                                 without.damage.dangling_references);
                assert_int_equal(call_log.damage.invalid_records, 0);
            }
    }
}

/* --- blocks that were moved ------------------------------------------------------------------ */

static void blocks_in_the_wrong_order_are_left_out(void **state)
{
    const uint64_t size = ends[4] - ends[3];

    (void)state;
    arrange((const int[]){0, 1, 2, 4, 3, 5, -1});
    read_damaged();
    assert_damage(5, 1, size, 0);
    assert_int_equal(call_log.damage.misplaced, 1);
    assert_int_equal(call_log.damage.misplaced_bytes, size);
    assert_null(strstr(call_log.text, "pause"));
    assert_non_null(strstr(call_log.text, scene_text[5]));
}

static void a_block_counts_once(void **state)
{
    char expected[4096] = "";

    (void)state;
    for (int i = 0; i < SCENE_BLOCKS; i++)
        strcat(expected, scene_text[i]);
    arrange((const int[]){0, 1, 1, 2, 3, 4, 5, 6, 0, 5, -1});
    read_damaged();
    assert_string_equal(call_log.text, expected);
    assert_damage(7, 0, ends[2] - ends[1] + ends[1] - ends[0] + ends[6] - ends[5], 0);
}

static void missing_blocks_are_counted(void **state)
{
    (void)state;
    arrange((const int[]){2, 5, -1});
    read_damaged();
    assert_damage(2, 4, 0, 0);
}

static void the_last_number_is_a_number(void **state)
{
    const uint32_t pause[] = {GAU_TRACE_PAUSE, 24, 5, 0, 1, 0};

    (void)state;
    forge_begin(&damaged);
    forge_plain(&damaged, UINT64_MAX, pause, sizeof pause);
    forge_plain(&damaged, 0, pause, sizeof pause);
    read_damaged();
    assert_string_equal(call_log.text, "pause 1 5\n");
    assert_damage(1, UINT64_MAX, sizeof(struct gau_trace_block) + sizeof pause, 0);
}

/* --- what does not belong there -------------------------------------------------------------- */

/* Also magic numbers, and a block whose end would be in a later one. */
static void blocks_are_found_behind_anything(void **state)
{
    static const char junk[] = "GBLGBLKGBLK\x40\0\0\0GBLK\xf0\xff\xff\xffGBLK\0\4\0\0GB";
    char expected[4096] = "";

    (void)state;
    for (int i = 0; i < SCENE_BLOCKS; i++)
        strcat(expected, scene_text[i]);
    for (size_t n = 0; n <= sizeof junk; n++) {
        arrange((const int[]){-1});
        for (int i = 0; i < SCENE_BLOCKS; i++) {
            forge_bytes(&damaged, junk, n);
            add_block(i);
        }
        forge_bytes(&damaged, junk, n);
        read_damaged();
        assert_string_equal(call_log.text, expected);
        assert_damage(SCENE_BLOCKS, 0, (SCENE_BLOCKS + 1) * n, n);
    }
}

/* The reader has two of the largest blocks in its window. Wherever the window ends, a block that
 * begins there is found. */
static void a_block_is_found_across_the_border_of_the_window(void **state)
{
    static unsigned char junk[2 * GAU_TRACE_BLOCK_MAX];
    char expected[4096] = "";

    (void)state;
    memset(junk, 'x', sizeof junk);
    strcat(strcat(expected, scene_text[0]), scene_text[1]);
    for (size_t n = 0; n <= 2 * sizeof(uint32_t); n++) {
        const size_t border = sizeof junk + sizeof(uint32_t) - n;

        arrange((const int[]){0, -1});
        forge_bytes(&damaged, junk, border - damaged.size);
        add_block(1);
        read_damaged();
        assert_string_equal(call_log.text, expected);
        assert_damage(2, 0, border - ends[1], 0);
    }
}

#define test(name) cmocka_unit_test_setup_teardown(name, write_whole, folder_leave)
#define test_packed(name) cmocka_unit_test_setup_teardown(name, write_packed, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(every_beginning_of_a_file_gives_its_whole_blocks),
        test(a_part_of_a_header_is_no_trace),
        test(a_file_of_no_bytes_is_a_trace_of_nothing),
        test(a_changed_header_is_refused),
        test(a_changed_byte_costs_its_block_and_nothing_else),
        test(blocks_in_the_wrong_order_are_left_out),
        test(a_block_counts_once),
        test(missing_blocks_are_counted),
        test(the_last_number_is_a_number),
        test(blocks_are_found_behind_anything),
        test(a_block_is_found_across_the_border_of_the_window),
        test_packed(every_beginning_of_a_file_gives_its_whole_blocks),
        test_packed(a_changed_byte_costs_its_block_and_nothing_else),
        test_packed(blocks_in_the_wrong_order_are_left_out),
        test_packed(a_block_counts_once),
        test_packed(blocks_are_found_behind_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
