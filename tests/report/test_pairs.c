/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "allocations.h"
#include "folder.h"
#include "timing_scene.h"
#include "trace_scene.h"

#include "report/pairs/pairs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAIRS = 6, MS = 1000000 };

/* A run of one algorithm, with samples of 10 ms in two functions: 0x10 and 0x20. */
static void write_run(char side, unsigned pair, double seconds, const unsigned samples[2])
{
    const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, seconds + 0.1, 0.1, 100, seconds + 0.1},
        {1, 0, "Event", "FitOfAllTracksInAllDetectorsOfTheExperiment", "Fit", 10, seconds, seconds,
         90, seconds},
    };
    char folder[32], path[64];
    unsigned time = 0;

    snprintf(folder, sizeof folder, "%c/%03u", side, pair);
    scene_write_timer(folder, "timer", &(struct scene_timer){rows, 2, rows, 0});
    scene_write_run(folder, "'wall_s':1.5,'loop_s':1.25,");
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    scene_task(1, "d", "Fit");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 0, 1, 0x20);
    for (uint32_t stack = 1; stack <= 2; stack++)
        for (unsigned i = 0; i < samples[stack - 1]; i++)
            scene_sample(1, stack, 1, (uint64_t)time++ * 10 * MS, 10 * MS);
    scene_end();
}

/* B takes twice as long in 0x10, and has no samples of 0x20. */
static void write_pairs(unsigned pairs)
{
    for (unsigned i = 1; i <= pairs; i++) {
        write_run('a', i, 1 + 0.01 * i, (const unsigned[]){10 + i % 3, 2});
        write_run('b', i, 2 + 0.03 * (i % 2), (const unsigned[]){20 + i % 2, 0});
    }
}

static enum gau_view_status report(const struct gau_view_options *options,
                                   struct gau_view_error *error)
{
    static const struct gau_pairs pairs = {.folders = {"a", "b"},
                                           .settings = {"", "Fit.Iterations=20"}};
    FILE *const out = fopen("out", "w");
    enum gau_view_status status;

    assert_non_null(out);
    status = gau_pairs_report(&pairs, options, out, error);
    assert_int_equal(fclose(out), 0);
    return status;
}

static char *reported(enum gau_table_format format, const char *table, unsigned width)
{
    const struct gau_view_options options = {.format = format, .table = table, .width = width};
    struct gau_view_error error = {0};

    if (report(&options, &error) != GAU_VIEW_OK)
        fail_msg("%s", error.message);
    return folder_read("out");
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

/* 66 and 123 samples of 10 ms in 6 runs; limits: see test_statistics. */
static void functions_have_times_and_samples(void **state)
{
    char *text;

    (void)state;
    write_pairs(PAIRS);
    text = reported(GAU_TABLE_CSV, "functions", 0);
    has(text,
        "function,module,a_s,b_s,difference_s,ratio,ratio_low,ratio_high,samples_a,samples_b\n");
    has(text, "\nfunc@0x10,prog,0.11,0.205,0.09");
    has(text, ",1.863636363636363");
    has(text, ",66,123\nfunc@0x20,prog,0.02,,-0.02,");
    has(text, ",12,0\n");
    free(text);
    text = reported(GAU_TABLE_TEXT, NULL, 0);
    has(text,
        "CPU time per function, sampled, in a run: A (the job as it is), B (Fit.Iterations=20)");
    has(text, "  only A  ");
    has(text, "all functions ");
    has(text, "n A, n B: samples in 6 pairs of runs; ratios are of their sums");
    has(text, "from, to: at 95 %\n");
    has(text, "warning: '/srv/nowhere/prog' cannot be read");
    has(text, "B is slower: it takes ");
    assert_null(strstr(text, "nan"));
    free(text);
}

static void few_pairs_have_no_intervals(void **state)
{
    char *text;

    (void)state;
    write_pairs(2);
    text = reported(GAU_TABLE_JSON, "functions", 0);
    has(text, "\"ratio_low\": null, \"ratio_high\": null, \"samples_a\": 23");
    free(text);
    text = reported(GAU_TABLE_TEXT, "functions", 0);
    has(text, "fewer than 5 pairs have no interval");
    free(text);
}

/* Names lose their middle, columns go, sentences are broken; not in a file. */
static void tables_fit_a_terminal(void **state)
{
    static const char name[] = "FitOfAllTracksInAllDetectorsOfTheExperiment";
    char *text;

    (void)state;
    write_pairs(PAIRS);
    text = reported(GAU_TABLE_TEXT, NULL, 0);
    has(text, name);
    has(text, "Module ");
    free(text);
    text = reported(GAU_TABLE_TEXT, NULL, 72);
    assert_null(strstr(text, name));
    assert_null(strstr(text, "Module "));
    has(text, "...");
    has(text, "func@0x10");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        assert_in_range(strlen(line), 1, 72);
    free(text);
}

static void runs_without_samples_have_no_functions(void **state)
{
    static const struct gau_view_options options = {.table = "functions"};
    struct gau_view_error error = {0};
    char *text;

    (void)state;
    write_pairs(1);
    unlink("a/001/samples.gtr");
    text = reported(GAU_TABLE_TEXT, NULL, 0);
    assert_null(strstr(text, "per function"));
    free(text);
    assert_int_equal(report(&options, &error), GAU_VIEW_USAGE);
    assert_string_equal(error.message,
                        "the runs have no samples: 'gaudit ab --profile' takes them");
}

static void every_allocation_can_fail(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_TEXT, .width = 72};
    enum gau_view_status status;
    uint64_t n = 0;

    (void)state;
    write_pairs(1);
    do {
        struct gau_view_error error = {0};

        allocations_fail_at(++n);
        status = report(&options, &error);
        allocations_fail_at(0);
        assert_true(status == GAU_VIEW_OK || (status == GAU_VIEW_FAILED && error.message[0]));
    } while (status != GAU_VIEW_OK || n < 300);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(functions_have_times_and_samples),
        TEST(few_pairs_have_no_intervals),
        TEST(tables_fit_a_terminal),
        TEST(runs_without_samples_have_no_functions),
        TEST(every_allocation_can_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
