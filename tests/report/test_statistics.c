/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include "report/statistics/statistics.h"
#include "tests/unit/allocations.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Against values that R 4.2 has computed, with the expression above each. */

static void assert_close(double value, double wanted, double precision)
{
    if (!(fabs(value - wanted) <= precision * fabs(wanted)))
        fail_msg("%.17g is not %.17g", value, wanted);
}

/* x <- c(3.1, 2.7, 4.4, 2.9, 3.3, 9.5, 3.0) */
static void values_have_means_and_quantiles(void **state)
{
    static const double x[] = {3.1, 2.7, 4.4, 2.9, 3.3, 9.5, 3.0};
    /* quantile(x, c(0, .1, .25, .5, .9, 1), type = 7) */
    static const struct {
        double fraction, value;
    } table[] = {{0, 2.7}, {0.1, 2.82}, {0.25, 2.95}, {0.5, 3.1}, {0.9, 6.44}, {1, 9.5}};
    double room[COUNT_OF(x)];

    (void)state;
    assert_close(gau_mean(x, COUNT_OF(x)), 4.128571428571429, 1e-15);      /* mean(x) */
    assert_close(gau_variance(x, COUNT_OF(x)), 5.9157142857142855, 1e-14); /* var(x) */
    memcpy(room, x, sizeof x);
    for (size_t i = 0; i < COUNT_OF(table); i++)
        assert_close(gau_quantile(room, COUNT_OF(x), table[i].fraction), table[i].value, 1e-14);
    memcpy(room, x, sizeof x);
    assert_close(gau_robust_deviation(room, COUNT_OF(x)), 0.29652, 1e-13); /* mad(x) */
}

static void few_values_have_some_results(void **state)
{
    double one[] = {5}, same[] = {2, 2, 2}, odd[] = {1, (double)NAN, 3};

    (void)state;
    assert_true(isnan(gau_mean(one, 0)) && gau_mean(one, 1) == 5);
    assert_true(isnan(gau_variance(one, 1)) && gau_variance(same, 3) == 0);
    assert_true(isnan(gau_quantile(one, 0, 0.5)) && gau_quantile(one, 1, 0.99) == 5);
    assert_true(isnan(gau_quantile(same, 3, 1.1)) && isnan(gau_quantile(odd, 3, 0.5)));
    assert_true(isnan(gau_robust_deviation(one, 1)) && gau_robust_deviation(same, 3) == 0);
    assert_true(isnan(gau_robust_deviation(odd, 3)) && isnan(gau_mean(odd, 3)));
}

/* p.adjust(c(0.01, 0.04, NA, 0.03, 0.005, 0.5, 0.9), "holm") */
static void many_tests_are_corrected_as_holm_did(void **state)
{
    static const double wanted[] = {0.05, 0.12, 0, 0.12, 0.03, 1, 1};
    double p[] = {0.01, 0.04, (double)NAN, 0.03, 0.005, 0.5, 0.9};

    (void)state;
    assert_true(gau_holm(p, COUNT_OF(p)));
    for (size_t i = 0; i < COUNT_OF(p); i++)
        if (i != 2)
            assert_close(p[i], wanted[i], 1e-14);
    assert_true(isnan(p[2]));
    assert_true(gau_holm(NULL, 0));
}

/* The first numbers of the state 1, 2, 3, 4 and the state of the seed 0, by the authors' recipe
 * with Python's whole numbers. */
static void random_numbers_are_those_of_xoshiro(void **state)
{
    static const uint64_t numbers[] = {41943041, 58720359, 3588806011781223, 3591011842654386,
                                       9228616714210784205u};
    struct gau_random random = {{1, 2, 3, 4}}, seeded;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        assert_true(gau_random_uniform(&random) == (double)(numbers[i] >> 11) / 9007199254740992.);
    gau_random_seed(&seeded, 0);
    assert_true(seeded.state[0] == 0xe220a8397b1dcdaf && seeded.state[1] == 0x6e789e6aa1b965f4 &&
                seeded.state[2] == 0x06c45d188009454f && seeded.state[3] == 0xf88bb8a8724c81ec);
}

static void random_numbers_are_even_below_a_bound(void **state)
{
    struct gau_random random;
    uint64_t counts[5] = {0};
    double chi_square = 0;

    (void)state;
    gau_random_seed(&random, 7);
    for (int i = 0; i < 100000; i++)
        counts[gau_random_below(&random, 5)]++;
    for (int i = 0; i < 5; i++)
        chi_square += pow((double)counts[i] - 20000, 2) / 20000;
    assert_true(gau_chi_square_p(chi_square, 4) > 0.001);
    assert_true(gau_random_below(&random, 1) == 0);
    assert_true(gau_random_below(&random, (UINT64_MAX >> 1) + 2) <= (UINT64_MAX >> 1) + 1);
}

static void out_of_memory_there_is_no_result(void **state)
{
    double p[] = {0.1, 0.2};

    (void)state;
    allocations_fail_at(1);
    assert_false(gau_holm(p, 2));
    allocations_fail_at(0);
    assert_true(p[0] == 0.1);
}

/* So many that they are sorted in another way: a permutation of -N / 2 ... N / 2 - 1. */
static void many_values_have_quantiles(void **state)
{
    enum { N = 200000 };
    double *const values = calloc(N, sizeof *values);

    (void)state;
    assert_non_null(values);
    for (int i = 0; i < N; i++)
        values[i] = (double)((int64_t)i * 7919 % N) - N / 2;
    assert_true(gau_quantile(values, N, 0.5) == -0.5);
    for (int i = 0; i < N; i++)
        assert_true(values[i] == i - N / 2);
    values[0] = (double)INFINITY;
    values[1] = (double)-INFINITY;
    values[2] = 1e-300;
    assert_true(isinf(gau_quantile(values, N, 0)) && isinf(gau_quantile(values, N, 1)));
    for (int i = 1; i < N; i++)
        assert_true(values[i] > values[i - 1]);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_means_and_quantiles),
        cmocka_unit_test(many_values_have_quantiles),
        cmocka_unit_test(few_values_have_some_results),
        cmocka_unit_test(many_tests_are_corrected_as_holm_did),
        cmocka_unit_test(random_numbers_are_those_of_xoshiro),
        cmocka_unit_test(random_numbers_are_even_below_a_bound),
        cmocka_unit_test(out_of_memory_there_is_no_result),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
