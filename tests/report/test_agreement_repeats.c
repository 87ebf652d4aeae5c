/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"
#include "simulated_run.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Several runs, whose times and samples are added up.
 */

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

enum { RUNS = 6 };

static char names[RUNS][8];
static const char *folders[RUNS];

static struct gau_agreement read_runs(size_t n, uint64_t events, gau_error *error)
{
    const struct gau_agreement_runs runs = {
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
    gau_error error = {0};
    struct gau_agreement full, all;

    (void)state;
    write_runs(3);
    empty_run("r2");
    full = read_runs(2, 10, &error);
    all = read_runs(3, 10, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(all.samples, full.samples);
    assert_true(all.events > full.events && all.timer_s > full.timer_s);
    gau_agreement_clear(&full);
    gau_agreement_clear(&all);
}

static void without_any_sample_the_events_are_named(void **state)
{
    gau_error error = {0}, single = {0};
    struct gau_agreement none;

    (void)state;
    write_runs(2);
    empty_run("r0");
    empty_run("r1");
    none = read_runs(2, 10, &error);
    assert_int_equal(none.n, 0);
    assert_int_equal(error.status, GAU_ERR_USAGE);
    assert_string_equal(error.message,
                        "2 runs of 10 events: not one sample in the event loop; more "
                        "events, more runs (--runs), or a shorter --interval");
    none = read_runs(1, 1, &single);
    assert_int_equal(none.n, 0);
    assert_string_equal(single.message, "1 event: not one sample in the event loop; more events, "
                                        "more runs (--runs), or a shorter --interval");
}

static void warnings_of_a_later_run_are_shown(void **state)
{
    gau_error error = {0};
    struct gau_agreement agreement;

    (void)state;
    write_runs(3);
    scene_write("r2", "itt.json",
                "{'schema':2,'delimiter':' ','truncated_names':0,'event_window':[6,0],'events':5}");
    agreement = read_runs(3, 0, &error);
    assert_true(agreement_has_note(&agreement,
                                   "warning: not the same events in 1 of 3 runs: the timer saw "));
    gau_agreement_clear(&agreement);
}

/* Then the samples are of the events of the run, if they are known. */
static void without_itt_marks_the_events_of_the_run_count(void **state)
{
    static const struct {
        const char *run, *note;
    } cases[] = {
        {"'event_window':[1,0],'events':12,", "in 1 of 1 runs: the timer saw 10 of all, samples "
                                              "are of 12 of all; "},
        {"'event_window':[1,13],'events':12,", "in 1 of 1 runs: the timer saw 10 of all, samples "
                                               "are of 12 of [1, 13); "},
        {"'event_window':[1,0],'events':10,", NULL},
        {"'event_window':[1,0],'events':null,", NULL},
        {"'event_window':null,'events':null,", NULL},
        {"'event_window':[1],'events':12,", NULL},
        {"", NULL},
    };

    (void)state;
    agreement_write_all();
    remove("itt.json");
    for (size_t i = 0; i < N(cases); i++) {
        struct gau_agreement agreement;

        scene_write_run(".", cases[i].run);
        agreement = agreement_read_well();
        assert_int_equal(agreement_has_note(&agreement, "not the same events"),
                         cases[i].note != NULL);
        assert_true(!cases[i].note || agreement_has_note(&agreement, cases[i].note));
        gau_agreement_clear(&agreement);
    }
    remove("run.json");
}

/* --- tables -------------------------------------------------------------------------------- */

static char *accuracy_text(const struct gau_agreement_runs *runs, size_t n,
                           enum gau_table_format format)
{
    const struct gau_view_options options = {.format = format};
    gau_error error = {0};

    gau_agreement_report(runs, n, &options, "out", &error);
    assert_string_equal(error.message, "");
    return folder_read("out");
}

static void few_events_have_the_samples_of_all_runs(void **state)
{
    const struct gau_agreement_runs runs[] = {
        {.timers = folders, .samples = folders, .n = 5, .events = 10},
        {.timers = folders + 5, .samples = folders + 5, .n = 1, .events = 400},
        {.timers = folders + 2, .samples = folders + 2, .n = 1, .events = 5}};
    char *text;

    (void)state;
    write_runs(6);
    empty_run("r2");
    text = accuracy_text(runs, N(runs), GAU_TABLE_TEXT);
    assert_non_null(strstr(text, "\n    10     5 "));
    assert_non_null(strstr(text, "\n5 events: not one sample in the event loop; more events"));
    assert_null(strstr(text, "Paper"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "r2"));
    free(text);
}

/* Even if another one is the largest with fewer events. */
static void shares_are_relative_to_one_branch(void **state)
{
    static const struct simulated_algorithm turned[] = {{"Fit", 30, 1}, {"Find", 60, 1}};
    const struct gau_agreement_runs runs[] = {
        {.timers = folders, .samples = folders, .n = 1, .events = 5},
        {.timers = folders + 1, .samples = folders + 1, .n = 1, .events = 400}};
    struct simulated_job other = job;
    char *text, *line, *field;

    (void)state;
    write_runs(2);
    other.algorithms = turned;
    other.n = N(turned);
    simulated_run_write(&other, "r0", 3);
    text = accuracy_text(runs, N(runs), GAU_TABLE_CSV);
    assert_memory_equal(text, "events,timer_percent,", 21);
    line = strstr(text, "\n5,");
    assert_non_null(line);
    field = line + 1;
    for (int i = 0; i < 13; i++)
        field = strchr(field, ',') + 1;
    assert_memory_equal(field, "100,", 4);
    assert_memory_equal(strrchr(strtok(field, "\n"), ','), ",Fit", 5);
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

/* One run with CPU times does not make up for one that has none. */
static void wall_time_in_one_of_the_runs_is_noted(void **state)
{
    static const char *const both[] = {".", "other"};

    (void)state;
    for (size_t without = 0; without < 2; without++) {
        const struct gau_agreement_runs runs = {.timers = both, .samples = both, .n = 2};
        struct scene_row wall[AGREEMENT_ROWS];
        gau_error error = {0};
        struct gau_agreement agreement;

        memcpy(wall, agreement_rows, sizeof wall);
        wall[0].cpu_s = 0;
        mkdir("other", 0777);
        assert_int_equal(chdir("other"), 0);
        agreement_write_all();
        assert_int_equal(chdir(".."), 0);
        agreement_write_all();
        scene_write_timer(both[without], "timer",
                          &(struct scene_timer){wall, AGREEMENT_ROWS, NULL, 0});
        gau_agreement_read(&agreement, &runs, NULL, &error);
        assert_string_equal(error.message, "");
        assert_false(agreement.cpu);
        gau_agreement_clear(&agreement);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(runs_without_samples_count),
        TEST(without_any_sample_the_events_are_named),
        TEST(warnings_of_a_later_run_are_shown),
        TEST(few_events_have_the_samples_of_all_runs),
        TEST(without_itt_marks_the_events_of_the_run_count),
        TEST(shares_are_relative_to_one_branch),
        TEST(wall_time_in_one_of_the_runs_is_noted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
