/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include "report/statistics/statistics.h"
#include "tests/unit/allocations.h"

#include <math.h>
#include <stdlib.h>

static void assert_interval(struct gau_interval interval, double value, double low, double high)
{
    if (!(fabs(interval.value - value) < 1e-12 && fabs(interval.low - low) < 1e-12 &&
          fabs(interval.high - high) < 1e-12))
        fail_msg("%.17g, %.17g to %.17g", interval.value, interval.low, interval.high);
}

/* The example of Sen, 1968, section 6. */
static void the_slope_and_its_interval_are_those_of_sen(void **state)
{
    static const double x[] = {1, 2, 3, 4, 10, 12, 18}, y[] = {9, 15, 19, 20, 45, 55, 78};
    struct gau_interval slope;

    (void)state;
    assert_true(gau_theil_sen(&slope, x, y, COUNT_OF(x), 0.93));
    assert_interval(slope, 4, 26 / 7.0, 35 / 8.0);
}

/* 25 pairs; sqrt((10 9 25 - 2 5 4 15) / 18) = 9.574, so that the ranks are 3 and 22. */
static void equal_places_are_no_pairs(void **state)
{
    static const double x[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2};
    static const double y[] = {0, 1, 2, 3, 4, 10, 20, 30, 40, 50};
    struct gau_interval slope;

    (void)state;
    assert_true(gau_theil_sen(&slope, x, y, COUNT_OF(x), 0.95));
    assert_interval(slope, 28, 8, 48);
}

static void five_points_have_an_interval_and_four_have_none(void **state)
{
    static const double x[] = {1, 3, 5, 6, 7}, y[] = {100, 104, 108, 110, 112.5};
    static const double same[] = {2, 2, 2, 2, 2};
    struct gau_interval slope;

    (void)state;
    assert_true(gau_theil_sen(&slope, x, y, 5, 0.95));
    assert_interval(slope, 2, 2, 2.5);
    assert_true(gau_theil_sen(&slope, x, y, 4, 0.95));
    assert_true(slope.value == 2 && isnan(slope.low) && isnan(slope.high));
    assert_true(gau_theil_sen(&slope, same, y, 5, 0.95) && isnan(slope.value) && isnan(slope.low));
    assert_true(gau_theil_sen(&slope, x, y, 1, 0.95) && isnan(slope.value));
    assert_true(gau_theil_sen(&slope, x, y, 0, 0.95) && isnan(slope.value) && isnan(slope.high));
}

/* 1000 lines with even errors; 95 of 100 are 3.8 deviations from 970 and from 930. */
static void the_interval_has_the_slope_as_often_as_it_says(void **state)
{
    enum { TRIALS = 1000, N = 30 };
    double x[N], y[N];
    struct gau_random random;
    int held = 0;

    (void)state;
    gau_random_seed(&random, 5);
    for (int trial = 0; trial < TRIALS; trial++) {
        struct gau_interval slope;

        for (int i = 0; i < N; i++) {
            x[i] = i;
            y[i] = 3.0 * i + 20 * gau_random_uniform(&random);
        }
        assert_true(gau_theil_sen(&slope, x, y, N, 0.95));
        held += slope.low <= 3 && slope.high >= 3;
    }
    if (held < 930 || held > 970)
        fail_msg("%d of %d intervals have the slope", held, TRIALS);
}

static void out_of_memory_there_is_no_slope(void **state)
{
    static const double x[] = {1, 2, 3};
    struct gau_interval slope;

    (void)state;
    for (uint64_t nth = 1; nth <= 2; nth++) {
        allocations_fail_at(nth);
        assert_false(gau_theil_sen(&slope, x, x, COUNT_OF(x), 0.95));
        allocations_fail_at(0);
        assert_true(isnan(slope.value));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slope_and_its_interval_are_those_of_sen),
        cmocka_unit_test(equal_places_are_no_pairs),
        cmocka_unit_test(five_points_have_an_interval_and_four_have_none),
        cmocka_unit_test(the_interval_has_the_slope_as_often_as_it_says),
        cmocka_unit_test(out_of_memory_there_is_no_slope),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
