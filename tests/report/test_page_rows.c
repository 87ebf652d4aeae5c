/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/page_rows.h"

#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static struct gau_page_rows rows_of(const struct gau_page_row *items, uint32_t count)
{
    struct gau_page_rows rows = {.items = calloc(count, sizeof *items), .count = count};

    assert_non_null(rows.items);
    memcpy(rows.items, items, count * sizeof *items);
    return rows;
}

static void assert_row(const struct gau_page_row *row, const struct gau_page_row *wanted)
{
    assert_int_equal(row->time_us, wanted->time_us);
    assert_int_equal(row->weight_ns, wanted->weight_ns);
    assert_int_equal(row->thread, wanted->thread);
    assert_int_equal(row->task, wanted->task);
    assert_int_equal(row->place, wanted->place);
    assert_int_equal(row->count, wanted->count);
    assert_int_equal(row->runs, wanted->runs);
}

/* time, weight, thread, task, place, count, runs */
static const struct gau_page_row scene[] = {
    {100, 7, 1, 1, 5, 1, 1},  {900, 8, 1, 2, 5, 1, 1},  {999, 9, 1, 1, 5, 1, 1},
    {1000, 1, 1, 1, 5, 1, 1}, {1999, 2, 1, 1, 6, 1, 1}, {1999, 3, 2, 1, 6, 1, 1},
    {2000, 4, 2, 1, 6, 1, 1}, {4000, 5, 2, 1, 6, 1, 1},
};

enum { COUNT = sizeof scene / sizeof *scene };

static void no_more_than_the_limit_are_samples(void **state)
{
    struct gau_page_rows rows = rows_of(scene, COUNT);

    (void)state;
    assert_true(gau_page_rows_join(&rows, COUNT));
    assert_int_equal(rows.bin_us, 0);
    assert_int_equal(rows.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_row(&rows.items[i], &scene[i]);
    gau_page_rows_clear(&rows);
}

static void the_narrowest_bins_are_taken(void **state)
{
    static const struct gau_page_row one_ms[] = {
        {0, 16, 1, 1, 5, 2, 2},   {0, 8, 1, 2, 5, 1, 1},    {1000, 1, 1, 1, 5, 1, 1},
        {1000, 2, 1, 1, 6, 1, 1}, {1000, 3, 2, 1, 6, 1, 1}, {2000, 4, 2, 1, 6, 1, 1},
        {4000, 5, 2, 1, 6, 1, 1},
    };
    static const struct gau_page_row two_ms[] = {
        {0, 17, 1, 1, 5, 3, 2}, {0, 8, 1, 2, 5, 1, 1},    {0, 2, 1, 1, 6, 1, 1},
        {0, 3, 2, 1, 6, 1, 1},  {2000, 4, 2, 1, 6, 1, 1}, {4000, 5, 2, 1, 6, 1, 1},
    };
    struct gau_page_rows rows = rows_of(scene, COUNT);

    (void)state;
    assert_true(gau_page_rows_join(&rows, 7));
    assert_int_equal(rows.bin_us, 1000);
    assert_int_equal(rows.count, 7);
    for (uint32_t i = 0; i < 7; i++)
        assert_row(&rows.items[i], &one_ms[i]);
    gau_page_rows_clear(&rows);
    rows = rows_of(scene, COUNT);
    assert_true(gau_page_rows_join(&rows, 6));
    assert_int_equal(rows.bin_us, 2000);
    assert_int_equal(rows.count, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_row(&rows.items[i], &two_ms[i]);
    gau_page_rows_clear(&rows);
}

static void the_widest_bin_has_all_of_the_time(void **state)
{
    struct gau_page_rows rows = rows_of(scene, COUNT);
    uint64_t weight_ns = 0, count = 0;

    (void)state;
    assert_true(gau_page_rows_join(&rows, 1));
    assert_int_equal(rows.bin_us, 5000);
    assert_int_equal(rows.count, 4);
    for (uint32_t i = 0; i < rows.count; i++) {
        assert_int_equal(rows.items[i].time_us, 0);
        weight_ns += rows.items[i].weight_ns;
        count += rows.items[i].count;
    }
    assert_int_equal(weight_ns, 39);
    assert_int_equal(count, COUNT);
    gau_page_rows_clear(&rows);
}

static void columns_of_bins_have_counts(void **state)
{
    static const struct gau_page_row items[] = {{100, 7, 1, 1, 5, 1, 1}, {900, 8, 1, 1, 5, 1, 1}};
    struct gau_page_rows rows = rows_of(items, 2);
    struct gau_json_bytes bytes = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    assert_non_null(out);
    gau_page_rows_write(&rows, true, out);
    fputc(' ', out);
    assert_true(gau_page_rows_join(&rows, 1));
    gau_page_rows_write(&rows, true, out);
    fputc(' ', out);
    gau_page_rows_write(&rows, false, out);
    fclose(out);
    assert_string_equal(
        text, "\"columns\": {\"time_us\": [100,900],\n\"weight_ns\": [7,8],\n"
              "\"thread\": [1,1],\n\"task\": [1,1],\n\"place\": [5,5]} "
              "\"bin_us\": 1000,\n\"columns\": {\"time_us\": [0],\n\"weight_ns\": [15],\n"
              "\"thread\": [1],\n\"task\": [1],\n\"place\": [5],\n\"count\": [2],\n\"runs\": [1]} "
              "\"bin_us\": 1000,\n\"columns\": {\"time_us\": 1,\n\"weight_ns\": 1,\n"
              "\"thread\": 1,\n\"task\": 1,\n\"place\": 1,\n\"count\": 1,\n\"runs\": 1}");
    gau_page_rows_put(&rows, &bytes);
    assert_int_equal(bytes.used, 7);
    assert_memory_equal(bytes.start, "\0\036\2\2\n\4\2", 7);
    free(bytes.start);
    free(text);
    gau_page_rows_clear(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_more_than_the_limit_are_samples),
        cmocka_unit_test(the_narrowest_bins_are_taken),
        cmocka_unit_test(the_widest_bin_has_all_of_the_time),
        cmocka_unit_test(columns_of_bins_have_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
