/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A result with an event of two algorithms and an input; times of 10 events, in seconds. */
static void write_result(const char *folder, double a, double b, double b_cpu)
{
    const double cpu = b_cpu > 0 ? 1.0 + b_cpu : 0;
    const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, a + b + 0.5, 0.5, cpu},
        {1, 0, "Event", "A", "A", 10, a, a, 1.0},
        {2, 0, "Event", "S", "S", 10, b, 0.0, b_cpu},
        {3, 2, "Event", "S B", "B", 10, b, b, b_cpu},
        {4, -1, "Background", "Background", "Background", 0, 0.1, 0, 0.1},
        {5, 4, "Background", "Events", "Events", 10, 0.1, 0.1, 0.1},
    };

    scene_write_timer(folder, "timer", &(struct scene_timer){rows, COUNT_OF(rows), rows, 0});
    scene_write_run(folder, "'host':'pc','workers':1,'event_window':[1,0],'events':10,");
}

static void write_sets(void)
{
    write_result("a/1", 1.00, 2.00, 0);
    write_result("a/2", 1.02, 2.03, 0);
    write_result("a/3", 0.99, 1.98, 0);
    write_result("b/1", 1.01, 2.41, 0);
    write_result("b/2", 1.00, 2.45, 0);
    write_result("b/3", 1.03, 2.38, 0);
}

static void single_runs_have_no_intervals_and_say_so(void **state)
{
    (void)state;
    write_result("a", 1, 2, 0);
    write_result("b", 1, 3, 0);
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("Self wall time per event by branch: 1 baseline, 1 candidate, runs separate");
    assert_has("1 baseline has no spread to test changes with: only what takes 5 times as "
               "long in every run is significant; make 3 baselines at least, better 20");
    assert_has(
        "\nB                         200.00          300.00          55.6           65.2  1.500");
    assert_has("\nnothing\n");
    assert_has(
        "machine, versions, clock, workers, event window, command and options are the same\n");
    assert_has_not("nan");
}

/* Units and decimals are those of all rows. */
static void a_limit_changes_no_number(void **state)
{
    static const char *const a = "a", *const b = "b";
    const struct gau_comparison_request request = {.sides = {{&a, 1}, {&b, 1}}, .output = "out"};
    gau_error error = {0};

    (void)state;
    write_result("a", 1, 2e-4, 0);
    write_result("b", 1, 3e-4, 0);
    for (size_t limit = 1; limit < 20; limit += 18) {
        const struct gau_view_options options = {.limit = limit, .all = true};

        assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
        assert_has("Baseline [ms]");
        assert_has("        100.00          100.00 ");
    }
    assert_has("          0.02            0.03 ");
}

/* R 4.2: a <- c(2, 2.03, 1.98); b <- c(2.41, 2.45, 2.38); t <- t.test(log(b), log(a))
 * exp(t$estimate[1] - t$estimate[2]); exp(t$conf.int): 1.204637, 1.167814 to 1.242622 */
static void sets_have_the_interval_of_welch(void **state)
{
    (void)state;
    write_sets();
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("1.205      1.168  1.243  not tested"); /* separate runs of few rows */
    assert_has("baseline: 'a', 3 runs");
    compare("a", "b", GAU_TABLE_CSV, NULL);
    assert_has("branch,wall,event,Event,S B,");
    assert_has(",1.204637");
    assert_has(",1.1678");
    assert_has(",1.2426");
    compare("b", "a", GAU_TABLE_TEXT, NULL);
    assert_has("0.830      0.805  0.856");
}

static void added_and_removed_branches_are_marked(void **state)
{
    static const struct scene_row before[] = {
        {0, -1, "Event", "Event", "Event", 10, 3, 1, 0},
        {1, 0, "Event", "Old", "Old", 10, 2, 2, 0},
        {2, 0, "Event", "Never", "Never", 0, 0, 0, 0},
    };
    static const struct scene_row after[] = {
        {0, -1, "Event", "Event", "Event", 10, 3, 1, 0},
        {1, 0, "Event", "New", "New", 10, 2, 2, 0},
    };

    (void)state;
    scene_write_timer("a", "timer", &(struct scene_timer){before, 3, before, 0});
    scene_write_timer("b", "timer", &(struct scene_timer){after, 2, after, 0});
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has(" removed");
    assert_has("\nadded in place of removed ");
    assert_has_not("Never");
    assert_has(
        "'a' has no run.json: where, how and when it was run, and if it finished, is not known");
    compare("a", "b", GAU_TABLE_JSON, NULL);
    assert_has("\"root\": \"Event\", \"path\": \"New\"");
    assert_has("\"verdict\": \"added\"");
    assert_has("\"verdict\": \"removed\"");
}

/* Wall times spread, CPU times do not. */
static void write_two_sides(void)
{
    write_result("a/1", 1.0, 2.0, 1.50);
    write_result("a/2", 1.5, 4.0, 1.51);
    write_result("b/1", 1.2, 5.0, 1.80);
    write_result("b/2", 2.0, 2.0, 1.81);
}

static void cpu_times_are_compared_where_all_runs_have_them(void **state)
{
    (void)state;
    write_two_sides();
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("Self CPU time per event by branch");
    assert_has("1.199");
    compare("a", "b", GAU_TABLE_CSV, NULL);
    assert_has("branch,cpu,event,Event,S B,");
    write_result("b/2", 2.0, 2.0, 0);
    compare("a", "b", GAU_TABLE_CSV, NULL);
    assert_has("branch,wall,event,Event,S B,");
}

/* Ten times the events: times are per event. */
static void other_numbers_of_events_are_no_change(void **state)
{
    static const struct scene_row few[] = {{0, -1, "Event", "Event", "Event", 10, 3, 1, 0},
                                           {1, 0, "Event", "A", "A", 10, 2, 2, 0}};
    static const struct scene_row many[] = {{0, -1, "Event", "Event", "Event", 100, 30, 10, 0},
                                            {1, 0, "Event", "A", "A", 100, 20, 20, 0}};

    (void)state;
    scene_write_timer("a", "timer", &(struct scene_timer){few, 2, few, 0});
    scene_write_timer("b", "timer", &(struct scene_timer){many, 2, many, 0});
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("all branches         300.00          300.00         100.0          100.0  1.000");
    assert_has("the numbers of events differ: times are compared per event");
}

static void branches_of_one_name_are_distinguished(void **state)
{
    static const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, 5, 1, 0}, {1, 0, "Event", "One", "One", 10, 2, 1, 0},
        {2, 1, "Event", "One Fit", "Fit", 10, 1, 1, 0},  {3, 0, "Event", "Two", "Two", 10, 2, 1, 0},
        {4, 3, "Event", "Two Fit", "Fit", 10, 1, 1, 0},
    };

    (void)state;
    scene_write_timer("a", "timer", &(struct scene_timer){rows, 5, rows, 0});
    compare("a", "a", GAU_TABLE_TEXT, NULL);
    assert_has("\nOne Fit ");
    assert_has("\nTwo Fit ");
    assert_has("\nTwo ");
}

static void what_does_not_change_is_sorted_by_its_time(void **state)
{
    (void)state;
    write_result("a", 1, 2, 0);
    compare("a", "a", GAU_TABLE_CSV, NULL);
    assert_order(",S B,", ",A,");
    assert_order(",A,", "Event,Event,\"\"");
}

/* Names lose their middle before columns are left out, and again after. */
static void tables_fit_a_narrow_terminal(void **state)
{
    static const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, 3, 1, 2},
        {1, 0, "Event", "Hlt1DiMuonHighMassL0DUFilterSequenceOfTheSecondLevel",
         "Hlt1DiMuonHighMassL0DUFilterSequenceOfTheSecondLevel", 10, 2, 2, 1},
    };
    static const char *const a[] = {"a"}, *const b[] = {"b"};
    const struct gau_comparison_request request = {.sides = {{a, 1}, {b, 1}}, .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT, .width = 60};
    gau_error error = {0};
    char *text;

    (void)state;
    scene_write_timer("a", "timer", &(struct scene_timer){rows, 2, rows, 0});
    scene_write_timer("b", "timer", &(struct scene_timer){rows, 2, rows, 0});
    scene_write_run("a", "'host':'a machine with a name that is much longer than others are',");
    scene_write_run("b", "'host':'another',");
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    assert_has("a ... is much longer than others are");
    assert_has("Hlt1DiMuon");
    assert_has("...");
    text = folder_read("out");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (line[0] == ' ' && strlen(line) > 60)
            fail_msg("too long: '%s'", line);
    free(text);
}

static void an_empty_window_is_a_sentence_and_no_number(void **state)
{
    static const struct scene_row rows[] = {{0, -1, "Event", "Event", "Event", 0, 0, 0, 0}};

    (void)state;
    scene_write_timer("a", "timer", &(struct scene_timer){rows, 1, rows, 0});
    write_result("c", 1, 2, 0);
    refused("a", "c", NULL, GAU_ERR_IO, "'a' has no branch with a time above 0");
    refused("c", "a", NULL, GAU_ERR_IO, "'a' has no branch with a time above 0");
}

static void what_is_no_number_is_never_shown(void **state)
{
    static const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, 1e308, 1e308, 0},
        {1, 0, "Event", "A", "A", 4000000000000000000, 1e308, 1e-308, 0},
    };

    (void)state;
    scene_write_timer("a", "timer", &(struct scene_timer){rows, 2, rows, 2});
    write_result("b", 1, 2, 0);
    for (int format = GAU_TABLE_TEXT; format <= GAU_TABLE_EXCEL; format++)
        for (int turned = 0; turned < 2; turned++) {
            compare(turned ? "b" : "a", turned ? "a" : "b", (enum gau_table_format)format, NULL);
            assert_has_not("nan");
            assert_has_not("inf");
        }
}

/* Independent of their number; display formats have the first of them. */
static void programs_get_all_rows(void **state)
{
    static struct scene_row rows[41] = {{0, -1, "Event", "Event", "Event", 10, 41, 1, 0}};
    static char names[COUNT_OF(rows)][16];

    (void)state;
    for (int i = 1; i < (int)COUNT_OF(rows); i++) {
        snprintf(names[i], sizeof names[i], "Branch%02d", i);
        rows[i] = (struct scene_row){i, 0, "Event", names[i], names[i], 10, 1, 1, 0};
    }
    for (int side = 0; side < 2; side++) {
        const char *const folder = side ? "b" : "a";

        scene_write_timer(folder, "timer", &(struct scene_timer){rows, COUNT_OF(rows), rows, 0});
        scene_write_run(folder, "'host':'pc','workers':1,'event_window':[1,0],'events':10,");
    }
    compare("a", "b", GAU_TABLE_CSV, NULL);
    for (size_t i = 1; i < COUNT_OF(rows); i++)
        assert_has(names[i]);
    compare("a", "b", GAU_TABLE_TEXT, "branches");
    assert_has_not(names[40]);
}

static void wrong_input_gets_a_sentence(void **state)
{
    (void)state;
    write_result("a", 1, 2, 0);
    scene_write_run("empty", "");
    scene_write("foreign", "timer.json", "{'schema':7}");
    refused("a", "missing", NULL, GAU_ERR_USAGE,
            "'missing' is not a result folder: No such file or directory");
    refused(
        "a", "empty", NULL, GAU_ERR_USAGE,
        "'empty' has neither times of branches, as 'gaudit run --time' makes them, nor samples");
    refused("foreign", "a", NULL, GAU_ERR_IO,
            "foreign/timer.json: schema 7 is newer than 2, the one that this gaudit reads");
    refused("a", "a", "rows", GAU_ERR_USAGE,
            "this comparison has no table 'rows'; there is: differences, branches");
    refused("a", "a", "functions", GAU_ERR_USAGE,
            "'a' has no samples, as 'gaudit profile' and 'gaudit collect' record them");
}

static void every_allocation_can_fail(void **state)
{
    uint64_t n = 0;
    gau_status status;

    (void)state;
    write_sets();
    do {
        gau_error error = {0};

        allocations_fail_at(++n);
        status = compare_status("a", "b", GAU_TABLE_TEXT, NULL, &error);
        allocations_fail_at(0);
        assert_true(status == GAU_OK || status == GAU_ERR_MEMORY);
        assert_true(status == GAU_OK || error.message[0]);
    } while (status != GAU_OK || n < 100);
    assert_has("1.205");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(single_runs_have_no_intervals_and_say_so),
        TEST(a_limit_changes_no_number),
        TEST(sets_have_the_interval_of_welch),
        TEST(added_and_removed_branches_are_marked),
        TEST(cpu_times_are_compared_where_all_runs_have_them),
        TEST(other_numbers_of_events_are_no_change),
        TEST(branches_of_one_name_are_distinguished),
        TEST(what_does_not_change_is_sorted_by_its_time),
        TEST(tables_fit_a_narrow_terminal),
        TEST(an_empty_window_is_a_sentence_and_no_number),
        TEST(what_is_no_number_is_never_shown),
        TEST(programs_get_all_rows),
        TEST(wrong_input_gets_a_sentence),
        TEST(every_allocation_can_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
