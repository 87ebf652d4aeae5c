/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "statistics.h"

#include <math.h>

/* Quantiles of chi-square as they are printed in tables. */
static void chi_square_has_the_probability_of_the_tables(void **state)
{
    static const struct {
        int freedom;
        double chi_square, p;
    } table[] = {
        {2, 5.991, 0.05},  {4, 9.488, 0.05},    {4, 18.467, 0.001},    {10, 18.307, 0.05},
        {20, 8.260, 0.99}, {60, 99.607, 0.001}, {100, 149.449, 0.001},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(fabs(statistics_p(table[i].chi_square, table[i].freedom) / table[i].p - 1) <
                    0.003);
    assert_true(statistics_p(0, 4) == 1);
    assert_true(statistics_p(5000, 40) < 1e-300);
}

/* 100 samples of equal weight, 60 of them where 50 are expected. */
static void equal_weights_make_a_binomial(void **state)
{
    static const struct statistics_row rows[] = {{500, 60, 60}, {500, 40, 40}};

    (void)state;
    assert_true(fabs(statistics_effective(rows, 2) - 100) < 1e-9);
    assert_true(fabs(statistics_deviation(rows, 2, 0) - 2) < 1e-9);
    assert_true(fabs(statistics_deviation(rows, 2, 1) + 2) < 1e-9);
    assert_true(fabs(statistics_chi_square(rows, 2) - 4) < 1e-9);
}

/* Fifty of weight 1 and fifty of weight 3: (200)^2 / 500. */
static void unequal_weights_count_for_fewer(void **state)
{
    static const struct statistics_row rows[] = {{1, 50, 50}, {3, 150, 450}};

    (void)state;
    assert_true(fabs(statistics_effective(rows, 2) - 80) < 1e-9);
    assert_true(fabs(statistics_deviation(rows, 2, 0)) < 1e-9);
}

static void no_samples_tell_nothing(void **state)
{
    static const struct statistics_row rows[] = {{1, 0, 0}, {3, 0, 0}};

    (void)state;
    assert_true(statistics_effective(rows, 2) == 0);
    assert_true(statistics_deviation(rows, 2, 0) == 0);
    assert_true(statistics_chi_square(rows, 2) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chi_square_has_the_probability_of_the_tables),
        cmocka_unit_test(equal_weights_make_a_binomial),
        cmocka_unit_test(unequal_weights_count_for_fewer),
        cmocka_unit_test(no_samples_tell_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
