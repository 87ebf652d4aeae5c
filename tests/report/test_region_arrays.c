/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/regions/region_reader.h"
#include "report/regions/region_view.h"

#include <math.h>
#include <string.h>

/* A file of k4Bench: these members, and the arrays that are required, of the events 0, 1 and 2. */
#define TIMES                                   \
    "\"event_wall_seconds\": [9, 4, 8], "       \
    "\"event_region_sum_seconds\": [8, 3, 5], " \
    "\"event_unaccounted_seconds\": [1, 1, 3]"
#define OBJECTS                                                                            \
    "\"at_location_seconds\": [{\"A\": 8}, {\"A\": 2, \"unattributed\": 1}, {\"B\": 5}], " \
    "\"by_birth_seconds\": [{\"A\": 8}, {\"B\": 3}, {\"A\": 1, \"B\": 4}]"
#define NUMBERS "\"event_numbers\": [0, 1, 2]"
#define FILE_OF(members) "{" members NUMBERS ", " TIMES ", " OBJECTS "}"

static gau_status read_text(struct gau_region_data *data, const char *text, gau_error *error)
{
    *error = (gau_error){0};
    folder_write("a.json", text);
    return gau_region_data_read(data, "a.json", "regions", error);
}

static const struct gau_region_row *row_of(const struct gau_region_data *data, const char *name)
{
    uint32_t i = 0;

    while (i + 1 < data->n && strcmp(data->rows[i].name, name) != 0)
        i++;
    assert_string_equal(data->rows[i].name, name);
    return &data->rows[i];
}

static void means_are_without_event_0(void **state)
{
    struct gau_region_data data;
    const struct gau_region_row *row;
    gau_error error;

    (void)state;
    assert_int_equal(
        read_text(&data,
                  FILE_OF("\"schema_version\": 1, \"per_step_timer_overhead_ns\": 1e9, "
                          "\"indexed_top_level_detectors\": [\"Never\", 3, \"A\"], "
                          "\"interval_counts\": [{\"A\": 9}, {\"A\": 3, \"unattributed\": 1}, "
                          "{\"B\": 8}], "),
                  &error),
        GAU_OK);
    assert_true(data.events == 2 && data.is_k4bench && data.has_steps);
    assert_true(data.wall_s.mean == 6 && fabs(data.wall_s.error - 2) < 1e-12);
    assert_true(data.unaccounted_s.mean == 2);
    assert_int_equal(data.n, 4);
    assert_string_equal(data.rows[0].name, "B");
    assert_string_equal(data.rows[2].name, "Never");
    assert_string_equal(data.rows[3].name, "unattributed");
    row = row_of(&data, "A");
    assert_true(row->charges_s[GAU_REGION_AT_LOCATION].mean == 1);
    assert_true(fabs(row->charges_s[GAU_REGION_AT_LOCATION].error - 1) < 1e-12);
    assert_true(row->charges_s[GAU_REGION_BY_BIRTH].mean == 0.5 && row->intervals == 1.5);
    row = row_of(&data, "B");
    assert_true(row->charges_s[GAU_REGION_AT_LOCATION].mean == 2.5 && row->intervals == 4);
    assert_true(row->charges_s[GAU_REGION_BY_BIRTH].mean == 3.5);
    row = row_of(&data, "Never");
    assert_true(row->charges_s[GAU_REGION_AT_LOCATION].mean == 0 && row->intervals == 0);
    assert_int_equal(data.n_notes, 1);
    assert_memory_equal(data.notes[0], "a step costs 1000000000 ns to record: that is 150 %", 51);
    gau_region_data_clear(&data);
}

#define NO_INTERVALS                                                                           \
    "the file has no interval_counts: numbers of steps are not known; a newer k4Bench writes " \
    "them"

static void files_are_accepted_as_k4bench_does(void **state)
{
    static const struct {
        const char *text;
        uint64_t events;
        const char *last_note;
    } table[] = {
        {FILE_OF(""), 2, NO_INTERVALS},
        {FILE_OF("\"interval_counts\": [{}], "), 2, NO_INTERVALS},
        {FILE_OF("\"interval_counts\": 3, "), 2, NO_INTERVALS},
        {FILE_OF("\"interval_counts\": [{}, {}, {}], "), 2,
         "no event has steps: does the program call gau_step(), in events?"},
        {"{" NUMBERS ", \"event_wall_seconds\": [1, NaN, 2], \"event_region_sum_seconds\": "
         "[NaN, null, -1], \"event_unaccounted_seconds\": [null, NaN, Infinity], " OBJECTS "}",
         1, "1 event has no wall time: left out of all tables"},
        {"{\"event_numbers\": [], \"event_wall_seconds\": [], \"event_region_sum_seconds\": [], "
         "\"event_unaccounted_seconds\": [], \"at_location_seconds\": [], \"by_birth_seconds\": "
         "[]}",
         0, NO_INTERVALS},
        {"{\"event_numbers\": [-5, 3, 2], " TIMES ", " OBJECTS "}", 3, NO_INTERVALS},
        {"{\"event_numbers\": [-5, 3, 2], " TIMES ", \"at_location_seconds\": [{}, {\"\": 4}, {}], "
         "\"by_birth_seconds\": [{}, {\"\": NaN}, {}]}",
         3, NO_INTERVALS},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct gau_region_data data;
        gau_error error;

        if (read_text(&data, table[i].text, &error) != GAU_OK)
            fail_msg("%s: %s", table[i].text, error.message);
        assert_int_equal(data.events, table[i].events);
        assert_string_equal(data.notes[data.n_notes - 1], table[i].last_note);
        gau_region_data_clear(&data);
    }
}

#define LENGTHS "a.json: mismatched array lengths: event_numbers has 3 elements, "
#define WITHOUT(objects, times) "{" NUMBERS ", " times ", " objects "}"

static void files_are_refused_as_k4bench_does(void **state)
{
    static const struct {
        const char *text, *message;
    } table[] = {
        {FILE_OF("\"schema_version\": \"1\", "),
         "a.json: malformed schema_version: expected a whole number from 1 on"},
        {FILE_OF("\"schema_version\": 2, "),
         "a.json: unsupported future schema_version 2; the newest that is read is 1"},
        {"[]", "a.json: not a file of regions: not a JSON object"},
        {"{}", "a.json: missing keys: event_numbers, event_wall_seconds, "
               "event_region_sum_seconds, event_unaccounted_seconds, at_location_seconds, "
               "by_birth_seconds"},
        {"{" TIMES ", " OBJECTS "}", "a.json: missing keys: event_numbers"},
        {WITHOUT("\"at_location_seconds\": [{}, {}, {}]", TIMES),
         "a.json: missing keys: by_birth_seconds"},
        {WITHOUT("\"by_birth_seconds\": [{}, {}, {}]", TIMES),
         "a.json: missing keys: at_location_seconds"},
        {WITHOUT(OBJECTS, "\"event_wall_seconds\": [1, 2, 3]"),
         "a.json: missing keys: event_region_sum_seconds, event_unaccounted_seconds"},
        {WITHOUT("\"at_location_seconds\": [{}, {}], \"by_birth_seconds\": [{}, {}, {}]", TIMES),
         LENGTHS "at_location_seconds has 2"},
        {WITHOUT("\"at_location_seconds\": [{}, {}, {}], \"by_birth_seconds\": []", TIMES),
         LENGTHS "by_birth_seconds has 0"},
        {WITHOUT("\"at_location_seconds\": [{}, {}, {}], \"by_birth_seconds\": {}", TIMES),
         "a.json: by_birth_seconds is not an array"},
        {WITHOUT("\"at_location_seconds\": [{}, 3, {}], \"by_birth_seconds\": [{}, {}, {}]", TIMES),
         "a.json: at_location_seconds[1] is not an object"},
        {WITHOUT("\"at_location_seconds\": [{}, {}, {}], \"by_birth_seconds\": [{}, {}, {\"A\": "
                 "\"1\"}]",
                 TIMES),
         "a.json: by_birth_seconds[2]: 'A' is not a number"},
        {FILE_OF("\"interval_counts\": [{}, {\"B\": []}, {}], "),
         "a.json: interval_counts[1]: 'B' is not a number"},
        {"{\"event_numbers\": [0, 7, 7], " TIMES ", " OBJECTS "}",
         "a.json: event_numbers has the number 7 more than once"},
        {"{\"event_numbers\": [0, 7.5, 7], " TIMES ", " OBJECTS "}",
         "a.json: event_numbers[1] is not a whole number"},
        {"{" NUMBERS ", \"event_wall_seconds\": [1, \"\", 1], \"event_region_sum_seconds\": [1, 1, "
         "1], \"event_unaccounted_seconds\": [1, 1, 1], " OBJECTS "}",
         "a.json: event_wall_seconds[1] is not a number"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct gau_region_data data;
        gau_error error;

        assert_int_not_equal(read_text(&data, table[i].text, &error), GAU_OK);
        assert_string_equal(error.message, table[i].message);
        gau_region_data_clear(&data);
    }
}

/* Numbers are signed. */
static void numbers_keep_their_order(void **state)
{
    char text[GAU_REGION_NUMBER_SIZE];
    struct gau_region_data data;
    gau_error error;

    (void)state;
    assert_int_equal(read_text(&data, "{\"event_numbers\": [7, -5, 3], " TIMES ", " OBJECTS "}",
                               &error),
                     GAU_OK);
    gau_region_number_text(text, &data, data.first);
    assert_string_equal(text, "-5");
    gau_region_number_text(text, &data, data.last);
    assert_string_equal(text, "7");
    gau_region_data_clear(&data);
}

static void without_memory_reading_fails(void **state)
{
    FILE *const out = fopen("/dev/null", "w");
    uint64_t nth = 0;
    gau_error error;

    (void)state;
    folder_write("a.json", FILE_OF("\"indexed_top_level_detectors\": [\"Never\"], "));
    do {
        struct gau_region_data data;

        error = (gau_error){0};
        allocations_fail_at(++nth);
        if (gau_region_data_read(&data, "a.json", "regions", &error) == GAU_OK)
            gau_region_picture_draw(&data, out, &error);
        allocations_fail_at(0);
        if (error.status != GAU_OK)
            assert_memory_equal(error.message, "out of memory (", 15);
        gau_region_data_clear(&data);
    } while (error.status != GAU_OK);
    assert_true(nth > 10);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(means_are_without_event_0, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(files_are_accepted_as_k4bench_does, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(files_are_refused_as_k4bench_does, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(numbers_keep_their_order, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(without_memory_reading_fails, folder_enter, folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
