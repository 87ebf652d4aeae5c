/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <math.h>

/*
 * Errors, z, chi-square and p to their values, which agreement_values.py computes in another way,
 * where each term of them matters.
 */

enum { ROWS = 7, MS = 1000000 };

struct set {
    size_t n;
    double interval_s, effective;
    struct {
        double timer_s, sampled_s, entries;
        double error, z, relative_error; /* expected */
    } rows[ROWS];
    struct gau_agreement_test test;
};

/* Calls of all kinds: x of 2, 0.48, 0.028, 1.1 and long ones; two rows are small, even together. */
static const struct set trigger = {
    .n = 7,
    .interval_s = 1e-3,
    .effective = 2000,
    .rows = {{5, 5.09, 5000, 0.0071284434, 1.2625477, 0},
             {3, 2.96, 1000, 0.0028840373, -1.3869446, 0.013078464},
             {1.2, 1.195, 30, 0.00049999833, -1.0000033, 0.0039031719},
             {0.6, 0.57, 620, 0.002209696, -1.3576528, 0.0051262427},
             {0.15, 0.125, 20000, 0.0027028942, -0.92493445, 0.0054750454},
             {0.03, 0.04, 300, 0.0011277916, (double)NAN, 0.0022618887},
             {0.02, 0.02, 200, 0.00092121866, (double)NAN, 0.0018458696}},
    .test = {.chi_square = 2.511617,
             .degrees_of_freedom = 2.8664966,
             .p = 0.4485353,
             .rows = 5,
             .row_z = -1.3869446,
             .row_p = 0.82729329}};

/* Short calls, and four small rows that are a cell together. */
static const struct set short_calls = {
    .n = 7,
    .interval_s = 2e-4,
    .effective = 1000,
    .rows = {{6, 6.03, 4e+06, 0.015457037, 0.19408635, 0},
             {3.6, 3.5, 3e+06, 0.015135154, -0.66071345, 0.039894108},
             {0.12, 0.13, 900000, 0.0034415529, 0.29056651, 0.0058278697},
             {0.08, 0.11, 800000, 0.0028160425, (double)NAN, 0.0047434851},
             {0.08, 0.07, 800000, 0.0028160425, (double)NAN, 0.0047434851},
             {0.07, 0.08, 900000, 0.0026357112, (double)NAN, 0.0044338484},
             {0.05, 0.08, 700000, 0.0022298763, (double)NAN, 0.0037412171}},
    .test = {.chi_square = 1.6657508,
             .degrees_of_freedom = 2.999987,
             .p = 0.64457245,
             .rows = 3,
             .row_z = -0.66071345,
             .row_p = 1}};

/* What one has too much the other lacks: one degree of freedom. */
static const struct set two = {.n = 2,
                               .interval_s = 1e-3,
                               .effective = 400,
                               .rows = {{4, 3.87, 4000, 0.016814085, -1.5463226, 0},
                                        {1, 1.13, 4000, 0.016814085, 1.5463226, 0.026272008}},
                               .test = {.chi_square = 2.3911136,
                                        .degrees_of_freedom = 1,
                                        .p = 0.12202668,
                                        .rows = 2,
                                        .row_z = -1.5463226,
                                        .row_p = 0.24405335}};

/* One that the timer has lost; with the largest it is as it should be. */
static const struct set lost = {.n = 3,
                                .interval_s = 1e-3,
                                .effective = 300,
                                .rows = {{6, 4, 9000, 0.022344291, -8.9508324, 0},
                                         {3.98, 3.9, 9000, 0.022334738, -0.35818643, 0.061865593},
                                         {0.02, 2.1, 9000, 0.023515952, 14.940585, 0.039200255}},
                                .test = {.chi_square = 0.11534152,
                                         .degrees_of_freedom = 1,
                                         .p = 0.73414296,
                                         .rows = 3,
                                         .row_z = 14.940585,
                                         .row_p = 5.3818046e-50}};

static void assert_is(double value, double expected)
{
    if (!(isnan(value) && isnan(expected)) && !(fabs(value - expected) <= 1e-5 * fabs(expected)))
        fail_msg("%.9g instead of %.9g", value, expected);
}

static void check_set(const struct set *set)
{
    struct gau_agreement_row rows[ROWS] = {0};
    struct gau_agreement agreement = {.rows = rows,
                                      .n = set->n,
                                      .same_run = true,
                                      .effective = set->effective,
                                      .interval_s = set->interval_s};

    for (size_t i = 0; i < set->n; i++) {
        rows[i].timer_s = set->rows[i].timer_s;
        rows[i].sampled_s = set->rows[i].sampled_s;
        rows[i].entries = set->rows[i].entries;
        agreement.timer_s += rows[i].timer_s;
        agreement.sampled_s += rows[i].sampled_s;
    }
    gau_agreement_test_all(&agreement);
    for (size_t i = 0; i < set->n; i++) {
        assert_is(rows[i].error, set->rows[i].error);
        assert_is(rows[i].z, set->rows[i].z);
        assert_is(rows[i].relative_error, set->rows[i].relative_error);
    }
    assert_is(agreement.test.chi_square, set->test.chi_square);
    assert_is(agreement.test.degrees_of_freedom, set->test.degrees_of_freedom);
    assert_is(agreement.test.p, set->test.p);
    assert_int_equal(agreement.test.rows, set->test.rows);
    assert_is(agreement.test.row_z, set->test.row_z);
    assert_is(agreement.test.row_p, set->test.row_p);
}

static void calls_of_all_lengths(void **state)
{
    (void)state;
    check_set(&trigger);
}

static void short_calls_and_a_cell_of_small_ones(void **state)
{
    (void)state;
    check_set(&short_calls);
}

static void two_rows(void **state)
{
    (void)state;
    check_set(&two);
}

static void a_row_that_the_timer_has_lost(void **state)
{
    (void)state;
    check_set(&lost);
}

/* Samples of 10, 20 and 40 ms in events: 70 ms, w^2 of 100, 400 and 1600, w^3 of 1000, 8000 and
 * 64000. The 50 ms outside do not count. */
static void samples_of_several_lengths(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement_open_samples();
    scene_thread(1, "worker");
    scene_task(1, "", "Event");
    scene_task(2, "", "S");
    scene_task(3, "", "S A");
    scene_task(4, "", "S B");
    scene_sample(1, 0, 3, 10 * MS, 10 * MS);
    scene_sample(1, 0, 4, 30 * MS, 20 * MS);
    scene_sample(1, 0, 0, 80 * MS, 50 * MS);
    scene_sample(1, 0, 3, 120 * MS, 40 * MS);
    scene_end();
    agreement = agreement_read_well();
    assert_is(agreement.sampled_s, 0.07);
    assert_is(agreement.outside_s, 0.05);
    assert_is(agreement.effective, 70.0 * 70 / 2100);
    assert_is(agreement.interval_s, 73000.0 / 2100 / 1000);
    assert_is(agreement_row_of(&agreement, "S A")->sampled, 50 / 70.0);
    gau_agreement_clear(&agreement);
}

/* A has 19 calls, B 9; in S it goes on 28 times after them and begins 10 times, in Event likewise
 * after the 10 of S. */
static void times_begin_with_calls_and_returns(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement = agreement_read_well();
    assert_is(agreement_row_of(&agreement, "S A")->entries, 19);
    assert_is(agreement_row_of(&agreement, "S B")->entries, 9);
    assert_is(agreement_row_of(&agreement, "S")->entries, 38);
    assert_is(agreement_row_of(&agreement, "Event")->entries, 20);
    gau_agreement_clear(&agreement);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_all_lengths),
        cmocka_unit_test(short_calls_and_a_cell_of_small_ones),
        cmocka_unit_test(two_rows),
        cmocka_unit_test(a_row_that_the_timer_has_lost),
        TEST(samples_of_several_lengths),
        TEST(times_begin_with_calls_and_returns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
