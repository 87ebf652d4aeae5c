/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"
#include "simulated_run.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MS = 1000000 };

#define N(array) (sizeof(array) / sizeof *(array))

static const struct simulated_algorithm algorithms[] = {{"Fit", 60, 1},
                                                        {"Find", 30, 1},
                                                        {"Cut", 10, 1}};
static const struct simulated_job job = {.name = "job",
                                         .algorithms = algorithms,
                                         .n = 3,
                                         .lengths = SIMULATED_EXPONENTIAL,
                                         .input_us = 20,
                                         .interval_us = 1000,
                                         .samples = 400,
                                         .threads = 1};

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) < 1e-9);
}

/* --- what is joined ------------------------------------------------------------------------ */

static void equal_identifiers_and_warm_up_are_summed(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement = agreement_read_well();
    assert_int_equal(agreement.n, 4);
    assert_string_equal(agreement.rows[0].path, "S A");
    assert_near(agreement.rows[0].timer_s, 0.6);
    assert_int_equal(agreement.rows[0].calls, 19);
    assert_int_equal(agreement.rows[0].samples, 60);
    assert_near(agreement.timer_s, 1.011);
    assert_near(agreement.rows[0].timer, 0.6 / 1.011);
    assert_near(agreement.rows[0].sampled, 0.6);
    assert_near(agreement.rows[1].relative_timer, 0.5);
    assert_near(agreement.rows[1].relative_sampled, 29 / 60.0);
    assert_int_equal(agreement.samples, 100);
    assert_int_equal(agreement.outside, 7);
    assert_int_equal(agreement.events, 10);
    assert_true(agreement.cpu && agreement.same_run);
    assert_true(agreement.test.p > 0.9);
    gau_agreement_clear(&agreement);
}

static void another_delimiter_is_understood(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement_write_marks("::", 1, 10);
    agreement_write_samples("::", (const int[]){11, 0, 60, 29, 7});
    agreement = agreement_read_well();
    assert_int_equal(agreement.rows[0].samples, 60);
    assert_int_equal(agreement.rows[1].samples, 29);
    gau_agreement_clear(&agreement);
}

/* As with ComponentsForTaskTypes: only Event and S have task types. */
static void what_has_no_task_type_is_in_the_row_above(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement_open_samples();
    scene_thread(1, "worker");
    scene_task(1, "", "Event");
    scene_task(2, "", "S");
    for (unsigned i = 1; i <= 100; i++)
        scene_sample(1, 0, i % 10 ? 2 : 1, i * 10 * MS, 10 * MS);
    scene_end();
    agreement = agreement_read_well();
    assert_int_equal(agreement.n, 2);
    assert_string_equal(agreement.rows[0].path, "S");
    assert_near(agreement.rows[0].timer_s, 0.901);
    assert_int_equal(agreement.rows[0].samples, 90);
    assert_true(agreement_has_note(
        &agreement, "branches without a task type of their own, in the row above: 2"));
    gau_agreement_clear(&agreement);
}

static void samples_deeper_than_the_timer_are_of_the_nearest_branch(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement_open_samples();
    scene_thread(1, "worker");
    scene_task(1, "", "Event");
    scene_task(2, "", "S A Inner Loop");
    scene_task(3, "", "S A");
    scene_sample(1, 0, 2, 10 * MS, 10 * MS);
    scene_sample(1, 0, 1, 20 * MS, 10 * MS);
    scene_end();
    agreement = agreement_read_well();
    assert_string_equal(agreement.rows[0].path, "S A");
    assert_int_equal(agreement.rows[0].samples, 1);
    gau_agreement_clear(&agreement);
}

/* --- notes --------------------------------------------------------------------------------- */

static void other_windows_are_noted(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement_write_marks(" ", 6, 5);
    agreement = agreement_read_well();
    assert_true(agreement_has_note(&agreement,
                                   "not the same events in 1 of 1 runs: the timer saw 10 of all, "
                                   "samples are of 5 of [6, end)"));
    gau_agreement_clear(&agreement);
}

static void a_timer_of_wall_time_is_noted(void **state)
{
    struct scene_row wall[AGREEMENT_ROWS];
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    memcpy(wall, agreement_rows, sizeof wall);
    wall[0].cpu_s = 0;
    scene_write_timer(".", "timer", &(struct scene_timer){wall, AGREEMENT_ROWS, NULL, 0});
    agreement = agreement_read_well();
    assert_false(agreement.cpu);
    assert_near(agreement.rows[0].timer_s, 0.55);
    assert_true(agreement_has_note(&agreement, "the timer measured wall time"));
    gau_agreement_clear(&agreement);
}

static void negative_times_count_as_0(void **state)
{
    struct scene_row rows[AGREEMENT_ROWS];
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    memcpy(rows, agreement_rows, sizeof rows);
    rows[4].cpu_s = -0.3;
    scene_write_timer(".", "timer", &(struct scene_timer){rows, AGREEMENT_ROWS, NULL, 0});
    agreement = agreement_read_well();
    assert_near(agreement_row_of(&agreement, "S B")->timer_s, 0);
    assert_true(
        agreement_has_note(&agreement, "negative self times of the timer, counted as 0: 1;"));
    gau_agreement_clear(&agreement);
}

/* The standard error of a share of 0.5 with n short samples is 0.5 / sqrt(n) in the mean. */
static void events_for_a_point_follow_from_the_error(void **state)
{
    struct gau_agreement agreement = {.events = 100, .worst_error = 0.05};

    (void)state;
    assert_near(gau_agreement_events_for_point(&agreement), 2500);
    agreement.worst_error = 0;
    assert_true(isnan(gau_agreement_events_for_point(&agreement)));
}

static void shares_that_are_wrong_are_found(void **state)
{
    struct gau_agreement agreement;
    char *verdict;

    (void)state;
    agreement_write_all();
    agreement_write_samples(" ", (const int[]){11, 0, 30, 59, 7});
    agreement = agreement_read_well();
    assert_true(agreement.test.p < 1e-4);
    assert_true(agreement.rows[0].z < -4 && agreement.rows[1].z > 4);
    verdict = gau_agreement_verdict(&agreement, false);
    assert_non_null(strstr(verdict, "differ significantly"));
    free(verdict);
    gau_agreement_clear(&agreement);
}

/* Of 100 samples 7 are expected in Event and S: what B lacks is there. */
static void small_rows_do_not_mask_a_large_one(void **state)
{
    static const int counts[] = {11, 8, 60, 21, 7};
    struct scene_row rows[AGREEMENT_ROWS];
    struct gau_agreement agreement;
    char *verdict;

    (void)state;
    agreement_write_all();
    memcpy(rows, agreement_rows, sizeof rows);
    rows[0].cpu_s = 0.5;
    rows[1].cpu_s = 0.2;
    rows[2].cpu_s = 6;
    rows[3].cpu_s = 0;
    rows[4].cpu_s = 3;
    scene_write_timer(".", "timer", &(struct scene_timer){rows, AGREEMENT_ROWS, NULL, 0});
    agreement_write_samples(" ", counts);
    agreement = agreement_read_well();
    assert_int_equal(agreement.test.rows, 2);
    assert_true(agreement.test.degrees_of_freedom > 0.999 &&
                agreement.test.degrees_of_freedom < 1.001);
    assert_string_equal(agreement.rows[1].path, "S B");
    assert_near(agreement.test.row_z, agreement.rows[1].z);
    assert_true(agreement.test.p < 0.05);
    verdict = gau_agreement_verdict(&agreement, false);
    assert_non_null(strstr(verdict, "'B' is furthest off, z = -"));
    free(verdict);
    gau_agreement_clear(&agreement);
}

/* One branch of many by 4.5 errors, the others by nothing: together that is not significant. */
static void a_branch_that_is_far_off_is_heeded(void **state)
{
    struct gau_agreement_row rows[] = {{.path = "A", .short_name = "A", .z = 4.5, .error = 0.01},
                                       {.path = "B", .short_name = "B"}};
    struct gau_agreement agreement = {
        .rows = rows,
        .n = N(rows),
        .same_run = true,
        .test = {.chi_square = 20, .degrees_of_freedom = 16, .p = 0.22, .rows = 16, .row_z = 4.5}};
    char *verdict;

    (void)state;
    agreement.test.row_p = 1e-4;
    verdict = gau_agreement_verdict(&agreement, false);
    assert_non_null(strstr(verdict, "differ significantly: chi-square 20 for 16"));
    assert_non_null(strstr(verdict, "'A' is furthest off, z = 4.5, p = 0.0001 as one of 16"));
    free(verdict);
    agreement.test.row_p = 0.5;
    verdict = gau_agreement_verdict(&agreement, false);
    assert_non_null(strstr(verdict, "Timer and samples agree"));
    free(verdict);
}

/* Two large branches: what one has too much, the other lacks. */
static void two_cells_have_one_degree_of_freedom(void **state)
{
    static const struct simulated_algorithm two[] = {{"Fit", 600, 1}, {"Find", 400, 1}};
    struct simulated_job short_job = job;
    struct gau_agreement agreement;

    (void)state;
    short_job.algorithms = two;
    short_job.n = 2;
    short_job.samples = 60;
    simulated_run_write(&short_job, ".", 7);
    agreement = agreement_read_well();
    assert_true(fabs(agreement.test.degrees_of_freedom - 1) < 1e-9);
    gau_agreement_clear(&agreement);
}

/* --- two folders, many runs ---------------------------------------------------------------- */

static void a_timer_and_samples_of_two_runs_are_said_to_be_so(void **state)
{
    static const char *const timer = "t", *const samples = "s";
    const struct gau_agreement_runs folders = {.timers = &timer, .samples = &samples, .n = 1};
    gau_error error = {0};
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    mkdir("t", 0777);
    mkdir("s", 0777);
    rename("timer.json", "t/timer.json");
    rename("samples.gtr", "s/samples.gtr");
    assert_true(gau_agreement_has("t").timer && !gau_agreement_has("t").samples);
    assert_true(!gau_agreement_has("s").timer && gau_agreement_has("s").samples);
    gau_agreement_read(&agreement, &folders, NULL, &error);
    assert_string_equal(error.message, "");
    assert_false(agreement.same_run);
    assert_true(agreement_has_note(&agreement, "different runs"));
    gau_agreement_clear(&agreement);
}

static void samples_of_several_runs_are_added(void **state)
{
    static const char *const twice[] = {".", "."};
    const struct gau_agreement_runs folders = {.timers = twice, .samples = twice, .n = 2};
    gau_error error = {0};
    struct gau_agreement one, two;

    (void)state;
    simulated_run_write(&job, ".", 3);
    one = agreement_read_well();
    gau_agreement_read(&two, &folders, NULL, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(two.samples, 2 * one.samples);
    assert_near(two.rows[0].sampled, one.rows[0].sampled);
    assert_true(fabs(two.rows[0].error * sqrt(2) - one.rows[0].error) < 0.05 * one.rows[0].error);
    gau_agreement_clear(&one);
    gau_agreement_clear(&two);
}

/* --- terminals ----------------------------------------------------------------------------- */

static const char long_name[] = "PatternRecognitionOfTheForwardSpectrometerWithSeeds";

static char *reported(unsigned width)
{
    static const char *const here = ".";
    const struct gau_agreement_runs runs = {.timers = &here, .samples = &here, .n = 1};
    const struct gau_view_options options = {.width = width};
    gau_error error = {0};

    gau_agreement_report(&runs, 1, &options, "out", &error);
    assert_string_equal(error.message, "");
    return folder_read("out");
}

static void check_terminal(unsigned width, bool has_samples)
{
    char *const text = reported(width);

    assert_null(strstr(text, "CPU/wall  "));
    assert_non_null(strstr(text, has_samples ? "hidden: CPU/wall (--wide shows them)"
                                             : "hidden: Samples, CPU/wall (--wide shows them)"));
    assert_true((strstr(text, " Samples  ") != NULL) == has_samples);
    assert_null(strstr(text, long_name));
    assert_non_null(strstr(text, "...")); /* in the middle of it */
    assert_non_null(strstr(text, "WithSeeds\n"));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (strlen(line) > width)
            fail_msg("too long: '%s'", line);
    free(text);
}

static void tables_fit_a_narrow_terminal(void **state)
{
    const struct simulated_algorithm named[] = {{long_name, 60, 1}, {"Find", 30, 1}};
    struct simulated_job with_names = job;
    char *text;

    (void)state;
    with_names.algorithms = named;
    with_names.n = N(named);
    simulated_run_write(&with_names, ".", 5);
    text = reported(0);
    assert_non_null(strstr(text, "CPU/wall"));
    assert_non_null(strstr(text, long_name));
    free(text);
    check_terminal(80, true);
    check_terminal(64, false);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_identifiers_and_warm_up_are_summed),
        TEST(another_delimiter_is_understood),
        TEST(what_has_no_task_type_is_in_the_row_above),
        TEST(samples_deeper_than_the_timer_are_of_the_nearest_branch),
        TEST(other_windows_are_noted),
        TEST(a_timer_of_wall_time_is_noted),
        TEST(negative_times_count_as_0),
        TEST(events_for_a_point_follow_from_the_error),
        TEST(shares_that_are_wrong_are_found),
        TEST(small_rows_do_not_mask_a_large_one),
        TEST(a_branch_that_is_far_off_is_heeded),
        TEST(two_cells_have_one_degree_of_freedom),
        TEST(a_timer_and_samples_of_two_runs_are_said_to_be_so),
        TEST(samples_of_several_runs_are_added),
        TEST(tables_fit_a_narrow_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
