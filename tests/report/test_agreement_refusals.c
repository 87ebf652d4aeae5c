/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * A timer that has lost a branch, and differences of two runs.
 */

#define N(array) (sizeof(array) / sizeof *(array))

static void assert_says(const struct gau_agreement *agreement, const char *part)
{
    char *const verdict = gau_agreement_verdict(agreement, false);

    if (!strstr(verdict, part))
        fail_msg("'%s' is not in '%s'", part, verdict);
    free(verdict);
}

static void assert_is_silent_on(const struct gau_agreement *agreement, const char *part)
{
    char *const verdict = gau_agreement_verdict(agreement, false);

    if (strstr(verdict, part))
        fail_msg("'%s' is in '%s'", part, verdict);
    free(verdict);
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
    lost = agreement_row_of(&agreement, "S B");
    assert_true(fabs(lost->z - 11.373) < 0.001);
    assert_true(fabs(lost->error - sqrt(0.29 * 0.71 / 100)) < 1e-9);
    assert_ptr_equal(lost, &agreement.rows[agreement.test.row]);
    assert_says(&agreement, "Timer and samples differ significantly");
    assert_says(&agreement, "'B' is furthest off, z = 11.4, p < 1e-6");
    assert_true(agreement_has_note(&agreement, "rows without time by the timer: 1, 29 % of the "
                                               "samples' time, most of it in 'S B'"));
    gau_agreement_clear(&agreement);
}

/* Less than one of 100 is expected in S: 4 are few, 6 are not chance. Where 9 are expected, 22 may
 * be. Of 1000, 8 unexpected ones are less than a point. */
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
        z = agreement_row_of(&agreement, "S")->z;
        assert_true(cases[i].is_known ? z >= 4 : isnan(z));
        assert_true(!cases[i].is_known || agreement.test.row_p < 0.01);
        gau_agreement_clear(&agreement);
    }
}

/* Too few to be tested together. */
static void a_lost_branch_is_found_among_few_samples(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    write_timer((const double[]){0.1, 0.001, 0, 0, 0.3});
    agreement_write_samples(" ", (const int[]){0, 0, 12, 7, 7});
    agreement = agreement_read_well();
    assert_says(&agreement, "Timer and samples differ significantly: 'A' is furthest off, z = ");
    gau_agreement_clear(&agreement);
}

/* The other way round: all is in one branch by the timer, and not by samples. */
static void a_branch_that_has_all_the_time_is_tested(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    write_timer((const double[]){1e-9, 0, 0.3, 0.3, 0});
    agreement = agreement_read_well();
    assert_true(agreement_row_of(&agreement, "S A")->z < -8);
    assert_true(agreement_row_of(&agreement, "S B")->z > 8);
    gau_agreement_clear(&agreement);
}

/* --- two runs ------------------------------------------------------------------------------ */

static struct gau_agreement read_pair(const char *timer, const char *samples)
{
    const struct gau_agreement_runs folders = {.timers = &timer, .samples = &samples, .n = 1};
    gau_error error = {0};
    struct gau_agreement agreement;

    gau_agreement_read(&agreement, &folders, NULL, &error);
    assert_string_equal(error.message, "");
    return agreement;
}

static void two_runs_are_not_tested(void **state)
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
    for (size_t i = 0; i < agreement.n; i++)
        assert_true(isnan(agreement.rows[i].z));
    assert_says(&agreement, "No verdict: timer and samples are of two runs");
    assert_says(&agreement, "The largest difference is 29 points of the total ('A'), with a "
                            "sampling error of ");
    assert_is_silent_on(&agreement, "differ significantly");
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_branch_without_time_that_has_samples_is_found),
        TEST(few_samples_that_are_not_expected_have_no_z),
        TEST(a_lost_branch_is_found_among_few_samples),
        TEST(a_branch_that_has_all_the_time_is_tested),
        TEST(two_runs_are_not_tested),
        TEST(one_run_by_two_names_is_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
