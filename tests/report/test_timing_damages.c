/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/report_view.h"
#include "tests/unit/test.h"

#include "documents/document.h"
#include "documents/views/views.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A document of a real run of 60 events, of which one number of one branch is damaged at a time.
 * Both views must name the branch.
 *
 * What cannot be noticed: another slowest event of the run, as no other number depends on it. The
 * numbers of the branch itself (branch, parent, depth, level) are not measured, and not damaged
 * here.
 */

enum { EVENTS = 60 };

static const char *const keys[] = {
    "calls",      "total_s",         "self_s",         "mean_s",
    "min_s",      "max_s",           "stddev_s",       "p50_s",
    "p90_s",      "p99_s",           "cpu_total_s",    "sum_of_squares_s2",
    "cpu_self_s", "memory_total_MB", "memory_self_MB", "slowest_event",
};

static const struct damage {
    const char *name;
    double factor, shift;
} damages[] = {
    {"doubled", 2, 0},     {"halved", 0.5, 0},  {"a thousandfold", 1000, 0},
    {"5 % more", 1.05, 1}, {"negative", -1, 0}, {"0", 0, 0},
};

static json_t *load(void)
{
    json_t *const document = json_load_file(getenv("TEST_TIMER"), 0, NULL);

    assert_non_null(document);
    return document;
}

/* The lines of a view that name a branch and its file. */
static size_t count_lines(bool validate, const char *path)
{
    size_t failed = 0, n = 0;
    const struct gau_view_options options = {.format = GAU_TABLE_TEXT,
                                             .failed_checks = validate ? &failed : NULL};
    gau_error error = {0};
    char quoted[256], *text;

    if (report_view(&gau_view_timing, "r", &options, "out", &error) != GAU_OK)
        return strncmp(error.message, "timer.json: branches[", 21) == 0;
    text = folder_read("out");
    snprintf(quoted, sizeof quoted, "'%s'", path);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        n += strstr(line, "timer.json: branches") && (!*path || strstr(line, quoted));
    free(text);
    return n;
}

static json_t *changed(const json_t *value, const struct damage *damage)
{
    if (json_is_real(value))
        return json_real(json_real_value(value) * damage->factor);
    return json_integer(
        (json_int_t)((double)json_integer_value(value) * damage->factor + damage->shift));
}

static void write_document(json_t *document)
{
    gau_error error = {0};

    assert_int_equal(gau_document_save("r", "timer", document, &error), GAU_OK);
}

static bool can_be_noticed(const char *key, json_t *value)
{
    return strcmp(key, "slowest_event") != 0 || json_integer_value(value) < -1 ||
           json_integer_value(value) > EVENTS;
}

static void damage_number(json_t *document, json_t *row, const char *key)
{
    json_t *const old = json_copy(json_object_get(row, key));
    const char *const path = json_string_value(json_object_get(row, "path"));

    for (size_t i = 0; i < COUNT_OF(damages); i++) {
        json_t *const value = changed(old, &damages[i]);

        json_object_set(row, key, value);
        write_document(document);
        for (int validate = 0; validate < 2; validate++)
            if (!json_equal(value, old) && can_be_noticed(key, value) &&
                count_lines(validate, path) == 0)
                fail_msg("%s of '%s' %s is not noticed%s", key, path, damages[i].name,
                         validate ? " by --validate" : "");
        json_decref(value);
    }
    json_object_set_new(row, key, old);
}

static void each_damaged_number_is_a_line_with_its_branch(void **unused)
{
    json_t *const document = load(), *const rows = json_object_get(document, "branches");

    (void)unused;
    for (size_t i = 0; i < json_array_size(rows); i += 2) {
        json_t *const row = json_array_get(rows, i);

        for (size_t k = 0;
             k < COUNT_OF(keys) && json_integer_value(json_object_get(row, "calls")) > 0; k++) {
            assert_non_null(json_object_get(row, keys[k]));
            damage_number(document, row, keys[k]);
        }
    }
    json_decref(document);
}

static void swapped_numbers_are_noticed(void **unused)
{
    static const char *const pairs[][2] = {
        {"min_s", "max_s"}, {"mean_s", "max_s"},        {"p50_s", "p90_s"},
        {"p90_s", "p99_s"}, {"mean_s", "stddev_s"},     {"total_s", "mean_s"},
        {"p99_s", "min_s"}, {"total_s", "cpu_total_s"}, {"stddev_s", "sum_of_squares_s2"},
    };
    json_t *const document = load();
    json_t *const row = json_array_get(json_object_get(document, "branches"), 0);

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        json_t *const a = json_incref(json_object_get(row, pairs[i][0])),
                      *const b = json_incref(json_object_get(row, pairs[i][1]));

        json_object_set(row, pairs[i][0], b);
        json_object_set(row, pairs[i][1], a);
        write_document(document);
        for (int validate = 0; validate < 2; validate++)
            if (count_lines(validate, "Event") == 0)
                fail_msg("%s and %s swapped are not noticed", pairs[i][0], pairs[i][1]);
        json_object_set_new(row, pairs[i][0], a);
        json_object_set_new(row, pairs[i][1], b);
    }
    json_decref(document);
}

/* It would switch off what is known from histograms. */
static void a_tick_of_no_time_is_refused(void **unused)
{
    static const struct {
        double tick_s;
        const char *message;
    } cases[] = {
        {0, "timer.json: tick_s: a tick of the clock takes more than 0 s, not 0"},
        {-1e-9, "timer.json: tick_s: a tick of the clock takes more than 0 s, not -1e-09"},
    };
    json_t *const document = load();

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_object_set_new(document, "tick_s", json_real(cases[i].tick_s));
        write_document(document);
        for (int validate = 0; validate < 2; validate++) {
            size_t failed = 0;
            const struct gau_view_options options = {.format = GAU_TABLE_TEXT,
                                                     .failed_checks = validate ? &failed : NULL};
            gau_error error = {0};

            assert_int_equal(report_view(&gau_view_timing, "r", &options, "out", &error),
                             GAU_ERR_IO);
            assert_string_equal(error.message, cases[i].message);
        }
    }
    json_decref(document);
}

static void a_bin_out_of_order_is_named(void **unused)
{
    static const struct {
        int bin, calls;
        const char *message;
    } cases[] = {
        {2000, 3,
         "its histogram has 3 calls in bin 2000; bins with calls are expected, from 0 to "
         "1311"},
        {5, 0, "its histogram has 0 calls in bin 5; bins with calls are expected, from 0 to 1311"},
    };
    json_t *const document = load();
    json_t *const row = json_array_get(json_object_get(document, "branches"), 0);

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t failed = 0;
        const struct gau_view_options options = {.format = GAU_TABLE_TEXT,
                                                 .failed_checks = &failed,
                                                 .width = 0};
        gau_error error = {0};
        char *text;

        json_object_set_new(row, "histogram", json_pack("[[i, i]]", cases[i].bin, cases[i].calls));
        write_document(document);
        assert_int_equal(report_view(&gau_view_timing, "r", &options, "out", &error), GAU_OK);
        text = folder_read("out");
        assert_non_null(strstr(text, cases[i].message));
        free(text);
    }
    json_decref(document);
}

static void the_document_itself_is_right(void **unused)
{
    json_t *const document = load();

    (void)unused;
    write_document(document);
    assert_int_equal(count_lines(false, "") + count_lines(true, ""), 0);
    json_decref(document);
}

static int enter(void **state)
{
    const int status = folder_enter(state);

    scene_write_run("r", "'event_window':[1,61],'events':60,");
    return status;
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(the_document_itself_is_right), TEST(each_damaged_number_is_a_line_with_its_branch),
        TEST(swapped_numbers_are_noticed),  TEST(a_tick_of_no_time_is_refused),
        TEST(a_bin_out_of_order_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
