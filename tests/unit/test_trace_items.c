/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_scene.h"

/* Items of background work that are withdrawn, and threads that find no block. */

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
        test(what_finds_no_block_leaves_a_gap_in_the_numbers),
    };

    return cmocka_run_group_tests_name("items of background work in TraceAuditor", tests, NULL,
                                       NULL);
}
