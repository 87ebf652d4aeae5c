/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "auditors/timer/call_statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64 (Steele, Lea, Flood). */
static uint64_t random_state;

static uint64_t random_bits(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* --- the histogram ------------------------------------------------------------------------- */

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

/* --- statistics ---------------------------------------------------------------------------- */

enum { N = 5000 };

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static void add(struct branch_stats *call_stats, uint64_t ticks, uint64_t event)
{
    call_stats->call_stats[STATS_WARM_UP].entered++;
    gau_call_stats_add(call_stats, STATS_WARM_UP, ticks, event);
}

static uint64_t draw(int distribution, int i)
{
    switch (distribution) {
    case 0: return random_bits() % 1000;
    case 1: return 1000 + random_bits() % 1000000000;
    case 2: return UINT64_C(1) << (random_bits() % 44);
    case 3: return i < 100 ? 1000000 : 30; /* two heaps */
    default: return (uint64_t)(500 * exp(3 * (double)(random_bits() >> 11) * 0x1p-53));
    }
}

static void statistics_are_those_of_the_values(void **unused)
{
    static uint64_t values[N];

    (void)unused;
    for (int distribution = 0; distribution < 5; distribution++)
        for (int n = 1; n <= N; n = n * 3 + 1) {
            static const double fractions[] = {0.5, 0.9, 0.99, 1};
            struct branch_stats call_stats = {0};
            double sum = 0, sum_sq = 0;

            for (int i = 0; i < n; i++) {
                values[i] = draw(distribution, i);
                add(&call_stats, values[i], (uint64_t)i + 1);
                sum += (double)values[i];
            }
            for (int i = 0; i < n; i++)
                sum_sq += ((double)values[i] - sum / n) * ((double)values[i] - sum / n);
            qsort(values, (size_t)n, sizeof *values, compare);
            for (size_t f = 0; f < COUNT_OF(fractions); f++) {
                const double exact = (double)values[(int)ceil(fractions[f] * n) - 1];

                assert_true(
                    fabs(gau_call_stats_percentile(&call_stats, STATS_WARM_UP, fractions[f]) -
                         exact) <= 0.03 * exact);
            }
            assert_int_equal(call_stats.call_stats[STATS_WARM_UP].left, n);
            assert_int_equal(~call_stats.call_stats[STATS_WARM_UP].not_min, values[0]);
            assert_int_equal(call_stats.call_stats[STATS_WARM_UP].max, values[n - 1]);
            assert_true((double)call_stats.call_stats[STATS_WARM_UP].total == sum);
            if (n > 1)
                assert_true(fabs(gau_call_stats_stddev(&call_stats, STATS_WARM_UP) -
                                 sqrt(sum_sq / (n - 1))) <= 1e-6 * sqrt(sum_sq / (n - 1)) + 1e-3);
            else
                assert_true(gau_call_stats_stddev(&call_stats, STATS_WARM_UP) == 0);
        }
}

static void nothing_has_statistics_too(void **unused)
{
    const struct branch_stats call_stats = {0};

    (void)unused;
    assert_int_equal(call_stats.call_stats[STATS_WARM_UP].left, 0);
    assert_true(gau_call_stats_percentile(&call_stats, STATS_WARM_UP, 0.5) == 0 &&
                gau_call_stats_stddev(&call_stats, STATS_WARM_UP) == 0);
}

static void the_slowest_event_is_the_lowest_of_equal_ones(void **unused)
{
    struct branch_stats call_stats = {0}, other = {0}, none = {0};

    (void)unused;
    add(&call_stats, 5, 3);
    add(&call_stats, 9, 4);
    add(&call_stats, 9, 6);
    assert_int_equal(call_stats.call_stats[STATS_WARM_UP].slowest, 4);
    add(&other, 9, 2);
    gau_call_stats_merge(&call_stats, STATS_WARM_UP, &other, STATS_WARM_UP);
    assert_int_equal(call_stats.call_stats[STATS_WARM_UP].slowest, 2);
    add(&none, 9, 5);
    gau_call_stats_merge(&call_stats, STATS_WARM_UP, &none, STATS_WARM_UP);
    assert_int_equal(call_stats.call_stats[STATS_WARM_UP].slowest, 2);
    assert_int_equal(call_stats.call_stats[STATS_WARM_UP].max, 9);
}

/* Whatever is merged with what: the same as if one had counted all. */
static void statistics_of_workers_are_merged(void **unused)
{
    (void)unused;
    for (int n = 0; n <= 300; n += 50) {
        struct branch_stats all = {0}, parts[4] = {{0}};

        for (int i = 1; i <= n; i++) {
            const uint64_t ticks = random_bits() >> 40;

            add(&all, ticks, (uint64_t)i);
            add(&parts[random_bits() % 3 + (n > 100)], ticks, (uint64_t)i);
        }
        for (int k = 1; k < 4; k++)
            gau_call_stats_merge(&parts[0], STATS_WARM_UP, &parts[k], STATS_WARM_UP);
        assert_int_equal(parts[0].call_stats[STATS_WARM_UP].entered,
                         all.call_stats[STATS_WARM_UP].entered);
        assert_int_equal(parts[0].call_stats[STATS_WARM_UP].total,
                         all.call_stats[STATS_WARM_UP].total);
        assert_int_equal(parts[0].call_stats[STATS_WARM_UP].max, all.call_stats[STATS_WARM_UP].max);
        assert_int_equal(parts[0].call_stats[STATS_WARM_UP].slowest,
                         all.call_stats[STATS_WARM_UP].slowest);
        assert_int_equal(parts[0].call_stats[STATS_WARM_UP].not_min,
                         all.call_stats[STATS_WARM_UP].not_min);
        assert_true(fabs(parts[0].call_stats[STATS_WARM_UP].sum_sq -
                         all.call_stats[STATS_WARM_UP].sum_sq) <=
                    1e-12 * all.call_stats[STATS_WARM_UP].sum_sq);
        assert_memory_equal(parts[0].histogram, all.histogram, sizeof all.histogram);
    }
}

static void cpu_time_and_memory_of_workers_are_summed(void **unused)
{
    struct branch_stats sum = {0}, other = {0};

    (void)unused;
    add(&sum, 5, 1);
    add(&other, 5, 2);
    sum.memory_MB[STATS_WARM_UP] = 3;
    sum.call_stats[STATS_WARM_UP].cpu_ns = 30;
    other.memory_MB[STATS_WARM_UP] = 4;
    other.call_stats[STATS_WARM_UP].cpu_ns = 40;
    gau_call_stats_merge(&sum, STATS_WARM_UP, &other, STATS_WARM_UP);
    assert_int_equal(sum.memory_MB[STATS_WARM_UP], 7);
    assert_int_equal(sum.memory_MB[STATS_COUNTED], 0);
    assert_int_equal(sum.call_stats[STATS_WARM_UP].cpu_ns, 70);
}

/* Kinds are cleared alone: what was counted stays. */
static void what_is_cleared_is_as_before_the_first_call(void **unused)
{
    struct branch_stats cleared = {0}, never = {0};

    (void)unused;
    gau_call_stats_add(&cleared, STATS_COUNTED, 7, 1);
    gau_call_stats_add(&never, STATS_COUNTED, 7, 1);
    cleared.memory_MB[STATS_COUNTED] = never.memory_MB[STATS_COUNTED] = 3;
    add(&cleared, 5, 2);
    cleared.memory_MB[STATS_WARM_UP] = 4;
    cleared.call_stats[STATS_WARM_UP].cpu_ns = 40;
    gau_call_stats_clear(&cleared, STATS_WARM_UP);
    assert_memory_equal(&cleared, &never, sizeof never);
}

/* One call each of two workers: its ticks and its event. */
static void extremes_of_two_workers_are_those_of_all_their_calls(void **unused)
{
    static const struct {
        uint64_t ticks[2], events[2], min, max, slowest;
    } cases[] = {
        {{9, 5}, {4, 2}, 5, 9, 4}, {{5, 9}, {2, 4}, 5, 9, 4}, {{9, 5}, {2, 4}, 5, 9, 2},
        {{5, 9}, {4, 2}, 5, 9, 2}, {{9, 9}, {4, 2}, 9, 9, 2}, {{9, 9}, {2, 4}, 9, 9, 2},
        {{0, 7}, {1, 2}, 0, 7, 2}, {{7, 0}, {2, 1}, 0, 7, 2},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct branch_stats workers[2] = {{0}};
        const struct call_stats *const all = &workers[0].call_stats[STATS_WARM_UP];

        for (size_t w = 0; w < 2; w++)
            add(&workers[w], cases[i].ticks[w], cases[i].events[w]);
        gau_call_stats_merge(&workers[0], STATS_WARM_UP, &workers[1], STATS_WARM_UP);
        assert_int_equal(~all->not_min, cases[i].min);
        assert_int_equal(all->max, cases[i].max);
        assert_int_equal(all->slowest, cases[i].slowest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bin_contains_its_values_and_its_middle_is_near),
        cmocka_unit_test(bins_follow_each_other_without_a_gap),
        cmocka_unit_test(statistics_are_those_of_the_values),
        cmocka_unit_test(nothing_has_statistics_too),
        cmocka_unit_test(the_slowest_event_is_the_lowest_of_equal_ones),
        cmocka_unit_test(statistics_of_workers_are_merged),
        cmocka_unit_test(cpu_time_and_memory_of_workers_are_summed),
        cmocka_unit_test(what_is_cleared_is_as_before_the_first_call),
        cmocka_unit_test(extremes_of_two_workers_are_those_of_all_their_calls),
    };

    return cmocka_run_group_tests_name("call_stats of the timer", tests, NULL, NULL);
}
