/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"
#include "simulated_run.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * ITT delays, which are longer after long calls, as caches are cold.
 */

#define N(array) (sizeof(array) / sizeof *(array))

static const struct simulated_algorithm trigger[] = {{"Find", 300, 0.85}, {"Fit", 250, 1},
                                                     {"Vertex", 20, 1},   {"Cut", 1, 1},
                                                     {"Decode", 1, 1},    {"Match", 2, 0.5}};
static const struct simulated_delay delays[] = {{0.6, 1.8}, {0.6, 1.5}, {0.7, 0.5},
                                                {0.6, 0.4}, {0.6, 0.4}, {0.8, 0.4}};
static const struct simulated_job job = {
    "a trigger with many samples", trigger, N(trigger), SIMULATED_EXPONENTIAL, 1, 100, 200, 24000};

struct pool {
    double squares, within, count, first;
};

/* Of all branches of some runs; first: the mean z of Event. */
static struct pool runs(bool corrected)
{
    enum { RUNS = 80 };
    struct pool pool = {0};

    for (uint64_t run = 0; run < RUNS; run++) {
        struct gau_agreement agreement;

        simulated_run_write_delayed(&job, delays, corrected, ".", 100 + run);
        agreement = agreement_read_well();
        for (size_t i = 0; i < agreement.n; i++) {
            const struct gau_agreement_row *const row = &agreement.rows[i];

            if (!isfinite(row->z))
                continue;
            pool.squares += row->z * row->z;
            pool.within += fabs(row->z) <= 2;
            pool.count++;
            pool.first += strcmp(row->path, "Event") == 0 ? row->z / RUNS : 0;
        }
        gau_agreement_clear(&agreement);
    }
    printf("ITT delays%s: %.0f z, RMS %.3f, within 2: %.1f %%, mean of Event %+.2f\n",
           corrected ? ", corrected" : "", pool.count, sqrt(pool.squares / pool.count),
           100 * pool.within / pool.count, pool.first);
    return pool;
}

static void with_measured_itt_delays_errors_are_as_large_as_they_say(void **state)
{
    const struct pool corrected = runs(true), uncorrected = runs(false);

    (void)state;
    assert_true(sqrt(corrected.squares / corrected.count) >= 0.85);
    assert_true(sqrt(corrected.squares / corrected.count) <= 1.15);
    assert_true(corrected.within / corrected.count >= 0.93 &&
                corrected.within / corrected.count <= 0.97);
    assert_true(fabs(corrected.first) < 0.7);
    assert_true(sqrt(uncorrected.squares / uncorrected.count) >
                1.5); /* without the correction they are too large */
    assert_true(uncorrected.first < -2);
}

/* --- the document -------------------------------------------------------------------------- */

static void write_itt_delays(const char *rows)
{
    char text[1024];

    agreement_write_all();
    snprintf(text, sizeof text,
             "{'schema':2,'delimiter':' ','truncated_names':0,'event_window':[1,0],'events':10,"
             "'itt_delays':%s}",
             rows);
    scene_write(".", "itt.json", text);
}

static bool is_near(double value, double wanted)
{
    return fabs(value - wanted) < 1e-12;
}

/* S B is called 9 times, each 100 us longer by its ITT calls; S A 19 times, by two branches, and 2
 * us shorter. S has 1 ms. */
static void times_are_corrected_to_the_itt_calls(void **state)
{
    struct gau_agreement agreement;
    double s_s;

    (void)state;
    write_itt_delays("[{'root':'Event','path':'S B','calls':9,'begin_s':1e-6,'end_s':101e-6},"
                     "{'root':'Event','path':'S A','calls':4,'begin_s':5e-6,'end_s':1e-6},"
                     "{'root':'Event','path':'S A','calls':4,'begin_s':2e-6,'end_s':2e-6},"
                     "{'root':'Background','path':'S B','calls':9,'begin_s':0,'end_s':1e-3},"
                     "{'root':'Event','path':'Other','calls':9,'begin_s':0,'end_s':1e-3}]");
    agreement = agreement_read_well();
    s_s = 0.001 - 9 * 100e-6 + 19 * 2e-6;
    assert_true(is_near(agreement_row_of(&agreement, "S B")->timer_s, 0.3 + 9 * 100e-6));
    assert_true(is_near(agreement_row_of(&agreement, "S A")->timer_s, 0.6 - 19 * 2e-6));
    assert_true(is_near(agreement_row_of(&agreement, "S")->timer_s, s_s));
    assert_true(is_near(agreement.timer_s, 1.011));
    assert_true(is_near(agreement.itt_delay_begin_s, (9 * 1e-6 + 4 * 5e-6 + 4 * 2e-6) / 17));
    assert_true(is_near(agreement.itt_delay_end_s, (9 * 101e-6 + 4 * 1e-6 + 4 * 2e-6) / 17));
    assert_true(agreement_has_note(&agreement, "ITT calls were made "));
    gau_agreement_clear(&agreement);
}

/* More than S has: then it has none. */
static void times_do_not_become_negative(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    write_itt_delays("[{'root':'Event','path':'S B','calls':9,'begin_s':0,'end_s':1e-3}]");
    agreement = agreement_read_well();
    assert_true(agreement_row_of(&agreement, "S")->timer_s == 0);
    for (size_t i = 0; i < agreement.n; i++)
        assert_true(isfinite(agreement.rows[i].error) && !isnan(agreement.rows[i].timer));
    gau_agreement_clear(&agreement);
}

static void without_itt_delays_times_are_not_corrected(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    write_itt_delays("[]");
    agreement = agreement_read_well();
    assert_true(isnan(agreement.itt_delay_begin_s) && isnan(agreement.itt_delay_end_s));
    assert_true(is_near(agreement_row_of(&agreement, "S B")->timer_s, 0.3));
    assert_false(agreement_has_note(&agreement, "ITT calls were made "));
    gau_agreement_clear(&agreement);
}

static void impossible_itt_delays_are_refused(void **state)
{
    static const struct {
        const char *rows, *message;
    } wrongs[] = {
        {"[{'root':'Event','path':'S B','calls':9,'begin_s':-1e-6,'end_s':0}]",
         "itt.json: itt_delays[0].begin_s: a time of 0 to 1 ms was expected, not -1e-06 s"},
        {"[{'root':'Event','path':'S','calls':9,'begin_s':0,'end_s':0},"
         "{'root':'Event','path':'S B','calls':9,'begin_s':0,'end_s':1e300}]",
         "itt.json: itt_delays[1].end_s: a time of 0 to 1 ms was expected, not 1e+300 s"},
        {"[{'root':'Event','path':'S B','calls':-9,'begin_s':0,'end_s':0}]", "itt_delays[0].calls"},
        {"[{'root':'Event','path':'S B','calls':9,'begin_s':null,'end_s':0}]",
         "itt_delays[0].begin_s"},
        {"[{'root':'Event','path':7,'calls':9,'begin_s':0,'end_s':0}]", "itt_delays[0].path"},
        {"[{'path':'S B','calls':9,'begin_s':0,'end_s':0}]", "itt_delays[0].root is missing"},
        {"[7]", "itt_delays[0]"},
        {"7", "itt_delays"},
    };

    (void)state;
    for (size_t i = 0; i < N(wrongs); i++) {
        gau_error error = {0};
        struct gau_agreement agreement;

        write_itt_delays(wrongs[i].rows);
        agreement = agreement_read_here(&error);
        if (!strstr(error.message, wrongs[i].message))
            fail_msg("'%s' is not in '%s'", wrongs[i].message, error.message);
        assert_int_equal(agreement.n, 0);
        gau_agreement_clear(&agreement);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(with_measured_itt_delays_errors_are_as_large_as_they_say),
        TEST(times_are_corrected_to_the_itt_calls),
        TEST(times_do_not_become_negative),
        TEST(without_itt_delays_times_are_not_corrected),
        TEST(impossible_itt_delays_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
