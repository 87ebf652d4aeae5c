/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_fixture.h"

#include "tests/unit/temp_folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pictures of time logs. */

/* Two events, the second one longer; in it a step that is called twice. */
static void write_events(const char *path)
{
    log_begin(path);
    log_add(1, 0, 1, 0.0005, 0.004, "Event 1");
    log_add(2, 1, 2, 0.0011, 0.0035, "Fit");
    log_add(3, 2, 3, 0.0012, 0.002, "seeding");
    log_add(4, 0, 1, 0.005, 0.011, "Event 2");
    log_add(5, 4, 2, 0.0051, 0.009, "Fit");
    log_add(6, 5, 3, 0.0052, 0.007, "seeding");
    log_add(7, 5, 3, 0.0071, 0.0089, "seeding");
    log_add(8, 4, 2, 0.0095, 0.01, "Write <out> & \"flush\"");
    log_end();
}

/* --- a picture ----------------------------------------------------------------------------- */

static void a_picture_is_as_expected(void **state)
{
    char *svg, *expected;

    (void)state;
    write_events("events.txt");
    svg = picture("events.txt", NULL);
    expected = folder_read(EXPECTED_FOLDER "/timeline.svg");
    assert_string_equal(svg, expected);
    free(svg);
    free(expected);
}

/* The left edge and the width of the first bar with that label, in pixels of the drawing. */
static void place_of(const char *svg, const char *label, double *left, double *width)
{
    char part[100];
    const char *title, *bar = NULL;

    snprintf(part, sizeof part, "<title>%s\n", label);
    title = strstr(svg, part);
    assert_non_null(title);
    for (const char *at = svg; (at = strstr(at, " d=\"M")) && at < title; at++)
        bar = at;
    assert_non_null(bar);
    assert_int_equal(sscanf(bar, " d=\"M%lf 0h%lf", left, width), 2);
}

static void bars_are_where_their_times_are(void **state)
{
    double left, width;
    char *svg;

    (void)state;
    write_events("events.txt");
    svg = picture("events.txt", NULL);
    place_of(svg, "Event 2", &left, &width);
    assert_true(fabs(left - 1100 * 5.0 / 11) < 0.01); /* from 0, as the begin is near */
    assert_true(fabs(left + width - 1100) < 1);
    place_of(svg, "seeding", &left, &width);
    assert_true(fabs(left - 1100 * 1.2 / 11) < 0.01 && fabs(width - 1100 * 0.8 / 11) < 1);
    free(svg);
}

static void labels_are_where_they_fit(void **state)
{
    char *svg;

    (void)state;
    write_events("events.txt");
    svg = picture("events.txt", NULL);
    assert_true(shows(svg, "Event 1") && shows(svg, "Fit") && shows(svg, "seeding"));
    /* Its bar has 50 pixels: it shows the beginning, and a tool tip shows all of it. */
    assert_non_null(strstr(svg, "<title>Write &lt;out&gt; &amp; &quot;flush&quot;\n500 us from"));
    assert_non_null(strstr(svg, "class=\"part\""));
    free(svg);
}

/* Of 1100 pixels "hidden" has a third of one; joined or not, its colour is not seen. */
static void the_legend_has_what_is_seen(void **state)
{
    char *svg;

    (void)state;
    log_begin("log.txt");
    log_add(1, 0, 1, 0, 1, "wide");
    log_add(2, 0, 1, 1.5, 1.5003, "hidden");
    log_add(3, 0, 1, 2, 3, "seen");
    log_end();
    svg = picture("log.txt", NULL);
    assert_non_null(strstr(svg, "<title>hidden"));
    assert_int_equal(count_of(svg, "class=\"legend\""), 2);
    assert_int_equal(count_of(svg, ">hidden</text>"), 0);
    free(svg);
    svg = picture("log.txt", &(struct gau_view_options){.time_filter = "1.45:1.55"});
    assert_non_null(strstr(svg, ">hidden</text>"));
    free(svg);
}

static void more_digits_come_from_ticks(void **state)
{
    const struct gau_view_options options = {.time_filter = "99.9999:100"};
    double left, width;
    char *svg;

    (void)state;
    log_begin("long.txt");
    log_add(1, 0, 1, 0.5, 1, "first");
    log_add(2, 0, 1, 99.99992, 99.99994, "short"); /* both are 99.9999 s in six digits */
    log_add(3, 0, 1, 99.99995, 100, "last");
    log_end();
    svg = picture("long.txt", &options);
    place_of(svg, "short", &left, &width);
    assert_true(fabs(left - 220) < 2 && fabs(width - 220) < 2);
    free(svg);
}

static void times_come_from_seconds_where_ticks_are_none(void **state)
{
    double left, width;
    char *svg;

    (void)state;
    log_begin("log.txt");
    log_text("1\t0\t1\t0\t0\t0\t2\tlong\n2\t0\t1\t0\t0\t2\t3\tshort\n");
    log_end();
    svg = picture("log.txt", NULL);
    place_of(svg, "short", &left, &width);
    assert_true(fabs(left - 1100 * 2.0 / 3) < 0.01);
    free(svg);
}

/* --- choosing ------------------------------------------------------------------------------ */

static size_t bars_with(const struct gau_view_options *options)
{
    char *const svg = picture("events.txt", options);
    const size_t n = bars_of(svg);

    free(svg);
    return n;
}

static void options_choose_entries(void **state)
{
    static const struct {
        struct gau_view_options options;
        size_t bars;
    } cases[] = {
        {{0}, 8},
        {{.timeline.max_depth = 1}, 2},
        {{.timeline.max_depth = 2}, 5},
        {{.timeline.max_depth = 3}, 8},
        {{.time_filter = ":0.0045"}, 3},
        {{.time_filter = "0.0045:"}, 5},
        {{.time_filter = "0.0071:0.0072"}, 3},
        {{.time_filter = "0.0045:", .timeline.max_depth = 2}, 3},
    };

    (void)state;
    write_events("events.txt");
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(bars_with(&cases[i].options), cases[i].bars);
}

/* The other worker was not requested: the picture begins where what is shown does, not at 0. */
static void what_is_not_shown_has_no_say_in_the_time(void **state)
{
    static const struct gau_view_options deep = {.timeline.max_depth = 2};
    double left, width;
    char *svg;

    (void)state;
    folder_write("late/other.txt", "nothing\n");
    log_begin("late/time-log.txt");
    log_add(1, 0, 1, 100, 101, "Event 1");
    log_add(2, 1, 2, 100, 101, "Fit");
    log_end();
    log_begin("late/time-log-worker1.txt");
    log_add(1, 0, 3, 100, 109, "Event 2");
    log_end();
    svg = picture("late", &deep);
    place_of(svg, "Fit", &left, &width);
    assert_true(width > 300);
    free(svg);
}

static void what_is_missing_is_reported(void **state)
{
    static const struct {
        struct gau_view_options options;
        const char *message;
    } cases[] = {
        {{.time_filter = "0.0041:0.0049"}, "'events.txt' has no entries in that time"},
        {{.time_filter = "7:8"}, "'events.txt' has no entries in that time"},
        {{.time_filter = "8:7"},
         "a time filter is FROM:TO in seconds since the start of the run, "
         "such as '1.5:20', '5:' or ':5', not '8:7'"},
    };

    (void)state;
    write_events("events.txt");
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        no_picture("events.txt", &cases[i].options, GAU_ERR_USAGE, cases[i].message);
    log_begin("inner.txt");
    log_add(1, 0, 4, 1, 2, "inner");
    log_end();
    no_picture("inner.txt", &(struct gau_view_options){.timeline.max_depth = 3}, GAU_ERR_USAGE,
               "'inner.txt' has no entries at depth 3 or above");
}

/* --- files --------------------------------------------------------------------------------- */

static void workers_have_rows_of_their_own(void **state)
{
    char *svg;

    (void)state;
    folder_write("result/other.txt", "nothing\n");
    write_events("result/time-log.txt");
    write_events("result/time-log-worker10.txt");
    write_events("result/time-log-worker2.txt");
    write_events("result/time-log-Other.txt"); /* of an auditor with a name */
    svg = picture("result/", NULL);
    assert_int_equal(bars_of(svg), 3 * 8);
    assert_true(strstr(svg, ">worker 0<") < strstr(svg, ">worker 2<"));
    assert_true(strstr(svg, ">worker 2<") < strstr(svg, ">worker 10<"));
    assert_true(shows(svg, "Timeline of result") && shows(svg, "24 entries in 11 ms"));
    free(svg);
    svg = picture("result/time-log-Other.txt", NULL);
    assert_int_equal(bars_of(svg), 8);
    assert_null(strstr(svg, ">worker"));
    free(svg);
}

static void a_folder_may_have_the_log_of_one_named_auditor(void **state)
{
    char *svg;

    (void)state;
    folder_write("named/run.json", "{}\n");
    no_picture("named", NULL, GAU_ERR_USAGE,
               "'named' has no timeline (timeline.gtr, which TraceAuditor writes), and no time log "
               "(time-log.txt, which TimeLogAuditor writes)");
    write_events("named/time-log-Fast.txt");
    write_events("named/time-log-Fast-worker1.txt");
    svg = picture("named", NULL);
    assert_int_equal(bars_of(svg), 2 * 8);
    free(svg);
    write_events("named/time-log-Slow.txt");
    no_picture("named", NULL, GAU_ERR_USAGE,
               "'named' has several time logs, such as 'time-log-Fast.txt' and "
               "'time-log-Slow.txt': say which");
    no_picture("nowhere", NULL, GAU_ERR_USAGE, "nowhere: No such file or directory");
}

static void further_processes_are_drawn_by_their_names(void **state)
{
    char *svg;

    (void)state;
    folder_write("ranks/process-3/run.json", "{}\n");
    folder_write("ranks/process-4", "no folder\n");
    folder_write("ranks/process-10/run.json", "{}\n");
    folder_write("ranks/process-2/run.json", "{}\n");
    folder_write("ranks/process-other/run.json", "{}\n");
    folder_write("late-ranks/process-2/run.json", "{}\n");
    write_events("ranks/time-log.txt");
    write_events("ranks/process-10/time-log.txt");
    write_events("ranks/process-2/time-log.txt");
    write_events("ranks/process-2/time-log-worker1.txt");
    write_events("ranks/process-other/time-log.txt"); /* the user's */
    svg = picture("ranks", NULL);
    assert_int_equal(bars_of(svg), 4 * 8);
    assert_true(shows(svg, "ranks"));
    assert_true(strstr(svg, ">ranks<") < strstr(svg, ">process-2, worker 0<"));
    assert_true(strstr(svg, ">process-2, worker 0<") < strstr(svg, ">process-2, worker 1<"));
    assert_true(strstr(svg, ">process-2, worker 1<") < strstr(svg, ">process-10<"));
    free(svg);
    write_events("late-ranks/process-2/time-log.txt"); /* the first wrote none */
    svg = picture("late-ranks", NULL);
    assert_int_equal(bars_of(svg), 8);
    assert_true(shows(svg, "process-2"));
    free(svg);
}

static void runs_that_were_appended_have_rows_of_their_own(void **state)
{
    char *svg;

    (void)state;
    log_begin("twice.txt");
    for (int run = 0; run < 2; run++) {
        log_add(1, 0, 1, 0.1, 0.4, "a");
        log_add(2, 1, 2, 0.2, 0.3, "b");
    }
    log_end();
    svg = picture("twice.txt", NULL);
    assert_int_equal(bars_of(svg), 4);
    assert_true(shows(svg, "run 1") && shows(svg, "run 2"));
    free(svg);
}

/* --- many ---------------------------------------------------------------------------------- */

static void many_entries_make_a_small_picture(void **state)
{
    enum { N = 300000 };
    size_t size;
    char *svg;

    (void)state;
    log_begin("many.txt");
    for (uint32_t i = 0; i < N; i++)
        log_add(i + 1, 0, 1, 1e-5 * i, 1e-5 * i + 5e-6, i % 3 ? "often" : "seldom");
    log_end();
    svg = picture("many.txt", NULL);
    size = strlen(svg);
    assert_true(size > 20000 && size < 200000);
    assert_true(bars_of(svg) < 800);
    assert_non_null(strstr(svg, ">300000 entries in 3 s<"));
    assert_non_null(
        strstr(svg, ">300000 entries narrower than 0.75 px are joined with their neighbours<"));
    assert_non_null(strstr(svg, " entries, the longest: "));
    free(svg);
}

static void depths_beyond_the_rows_are_reported(void **state)
{
    enum { N = 1000 };
    char *svg;

    (void)state;
    log_begin("deep.txt");
    for (uint32_t i = 1; i <= N; i++)
        log_add(i, i - 1, i, 1e-3 * i, 3 - 1e-3 * i, "down");
    log_end();
    svg = picture("deep.txt", NULL);
    assert_int_equal(bars_of(svg), 300);
    assert_non_null(strstr(svg, ">700 entries of further depths, workers or runs are not drawn<"));
    free(svg);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_as_expected),
        cmocka_unit_test(bars_are_where_their_times_are),
        cmocka_unit_test(labels_are_where_they_fit),
        cmocka_unit_test(the_legend_has_what_is_seen),
        cmocka_unit_test(more_digits_come_from_ticks),
        cmocka_unit_test(times_come_from_seconds_where_ticks_are_none),
        cmocka_unit_test(options_choose_entries),
        cmocka_unit_test(what_is_not_shown_has_no_say_in_the_time),
        cmocka_unit_test(what_is_missing_is_reported),
        cmocka_unit_test(workers_have_rows_of_their_own),
        cmocka_unit_test(further_processes_are_drawn_by_their_names),
        cmocka_unit_test(a_folder_may_have_the_log_of_one_named_auditor),
        cmocka_unit_test(runs_that_were_appended_have_rows_of_their_own),
        cmocka_unit_test(many_entries_make_a_small_picture),
        cmocka_unit_test(depths_beyond_the_rows_are_reported),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
