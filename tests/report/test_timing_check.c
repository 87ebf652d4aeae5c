/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "documents/views/views.h"
#include "tests/unit/allocations.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A timer whose times add up. */
static const struct scene_row good[] = {
    {0, -1, "Event", "Event", "Event", 10, 4.0, 0.5, 0},
    {1, 0, "Event", "A", "A", 10, 1.5, 1.5, 0},
    {2, 0, "Event", "S", "S", 10, 2.0, 0.25, 0},
    {3, 2, "Event", "S B", "B", 10, 1.75, 1.75, 0},
    {4, -1, "Background", "Background", "Background", 0, 9.0, 0, 0},
    {5, 4, "Background", "Events", "Events", 10, 9.0, 9.0, 0},
};
static const struct scene_row first[] = {
    {0, -1, "Event", "Event", "Event", 1, 1.0, 1.0, 0},
};

/* The number of checks that failed; the view is in the file "out". */
static size_t checked(const struct scene_row *rows, int n, enum gau_table_format format)
{
    const struct scene_timer timer = {rows, n, first, 1};
    size_t failed = 0;
    const struct gau_view_options options = {.format = format, .failed_checks = &failed};
    gau_error error = {0};

    scene_write_timer("r", "timer", &timer);
    if (report_view(&gau_view_timing, "r", &options, "out", &error) != GAU_OK)
        fail_msg("%s", error.message);
    return failed;
}

static void times_that_add_up_pass_with_their_numbers(void **state)
{
    (void)state;
    assert_int_equal(checked(good, COUNT_OF(good), GAU_TABLE_TEXT), 0);
    assert_has("100 % of branches, wall time: 4 s, the total of 'Event' in 10 calls");
    assert_has("100 % of warm_up, wall time: 1 s, the total of 'Event' in 1 call");
    assert_has("share of total time                 branches  wall      4    37.5 % to 100 %");
    assert_has(
        "sum of the shares of self time      branches  wall      1              100 %  100 +- "
        "0.05 %  ok");
    assert_has("self time                           branches  wall      6         0 s to 9 s");
    assert_has("total less that of its children     branches  wall      3      0 s to 500 ms");
    assert_has("14 checks, 0 failed");
    assert_has_not("FAILED");
}

static bool line_has(const char *line, const char *word)
{
    const char *const found = strstr(line, word);

    return found && (size_t)(found - line) < strcspn(line, "\n");
}

/* The row of a check, in a CSV, is one of failure. */
static void assert_fails(const char *check)
{
    char *const out = folder_read("out"), *const found = strstr(out, check);

    if (!found || !line_has(found + 1, "FAILED"))
        fail_msg("'%s' did not fail:\n%s", check, out);
    free(out);
}

/* One row changed; which checks then fail, and the message for the row. */
static const struct damage {
    size_t row;
    double total, self;
    size_t failed;
    const char *checks[4], *message;
} damages[] = {
    {0,
     4.0,
     -0.5,
     4,
     {"share of self time", "sum of the shares of self time", "\nself time,", "self time less"},
     "branches[0] 'Event', wall time: self time is -500 ms, not from 0 on"},
    {1,
     4.5,
     1.5,
     3,
     {"share of total time", "total less", "self time less"},
     "branches[1] 'A', wall time: share of total time is 112.5 %, not 0 to 100 %"},
    {1,
     1.5,
     1.25,
     2,
     {"sum of the shares of self time", "self time less"},
     "branches[0] 'Event', wall time: sum of the shares of self time is 93.75 %, not 100 +- 0.05 "
     "%"},
    {3,
     2.5,
     1.75,
     2,
     {"total less", "self time less"},
     "branches[2] 'S', wall time: total less that of its children is -500 ms, not from 0 on"},
    {2,
     2.0,
     4.5,
     3,
     {"share of self time", "sum of the shares of self time", "self time less"},
     "branches[2] 'S', wall time: share of self time is 112.5 %, not 0 to 100 %"},
    {5,
     -9.0,
     -9.0,
     3,
     {"\nlongest call", "\nself time,", "self time less"},
     "branches[5] 'Events', wall time: self time is -9 s, not from 0 on"},
    {1,
     -1.5,
     1.5,
     3,
     {"share of total time", "\nlongest call", "self time less"},
     "branches[1] 'A', wall time: share of total time is -37.5 %, not 0 to 100 %"},
};

static void each_check_can_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(damages); i++) {
        struct scene_row rows[COUNT_OF(good)];

        memcpy(rows, good, sizeof good);
        rows[damages[i].row].total_s = damages[i].total;
        rows[damages[i].row].self_s = damages[i].self;
        assert_int_equal(checked(rows, COUNT_OF(rows), GAU_TABLE_TEXT), damages[i].failed);
        assert_has(damages[i].message);
        checked(rows, COUNT_OF(rows), GAU_TABLE_CSV);
        for (size_t k = 0; k < 4 && damages[i].checks[k]; k++)
            assert_fails(damages[i].checks[k]);
    }
}

/* Impossible values of a row, though its times add up. */
static const struct impossible {
    long long calls;
    struct scene_odd odd;
    const char *message;
} impossible[] = {
    {1LL << 62, {2, 0, 1, 0}, "4611686018427387904 calls are more than any program makes"},
    {2, {2, 0.5, 2, -0.5}, "its standard deviation is negative: -500 ms"},
    {2, {2, -0.5, 2, 0}, "its shortest call has a negative time: -500 ms"},
    {2, {2, 3, 0.25, 0}, "its shortest call is 3 s, and its longest 250 ms"},
    {2, {2, 1.25, 2, 0}, "its total of 2 s does not fit its 2 calls of 1.25 s at the least"},
    {2, {2, 0.25, 0.5, 0}, "its total of 2 s does not fit its 2 calls of 500 ms at the most"},
};

static void impossible_times_fail_and_are_reported_in_both_views(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(impossible); i++) {
        const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
        gau_error error = {0};
        struct scene_row rows[COUNT_OF(good)];
        char line[256];

        memcpy(rows, good, sizeof good);
        rows[2].calls = impossible[i].calls;
        scene_odd = &impossible[i].odd;
        assert_int_equal(checked(rows, COUNT_OF(rows), GAU_TABLE_TEXT), 1);
        snprintf(line, sizeof line, "branches[2] 'S', wall time: %s", impossible[i].message);
        assert_has(line);
        assert_int_equal(report_view(&gau_view_timing, "r", &options, "out", &error), GAU_OK);
        snprintf(line, sizeof line, "warning: timer.json: branches: the times of 'S' are wrong: %s",
                 impossible[i].message);
        assert_has(line);
    }
    scene_odd = NULL;
}

static void cpu_times_are_checked_like_wall_times(void **state)
{
    struct scene_row rows[] = {{0, -1, "Event", "Event", "Event", 10, 4.0, 0.5, 3.0},
                               {1, 0, "Event", "A", "A", 10, 3.5, 3.5, 0}};

    (void)state;
    assert_int_equal(checked(rows, 2, GAU_TABLE_TEXT), 0);
    assert_has("100 % of branches, CPU time: 3 s, the total of 'Event' in 10 calls");
    assert_has("warm_up, CPU time: no event was timed");
    assert_has("23 checks, 0 failed");
    rows[1].cpu_s = 3.5; /* and Event none of its own */
    assert_int_equal(checked(rows, 2, GAU_TABLE_TEXT), 5);
    assert_has("branches[1] 'A', CPU time: share of total time is 116.667 %, not 0 to 100 %");
    assert_has(
        "branches[0] 'Event', CPU time: total less that of its children is -500 ms, not from 0 on");
    rows[1].cpu_s = -0.5;
    assert_int_equal(checked(rows, 2, GAU_TABLE_TEXT), 5);
    assert_has("branches[1] 'A', CPU time: self time is -500 ms, not from 0 on");
}

static void what_was_not_timed_has_no_shares_to_check(void **state)
{
    static const struct scene_row rows[] = {{0, -1, "Event", "Event", "Event", 0, 0, 0, 0}};

    (void)state;
    assert_int_equal(checked(rows, 1, GAU_TABLE_TEXT), 0);
    assert_has("branches, wall time: no event was timed, so that there are no shares");
    assert_has_not("nan");
    assert_int_equal(checked(rows, 0, GAU_TABLE_TEXT), 0);
}

static void a_document_that_is_no_timer_is_refused(void **state)
{
    size_t failed = 0;
    const struct gau_view_options options = {.failed_checks = &failed};
    gau_error error = {0};

    (void)state;
    scene_write("r", "timer.json", "{'schema':2,'other':[]}");
    assert_int_equal(report_view(&gau_view_timing, "r", &options, "out", &error), GAU_ERR_IO);
    assert_string_equal(error.message, "timer.json: branches is missing");
}

static void many_rows_that_fail_are_counted(void **state)
{
    struct scene_row rows[40];

    (void)state;
    rows[0] = (struct scene_row){0, -1, "Event", "Event", "Event", 10, 1.0, 40, 0};
    for (int i = 1; i < (int)COUNT_OF(rows); i++)
        rows[i] = (struct scene_row){i, 0, "Event", "A", "A", 10, 0, -1, 0};
    assert_true(checked(rows, COUNT_OF(rows), GAU_TABLE_TEXT) >= 3);
    assert_has("... and 29 more rows of branches");
}

static void every_allocation_can_fail(void **state)
{
    const struct scene_timer timer = {good, COUNT_OF(good), first, 1};
    size_t failed = 0;
    const struct gau_view_options options = {.failed_checks = &failed};
    gau_status status;
    uint64_t n = 0;

    (void)state;
    scene_write_timer("r", "timer", &timer);
    do {
        gau_error error = {0};

        allocations_fail_at(++n);
        status = report_view(&gau_view_timing, "r", &options, "out", &error);
        allocations_fail_at(0);
        assert_true(status == GAU_OK ||
                    ((status == GAU_ERR_MEMORY || status == GAU_ERR_IO) && error.message[0]));
    } while (status != GAU_OK || n < 30);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(times_that_add_up_pass_with_their_numbers),
        TEST(each_check_can_fail),
        TEST(impossible_times_fail_and_are_reported_in_both_views),
        TEST(cpu_times_are_checked_like_wall_times),
        TEST(what_was_not_timed_has_no_shares_to_check),
        TEST(a_document_that_is_no_timer_is_refused),
        TEST(many_rows_that_fail_are_counted),
        TEST(every_allocation_can_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
