/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "algorithms/csv/csv.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files of comma-separated values that are longer than a block. */

static void all_of_a_large_file_is_read(void **state)
{
    struct gau_csv_reader reader = {0};
    struct gau_csv_row row;
    FILE *file = fopen("t.csv", "w");
    char text[64];

    (void)state;
    for (int i = 0; i < 200000; i++)
        fprintf(file, "%d,\"%d\"\n", i, 7 * i);
    fclose(file);
    assert_int_equal(gau_csv_open(&reader, "t.csv", NULL), GAU_OK);
    for (int i = 0; i < 200000; i++) {
        const int length = snprintf(text, sizeof text, "%d,\"%d\"", i, 7 * i);

        assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_OK);
        assert_int_equal(row.length, length);
        assert_memory_equal(row.text, text, row.length);
    }
    assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_END);
    gau_csv_close(&reader);
}

/* What is read in such blocks: "line number columns fault text/" of all rows. */
static size_t describe_rows(char *out, size_t room, size_t block)
{
    struct gau_csv_reader reader = {.block = block};
    struct gau_csv_row row;
    FILE *const file = fmemopen(out, room, "w");

    assert_non_null(file);
    assert_int_equal(gau_csv_open(&reader, "t.csv", NULL), GAU_OK);
    for (int pass = 0; pass < 2; pass++) {
        while (gau_csv_next_row(&row, &reader, NULL) == GAU_OK) {
            fprintf(file, "%d %d %d %d ", (int)row.line, (int)row.number, (int)row.columns,
                    (int)row.fault);
            fwrite(row.text, 1, row.fault ? 0 : row.length, file);
            fputc('/', file);
        }
        gau_csv_rewind(&reader);
    }
    gau_csv_close(&reader);
    assert_int_equal(fclose(file), 0);
    return strlen(out);
}

static void blocks_may_end_anywhere(void **state)
{
    static const char text[] = "\xEF\xBB\xBF\"first\",b \r\n\r\n1,\"x\n\"\"y\"\"\"\n\n22,\"3\"4\n"
                               "\xEF\xBB\xBF\n5,\0\n666,7\r\n\"open\nthe last, 1";
    char whole[2048], pieces[2048];

    (void)state;
    folder_write_bytes("t.csv", text, sizeof text - 1);
    assert_true(describe_rows(whole, sizeof whole, 0) > 2 * sizeof text);
    assert_memory_equal(whole, "1 1 2 0 \"first\",b /3 2 2 0 1,\"x\n\"\"y\"\"\"/6 3 2 1 /", 48);
    for (size_t block = 1; block <= sizeof text; block++) {
        describe_rows(pieces, sizeof pieces, block);
        if (strcmp(pieces, whole) != 0)
            fail_msg("in blocks of %zu bytes: %s", block, pieces);
    }
}

/* Of the longest row that is read, and of one that is longer by a character. */
static void the_longest_row_may_lie_in_two_blocks(void **state)
{
    static char text[GAU_CSV_MAX_ROW + 100];

    (void)state;
    for (size_t longer = 0; longer < 2; longer++)
        for (size_t before = 1; before < 4; before++) {
            struct gau_csv_table table = {.policy = GAU_CSV_SKIP};
            const size_t end = 4 + 2 * before + GAU_CSV_MAX_ROW + longer;

            memset(text, 'x', sizeof text);
            memcpy(text, "evt\n1\n1\n1\n", 4 + 2 * before);
            memcpy(text + end, "\n3\n", 3);
            folder_write_bytes("t.csv", text, end + 3);
            assert_int_equal(gau_csv_table_open(&table, "t.csv", "", NULL), GAU_OK);
            while (table.has_pending) {
                assert_true(table.pending.length == (table.rows == before ? GAU_CSV_MAX_ROW : 1) ||
                            longer);
                table.rows++;
                gau_csv_table_advance(&table, NULL);
            }
            assert_int_equal(table.rows, before + 2 - longer);
            assert_int_equal(table.bad_rows.skipped, longer);
            assert_true(table.reader.line == before + 4);
            gau_csv_table_close(&table);
        }
}

/* Files of /sys say that they are a page long. */
static void a_file_that_is_shorter_than_it_says_is_not_taken_for_whole(void **state)
{
    static const char *const shorter = "/sys/devices/system/cpu/online";
    struct gau_csv_reader reader = {0};
    struct gau_csv_row row;
    gau_error err;
    struct stat facts;

    (void)state;
    if (stat(shorter, &facts) != 0 || facts.st_size < 4096)
        skip();
    assert_int_equal(gau_csv_open(&reader, shorter, NULL), GAU_OK);
    assert_int_equal(gau_csv_next_row(&row, &reader, NULL), GAU_OK);
    assert_int_equal(gau_csv_next_row(&row, &reader, &err), GAU_ERR_IO);
    assert_non_null(strstr(err.message, "became shorter while it was read"));
    gau_csv_close(&reader);
}

static void a_file_that_becomes_shorter_ends_the_reading(void **state)
{
    struct gau_csv_table table = {.policy = GAU_CSV_SKIP, .reader.block = 8};
    gau_error err = {0};

    (void)state;
    folder_write("t.csv", "evt,x\n1,2\n3,4\n5,6\n");
    assert_int_equal(gau_csv_table_open(&table, "t.csv", "evt", NULL), GAU_OK);
    assert_int_equal(truncate("t.csv", 16), 0);
    assert_int_equal(gau_csv_table_advance(&table, NULL), GAU_OK);
    assert_int_equal(gau_csv_table_advance(&table, &err), GAU_ERR_IO);
    assert_string_equal(err.message, "t.csv: became shorter while it was read: 16 of 18 bytes");
    gau_csv_table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_a_large_file_is_read),
        cmocka_unit_test(blocks_may_end_anywhere),
        cmocka_unit_test(the_longest_row_may_lie_in_two_blocks),
        cmocka_unit_test(a_file_that_is_shorter_than_it_says_is_not_taken_for_whole),
        cmocka_unit_test(a_file_that_becomes_shorter_ends_the_reading),
    };

    return cmocka_run_group_tests_name("csv blocks", tests, folder_enter, folder_leave);
}
