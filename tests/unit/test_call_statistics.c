/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "table/call_statistics.h"

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

/* --- statistics ---------------------------------------------------------------------------- */

enum { N = 5000 };

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* One branch of a thread. */
struct thread {
    struct gau_thread_stats stats;
    struct gau_branch_stats branch;
};

static struct thread *thread_new(void)
{
    struct thread *const thread = calloc(1, sizeof *thread);

    assert_non_null(thread);
    assert_true(gau_stats_open(&thread->stats, &thread->branch));
    gau_stats_add_branch(&thread->stats, 0);
    return thread;
}

static void thread_free(struct thread *thread)
{
    gau_stats_close(&thread->stats);
    free(thread);
}

static struct gau_call_stats *kind_of(struct thread *thread, unsigned kind)
{
    return &thread->branch.kinds[kind];
}

static struct gau_call_stats *calls_of(struct thread *thread)
{
    return kind_of(thread, GAU_STATS_WARM_UP);
}

static void add_to(struct thread *thread, unsigned kind, uint64_t ticks, uint64_t event)
{
    gau_stats_begin(kind_of(thread, kind), 1000);
    gau_stats_end(&thread->stats, kind_of(thread, kind), 1000 + ticks, event);
}

static void add(struct thread *thread, uint64_t ticks, uint64_t event)
{
    add_to(thread, GAU_STATS_WARM_UP, ticks, event);
}

static void merge(struct thread *into, struct thread *from)
{
    gau_stats_flush(&into->stats);
    gau_stats_flush(&from->stats);
    gau_stats_merge(&into->stats, &into->branch, GAU_STATS_WARM_UP, &from->branch,
                    GAU_STATS_WARM_UP);
}

static uint64_t in_bin(const struct gau_call_stats *of, size_t bin)
{
    const struct gau_octave *const octave = gau_stats_octaves(of).by_number[gau_octave_of_bin(bin)];

    return octave ? gau_octave_calls(octave, (unsigned)(bin - gau_octave_first_bin(octave))) : 0;
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

static void check_statistics(struct thread *thread, uint64_t *values, int n, double sum)
{
    static const double fractions[] = {0.5, 0.9, 0.99, 1};
    const struct gau_call_stats *const of = calls_of(thread);
    double sum_sq = 0;

    for (int i = 0; i < n; i++)
        sum_sq += ((double)values[i] - sum / n) * ((double)values[i] - sum / n);
    qsort(values, (size_t)n, sizeof *values, compare);
    for (size_t f = 0; f < COUNT_OF(fractions); f++) {
        const double exact = (double)values[(int)ceil(fractions[f] * n) - 1];

        assert_true(fabs(gau_stats_percentile(of, fractions[f]) - exact) <= 0.03 * exact);
    }
    assert_int_equal(of->calls, n);
    assert_int_equal(of->min, values[0]);
    assert_int_equal(of->max, values[n - 1]);
    assert_true((double)of->total == sum);
    if (n > 1)
        assert_true(fabs(gau_stats_stddev(of) - sqrt(sum_sq / (n - 1))) <=
                    1e-6 * sqrt(sum_sq / (n - 1)) + 1e-3);
    else
        assert_true(gau_stats_stddev(of) == 0);
    assert_int_equal(thread->stats.unbinned, 0);
}

static void statistics_are_those_of_the_values(void **unused)
{
    static uint64_t values[N];

    (void)unused;
    for (int distribution = 0; distribution < 5; distribution++)
        for (int n = 1; n <= N; n = n * 3 + 1) {
            struct thread *const thread = thread_new();
            double sum = 0;

            for (int i = 0; i < n; i++) {
                values[i] = draw(distribution, i);
                add(thread, values[i], (uint64_t)i + 1);
                sum += (double)values[i];
            }
            gau_stats_flush(&thread->stats);
            check_statistics(thread, values, n, sum);
            thread_free(thread);
        }
}

/* Each bin is exact, also above 255 and 65535 calls, and by whatever way they came. */
static void bins_count_all_calls(void **unused)
{
    static uint64_t expected[GAU_LOG_BINS];
    struct thread *const thread = thread_new();
    uint64_t sum = 0;

    (void)unused;
    for (int i = 0; i < 400000; i++) {
        const uint64_t ticks = i % 2 ? random_bits() % 100 : random_bits() >> (20 + i % 44);

        if (ticks >> 62)
            continue;
        add(thread, ticks, 1);
        expected[gau_log_bin(ticks)]++;
    }
    gau_stats_flush(&thread->stats);
    gau_stats_flush(&thread->stats); /* twice is once */
    gau_stats_add_to_bin(&thread->stats, calls_of(thread), 70, 1000);
    gau_stats_add_to_bin(&thread->stats, calls_of(thread), 70, 24);
    expected[70] += 1024;
    for (size_t bin = 0; bin < GAU_LOG_BINS; bin++) {
        assert_int_equal(in_bin(calls_of(thread), bin), expected[bin]);
        sum += expected[bin];
    }
    assert_int_equal(sum, calls_of(thread)->calls + 1024);
    thread_free(thread);
}

static void nothing_has_statistics_too(void **unused)
{
    struct thread *const thread = thread_new();

    (void)unused;
    assert_int_equal(calls_of(thread)->calls, 0);
    assert_int_equal(gau_stats_slowest_event(calls_of(thread)), 0);
    assert_true(gau_stats_percentile(calls_of(thread), 0.5) == 0 &&
                gau_stats_stddev(calls_of(thread)) == 0);
    thread_free(thread);
}

static void the_slowest_event_is_the_lowest_of_equal_ones(void **unused)
{
    struct thread *const thread = thread_new(), *const other = thread_new(),
                         *const third = thread_new();

    (void)unused;
    add(thread, 5, 3);
    add(thread, 900, 4);
    add(thread, 900, 6);
    add(thread, 30, 7);
    assert_int_equal(gau_stats_slowest_event(calls_of(thread)), 4);
    add(other, 900, 2);
    merge(thread, other);
    assert_int_equal(gau_stats_slowest_event(calls_of(thread)), 2);
    add(third, 900, 5);
    merge(thread, third);
    assert_int_equal(gau_stats_slowest_event(calls_of(thread)), 2);
    assert_int_equal(calls_of(thread)->max, 900);
    thread_free(thread);
    thread_free(other);
    thread_free(third);
}

static void assert_equal_statistics(const struct gau_call_stats *a, const struct gau_call_stats *b)
{
    assert_int_equal(a->calls, b->calls);
    assert_int_equal(a->total, b->total);
    assert_int_equal(a->max, b->max);
    assert_int_equal(gau_stats_slowest_event(a), gau_stats_slowest_event(b));
    assert_int_equal(a->min, b->min);
    assert_true(fabs(a->sum_sq - b->sum_sq) <= 1e-12 * b->sum_sq);
    for (size_t bin = 0; bin < GAU_LOG_BINS; bin++)
        assert_int_equal(in_bin(a, bin), in_bin(b, bin));
}

/* Whatever is merged with what: the same as if one had counted all. */
static void statistics_of_workers_are_merged(void **unused)
{
    (void)unused;
    for (int n = 0; n <= 3000; n += 500) {
        struct thread *const all = thread_new(), *parts[4];

        for (int k = 0; k < 4; k++)
            parts[k] = thread_new();
        for (int i = 1; i <= n; i++) {
            const uint64_t ticks = random_bits() >> 40 >> (i % 20);

            add(all, ticks, (uint64_t)i);
            add(parts[random_bits() % 3 + (n > 1000)], ticks, (uint64_t)i);
        }
        gau_stats_flush(&all->stats);
        for (int k = 1; k < 4; k++)
            merge(parts[0], parts[k]);
        assert_equal_statistics(calls_of(parts[0]), calls_of(all));
        thread_free(all);
        for (int k = 0; k < 4; k++)
            thread_free(parts[k]);
    }
}

static void cpu_time_and_memory_of_workers_are_summed(void **unused)
{
    struct thread *const sum = thread_new(), *const other = thread_new();

    (void)unused;
    add(sum, 5, 1);
    add(other, 5, 2);
    sum->branch.memory_MB[GAU_STATS_WARM_UP] = 3;
    sum->branch.cpu_ns[GAU_STATS_WARM_UP] = 30;
    other->branch.memory_MB[GAU_STATS_WARM_UP] = 4;
    other->branch.cpu_ns[GAU_STATS_WARM_UP] = 40;
    merge(sum, other);
    assert_int_equal(sum->branch.memory_MB[GAU_STATS_WARM_UP], 7);
    assert_int_equal(sum->branch.memory_MB[GAU_STATS_COUNTED], 0);
    assert_int_equal(sum->branch.cpu_ns[GAU_STATS_WARM_UP], 70);
    thread_free(sum);
    thread_free(other);
}

/* Kinds are cleared alone: what was counted stays. */
static void what_is_cleared_is_as_before_the_first_call(void **unused)
{
    struct thread *const thread = thread_new();

    (void)unused;
    calls_of(thread)->section = 3;
    calls_of(thread)->parent = 4;
    add_to(thread, GAU_STATS_COUNTED, 7, 1);
    thread->branch.memory_MB[GAU_STATS_COUNTED] = 3;
    add(thread, 5, 2);
    thread->branch.memory_MB[GAU_STATS_WARM_UP] = 4;
    thread->branch.cpu_ns[GAU_STATS_WARM_UP] = 40;
    gau_stats_flush(&thread->stats);
    gau_stats_clear(&thread->stats, &thread->branch, GAU_STATS_WARM_UP);
    assert_int_equal(calls_of(thread)->calls + calls_of(thread)->total + calls_of(thread)->max, 0);
    assert_int_equal(in_bin(calls_of(thread), 5), 0);
    assert_int_equal(calls_of(thread)->section, 3);
    assert_int_equal(calls_of(thread)->parent, 4);
    assert_int_equal(thread->branch.cpu_ns[GAU_STATS_WARM_UP], 0);
    assert_int_equal(thread->branch.memory_MB[GAU_STATS_WARM_UP], 0);
    assert_int_equal(kind_of(thread, GAU_STATS_COUNTED)->calls, 1);
    assert_int_equal(in_bin(kind_of(thread, GAU_STATS_COUNTED), 7), 1);
    assert_int_equal(thread->branch.memory_MB[GAU_STATS_COUNTED], 3);
    add(thread, 6, 1);
    assert_int_equal(calls_of(thread)->min, 6);
    thread_free(thread);
}

/* The TSC of processors may differ; an end without a begin is none. */
static void a_call_that_ends_before_it_began_took_no_time(void **unused)
{
    struct thread *const thread = thread_new();
    struct gau_call_stats *const of = calls_of(thread);

    (void)unused;
    gau_stats_end(&thread->stats, of, 5000, 1);
    assert_int_equal(of->calls, 0);
    gau_stats_begin(of, 2000);
    gau_stats_end(&thread->stats, of, 1999, 1);
    assert_int_equal(of->calls, 1);
    assert_int_equal(of->total, 0);
    gau_stats_end(&thread->stats, of, 9000, 1);
    gau_stats_begin(of, 10000);
    gau_stats_forget(of);
    gau_stats_end(&thread->stats, of, 11000, 1);
    gau_stats_flush(&thread->stats);
    assert_int_equal(of->calls, 1);
    assert_int_equal(in_bin(of, 0), 1);
    thread_free(thread);
}

/* A call that is open at the end of the warm-up counts as what it ends as. */
static void an_open_call_changes_its_kind(void **unused)
{
    struct thread *const thread = thread_new();

    (void)unused;
    gau_stats_select_kind(&thread->stats, GAU_STATS_WARM_UP, 1);
    gau_stats_begin(gau_stats_of(&thread->stats, 0), 100);
    gau_stats_select_kind(&thread->stats, GAU_STATS_COUNTED, 1);
    gau_stats_end(&thread->stats, gau_stats_of(&thread->stats, 0), 150, 1);
    assert_int_equal(calls_of(thread)->calls, 0);
    assert_false(gau_stats_is_open(calls_of(thread)->began));
    assert_int_equal(kind_of(thread, GAU_STATS_COUNTED)->total, 50);
    thread_free(thread);
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
        struct thread *const workers[] = {thread_new(), thread_new()};

        for (size_t w = 0; w < 2; w++)
            add(workers[w], cases[i].ticks[w], cases[i].events[w]);
        merge(workers[0], workers[1]);
        assert_int_equal(calls_of(workers[0])->min, cases[i].min);
        assert_int_equal(calls_of(workers[0])->max, cases[i].max);
        assert_int_equal(gau_stats_slowest_event(calls_of(workers[0])), cases[i].slowest);
        thread_free(workers[0]);
        thread_free(workers[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_are_those_of_the_values),
        cmocka_unit_test(bins_count_all_calls),
        cmocka_unit_test(a_call_that_ends_before_it_began_took_no_time),
        cmocka_unit_test(an_open_call_changes_its_kind),
        cmocka_unit_test(nothing_has_statistics_too),
        cmocka_unit_test(the_slowest_event_is_the_lowest_of_equal_ones),
        cmocka_unit_test(statistics_of_workers_are_merged),
        cmocka_unit_test(cpu_time_and_memory_of_workers_are_summed),
        cmocka_unit_test(what_is_cleared_is_as_before_the_first_call),
        cmocka_unit_test(extremes_of_two_workers_are_those_of_all_their_calls),
    };

    return cmocka_run_group_tests_name("call_stats of the timer", tests, NULL, NULL);
}
