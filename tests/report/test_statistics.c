/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "allocations.h"
#include "report/statistics/statistics.h"

#include <math.h>
#include <string.h>

/* Against values that R 4.2 has computed, with the expression above each. */

/* a <- c(10.1, 9.8, 10.4, 10.0, 9.9); b <- c(10.9, 11.3, 10.6, 11.8) */
static const double a[] = {10.1, 9.8, 10.4, 10.0, 9.9}, b[] = {10.9, 11.3, 10.6, 11.8};

/* r <- c(1.02, 0.98, 1.05, 1.11, 1.01, 0.97, 1.04, 1.30, 1.03, 1.00) */
static const double ratios[] = {1.02, 0.98, 1.05, 1.11, 1.01, 0.97, 1.04, 1.30, 1.03, 1.00};

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

static void logarithms_have_moments(void **state)
{
    static const double zero[] = {2, 0}, many[] = {1e308, 1e308, 1e308};
    const struct gau_log_moments moments = gau_log_moments(a, COUNT_OF(a));

    (void)state;
    assert_close(moments.mean, 2.3063686931611316, 1e-14);        /* mean(log(a)) */
    assert_close(moments.variance, 0.0005187134767357871, 1e-11); /* var(log(a)) */
    assert_close(gau_log_moments(many, 3).mean, 709.19620864216609, 1e-14);
    assert_true(isnan(gau_log_moments(zero, 2).mean) && isnan(gau_log_moments(a, 0).mean));
    assert_true(isnan(gau_log_moments(a, 1).variance) && !isnan(gau_log_moments(a, 1).mean));
    /* sqrt((4 * var(log(a)) + 3 * var(log(b))) / 7) */
    assert_close(gau_log_deviation(a, COUNT_OF(a), b, COUNT_OF(b)), 0.034916823779427543, 1e-12);
    assert_close(gau_log_deviation(a, 1, b, COUNT_OF(b)), 0.046402004888302074,
                 1e-12); /* sd(log(b)) */
    assert_true(isnan(gau_log_deviation(a, 1, b, 1)) && isnan(gau_log_deviation(zero, 2, b, 4)));
}

static void few_values_tell_what_they_can(void **state)
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

/* t <- t.test(log(b), log(a)); exp(t$estimate[1] - t$estimate[2]); exp(t$conf.int) */
static void ratios_have_the_interval_of_welch(void **state)
{
    const struct gau_interval ratio = gau_ratio_interval(a, COUNT_OF(a), b, COUNT_OF(b), 0.95);
    /* exp(t.test(log(b), log(a), conf.level = 0.9)$conf.int) */
    const struct gau_interval narrow = gau_ratio_interval(a, COUNT_OF(a), b, COUNT_OF(b), 0.9);

    (void)state;
    assert_close(ratio.value, 1.1098901747079353, 1e-13);
    assert_close(ratio.low, 1.0355323527110682, 1e-12);
    assert_close(ratio.high, 1.1895873621796156, 1e-12);
    assert_close(narrow.low, 1.0521201947828918, 1e-12);
    assert_close(narrow.high, 1.1708321977104605, 1e-12);
}

/* t.test(log(b) - log(ratio), log(a), alternative = "greater")$p.value */
static void what_is_larger_has_the_probability_of_welch(void **state)
{
    (void)state;
    assert_close(gau_larger_p(a, COUNT_OF(a), b, COUNT_OF(b), 1), 0.0067960903617104093, 1e-11);
    assert_close(gau_larger_p(a, COUNT_OF(a), b, COUNT_OF(b), 1.05), 0.04564118242283971, 1e-11);
    assert_close(gau_larger_p(a, COUNT_OF(a), b, COUNT_OF(b), 1.2), 0.98244278491051662, 1e-11);
    assert_close(gau_larger_p(b, COUNT_OF(b), a, COUNT_OF(a), 1), 0.99320390963828964, 1e-11);
}

static void a_ratio_without_spread_has_no_interval(void **state)
{
    static const double same[] = {4, 4, 4}, twice[] = {8, 8}, zero[] = {0, 1};
    const struct gau_interval single = gau_ratio_interval(a, 1, b, COUNT_OF(b), 0.95);
    const struct gau_interval steady = gau_ratio_interval(same, 3, twice, 2, 0.95);
    const struct gau_interval half = gau_ratio_interval(same, 3, b, COUNT_OF(b), 0.95);

    (void)state;
    assert_true(single.value > 1 && isnan(single.low) && isnan(single.high));
    assert_close(steady.value, 2, 1e-15);
    assert_true(isnan(steady.low) && isnan(steady.high));
    assert_true(half.low < half.value && half.value < half.high);
    assert_true(isnan(gau_ratio_interval(a, 0, b, 4, 0.95).value));
    assert_true(isnan(gau_ratio_interval(zero, 2, b, 4, 0.95).value));
    assert_true(isnan(gau_ratio_interval(a, 5, b, 4, 1).low));
    assert_true(isnan(gau_larger_p(a, 1, b, 4, 1)) && isnan(gau_larger_p(same, 3, twice, 2, 1)));
    assert_true(isnan(gau_larger_p(a, 5, b, 4, 0)) && isnan(gau_larger_p(zero, 2, b, 4, 1)));
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

/* All 3125 resamples of the first five, by itertools.product() of Python, each as likely as any
 * other: exp(m - quantile * e) of the sorted (mean - m) / (its standard error). */
static void the_bootstrap_has_the_limits_of_all_resamples(void **state)
{
    struct gau_random random;
    struct gau_interval wide, narrow;

    (void)state;
    gau_random_seed(&random, 1);
    assert_true(gau_bootstrap_ratio(&wide, ratios, 5, 200000, 0.95, &random));
    assert_true(gau_bootstrap_ratio(&narrow, ratios, 5, 200000, 0.9, &random));
    assert_close(wide.value, 1.0330753042378626, 1e-14);
    assert_close(wide.low, 0.9871304582247988, 1e-4);
    assert_close(wide.high, 1.1342014172549142, 1e-4);
    assert_close(narrow.low, 0.9970347738943314, 1e-4);
    assert_close(narrow.high, 1.10876161115352, 1e-4);
}

/* Most resamples of four equal ratios and another have no spread, or that of one of them alone. */
static void ratios_that_repeat_have_the_interval_of_student(void **state)
{
    static const double repeated[] = {1, 1, 1, 1, 1, 1, 1, 1.1};
    struct gau_random random;
    struct gau_interval out;

    (void)state;
    gau_random_seed(&random, 1);
    assert_true(gau_bootstrap_ratio(&out, repeated, 8, 2000, 0.95, &random));
    /* x <- log(c(rep(1, 7), 1.1)); exp(t.test(x)$conf.int) */
    assert_close(out.low * out.high, out.value * out.value, 1e-12);
    assert_close(log(out.high / out.value), 2.3646242515927849 * log(1.1) / 8, 1e-9);
}

static void the_same_seed_makes_the_same_interval(void **state)
{
    struct gau_interval first, second;
    struct gau_random random;

    (void)state;
    gau_random_seed(&random, 3);
    gau_bootstrap_ratio(&first, ratios, COUNT_OF(ratios), 999, 0.95, &random);
    gau_random_seed(&random, 3);
    gau_bootstrap_ratio(&second, ratios, COUNT_OF(ratios), 999, 0.95, &random);
    assert_memory_equal(&first, &second, sizeof first);
}

static void a_bootstrap_of_too_little_has_no_limits(void **state)
{
    static const double same[] = {1.1, 1.1, 1.1}, wrong[] = {1, -1}, two[] = {1, 2};
    struct gau_random random;
    struct gau_interval out;

    (void)state;
    gau_random_seed(&random, 5);
    assert_true(gau_bootstrap_ratio(&out, ratios, 0, 99, 0.95, &random) && isnan(out.value));
    assert_true(gau_bootstrap_ratio(&out, ratios, 1, 99, 0.95, &random));
    assert_true(out.value > 1.01 && isnan(out.low) && isnan(out.high));
    assert_true(gau_bootstrap_ratio(&out, same, 3, 99, 0.95, &random) && isnan(out.low));
    assert_true(gau_bootstrap_ratio(&out, wrong, 2, 99, 0.95, &random) && isnan(out.value));
    assert_true(gau_bootstrap_ratio(&out, two, 2, 0, 0.95, &random) && isnan(out.high));
    assert_true(gau_bootstrap_ratio(&out, two, 2, 1, 0.95, &random) && isfinite(out.high));
    assert_true(gau_bootstrap_ratio(&out, two, 2, 500, 0.95, &random));
    assert_true(out.low > 0 && out.low < 1 && out.high > 2 && isfinite(out.high));
}

/* By hand, and with Student's t of 4 degrees of freedom, 2.7764451: the logarithms of the ratios of
 * the sums without one pair, as log(29 / 17) without the first; sqrt(4 / 5 * sum of the squares of
 * their distances from their mean) = 0.1329518; 1.75 * exp(-+2.7764451 * 0.1329518). */
static void the_jackknife_is_of_sums(void **state)
{
    static const double before[] = {3, 5, 4, 6, 2}, after[] = {6, 7, 9, 8, 5};
    const struct gau_interval out = gau_jackknife_ratio(before, after, 5, 0.95);

    (void)state;
    assert_true(fabs(out.value - 1.75) < 1e-12);
    assert_true(fabs(out.low - 1.2098332333) < 1e-8);
    assert_true(fabs(out.high - 2.5313406143) < 1e-8);
}

static void a_jackknife_that_hangs_on_one_pair_has_no_limits(void **state)
{
    static const double one[] = {0, 0, 7}, some[] = {1, 2, 3}, none[] = {0, 0, 0};
    static const double twice[] = {2, 4, 6};
    struct gau_interval out = gau_jackknife_ratio(some, one, 3, 0.95);

    (void)state;
    assert_true(out.value > 1.16 && out.value < 1.17 && isnan(out.low) && isnan(out.high));
    out = gau_jackknife_ratio(one, some, 3, 0.95);
    assert_true(out.value < 1 && isnan(out.low));
    assert_true(isnan(gau_jackknife_ratio(some, none, 3, 0.95).value));
    assert_true(isnan(gau_jackknife_ratio(none, some, 3, 0.95).value));
    assert_true(isnan(gau_jackknife_ratio(some, some, 0, 0.95).value));
    out = gau_jackknife_ratio(some, twice, 3, 0.95); /* all pairs say the same */
    assert_true(fabs(out.value - 2) < 1e-12 && isnan(out.low));
    out = gau_jackknife_ratio(some, twice, 1, 0.95);
    assert_true(fabs(out.value - 2) < 1e-12 && isnan(out.low));
}

static void without_memory_there_is_no_answer(void **state)
{
    struct gau_interval out;
    struct gau_random random;
    double p[] = {0.1, 0.2};

    (void)state;
    gau_random_seed(&random, 5);
    for (uint64_t n = 1; n <= 2; n++) {
        allocations_fail_at(n);
        assert_false(gau_bootstrap_ratio(&out, ratios, COUNT_OF(ratios), 99, 0.95, &random));
    }
    allocations_fail_at(1);
    assert_false(gau_holm(p, 2));
    allocations_fail_at(0);
    assert_true(p[0] == 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_means_and_quantiles),
        cmocka_unit_test(logarithms_have_moments),
        cmocka_unit_test(few_values_tell_what_they_can),
        cmocka_unit_test(ratios_have_the_interval_of_welch),
        cmocka_unit_test(what_is_larger_has_the_probability_of_welch),
        cmocka_unit_test(a_ratio_without_spread_has_no_interval),
        cmocka_unit_test(many_tests_are_corrected_as_holm_did),
        cmocka_unit_test(random_numbers_are_those_of_xoshiro),
        cmocka_unit_test(random_numbers_are_even_below_a_bound),
        cmocka_unit_test(the_bootstrap_has_the_limits_of_all_resamples),
        cmocka_unit_test(ratios_that_repeat_have_the_interval_of_student),
        cmocka_unit_test(the_same_seed_makes_the_same_interval),
        cmocka_unit_test(a_bootstrap_of_too_little_has_no_limits),
        cmocka_unit_test(the_jackknife_is_of_sums),
        cmocka_unit_test(a_jackknife_that_hangs_on_one_pair_has_no_limits),
        cmocka_unit_test(without_memory_there_is_no_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
