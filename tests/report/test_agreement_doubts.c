/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_scene.h"
#include "folder.h"
#include "simulated_run.h"
#include "test.h"
#include "trace_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * What is not to be believed: a timer that has lost a branch, a time per call that no measuring
 * takes, two runs, and single repeats that have no samples.
 */

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
                                         .samples = 100,
                                         .threads = 1};

static bool is_told(const struct gau_agreement *agreement, const char *part)
{
    for (size_t i = 0; i < agreement->n_notes; i++)
        if (strstr(agreement->notes[i], part))
            return true;
    return false;
}

static void assert_says(const struct gau_agreement *agreement, const char *part)
{
    char *const verdict = gau_agreement_verdict(agreement);

    if (!strstr(verdict, part))
        fail_msg("'%s' is not in '%s'", part, verdict);
    free(verdict);
}

static void assert_is_silent_on(const struct gau_agreement *agreement, const char *part)
{
    char *const verdict = gau_agreement_verdict(agreement);

    if (strstr(verdict, part))
        fail_msg("'%s' is in '%s'", part, verdict);
    free(verdict);
}

static const struct gau_agreement_row *row_of(const struct gau_agreement *agreement,
                                              const char *path)
{
    for (size_t i = 0; i < agreement->n; i++)
        if (strcmp(agreement->rows[i].path, path) == 0)
            return &agreement->rows[i];
    fail_msg("there is no row '%s'", path);
    return NULL;
}

/* --- a branch that the timer has lost ------------------------------------------------------ */

/* The timer with other CPU times: of Event, S, both A, B. */
static void write_timer(const double cpu_s[AGREEMENT_ROWS])
{
    struct scene_row rows[AGREEMENT_ROWS];

    memcpy(rows, agreement_rows, sizeof rows);
    for (int i = 0; i < AGREEMENT_ROWS; i++)
        rows[i].cpu_s = cpu_s[i];
    scene_write_timer(".", "timer", &(struct scene_timer){rows, AGREEMENT_ROWS, NULL, 0});
}

/* By independent samples 2 sqrt(100) asin(sqrt(0.29)) = 11.3. */
static void a_branch_without_time_that_has_samples_is_found(void **state)
{
    struct gau_agreement agreement;
    const struct gau_agreement_row *lost;

    (void)state;
    agreement_write_all();
    write_timer((const double[]){0.1, 0.001, 0.3, 0.3, 0});
    agreement = agreement_read_well();
    lost = row_of(&agreement, "S B");
    assert_true(fabs(lost->z - 11.373) < 0.001);
    assert_true(fabs(lost->error - sqrt(0.29 * 0.71 / 100)) < 1e-9);
    assert_ptr_equal(lost, &agreement.rows[agreement.test.row]);
    assert_says(&agreement, "Timer and samples differ by more than chance");
    assert_says(&agreement, "'B' is furthest off, z = 11.4, p < 1e-6");
    assert_true(is_told(&agreement, "1 row only the samples have: 29 % of their time; 'S B' has 29 "
                                    "samples"));
    gau_agreement_clear(&agreement);
}

/* Less than one of 100 is expected in S: 4 are few, 6 are not chance. Where 9 are expected, 22 may
 * be. Of 1000, 8 that are not expected are less than a point. */
static void few_samples_that_are_not_expected_have_no_z(void **state)
{
    static const struct {
        double s_s;
        int samples, others;
        bool is_known;
    } cases[] = {{0.001, 4, 48, false},
                 {0.001, 6, 47, true},
                 {0.09, 22, 39, false},
                 {0.09, 28, 36, true},
                 {0.0001, 8, 496, false}};

    (void)state;
    agreement_write_all();
    for (size_t i = 0; i < N(cases); i++) {
        const double s_s = cases[i].s_s;
        const int n = cases[i].others;
        struct gau_agreement agreement;
        double z;

        write_timer((const double[]){0.1, s_s, 0.3, 0.3, 0.3 - s_s});
        agreement_write_samples(" ", (const int[]){n / 5, cases[i].samples, n, n - n / 5, 0});
        agreement = agreement_read_well();
        z = row_of(&agreement, "S")->z;
        assert_true(cases[i].is_known ? z >= 4 : isnan(z));
        assert_true(!cases[i].is_known || agreement.test.row_p < 0.01);
        gau_agreement_clear(&agreement);
    }
}

/* So few that there is nothing to be tested together. */
static void a_lost_branch_is_found_among_few_samples(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    write_timer((const double[]){0.1, 0.001, 0, 0, 0.3});
    agreement_write_samples(" ", (const int[]){0, 0, 12, 7, 7});
    agreement = agreement_read_well();
    assert_says(&agreement,
                "Timer and samples differ by more than chance: 'A' is furthest off, z = ");
    gau_agreement_clear(&agreement);
}

/* The other way round: all is in one branch by the timer, and not by samples. */
static void a_branch_that_has_all_the_time_is_judged(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    write_timer((const double[]){1e-9, 0, 0.3, 0.3, 0});
    agreement = agreement_read_well();
    assert_true(row_of(&agreement, "S A")->z < -8);
    assert_true(row_of(&agreement, "S B")->z > 8);
    gau_agreement_clear(&agreement);
}

/* A call of the timer takes 20 ns here; what would explain it is milliseconds. */
static void a_time_per_call_that_no_measuring_takes_is_refused(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    write_timer((const double[]){0.1, 0.05, 0, 0, 0.3});
    agreement_write_samples(" ", (const int[]){1, 0, 60, 39, 7});
    agreement = agreement_read_well();
    assert_true(agreement.shift_refused && !gau_agreement_is_shifted(&agreement));
    assert_true(isfinite(agreement.shift_s) && fabs(agreement.shift_s) > 1e-3);
    assert_true(isnan(agreement.shifted.p) && isnan(agreement.shifted.row_z));
    for (size_t i = 0; i < agreement.n; i++)
        assert_true(isnan(agreement.rows[i].rest) && isnan(agreement.rows[i].rest_z));
    assert_says(&agreement, "times what a call of the timer takes (20 ns): that is no cost of "
                            "measuring, and it is not subtracted");
    assert_is_silent_on(&agreement, "What the auditors themselves take");
    gau_agreement_clear(&agreement);
}

/* --- two runs ------------------------------------------------------------------------------ */

static struct gau_agreement read_pair(const char *timer, const char *samples)
{
    const struct gau_agreement_folders folders = {.timers = &timer, .samples = &samples, .n = 1};
    struct gau_view_error error = {0};
    struct gau_agreement agreement;

    gau_agreement_read(&agreement, &folders, NULL, &error);
    assert_string_equal(error.message, "");
    return agreement;
}

static void two_runs_are_not_judged(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    agreement_write_samples(" ", (const int[]){11, 0, 30, 59, 7});
    mkdir("t", 0777);
    rename("timer.json", "t/timer.json");
    agreement = read_pair("t", ".");
    assert_false(agreement.same_run);
    assert_true(isnan(agreement.test.p) && isnan(agreement.test.row_p));
    assert_true(isnan(agreement.shifted.p) && isnan(agreement.shift_s));
    for (size_t i = 0; i < agreement.n; i++)
        assert_true(isnan(agreement.rows[i].z) && isnan(agreement.rows[i].rest_z));
    assert_says(&agreement, "No verdict: timer and samples are of two runs");
    assert_says(&agreement, "The largest difference is 29 points of the total ('A'), of which "
                            "sampling has an error of ");
    assert_is_silent_on(&agreement, "more than chance");
    assert_is_silent_on(&agreement, "p ");
    gau_agreement_clear(&agreement);
}

static void one_run_by_two_names_is_one(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    mkdir("t", 0777);
    agreement = read_pair(".", "./t/..");
    assert_true(agreement.same_run && isfinite(agreement.test.p));
    gau_agreement_clear(&agreement);
}

/* --- repeats ------------------------------------------------------------------------------- */

enum { RUNS = 20 };

static char names[RUNS][8];
static const char *folders[RUNS];

static struct gau_agreement read_runs(size_t n, uint64_t events, struct gau_view_error *error)
{
    const struct gau_agreement_folders runs = {
        .timers = folders, .samples = folders, .n = n, .events = events};
    struct gau_agreement agreement;

    gau_agreement_read(&agreement, &runs, NULL, error);
    return agreement;
}

static void write_runs(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        snprintf(names[i], sizeof names[i], "r%zu", i);
        folders[i] = names[i];
        mkdir(names[i], 0777);
        simulated_run_write(&job, names[i], 50 + i);
    }
}

/* All task types are named, and nothing is sampled. */
static void empty_run(const char *folder)
{
    char path[64];

    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    remove(path);
    scene_open(path, 7);
    scene_thread(1, "worker");
    scene_task(1, "", "Event");
    for (size_t i = 0; i < job.n; i++)
        scene_task(3 + (uint32_t)i, "", algorithms[i].name);
    scene_end();
}

static void runs_without_samples_count(void **state)
{
    struct gau_view_error error = {0};
    struct gau_agreement full, all;

    (void)state;
    write_runs(3);
    empty_run("r2");
    full = read_runs(2, 10, &error);
    all = read_runs(3, 10, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(all.samples, full.samples);
    assert_true(all.events > full.events && all.timer_s > full.timer_s);
    assert_true(isfinite(row_of(&all, "Fit")->spread));
    gau_agreement_clear(&full);
    gau_agreement_clear(&all);
}

static void without_any_sample_the_events_are_named(void **state)
{
    struct gau_view_error error = {0}, single = {0};
    struct gau_agreement none;

    (void)state;
    write_runs(2);
    empty_run("r0");
    empty_run("r1");
    none = read_runs(2, 10, &error);
    assert_int_equal(none.n, 0);
    assert_int_equal(error.status, GAU_VIEW_USAGE);
    assert_string_equal(error.message,
                        "2 runs of 10 events: not one sample in the event loop; more "
                        "events, more runs (--repeat), or a shorter --interval");
    none = read_runs(1, 1, &single);
    assert_string_equal(single.message, "1 event: not one sample in the event loop; more events, "
                                        "more runs (--repeat), or a shorter --interval");
}

/* Both are of the same differences: that by the number of samples, and that by 20 runs. */
static void errors_are_about_as_large_as_the_spread_of_runs(void **state)
{
    struct gau_view_error error = {0};
    struct gau_agreement agreement;

    (void)state;
    write_runs(RUNS);
    agreement = read_runs(RUNS, 0, &error);
    assert_string_equal(error.message, "");
    for (size_t i = 0; i < agreement.n; i++) {
        const struct gau_agreement_row *const row = &agreement.rows[i];

        if (row->samples < 100)
            continue;
        assert_true(row->spread > 0.5 * row->error && row->spread < 2 * row->error);
        assert_true(i == agreement.top || (row->relative_spread > 0.5 * row->relative_error &&
                                           row->relative_spread < 2 * row->relative_error));
    }
    assert_true(agreement.rows[agreement.top].relative_spread < 1e-12);
    gau_agreement_clear(&agreement);
}

static void one_run_has_no_spread(void **state)
{
    struct gau_view_error error = {0};
    struct gau_agreement one, twice;

    (void)state;
    write_runs(1);
    folders[1] = folders[0];
    one = read_runs(1, 0, &error);
    twice = read_runs(2, 0, &error);
    for (size_t i = 0; i < one.n; i++) {
        assert_true(isnan(one.rows[i].spread) && isnan(one.rows[i].relative_spread));
        assert_true(twice.rows[i].spread < 1e-9 && twice.rows[i].relative_spread < 1e-9);
    }
    gau_agreement_clear(&one);
    gau_agreement_clear(&twice);
}

static void what_is_wrong_with_a_later_run_is_told(void **state)
{
    struct gau_view_error error = {0};
    struct gau_agreement agreement;

    (void)state;
    write_runs(3);
    scene_write("r2", "itt.json",
                "{'schema':1,'delimiter':' ','shortened_names':0,'window':[6,0],'events':5}");
    agreement = read_runs(3, 0, &error);
    assert_true(is_told(&agreement, "warning: not the same events in 1 of 3 runs: the timer saw "));
    gau_agreement_clear(&agreement);
}

/* --- tables -------------------------------------------------------------------------------- */

static char *accuracy_text(const struct gau_agreement_runs *runs, size_t n)
{
    const struct gau_view_options options = {0};
    struct gau_view_error error = {0};

    gau_accuracy_report(runs, n, 5, &options, "out", &error);
    assert_string_equal(error.message, "");
    return folder_read("out");
}

static void few_events_have_the_samples_of_all_runs(void **state)
{
    const struct gau_agreement_runs runs[] = {{10, folders, 5},
                                              {400, folders + 5, 1},
                                              {5, folders + 2, 1}};
    char *text;

    (void)state;
    write_runs(6);
    empty_run("r2");
    text = accuracy_text(runs, N(runs));
    assert_non_null(strstr(text, "10 events in each run: self time"));
    assert_non_null(strstr(text, "  Diff.  Spread  "));
    assert_non_null(strstr(text, "\n5 events: not one sample in the event loop; more events"));
    assert_null(strstr(text, "Paper"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "r2"));
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_branch_without_time_that_has_samples_is_found),
        TEST(few_samples_that_are_not_expected_have_no_z),
        TEST(a_lost_branch_is_found_among_few_samples),
        TEST(a_branch_that_has_all_the_time_is_judged),
        TEST(a_time_per_call_that_no_measuring_takes_is_refused),
        TEST(two_runs_are_not_judged),
        TEST(one_run_by_two_names_is_one),
        TEST(runs_without_samples_count),
        TEST(without_any_sample_the_events_are_named),
        TEST(errors_are_about_as_large_as_the_spread_of_runs),
        TEST(one_run_has_no_spread),
        TEST(what_is_wrong_with_a_later_run_is_told),
        TEST(few_events_have_the_samples_of_all_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
