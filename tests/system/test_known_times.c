/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "known_times.h"

#include <math.h>

/* 100 samples of equal weight, 60 of them where 50 are expected. */
static void equal_weights_make_a_binomial(void **state)
{
    static const struct known_times_row rows[] = {{500, 60, 60}, {500, 40, 40}};

    (void)state;
    assert_true(fabs(known_times_effective(rows, 2) - 100) < 1e-9);
    assert_true(fabs(known_times_deviation(rows, 2, 0) - 2) < 1e-9);
    assert_true(fabs(known_times_deviation(rows, 2, 1) + 2) < 1e-9);
    assert_true(fabs(known_times_chi_square(rows, 2) - 4) < 1e-9);
}

/* Fifty of weight 1 and fifty of weight 3: (200)^2 / 500. */
static void unequal_weights_count_for_fewer(void **state)
{
    static const struct known_times_row rows[] = {{1, 50, 50}, {3, 150, 450}};

    (void)state;
    assert_true(fabs(known_times_effective(rows, 2) - 80) < 1e-9);
    assert_true(fabs(known_times_deviation(rows, 2, 0)) < 1e-9);
}

static void no_samples_give_no_result(void **state)
{
    static const struct known_times_row rows[] = {{1, 0, 0}, {3, 0, 0}};

    (void)state;
    assert_true(known_times_effective(rows, 2) == 0);
    assert_true(known_times_deviation(rows, 2, 0) == 0);
    assert_true(known_times_chi_square(rows, 2) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_weights_make_a_binomial),
        cmocka_unit_test(unequal_weights_count_for_fewer),
        cmocka_unit_test(no_samples_give_no_result),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
