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
 * Timer against a report of VTune, in the layout that Intel documents; made here, not by VTune.
 */

/* The samples of agreement_write_all(): 11, 0, 60, 29 and 7 of 10 ms. */
static const char report[] = "Task Type,CPU Time,Task Count\nS A,0.600000,18\nS B,0.290000,9\n"
                             "Event,0.110000,9\n[Outside any task],0.070000,0\nS,0.0,9\n";

/* The timer, and no samples of the collector. */
static void write_timer(void)
{
    agreement_write_all();
    remove("samples.gtr");
}

static bool read_from(struct gau_agreement *out, const char *timer, const char *samples,
                      double interval_s, gau_error *error)
{
    const struct gau_agreement_runs runs = {
        .timers = &timer, .samples = &samples, .n = 1, .interval_s = interval_s};

    return gau_agreement_read(out, &runs, NULL, error);
}

static struct gau_agreement read_well(const char *timer, const char *samples, double interval_s)
{
    gau_error error = {0};
    struct gau_agreement agreement;

    read_from(&agreement, timer, samples, interval_s, &error);
    assert_string_equal(error.message, "");
    return agreement;
}

static void assert_close(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fabs(b)) && !(isnan(a) && isnan(b)))
        fail_msg("%.17g is not %.17g", a, b);
}

static void assert_alike(const struct gau_agreement *a, const struct gau_agreement *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->samples, b->samples);
    assert_int_equal(a->outside, b->outside);
    assert_close(a->effective, b->effective);
    assert_close(a->interval_s, b->interval_s);
    assert_close(a->test.chi_square, b->test.chi_square);
    assert_close(a->test.p, b->test.p);
    assert_int_equal(a->same_run, b->same_run);
    for (size_t i = 0; i < a->n; i++) {
        assert_string_equal(a->rows[i].path, b->rows[i].path);
        assert_int_equal(a->rows[i].samples, b->rows[i].samples);
        assert_close(a->rows[i].sampled, b->rows[i].sampled);
        assert_close(a->rows[i].error, b->rows[i].error);
        assert_close(a->rows[i].z, b->rows[i].z);
    }
}

/* --- the same numbers ---------------------------------------------------------------------- */

static void times_count_as_samples_of_the_interval(void **state)
{
    struct gau_agreement sampled, agreement;

    (void)state;
    agreement_write_all();
    sampled = agreement_read_well();
    write_timer();
    folder_write("vtune-tasks.csv", report);
    agreement = read_well(".", ".", 0);
    assert_alike(&agreement, &sampled);
    assert_close(agreement.effective, 100);
    assert_close(agreement.interval_s, 0.01);
    assert_true(agreement.same_run && isfinite(agreement.test.p));
    assert_true(agreement_has_note(&agreement, "samples are the CPU times in VTune's report "
                                               "'./vtune-tasks.csv', counted as samples of 10 ms, "
                                               "its sampling interval"));
    gau_agreement_clear(&sampled);
    gau_agreement_clear(&agreement);
}

static void the_delimiter_of_task_types_is_that_of_the_run(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    write_timer();
    agreement_write_marks("/", 1, 10);
    folder_write("vtune-tasks.csv", "Task Type,CPU Time\nS/A,0.6\nS/B,0.29\nEvent,0.11\n");
    agreement = read_well(".", ".", 0);
    assert_int_equal(agreement_row_of(&agreement, "S A")->samples, 60);
    gau_agreement_clear(&agreement);
}

static void a_time_counts_as_one_sample_or_more(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    write_timer();
    folder_write("vtune-tasks.csv", "Task Type,CPU Time\nS A,0.001\nS B,0.0149\nEvent,0\nS,0.1\n");
    agreement = read_well(".", ".", 0);
    assert_int_equal(agreement_row_of(&agreement, "S A")->samples, 1);
    assert_int_equal(agreement_row_of(&agreement, "S B")->samples, 1);
    assert_int_equal(agreement_row_of(&agreement, "Event")->samples, 0);
    assert_int_equal(agreement_row_of(&agreement, "S")->samples, 10);
    gau_agreement_clear(&agreement);
}

/* --- the interval -------------------------------------------------------------------------- */

/* A quarter of the samples has twice the error. */
static void the_interval_is_that_given_or_recorded(void **state)
{
    struct gau_agreement recorded, given, unknown;

    (void)state;
    write_timer();
    folder_write("vtune-tasks.csv", report);
    unknown = read_well(".", ".", 0);
    scene_write(".", "vtune.json", "{'schema':2,'interval_s':0.04}");
    recorded = read_well(".", ".", 0);
    given = read_well(".", ".", 0.001);
    assert_close(unknown.interval_s, 0.01);
    assert_close(recorded.interval_s, 0.04);
    assert_close(recorded.effective, 25);
    assert_int_equal(agreement_row_of(&recorded, "S A")->samples, 15);
    assert_close(given.interval_s, 0.001);
    assert_close(given.effective, 1000);
    assert_true(agreement_row_of(&recorded, "S A")->error >
                1.5 * agreement_row_of(&unknown, "S A")->error);
    gau_agreement_clear(&unknown);
    gau_agreement_clear(&recorded);
    gau_agreement_clear(&given);
}

/* --- one run, or two ----------------------------------------------------------------------- */

static void a_report_elsewhere_is_of_another_run(void **state)
{
    struct gau_agreement inside, elsewhere;

    (void)state;
    write_timer();
    folder_write("other/r.csv", report);
    folder_write("mine.csv", report);
    inside = read_well(".", "./mine.csv", 0);
    elsewhere = read_well(".", "other/r.csv", 0);
    assert_true(inside.same_run && isfinite(inside.test.p));
    assert_false(elsewhere.same_run);
    assert_true(isnan(elsewhere.test.p));
    assert_close(elsewhere.effective, 100);
    assert_true(agreement_has_note(&elsewhere, "timer and samples are of different runs"));
    gau_agreement_clear(&inside);
    gau_agreement_clear(&elsewhere);
}

static void samples_of_the_collector_come_first(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    agreement_write_all();
    folder_write("vtune-tasks.csv", "no report");
    agreement = agreement_read_well();
    assert_int_equal(agreement.samples, 100);
    assert_false(gau_agreement_has(".").vtune_report);
    remove("samples.gtr");
    assert_true(gau_agreement_has(".").vtune_report && gau_agreement_has(".").samples);
    remove("vtune-tasks.csv");
    assert_false(gau_agreement_has(".").samples);
    gau_agreement_clear(&agreement);
}

/* --- what the report does not have --------------------------------------------------------- */

static void assert_verdict(const struct gau_agreement *agreement, const char *begin)
{
    char *const verdict = gau_agreement_verdict(agreement, false);

    if (strncmp(verdict, begin, strlen(begin)) != 0)
        fail_msg("the verdict is: %s", verdict);
    free(verdict);
}

static void a_task_without_a_row_is_one_without_samples(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    write_timer();
    scene_write(".", "itt.json",
                "{'schema':2,'delimiter':' ','truncated_names':0,'event_window':[1,0],'events':10,"
                "'itt_delays':[{'root':'Event','path':'Event','calls':10,'begin_s':0,'end_s':0},"
                "{'root':'Event','path':'S','calls':10,'begin_s':0,'end_s':0},"
                "{'root':'Event','path':'S A','calls':19,'begin_s':0,'end_s':0},"
                "{'root':'Event','path':'S B','calls':9,'begin_s':0,'end_s':0}]}");
    folder_write("vtune-tasks.csv", "Task Type,CPU Time\nS A,0.6\nS B,0.3\n");
    agreement = read_well(".", ".", 0.001);
    assert_int_equal(agreement_row_of(&agreement, "Event")->samples, 0);
    assert_close(agreement_row_of(&agreement, "Event")->timer_s, 0.11);
    assert_true(agreement.test.p < 1e-4);
    assert_verdict(&agreement, "Timer and samples differ significantly: ");
    assert_true(agreement.left_out <= 0);
    gau_agreement_clear(&agreement);
}

/* A shortened name is not the identifier: its samples are in the row above. */
static void a_task_with_a_shortened_name_is_in_the_row_above(void **state)
{
    char document[1024], name[300];
    struct gau_agreement agreement;

    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    write_timer();
    snprintf(document, sizeof document,
             "{'schema':2,'delimiter':' ','truncated_names':1,'event_window':[1,0],'events':10,"
             "'itt_delays':[{'root':'Event','path':'%s','calls':9,'begin_s':0,'end_s':0}]}",
             name);
    scene_write(".", "itt.json", document);
    folder_write("vtune-tasks.csv", report);
    agreement = read_well(".", ".", 0);
    assert_null(gau_agreement_row(&agreement, name));
    gau_agreement_clear(&agreement);
}

static void a_verdict_without_much_of_the_time_says_so(void **state)
{
    struct gau_agreement agreement;

    (void)state;
    write_timer();
    remove("itt.json");
    folder_write("vtune-tasks.csv", "Task Type,CPU Time\nS A,0.6\nS B,0.3\n");
    agreement = read_well(".", ".", 0);
    assert_verdict(&agreement, "Timer and samples agree in what both have, which is without 11 % "
                               "of the timer's time: ");
    assert_true(agreement_has_note(&agreement,
                                   "warning: VTune's report has no row of branches with 11 % of "
                                   "the timer's time (2, 111 ms), which are left out; the largest "
                                   "is 'Event'"));
    gau_agreement_clear(&agreement);
    folder_write("vtune-tasks.csv", report);
    agreement = read_well(".", ".", 0);
    assert_verdict(&agreement, "Timer and samples agree: ");
    gau_agreement_clear(&agreement);
}

static void times_that_differ_much_are_perhaps_of_other_events(void **state)
{
    static const struct {
        const char *report;
        bool warns;
    } cases[] = {{"Task Type,CPU Time\nS A,1.8\nS B,0.87\nEvent,0.33\n", true},
                 {"Task Type,CPU Time\nS A,0.18\nS B,0.09\nEvent,0.03\n", true},
                 {"Task Type,CPU Time\nS A,0.72\nS B,0.36\nEvent,0.13\n", false},
                 {"Task Type,CPU Time\nS A,0.48\nS B,0.24\nEvent,0.09\n", false}};

    (void)state;
    write_timer();
    remove("itt.json");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct gau_agreement agreement;

        folder_write("vtune-tasks.csv", cases[i].report);
        agreement = read_well(".", ".", 0);
        assert_int_equal(agreement_has_note(&agreement, "warning: samples have "), cases[i].warns);
        assert_int_equal(agreement_has_note(&agreement, "perhaps these are not the same events; "
                                                        "set StartFromEventN and StopAtEventN"),
                         cases[i].warns);
        gau_agreement_clear(&agreement);
    }
}

/* --- what is wrong ------------------------------------------------------------------------- */

static void what_is_wrong_is_one_line(void **state)
{
    static const struct {
        const char *report, *document, *message;
        gau_status status;
    } cases[] = {
        {"Task Type,CPU Time\n", "{'schema':2,'interval_s':0.01}",
         "'./vtune-tasks.csv' has no rows: VTune took no samples", GAU_ERR_USAGE},
        {"Task Type,CPU Time\nX,1\n", "{'schema':2,'interval_s':0.01}",
         "no branch of '.' is a task in the samples: was there an IttAuditor in that run, of the "
         "same job?",
         GAU_ERR_USAGE},
        {"Task Type,CPU Time\nEvent,0\n", "{'schema':2,'interval_s':0.01}",
         "none of the samples of '.' is in the event loop: more events, or a shorter --interval",
         GAU_ERR_USAGE},
        {"Task Type,CPU Time\nEvent\n", "{'schema':2,'interval_s':0.01}",
         "./vtune-tasks.csv:2: 1 cell instead of 2 as in the header", GAU_ERR_IO},
        {"Task Type,CPU Time\nEvent,1\n", "{'schema':2,'interval_s':0}",
         "vtune.json: interval_s: a time of 1 us to 1 s was expected, not 0 s", GAU_ERR_IO},
        {"Task Type,CPU Time\nEvent,1\n", "{'schema':2,'interval_s':1e-300}",
         "vtune.json: interval_s: a time of 1 us to 1 s was expected, not 1e-300 s", GAU_ERR_IO},
        {"Task Type,CPU Time\nEvent,1\n", "{'schema':2}", "vtune.json: interval_s is missing",
         GAU_ERR_IO},
    };

    (void)state;
    write_timer();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        gau_error error = {0};
        struct gau_agreement agreement;

        folder_write("vtune-tasks.csv", cases[i].report);
        scene_write(".", "vtune.json", cases[i].document);
        assert_false(read_from(&agreement, ".", ".", 0, &error));
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.status, cases[i].status);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(times_count_as_samples_of_the_interval),
        TEST(the_delimiter_of_task_types_is_that_of_the_run),
        TEST(a_time_counts_as_one_sample_or_more),
        TEST(the_interval_is_that_given_or_recorded),
        TEST(a_report_elsewhere_is_of_another_run),
        TEST(samples_of_the_collector_come_first),
        TEST(a_task_without_a_row_is_one_without_samples),
        TEST(a_task_with_a_shortened_name_is_in_the_row_above),
        TEST(a_verdict_without_much_of_the_time_says_so),
        TEST(times_that_differ_much_are_perhaps_of_other_events),
        TEST(what_is_wrong_is_one_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
