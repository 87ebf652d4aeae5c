/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_fixture.h"

#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parts of time logs, several logs in a picture, and its colours. */

/* Two events, the second one longer, and a step between them. */
static void write_events(const char *path)
{
    log_begin(path);
    log_add(1, 0, 1, 0.0005, 0.004, "Event 1");
    log_add(2, 1, 2, 0.0011, 0.0035, "Fit");
    log_add(3, 2, 3, 0.0012, 0.002, "seeding");
    log_add(4, 0, 1, 0.0041, 0.0049, "Events");
    log_add(5, 0, 1, 0.005, 0.011, "Event 2");
    log_add(6, 5, 2, 0.0051, 0.009, "Fit");
    log_add(7, 6, 3, 0.0052, 0.007, "seeding");
    log_add(8, 6, 3, 0.0071, 0.0089, "extrapolate");
    log_add(9, 5, 2, 0.0095, 0.01, "Write");
    log_end();
}

/* The class of the first bar with that label; "": there is none. */
static const char *colour_of(const char *svg, const char *label)
{
    static char class[8];
    char part[100];
    const char *title, *bar = NULL;

    class[0] = '\0';
    snprintf(part, sizeof part, "<title>%s\n", label);
    title = strstr(svg, part);
    for (const char *at = svg; title && (at = strstr(at, "<path class=\"c")) && at < title; at++)
        bar = at;
    if (bar)
        assert_int_equal(sscanf(bar, "<path class=\"%7[c0-9]\"", class), 1);
    return class;
}

/* The texts of the legend, each with its class in front. */
static const char *legend_of(const char *svg)
{
    static char text[600];
    char class[8], label[100];

    text[0] = '\0';
    for (const char *at = svg; (at = strstr(at, "<rect class=\"")); at++) {
        const char *const name = strstr(strstr(at, "class=\"legend\""), ">");
        const size_t length = strlen(text);

        assert_int_equal(sscanf(at, "<rect class=\"%7[c0-9]\"", class), 1);
        assert_int_equal(sscanf(name, ">%99[^<]<", label), 1);
        snprintf(text + length, sizeof text - length, "%s%s %s", length ? ", " : "", class, label);
    }
    return text;
}

/* --- a part of a log ----------------------------------------------------------------------- */

static void options_choose_what_is_in_an_entry(void **state)
{
    static const struct {
        struct gau_view_options options;
        size_t bars;
        const char *least; /* depth in the picture */
    } cases[] = {
        {{.timeline.event = 1}, 3, "1"},
        {{.timeline.event = 2}, 5, "1"},
        {{.timeline.event = 2, .timeline.max_depth = 2}, 3, "1"},
        {{.timeline.children_of = "Event 2"}, 4, "2"},
        {{.timeline.children_of = "Fit"}, 1, "3"}, /* the first */
        {{.timeline.children_of = "6"}, 2, "3"},
        {{.timeline.children_of = "Fit", .timeline.event = 2}, 2, "3"},
        {{.timeline.children_of = "5", .time_filter = "0.0075:"}, 3, "2"},
    };

    (void)state;
    write_events("events.txt");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *const svg = picture("events.txt", &cases[i].options);
        const char *const depths = strstr(svg, ">depth</text>") + 1;
        char wanted[32];

        assert_int_equal(bars_of(svg), cases[i].bars);
        snprintf(wanted, sizeof wanted, ">%s</text>", cases[i].least);
        assert_ptr_equal(strstr(strstr(depths, "class=\"depth\""), "</text>"),
                         strstr(strstr(depths, "class=\"depth\""), wanted) + 2);
        free(svg);
    }
}

static void the_picture_of_an_event_has_its_time(void **state)
{
    char *svg;

    (void)state;
    write_events("events.txt");
    svg = picture("events.txt", &(struct gau_view_options){.timeline.event = 2});
    assert_true(shows(svg, "5 entries in 6 ms"));
    assert_null(strstr(svg, "Event 1"));
    free(svg);
}

static void what_is_not_in_a_log_is_reported(void **state)
{
    static const struct {
        struct gau_view_options options;
        const char *paths, *message;
    } cases[] = {
        {{.timeline.event = 3}, "events.txt", "'events.txt' has no event 3"},
        {{.timeline.event = 3}, "events.txt other.txt", "'events.txt' and 1 more have no event 3"},
        {{.timeline.children_of = "seading"},
         "events.txt",
         "'events.txt' has no entry called 'seading'; did you mean 'seeding'?"},
        {{.timeline.children_of = "x"}, "events.txt", "'events.txt' has no entry called 'x'"},
        {{.timeline.children_of = "10"}, "events.txt", "'events.txt' has no entry with the id 10"},
        {{.timeline.children_of = "9"}, "events.txt", "'events.txt' has no entries in '9'"},
        {{.timeline.children_of = "extrapolate", .timeline.event = 1},
         "events.txt",
         "'events.txt' has no entry called 'extrapolate' in event 1"},
        {{.timeline.children_of = "9", .timeline.event = 1},
         "events.txt",
         "'events.txt' has no entry with the id 9 in event 1"},
        {{.timeline.children_of = "Fit", .timeline.max_depth = 2},
         "events.txt",
         "'events.txt' has no entries at depth 2 or above"},
    };

    (void)state;
    write_events("events.txt");
    log_begin("other.txt");
    log_add(1, 0, 1, 0, 1, "Event 33");
    log_add(2, 1, 2, 0, 1, "Event 3"); /* no outermost one */
    log_end();
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        no_picture(cases[i].paths, &cases[i].options, GAU_ERR_USAGE, cases[i].message);
}

/* --- several logs -------------------------------------------------------------------------- */

static void several_logs_have_one_axis_and_their_names(void **state)
{
    char *svg;

    (void)state;
    folder_write("rank0/other.txt", "");
    folder_write("rank1/other.txt", "");
    write_events("rank0/time-log.txt");
    write_events("rank1/time-log.txt");
    write_events("rank1/time-log-worker1.txt");
    log_begin("late.txt");
    log_add(1, 0, 1, 0.020, 0.022, "late");
    log_end();
    svg = picture("rank0 rank1/ late.txt", NULL);
    assert_int_equal(bars_of(svg), 3 * 9 + 1);
    assert_true(shows(svg, "Timeline of 3 time logs: rank0, rank1, late.txt") &&
                shows(svg, "28 entries in 22 ms"));
    assert_true(strstr(svg, ">rank0<") < strstr(svg, ">rank1/, worker 0<"));
    assert_true(strstr(svg, ">rank1/, worker 0<") < strstr(svg, ">rank1/, worker 1<"));
    assert_true(shows(svg, "rank1/, worker 1") && shows(svg, "late.txt"));
    assert_int_equal(count_of(svg, ">run time (s)<"), 1);
    free(svg);
    svg = picture("rank0/time-log.txt rank1/time-log.txt",
                  &(struct gau_view_options){.timeline.event = 2});
    assert_int_equal(bars_of(svg), 2 * 5);
    assert_true(shows(svg, "rank0/time-log.txt") && shows(svg, "rank1/time-log.txt"));
    free(svg);
    no_picture("rank0 nowhere", NULL, GAU_ERR_USAGE, "nowhere: No such file or directory");
}

static void a_log_without_the_event_is_left_out(void **state)
{
    char *svg;

    (void)state;
    write_events("events.txt");
    log_begin("other.txt");
    log_add(1, 0, 1, 0, 1, "Event 7");
    log_end();
    svg = picture("events.txt other.txt", &(struct gau_view_options){.timeline.event = 7});
    assert_int_equal(bars_of(svg), 1);
    assert_true(shows(svg, "other.txt") && !shows(svg, "events.txt"));
    free(svg);
}

static void runs_whose_ids_continue_are_distinguished(void **state)
{
    char *svg;

    (void)state;
    log_begin("twice.txt");
    log_add(1, 0, 1, 0.0005, 0.004, "a");
    log_add(2, 1, 2, 0.0006, 0.002, "b");
    /* begun 10 ms after the first, a bit slower */
    log_text("3\t0\t1\t10605000\t12005000\t0.0006\t0.002\ta\n");
    log_text("4\t3\t2\t10705000\t11005000\t0.0007\t0.001\tb\n");
    log_end();
    svg = picture("twice.txt", NULL);
    assert_true(shows(svg, "run 1") && shows(svg, "run 2"));
    assert_true(shows(svg, "4 entries in 3.5 ms"));
    free(svg);
    log_begin("once.txt"); /* six digits of seconds do not make it two */
    log_text("1\t0\t1\t100000400000\t100001600000\t100\t100.002\ta\n");
    log_text("2\t0\t1\t500000400000\t500002400000\t500\t500.002\ta\n");
    log_end();
    svg = picture("once.txt", NULL);
    assert_null(strstr(svg, ">run 2<"));
    free(svg);
}

/* --- colours ------------------------------------------------------------------------------- */

static void the_legend_has_the_labels_with_most_time_first(void **state)
{
    char *svg;

    (void)state;
    write_events("events.txt");
    svg = picture("events.txt", NULL);
    assert_string_equal(legend_of(svg),
                        "c10 events, c0 Fit, c1 seeding, c2 extrapolate, c3 Events, c4 Write");
    free(svg);
    svg = picture("events.txt", &(struct gau_view_options){.timeline.children_of = "6"});
    assert_string_equal(legend_of(svg), "c1 seeding, c2 extrapolate");
    free(svg);
}

static void other_labels_are_grey(void **state)
{
    char *svg;

    (void)state;
    log_begin("many.txt");
    for (uint32_t i = 1; i <= 30; i++) {
        char label[80];

        snprintf(label, sizeof label, "%s%u",
                 i == 30 ? "a label of so many letters that the legend must cut it " : "label ", i);
        log_add(i, 0, 1, i, i + 0.01 * i, label);
    }
    log_end();
    svg = picture("many.txt", NULL);
    assert_string_equal(
        legend_of(svg),
        "c0 a label of so many letters that the legen\u2026, c1 label 29, c2 label 28, "
        "c3 label 27, c4 label 26, c5 label 25, c6 label 24, c7 label 23, "
        "c8 label 22, c9 others");
    assert_string_equal(colour_of(svg, "label 21"), "c9");
    free(svg);
}

static void a_label_has_one_colour_in_all_logs(void **state)
{
    char *svg;

    (void)state;
    write_events("events.txt");
    log_begin("other.txt"); /* in another order, with other weights */
    log_add(1, 0, 1, 0, 0.001, "extrapolate");
    log_add(2, 0, 1, 0.001, 0.0012, "Fit");
    log_end();
    svg = picture("events.txt other.txt", NULL);
    for (const char *at = svg; (at = strstr(at, "<path class=\"c")); at++) {
        if (strncmp(strstr(at, "<title>"), "<title>Fit\n", 11) == 0)
            assert_memory_equal(at, "<path class=\"c0\"", 16);
        if (strncmp(strstr(at, "<title>"), "<title>Event ", 13) == 0)
            assert_memory_equal(at, "<path class=\"c10\"", 17);
    }
    assert_string_equal(colour_of(svg, "Events"), "c3");
    free(svg);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_choose_what_is_in_an_entry),
        cmocka_unit_test(the_picture_of_an_event_has_its_time),
        cmocka_unit_test(what_is_not_in_a_log_is_reported),
        cmocka_unit_test(several_logs_have_one_axis_and_their_names),
        cmocka_unit_test(a_log_without_the_event_is_left_out),
        cmocka_unit_test(runs_whose_ids_continue_are_distinguished),
        cmocka_unit_test(the_legend_has_the_labels_with_most_time_first),
        cmocka_unit_test(other_labels_are_grey),
        cmocka_unit_test(a_label_has_one_colour_in_all_logs),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
