/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "block_fixture.h"
#include "tests/unit/temp_folder.h"
#include "trace/timeline_entries.h"

#include <string.h>

static struct call_log call_log;

/* --- lists ----------------------------------------------------------------------------------- */

static void assert_damage(uint64_t invalid, uint64_t dangling)
{
    assert_int_equal(call_log.damage.blocks, 1);
    assert_int_equal(call_log.damage.unknown, 0);
    assert_int_equal(call_log.damage.invalid_records, invalid);
    assert_int_equal(call_log.damage.dangling_references, dangling);
}

/* Entries as bytes, so that mistakes of the writer are no mistakes of the test: a number below 128
 * is a byte of twice its value, the first of an entry has 4 times its ticks plus its form. */
#define BEGIN(ticks, branch) (ticks) << 3, (branch) << 1
#define ACCEPTED(ticks) ((ticks) << 2 | 1) << 1
#define REJECTED(ticks) ((ticks) << 2 | 2) << 1
#define CODE(code, numbers) 6, (code) << 2 | ((numbers)-1)

/* Numbers of 9 bytes and of 5. */
#define NINE(top) 255, 255, 255, 255, 255, 255, 255, 255, (top)
#define FIVE(low, high) 15 | ((low)&7) << 5, 255, 255, 255, (high)
#define POWER_32 15, 0, 0, 0, 32 /* 2^32 */

enum { TWO = 2 }; /* what is open at most in these lists */

static const struct one_list {
    const char *name;
    bool valid;
    uint32_t depth;
    uint64_t open[TWO];
    uint64_t first, last;
    uint8_t bytes[40];
    uint32_t size;
} lists[] = {
    {"nothing", true, 0, {0}, 7, 7, {0}, 0},
    {"a begin and its end", true, 0, {0}, 7, 10, {BEGIN(1, 5), ACCEPTED(2)}, 3},
    {"ends after the last entry", false, 0, {0}, 7, 11, {BEGIN(1, 5), ACCEPTED(2)}, 3},
    {"ends before the last entry", false, 0, {0}, 7, 9, {BEGIN(1, 5), ACCEPTED(2)}, 3},
    {"nothing, and ends later", false, 0, {0}, 7, 8, {0}, 0},
    {"ends before it begins", false, 0, {0}, 7, 6, {0}, 0},

    /* What is open. */
    {"an end of nothing", false, 0, {0}, 7, 7, {ACCEPTED(0)}, 1},
    {"a rejected end of nothing", false, 0, {0}, 7, 7, {REJECTED(0)}, 1},
    {"an end by code of nothing", false, 0, {0}, 7, 7, {CODE(2, 2), 0, 0}, 4},
    {"an end of what is open", true, 1, {7}, 7, 7, {ACCEPTED(0)}, 1},
    {"two ends of one", false, 1, {7}, 7, 7, {ACCEPTED(0), REJECTED(0)}, 2},
    {"two ends of two", true, 2, {6, 6}, 7, 7, {ACCEPTED(0), REJECTED(0)}, 2},
    {"open after the beginning", false, 1, {8}, 7, 7, {0}, 0},
    {"the innermost open after the beginning", false, 2, {6, 8}, 7, 7, {0}, 0},
    {"open in order", true, 2, {6, 7}, 7, 7, {0}, 0},
    {"open not in order", false, 2, {7, 6}, 7, 7, {0}, 0},

    /* Numbers that end too early. */
    {"a begin without its branch", false, 0, {0}, 7, 7, {0}, 1},
    {"half a number", false, 1, {7}, 7, 7, {1}, 1},
    {"half a branch", false, 0, {0}, 7, 7, {0, 3, 0}, 3},
    {"8 of 9 bytes", false, 0, {0}, 7, 7, {0, 255, 0, 0, 0, 0, 0, 0, 0}, 9},
    {"9 of 9 bytes", true, 0, {0}, 7, 7, {0, 255, 0, 0, 0, 0, 0, 0, 0, 0}, 10},
    {"a code that is missing", false, 0, {0}, 7, 7, {6}, 1},
    {"a code without its number", false, 0, {0}, 7, 7, {CODE(5, 1)}, 2},
    {"a code with one of two numbers", false, 1, {7}, 7, 7, {CODE(2, 2), 0}, 3},
    {"a code with one of two bytes", false, 0, {0}, 7, 7, {CODE(5, 1), 1}, 3},

    /* Codes of a later version. */
    {"code 0", true, 0, {0}, 7, 7, {CODE(0, 1), 0}, 3},
    {"code 6", true, 0, {0}, 7, 7, {CODE(6, 2), 0, 255, 1, 2, 3, 4, 5, 6, 7, 8}, 12},
    {"code 63", true, 0, {0}, 7, 8, {14, 63 << 2 | 3, 0, 0, 0, 0}, 6},
    {"code 63 without its number", false, 0, {0}, 7, 7, {CODE(63, 4), 0, 0, 0}, 5},
    {"code 63 beyond the last stamp", false, 0, {0}, INT64_MAX, INT64_MAX, {14, 63 << 2, 0}, 3},

    /* Branches: 2^32-2 is the largest. */
    {"the last branch", true, 0, {0}, 7, 7, {0, FIVE(6, 31)}, 6},
    {"no branch", false, 0, {0}, 7, 7, {0, FIVE(7, 31)}, 6},
    {"a branch of 33 bits", false, 0, {0}, 7, 7, {0, POWER_32}, 6},
    {"a branch of 33 bits not called", false, 0, {0}, 7, 7, {CODE(3, 3), POWER_32, 0, 0}, 9},
    {"an interval of 33 bits", false, 0, {0}, 7, 7, {CODE(4, 3), POWER_32, 0, 0}, 9},
    {"a branch of 9 bytes", false, 0, {0}, 7, 7, {0, NINE(255)}, 10},
    {"the last branch not called", true, 0, {0}, 7, 7, {CODE(3, 3), FIVE(6, 31), 0, 0}, 9},
    {"no branch not called", false, 0, {0}, 7, 7, {CODE(3, 3), FIVE(7, 31), 0, 0}, 9},
    {"an interval of the last branch", true, 0, {0}, 7, 7, {CODE(4, 3), FIVE(6, 31), 0, 0}, 9},
    {"an interval of no branch", false, 0, {0}, 7, 7, {CODE(4, 3), FIVE(7, 31), 0, 0}, 9},

    /* Intervals: where they end, and how long they take. */
    {"an interval from 0", true, 0, {0}, 7, 7, {CODE(4, 3), 0, 0, 14}, 5},
    {"an interval from before 0", false, 0, {0}, 7, 7, {CODE(4, 3), 0, 0, 16}, 5},
    {"an interval to 0", true, 0, {0}, 7, 7, {CODE(4, 3), 0, 13 << 1, 0}, 5},
    {"an interval to before 0", false, 0, {0}, 7, 7, {CODE(4, 3), 0, 15 << 1, 0}, 5},
    {"an interval to the last stamp", true, 0, {0}, INT64_MAX, INT64_MAX, {CODE(4, 3), 0, 0, 0}, 5},
    {"an interval beyond", false, 0, {0}, INT64_MAX, INT64_MAX, {CODE(4, 3), 0, 4, 0}, 5},

    /* Outcomes are of 32 bits. */
    {"a status of 2^31-1", true, 1, {7}, 7, 7, {CODE(2, 2), FIVE(6, 31), 0}, 8},
    {"a status of -2^31", true, 1, {7}, 7, 7, {CODE(2, 2), FIVE(7, 31), 0}, 8},
    {"a status of 2^31", false, 1, {7}, 7, 7, {CODE(2, 2), POWER_32, 0}, 8},
    {"flags of 33 bits", false, 1, {7}, 7, 7, {CODE(2, 2), 0, POWER_32}, 8},
    {"a status of 9 bytes", false, 1, {7}, 7, 7, {CODE(2, 2), NINE(127), 0}, 12},
    {"flags of 32 bits", true, 1, {7}, 7, 7, {CODE(2, 2), 0, FIVE(7, 31)}, 8},
    {"flags of 9 bytes", false, 1, {7}, 7, 7, {CODE(2, 2), 0, NINE(0)}, 12},
    {"not called, with a status of 9 bytes", false, 0, {0}, 7, 7, {CODE(3, 3), 0, NINE(127)}, 13},

    /* Stamps are below 2^63. */
    {"the last stamp", true, 1, {7}, INT64_MAX - 1, INT64_MAX, {ACCEPTED(1)}, 1},
    {"beyond the last stamp", false, 1, {7}, INT64_MAX, INT64_MAX, {ACCEPTED(1)}, 1},
    {"ends beyond it", false, 1, {7}, INT64_MAX, INT64_MAX + UINT64_C(1), {ACCEPTED(1)}, 1},
    {"begins beyond it", false, 0, {0}, UINT64_MAX, UINT64_MAX, {0}, 0},
    {"comes round", false, 0, {0}, UINT64_MAX, 0, {BEGIN(1, 5)}, 2},
};

static void lists_are_refused_for_each_mistake(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        const struct one_list *const l = &lists[i];
        struct gau_trace_entry_list list = {
            .lane = 1, .depth = l->depth, .first = l->first, .last = l->last, .size = l->size};
        uint64_t more[2 * TWO + sizeof l->bytes / 8] = {0};

        for (uint32_t k = 0; k < l->depth; k++)
            more[2 * k + 1] = l->open[k];
        memcpy(more + 2 * l->depth, l->bytes, l->size);
        block_add_lane(1, GAU_TRACE_LANE_WORKER);
        block_add_list(&list, more, l->depth * sizeof *list.open + l->size);
        block_read(&call_log);
        if (call_log.damage.invalid_records != !l->valid ||
            (strstr(call_log.text, "list") != NULL) != l->valid)
            fail_msg("a list: %s: %s", l->name, call_log.text);
    }
}

/* What comes behind a list that was refused, or is of no lane, is read. */
static void a_list_of_an_undefined_lane_is_read(void **state)
{
    struct gau_trace_entry_list list = {.lane = 2};
    struct gau_trace_entry_list wrong = {.lane = 2, .first = 1};

    (void)state;
    block_add_lane(1, GAU_TRACE_LANE_WORKER);
    block_add_list(&list, NULL, 0);
    block_add_list(&wrong, NULL, 0);
    list.lane = 0;
    block_add_list(&list, NULL, 0);
    list.lane = 1;
    block_add_list(&list, NULL, 0);
    block_read(&call_log);
    assert_string_equal(call_log.text, "lane 1 1 7 ''\nlist 0 of 2, 0 to 0#0:\n"
                                       "list 0 of 1, 0 to 0#0:\n");
    assert_damage(1, 1);
    assert_int_equal(call_log.damage.lost_lanes, 1);
    assert_int_equal(call_log.damage.lost_lane, 2);
}

static void a_lane_may_be_defined_behind_its_lists(void **state)
{
    struct gau_trace_entry_list list = {.lane = 2};

    (void)state;
    block_add_list(&list, NULL, 0);
    list.lane = 4;
    block_add_list(&list, NULL, 0);
    block_add_list(&list, NULL, 0);
    list.lane = 5;
    block_add_list(&list, NULL, 0);
    block_add_lane(2, GAU_TRACE_LANE_WORKER);
    block_read(&call_log);
    assert_damage(0, 0);
    assert_int_equal(call_log.damage.lost_lanes, 2);
    assert_int_equal(call_log.damage.lost_lane, 4);
}

static void sizes_of_a_list_are_within_its_record(void **state)
{
    /* The first has one open branch and 8 bytes; the others say more. */
    static const struct {
        uint32_t depth, size;
        bool valid;
    } sizes[] = {
        {1, 8, true},           {1, 9, false},          {1, 16, false},       {2, 8, false},
        {2, 0, false},          {1, UINT32_MAX, false}, {1, 1u << 31, false}, {4097, 8, false},
        {UINT32_MAX, 8, false}, {1u << 28, 8, false},   {0, 25, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        static const uint64_t more[] = {0, 0, 0}; /* 4 begins */
        struct gau_trace_entry_list list = {.lane = 1,
                                            .depth = sizes[i].depth,
                                            .size = sizes[i].size};

        block_add_lane(1, GAU_TRACE_LANE_WORKER);
        block_add_list(&list, more, sizeof more);
        block_read(&call_log);
        assert_damage(!sizes[i].valid, 0);
    }
}

/* What follows the list would be a ninth byte that is right: the end of a branch, 1 tick later. */
static void the_next_record_is_not_of_the_list(void **state)
{
    static const uint64_t more[] = {0, 0, 0};
    struct gau_trace_entry_list list = {.lane = 1, .depth = 1, .last = 1, .size = 9};
    struct gau_trace_process_totals next = {.time_ns = 5};

    (void)state;
    block_add_lane(1, GAU_TRACE_LANE_WORKER);
    block_add_list(&list, more, sizeof more);
    block_add(GAU_TRACE_PROCESS_TOTALS, &next, sizeof next, NULL, 0);
    block_read(&call_log);
    assert_int_equal(GAU_TRACE_PROCESS_TOTALS, REJECTED(1));
    assert_null(strstr(call_log.text, "list"));
    assert_int_equal(call_log.lines, 2);
    assert_damage(1, 0);
}

/* 5 times nearly 2^62 is 2^64 and a rest. */
static void stamps_do_not_come_round(void **state)
{
    const uint64_t most = UINT64_MAX >> 2;
    struct gau_trace_entry_list list = {.lane = 1};
    uint8_t bytes[128], *at = bytes;

    (void)state;
    for (int i = 0; i < 5; i++)
        at = gau_entry_begin(at, most, 1);
    list.last = 5 * most;
    list.size = (uint32_t)(at - bytes);
    assert_in_range(list.last, 0, INT64_MAX);
    block_add_lane(1, GAU_TRACE_LANE_WORKER);
    block_add_list(&list, bytes, list.size);
    block_read(&call_log);
    assert_damage(1, 0);
}

/* --- depth ----------------------------------------------------------------------------------- */

static void read_depth(uint32_t depth, const void *bytes, uint32_t size)
{
    static uint8_t more[(GAU_TRACE_DEPTH_MAX + 1) * sizeof(struct gau_trace_open) + 8];
    struct gau_trace_entry_list list = {.lane = 1, .depth = depth, .size = size};
    const size_t open = depth * sizeof *list.open;

    memset(more, 0, sizeof more);
    if (size)
        memcpy(more + open, bytes, size);
    block_add_lane(1, GAU_TRACE_LANE_WORKER);
    block_add_list(&list, more, open + size);
    block_read(&call_log);
}

static void at_most_4096_branches_are_open(void **state)
{
    static const uint8_t begin[] = {BEGIN(0, 1)}, again[] = {ACCEPTED(0), BEGIN(0, 1)},
                         by_event[] = {CODE(1, 1), 0};
    static uint8_t begins[2 * (GAU_TRACE_DEPTH_MAX + 1)];

    (void)state;
    read_depth(GAU_TRACE_DEPTH_MAX, NULL, 0);
    assert_damage(0, 0);
    read_depth(GAU_TRACE_DEPTH_MAX + 1, NULL, 0);
    assert_damage(1, 0);
    read_depth(GAU_TRACE_DEPTH_MAX - 1, begin, sizeof begin);
    assert_damage(0, 0);
    read_depth(GAU_TRACE_DEPTH_MAX, begin, sizeof begin);
    assert_damage(1, 0);
    read_depth(GAU_TRACE_DEPTH_MAX, by_event, sizeof by_event);
    assert_damage(1, 0);
    read_depth(GAU_TRACE_DEPTH_MAX, again, sizeof again);
    assert_damage(0, 0);
    read_depth(0, begins, 2 * GAU_TRACE_DEPTH_MAX);
    assert_damage(0, 0);
    read_depth(0, begins, 2 * (GAU_TRACE_DEPTH_MAX + 1));
    assert_damage(1, 0);
}

/* --- what entries say ------------------------------------------------------------------------ */

/* Numbers that a code of this version does not have are left out; those that are missing are 0. */
static void codes_may_have_more_numbers_or_less(void **state)
{
    static const uint8_t bytes[] = {CODE(1, 1), 84,         CODE(1, 2),  0, 2,          CODE(5, 4),
                                    10,         2,          4,           6, CODE(0, 1), 2,
                                    CODE(6, 1), 2,          CODE(63, 2), 2, 2,          CODE(2, 1),
                                    6,          CODE(2, 4), 4,           6, 8,          10};
    struct gau_trace_entry_list list = {.lane = 1, .event = 3, .size = sizeof bytes};

    (void)state;
    block_add_lane(1, GAU_TRACE_LANE_WORKER);
    block_add_list(&list, bytes, sizeof bytes);
    block_read(&call_log);
    assert_string_equal(call_log.text, "lane 1 1 7 ''\n"
                                       "list 0 of 1, 0 to 0#3: +0@0#24 +0@0#24 cpu5 -@0=-2/0"
                                       " -@0=1/3\n");
    assert_damage(0, 0);
}

#define test(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(lists_are_refused_for_each_mistake),     test(a_list_of_an_undefined_lane_is_read),
        test(a_lane_may_be_defined_behind_its_lists), test(sizes_of_a_list_are_within_its_record),
        test(the_next_record_is_not_of_the_list),     test(stamps_do_not_come_round),
        test(at_most_4096_branches_are_open),         test(codes_may_have_more_numbers_or_less),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
