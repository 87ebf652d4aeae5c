/* SPDX-License-Identifier: Apache-2.0 */
#include "documents/views/views.h"
#include "report/hotspots/hotspots.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <stdlib.h>
#include <string.h>

/* Which rows display formats have, and which frames, unless all are asked for. */

static const struct gau_view *const views[] = {GAU_HOTSPOTS_VIEWS(GAU_VIEW_ADDRESS) NULL};

enum { MS = 1000000 };

static char *view(const char *name, const struct gau_view_options *options)
{
    gau_error error = {0};

    report_view(gau_view_find(views, name), ".", options, "view", &error);
    assert_string_equal(error.message, "");
    return folder_read("view");
}

/* 7.52 s, of which two functions have one sample each: v[1] = n / (n - 1) w^2 for each of them,
 * which is all noise. Together they are no more uncertain than if nothing went from one to the
 * other: sqrt(2 * 752 / 751) * 10 ms. */
static void what_is_small_is_one_row_with_the_errors_of_all(void **state)
{
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, "/srv/nowhere/prog");
    for (uint32_t i = 1; i <= 3; i++)
        scene_stack(i, 0, 1, 0x10 * i);
    for (uint32_t i = 1; i <= 752; i++)
        scene_sample(1, i == 251 ? 2 : i == 502 ? 3 : 1, 0, i * 10 * MS, 10 * MS);
    scene_end();
    text = view("top-down", &(struct gau_view_options){0});
    assert_non_null(strstr(text, "0.020 s +- 0.014   0.3 % "));
    assert_non_null(strstr(text, " [2 others]\n"));
    free(text);
    text = view("top-down", &(struct gau_view_options){.limit = 9});
    assert_non_null(strstr(text, "0.010 s +- 0.010   0.1 %  0.010 s +- 0.010  "));
    assert_null(strstr(text, "others"));
    free(text);
}

/* Of 1000 samples: 5 are shown, 4 and 1 are one row. */
static void half_a_percent_is_not_yet_small(void **state)
{
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, "/srv/nowhere/prog");
    for (uint32_t i = 1; i <= 4; i++)
        scene_stack(i, 0, 1, 0x10 * i);
    for (uint32_t i = 0; i < 1000; i++)
        scene_sample(1, i < 5 ? 2 : i < 9 ? 3 : i < 10 ? 4 : 1, 0, i * 10 * MS, 10 * MS);
    scene_end();
    text = view("top-down", &(struct gau_view_options){0});
    assert_non_null(strstr(text, "  func@0x20\n"));
    assert_null(strstr(text, "func@0x30"));
    assert_non_null(strstr(text, " [2 others]\n"));
    free(text);
    text = view("top-down", &(struct gau_view_options){.percent_limit = {true, 0.2}});
    assert_non_null(strstr(text, "func@0x30"));
    assert_non_null(strstr(text, "func@0x40")); /* the only one below it has its name */
    free(text);
    text =
        view("top-down", &(struct gau_view_options){.percent_limit = {true, 60}, .sort = "name"});
    assert_non_null(strstr(text, " [3 others]\n"));
    free(text);
    text = view("top-down", &(struct gau_view_options){.format = GAU_TABLE_CSV});
    assert_non_null(strstr(text, "func@0x30"));
    assert_null(strstr(text, "others"));
    free(text);
}

/* Frames of gaudit and of the C library that follow each other are one, the outermost. */
static void frames_that_are_not_of_the_program_are_one(void **state)
{
    static const char folded[] =
        "[Outside any task];func@0x10;[gaudit];func@0x20;func@0x300 30000\n"
        "[Outside any task];func@0x10;[gaudit];func@0x20;func@0x300;"
        "func@0x30 20000\n";
    static const char as_they_are[] =
        "[Outside any task];func@0x10;func@0x100;func@0x200;func@0x20;func@0x300;func@0x400 30000\n"
        "[Outside any task];func@0x10;func@0x100;func@0x200;func@0x20;func@0x300;func@0x400;"
        "func@0x30 20000\n";
    const struct gau_view_export *const export = &gau_hotspots_folded;
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, "/srv/nowhere/prog");
    scene_module(2, "/srv/nowhere/libgaudit.so.0.1");
    scene_module(3, "/srv/nowhere/libc-2.31.so");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 1, 2, 0x100);
    scene_stack(3, 2, 2, 0x200);
    scene_stack(4, 3, 1, 0x20);
    scene_stack(5, 4, 3, 0x300);
    scene_stack(6, 5, 3, 0x400);
    scene_stack(7, 6, 1, 0x30);
    for (uint32_t i = 1; i <= 5; i++)
        scene_sample(1, i > 3 ? 7 : 6, 0, i * 10 * MS, 10 * MS);
    scene_end();
    text = view("hotspots", &(struct gau_view_options){.export = export});
    assert_string_equal(text, folded);
    free(text);
    text = view("hotspots", &(struct gau_view_options){.export = export, .all_frames = true});
    assert_string_equal(text, as_they_are);
    free(text);
    text = view("hotspots",
                &(struct gau_view_options){.format = GAU_TABLE_CSV, .group_by = "function"});
    assert_non_null(strstr(text, "func@0x400"));
    free(text);
}

/* A function that is folded is found by its name. */
static void a_function_of_gaudit_has_callers(void **state)
{
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, "/srv/nowhere/gaudit");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 1, 1, 0x20);
    scene_sample(1, 2, 0, 10 * MS, 10 * MS);
    scene_end();
    text = view("top-down", &(struct gau_view_options){0});
    assert_non_null(strstr(text, "gaudit  [gaudit]\n"));
    free(text);
    text = view("callers", &(struct gau_view_options){.subject = "func@0x20"});
    assert_non_null(strstr(text, "<- func@0x10\n"));
    free(text);
}

/* Warnings stay. Explanations are one line, which has no room for both of these, or all if they
 * are asked for. */
static void explanations_are_one_line_unless_they_are_asked_for(void **state)
{
    static const char guessed[] = "\n1 call stack has a caller that was guessed, 0.5 %: ",
                      cut[] = "\n1 call stack is cut short, 0.5 %: ";
    char *text;

    (void)state;
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    for (unsigned i = 1; i <= 200; i++)
        scene_flagged_sample(1, i == 7 ? GAU_TRACE_SAMPLE_TRUNCATED | GAU_TRACE_SAMPLE_GUESSED : 0,
                             i * 10 * MS, MS);
    scene_dropped(1, 10);
    scene_end();
    text = view("hotspots", &(struct gau_view_options){.width = 80});
    assert_non_null(strstr(text, "\nwarning: 10 samples were lost, "));
    assert_non_null(strstr(text, "\nthe program has no ITT tasks: all time is outside any; -v "
                                 "explains more\n"));
    assert_null(strstr(text, guessed));
    assert_null(strstr(text, cut));
    free(text);
    text = view("hotspots", &(struct gau_view_options){.width = 80, .verbose = 1});
    assert_non_null(strstr(text, guessed));
    assert_non_null(strstr(text, cut));
    assert_null(strstr(text, "-v explains"));
    free(text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(what_is_small_is_one_row_with_the_errors_of_all),
        TEST(half_a_percent_is_not_yet_small),
        TEST(frames_that_are_not_of_the_program_are_one),
        TEST(a_function_of_gaudit_has_callers),
        TEST(explanations_are_one_line_unless_they_are_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
