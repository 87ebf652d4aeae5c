/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_scene.h"

/* Items of background work that are withdrawn, and threads that find no block. */

/* --- items that were withdrawn ------------------------------------------------------------- */

static void withdraw(uint64_t ticks)
{
    const gau_context ctx = {.branch = ITEM, .timestamp = ticks, .internal = &trace_scene.of_job};

    ops()->after(&trace_scene.worker, &ctx, (gau_outcome){.raw = GAU_END, .final = GAU_END});
}

static void a_withdrawn_item_leaves_nothing(void **state)
{
    (void)state;
    enter(ITEM, 10, 0);
    leave(ITEM, 12, 0);
    for (uint64_t i = 0; i < 9; i++) {
        enter(ITEM, 20 + i, 0);
        withdraw(21 + i);
    }
    enter(ITEM, 40, 0);
    leave(ITEM, 41, 0);
    assert_entries("(item 10 ) 12 (item 40 ) 41 ");
}

static void what_is_behind_the_begin_of_an_item_keeps_it(void **state)
{
    const gau_context ctx = {.branch = ITEM, .timestamp = 15, .internal = &trace_scene.of_job};

    (void)state;
    enter(ITEM, 10, 0);
    ops()->not_called(&trace_scene.worker, &ctx, (gau_outcome){0});
    withdraw(20);
    assert_entries("(item 10 ! 15 ) 20 ");
}

static void what_is_taken_to_be_written_is_not_taken_back(void **state)
{
    uint32_t *taken;

    (void)state;
    enter(ITEM, 10, 0);
    leave(ITEM, 11, 0);
    taken = &trace_scene.worker.block->taken;
    enter(ITEM, 20, 0);
    *taken = (uint32_t)(trace_scene.worker.at - (uint8_t *)trace_scene.worker.block);
    withdraw(21);
    enter(ITEM, 30, 0);
    *taken = TRACE_TAKING;
    withdraw(31);
    assert_entries("(item 10 ) 11 (item 20 ) 21 (item 30 ) 31 ");
    *taken = (uint32_t)(trace_scene.worker.at - (uint8_t *)trace_scene.worker.block);
    enter(ITEM, 40, 0);
    withdraw(41);
    assert_entries("(item 10 ) 11 (item 20 ) 21 (item 30 ) 31 ");
}

static void an_item_that_found_no_block_is_not_taken_back(void **state)
{
    struct trace_block *taken[TRACE_BLOCKS_LEAST];

    (void)state;
    for (int i = 0; i < TRACE_BLOCKS_LEAST; i++)
        taken[i] = gau_trace_pool_take(&trace_scene.log.pool);
    enter(ITEM, 10, 0);
    gau_trace_pool_free(&trace_scene.log.pool, taken[0]);
    withdraw(11);
    assert_entries(") 11 ");
    assert_int_equal(trace_scene.worker.block->depth, 1);
}

/* --- want of blocks ------------------------------------------------------------------------ */

static void what_finds_no_block_leaves_a_gap_in_the_numbers(void **state)
{
    struct trace_block *taken[TRACE_BLOCKS_LEAST];

    (void)state;
    for (int i = 0; i < TRACE_BLOCKS_LEAST; i++)
        taken[i] = gau_trace_pool_take(&trace_scene.log.pool);
    enter(EVENT, 100, 0);
    enter(LINE, 110, 0);
    assert_null(trace_scene.worker.block);
    gau_trace_pool_free(&trace_scene.log.pool, taken[0]);
    leave(LINE, 120, 0);
    enter(LINE, 130, 0);
    assert_entries(") 120 (Line 130 ");
    assert_int_equal(trace_scene.worker.block->number, 1);
    assert_int_equal(trace_scene.worker.block->depth, 2);
    assert_int_equal(trace_scene.worker.block->open[1].branch, LINE);
    assert_int_equal(trace_scene.worker.block->open[1].begin, 110);
    assert_int_equal(trace_scene.worker.blocks, 2);
}

#define test(name) cmocka_unit_test_setup_teardown(name, trace_scene_begin, trace_scene_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_withdrawn_item_leaves_nothing),
        test(what_is_behind_the_begin_of_an_item_keeps_it),
        test(what_is_taken_to_be_written_is_not_taken_back),
        test(an_item_that_found_no_block_is_not_taken_back),
        test(what_finds_no_block_leaves_a_gap_in_the_numbers),
    };

    return cmocka_run_group_tests_name("items of background work in TraceAuditor", tests, NULL,
                                       NULL);
}
