/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_scene.h"

/* The hooks of TraceAuditor: what is in blocks. */

/* --- stamps -------------------------------------------------------------------------------- */

static void a_clock_that_goes_back_stands_still(void **state)
{
    (void)state;
    enter(EVENT, 100, 0);
    enter(LINE, 110, 0);
    leave(LINE, 90, 0);
    leave(EVENT, 120, 0);
    assert_entries("(Event 100 (Line 110 ) 110 ) 120 ");
    assert_int_equal(trace_scene.worker.stamp, 120);
}

static void the_cpu_time_of_a_call_is_in_front_of_its_end(void **state)
{
    (void)state;
    trace_scene.log.cpu_time = true;
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
    trace_scene.app.tick_s = 1e-9; /* the clock is that of the system here */
    now_ns = gau_clock_ns();
    trace_scene.ctx.branch = EVENT;
    ops()->external_work(&trace_scene.worker, &trace_scene.ctx, FIT, now_ns - 2 * second,
                         now_ns - second);
    ops()->external_work(&trace_scene.worker, &trace_scene.ctx, FIT, now_ns - second,
                         now_ns + 99 * second);
    ops()->external_work(&trace_scene.worker, &trace_scene.ctx, FIT, now_ns, now_ns - second);
    ops()->external_work(&trace_scene.worker, &trace_scene.ctx, FIT, now_ns + second,
                         now_ns + 2 * second);
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
    assert_int_equal(cursor.stamp, trace_scene.worker.stamp);
}

/* Its ticks are rounded, and the clock runs meanwhile. */
static void external_work_without_length_is_an_entry(void **state)
{
    struct gau_timeline_cursor cursor;
    struct gau_timeline_entry entry;

    (void)state;
    trace_scene.app.tick_s = 1e-9 / 2.6;
    trace_scene.ctx.branch = EVENT;
    for (int i = 0; i < 1000; i++) {
        const uint64_t at_ns = gau_clock_ns() - (uint64_t)(i * 7);

        ops()->external_work(&trace_scene.worker, &trace_scene.ctx, FIT, at_ns, at_ns);
    }
    cursor = cursor_of_block();
    for (int i = 0; i < 1000; i++) {
        assert_true(gau_timeline_next(&cursor, &entry));
        assert_int_equal(entry.start, entry.stop);
    }
    assert_false(gau_timeline_next(&cursor, &entry));
    assert_int_equal(cursor.stamp, trace_scene.worker.stamp);
}

/* --- outcomes ------------------------------------------------------------------------------ */

/* The next call ends so, after a tick; then so does one that does not take place. */
static void call_with(gau_outcome outcome)
{
    const gau_context ctx = {.branch = LINE,
                             .timestamp = trace_scene.worker.stamp + 1,
                             .internal = &trace_scene.of_job};

    ops()->before(&trace_scene.worker, &ctx);
    ops()->after(&trace_scene.worker, &ctx, outcome);
    ops()->not_called(&trace_scene.worker, &ctx, outcome);
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
    trace_scene.infos[PART].parent = LINE;
    trace_scene.infos[FIT].parent = EVENT;
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
    trace_scene.infos[FIT].depth = TRACE_DEPTH;
    add_branches(2);
    assert_true(trace_scene.skips[PROGRAM]);
    assert_false(trace_scene.skips[EVENT]);
    assert_true(trace_scene.skips[FIT]);
    assert_false(trace_scene.skips[LINE]);
}

#define test(name) cmocka_unit_test_setup_teardown(name, trace_scene_begin, trace_scene_end)

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
    };

    return cmocka_run_group_tests_name("hooks of TraceAuditor", tests, NULL, NULL);
}
