/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "collector/tasks/task_lane.h"

#include "trace/show_records.h"
#include "trace/timeline_entries.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A lane, and a writer thread that is called when the test says so. */

enum { CHUNKS = 64 };

static struct gau_task_lane *lane;
static uint64_t list_memory[2 * GAU_CHUNK_SIZE / 8];
static char read_back[1 << 16]; /* "a" began, "." ended, "!" unfinished, "-" interval */
static uint64_t lists, begins;

static int set_up(void **state)
{
    (void)state;
    lane = calloc(1, sizeof *lane);
    *read_back = '\0';
    lists = begins = 0;
    return lane && gau_sample_buffers_open((uint64_t)CHUNKS * GAU_CHUNK_SIZE) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(lane);
    return 0;
}

static void read_entries(const struct gau_trace_entry_list *list)
{
    struct gau_timeline_cursor cursor = gau_timeline_entries(list);
    struct gau_timeline_entry entry;
    size_t n = strlen(read_back);

    while (gau_timeline_next(&cursor, &entry)) {
        begins += entry.what == GAU_TIMELINE_BEGIN;
        if (n + 2 > sizeof read_back)
            continue;
        if (entry.what == GAU_TIMELINE_BEGIN)
            read_back[n++] = (char)entry.branch;
        else if (entry.what == GAU_TIMELINE_INTERVAL)
            read_back[n++] = '-';
        else
            read_back[n++] = entry.flags ? '!' : '.';
    }
    read_back[n] = '\0';
}

/* As the writer thread; the list must be one that readers take. */
static void take(struct gau_chunk *chunk)
{
    struct gau_trace_entry_list *const list = (void *)list_memory;
    struct gau_timeline_counts counts;
    const uint8_t *bytes;
    const uint32_t to = __atomic_load_n(&chunk->committed, __ATOMIC_ACQUIRE);
    const uint32_t size = gau_task_lane_news(lane, chunk, to, &bytes);

    *list = (struct gau_trace_entry_list){.depth = lane->read_depth,
                                          .first = lane->read_stamp,
                                          .size = size};
    memcpy(list->open, lane->read_open, list->depth * sizeof *list->open);
    memcpy(list->open + list->depth, bytes, size);
    gau_task_lane_follow(lane, list);
    chunk->taken = (uint16_t)to;
    assert_true(gau_timeline_check(list, &counts));
    read_entries(list);
    lists++;
}

static void pass(void)
{
    struct gau_chunk *next;

    gau_task_lane_note(lane);
    for (struct gau_chunk *chunk = gau_sample_buffers_unqueue(); chunk; chunk = next) {
        next = gau_sample_buffers_next(chunk);
        take(chunk);
        gau_sample_buffers_give(chunk);
    }
    if (gau_task_lane_current(lane))
        take(gau_task_lane_current(lane));
}

static struct gau_task_lane_mark begin(char type, uint64_t at)
{
    return gau_task_lane_begin(lane, (uint32_t)type, at);
}

static void end(char type, struct gau_task_lane_mark mark, uint64_t at)
{
    gau_task_lane_end(lane, (uint32_t)type, &mark, at, false);
}

/* Until the lane needs its next chunk. */
static void fill(uint64_t at)
{
    const uint64_t begun = lane->begun;

    while (lane->begun == begun && !lane->is_dropping)
        end('f', begin('f', at), at);
}

/* --- tests --------------------------------------------------------------------------------- */

static void a_pass_takes_what_has_come_and_the_next_begins_with_what_is_open(void **state)
{
    struct gau_task_lane_mark a, b;

    (void)state;
    a = begin('a', 100);
    b = begin('b', 110);
    pass();
    assert_string_equal(read_back, "ab");
    assert_int_equal(lane->read_depth, 2);
    assert_int_equal(lane->read_open[1].begin, 110);
    end('b', b, 120);
    pass();
    end('a', a, 130);
    pass();
    assert_string_equal(read_back, "ab..");
    assert_int_equal(lane->read_depth, 0);
    assert_int_equal(lane->read_stamp, 130);
}

static void a_new_chunk_begins_with_what_is_open(void **state)
{
    struct gau_task_lane_mark a;

    (void)state;
    a = begin('a', 100);
    fill(200);
    pass();
    fill(300);
    end('a', a, 400);
    pass();
    assert_int_equal(lane->read_depth, 0);
    assert_int_equal(read_back[0], 'a');
    assert_int_equal(read_back[strlen(read_back) - 1], '.');
}

static void an_outer_end_cuts_those_inside(void **state)
{
    struct gau_task_lane_mark a, b, c;

    (void)state;
    a = begin('a', 100);
    b = begin('b', 110);
    c = begin('c', 120);
    end('a', a, 130);
    end('b', b, 140);
    a = begin('a', 150);
    end('c', c, 160);
    end('a', a, 170);
    pass();
    assert_string_equal(read_back, "abc!!.-a-.");
}

static void too_deep_ones_are_intervals(void **state)
{
    struct gau_task_lane_mark marks[GAU_TASK_LANE_DEPTH + 1];

    (void)state;
    for (uint32_t i = 0; i <= GAU_TASK_LANE_DEPTH; i++)
        marks[i] = begin('a', 100 + i);
    fill(1000);
    for (uint32_t i = GAU_TASK_LANE_DEPTH + 1; i-- > 0;)
        end('a', marks[i], 2000);
    pass();
    assert_non_null(strstr(read_back, "-."));
    assert_int_equal(strlen(strstr(read_back, "-.")), 1 + GAU_TASK_LANE_DEPTH);
}

static void a_clock_that_goes_back_stands(void **state)
{
    struct gau_task_lane_mark a;

    (void)state;
    a = begin('a', 100);
    end('a', a, 90);
    pass();
    assert_string_equal(read_back, "a.");
    assert_int_equal(lane->read_stamp, 100);
}

/* The chunk that is being filled is newer than full ones that came after the queue was taken,
 * although it may be the same that was being filled before. */
static void a_chunk_that_was_used_again_waits_for_the_next_pass(void **state)
{
    struct gau_chunk *first, *chunk;

    (void)state;
    begin('a', 100);
    first = lane->chunk;
    gau_task_lane_note(lane);
    assert_ptr_equal(gau_task_lane_current(lane), first);
    fill(200);
    chunk = gau_sample_buffers_unqueue();
    assert_ptr_equal(chunk, first);
    gau_sample_buffers_give(chunk);
    fill(300);
    assert_ptr_equal(lane->chunk, first);
    assert_null(gau_task_lane_current(lane));
    gau_task_lane_note(lane);
    assert_ptr_equal(gau_task_lane_current(lane), first);
}

/* A quarter is left to samples. When there is room again, entries go on with what is open. */
static void without_room_the_newest_are_dropped_and_counted(void **state)
{
    struct gau_task_lane_mark a;
    uint64_t bytes;

    (void)state;
    begin('z', 90);
    while (!lane->is_dropping)
        fill(100);
    assert_int_equal(lane->begun, CHUNKS - CHUNKS / 4);
    assert_int_equal(gau_sample_buffers_free(), CHUNKS / 4);
    assert_int_equal(lane->dropped, 1);
    a = begin('a', 110);
    bytes = lane->dropped_bytes;
    begin('b', 120);
    assert_int_equal(lane->dropped_bytes, bytes + 2);
    assert_int_equal(lane->dropped, 1);
    pass();
    *read_back = '\0';
    end('a', a, 130);
    pass();
    assert_string_equal(read_back, "!.");
    assert_int_equal(lane->read_dropped, 1);
    assert_int_equal(lane->read_depth, 1);
    assert_int_equal(lane->read_open[0].branch, 'z');
}

enum { PAIRS = 100000 }; /* that fit, even if there is no pass meanwhile */
static atomic_bool is_over;

static void *write_pairs(void *unused)
{
    const struct gau_task_lane_mark outer = begin('o', 1);

    for (uint64_t i = 0; i < PAIRS; i++)
        end('f', begin('f', i), i);
    end('o', outer, PAIRS);
    is_over = true;
    return unused;
}

/* Nothing is read twice, or not at all. */
static void a_thread_writes_while_passes_are_made(void **state)
{
    pthread_t thread;
    bool last;

    (void)state;
    is_over = false;
    assert_int_equal(pthread_create(&thread, NULL, write_pairs, NULL), 0);
    do {
        last = is_over;
        pass();
        assert_true(lane->read_depth <= 2);
    } while (!last);
    pthread_join(thread, NULL);
    assert_int_equal(lane->read_depth, 0);
    assert_int_equal(lane->dropped, 0);
    assert_int_equal(begins, PAIRS + 1);
}

static void in_a_child_what_is_open_begins_now(void **state)
{
    struct gau_task_lane_mark a;

    (void)state;
    a = begin('a', 100);
    gau_sample_buffers_reset();
    gau_task_lane_restart(lane, 500);
    a.begin_ns = 500;
    end('a', a, 510);
    pass();
    assert_string_equal(read_back, ".");
    assert_int_equal(lists, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_pass_takes_what_has_come_and_the_next_begins_with_what_is_open),
        TEST(a_new_chunk_begins_with_what_is_open),
        TEST(an_outer_end_cuts_those_inside),
        TEST(too_deep_ones_are_intervals),
        TEST(a_clock_that_goes_back_stands),
        TEST(a_chunk_that_was_used_again_waits_for_the_next_pass),
        TEST(without_room_the_newest_are_dropped_and_counted),
        TEST(a_thread_writes_while_passes_are_made),
        TEST(in_a_child_what_is_open_begins_now),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
