/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "block_fixture.h"
#include "tests/unit/temp_folder.h"

#include <math.h>

static struct call_log call_log;

static void assert_damage(uint64_t invalid)
{
    assert_int_equal(call_log.damage.blocks, 1);
    assert_int_equal(call_log.damage.unknown, 0);
    assert_int_equal(call_log.damage.invalid_records, invalid);
    assert_int_equal(call_log.damage.dangling_references, 0);
}

/* --- branches and lanes ---------------------------------------------------------------------- */

static void branches_are_refused_for_each_mistake(void **state)
{
    static const struct {
        uint32_t branch, parent;
        uint8_t kind;
        uint32_t name_size;
        bool valid;
    } branches[] = {
        {0, UINT32_MAX, 0, 4, true},
        {5, UINT32_MAX, GAU_TRACE_BRANCH_EXCLUDED, 4, true},
        {5, UINT32_MAX, GAU_TRACE_BRANCH_EXCLUDED + 1, 4, false},
        {5, 4, 2, 4, true}, /* which is not defined: its block was lost */
        {5, 5, 2, 4, false},
        {5, 6, 2, 4, false},
        {0, 0, 2, 4, false},
        {5, UINT32_MAX - 1, 2, 4, false},
        {GAU_TRACE_ID_MAX - 1, 0, 2, 4, true},
        {GAU_TRACE_ID_MAX, 0, 2, 4, false},
        {UINT32_MAX, 0, 2, 4, false},
        {5, 0, 2, 8, true}, /* with the padding */
        {5, 0, 2, 9, false},
        {5, 0, 2, UINT32_MAX, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(branches); i++) {
        block_add_branch(branches[i].branch, branches[i].parent, branches[i].kind,
                         branches[i].name_size);
        block_read(&call_log);
        assert_damage(!branches[i].valid);
        assert_int_equal(call_log.lines, branches[i].valid);
    }
}

static void lanes_are_refused_for_each_mistake(void **state)
{
    static const struct {
        uint32_t lane, kind;
        bool valid;
    } lanes[] = {
        {1, GAU_TRACE_LANE_WORKER, true},
        {0, GAU_TRACE_LANE_WORKER, false},
        {GAU_TRACE_ID_MAX, GAU_TRACE_LANE_EXTERNAL, true},
        {GAU_TRACE_ID_MAX + 1, GAU_TRACE_LANE_EXTERNAL, false},
        {1, GAU_TRACE_LANE_WORKER - 1, false},
        {1, GAU_TRACE_LANE_EXTERNAL + 1, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(lanes); i++) {
        block_add_lane(lanes[i].lane, lanes[i].kind);
        block_read(&call_log);
        assert_damage(!lanes[i].valid);
        assert_int_equal(call_log.lines, lanes[i].valid);
    }
}

static void branches_and_lanes_count_once(void **state)
{
    (void)state;
    block_add_branch(0, UINT32_MAX, 0, 4);
    block_add_branch(0, UINT32_MAX, 0, 2);
    block_add_branch(3, 0, 2, 4);
    block_add_branch(1, 0, 1, 4);
    block_add_branch(3, 1, 1, 4);
    block_add_lane(2, GAU_TRACE_LANE_WORKER);
    block_add_lane(1, GAU_TRACE_LANE_EXTERNAL);
    block_add_lane(2, GAU_TRACE_LANE_THREAD);
    block_read(&call_log);
    assert_string_equal(call_log.text, "branch 0 below -1 0 0 name\n"
                                       "branch 3 below 0 2 0 name\n"
                                       "branch 1 below 0 1 0 name\n"
                                       "lane 2 1 7 ''\n"
                                       "lane 1 4 7 ''\n");
    assert_damage(0);
}

/* --- totals ---------------------------------------------------------------------------------- */

static void totals_are_refused_for_each_mistake(void **state)
{
    static const struct {
        double tick_ns;
        uint32_t ended, detail;
        bool valid;
    } totals[] = {
        {0.5, 0, 1, true},          {0.5, 1, 2, true},       {0.5, 2, 1, false},
        {0.5, 1, 0, false},         {0.5, 1, 3, false},      {0, 1, 1, false},
        {-1, 1, 1, false},          {1e9, 1, 1, false},      {999999999, 1, 1, true},
        {(double)NAN, 1, 1, false}, {HUGE_VAL, 1, 1, false}, {1e-300, 1, 1, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(totals); i++) {
        struct gau_trace_timeline_totals t = {.tick_ns = totals[i].tick_ns,
                                              .ended = totals[i].ended,
                                              .detail = totals[i].detail};

        block_add(GAU_TRACE_TIMELINE_TOTALS, &t, sizeof t, NULL, 0);
        block_read(&call_log);
        assert_damage(!totals[i].valid);
        assert_int_equal(call_log.lines, totals[i].valid);
    }
}

#define test(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(branches_are_refused_for_each_mistake),
        test(lanes_are_refused_for_each_mistake),
        test(branches_and_lanes_count_once),
        test(totals_are_refused_for_each_mistake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
