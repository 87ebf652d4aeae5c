/* SPDX-License-Identifier: Apache-2.0 */
#include "collector_stubs.h"
#include "tests/unit/test.h"

#include "collector/base/collection_state.h"
#include "collector/tasks/task_types.h"
#include "collector/tasks/thread_tasks.h"
#include "collector/writer/pauses.h"

#include <string.h>

/* A thread, and what the writer has read of it. Types are letters, domains are numbers. */

static struct gau_thread_tasks *tasks;
static struct gau_trace_task_total read_of[128];
static int visits;

static uint32_t type(char letter)
{
    return gau_task_types_of(GAU_TRACE_TASK, "d", &letter, 1);
}

static char current(void)
{
    const struct gau_task_type *const now = gau_task_types_get(gau_thread_tasks_current(tasks));

    return now ? *now->name : '-';
}

static void visit(void *user, const struct gau_trace_task_total *total)
{
    (void)user;
    read_of[(unsigned char)*gau_task_types_get(total->task)->name] = *total;
    visits++;
}

static int change(void)
{
    visits = 0;
    gau_thread_tasks_changed(tasks, visit, NULL);
    return visits;
}

static void check(char letter, uint64_t entries, uint64_t total_ns, uint64_t self_ns)
{
    const struct gau_trace_task_total *const total = &read_of[(unsigned char)letter];

    change();
    assert_int_equal(total->entries, entries);
    assert_int_equal(total->total_ns, total_ns);
    assert_int_equal(total->self_ns, self_ns);
}

static void check_sums(uint64_t unmatched, uint64_t unclosed_tasks, uint64_t dropped)
{
    struct gau_thread_tasks_sums sums;

    gau_thread_tasks_sums(tasks, &sums);
    assert_int_equal(sums.unmatched_ends, unmatched);
    assert_int_equal(sums.unclosed_tasks, unclosed_tasks);
    assert_int_equal(sums.dropped, dropped);
}

/* Events: a letter begins one and "!" before it ends it; dots pass 10 ns each. */
static void play(const char *events)
{
    for (; *events; events++) {
        if (*events == '.')
            stage_pass(10);
        else if (*events == '!')
            gau_thread_tasks_end(tasks, GAU_TRACE_EVENT, type(*++events));
        else
            gau_thread_tasks_begin(tasks, GAU_TRACE_EVENT, type(*events), type(*events));
    }
}

static int set_up(void **state)
{
    (void)state;
    stage_set_clock(1000);
    memset(read_of, 0, sizeof read_of);
    tasks = stage_tasks();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    if (gau_collection_paused())
        gau_pauses_end();
    stage_free_tasks(tasks);
    return 0;
}

/* --- time ---------------------------------------------------------------------------------- */

static void time_of_nested_ones_belongs_to_the_innermost(void **state)
{
    (void)state;
    play("a.b..");
    assert_int_equal(current(), 'b');
    play("!b...");
    assert_int_equal(current(), 'a');
    play("!a....");
    assert_int_equal(current(), '-');
    check('a', 1, 60, 40);
    check('b', 1, 20, 20);
}

static void time_of_overlapping_ones_belongs_to_the_later_start(void **state)
{
    (void)state;
    play("a.b..!a");
    assert_int_equal(current(), 'b');
    play("....!b");
    check('a', 1, 30, 10);
    check('b', 1, 60, 60);
}

static void recursion_counts_wall_time_once(void **state)
{
    (void)state;
    play("a.b.a.!a!b.!a");
    check('a', 2, 40, 30);
    check('b', 1, 20, 10);
}

static void what_is_open_is_not_published(void **state)
{
    (void)state;
    play("a.a.!a.");
    assert_int_equal(change(), 0);
    play("!a");
    check('a', 2, 30, 30);
}

static void only_what_has_changed_is_visited(void **state)
{
    (void)state;
    play("a!ab!b");
    assert_int_equal(change(), 2);
    assert_int_equal(change(), 0);
    play("b!b");
    assert_int_equal(change(), 1);
}

static void in_a_pause_time_stands_still(void **state)
{
    (void)state;
    play("a.");
    gau_pauses_begin();
    play("...");
    gau_pauses_end();
    play(".!a");
    check('a', 1, 20, 20);
}

static void what_begins_in_a_pause_has_no_entry(void **state)
{
    (void)state;
    gau_pauses_begin();
    play("a.b.!b");
    gau_pauses_end();
    assert_int_equal(current(), 'a');
    play("..!a");
    check('a', 0, 20, 20);
    check('b', 0, 0, 0);
    check_sums(0, 0, 0);
}

/* --- ends ---------------------------------------------------------------------------------- */

static void ends_without_a_beginning_are_counted(void **state)
{
    (void)state;
    play("!aa!b.!a!a");
    check('a', 1, 10, 10);
    check_sums(3, 0, 0);
}

static void an_end_of_a_task_is_of_the_last_of_its_domain(void **state)
{
    (void)state;
    gau_thread_tasks_begin(tasks, GAU_TRACE_TASK, type('a'), 1);
    gau_thread_tasks_begin(tasks, GAU_TRACE_TASK, type('b'), 2);
    gau_thread_tasks_begin(tasks, GAU_TRACE_EVENT, type('e'), type('e'));
    gau_thread_tasks_begin(tasks, GAU_TRACE_TASK, type('c'), 1);
    gau_thread_tasks_end(tasks, GAU_TRACE_TASK, 1);
    assert_int_equal(current(), 'e');
    gau_thread_tasks_end(tasks, GAU_TRACE_TASK, 1);
    gau_thread_tasks_end(tasks, GAU_TRACE_EVENT, type('e'));
    assert_int_equal(current(), 'b');
    gau_thread_tasks_end(tasks, GAU_TRACE_TASK, 1);
    gau_thread_tasks_end(tasks, GAU_TRACE_TASK, 2);
    assert_int_equal(current(), '-');
    check_sums(1, 0, 0);
}

static void what_was_dropped_still_expects_its_end(void **state)
{
    (void)state;
    play("a");
    gau_thread_tasks_begin(tasks, GAU_TRACE_TASK, 0, 1);
    assert_int_equal(current(), 'a');
    stage_pass(10);
    gau_thread_tasks_end(tasks, GAU_TRACE_TASK, 1);
    gau_thread_tasks_begin(tasks, GAU_TRACE_EVENT, 0, 0);
    gau_thread_tasks_end(tasks, GAU_TRACE_EVENT, 0);
    play("!a");
    check('a', 1, 10, 10);
    check_sums(0, 0, 2);
}

static void what_is_too_deep_is_dropped_and_its_ends_are_matched(void **state)
{
    (void)state;
    for (int i = 0; i < GAU_TASKS_DEPTH_MAX; i++)
        play("a");
    play("bb.");
    assert_int_equal(current(), 'a');
    play("!b!b");
    for (int i = 0; i < GAU_TASKS_DEPTH_MAX; i++)
        play("!a");
    assert_int_equal(current(), '-');
    play("b.!b");
    check('a', GAU_TASKS_DEPTH_MAX, 10, 10);
    check('b', 1, 10, 10);
    check_sums(0, 0, 2);
}

static void what_is_open_at_the_end_is_credited(void **state)
{
    (void)state;
    play("a.b.");
    gau_thread_tasks_close(tasks);
    assert_int_equal(current(), '-');
    check('a', 1, 20, 10);
    check('b', 1, 10, 10);
    check_sums(0, 2, 0);
}

static void what_is_too_deep_at_the_end_expects_no_end(void **state)
{
    (void)state;
    for (int i = 0; i < GAU_TASKS_DEPTH_MAX; i++)
        play("a");
    play("b");
    gau_thread_tasks_close(tasks);
    play("b.!b"); /* by a destructor of the thread */
    check('b', 1, 10, 10);
    check_sums(0, GAU_TASKS_DEPTH_MAX, 1);
}

static void after_a_fork_open_ones_go_on_without_what_was(void **state)
{
    (void)state;
    play("a.b.!b!x");
    check('b', 1, 10, 10);
    gau_thread_tasks_restart(tasks);
    assert_int_equal(change(), 0);
    check_sums(0, 0, 0);
    assert_int_equal(current(), 'a');
    play("..!ab.!b");
    check('a', 0, 20, 20);
    check('b', 1, 10, 10);
}

static void what_is_cleared_is_zero_again(void **state)
{
    const gau_itt_id id = {1, 2, 3};
    const unsigned char *const bytes = (const unsigned char *)tasks;

    (void)state;
    play("a.b!x");
    gau_thread_tasks_begin_overlapped(tasks, type('o'), &id);
    change();
    gau_thread_tasks_clear(tasks);
    for (size_t i = 0; i < gau_thread_tasks_size(); i++)
        assert_int_equal(bytes[i], 0);
    gau_thread_tasks_end_overlapped(tasks, &id);
    check_sums(1, 0, 0);
}

/* --- overlapped tasks ---------------------------------------------------------------------- */

static void overlapped_tasks_end_by_their_id(void **state)
{
    const gau_itt_id one = {1, 0, 0}, two = {2, 0, 0};

    (void)state;
    gau_thread_tasks_begin_overlapped(tasks, type('a'), &one);
    stage_pass(10);
    gau_thread_tasks_begin_overlapped(tasks, type('b'), &two);
    stage_pass(10);
    gau_thread_tasks_end_overlapped(tasks, &one);
    gau_thread_tasks_end_overlapped(tasks, &one);
    assert_int_equal(current(), 'b');
    stage_pass(10);
    gau_thread_tasks_end_overlapped(tasks, &two);
    check('a', 1, 20, 10);
    check('b', 1, 20, 20);
    check_sums(1, 0, 0);
}

static void overlapped_tasks_end_on_other_threads_too(void **state)
{
    const gau_itt_id one = {1, 0, 0}, two = {2, 0, 0}, three = {3, 0, 0};
    struct gau_thread_tasks *const other = stage_tasks();

    (void)state;
    play("e");
    gau_thread_tasks_begin_overlapped(tasks, type('a'), &one);
    gau_thread_tasks_begin_overlapped(tasks, type('b'), &two);
    gau_thread_tasks_begin_overlapped(tasks, type('c'), &three);
    stage_pass(10);
    gau_thread_tasks_end_overlapped(other, &one);
    assert_int_equal(current(), 'c');
    stage_pass(10);
    gau_thread_tasks_end_overlapped(other, &three);
    assert_int_equal(current(), 'b'); /* at once */
    stage_pass(10);
    gau_thread_tasks_end_overlapped(tasks, &one); /* is no more */
    gau_thread_tasks_end_overlapped(tasks, &two);
    play(".!e");
    check('a', 1, 10, 0);
    check('b', 1, 30, 10);
    check('c', 1, 20, 20);
    check('e', 1, 40, 10);
    check_sums(1, 0, 0);
    stage_free_tasks(other);
}

/* The owner notices both at its next call. */
static void ends_on_other_threads_count_in_the_order_of_time(void **state)
{
    const gau_itt_id one = {1, 0, 0}, two = {2, 0, 0};
    struct gau_thread_tasks *const other = stage_tasks();

    (void)state;
    play("e");
    gau_thread_tasks_begin_overlapped(tasks, type('a'), &one);
    gau_thread_tasks_begin_overlapped(tasks, type('b'), &two);
    stage_pass(10);
    gau_thread_tasks_end_overlapped(other, &two);
    stage_pass(10);
    gau_thread_tasks_end_overlapped(other, &one);
    play("..!e");
    check('a', 1, 20, 10);
    check('b', 1, 10, 10);
    check('e', 1, 40, 20);
    stage_free_tasks(other);
}

static void a_call_inside_a_call_is_ignored(void **state)
{
    (void)state;
    play("a.");
    assert_true(gau_thread_tasks_enter(tasks));
    assert_false(gau_thread_tasks_enter(tasks));
    play("b!b!a");
    assert_int_equal(current(), 'a');
    gau_thread_tasks_leave(tasks);
    play("!a");
    check('a', 1, 10, 10);
    check('b', 0, 0, 0);
    check_sums(0, 0, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(time_of_nested_ones_belongs_to_the_innermost),
        TEST(time_of_overlapping_ones_belongs_to_the_later_start),
        TEST(recursion_counts_wall_time_once),
        TEST(what_is_open_is_not_published),
        TEST(only_what_has_changed_is_visited),
        TEST(in_a_pause_time_stands_still),
        TEST(what_begins_in_a_pause_has_no_entry),
        TEST(ends_without_a_beginning_are_counted),
        TEST(an_end_of_a_task_is_of_the_last_of_its_domain),
        TEST(what_was_dropped_still_expects_its_end),
        TEST(what_is_too_deep_is_dropped_and_its_ends_are_matched),
        TEST(what_is_open_at_the_end_is_credited),
        TEST(what_is_too_deep_at_the_end_expects_no_end),
        TEST(after_a_fork_open_ones_go_on_without_what_was),
        TEST(what_is_cleared_is_zero_again),
        TEST(overlapped_tasks_end_by_their_id),
        TEST(overlapped_tasks_end_on_other_threads_too),
        TEST(ends_on_other_threads_count_in_the_order_of_time),
        TEST(a_call_inside_a_call_is_ignored),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
