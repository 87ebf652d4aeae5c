/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "report/function_times/function_times.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"
#include "trace_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MS = 1000000 };

/* Samples of 10 ms of two functions in one branch, alternating as long as there are some of both:
 * 10 events. */
static void write_result(const char *folder, unsigned fit, unsigned sort)
{
    const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, 1, 0, 0},
        {1, 0, "Event", "Fit", "Fit", 10, 1, 1, 0},
    };
    char path[64];

    scene_write_timer(folder, "timer", &(struct scene_timer){rows, 2, rows, 0});
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    scene_task(1, "d", "Fit");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 0, 1, 0x20);
    for (uint64_t i = 0; i < fit || i < sort; i++) {
        if (i < fit)
            scene_sample(1, 1, 1, 20 * i * MS, 10 * MS);
        if (i < sort)
            scene_sample(1, 2, 1, (20 * i + 10) * MS, 10 * MS);
    }
    scene_end();
}

/* The errors of sampling: 20 and 40 samples of 0x20 among 20 and 40 others. */
static void single_runs_have_the_errors_of_sampling(void **state)
{
    (void)state;
    write_result("a", 60, 20);
    write_result("b", 60, 40);
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("Sampled CPU time per event by function: 1 baseline, 1 candidate");
    assert_has("2.000");
    assert_has("warning: '/srv/nowhere/prog'");
    assert_has("of sampling alone, without run-to-run variation");
    assert_has_not("significant ");
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has("function,sampled,event,Fit,func@0x20,prog,0.02,0.04000000000000001,");
    assert_has(",samples,,,20,40,2,not tested,\"\"\n");
    assert_has_not(",runs,");
}

/* R 4.2: a <- c(20, 22, 21); b <- c(30, 33, 32); t <- t.test(log(b), log(a))
 * exp(t$estimate[1] - t$estimate[2]); exp(t$conf.int) */
static void sets_have_the_spread_between_runs(void **state)
{
    (void)state;
    write_result("a/1", 60, 20);
    write_result("a/2", 60, 22);
    write_result("a/3", 60, 21);
    write_result("b/1", 60, 30);
    write_result("b/2", 60, 33);
    write_result("b/3", 60, 32);
    scene_write_run("a/1", ""), scene_write_run("a/2", ""), scene_write_run("a/3", "");
    scene_write_run("b/1", ""), scene_write_run("b/2", ""), scene_write_run("b/3", "");
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has("function,sampled,event,Fit,func@0x20,prog,");
    assert_has(",1.5078948");
    assert_has(",1.3519329");
    assert_has(",runs,,");
    assert_has(",63,95,2,not tested,\"\"\n"); /* separate, and few rows */
}

/* Samples in what functions of libraries call: 30 and 40 of 10 ms. */
static void write_libraries(const char *folder)
{
    char path[64];

    mkdir(folder, 0777);
    scene_write_run(folder, "");
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_module(2, "/srv/nowhere/libc.so.6");
    scene_module(3, "/srv/nowhere/libgaudit.so.0");
    scene_thread(1, "main");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 1, 2, 0x20);
    scene_stack(3, 2, 2, 0x30);
    scene_stack(4, 1, 3, 0x40);
    scene_stack(5, 4, 3, 0x50);
    for (uint64_t i = 0; i < 70; i++)
        scene_sample(1, i % 7 < 3 ? 3 : 5, 0, 10 * i * MS, 10 * MS);
    scene_end();
}

static void functions_are_named_as_in_hotspots(void **state)
{
    static const enum gau_table_format formats[] = {GAU_TABLE_TEXT, GAU_TABLE_CSV, GAU_TABLE_JSON};

    (void)state;
    write_libraries("a");
    write_libraries("b");
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        compare("a", "b", formats[i], i > 0 ? "functions" : NULL);
        assert_has("func@0x20");
        assert_has("[gaudit]");
        assert_has_not("func@0x30");
        assert_has_not("func@0x50");
        assert_has_not("(libgaudit");
    }
}

/* Functions at one address of a program and of a library: 30 and 40 samples of 10 ms. */
static void write_program(const char *folder, const char *program, const char *library)
{
    char path[64];

    mkdir(folder, 0777);
    scene_write_run(folder, "");
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_program(1, program);
    scene_module(2, library);
    scene_thread(1, "main");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 0, 2, 0x20);
    for (uint64_t i = 0; i < 70; i++)
        scene_sample(1, i % 7 < 3 ? 1 : 2, 0, 10 * i * MS, 10 * MS);
    scene_end();
}

static void programs_of_two_names_are_one(void **state)
{
    (void)state;
    write_program("a", "/srv/one/solver", "/srv/one/libfit.so");
    write_program("b", "/srv/two/solver2", "/srv/two/libfit2.so");
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has(",func@0x10,the program,0.30000000000000004,0.30000000000000004,");
    assert_has(",func@0x20,libfit.so,0.4,,");
    assert_has(",func@0x20,libfit2.so,,0.4");
}

static void other_builds_of_a_program_have_no_addresses_in_common(void **state)
{
    (void)state;
    write_program("a", "/srv/one/solver", "/srv/one/libfit.so");
    scene_build = "\x56\x78";
    write_program("b", "/srv/two/solver2", "/srv/two/libfit.so");
    scene_build = NULL;
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("build of the program  1234      5678\n");
    assert_has("[all functions] (the program)");
    assert_has("'the program' was built anew (build-id 1234 in baselines, 5678 in candidates)");
    assert_has_not("(solver");
}

/* A second program, such as a shell, that only one side ran has no counterpart. */
static void a_program_without_counterpart_keeps_its_name(void **state)
{
    (void)state;
    write_program("a", "/srv/one/solver", "/srv/one/libfit.so");
    write_program("b", "/srv/two/solver", "/srv/one/libfit.so");
    scene_open("b/samples-8.gtr", 8);
    scene_program(1, "/srv/two/shell");
    scene_thread(1, "main");
    scene_stack(1, 0, 1, 0x10);
    for (uint64_t i = 0; i < 70; i++)
        scene_sample(1, 1, 0, 10 * i * MS, 10 * MS);
    scene_end();
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has(",func@0x10,solver,0.30000000000000004,0.30000000000000004,");
    assert_has(",func@0x10,shell,,0.7000000000000001,");
    assert_has_not("the program");
}

/* One run has no sample of it: a mean of logarithms would leave that run out. */
static void few_samples_are_summed_and_not_tested(void **state)
{
    (void)state;
    write_result("a/1", 60, 30), write_result("a/2", 60, 0), write_result("a/3", 60, 30);
    write_result("b/1", 60, 20), write_result("b/2", 60, 20), write_result("b/3", 60, 20);
    for (int i = 0; i < 6; i++) {
        char folder[] = {i < 3 ? 'a' : 'b', '/', (char)('1' + i % 3), 0};

        scene_write_run(folder, "");
    }
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has("Fit,func@0x20,prog,0.020000000000000004,0.02,");
    assert_has(",samples,,,60,60,,not tested,\"\"\n");
}

/* Functions of two files, with 30 and 40 samples of 10 ms. */
static void write_two_files(const char *folder, const char *second)
{
    char path[64];

    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_module(1, "/srv/one/prog");
    scene_module(2, second);
    scene_thread(1, "main");
    scene_task(1, "d", "Fit");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 0, 2, 0x10);
    for (uint64_t i = 0; i < 70; i++)
        scene_sample(1, i % 7 < 3 ? 1 : 2, 1, 10 * i * MS, 10 * MS);
    scene_end();
}

static void a_function_in_two_files_is_one_row_whose_error_is_of_both(void **state)
{
    static const char *const folders[] = {"one_name", "two_names"};
    struct gau_function_times_functions read[2];
    const struct gau_function_times *sum, *first, *second;

    (void)state;
    write_two_files("one_name", "/srv/two/prog");
    write_two_files("two_names", "/srv/two/other");
    for (size_t i = 0; i < 2; i++) {
        const struct gau_function_times_options options = {.folders = &folders[i],
                                                           .n = 1,
                                                           .n_a = 1};

        assert_true(gau_function_times_read(&read[i], &options));
    }
    assert_true(read[0].n == 1 && read[1].n == 2);
    sum = read[0].items[0].runs;
    first = read[1].items[0].runs, second = read[1].items[1].runs;
    assert_int_equal(sum->samples, 70);
    assert_true(first->error_s > 0 && second->error_s > 0);
    assert_true(fabs(sum->time_s - first->time_s - second->time_s) < 1e-9);
    assert_true(fabs(sum->error_s - hypot(first->error_s, second->error_s)) < 1e-9);
    gau_function_times_clear(&read[0]);
    gau_function_times_clear(&read[1]);
}

static void functions_of_one_side_are_added_or_removed(void **state)
{
    (void)state;
    write_result("a", 60, 0);
    write_result("b", 0, 60);
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("removed");
    assert_has("added");
    assert_has_not("nan");
    compare("a", "b", GAU_TABLE_JSON, "functions");
    assert_has("\"verdict\": \"added\"");
    assert_has("\"verdict\": \"removed\"");
    assert_has_not("nan");
    assert_has_not("inf");
}

/* Nearly all is in the root, which all programs have. */
static void a_gate_compares_programs_with_short_sections(void **state)
{
    static const char *const a = "a", *const b = "b";
    const struct gau_comparison_request request = {.kind = GAU_GATE,
                                                   .sides = {{&a, 1}, {&b, 1}},
                                                   .output = "out"};
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    struct scene_row rows[] = {{0, -1, "Program", "Program", "Program", 1, 10, 9.99, 0},
                               {1, 0, "Program", "A", "A", 1, 0.01, 0.01, 0}};
    const int n[] = {2, 2, 1};
    const gau_status wanted[] = {GAU_OK, GAU_ERR_USAGE, GAU_OK};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(n); i++) {
        gau_error error = {0};

        rows[1].path = rows[1].name = "A";
        scene_write_timer("a", "timer", &(struct scene_timer){rows, n[i], rows, 0});
        scene_write_run("a", "'start_time':'2026-01-01T00:00:00Z',");
        rows[1].path = rows[1].name = i == 1 ? "B" : "A";
        scene_write_timer("b", "timer", &(struct scene_timer){rows, n[i], rows, 0});
        scene_write_run("b", "'start_time':'2026-01-01T00:00:09Z',");
        assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), wanted[i]);
    }
}

/* 2 s and 4 s in 10 events. */
static void the_cpu_time_of_the_process_is_that_of_an_event(void **state)
{
    (void)state;
    write_result("a", 60, 20);
    write_result("b", 60, 40);
    scene_write_run("a", "'user_s':1.5,'system_s':0.5,");
    scene_write_run("b", "'user_s':3.0,'system_s':1.0,");
    compare("a", "b", GAU_TABLE_CSV, "total");
    assert_has("cpu_s,0.2,0.4,");
}

/* Rows with few samples are in data formats only. */
static void few_samples_are_for_programs(void **state)
{
    (void)state;
    write_result("a", 1, 0);
    write_result("b", 1, 1);
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("not shown, but with --all: 2 rows below 10 us a run or 5 samples");
    assert_has_not("nan");
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has("function,sampled,event,Fit,func@0x10,prog,");
}

/* Functions without names cannot be matched in another build, where addresses differ. */
static void functions_of_missing_builds_are_one_row(void **state)
{
    (void)state;
    write_result("a", 60, 20);
    scene_build = "\x56\x78";
    write_result("b", 60, 40);
    scene_build = NULL;
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("build of prog  1234      5678\n");
    assert_has("[all functions] (prog)  Fit ");
    assert_has("'prog' was built anew (build-id 1234 in baselines, 5678 in candidates): one of "
               "these files is missing");
    assert_has_not("func@");
    compare("a", "b", GAU_TABLE_CSV, "functions");
    assert_has("Fit,[all functions],prog,0.07999999999999999,0.1");
    compare("a", "b", GAU_TABLE_CSV, "differences");
    assert_has("build of prog,1234,5678\n");
}

/* The branches are compared by the timer all the same. */
static void samples_that_cannot_be_read_are_reported(void **state)
{
    (void)state;
    write_result("a", 60, 20);
    write_result("b", 60, 20);
    scene_write("b", "samples.gtr", "no samples");
    compare("a", "b", GAU_TABLE_TEXT, NULL);
    assert_has("Self wall time per event by branch");
    assert_has_not("by function");
    refused("a", "b", "functions", GAU_ERR_IO, "b/samples.gtr: not a trace file");
    write_result("sets/1", 60, 20);
    write_result("sets/2", 60, 20);
    scene_write("sets/2", "samples.gtr", "no samples");
    scene_write_run("sets/1", ""), scene_write_run("sets/2", "");
    compare("a", "sets", GAU_TABLE_TEXT, NULL);
    assert_has("warning: without the samples of a run: sets/2/samples.gtr: ");
}

static void every_allocation_can_fail(void **state)
{
    gau_status status;
    uint64_t n = 0;

    (void)state;
    write_result("a", 6, 2);
    write_result("b", 6, 4);
    do {
        gau_error error = {0};

        allocations_fail_at(++n);
        status = compare_status("a", "b", GAU_TABLE_TEXT, NULL, &error);
        allocations_fail_at(0);
        assert_true(status == GAU_OK ||
                    ((status == GAU_ERR_MEMORY || status == GAU_ERR_IO) && error.message[0]));
    } while (status != GAU_OK || n < 300);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(single_runs_have_the_errors_of_sampling),
        TEST(sets_have_the_spread_between_runs),
        TEST(functions_are_named_as_in_hotspots),
        TEST(programs_of_two_names_are_one),
        TEST(other_builds_of_a_program_have_no_addresses_in_common),
        TEST(a_program_without_counterpart_keeps_its_name),
        TEST(few_samples_are_summed_and_not_tested),
        TEST(a_function_in_two_files_is_one_row_whose_error_is_of_both),
        TEST(functions_of_one_side_are_added_or_removed),
        TEST(a_gate_compares_programs_with_short_sections),
        TEST(the_cpu_time_of_the_process_is_that_of_an_event),
        TEST(few_samples_are_for_programs),
        TEST(samples_that_cannot_be_read_are_reported),
        TEST(every_allocation_can_fail),
        TEST(functions_of_missing_builds_are_one_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
