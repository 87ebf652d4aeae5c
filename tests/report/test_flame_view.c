/* SPDX-License-Identifier: Apache-2.0 */
#include "timing_fixture.h"
#include "trace_fixture.h"

#include "report/charts/flame_graph.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

enum { MS = 1000000 };

static char *draw(const struct gau_view_options *options)
{
    gau_error error = {0};

    report_view(&gau_view_flamegraph, ".", options, "out.svg", &error);
    assert_string_equal(error.message, "");
    return folder_read("out.svg");
}

static void refuses(const struct gau_view_options *options, const char *message)
{
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_flamegraph, ".", options, "out.svg", &error),
                     GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

/* The titles, a line for each frame: "name: time, share". */
static char *titles(const struct gau_view_options *options)
{
    char *const text = draw(options), *const lines = calloc(1, strlen(text) + 1);

    for (const char *at = text; (at = strstr(at, "<title>"));) {
        const char *const end = strstr(at, "</title>"), *const line = strchr(at, '\n');

        assert_true(line && line < end);
        at += strlen("<title>");
        strncat(lines, at, (size_t)(line - at));
        strcat(lines, ": ");
        strncat(lines, line + 1, (size_t)(end - line - 1));
        strcat(lines, "\n");
    }
    free(text);
    return lines;
}

/* Twelve samples: eight of a function below another one and one of the event loop in "Top A", three
 * in "Top B"; all of them are below the event loop. */
static void scene_of(const char *first, const char *second)
{
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, "/srv/nowhere/prog");
    scene_module(2, "/srv/nowhere/libgaudit.so.0.1");
    scene_task(1, "d", first);
    scene_task(2, "d", second);
    scene_stack(1, 0, 2, 0x100);
    scene_stack(2, 1, 1, 0x20);
    scene_stack(3, 2, 1, 0x30);
    for (uint32_t i = 1; i <= 12; i++)
        scene_sample(1, i == 9 ? 1 : i > 9 ? 2 : 3, i > 9 ? 2 : 1, i * 10 * MS, 10 * MS);
    scene_end();
}

static void functions_are_below_their_branch_without_the_loop(void **state)
{
    static const char expected[] = "Top: 120 ms, 100.0 %\n"
                                   "A: 90 ms, 75.0 \u00b1 6.2 %\n"
                                   "B: 30 ms, 25.0 \u00b1 7.8 %\n"
                                   "func@0x20: 80 ms, 66.7 \u00b1 6.2 %\n"
                                   "[gaudit]: 10 ms, 8.3 \u00b1 8.7 %\n"
                                   "func@0x30: 80 ms, 66.7 \u00b1 6.2 %\n"
                                   "func@0x20: 30 ms, 25.0 \u00b1 7.8 %\n";
    char *text;

    (void)state;
    scene_of("Top A", "Top B");
    text = titles(&(struct gau_view_options){0});
    assert_string_equal(text, expected);
    free(text);
}

static void a_filter_selects_samples(void **state)
{
    static const char *const filter = "task=Top B";
    char *text;

    (void)state;
    scene_of("Top A", "Top B");
    text = titles(&(struct gau_view_options){.filters = &filter, .filter_count = 1});
    assert_null(strstr(text, "A: "));
    assert_non_null(strstr(text, "B: 30 ms, 100.0"));
    free(text);
}

static void names_are_text(void **state)
{
    char *text;

    (void)state;
    scene_of("<script>&\"\033[31m", "]]>--> \xff");
    text = draw(&(struct gau_view_options){0});
    assert_non_null(strstr(text, "<title>&lt;script&gt;&amp;&quot;"));
    assert_null(strstr(text, "<script"));
    assert_null(strstr(text, "]]>"));
    assert_null(strchr(text, '\033'));
    assert_null(strchr(text, '\xff'));
    free(text);
}

static const struct scene_row rows[] = {
    {0, -1, "Event", "Event", "Event", 10, 0.9, 0, 0},
    {1, 0, "Event", "S", "S", 10, 0.9, 0.1, 0},
    {2, 1, "Event", "S A", "A", 10, 0.6, 0.6, 0},
    {3, 1, "Event", "S B", "B", 10, 0.2, 0.2, 0},
    {4, -1, "Background", "Background", "Background", 0, 5, 5, 0},
};

static void without_samples_it_is_the_timer(void **state)
{
    static const char *const filter = "task=A";
    char *text;

    (void)state;
    refuses(&(struct gau_view_options){0},
            "'.' has neither samples, as 'gaudit profile' records them, nor a timer.json, as "
            "'gaudit run --time' makes it");
    scene_write_timer(".", "timer", &(struct scene_timer){rows, COUNT_OF(rows), NULL, 0});
    text = titles(&(struct gau_view_options){0});
    assert_string_equal(text, "S: 900 ms, 100.0 %\nA: 600 ms, 66.7 %\nB: 200 ms, 22.2 %\n");
    free(text);
    refuses(&(struct gau_view_options){.filters = &filter, .filter_count = 1},
            "'.' holds no samples that could be filtered");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(functions_are_below_their_branch_without_the_loop),
        TEST(a_filter_selects_samples),
        TEST(names_are_text),
        TEST(without_samples_it_is_the_timer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
