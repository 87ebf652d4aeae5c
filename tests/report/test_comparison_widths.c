/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "table/utf8.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Terminals of all widths: which columns comparisons of interleaved runs keep there. */

enum { PAIRS = 5 };

static void write_result(const char *folder, unsigned number, double factor)
{
    const double noise = 1 + 0.01 * (number % 3);
    const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, (0.1 + 1 + 2 + 3 * factor) * noise, 0.1 * noise, 0},
        {1, 0, "Event", "Reconstruction Of Tracks In All Detectors",
         "Reconstruction Of Tracks In All Detectors", 10, noise, noise, 0},
        {2, 0, "Event", "Selection", "Selection", 10, 2 * noise, 2 * noise, 0},
        {3, 0, "Event", "Fit", "Fit", 10, 3 * factor * noise, 3 * factor * noise, 0},
    };
    char run[256];

    scene_write_timer(folder, "timer", &(struct scene_timer){rows, COUNT_OF(rows), rows, 0});
    snprintf(run, sizeof run,
             "'host':'pc','start_time':'2026-01-01T00:00:%02uZ','wall_s':%.3f,'loop_s':%.3f,"
             "'user_s':%.3f,'system_s':0.01,'peak_rss_bytes':10000000,'events':10,"
             "'cpu_model':'%s',",
             number, 6.3 * noise, 6.1 * noise, 6.2 * noise,
             "a processor of which the name is longer than half of any terminal");
    scene_write_run(folder, run);
}

static void write_pairs(void)
{
    for (unsigned pair = 0; pair < PAIRS; pair++) {
        char folder[32];

        snprintf(folder, sizeof folder, "a/%u", pair);
        write_result(folder, 2 * pair, 1);
        snprintf(folder, sizeof folder, "b/%u", pair);
        write_result(folder, 2 * pair + 1, 1.1);
    }
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* No line is longer. The verdict and the ratio are there, and both ends of its interval or none; as
 * are both sides, which are more than the interval. */
static void check(const char *line, enum gau_comparison_kind kind, size_t width)
{
    const bool interval = has(line, "95 % from");

    if (gau_utf8_width(line) > width)
        fail_msg("%zu columns: %s", width, line);
    if (!has(line, "Verdict"))
        return;
    assert_true(has(line, "Relative") || has(line, "Ratio"));
    assert_true(interval == has(line, "  to  ") &&
                (interval || width < (kind == GAU_GATE ? 110 : 100)));
    if (kind != GAU_HISTORY) {
        assert_true(has(line, "Baseline") == has(line, "Candidate"));
        assert_true(has(line, "Candidate") || width < (kind == GAU_GATE ? 90 : 80));
    }
}

static char *report(enum gau_comparison_kind kind, unsigned width)
{
    static const char *const a = "a", *const b = "b";
    const struct gau_comparison_request request = {.kind = kind,
                                                   .sides = {{&a, 1}, {&b, 1}},
                                                   .output = "out"};
    const struct gau_view_options options = {.width = width};
    gau_error error = {0};

    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    return folder_read("out");
}

static void the_ratio_stays_on_narrow_terminals(void **state)
{
    static const enum gau_comparison_kind kinds[] = {GAU_COMPARE, GAU_GATE, GAU_HISTORY};

    (void)state;
    write_pairs();
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        for (unsigned width = 60; width < 140; width++) {
            char *const text = report(kinds[i], width);

            for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
                check(line, kinds[i], width);
            free(text);
        }
}

static void both_sides_are_there_in_80_columns(void **state)
{
    char *text;

    (void)state;
    write_pairs();
    text = report(GAU_COMPARE, 80);
    assert_true(has(text, " Baseline [ms]  Candidate [ms]  Relative  Verdict\n"));
    assert_true(has(
        text, "\nhidden: Baseline [%], Candidate [%], Time ratio, 95 % from, to (--wide shows\n  "
              "them)\n"));
    free(text);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(the_ratio_stays_on_narrow_terminals),
        TEST(both_sides_are_there_in_80_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
