/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/draws.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/events/event_memory.h"
#include "report/events/event_reader.h"
#include "report/events/event_statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Events from 1 on, of which nothing else is known; the first is warm-up. */
static struct gau_event_data events_of(size_t n)
{
    struct gau_event_data data = {0};
    gau_error error = {0};

    assert_int_equal(gau_event_data_make(&data, "test", n, &error), GAU_OK);
    for (size_t i = 0; i < n; i++)
        data.rows[i].number = (int64_t)i + 1;
    if (n > 0)
        data.rows[0].marks = GAU_EVENT_WARM_UP;
    return data;
}

static struct gau_event_data events_of_times(const double *times, size_t n)
{
    struct gau_event_data data = events_of(n);

    for (size_t i = 0; i < n; i++)
        data.rows[i].time_s = times[i];
    return data;
}

static struct gau_event_data events_of_memory(const double *mib, size_t n)
{
    struct gau_event_data data = events_of(n);

    for (size_t i = 0; i < n; i++)
        data.rows[i].end_mib[GAU_EVENT_ANONYMOUS] = mib[i];
    return data;
}

static void assert_close(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 1e-12 * fabs(wanted)))
        fail_msg("%.17g is not %.17g", value, wanted);
}

/* --- times --------------------------------------------------------------------------------- */

/* Of 1 to 20: standard deviation sqrt(35); without the slowest the mean of 1 to 19. */
static void times_have_statistics_without_warm_up(void **state)
{
    double times[21] = {1000};
    struct gau_event_data data;
    struct gau_event_times wall, cpu;

    (void)state;
    for (int i = 1; i <= 20; i++)
        times[i] = 21 - i;
    data = events_of_times(times, COUNT_OF(times));
    assert_true(gau_event_times_of(&wall, &data, false) && gau_event_times_of(&cpu, &data, true));
    assert_int_equal(wall.n, 20);
    assert_close(wall.values_s[GAU_EVENT_MEAN], 10.5);
    assert_close(wall.values_s[GAU_EVENT_DEVIATION], sqrt(35));
    assert_close(wall.values_s[GAU_EVENT_ERROR], sqrt(35.0 / 20));
    assert_close(wall.values_s[GAU_EVENT_MEDIAN], 10.5);
    assert_close(wall.values_s[GAU_EVENT_P95], 19.05);
    assert_close(wall.values_s[GAU_EVENT_P99], 19.81);
    assert_close(wall.values_s[GAU_EVENT_MINIMUM], 1);
    assert_close(wall.values_s[GAU_EVENT_MAXIMUM], 20);
    assert_close(wall.values_s[GAU_EVENT_TRIMMED], 10);
    assert_true(cpu.n == 0 && isnan(cpu.values_s[GAU_EVENT_MEAN]));
    data.rows[7].cpu_s = 3;
    assert_true(gau_event_times_of(&cpu, &data, true));
    assert_true(cpu.n == 1 && cpu.values_s[GAU_EVENT_MEAN] == 3 &&
                isnan(cpu.values_s[GAU_EVENT_ERROR]));
    data.rows[20].time_s = (double)NAN;
    assert_true(gau_event_times_of(&wall, &data, false));
    assert_true(wall.n == 19 && isnan(wall.values_s[GAU_EVENT_TRIMMED]));
    gau_event_data_clear(&data);
}

static void the_slowest_events_are_in_order(void **state)
{
    static const double times[] = {9, 1, 4, (double)NAN, 4, 7, 2};
    struct gau_event_data data = events_of_times(times, COUNT_OF(times));
    const struct gau_event_row *rows[10];

    (void)state;
    assert_int_equal(gau_event_slowest(rows, 3, &data), 3);
    assert_true(rows[0]->number == 6 && rows[1]->number == 3 && rows[2]->number == 5);
    assert_int_equal(gau_event_slowest(rows, COUNT_OF(rows), &data), 5);
    assert_true(rows[4]->number == 2);
    allocations_fail_at(1);
    assert_true(gau_event_slowest(rows, 3, &data) == (size_t)-1);
    allocations_fail_at(0);
    gau_event_data_clear(&data);
}

static struct gau_event_histogram histogram_of(const struct gau_event_data *data)
{
    struct gau_event_histogram histogram;
    struct gau_event_times wall;

    assert_true(gau_event_times_of(&wall, data, false));
    gau_event_histogram_fill(&histogram, &wall, data);
    return histogram;
}

/* 1001 even times from 1 to 2; then one of 9, and of 1000. */
static void a_histogram_has_few_bins_and_no_run_of_empty_ones(void **state)
{
    double times[1003] = {77};
    struct gau_event_data data;
    struct gau_event_histogram histogram;

    (void)state;
    for (int i = 0; i <= 1000; i++)
        times[i + 1] = 1 + i / 1000.0;
    times[1002] = 9;
    data = events_of_times(times, COUNT_OF(times));
    data.n--;
    histogram = histogram_of(&data);
    assert_true(histogram.n == 16 && !histogram.is_logarithmic && !histogram.has_gaps);
    assert_true(histogram.edges_s[0] == 1 && histogram.edges_s[16] == 2);
    assert_close(histogram.edges_s[1], 1 + 1 / 16.0);
    assert_true(histogram.counts[0] == 63 && histogram.counts[15] == 63);
    data.n++;
    histogram = histogram_of(&data); /* 128 bins, of which those of the gap are one */
    assert_true(histogram.n == 19 && !histogram.is_logarithmic && histogram.has_gaps);
    assert_close(histogram.edges_s[1], 1 + 1 / 16.0);
    assert_close(histogram.edges_s[17], 1 + 17 / 16.0);
    assert_close(histogram.edges_s[18], 9 - 1 / 16.0);
    assert_true(histogram.counts[16] == 1 && histogram.counts[17] == 0 &&
                histogram.counts[18] == 1);
    data.rows[1002].time_s = 1000;
    histogram = histogram_of(&data);
    assert_true(histogram.is_logarithmic && histogram.has_gaps && histogram.n <= GAU_EVENT_BINS);
    assert_close(log(histogram.edges_s[1]), log(1000) / 128);
    assert_true(histogram.edges_s[histogram.n] == 1000);
    data.rows[1].time_s = 0; /* without a logarithm */
    histogram = histogram_of(&data);
    assert_true(histogram.edges_s[0] == 0 && histogram.counts[0] > 1);
    gau_event_data_clear(&data);
}

static void a_histogram_may_have_any_times(void **state)
{
    static const double times[] = {77, 5e-324, 1, 0, 1e308};
    struct gau_event_data data = events_of_times(times, COUNT_OF(times));
    const struct gau_event_histogram histogram = histogram_of(&data);
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < histogram.n; i++) {
        n += histogram.counts[i];
        assert_true(histogram.edges_s[i] < histogram.edges_s[i + 1]);
    }
    assert_true(n == 4 && histogram.is_logarithmic && histogram.edges_s[histogram.n] == 1e308);
    gau_event_data_clear(&data);
}

static void a_histogram_of_equal_times_is_one_bin(void **state)
{
    static const double times[] = {9, 2, 2, 2, 5};
    struct gau_event_data data = events_of_times(times, COUNT_OF(times));
    struct gau_event_histogram histogram = histogram_of(&data);

    (void)state;
    assert_true(histogram.n == 3 && histogram.has_gaps); /* of 4 events */
    assert_true(histogram.counts[0] == 3 && histogram.counts[1] == 0 && histogram.counts[2] == 1);
    assert_true(histogram.edges_s[1] < 2.01 && histogram.edges_s[2] > 4.99);
    for (data.n = 4; data.n > 1; data.n--) {
        histogram = histogram_of(&data);
        assert_true(histogram.n == 1 && histogram.counts[0] == data.n - 1);
        assert_true(histogram.edges_s[0] == 2 && histogram.edges_s[1] == 2);
    }
    assert_int_equal(histogram_of(&data).n, 0);
    gau_event_data_clear(&data);
}

/* --- memory -------------------------------------------------------------------------------- */

static void memory_has_ends_and_quarters(void **state)
{
    static const double mib[] = {5000, 100, 102, (double)NAN, 300, 104, 105, 106, 110, 114};
    struct gau_event_data data = events_of_memory(mib, COUNT_OF(mib));
    struct gau_event_memory_use use;

    (void)state;
    assert_true(gau_event_memory_use_of(&use, &data, GAU_EVENT_ANONYMOUS));
    assert_true(use.n == 8 && use.first == 100 && use.last == 114 && use.highest == 300);
    assert_true(use.quarters[0].value == 101 && use.quarters[1].value == 112);
    assert_close(use.quarters[0].error, 1);
    assert_close(use.quarters[1].error, 2);
    assert_true(gau_event_memory_use_of(&use, &data, GAU_EVENT_TOTAL));
    assert_true(use.n == 0 && isnan(use.first) && isnan(use.highest) &&
                isnan(use.quarters[0].value));
    assert_int_equal(gau_event_growing_memory(&data), GAU_EVENT_ANONYMOUS);
    data.n = 1;
    assert_int_equal(gau_event_growing_memory(&data), GAU_EVENT_TOTAL);
    gau_event_data_clear(&data);
}

/* The value that k4Bench tests its own slope with. */
static void growth_is_that_of_k4bench(void **state)
{
    struct gau_event_data data;
    struct gau_event_growth growth;
    gau_error error = {0};

    (void)state;
    folder_write("a.json", "{\"event_numbers\": [0, 1, 2, 3, 4, 5, 6, 7],"
                           "\"event_times_s\": [1, 1, 1, 1, 1, 1, 1, 1],"
                           "\"event_rss_begin_mb\": [1, 1, 1, 1, 1, 1, 1, 1],"
                           "\"event_rss_end_mb\": [1, 1, 1, 1, 1, 1, 1, 1],"
                           "\"event_rss_anon_end_mb\": [5000,100,-0.001,104,null,108,110,112]}");
    assert_int_equal(gau_event_data_read(&data, "a.json", "events", &error), GAU_OK);
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    assert_true(growth.slope.value == 2 && growth.n == 5 && growth.used == 5);
    assert_true(growth.slope.low == 2 && growth.slope.high == 2);
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, true));
    assert_true(growth.n == 0 && isnan(growth.slope.value));
    data.rows[7].end_mib[GAU_EVENT_ANONYMOUS] = (double)NAN;
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    assert_true(growth.n == 4 && isnan(growth.slope.value));
    gau_event_data_clear(&data);
}

static void a_small_leak_is_found_in_noise(void **state)
{
    enum { N = 100000 };
    struct gau_event_data data = events_of(N);
    struct gau_event_growth growth;
    struct gau_random random;

    (void)state;
    gau_random_seed(&random, 11);
    for (int i = 0; i < N; i++) {
        data.rows[i].start_s = 0.01 * i;
        data.rows[i].end_mib[GAU_EVENT_ANONYMOUS] =
            500 + 0.003 * i + 60 * gau_random_uniform(&random);
    }
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    assert_true(growth.n == N - 1 && growth.used == GAU_EVENT_GROWTH_MOST);
    if (!(growth.slope.low <= 0.003 && growth.slope.high >= 0.003))
        fail_msg("%.17g to %.17g", growth.slope.low, growth.slope.high);
    assert_true(growth.slope.high - growth.slope.low < 0.0001);
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, true));
    assert_true(growth.slope.low <= 0.3 && growth.slope.high >= 0.3 && growth.slope.low > 0.29);
    gau_event_data_clear(&data);
}

static void a_step_is_a_rise_and_no_growth(void **state)
{
    struct gau_event_data data = events_of(1000);
    struct gau_event_growth growth;
    struct gau_event_rise rises[GAU_EVENT_RISES];

    (void)state;
    for (int i = 0; i < 1000; i++)
        data.rows[i].end_mib[GAU_EVENT_ANONYMOUS] = i < 300 ? 100 : 600;
    data.rows[0].end_mib[GAU_EVENT_ANONYMOUS] = 0; /* warm-up */
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    assert_true(growth.slope.value == 0 && growth.slope.low == 0 && growth.slope.high == 0);
    assert_int_equal(gau_event_rises(rises, &data, GAU_EVENT_ANONYMOUS), 1);
    assert_true(rises[0].row->number == 301 && rises[0].mib == 500);
    gau_event_data_clear(&data);
}

static void the_largest_rises_are_in_order(void **state)
{
    static const double mib[] = {0, 10, 11, 16, (double)NAN, 24, 1, 8, 12, 8, 15};
    struct gau_event_data data = events_of_memory(mib, COUNT_OF(mib));
    struct gau_event_rise rises[GAU_EVENT_RISES];

    (void)state;
    assert_int_equal(gau_event_rises(rises, &data, GAU_EVENT_ANONYMOUS), 3);
    assert_true(rises[0].row->number == 6 && rises[0].mib == 8);
    assert_true(rises[1].row->number == 8 && rises[1].mib == 7);
    assert_true(rises[2].row->number == 11 && rises[2].mib == 7);
    gau_event_data_clear(&data);
}

/* Numbers fall: the event of the smallest number was the last. */
static void memory_is_followed_in_time_whatever_the_numbers_are(void **state)
{
    enum { N = 100 };
    struct gau_event_data data = events_of(N);
    struct gau_event_memory_use use;
    struct gau_event_rise rises[GAU_EVENT_RISES];
    struct gau_event_growth growth;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        data.rows[i].marks = 0;
        data.rows[i].end_mib[GAU_EVENT_ANONYMOUS] = 0.5 * (double)(N - i);
        data.by_end[i] = N - 1 - i;
    }
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    assert_close(growth.slope.value, 0.5);
    assert_true(gau_event_memory_use_of(&use, &data, GAU_EVENT_ANONYMOUS));
    assert_true(use.first == 0.5 && use.last == 0.5 * N);
    assert_true(use.quarters[0].value < use.quarters[1].value);
    assert_int_equal(gau_event_rises(rises, &data, GAU_EVENT_ANONYMOUS), GAU_EVENT_RISES);
    assert_close(rises[0].mib, 0.5);
    gau_event_data_clear(&data);
}

static void events_from_all_of_a_long_run_are_used(void **state)
{
    enum { N = 4000 };
    struct gau_event_data data = events_of(N);
    struct gau_event_growth growth;

    (void)state;
    for (int i = 0; i < N; i++)
        data.rows[i].end_mib[GAU_EVENT_ANONYMOUS] = i < 1600 ? 0 : i - 1600;
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    assert_true(growth.slope.value > 0.5 && growth.slope.value < 1 && growth.used == 1500);
    data.n = 1501;
    assert_true(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    assert_true(growth.n == 1500 && growth.used == 1500);
    gau_event_data_clear(&data);
}

static void out_of_memory_there_are_no_statistics(void **state)
{
    struct gau_event_data data = events_of(10);
    struct gau_event_growth growth;
    struct gau_event_times times;
    struct gau_event_memory_use use;

    (void)state;
    for (uint64_t nth = 1; nth <= 2; nth++) {
        allocations_fail_at(nth);
        assert_false(gau_event_growth_of(&growth, &data, GAU_EVENT_ANONYMOUS, false));
    }
    allocations_fail_at(1);
    assert_false(gau_event_times_of(&times, &data, false));
    allocations_fail_at(1);
    assert_false(gau_event_memory_use_of(&use, &data, GAU_EVENT_ANONYMOUS));
    allocations_fail_at(0);
    gau_event_data_clear(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_have_statistics_without_warm_up),
        cmocka_unit_test(the_slowest_events_are_in_order),
        cmocka_unit_test(a_histogram_has_few_bins_and_no_run_of_empty_ones),
        cmocka_unit_test(a_histogram_may_have_any_times),
        cmocka_unit_test(a_histogram_of_equal_times_is_one_bin),
        cmocka_unit_test(memory_has_ends_and_quarters),
        cmocka_unit_test_setup_teardown(growth_is_that_of_k4bench, folder_enter, folder_leave),
        cmocka_unit_test(a_small_leak_is_found_in_noise),
        cmocka_unit_test(a_step_is_a_rise_and_no_growth),
        cmocka_unit_test(the_largest_rises_are_in_order),
        cmocka_unit_test(memory_is_followed_in_time_whatever_the_numbers_are),
        cmocka_unit_test(events_from_all_of_a_long_run_are_used),
        cmocka_unit_test(out_of_memory_there_are_no_statistics),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
