/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "auditors/trace/trace_auditor.h"
#include "framework/src/job/app_state.h"
#include "framework/src/job/job.h"
#include "framework/src/job/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hooks of TraceAuditor without a job, and without a thread that writes: what is in blocks. */

extern const gau_module gau_module_trace;

enum { EVENT = GAU_ROOT_EVENT, PROGRAM, LINE, FIT, PART, INNER, BACKGROUND, ITEM, N };

static const struct {
    const char *name;
    int parent;
    gau_branch_kind kind;
} branches[N] = {
    [PROGRAM] = {"Program", -1, GAU_BRANCH_KIND_ROOT},
    [EVENT] = {"Event", -1, GAU_BRANCH_KIND_ROOT},
    [LINE] = {"Line", EVENT, GAU_BRANCH_SEQUENCE},
    [FIT] = {"Fit", LINE, GAU_BRANCH_ALGORITHM},
    [PART] = {"part", FIT, GAU_BRANCH_SECTION},
    [INNER] = {"inner", PART, GAU_BRANCH_SECTION},
    [BACKGROUND] = {"Background", -1, GAU_BRANCH_KIND_ROOT},
    [ITEM] = {"item", BACKGROUND, GAU_BRANCH_KIND_BACKGROUND},
};

static struct {
    gau_branch_info infos[N];
    struct gau_job job;
    struct gau_worker of_job;
    struct gau_app app;
    gau_context ctx;
    uint8_t skips[N];
    struct trace_call calls[N];
    struct trace_log log;
    struct trace_worker worker;
} scene;

static const gau_auditor_ops *ops(void)
{
    return gau_module_trace.classes[0]->auditor;
}

static int begin(void **state)
{
    (void)state;
    memset(&scene, 0, sizeof scene);
    for (int b = 0; b < N; b++)
        scene.infos[b] =
            (gau_branch_info){.name = branches[b].name,
                              .kind = branches[b].kind,
                              .component = GAU_NO_COMPONENT,
                              .parent = branches[b].parent < 0 ? GAU_NO_BRANCH
                                                               : (gau_branch)branches[b].parent};
    scene.job.branches.infos = scene.infos;
    scene.of_job.job = &scene.job;
    scene.of_job.app = &scene.app;
    scene.ctx = (gau_context){.internal = &scene.of_job};
    scene.log = (struct trace_log){.detail = 2, .skips = scene.skips, .ctx = &scene.ctx};
    scene.worker = (struct trace_worker){.log = &scene.log, .calls = scene.calls};
    ops()->thread_begin(&scene.worker, &scene.ctx);
    return gau_trace_pool_init(&scene.log.pool, TRACE_BLOCKS_LEAST * TRACE_BLOCK) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    gau_trace_pool_clear(&scene.log.pool);
    return 0;
}

static void add_branches(int64_t detail)
{
    scene.log.detail = detail;
    for (gau_branch b = 0; b < N; b++)
        ops()->branch_added(&scene.log, b);
}

static void enter(gau_branch b, uint64_t ticks, uint64_t cpu_ns)
{
    const gau_context ctx = {
        .branch = b, .timestamp = ticks, .cpu_ns = cpu_ns, .event = 9, .internal = &scene.of_job};

    ops()->before(&scene.worker, &ctx);
}

static void leave(gau_branch b, uint64_t ticks, uint64_t cpu_ns)
{
    const gau_context ctx = {
        .branch = b, .timestamp = ticks, .cpu_ns = cpu_ns, .event = 9, .internal = &scene.of_job};

    ops()->after(&scene.worker, &ctx, (gau_outcome){0});
}

static struct gau_timeline_cursor cursor_of_block(void)
{
    const struct trace_block *const block = scene.worker.block;

    return (struct gau_timeline_cursor){.at = gau_trace_block_entries(block),
                                        .end = scene.worker.at,
                                        .stamp = block->first,
                                        .event = block->event};
}

static void assert_entries(const char *expected)
{
    static const char what[] = {'(', ')', '!', '~', 'c'};
    char text[1024] = "";
    struct gau_timeline_entry entry;
    struct gau_timeline_cursor cursor = cursor_of_block();

    while (gau_timeline_next(&cursor, &entry)) {
        const size_t used = strlen(text);
        const bool has_branch = entry.what == GAU_TIMELINE_BEGIN;

        snprintf(text + used, sizeof text - used, "%c%s %d ", what[entry.what],
                 has_branch ? branches[entry.branch].name : "",
                 (int)(entry.what == GAU_TIMELINE_CPU ? entry.cpu_ns : entry.stamp));
    }
    assert_false(cursor.damaged);
    assert_string_equal(text, expected);
}

/* --- stamps -------------------------------------------------------------------------------- */

static void a_clock_that_goes_back_stands_still(void **state)
{
    (void)state;
    enter(EVENT, 100, 0);
    enter(LINE, 110, 0);
    leave(LINE, 90, 0);
    leave(EVENT, 120, 0);
    assert_entries("(Event 100 (Line 110 ) 110 ) 120 ");
    assert_int_equal(scene.worker.stamp, 120);
}

static void the_cpu_time_of_a_call_is_in_front_of_its_end(void **state)
{
    (void)state;
    scene.log.cpu_time = true;
    enter(EVENT, 100, 1000);
    enter(LINE, 110, 1500);
    leave(LINE, 120, 1900);
    leave(EVENT, 130, 4000);
    assert_entries("(Event 100 (Line 110 c 400 ) 120 c 3000 ) 130 ");
}

static void external_work_ends_now_at_the_latest(void **state)
{
    struct gau_timeline_cursor cursor;
    struct gau_timeline_entry entry;
    const uint64_t second = 1000000000;
    uint64_t now_ns;

    (void)state;
    scene.app.tick_s = 1e-9; /* the clock is that of the system here */
    now_ns = gau_clock_ns();
    scene.ctx.branch = EVENT;
    ops()->external_work(&scene.worker, &scene.ctx, FIT, now_ns - 2 * second, now_ns - second);
    ops()->external_work(&scene.worker, &scene.ctx, FIT, now_ns - second, now_ns + 99 * second);
    ops()->external_work(&scene.worker, &scene.ctx, FIT, now_ns, now_ns - second);
    ops()->external_work(&scene.worker, &scene.ctx, FIT, now_ns + second, now_ns + 2 * second);
    cursor = cursor_of_block();
    assert_true(gau_timeline_next(&cursor, &entry));
    assert_int_equal(entry.what, GAU_TIMELINE_INTERVAL);
    assert_int_equal(entry.branch, FIT);
    assert_in_range(entry.stop - entry.start, second - 1, second + 1);
    assert_in_range(entry.stamp - entry.stop, second, 10 * second);
    assert_true(gau_timeline_next(&cursor, &entry));
    assert_int_equal(entry.stop, entry.stamp);
    assert_in_range(entry.stop - entry.start, second, 10 * second);
    assert_true(gau_timeline_next(&cursor, &entry));
    assert_int_equal(entry.stop, entry.stamp);
    assert_int_equal(entry.start, entry.stop);
    assert_false(gau_timeline_next(&cursor, &entry));
    assert_false(cursor.damaged);
    assert_int_equal(cursor.stamp, scene.worker.stamp);
}

/* Its ticks are rounded, and the clock runs meanwhile. */
static void external_work_without_length_is_an_entry(void **state)
{
    struct gau_timeline_cursor cursor;
    struct gau_timeline_entry entry;

    (void)state;
    scene.app.tick_s = 1e-9 / 2.6;
    scene.ctx.branch = EVENT;
    for (int i = 0; i < 1000; i++) {
        const uint64_t at_ns = gau_clock_ns() - (uint64_t)(i * 7);

        ops()->external_work(&scene.worker, &scene.ctx, FIT, at_ns, at_ns);
    }
    cursor = cursor_of_block();
    for (int i = 0; i < 1000; i++) {
        assert_true(gau_timeline_next(&cursor, &entry));
        assert_int_equal(entry.start, entry.stop);
    }
    assert_false(gau_timeline_next(&cursor, &entry));
    assert_int_equal(cursor.stamp, scene.worker.stamp);
}

/* --- outcomes ------------------------------------------------------------------------------ */

/* The next call ends so, after a tick; then so does one that does not take place. */
static void call_with(gau_outcome outcome)
{
    const gau_context ctx = {.branch = LINE,
                             .timestamp = scene.worker.stamp + 1,
                             .internal = &scene.of_job};

    ops()->before(&scene.worker, &ctx);
    ops()->after(&scene.worker, &ctx, outcome);
    ops()->not_called(&scene.worker, &ctx, outcome);
}

static void status_and_flags_are_those_of_the_outcome(void **state)
{
    static const gau_outcome outcomes[] = {
        {.final = GAU_OK},
        {.final = GAU_REJECT},
        {.final = GAU_ERR_IO, .flags = GAU_OUTCOME_ERROR},
        {.final = GAU_OK, .flags = GAU_OUTCOME_ERROR},
        {.final = GAU_REJECT, .flags = GAU_OUTCOME_REUSED},
        {.final = GAU_OK, .flags = GAU_OUTCOME_SKIPPED},
        {.final = GAU_REJECT, .flags = GAU_OUTCOME_ABORTED | GAU_OUTCOME_ERROR},
        {.final = GAU_OK, .flags = GAU_OUTCOME_UNFINISHED},
    };
    enum { OUTCOMES = sizeof outcomes / sizeof *outcomes };
    struct gau_timeline_cursor cursor;
    struct gau_timeline_entry entry;

    (void)state;
    for (int i = 0; i < OUTCOMES; i++)
        call_with(outcomes[i]);
    cursor = cursor_of_block();
    for (int i = 0; i < OUTCOMES; i++) {
        static const enum gau_timeline_what whats[] = {GAU_TIMELINE_BEGIN, GAU_TIMELINE_END,
                                                       GAU_TIMELINE_NOT_CALLED};

        for (int k = 0; k < 3; k++) {
            assert_true(gau_timeline_next(&cursor, &entry));
            assert_int_equal(entry.what, whats[k]);
            assert_int_equal(entry.status, k ? outcomes[i].final : GAU_OK);
            assert_int_equal(entry.flags, k ? outcomes[i].flags : 0);
            if (k != 1)
                assert_int_equal(entry.branch, LINE);
        }
    }
    assert_false(gau_timeline_next(&cursor, &entry));
    assert_false(cursor.damaged);
}

/* --- detail -------------------------------------------------------------------------------- */

static void call_all(void)
{
    uint64_t ticks = 1;

    enter(EVENT, ticks++, 0);
    for (gau_branch b = LINE; b <= INNER; b++)
        enter(b, ticks++, 0);
    for (gau_branch b = INNER; b >= LINE; b--)
        leave(b, ticks++, 0);
    leave(EVENT, ticks, 0);
}

static void detail_1_has_no_sections_below_algorithms(void **state)
{
    (void)state;
    add_branches(1);
    call_all();
    assert_entries("(Event 1 (Line 2 (Fit 3 ) 8 ) 9 ) 10 ");
}

static void detail_1_has_sections_that_are_below_sequences(void **state)
{
    (void)state;
    scene.infos[PART].parent = LINE;
    scene.infos[FIT].parent = EVENT;
    add_branches(1);
    enter(LINE, 1, 0);
    enter(PART, 2, 0);
    enter(INNER, 3, 0);
    assert_entries("(Line 1 (part 2 (inner 3 ");
}

static void detail_2_has_all(void **state)
{
    (void)state;
    add_branches(2);
    call_all();
    assert_entries("(Event 1 (Line 2 (Fit 3 (part 4 (inner 5 ) 6 ) 7 ) 8 ) 9 ) 10 ");
}

static void roots_other_than_events_and_what_is_too_deep_have_no_entries(void **state)
{
    (void)state;
    scene.infos[FIT].depth = TRACE_DEPTH;
    add_branches(2);
    assert_true(scene.skips[PROGRAM]);
    assert_false(scene.skips[EVENT]);
    assert_true(scene.skips[FIT]);
    assert_false(scene.skips[LINE]);
}

/* --- items that were withdrawn ------------------------------------------------------------- */

static void withdraw(uint64_t ticks)
{
    const gau_context ctx = {.branch = ITEM, .timestamp = ticks, .internal = &scene.of_job};

    ops()->after(&scene.worker, &ctx, (gau_outcome){.raw = GAU_END, .final = GAU_END});
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
    const gau_context ctx = {.branch = ITEM, .timestamp = 15, .internal = &scene.of_job};

    (void)state;
    enter(ITEM, 10, 0);
    ops()->not_called(&scene.worker, &ctx, (gau_outcome){0});
    withdraw(20);
    assert_entries("(item 10 ! 15 ) 20 ");
}

static void what_is_taken_to_be_written_is_not_taken_back(void **state)
{
    uint32_t *taken;

    (void)state;
    enter(ITEM, 10, 0);
    leave(ITEM, 11, 0);
    taken = &scene.worker.block->taken;
    enter(ITEM, 20, 0);
    *taken = (uint32_t)(scene.worker.at - (uint8_t *)scene.worker.block);
    withdraw(21);
    enter(ITEM, 30, 0);
    *taken = TRACE_TAKING;
    withdraw(31);
    assert_entries("(item 10 ) 11 (item 20 ) 21 (item 30 ) 31 ");
    *taken = (uint32_t)(scene.worker.at - (uint8_t *)scene.worker.block);
    enter(ITEM, 40, 0);
    withdraw(41);
    assert_entries("(item 10 ) 11 (item 20 ) 21 (item 30 ) 31 ");
}

static void an_item_that_found_no_block_is_not_taken_back(void **state)
{
    struct trace_block *taken[TRACE_BLOCKS_LEAST];

    (void)state;
    for (int i = 0; i < TRACE_BLOCKS_LEAST; i++)
        taken[i] = gau_trace_pool_take(&scene.log.pool);
    enter(ITEM, 10, 0);
    gau_trace_pool_free(&scene.log.pool, taken[0]);
    withdraw(11);
    assert_entries(") 11 ");
    assert_int_equal(scene.worker.block->depth, 1);
}

/* --- want of blocks ------------------------------------------------------------------------ */

static void what_finds_no_block_leaves_a_gap_in_the_numbers(void **state)
{
    struct trace_block *taken[TRACE_BLOCKS_LEAST];

    (void)state;
    for (int i = 0; i < TRACE_BLOCKS_LEAST; i++)
        taken[i] = gau_trace_pool_take(&scene.log.pool);
    enter(EVENT, 100, 0);
    enter(LINE, 110, 0);
    assert_null(scene.worker.block);
    gau_trace_pool_free(&scene.log.pool, taken[0]);
    leave(LINE, 120, 0);
    enter(LINE, 130, 0);
    assert_entries(") 120 (Line 130 ");
    assert_int_equal(scene.worker.block->number, 1);
    assert_int_equal(scene.worker.block->depth, 2);
    assert_int_equal(scene.worker.block->open[1].branch, LINE);
    assert_int_equal(scene.worker.block->open[1].begin, 110);
    assert_int_equal(scene.worker.blocks, 2);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_clock_that_goes_back_stands_still),
        test(the_cpu_time_of_a_call_is_in_front_of_its_end),
        test(external_work_ends_now_at_the_latest),
        test(external_work_without_length_is_an_entry),
        test(status_and_flags_are_those_of_the_outcome),
        test(detail_1_has_no_sections_below_algorithms),
        test(detail_1_has_sections_that_are_below_sequences),
        test(detail_2_has_all),
        test(roots_other_than_events_and_what_is_too_deep_have_no_entries),
        test(a_withdrawn_item_leaves_nothing),
        test(what_is_behind_the_begin_of_an_item_keeps_it),
        test(what_is_taken_to_be_written_is_not_taken_back),
        test(an_item_that_found_no_block_is_not_taken_back),
        test(what_finds_no_block_leaves_a_gap_in_the_numbers),
    };

    return cmocka_run_group_tests_name("hooks of TraceAuditor", tests, NULL, NULL);
}
