/* SPDX-License-Identifier: Apache-2.0 */
#include "documents/views/views.h"
#include "report/hotspots/hotspots.h"
#include "table/utf8.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct gau_view *const views[] = {GAU_HOTSPOTS_VIEWS(GAU_VIEW_ADDRESS) NULL};

/*
 * Views of a small result without symbols, byte by byte: as the files VIEW.FORMAT in the folder
 * "expected" have them.
 *
 *     thread "main", 10 ms each
 *     task "Fit": 4 times 0x40 -> 0x10 -> 0x20 -> 0x30, 0x40 -> 0x10, 0x40 -> 0x10 -> 0x20 -> 0x20
 *     task "Sort": twice 0x40 -> 0x30
 *     thread "helper", outside any task: 20 ms 0x40 -> 0x30, 10 ms 0x40
 *
 * 0x10 and 0x40 are in "prog", 0x20 and 0x30 in "libwork.so".
 */

enum { MS = 1000000 };

static void write_scene(void)
{
    static const uint32_t stacks[] = {4, 4, 2, 4, 4, 6, 5, 5};

    scene_open("samples.gtr", 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_module(2, "/srv/nowhere/libwork.so");
    scene_thread(1, "main");
    scene_thread(2, "helper");
    scene_thread(3, "idle");
    scene_task(1, "d", "Fit");
    scene_task(2, "d", "Sort");
    scene_kind(3, GAU_TRACE_FRAME, "Loop", "Loop");
    scene_kind(4, GAU_TRACE_MARK, "d", "tick");
    scene_kind(5, GAU_TRACE_EVENT, "", "Wait");
    scene_stack(1, 0, 1, 0x40);
    scene_stack(2, 1, 1, 0x10);
    scene_stack(3, 2, 2, 0x20);
    scene_stack(4, 3, 2, 0x30);
    scene_stack(5, 1, 2, 0x30);
    scene_stack(6, 3, 2, 0x20);
    for (uint32_t i = 0; i < sizeof stacks / sizeof *stacks; i++)
        scene_sample(1, stacks[i], i < 6 ? 1 : 2, (i + 1) * 10 * MS, 10 * MS);
    scene_sample(2, 5, 0, 20 * MS, 20 * MS);
    scene_sample(2, 1, 0, 30 * MS, 10 * MS);
    scene_wall(1, 1, 3, 70 * MS, 60 * MS);
    scene_wall(1, 2, 2, 25 * MS, 25 * MS);
    scene_wall(0, 3, 5, 100 * MS, 0);
    scene_wall(1, 4, 9, 0, 0);
    scene_wall(1, 5, 1, 500 * MS, 500 * MS);
    scene_end();
}

static char *view(const char *name, const struct gau_view_options *options)
{
    gau_error error = {0};

    report_view(gau_view_find(views, name), ".", options, "view", &error);
    assert_string_equal(error.message, "");
    return folder_read("view");
}

static void assert_expected(const char *name, const char *format, enum gau_table_format number)
{
    const bool subject = gau_view_find(views, name)->argument;
    const struct gau_view_options options = {.format = number,
                                             .subject = subject ? "func@0x20" : NULL};
    char *const text = view(name, &options);
    char path[512];
    char *expected;

    snprintf(path, sizeof path, EXPECTED_FOLDER "/%s.%s", name, format);
    expected = folder_read(path);
    assert_string_equal(text, expected);
    free(expected);
    free(text);
}

static const char *const names[] = {"top-down", "callers", "lines",       "modules",
                                    "threads",  "tasks",   "dependencies"};

static void assert_all(const char *format, enum gau_table_format number)
{
    write_scene();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_expected(names[i], format, number);
}

static void texts_are_as_expected(void **state)
{
    (void)state;
    assert_all("text", GAU_TABLE_TEXT);
}

static void csv_is_as_expected(void **state)
{
    (void)state;
    assert_all("csv", GAU_TABLE_CSV);
}

static void json_is_as_expected(void **state)
{
    (void)state;
    assert_all("json", GAU_TABLE_JSON);
}

static void markdown_is_as_expected(void **state)
{
    (void)state;
    assert_all("markdown", GAU_TABLE_MARKDOWN);
}

static void the_summary_says_how_good_the_samples_are(void **state)
{
    const struct gau_view_options options = {.add = gau_hotspots_add_sampling};
    gau_error error = {0};
    char *text, *expected;

    (void)state;
    write_scene();
    report_view(&gau_view_summary, ".", &options, "view", &error);
    assert_string_equal(error.message, "");
    text = folder_read("view");
    expected = folder_read(EXPECTED_FOLDER "/summary.text");
    assert_string_equal(text, expected);
    free(expected);
    free(text);
}

static void the_summary_says_what_is_not_in_the_samples(void **state)
{
    const struct gau_view_options options = {.add = gau_hotspots_add_sampling};
    gau_error error = {0};
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    for (uint32_t thread = 1; thread <= 3; thread++)
        scene_thread(thread, "t");
    for (unsigned i = 1; i <= 10; i++)
        scene_sample(1, 0, 0, i * 10 * MS, 10 * MS);
    scene_dropped(1, 30);
    scene_open_tasks(2, 3);
    scene_open_tasks(3, 1);
    scene_end();
    report_view(&gau_view_summary, ".", &options, "view", &error);
    text = folder_read("view");
    assert_non_null(strstr(text, " 30 (75 %)\n")); /* of 40 */
    assert_non_null(strstr(text, " 3 (1 with samples)\n"));
    assert_non_null(strstr(text, " 4 tasks were open when the thread ended\n"));
    free(text);
}

static void a_summary_without_samples_is_as_ever(void **state)
{
    const struct gau_view_options options = {.add = gau_hotspots_add_sampling};
    gau_error error = {0};
    char *text;

    (void)state;
    folder_write("run.json", "{\"schema\": 2, \"status\": \"finished\"}");
    report_view(&gau_view_summary, ".", &options, "view", &error);
    assert_string_equal(error.message, "");
    text = folder_read("view");
    assert_string_equal(text, "Status  finished\n");
    free(text);
    unlink("run.json");
    report_view(&gau_view_summary, ".", &options, "view", &error);
    assert_string_equal(error.message, "'.' is not a result folder: it has no documents (*.json)");
}

/* Those that are left out are one row, and the shares are those of all. */
static void a_limit_leaves_the_sums_as_they_are(void **state)
{
    const struct gau_view_options options = {.format = GAU_TABLE_CSV, .limit = 1};
    char *text;

    (void)state;
    write_scene();
    text = view("dependencies", &options);
    assert_non_null(strstr(text, "\nfunc@0x10,prog,func@0x20,libwork.so,0.05,0.05,5,5,"));
    assert_non_null(strstr(text, "\n[others],,,,0.06,0.06,5,5,"));
    free(text);
    text = view("modules", &options);
    assert_non_null(strstr(text, "\n[others],0.02,,2,"));
    assert_non_null(strstr(text, ",18.127625,2,func@0x30,")); /* of 2 functions */
    free(text);
}

static void filters_choose_what_is_shown(void **state)
{
    static const char *const filters[] = {"task=Sort"};
    const struct gau_view_options options = {.format = GAU_TABLE_CSV,
                                             .filters = filters,
                                             .filter_count = 1};
    const struct gau_view_options late = {
        .format = GAU_TABLE_CSV, .time_filter = "0.065:", .subject = "func@0x30"};
    char *text;

    (void)state;
    write_scene();
    text = view("dependencies", &options);
    assert_non_null(strstr(text, "\nfunc@0x40,prog,func@0x30,libwork.so,0.02,0.02,2,2,0"));
    assert_null(strstr(text, "func@0x10"));
    free(text);
    text = view("callers", &late);
    assert_non_null(strstr(text, "\nfunc@0x30,\"\",0.02,libwork.so,"));
    free(text);
}

/* Notes on the result are not cut, but broken. */
static void tables_are_not_wider_than_the_terminal(void **state)
{
    const struct gau_view_options options = {.width = 70, .unicode = true};
    char *text, *rest = NULL;

    (void)state;
    write_scene();
    text = view("top-down", &options);
    assert_non_null(strstr(text, "\u00b1"));
    assert_non_null(strstr(text, "\nwarning: '/srv/nowhere/prog' cannot be read (No such file "
                                 "or\n  directory): its functions are shown as addresses\n"));
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        assert_true(gau_utf8_width(line) <= 70);
    free(text);
}

/* What fits is not cut. */
static void a_table_may_be_as_wide_as_the_terminal(void **state)
{
    struct gau_view_options options = {0};
    char *whole, *fitting;

    (void)state;
    write_scene();
    whole = view("threads", &options);
    for (const char *at = whole; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != '\0')) {
        const unsigned width = (unsigned)strcspn(at, "\n");

        options.width = width > options.width ? width : options.width;
    }
    fitting = view("threads", &options);
    assert_string_equal(fitting, whole);
    free(fitting);
    free(whole);
}

/* It has a file for each program. */
static void a_process_that_called_exec_is_one_everywhere(void **state)
{
    const struct gau_view_options summary = {.add = gau_hotspots_add_sampling};
    gau_error error = {0};
    char *text;

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        static const char *const files[] = {"samples.gtr", "samples-2.gtr", "samples-3.gtr"};

        scene_open(files[i], i == 1 ? 300 : 101); /* the number of the first thread is 101 */
        scene_thread(1, "main");
        scene_thread(2, "helper");
        if (i != 1)
            scene_sample(1, 0, 0, 1, MS);
        if (i == 2)
            scene_sample(2, 0, 0, 1, MS);
        scene_end();
    }
    text = view("hotspots", &(struct gau_view_options){0});
    assert_non_null(strstr(text, ", 3 samples, 2 threads, 1 process\n"));
    free(text);
    report_view(&gau_view_summary, ".", &summary, "view", &error);
    assert_string_equal(error.message, "");
    text = folder_read("view");
    assert_non_null(strstr(text, "\nThreads                5 (2 with samples)\n"
                                 "Processes              2 (1 with samples)\n"));
    free(text);
}

static void errors_are_not_rounded_to_zero(void **state)
{
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_sample(1, 0, 0, 1, MS * 6 / 10);
    scene_sample(1, 0, 0, 2, MS * 6 / 10);
    scene_end();
    text = view("threads", &(struct gau_view_options){0});
    assert_non_null(strstr(text, "\n0.001 s +- <0.001  100.0 % "));
    free(text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(texts_are_as_expected),
        TEST(csv_is_as_expected),
        TEST(json_is_as_expected),
        TEST(markdown_is_as_expected),
        TEST(the_summary_says_how_good_the_samples_are),
        TEST(the_summary_says_what_is_not_in_the_samples),
        TEST(a_summary_without_samples_is_as_ever),
        TEST(a_limit_leaves_the_sums_as_they_are),
        TEST(filters_choose_what_is_shown),
        TEST(tables_are_not_wider_than_the_terminal),
        TEST(errors_are_not_rounded_to_zero),
        TEST(a_table_may_be_as_wide_as_the_terminal),
        TEST(a_process_that_called_exec_is_one_everywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
