/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_fixture.h"

#include "tests/unit/allocations.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Time logs that are none, or mean harm. */

static const char *const result_path = "result", *const log_path = "log.txt";

static void write_line(const char *line)
{
    log_begin("log.txt");
    log_add(1, 0, 1, 0.1, 0.2, "fine");
    log_text(line);
    log_text("\n");
    log_add(3, 0, 1, 0.3, 0.4, "fine");
    log_end();
}

static void wrong_lines_are_reported_with_their_position(void **state)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"hello", "log.txt:3: 1 column instead of 8: not a time log"},
        {"2\t0\t1\t1\t2\t0.1\t0.2", "log.txt:3: 7 columns instead of 8: not a time log"},
        {"2\t0\t1\t1\t2\t0.1\t0.2\ta\tb", "log.txt:3: 9 columns instead of 8: not a time log"},
        {"-2\t0\t1\t1\t2\t0.1\t0.2\ta", "log.txt:3: the id is not a whole number, but '-2'"},
        {"2\t4294967296\t1\t1\t2\t0.1\t0.2\ta",
         "log.txt:3: the parent id is not a whole number, but '4294967296'"},
        {"2\t0\t1.5\t1\t2\t0.1\t0.2\ta", "log.txt:3: the depth is not a whole number, but '1.5'"},
        {"2\t0\t1\t\t2\t0.1\t0.2\ta",
         "log.txt:3: the start in ticks is not a whole number, but ''"},
        {"2\t0\t1\t1\t18446744073709551616\t0.1\t0.2\ta",
         "log.txt:3: the end in ticks is not a whole number, but '18446744073709551616'"},
        {"2\t0\t1\t1\t2\tnan\t0.2\ta",
         "log.txt:3: the start in seconds is not a number, but 'nan'"},
        {"2\t0\t1\t1\t2\t0.1\tinf\ta", "log.txt:3: the end in seconds is not a number, but 'inf'"},
        {"2\t0\t1\t1\t2\t0.1\t1e300\ta",
         "log.txt:3: the end in seconds is not a number, but '1e300'"},
        {"2\t0\t1\t1\t2\t0.1\t0.2s\ta",
         "log.txt:3: the end in seconds is not a number, but '0.2s'"},
        {"2\t0\t1\t1\t2\t0.1 # comment\t0.2\ta",
         "log.txt:3: 6 columns instead of 8: not a time log"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_line(cases[i].line);
        no_picture("log.txt", NULL, GAU_ERR_IO, cases[i].message);
    }
}

static void lines_that_the_reader_accepts_are_accepted(void **state)
{
    static const char *const lines[] = {
        "",
        "# a comment",
        "2\t0\t1\t1\t2\t0.1\t0.2\t",
        "2\t0\t1\t1\t2\t+1e-1\t.2\ta#b",
        "2\t0\t1\t1\t2\t0.1\t0.2\ta\r",
        "2\t7\t4294967295\t1\t2\t-0.1\t0.2\ta",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        write_line(lines[i]);
        free(picture("log.txt", NULL));
    }
}

static void files_that_are_no_logs_are_refused(void **state)
{
    enum { LONG = 300000 };
    char *const tabs = malloc(LONG);
    const char bytes[] = "1\t0\t1\t1\t2\t0.1\t0.2\ta\0b\tc\n";

    (void)state;
    assert_non_null(tabs);
    folder_write("log.txt", "");
    no_picture("log.txt", NULL, GAU_ERR_USAGE, "'log.txt' has no entries");
    folder_write("log.txt", "# entry id\n");
    no_picture("log.txt", NULL, GAU_ERR_USAGE, "'log.txt' has no entries");
    memset(tabs, '\t', LONG);
    folder_write_bytes("log.txt", tabs, LONG);
    no_picture("log.txt", NULL, GAU_ERR_IO,
               "log.txt:1: a line of more than 65535 bytes: not a time log");
    memset(tabs, '\0', LONG);
    folder_write_bytes("log.txt", tabs, 1000);
    no_picture("log.txt", NULL, GAU_ERR_USAGE, "'log.txt' has no entries"); /* a line is cut */
    folder_write_bytes("log.txt", bytes, sizeof bytes - 1);
    no_picture("log.txt", NULL, GAU_ERR_IO, "log.txt:1: 9 columns instead of 8: not a time log");
    no_picture("/dev/zero", NULL, GAU_ERR_USAGE, "'/dev/zero' is not a regular file");
    free(tabs);
}

static void a_last_line_that_is_cut_is_left_out(void **state)
{
    char *svg;

    (void)state;
    log_begin("log.txt");
    log_add(1, 0, 1, 0.1, 0.2, "fine");
    log_text("2\t0\t1\t1000");
    log_end();
    svg = picture("log.txt", NULL);
    assert_int_equal(bars_of(svg), 1);
    assert_true(shows(svg, "the last line of the log was not complete, and is left out"));
    free(svg);
}

static void labels_do_not_break_the_picture(void **state)
{
    static const char *const labels[] = {
        "</text><script>alert(1)</script>",
        "\" onload=\"x",
        "&amp; &#0; ]]>",
        "\x01\x02\x1b[31m\x7f",
        "\xFF\xC3(\xED\xA0\x80",
        "\xEF\xBF\xBE\xEF\xBF\xBF",
        "\xC2\x85\xE2\x80\xAE",
        "%s%n",
    };
    char *svg;

    (void)state;
    log_begin("log.txt");
    for (uint32_t i = 0; i < COUNT_OF(labels); i++)
        log_add(i + 1, 0, 1 + i % 2, i, i + 1, labels[i]);
    log_end();
    svg = picture("log.txt", NULL);
    assert_null(strstr(svg, "<script"));
    assert_null(strstr(svg, "\x1b"));
    assert_int_equal(bars_of(svg), COUNT_OF(labels));
    free(svg);
}

static void times_may_be_of_any_size(void **state)
{
    static const char *const lines[] = {
        "1\t0\t1\t0\t0\t0\t0\ta\n",
        "1\t0\t1\t5\t5\t5\t5\ta\n",
        "1\t0\t1\t5\t4\t5\t4\ta\n",
        "1\t0\t1\t0\t18446744073709551615\t-1e15\t1e15\ta\n",
        "1\t0\t1\t18446744073709551615\t0\t1e15\t-1e15\ta\n",
        "1\t0\t1\t1\t2\t1e-300\t2e-300\ta\n",
        "1\t0\t1\t1\t2\t999999999\t999999999.5\ta\n",
        "1\t0\t1\t1\t9\t1\t9\ta\n1\t1\t1\t9\t8\t3\t2\tb\n1\t1\t1\t9\t8\t-3\t2\tb\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        char *svg;

        folder_write("log.txt", lines[i]);
        svg = picture("log.txt", NULL);
        assert_null(strstr(svg, "nan"));
        assert_null(strstr(svg, "inf"));
        assert_true(bars_of(svg) >= 1);
        free(svg);
    }
}

static void a_log_of_many_runs_is_drawn_in_part(void **state)
{
    char *svg;

    (void)state;
    log_begin("log.txt");
    for (int i = 0; i < 5000; i++)
        log_add(1, 0, 1, 0.1, 0.2, "again");
    log_end();
    svg = picture("log.txt", NULL);
    assert_int_equal(bars_of(svg), 300);
    assert_true(shows(svg, "4700 entries of further depths, workers or runs are not drawn"));
    free(svg);
}

static void each_allocation_may_fail(void **state)
{
    const struct gau_view_options options = {.timeline.max_depth = 9};
    bool failed = true;
    uint64_t n = 0;

    (void)state;
    folder_write("result/time-log.txt", "");
    log_begin("result/time-log-worker1.txt");
    log_add(1, 0, 1, 0.1, 0.9, "a");
    for (uint32_t i = 2; i < 400; i++)
        log_add(i, 1, 2, 0.002 * i, 0.002 * i + 0.0019, "b");
    log_end();
    while (failed) {
        gau_error error = {0};

        allocations_fail_at(++n);
        report_view(&gau_view_timeline, result_path, &options, "out.svg", &error);
        failed = allocations_failed_call() != NULL;
        allocations_fail_at(0);
        assert_int_equal(error.status, failed ? GAU_ERR_MEMORY : GAU_OK);
        assert_true(!failed || strstr(error.message, "out of memory"));
    }
    assert_true(n > 10);
}

static void a_picture_that_cannot_be_written_is_reported(void **state)
{
    const struct gau_view_options all = {0};
    gau_error error = {0};

    (void)state;
    write_line("");
    assert_int_equal(report_view(&gau_view_timeline, log_path, &all, "nowhere/out.svg", &error),
                     GAU_ERR_IO);
    assert_string_equal(error.message, "nowhere/out.svg: No such file or directory");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_lines_are_reported_with_their_position),
        cmocka_unit_test(lines_that_the_reader_accepts_are_accepted),
        cmocka_unit_test(files_that_are_no_logs_are_refused),
        cmocka_unit_test(a_last_line_that_is_cut_is_left_out),
        cmocka_unit_test(labels_do_not_break_the_picture),
        cmocka_unit_test(times_may_be_of_any_size),
        cmocka_unit_test(a_log_of_many_runs_is_drawn_in_part),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(a_picture_that_cannot_be_written_is_reported),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
