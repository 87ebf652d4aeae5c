/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"
#include "timing_fixture.h"

#include "report/charts/chart.h"
#include "report/charts/flame_graph.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static char *draw(const struct gau_view *view, const struct gau_view_options *options)
{
    gau_error error = {0};

    assert_int_equal(report_view(view, ".", options, "out.svg", &error), GAU_OK);
    assert_string_equal(error.message, "");
    return folder_read("out.svg");
}

static void refuses(const struct gau_view_options *options, const char *message)
{
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_pie, ".", options, "out.svg", &error), GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;

    while ((text = strstr(text, part))) {
        text += strlen(part);
        n++;
    }
    return n;
}

/* Of the samples of hotspots_fixture.h. */
static void a_pie_has_a_slice_and_a_key_of_each_group(void **state)
{
    char *text;

    (void)state;
    hotspots_scene();
    text = draw(&gau_view_pie, &(struct gau_view_options){.group_by = "task"});
    assert_non_null(strstr(text, ">Time by task<"));
    assert_non_null(strstr(text, ">100 ms of CPU time in 9 samples<"));
    assert_int_equal(count(text, "<path class=\"slice"), 3);
    assert_int_equal(count(text, "<path class=\"slice c9\""), 1); /* outside any task */
    /* 70 % from the top, clockwise: more than half of the circle. */
    assert_non_null(strstr(text, "<path class=\"slice c0\" d=\"M174 242L174 92A150 150 0 1 1 31.34 "
                                 "288.35z\"><title>Fit\n"));
    assert_int_equal(count(text, ">70.0 %<"), 1);
    assert_non_null(strstr(text, ">Fit</text>"));
    free(text);
}

static void one_sample_is_no_plural(void **state)
{
    char *text;

    (void)state;
    hotspots_scene();
    text = draw(&gau_view_pie,
                &(struct gau_view_options){.group_by = "task", .time_filter = "0.065:0.075"});
    assert_non_null(strstr(text, ">20 ms of CPU time in 1 sample<"));
    free(text);
    text = draw(&gau_view_flamegraph, &(struct gau_view_options){.time_filter = "0.065:0.075"});
    assert_non_null(strstr(text, "20 ms of CPU time in 1 sample<"));
    free(text);
}

static void bars_have_their_standard_errors(void **state)
{
    char *text;

    (void)state;
    hotspots_scene();
    text = draw(&gau_view_bars, &(struct gau_view_options){.group_by = "task"});
    assert_int_equal(count(text, "<rect class=\"c"), 3);
    assert_int_equal(count(text, "<path class=\"error\""), 3);
    assert_int_equal(count(text, " \u00b1 "), 9); /* of the shares twice, and of the times */
    assert_non_null(strstr(text, ">[Outside any task]</text>"));
    free(text);
}

static void what_is_beyond_the_limit_is_one_slice(void **state)
{
    char *text;

    (void)state;
    hotspots_scene();
    text = draw(&gau_view_pie, &(struct gau_view_options){.group_by = "task", .limit = 1});
    assert_int_equal(count(text, "<path class=\"slice"), 2);
    assert_non_null(strstr(text, ">[2 others]<"));
    assert_int_equal(count(text, ">30.0 %<"), 1); /* of the slice; the key has the error, too */
    assert_int_equal(count(text, "\n30.0 \u00b1 "), 1);
    free(text);
}

static const struct scene_row rows[] = {
    {0, -1, "Event", "Event", "Event", 10, 1, 0.1, 0},
    {1, 0, "Event", "S", "S", 10, 0.9, 0.3, 0},
    {2, 1, "Event", "S <A>", "<A>", 10, 0.6, 0.6, 0},
    {3, -1, "Background", "Background", "Background", 0, 5, 5, 0},
};

static struct gau_chart_item three[] = {{"Long", 0.953, 0.01, 0.0123},
                                        {"Short", 0.0466, 0.001, 0.00052},
                                        {"One", 0.0004, 0.0004, 0.0004}};

static char *drawn(enum gau_chart_shape shape, struct gau_chart_item *items, size_t n)
{
    const struct gau_chart chart = {.shape = shape, .items = items, .n = n, .whole_s = 1};
    FILE *const out = fopen("drawn.svg", "w");

    assert_non_null(out);
    gau_chart_draw(&chart, out);
    fclose(out);
    return folder_read("drawn.svg");
}

/* An error that is not 0 is not shown as 0. */
static void errors_have_two_digits(void **state)
{
    (void)state;
    for (int bars = 0; bars < 2; bars++) {
        char *const text = drawn(bars ? GAU_CHART_BARS : GAU_CHART_PIE, three, 3);

        assert_non_null(strstr(text, ">95.3 \u00b1 1.2 %</text>"));
        assert_non_null(strstr(text, ">4.660 \u00b1 0.052 %</text>"));
        assert_non_null(strstr(text, ">0.040 \u00b1 0.040 %</text>"));
        free(text);
    }
}

/* At the top a slice of 4.66 % is narrower than its text, which the key has; at the left a text
 * needs less of the circle. */
static void a_text_that_does_not_fit_is_not_in_the_slice(void **state)
{
    struct gau_chart_item left[] = {{"Half", 0.72, 0, 0},
                                    {"Left", 0.06, 0, 0},
                                    {"Rest", 0.22, 0, 0}};
    char *text = drawn(GAU_CHART_PIE, three, 3);

    (void)state;
    assert_int_equal(count(text, "class=\"middle\""), 1);
    assert_int_equal(count(text, ">4.7 %<"), 0);
    free(text);
    text = drawn(GAU_CHART_PIE, left, 3);
    assert_int_equal(count(text, "class=\"middle\""), 3);
    free(text);
}

static void titles_are_phrases(void **state)
{
    static const struct {
        const char *group_by, *relative_to, *title;
    } cases[] = {
        {NULL, NULL, ">Time by algorithm<"},
        {"component-class", NULL, ">Time by component class<"},
        {"level=1", NULL, ">Time at level 1<"},
        {"children=S", NULL, ">Time by child of 'S'<"},
        {"children=S", "S", ">Time below 'S'<"},
    };
    char *text;

    (void)state;
    scene_write_timer(".", "timer", &(struct scene_timer){rows, COUNT_OF(rows), NULL, 0});
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        text =
            draw(&gau_view_bars, &(struct gau_view_options){.group_by = cases[i].group_by,
                                                            .relative_to = cases[i].relative_to});
        assert_non_null(strstr(text, cases[i].title));
        free(text);
    }
    hotspots_scene();
    text = draw(&gau_view_bars, &(struct gau_view_options){.group_by = "source-file,function"});
    assert_non_null(strstr(text, ">Time by source file<"));
    free(text);
}

static void one_group_is_a_whole_circle(void **state)
{
    static const char *const filter = "task=Fit";
    char *text;

    (void)state;
    hotspots_scene();
    text =
        draw(&gau_view_pie,
             &(struct gau_view_options){.group_by = "task", .filters = &filter, .filter_count = 1});
    assert_non_null(strstr(text, "d=\"M174 92a150 150 0 1 1 0 300a150 150 0 1 1 0 -300z\""));
    free(text);
}

static void without_samples_it_is_the_timer(void **state)
{
    char *text;

    (void)state;
    scene_write_timer(".", "timer", &(struct scene_timer){rows, COUNT_OF(rows), NULL, 0});
    text = draw(&gau_view_pie, &(struct gau_view_options){.group_by = "level=2"});
    assert_non_null(strstr(text, ">1 s of wall time by the timer<"));
    assert_int_equal(count(text, "<path class=\"slice"), 3);
    assert_non_null(strstr(text, ">S &lt;A&gt;</text>"));
    assert_int_equal(count(text, ">60.0 %<"), 2);
    free(text);
    text =
        draw(&gau_view_bars, &(struct gau_view_options){.group_by = "level=2", .relative_to = "S"});
    assert_non_null(strstr(text, ">Time at level 2 in 'S'<"));
    assert_int_equal(count(text, "<rect class=\"c"), 2);
    assert_int_equal(count(text, ">66.7 %<"), 1);
    assert_int_equal(count(text, "class=\"error\" d="), 0);
    free(text);
}

static void what_cannot_be_drawn_gets_a_sentence(void **state)
{
    static const char *const filter = "task=Fit";

    (void)state;
    refuses(&(struct gau_view_options){0},
            "'.' has neither samples, as 'gaudit profile' records them, nor a timer.json, as "
            "'gaudit run --time' makes it");
    scene_write_timer(".", "timer", &(struct scene_timer){rows, COUNT_OF(rows), NULL, 0});
    refuses(&(struct gau_view_options){.filters = &filter, .filter_count = 1},
            "'.' holds no samples that could be filtered");
    refuses(&(struct gau_view_options){.group_by = "task"},
            "branches cannot be grouped by 'task'; there is: algorithm, component-class, level=N, "
            "children=BRANCH");
    refuses(&(struct gau_view_options){.relative_to = "T"}, "there is no branch 'T'");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_pie_has_a_slice_and_a_key_of_each_group),
        TEST(one_sample_is_no_plural),
        TEST(bars_have_their_standard_errors),
        TEST(what_is_beyond_the_limit_is_one_slice),
        TEST(one_group_is_a_whole_circle),
        TEST(errors_have_two_digits),
        TEST(a_text_that_does_not_fit_is_not_in_the_slice),
        TEST(titles_are_phrases),
        TEST(without_samples_it_is_the_timer),
        TEST(what_cannot_be_drawn_gets_a_sentence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
