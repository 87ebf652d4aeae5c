/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/comparison.h"

#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of rows besides spreads, against values that were computed by hand. */

static void assert_near(double is, double wanted)
{
    if (!(fabs(is - wanted) < 1e-9))
        fail_msg("%.12g is not %.12g", is, wanted);
}

/* --- samples ------------------------------------------------------------------------------- */

struct samples {
    struct gau_function_times runs[4], wholes[4];
    struct gau_function_times_function function;
    struct gau_timer_result results[4];
    struct gau_matrix matrix;
};

/* Two runs a side of one function: 1 s and 2 s, with errors of 0.1 s and 0.3 s. */
static void make_samples(struct samples *s, unsigned samples)
{
    const struct gau_timer_result_set a = {s->results, 2}, b = {s->results + 2, 2};
    const struct gau_function_times_functions sampled = {
        .items = &s->function, .n = 1, .wholes = s->wholes, .n_runs = 4};
    gau_error error = {0};

    memset(s, 0, sizeof *s);
    for (int run = 0; run < 4; run++)
        s->runs[run] = s->wholes[run] = (struct gau_function_times){.samples = samples,
                                                                    .time_s = run < 2 ? 1 : 2,
                                                                    .error_s = run < 2 ? 0.1 : 0.3};
    s->function = (struct gau_function_times_function){
        .task = "", .name = "f", .module = "", .label = "f", .runs = s->runs};
    assert_int_equal(
        gau_matrix_of_samples(&s->matrix, &sampled, GAU_ROWS_FUNCTIONS, &a, &b, &error), GAU_OK);
}

/* Of the mean of two runs the error is that of one, divided by the root of 2. */
static void errors_are_those_of_means(void **state)
{
    struct samples s;

    (void)state;
    make_samples(&s, 100);
    assert_near(s.matrix.rows[0].errors[0], 0.1 / sqrt(2));
    assert_near(s.matrix.rows[0].errors[1], 0.15 / sqrt(2));
    assert_near(s.matrix.total.errors[0], 0.1 / sqrt(2));
    assert_near(s.matrix.total.errors[1], 0.15 / sqrt(2));
    gau_matrix_clear(&s.matrix);
}

/* exp(qnorm(0.975) * sqrt(0.1^2 / 2 + 0.15^2 / 2)) around 2 */
static void few_samples_have_the_errors_of_both_sides(void **state)
{
    const struct gau_comparison_limits limits = {.max_ratio = 1.05,
                                                 .min_s = NAN,
                                                 .false_positive_rate = 0.001,
                                                 .runs = GAU_RUNS_INTERLEAVED};
    const double reach = exp(1.959963984540054 * sqrt(0.005 + 0.01125));
    struct gau_comparison comparison;
    struct samples s;

    (void)state;
    make_samples(&s, 2);
    assert_true(gau_comparison_make(&comparison, &s.matrix, &limits));
    assert_true(comparison.rows[0].sampling);
    assert_near(comparison.rows[0].adjusted.value, 2);
    assert_near(comparison.rows[0].adjusted.low, 2 / reach);
    assert_near(comparison.rows[0].adjusted.high, 2 * reach);
    gau_comparison_clear(&comparison);
    gau_matrix_clear(&s.matrix);
}

/* --- added rows ---------------------------------------------------------------------------- */

enum { ROWS = 2, RUNS = 4, EVENTS = 100 };

struct timers {
    struct gau_timer_row rows[2][RUNS][ROWS];
    struct gau_timer_result runs[2][RUNS];
    struct gau_matrix matrix;
};

/* One branch on both sides, and one of another name on each; a call costs the timer 1 us. */
static void make_timers(struct timers *t, double gone_s, double new_s)
{
    static char both[] = "A", removed[] = "B", added[] = "C";
    const struct gau_timer_result_set a = {t->runs[0], RUNS}, b = {t->runs[1], RUNS};
    gau_error error = {0};

    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < RUNS; run++) {
            struct gau_timer_row *const rows = t->rows[side][run];
            char *const other = side ? added : removed;

            rows[0] = (struct gau_timer_row){
                .path = both, .name = both, .root = "Event", .calls = EVENTS, .self_s = 1};
            rows[1] = (struct gau_timer_row){.path = other,
                                             .name = other,
                                             .root = "Event",
                                             .calls = 10 * EVENTS,
                                             .self_s = side ? new_s : gone_s};
            t->runs[side][run] = (struct gau_timer_result){.folder = both,
                                                           .timed = true,
                                                           .whole = "Event",
                                                           .events = EVENTS,
                                                           .overhead_s = 1e-6,
                                                           .rows = rows,
                                                           .n = side || gone_s > 0 ? ROWS : 1};
        }
    assert_int_equal(gau_matrix_of_timers(&t->matrix, &a, &b, &error), GAU_OK);
}

/* 10 calls an event on either side: 10 us, not 20. */
static void clock_reads_of_what_is_replaced_are_those_of_one_side(void **state)
{
    struct timers t;

    (void)state;
    make_timers(&t, 0.1, 0.1);
    assert_near(t.matrix.replaced.calibrated_cost_s, 10e-6);
    gau_matrix_clear(&t.matrix);
}

/* 5 ms a run, of which an event has 0.05 ms; added rows may have 1 ms a run. */
static void added_rows_are_tested_by_their_time_per_run(void **state)
{
    const struct gau_comparison_limits limits = {.max_ratio = 1.05,
                                                 .min_s = 1e-3,
                                                 .false_positive_rate = 0.001,
                                                 .runs = GAU_RUNS_INTERLEAVED};
    struct gau_comparison comparison;
    struct timers t;

    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        make_timers(&t, 0, fails ? 5e-3 : 0.5e-3);
        assert_true(gau_comparison_make(&comparison, &t.matrix, &limits));
        assert_true(comparison.rows[comparison.n - 1].row->is_replacement);
        assert_int_equal(comparison.rows[comparison.n - 1].failed, fails);
        gau_comparison_clear(&comparison);
        gau_matrix_clear(&t.matrix);
    }
}

/* --- setup --------------------------------------------------------------------------------- */

/* Candidates have 10 times as many events of 10 ms, and a setup of 0.5 s as the baselines. */
static void setup_is_made_once_however_many_events_there_are(void **state)
{
    struct timers t;
    const struct gau_timer_result_set a = {t.runs[0], RUNS}, b = {t.runs[1], RUNS};
    gau_error error = {0};

    (void)state;
    make_timers(&t, 0.5, 0.5);
    gau_matrix_clear(&t.matrix);
    for (int side = 0; side < 2; side++)
        for (size_t run = 0; run < RUNS; run++) {
            t.runs[side][run].events = side ? 10 * EVENTS : EVENTS;
            t.rows[side][run][0].self_s = side ? 10 : 1;
            t.rows[side][run][1].path = t.rows[side][run][1].name = t.rows[0][0][1].name;
            t.rows[side][run][1].root = "Setup";
        }
    assert_int_equal(gau_matrix_of_timers(&t.matrix, &a, &b, &error), GAU_OK);
    assert_int_equal(t.matrix.n, 2);
    for (int side = 0; side < 2; side++) {
        assert_near(t.matrix.rows[0].values[side][1], 10e-3);
        assert_near(t.matrix.rows[1].values[side][1], 5e-3);
        assert_near(t.matrix.total.values[side][1], 15e-3);
    }
    gau_matrix_clear(&t.matrix);
}

/* --- what is short ------------------------------------------------------------------------- */

/* A takes 1 s +- 7 %: that 0.4 s would be accepted does not matter for its verdict. */
static void what_is_short_is_inconclusive_as_what_is_long(void **state)
{
    const struct gau_comparison_limits limits = {.max_ratio = 1.05,
                                                 .min_s = 0.4,
                                                 .false_positive_rate = 0.001,
                                                 .runs = GAU_RUNS_INTERLEAVED};
    struct timers t;
    const struct gau_timer_result_set a = {t.runs[0], RUNS}, b = {t.runs[1], RUNS};
    struct gau_comparison comparison;
    gau_error error = {0};

    (void)state;
    make_timers(&t, 0.1, 0.1);
    gau_matrix_clear(&t.matrix);
    for (int side = 0; side < 2; side++)
        for (size_t run = 1; run < RUNS; run += 2)
            t.rows[side][run][0].self_s *= 1.15;
    assert_int_equal(gau_matrix_of_timers(&t.matrix, &a, &b, &error), GAU_OK);
    assert_true(gau_comparison_make(&comparison, &t.matrix, &limits));
    assert_true(comparison.rows[0].limit > 1.3);
    assert_true(comparison.rows[0].adjusted.high > 1.05 && comparison.rows[0].adjusted.high < 1.3);
    assert_int_equal(comparison.rows[0].verdict, GAU_INCONCLUSIVE);
    gau_comparison_clear(&comparison);
    gau_matrix_clear(&t.matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_those_of_means),
        cmocka_unit_test(few_samples_have_the_errors_of_both_sides),
        cmocka_unit_test(clock_reads_of_what_is_replaced_are_those_of_one_side),
        cmocka_unit_test(added_rows_are_tested_by_their_time_per_run),
        cmocka_unit_test(setup_is_made_once_however_many_events_there_are),
        cmocka_unit_test(what_is_short_is_inconclusive_as_what_is_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
