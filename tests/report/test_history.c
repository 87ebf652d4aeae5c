/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "report/comparison/setup_differences.h"
#include "report/comparison/tables/tables.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- options, line by line ----------------------------------------------------------------- */

/* "what: a -> b" of each difference. */
static char *compared(const char *a, const char *b)
{
    struct gau_differences changes = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    assert_true(gau_differences_add_options(&changes, a, b));
    for (size_t i = 0; i < changes.n; i++)
        fprintf(out, "%s: %s -> %s\n", changes.items[i].what,
                changes.items[i].a ? changes.items[i].a : "-",
                changes.items[i].b ? changes.items[i].b : "-");
    fclose(out);
    gau_differences_clear(&changes);
    return text;
}

#define JOB(...)                       \
    "<?xml version=\"1.0\"?>\n<job>\n" \
    "  <algorithm type=\"T\" name=\"A\">\n" __VA_ARGS__ "  </algorithm>\n</job>\n"
#define SET(name, value) "    <property name=\"" name "\" value=\"" value "\"/>\n"

static void options_differ_by_lines_and_properties_by_value(void **state)
{
    static const struct {
        const char *a, *b, *differences;
    } cases[] = {
        {JOB(SET("X", "1")), JOB(SET("X", "1")), ""},
        {JOB(SET("X", "1")), JOB(SET("X", "2")), "A.X: 1 -> 2\n"},
        {JOB(SET("X", "1")), JOB(SET("X", "1") SET("Y", "2")), "A.Y: - -> 2\n"},
        {JOB(SET("X", "1") SET("Y", "2")), JOB(SET("Z", "3") SET("X", "4")),
         "A.X: 1 -> 4\nA.Y: 2 -> -\nA.Z: - -> 3\n"},
        {"", "", ""},
        {"", "<job/>\n", "in options: - -> <job>\n"},
        {"<job>\n  <sequence name=\"S\">\n    <not/>\n  </sequence>\n</job>", "<job>\n</job>",
         "in job: <sequence name=\"S\"> -> -\nin S: <not> -> -\n"},
        {"<job>\n  <a name=\"A\" />\n</job>",
         "<job>\n  <a name=\"A\">\n" SET("X", "1") "  </a>\n</job>", "A.X: - -> 1\n"},
        {JOB(SET("X", "1") SET("Y", "2")), JOB(SET("Y", "2") SET("X", "1")),
         "options: the same lines -> in another order\n"},
        {"plain\n\ntext", "plain\r\n other", "in options: text -> -\nin options: - -> other\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *const text = compared(cases[i].a, cases[i].b);

        assert_string_equal(text, cases[i].differences);
        free(text);
    }
}

/* The same line in another component is another line. */
static void a_line_belongs_to_the_element_around_it(void **state)
{
    char *const text =
        compared("<job>\n  <a name=\"A\">\n    <x/>\n  </a>\n  <a name=\"B\">\n  </a>\n</job>",
                 "<job>\n  <a name=\"A\">\n  </a>\n  <a name=\"B\">\n    <x/>\n  </a>\n</job>");
    char *const renamed = compared("<job>\n  <a name=\"A\">\n    <x/>\n  </a>\n</job>",
                                   "<job>\n  <a name=\"B\">\n    <x/>\n  </a>\n</job>");

    (void)state;
    assert_string_equal(text, "in A: <x> -> -\nin B: - -> <x>\n");
    assert_string_equal(renamed, "in job: <a name=\"A\"> -> -\nin A: <x> -> -\n"
                                 "in job: - -> <a name=\"B\">\nin B: - -> <x>\n");
    free(text);
    free(renamed);
}

static void options_of_any_size_are_compared(void **state)
{
    enum { LINES = 20000 };
    char *const a = calloc(LINES, 16), *const b = calloc(LINES, 16);
    size_t na = 0, nb = 0;
    struct gau_differences changes = {0};

    (void)state;
    for (int i = 0; i < LINES; i++) {
        na += (size_t)sprintf(a + na, "<a%d/>\n", i);
        nb += (size_t)sprintf(b + nb, "<b%d/>\n", i);
    }
    assert_true(gau_differences_add_options(&changes, a, b));
    assert_int_equal(changes.n, 2 * LINES);
    gau_differences_clear(&changes);
    free(a);
    free(b);
}

/* --- trends -------------------------------------------------------------------------------- */

static void a_trend_shows_steps_and_not_noise(void **state)
{
    static const double step[] = {1, 1.01, 0.99, 1.5, 1.5}, flat[] = {1, 1.01, 0.99, 1},
                        holes[] = {0, 2, (double)NAN, 2}, late[] = {1, 1, 1, 1.08};
    double many[100];
    char text[GAU_SPARKLINE_SIZE];

    (void)state;
    assert_string_equal(gau_sparkline_text(text, step, 5, false), "---^^");
    assert_string_equal(gau_sparkline_text(text, flat, 4, false), "----");
    assert_string_equal(gau_sparkline_text(text, late, 4, false), "---^");
    assert_string_equal(gau_sparkline_text(text, holes, 4, false), " - -");
    assert_string_equal(gau_sparkline_text(text, holes, 4, true), " \u2584 \u2584");
    assert_string_equal(gau_sparkline_text(text, holes, 0, true), "");
    for (size_t i = 0; i < COUNT_OF(many); i++)
        many[i] = 1;
    assert_int_equal(strlen(gau_sparkline_text(text, many, COUNT_OF(many), false)),
                     GAU_SPARKLINE_MOST);
}

/* --- history ------------------------------------------------------------------------------- */

static void write_result(const char *folder, const char *start, double a, double b)
{
    const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, a + b + 1, 1, 0},
        {1, 0, "Event", "A", "A", 10, a, a, 0},
        {2, 0, "Event", "B", "B", b > 0 ? 10 : 0, b, b, 0},
    };
    char more[256];

    scene_write_timer(folder, "timer", &(struct scene_timer){rows, 3, rows, 0});
    snprintf(more, sizeof more,
             "'host':'pc','workers':1,'start_time':'%s','versions':{'gaudit':'1.0'},", start);
    scene_write_run(folder, more);
}

static void write_releases(void)
{
    write_result("all/1", "2026-01-03T00:00:00Z", 2.00, 3);
    write_result("all/2", "2026-01-01T00:00:00Z", 2.02, 3);
    write_result("all/3", "2026-01-02T00:00:00Z", 1.99, 3);
    write_result("all/4", "2026-01-04T00:00:00Z", 2.01, 3);
    write_result("all/5", "2026-01-05T00:00:00Z", 3.00, 0);
}

static void display_formats_have_a_row_per_branch(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_TEXT};

    (void)state;
    write_releases();
    history("all", false, &options);
    assert_has("5 results");
    assert_has("Self wall time per event by branch");
    assert_has("----^");
    /* exp(mean(log(c(2, 2.02, 1.99, 2.01)))) / 10 s */
    assert_has(" 200.50  200.00  202.00  199.00  201.00  300.00 ");
    assert_has("removed");
    assert_order(" all/1", " all/2");
}

/* The last result, against the others, is what a comparison of these makes of it. */
static void the_last_result_is_compared_with_the_others(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_CSV, .table = "branches"};
    static const char *const before[] = {"all/1", "all/2", "all/3", "all/4"}, *const last = "all/5";
    const struct gau_comparison_request request = {.sides = {{before, 4}, {&last, 1}},
                                                   .output = "out"};
    gau_error error = {0};
    char *text;

    (void)state;
    write_releases();
    assert_int_equal(gau_comparison_report(NULL, &request, &options, &error), GAU_OK);
    text = folder_read("out");
    history("all", false, &options);
    assert_has(text);
    free(text);
}

static void programs_get_a_row_per_result_and_branch(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_CSV};

    (void)state;
    write_releases();
    history("all", false, &options);
    assert_has("1,2026-01-03T00:00:00Z,1.0,pc,Event,A,\"\",1,10,0.2,,0.2,all/1\n");
    assert_has("5,2026-01-05T00:00:00Z,1.0,pc,Event,B,\"\",1,10,,,,all/5\n");
}

static void results_can_be_sorted_by_their_start(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_CSV, .table = "results"};

    (void)state;
    write_releases();
    history("all", true, &options);
    assert_order(",all/2\n", ",all/3\n");
    assert_order(",all/3\n", ",all/1\n");
}

static void a_narrow_terminal_gets_the_latest_results(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_TEXT, .width = 80};

    (void)state;
    write_releases();
    history("all", false, &options);
    assert_has("5 [ms]");
    assert_has_not("1 [ms]");
}

static void one_result_is_no_history(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    gau_error error = {0};

    (void)state;
    write_releases();
    assert_int_equal(history_status("all/1", false, &options, &error), GAU_ERR_USAGE);
    assert_string_equal(error.message, "a history needs two results; there is one: 'all/1'");
}

static void every_allocation_can_fail(void **state)
{
    static const struct gau_view_options options = {.format = GAU_TABLE_TEXT};
    uint64_t n = 0;
    gau_status status;

    (void)state;
    write_releases();
    do {
        gau_error error = {0};

        allocations_fail_at(++n);
        status = history_status("all", true, &options, &error);
        allocations_fail_at(0);
        assert_true(status == GAU_OK ||
                    ((status == GAU_ERR_MEMORY || status == GAU_ERR_IO) && error.message[0]));
    } while (status != GAU_OK || n < 100);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_differ_by_lines_and_properties_by_value),
        cmocka_unit_test(a_line_belongs_to_the_element_around_it),
        cmocka_unit_test(options_of_any_size_are_compared),
        cmocka_unit_test(a_trend_shows_steps_and_not_noise),
        TEST(display_formats_have_a_row_per_branch),
        TEST(the_last_result_is_compared_with_the_others),
        TEST(programs_get_a_row_per_result_and_branch),
        TEST(results_can_be_sorted_by_their_start),
        TEST(a_narrow_terminal_gets_the_latest_results),
        TEST(one_result_is_no_history),
        TEST(every_allocation_can_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
