/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/events/event_reader.h"

#include <math.h>
#include <string.h>

/* A file of k4Bench: these members, and the four arrays that are required, of two events. */
#define REQUIRED                                                  \
    "\"event_numbers\": [0, 7], \"event_times_s\": [0.5, 0.25], " \
    "\"event_rss_begin_mb\": [100.5, 101], \"event_rss_end_mb\": [101.25, 102]"
#define FILE_OF(members) "{" members REQUIRED "}"

static gau_status read_text(struct gau_event_data *data, const char *text, gau_error *error)
{
    *error = (gau_error){0};
    folder_write("a.json", text);
    return gau_event_data_read(data, "a.json", "events", error);
}

static void a_file_has_all_arrays_in_its_rows(void **state)
{
    struct gau_event_data data;
    gau_error error;

    (void)state;
    assert_int_equal(
        read_text(&data,
                  "{\n  \"schema_version\": 1,\n  \"peak_vmem_mb\": 2000.000,\n  " REQUIRED
                  ",\n  \"event_rss_anon_begin_mb\": [50.125, 51.000],\n"
                  "  \"event_rss_anon_end_mb\": [52.000, -0.001],\n"
                  "  \"event_rss_file_end_mb\": [30.000, 31.000]\n}\n",
                  &error),
        GAU_OK);
    assert_int_equal(data.n, 2);
    assert_string_equal(data.file, "a.json");
    assert_string_equal(data.warm_up, "event 0");
    assert_true(data.rows[0].number == 0 && data.rows[1].number == 7);
    assert_true(data.rows[0].marks == GAU_EVENT_WARM_UP && data.rows[1].marks == 0);
    assert_true(data.rows[0].time_s == 0.5 && data.rows[1].time_s == 0.25);
    assert_true(data.rows[0].begin_mib[GAU_EVENT_TOTAL] == 100.5);
    assert_true(data.rows[1].end_mib[GAU_EVENT_TOTAL] == 102);
    assert_true(data.rows[0].begin_mib[GAU_EVENT_ANONYMOUS] == 50.125);
    assert_true(data.rows[0].end_mib[GAU_EVENT_ANONYMOUS] == 52);
    assert_true(isnan(data.rows[1].end_mib[GAU_EVENT_ANONYMOUS]));
    assert_true(data.rows[1].end_mib[GAU_EVENT_FILE] == 31);
    assert_true(isnan(data.rows[1].begin_mib[GAU_EVENT_FILE]));
    assert_true(isnan(data.rows[0].cpu_s) && isnan(data.rows[0].start_s));
    assert_true(data.rows[0].decision == GAU_EVENT_NO_DECISION &&
                data.rows[0].worker == GAU_EVENT_NO_WORKER);
    assert_null(data.replay);
    gau_event_data_clear(&data);
}

static void files_are_accepted_as_k4bench_does(void **state)
{
    static const struct {
        const char *text;
        size_t n;
    } table[] = {
        {FILE_OF(""), 2},
        {FILE_OF("\"event_rss_anon_end_mb\": [1, 2], "), 2},
        {FILE_OF("\"schema_version\": 1, \"peak_vmem_mb\": \"much\", "), 2},
        {FILE_OF("\"event_rss_file_end_mb\": [NaN, null], \"more\": {\"a \\\"NaN\": [1]}, "), 2},
        {"{\"event_rss_end_mb\": [-1, NaN], \"event_rss_begin_mb\": [null, -0.001],"
         "\"event_times_s\": [NaN, 1], \"event_numbers\": [3, 3]}",
         2},
        {"{\"event_numbers\": [-3, 3], \"event_times_s\": [Infinity, -Infinity],"
         "\"event_rss_begin_mb\": [-Infinity,Infinity], \"event_rss_end_mb\": [-1, 1], "
         "\"-Infinity\": -Infinity}",
         2},
        {"{\"event_numbers\": [], \"event_times_s\": [], \"event_rss_begin_mb\": [], "
         "\"event_rss_end_mb\": []}",
         0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct gau_event_data data;
        gau_error error;

        if (read_text(&data, table[i].text, &error) != GAU_OK)
            fail_msg("%s: %s", table[i].text, error.message);
        assert_int_equal(data.n, table[i].n);
        gau_event_data_clear(&data);
    }
}

#define MALFORMED "a.json: malformed schema_version: expected a whole number from 1 on"
#define LENGTHS "a.json: mismatched array lengths: event_numbers has 2 elements, "

static void files_are_refused_as_k4bench_does(void **state)
{
    static const struct {
        const char *text, *message;
    } table[] = {
        {FILE_OF("\"schema_version\": \"1\", "), MALFORMED},
        {FILE_OF("\"schema_version\": true, "), MALFORMED},
        {FILE_OF("\"schema_version\": false, "), MALFORMED},
        {FILE_OF("\"schema_version\": 1.0, "), MALFORMED},
        {FILE_OF("\"schema_version\": null, "), MALFORMED},
        {FILE_OF("\"schema_version\": [1], "), MALFORMED},
        {FILE_OF("\"schema_version\": 0, "), MALFORMED},
        {FILE_OF("\"schema_version\": -1, "), MALFORMED},
        {FILE_OF("\"schema_version\": NaN, "), MALFORMED},
        {FILE_OF("\"schema_version\": 2, "),
         "a.json: unsupported future schema_version 2; the newest that is read is 1"},
        {"{\"event_numbers\": [1], \"event_rss_end_mb\": [1]}",
         "a.json: missing keys: event_times_s, event_rss_begin_mb"},
        {"{}", "a.json: missing keys: event_numbers, event_times_s, event_rss_begin_mb, "
               "event_rss_end_mb"},
        {"{\"event_numbers\": [1, 2], \"event_times_s\": [1], \"event_rss_begin_mb\": [1, 2], "
         "\"event_rss_end_mb\": [1, 2]}",
         LENGTHS "event_times_s has 1"},
        {FILE_OF("\"event_rss_anon_end_mb\": [1, 2, 3], "), LENGTHS "event_rss_anon_end_mb has 3"},
        {FILE_OF("\"event_rss_anon_end_mb\": 1, "),
         "a.json: event_rss_anon_end_mb is not an array"},
        {FILE_OF("\"event_rss_anon_end_mb\": [1, \"2\"], "),
         "a.json: event_rss_anon_end_mb[1] is not a number"},
        {"{\"event_numbers\": [1.5], \"event_times_s\": [1], \"event_rss_begin_mb\": [1], "
         "\"event_rss_end_mb\": [1]}",
         "a.json: event_numbers[0] is not a whole number"},
        {"{\"event_numbers\": [Infinity], \"event_times_s\": [1], \"event_rss_begin_mb\": [1], "
         "\"event_rss_end_mb\": [1]}",
         "a.json: event_numbers[0] is not a whole number"},
        {FILE_OF("\"schema_version\": Infinity, "), MALFORMED},
        {"{\n\"a\": -Infinite}", "a.json:2: not a JSON document: invalid token"},
        {"{\n\"a\": -}", "a.json:2: not a JSON document: invalid token"},
        {"-", "a.json:1: not a JSON document: invalid token"},
        {"[1, 2]", "a.json: not a file of events: not a JSON object"},
        {"3", "a.json: not a file of events: not a JSON object"},
        {"NaN", "a.json: not a file of events: not a JSON object"},
        {"{\n\"a\": Nan}", "a.json:2: not a JSON document: invalid token"},
        {"", "a.json:1: not a JSON document: unexpected token near end of file"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct gau_event_data data;
        gau_error error;

        assert_int_not_equal(read_text(&data, table[i].text, &error), GAU_OK);
        assert_string_equal(error.message, table[i].message);
        gau_event_data_clear(&data);
    }
}

/* As their analysis leaves it out. */
static void what_is_not_finite_is_not_known(void **state)
{
    struct gau_event_data data;
    gau_error error;

    (void)state;
    assert_int_equal(read_text(&data,
                               "{\"event_numbers\": [1, -2], \"event_times_s\": [Infinity, 0.5], "
                               "\"event_rss_begin_mb\": [-Infinity, -1], "
                               "\"event_rss_end_mb\": [3, Infinity]}",
                               &error),
                     GAU_OK);
    assert_true(isnan(data.rows[0].time_s) && data.rows[1].time_s == 0.5);
    assert_true(data.rows[1].number == -2);
    assert_true(isnan(data.rows[0].begin_mib[GAU_EVENT_TOTAL]));
    assert_true(data.rows[0].end_mib[GAU_EVENT_TOTAL] == 3);
    assert_true(isnan(data.rows[1].end_mib[GAU_EVENT_TOTAL]));
    gau_event_data_clear(&data);
}

static void what_is_no_file_is_refused(void **state)
{
    struct gau_event_data data;
    gau_error error = {0};

    (void)state;
    assert_int_equal(gau_event_data_read(&data, "none.json", "events", &error), GAU_ERR_IO);
    assert_string_equal(error.message, "none.json: No such file or directory");
    gau_event_data_clear(&data);
    error = (gau_error){0};
    assert_int_equal(gau_event_data_read(&data, ".", "events", &error), GAU_ERR_USAGE);
    assert_string_equal(error.message, "'.' has no events.gtr: run the job with '--event-data', or "
                                       "name a file of k4Bench, LABEL_events.json");
    gau_event_data_clear(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_has_all_arrays_in_its_rows, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(files_are_accepted_as_k4bench_does, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(files_are_refused_as_k4bench_does, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(what_is_not_finite_is_not_known, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_refused, folder_enter, folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
