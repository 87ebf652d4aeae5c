/* SPDX-License-Identifier: Apache-2.0 */
#include "auditors/output/event_sort.h"
#include "temp_folder.h"
#include "test.h"
#include "trace/trace_format.h"

#include <stdlib.h>

/* Sorting of events that do not fit into memory. */

enum { BATCH = SORT_BATCH_LEAST };

static struct event_sort order;

static void begin(bool by_start)
{
    assert_int_equal(
        gau_event_sort_begin(&order, "sorted", sizeof(struct gau_trace_event), BATCH, by_start), 0);
}

static void add(uint64_t number, uint64_t start)
{
    const struct gau_trace_event event = {.number = number, .start = start, .duration = ~number};

    assert_int_equal(gau_event_sort_add(&order, &event), 0);
}

/* Ends it: it has the numbers from 1 to @p n, whole, each once. */
static void has_all(uint64_t n)
{
    const struct gau_trace_event *events;
    const void *items;
    uint64_t at = 0;
    size_t count;

    assert_int_equal(gau_event_sort_end(&order), 0);
    assert_true(gau_event_sort_count(&order) == n);
    assert_true(order.runs <= 1);
    do {
        assert_int_equal(gau_event_sort_read(&order, at, &items, &count), 0);
        events = items;
        for (size_t i = 0; i < count; i++, at++)
            if (events[i].number != at + 1 || events[i].duration != ~(at + 1))
                fail_msg("%llu instead of %llu", (unsigned long long)events[i].number,
                         (unsigned long long)at + 1);
    } while (count > 0);
    assert_true(at == n);
    assert_false(order.has_twice);
    gau_event_sort_clear(&order);
}

static void no_events_are_sorted(void **state)
{
    (void)state;
    begin(false);
    has_all(0);
}

static void any_number_of_events_is_sorted(void **state)
{
    static const uint64_t sizes[] = {1, 2, BATCH - 1, BATCH, BATCH + 1, 10 * BATCH + 7};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        begin(false);
        for (uint64_t n = sizes[i]; n > 0; n--)
            add(n, n);
        has_all(sizes[i]);
        begin(false);
        for (uint64_t n = 1; n <= sizes[i]; n++)
            add(n, n);
        has_all(sizes[i]);
    }
}

/* A permutation: 769 is prime to the number of events. */
static void more_runs_than_are_merged_at_once_are_sorted(void **state)
{
    const uint64_t n = (uint64_t)BATCH * (SORT_RUNS + 20);

    (void)state;
    begin(false);
    for (uint64_t i = 0; i < n; i++)
        add(i * 769 % n + 1, i);
    assert_true(order.runs > SORT_RUNS);
    has_all(n);
}

/* Four workers pass on 255 events at a time. */
static void events_that_are_nearly_in_order_are_not_merged(void **state)
{
    enum { PASSED = 60, WORKERS = 4, ROUNDS = 100 };

    (void)state;
    begin(false);
    for (uint64_t round = 0; round < ROUNDS; round++)
        for (uint64_t worker = 0; worker < WORKERS; worker++)
            for (uint64_t i = 0; i < PASSED; i++)
                add((round * PASSED + i) * WORKERS + worker + 1, 0);
    assert_true(order.runs == 1);
    has_all((uint64_t)PASSED * WORKERS * ROUNDS);
}

/* Within a batch, at the end of one, in two runs, and of two that are merged again. */
static void a_number_that_occurs_twice_is_found(void **state)
{
    static const uint64_t sizes[] = {10, 2 * BATCH, 3 * BATCH, (SORT_RUNS + 20) * BATCH};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (uint64_t way = 0; way < 2; way++) {
            begin(false);
            for (uint64_t n = 1; n <= sizes[i]; n++)
                add(way ? n : sizes[i] + 1 - n, n);
            add(sizes[i] / 2, 0);
            assert_int_equal(gau_event_sort_end(&order), 0);
            assert_true(order.has_twice && order.twice == sizes[i] / 2);
            assert_true(gau_event_sort_count(&order) == sizes[i] + 1);
            gau_event_sort_clear(&order);
        }
}

static void they_can_be_in_the_order_of_time(void **state)
{
    (void)state;
    begin(true);
    for (uint64_t n = 1; n <= 5 * BATCH; n++)
        add(5 * BATCH + 1 - n, 5 * BATCH + 1 - n);
    has_all(5 * BATCH);
    begin(true);
    add(3, 7);
    add(3, 5);
    assert_int_equal(gau_event_sort_end(&order), 0);
    assert_false(order.has_twice);
    gau_event_sort_clear(&order);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(no_events_are_sorted),
        TEST(any_number_of_events_is_sorted),
        TEST(more_runs_than_are_merged_at_once_are_sorted),
        TEST(events_that_are_nearly_in_order_are_not_merged),
        TEST(a_number_that_occurs_twice_is_found),
        TEST(they_can_be_in_the_order_of_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
