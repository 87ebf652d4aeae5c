/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/rows.h"

#include "folder.h"
#include "test.h"
#include "trace_scene.h"

#include <math.h>

/*
 * Rows that overlap: stack s has the bits of s as rows, and what its lowest bit has of its own.
 */

enum { MS = 1000000, STACKS = 7 };

static void open_scene(void)
{
    scene_open("samples.gtr", 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    scene_thread(2, "helper");
    for (uint32_t i = 1; i <= STACKS; i++)
        scene_stack(i, 0, 1, 0x10 * i);
}

static bool bits_of(struct gau_hot_rows *rows, uint32_t stack, const void *user)
{
    const uint32_t mask = *(const uint32_t *)user;
    bool first = true;

    for (uint32_t bit = 1; bit <= 4; bit *= 2) {
        uint32_t row;

        if (!(stack & mask & bit))
            continue;
        row = gau_hot_rows_put(rows, 0, bit, 0);
        gau_hot_rows_put(rows, 0, bit, 0);
        if (first)
            gau_hot_rows_put_own(rows, row);
        first = false;
    }
    return !first;
}

struct made {
    struct gau_hot_result result;
    struct gau_hot_rows rows;
};

static void make(struct made *made, uint32_t mask, size_t limit)
{
    const struct gau_hot_filter filter = {.to_ns = UINT64_MAX};
    const struct gau_hot_rows_wish wish = {
        .filter = &filter, .rows_of = bits_of, .user = &mask, .limit = limit};
    struct gau_view_error error = {0};

    scene_end();
    gau_hot_result_open(&made->result, ".", false, &error);
    gau_hot_rows_make(&made->rows, &made->result, &wish, &error);
    assert_string_equal(error.message, "");
}

static void clear(struct made *made)
{
    gau_hot_rows_clear(&made->rows);
    gau_hot_result_clear(&made->result);
}

static const struct gau_hot_row *below(const struct made *made, uint32_t i)
{
    assert_true(i < made->rows.items[0].count);
    return gau_hot_rows_below(&made->rows, &made->rows.items[0], i);
}

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) < 1);
}

/* --- tests --------------------------------------------------------------------------------- */

static void a_sample_is_in_each_of_its_rows_once(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, 3, 0, 10 * MS, 10 * MS);
    scene_sample(1, 1, 0, 20 * MS, 10 * MS);
    scene_sample(1, 7, 0, 30 * MS, 5 * MS);
    make(&made, 7, 0);
    assert_int_equal(made.rows.items[0].weight_ns, 25 * MS);
    assert_int_equal(made.rows.items[0].count, 3);
    assert_int_equal(below(&made, 0)->a, 1);
    assert_int_equal(below(&made, 0)->weight_ns, 25 * MS);
    assert_int_equal(below(&made, 0)->samples, 3);
    assert_int_equal(below(&made, 1)->weight_ns, 15 * MS);
    assert_int_equal(below(&made, 2)->weight_ns, 5 * MS);
    assert_int_equal(gau_hot_rows_own(&made.rows, below(&made, 0))->weight_ns, 25 * MS);
    assert_int_equal(gau_hot_rows_own(&made.rows, below(&made, 1))->weight_ns, 0);
    for (uint32_t i = 0; i < 3; i++) /* what is its own is no row below it */
        assert_int_equal(below(&made, i)->count, 0);
    clear(&made);
}

static void samples_that_do_not_count_are_in_no_row_but_are_neighbours(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, 1, 0, 10 * MS, 10 * MS);
    scene_sample(1, 2, 0, 20 * MS, 10 * MS);
    scene_sample(1, 1, 0, 30 * MS, 10 * MS);
    make(&made, 1, 0);
    assert_int_equal(made.rows.items[0].weight_ns, 20 * MS);
    /* n / (2 (n - 1)) times two differences, and the end; of the share: only the end. */
    assert_near(below(&made, 0)->error_ns, 10 * MS * sqrt(3. / 4 * 2 + 1. / 3));
    assert_near(below(&made, 0)->share_error_ns, 10 * MS * sqrt(1. / 3));
    clear(&made);
}

/* The estimator of errors.h, with the samples of each thread apart, of which one has a single. */
static void errors_are_those_of_neighbours_in_time(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, 1, 0, 40 * MS, 10 * MS);
    scene_sample(2, 5, 0, 15 * MS, 30 * MS);
    scene_sample(1, 3, 0, 10 * MS, 20 * MS);
    scene_sample(1, 2, 0, 20 * MS, 10 * MS);
    scene_sample(1, 2, 0, 30 * MS, 10 * MS);
    make(&made, 7, 0);
    /* In row 1: yes (20), no, no, yes: squares (400 + 100) / 2 + 100, the end 100 / 3; 30^2. */
    assert_int_equal(below(&made, 0)->a, 1);
    assert_near(below(&made, 0)->error_ns, MS * sqrt(4. / 6 * 350 + 100. / 3 + 900));
    /* Row 2: yes, yes, yes, no: one difference of tens, nothing at the end. */
    assert_int_equal(below(&made, 1)->a, 2);
    assert_near(below(&made, 1)->error_ns, MS * sqrt(4. / 6 * 100));
    clear(&made);
}

static void what_a_limit_leaves_out_is_one_row_in_which_each_sample_is_once(void **state)
{
    struct made made;

    (void)state;
    open_scene();
    scene_sample(1, 1, 0, 10 * MS, 10 * MS);
    scene_sample(1, 1, 0, 20 * MS, 10 * MS);
    scene_sample(1, 6, 0, 30 * MS, 8 * MS);
    scene_sample(1, 4, 0, 40 * MS, 2 * MS);
    make(&made, 7, 1);
    assert_int_equal(made.rows.items[0].count, 2);
    assert_int_equal(below(&made, 0)->a, 1);
    assert_true(below(&made, 1)->others);
    assert_int_equal(below(&made, 1)->weight_ns, 10 * MS);
    assert_int_equal(below(&made, 1)->samples, 2);
    assert_int_equal(gau_hot_rows_own(&made.rows, below(&made, 1))->weight_ns, 10 * MS);
    /* Never left once it is entered: one difference, and the end. */
    assert_near(below(&made, 1)->error_ns, MS * sqrt(4. / 6 * 82 + 4. / 3));
    clear(&made);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(a_sample_is_in_each_of_its_rows_once),
        TEST(samples_that_do_not_count_are_in_no_row_but_are_neighbours),
        TEST(errors_are_those_of_neighbours_in_time),
        TEST(what_a_limit_leaves_out_is_one_row_in_which_each_sample_is_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
