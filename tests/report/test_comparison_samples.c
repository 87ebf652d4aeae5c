/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"
#include "trace_fixture.h"

#include <stdio.h>

/*
 * Comparisons of runs of which there are samples alone.
 */

enum { MS = 1000000 };

/* Samples outside of tasks, and no timer: given numbers of three functions. */
static void write_functions(const char *folder, const unsigned counts[3])
{
    char path[64];
    uint64_t time = 0;

    scene_write_run(folder, "");
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    for (uint32_t i = 0; i < 3; i++)
        scene_stack(i + 1, 0, 1, 0x10 * (i + 1));
    for (uint32_t i = 0; i < 3; i++)
        for (unsigned k = 0; k < counts[i]; k++)
            scene_sample(1, i + 1, 0, time += 10 * MS, 10 * MS);
    scene_end();
}

/* What was removed has a sample in one run, by chance. */
static void an_added_function_fails_also_beside_a_stray_removed_one(void **state)
{
    static const char *const a = "a", *const b = "b";
    const struct gau_comparison_request request = {.kind = GAU_GATE,
                                                   .sides = {{&a, 1}, {&b, 1}},
                                                   .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    gau_error error = {0};
    char folder[32];
    enum gau_gate_outcome outcome;

    (void)state;
    for (unsigned i = 1; i <= 4; i++) {
        snprintf(folder, sizeof folder, "a/%u", i);
        write_functions(folder, (const unsigned[]){60 + i % 2, i == 1, 0});
        snprintf(folder, sizeof folder, "b/%u", i);
        write_functions(folder, (const unsigned[]){60 + i % 2, 0, 58 + i % 3});
    }
    assert_int_equal(gau_comparison_report(&outcome, &request, &options, &error), GAU_OK);
    assert_int_equal(outcome, GAU_GATE_FAILED);
    assert_has("FAILED: added in place of removed take ");
    assert_has(": --allow-new accepts them");
}

/*
 * No function has 5 samples in a run, but their sum has: 11, 11, 12, 11, 11, 12 and 11, 12, 12, 11,
 * 12, 12. Of the pairs' logarithms two differ by d = log(12/11), so that the variance is
 * 4/15 d^2, and the deviation of a run sqrt(2/15) d = 0.03177. From tables of Student's
 * distribution, (t + t of 0.9) sqrt(2/n) is to be below log(1.05) / 0.03177 = 1.5356:
 * of the verdict, t of 0.975, with n = 11 (2.2281 + 1.3722) 0.4264 = 1.5352, with n = 10 1.6302;
 * of the gate, t of 0.999, with n = 21 (3.5518 + 1.3253) 0.3086 = 1.5051, with n = 20 1.5517.
 */
static void of_few_samples_the_sum_has_the_number_of_needed_runs(void **state)
{
    static const char *const a = "a", *const b = "b";
    struct gau_comparison_request request = {.kind = GAU_GATE,
                                             .sides = {{&a, 1}, {&b, 1}},
                                             .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT, .verbose = 1};
    gau_error error = {0};

    (void)state;
    for (unsigned i = 0; i < 12; i++) {
        char folder[32], start[64];

        snprintf(folder, sizeof folder, "%c/%u", "ab"[i % 2], i / 2);
        snprintf(start, sizeof start, "'start_time':'2026-01-01T00:00:%02uZ',", i);
        write_functions(folder, (const unsigned[]){4, 4, 3 + i / 3 % 2});
        scene_write_run(folder, start);
    }
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    assert_has("candidates, runs in pairs");
    assert_has(
        "\na limit of 1.05 needs about 21 runs on each side in the rows that hold 90 % of the "
        "time, with one false positive in 1000 comparisons; ");
    assert_has("the most for 'all functions': what takes 1.06");
    assert_has("passed: nothing is above its limit; 1 of 1 row is inconclusive; 3 rows are not "
               "tested\n");
    assert_has("\nrows with fewer than 5 samples in a run, or than 3 baselines, are not tested");
    request.kind = GAU_COMPARE;
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    assert_has(
        "\nfinding a ratio of 1.05 with a probability of 90 % needs about 11 runs on each side "
        "in the rows that hold 90 % of the time, with one false positive in 20 comparisons; ");
}

/* Runs of both sides in turn: a/0, b/0, a/1 ... */
static void write_pair(unsigned pair, const unsigned baseline[3], const unsigned candidate[3])
{
    for (unsigned side = 0; side < 2; side++) {
        char folder[32], start[64];

        snprintf(folder, sizeof folder, "%c/%u", "ab"[side], pair);
        snprintf(start, sizeof start, "'start_time':'2026-01-01T00:00:%02uZ',", 2 * pair + side);
        write_functions(folder, side ? candidate : baseline);
        scene_write_run(folder, start);
    }
}

static enum gau_gate_outcome run_gate(bool require_decision)
{
    static const char *const a = "a", *const b = "b";
    const struct gau_comparison_request request = {.kind = GAU_GATE,
                                                   .sides = {{&a, 1}, {&b, 1}},
                                                   .require_decision = require_decision,
                                                   .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    gau_error error = {0};
    enum gau_gate_outcome outcome;

    assert_int_equal(gau_comparison_report(&outcome, &request, &options, &error), GAU_OK);
    return outcome;
}

/* Samples move from one function to another: none alone is known to be slower, but all are. */
static void of_a_sum_that_fails_alone_the_functions_that_grew_are_named(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        const unsigned moved = 40 * (i % 3);

        write_pair(i, (const unsigned[]){160 - moved, 80 + moved, 300 + i % 2},
                   (const unsigned[]){110 + moved, 180 - moved, 304 + i / 2 % 2});
    }
    assert_int_equal(run_gate(false), GAU_GATE_FAILED);
    assert_has("FAILED: all functions take 1.10");
    assert_has(" ms more in a run\ngrew most: func@0x10 takes 1.268 times as long (0.");
    assert_has("): 309.8 ms more in a run\ngrew most: func@0x20 takes 1.179 times as long (0.");
    assert_has("\ngrew most: func@0x30 takes 1.0");
    assert_has_not("not decided");
}

static void what_the_runs_do_not_decide_is_said(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++)
        write_pair(i, (const unsigned[]){90 + i % 3 * 10, 100, 50},
                   (const unsigned[]){90 + i / 2 * 10, 100, 50});
    assert_int_equal(run_gate(false), GAU_GATE_PASSED);
    assert_has("passed: nothing is above its limit");
    assert_has(
        "not decided: func@0x10 may take more than 1.05 times as long relative to what most rows "
        "share (0.910 to 1.099 at 95 %). --require-decision makes that status 7\n");
    assert_int_equal(run_gate(true), GAU_GATE_UNDECIDED);
    assert_has("UNDECIDED: func@0x10 may take more than 1.05 times as long relative to what most "
               "rows share (0.910 to 1.099 at 95 %)\n");
    assert_has_not("passed");
}

static void what_the_runs_decide_passes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++)
        write_pair(i, (const unsigned[]){100 + i % 2, 100, 50},
                   (const unsigned[]){100 + i / 2 % 2, 100, 50});
    assert_int_equal(run_gate(true), GAU_GATE_PASSED);
    assert_has("passed: nothing is above its limit\n");
    assert_has_not("decide");
}

/* Common rows have 1/21 of the time. */
static void a_gate_compares_what_has_little_in_common(void **state)
{
    static const char *const a = "a", *const b = "b", *const c = "c", *const d = "d";
    struct gau_comparison_request request = {.kind = GAU_GATE,
                                             .sides = {{&a, 1}, {&b, 1}},
                                             .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    gau_error error = {0};

    (void)state;
    write_functions("a", (const unsigned[]){200, 10, 0});
    write_functions("b", (const unsigned[]){0, 10, 200});
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    write_functions("c", (const unsigned[]){200, 1, 0});
    write_functions("d", (const unsigned[]){0, 1, 200});
    request.sides[0].items = &c;
    request.sides[1].items = &d;
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_ERR_USAGE);
}

/* Samples of one function: 200 outside of tasks, and some in a task. */
static void write_task(const char *folder, const char *task, unsigned inside)
{
    char path[64];

    scene_write_run(folder, "");
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    scene_task(1, "d", task);
    scene_stack(1, 0, 1, 0x10);
    for (unsigned i = 0; i < 200 + inside; i++)
        scene_sample(1, 1, i < inside, (uint64_t)10 * MS * i, 10 * MS);
    scene_end();
}

/* All programs have samples outside of tasks, as most of these are. */
static void what_is_outside_of_tasks_is_nothing_in_common(void **state)
{
    static const char *const a = "a", *const b = "b", *const c = "c";
    struct gau_comparison_request request = {.kind = GAU_GATE,
                                             .sides = {{&a, 1}, {&b, 1}},
                                             .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    gau_error error = {0};

    (void)state;
    write_task("a", "Fit", 10);
    write_task("b", "Fit", 10);
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    write_task("c", "Sort", 10);
    request.sides[1].items = &c;
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_ERR_USAGE);
    assert_string_equal(error.message,
                        "no task with at least 1 % of the time is common to baselines and "
                        "candidates: a gate compares runs of one job or program");
}

static void a_filter_that_matches_nothing_names_a_similar_row(void **state)
{
    static const char *const a = "a", *const b = "b";
    static const char *const filters[] = {"task=fitt", "task=Fit"};
    struct gau_comparison_request request = {.sides = {{&a, 1}, {&b, 1}},
                                             .filters = {filters, 1},
                                             .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    gau_error error = {0};

    (void)state;
    write_task("a", "Fit", 10);
    write_task("b", "Fit", 10);
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    assert_has("\nno row passes the filters: there is no task 'fitt'; did you mean 'Fit'?\n");
    request.filters.items = &filters[1];
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    assert_has_not("passes the filters");
}

/* Runs of 120, 10 and 10 samples, of which a function has 100, all in the first: 100 of 140, not of
 * the geometric mean of the runs. */
static void no_share_is_above_all(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= 3; i++) {
        char folder[] = {'a', '/', (char)('0' + i), 0};

        write_functions(folder, (const unsigned[]){i == 1 ? 100 : 0, i == 1 ? 20 : 10, 0});
        folder[0] = 'b';
        write_functions(folder, (const unsigned[]){10, 10, 0});
    }
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has("func@0x10,prog,0.3333333333333333,0.1,71.4285714285714,50,");
}

/* A sample or two are there or not by chance, as those of a call through "@plt". */
static void few_samples_make_nothing_new(void **state)
{
    (void)state;
    for (unsigned i = 1; i <= 3; i++) {
        char folder[] = {'a', '/', (char)('0' + i), 0};

        write_functions(folder, (const unsigned[]){60, 0, i == 1 ? 5 : 0});
        folder[0] = 'b';
        write_functions(folder, (const unsigned[]){60, i < 3 ? 4 : 0, 0});
    }
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has_not("  added");
    assert_has_not("  removed");
    assert_has("not tested");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(an_added_function_fails_also_beside_a_stray_removed_one),
        TEST(of_few_samples_the_sum_has_the_number_of_needed_runs),
        TEST(of_a_sum_that_fails_alone_the_functions_that_grew_are_named),
        TEST(what_the_runs_do_not_decide_is_said),
        TEST(what_the_runs_decide_passes),
        TEST(a_gate_compares_what_has_little_in_common),
        TEST(what_is_outside_of_tasks_is_nothing_in_common),
        TEST(a_filter_that_matches_nothing_names_a_similar_row),
        TEST(no_share_is_above_all),
        TEST(few_samples_make_nothing_new),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
