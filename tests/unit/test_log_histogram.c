/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "table/log_histogram.h"

#include <math.h>

/* splitmix64 (Steele, Lea, Flood). */
static uint64_t random_state;

static uint64_t random_bits(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static const uint64_t LIMIT = UINT64_C(1) << 45;

/* The bin of a value contains it, and its middle is near. */
static void check_value(uint64_t value)
{
    const size_t bin = gau_log_bin(value);
    const double middle = gau_log_middle(bin);

    if (bin >= GAU_LOG_BINS || value < gau_log_edge(bin))
        fail_msg("value %llu is in bin %zu", (unsigned long long)value, bin);
    if (value >= LIMIT) {
        assert_int_equal(bin, GAU_LOG_BINS - 1);
        return;
    }
    if (value >= gau_log_edge(bin + 1) || fabs(middle - (double)value) > 0.016 * (double)value)
        fail_msg("value %llu is in bin %zu, with middle %g", (unsigned long long)value, bin,
                 middle);
}

static void a_bin_contains_its_values_and_its_middle_is_near(void **unused)
{
    (void)unused;
    for (uint64_t value = 0; value < 1000000; value++)
        check_value(value);
    for (int exponent = 6; exponent < 64; exponent++)
        for (int delta = -2; delta <= 2; delta++)
            check_value((UINT64_C(1) << exponent) + (uint64_t)(int64_t)delta);
    for (int i = 0; i < 1000000; i++)
        check_value(random_bits() >> (random_bits() % 64));
    check_value(UINT64_MAX);
}

static void bins_follow_each_other_without_a_gap(void **unused)
{
    (void)unused;
    assert_int_equal(gau_log_edge(0), 0);
    for (size_t bin = 0; bin < GAU_LOG_BINS; bin++) {
        const uint64_t low = gau_log_edge(bin), high = gau_log_edge(bin + 1);

        assert_true(low < high);
        assert_int_equal(gau_log_bin(low), bin);
        assert_int_equal(gau_log_bin(high - 1), bin);
    }
    assert_int_equal(gau_log_edge(GAU_LOG_BINS), LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bin_contains_its_values_and_its_middle_is_near),
        cmocka_unit_test(bins_follow_each_other_without_a_gap),
    };

    return cmocka_run_group_tests_name("bins of equal relative width", tests, NULL, NULL);
}
