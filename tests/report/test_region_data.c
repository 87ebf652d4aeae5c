/* SPDX-License-Identifier: Apache-2.0 */
#include "region_fixture.h"

#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/regions/region_reader.h"
#include "report/regions/region_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Files of regions as RegionAuditor writes them, and such as it does not. */

static void make_whole(void)
{
    regions_begin("regions.gtr", GAU_TRACE_REGIONS);
    regions_add_whole();
    regions_add_totals(5, true);
    regions_end();
}

static void assert_mean(struct gau_region_mean mean, double value_ms, double error_ms)
{
    if (fabs(mean.mean - value_ms / 1e3) > 1e-12 || fabs(mean.error - error_ms / 1e3) > 1e-12)
        fail_msg("%.12g +- %.12g ms", 1e3 * mean.mean, 1e3 * mean.error);
}

/* An event without a region has 0 s in it. */
static void means_are_of_all_events_without_warm_up(void **state)
{
    struct gau_region_data data;
    gau_error error = {0};

    (void)state;
    make_whole();
    assert_int_equal(gau_region_data_read(&data, ".", "regions", &error), GAU_OK);
    assert_int_equal(data.events, 3);
    assert_true(data.first == 2 && data.last == 5);
    assert_mean(data.wall_s, 6, 1);
    assert_mean(data.unaccounted_s, 11.0 / 3, sqrt((1 + 4 + 64 - 121.0 / 3) / 6));
    assert_int_equal(data.n, 3);
    assert_string_equal(data.rows[0].name, "ECal");
    assert_mean(data.rows[0].charges_s[GAU_REGION_OF_STEPS], 4.0 / 3, sqrt(14.0 / 18));
    assert_mean(data.rows[0].charges_s[GAU_REGION_AT_LOCATION], 1, sqrt(1.0 / 3));
    assert_mean(data.rows[0].charges_s[GAU_REGION_BY_BIRTH], 5.0 / 3, sqrt(26.0 / 18));
    assert_mean(data.rows[0].charges_s[GAU_REGION_BY_ORIGIN], 2.0 / 3, 1.0 / 3);
    assert_true(data.rows[0].steps == 50 && data.rows[0].intervals == 149.0 / 3);
    assert_string_equal(data.rows[1].name, "HCal");
    assert_mean(data.rows[1].charges_s[GAU_REGION_OF_STEPS], 1.0 / 3, 1.0 / 3);
    assert_string_equal(data.rows[2].name, "unattributed");
    assert_mean(data.rows[2].charges_s[GAU_REGION_OF_STEPS], 2.0 / 3, 2.0 / 3);
    assert_int_equal(data.n_notes, 0);
    gau_region_data_clear(&data);
}

struct taken {
    size_t n;
    uint64_t numbers[8];
    uint32_t rows[8]; /* of the first part */
};

static void take_event(void *user, const struct gau_region_event *event)
{
    struct taken *const taken = user;

    taken->numbers[taken->n] = event->number;
    taken->rows[taken->n++] = event->n > 0 ? event->parts[0].row : 99;
}

static void events_are_read_again(void **state)
{
    static const struct gau_trace_region_sum fresh[] = {{7, 1, 1, 1, 1, 1, 1, 1}};
    struct gau_region_data data;
    struct taken taken = {0};
    gau_error error = {0};

    (void)state;
    make_whole();
    assert_int_equal(gau_region_data_read(&data, ".", "regions", &error), GAU_OK);
    regions_begin("regions.gtr", GAU_TRACE_REGIONS); /* it has grown */
    regions_add_whole();
    regions_add_event(1, 6, 8, 1, fresh);
    regions_end();
    assert_int_equal(gau_region_data_again(&data, take_event, &taken, &error), GAU_OK);
    assert_int_equal(taken.n, 4);
    assert_true(taken.numbers[0] == 2 && taken.rows[0] == 0);
    assert_true(taken.numbers[1] == 3 && taken.rows[1] == 2);
    assert_true(taken.numbers[2] == 5 && taken.numbers[3] == 6);
    assert_true(taken.rows[3] == GAU_REGION_NO_ROW);
    unlink("regions.gtr");
    assert_int_equal(gau_region_data_again(&data, take_event, &taken, &error), GAU_ERR_IO);
    assert_memory_equal(error.message, "./regions.gtr: ", 15);
    gau_region_data_clear(&data);
}

/* --- notes --------------------------------------------------------------------------------- */

static void killed(void)
{
    regions_add_whole();
    regions_add_totals(5, false);
}

static void without_end(void)
{
    regions_add_event(0, 1, 5, 0, NULL)->flags = GAU_TRACE_EVENT_UNFINISHED;
    regions_add_whole();
    regions_add_totals(8, true);
}

static void damaged(void)
{
    regions_add_event(0, 1, 5, 0, NULL);
    gau_trace_flush(&regions_writer);
    regions_writer.sequence += 2; /* of the block after the next */
    regions_add_whole();
    gau_trace_flush(&regions_writer);
    regions_add_totals(6, true);
}

static void without_steps(void)
{
    regions_add_event(0, 1, 5, 0, NULL);
    regions_add_event(0, 2, 5, 0, NULL);
    regions_add_totals(2, true);
}

static void costly(void)
{
    regions_add_whole();
    regions_add_facts((struct gau_trace_region_totals){
        .outside = 1, .lost = 2, .timer_ns = 20000, .step_ns = -1, .collisions = 3});
    regions_add_totals(5, true);
}

static void cheap(void)
{
    regions_add_whole();
    regions_add_facts((struct gau_trace_region_totals){.timer_ns = 2000, .step_ns = 200});
    regions_add_totals(5, true);
}

static void beyond(void)
{
    static const struct gau_trace_region_sum sums[] = {{0, 1, 1, 1, 2, 2, 2, 2}};

    regions_add_totals(0, false);
    regions_add_event(0, 1, 5, 0, NULL);
    regions_add_event(0, 2, 1.5, 1, sums)->fallbacks = 1;
    for (uint64_t number = 3; number < 20; number++)
        regions_add_event(0, number, 3, 1, sums);
    regions_add_totals(19, true);
}

static const struct {
    const char *name;
    void (*make)(void);
    uint64_t events;
    const char *notes;
} files[] = {
    {"killed", killed, 3,
     "warning: the job did not end: 5 events are in the file, at most those of its last second are "
     "missing\n"},
    {"without end", without_end, 3,
     "warning: 2 of 8 events are not in the file\n1 event did not end: left out of all tables\n"},
    {"damaged", damaged, 4,
     "warning: 'regions.gtr' is damaged: 2 blocks missing; the rest is shown\n"},
    {"without steps", without_steps, 1,
     "no event has steps: does the program call gau_step(), in events?\n"},
    {"costly", costly, 3,
     "a step costs 20000 ns to record: that is 52 % of the time of regions, which has it in it\n"
     "1 step was outside of events: left out\n"
     "2 steps or begins of tracks without memory for them: their tracks are not known\n"
     "3 claims of volumes came too late: other regions have them\n"},
    {"cheap", cheap, 3, ""},
    {"beyond", beyond, 18,
     "100 % of the time of steps is unattributed: register the volumes that have it, and see table "
     "attribution for where its tracks were born\n"
     "regions have more time than the event in 1 of 18 events: their sum may exceed the wall "
     "time\n1 track did not begin: it counts as born at its first step\n"},
};

static void notes_say_what_is_missing_and_what_to_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct gau_region_data data;
        gau_error error = {0};
        char notes[1024] = "";

        regions_begin("regions.gtr", GAU_TRACE_REGIONS);
        files[i].make();
        regions_end();
        if (gau_region_data_read(&data, ".", "regions", &error) != GAU_OK ||
            data.events != files[i].events)
            fail_msg("%s: %zu events, %s", files[i].name, (size_t)data.events, error.message);
        for (size_t note = 0; note < data.n_notes; note++) {
            strcat(notes, data.notes[note]);
            strcat(notes, "\n");
        }
        assert_string_equal(notes, files[i].notes);
        gau_region_data_clear(&data);
    }
}

/* --- what is no file of regions ------------------------------------------------------------ */

static void what_is_no_file_of_regions_is_refused(void **state)
{
    static const char missing[] = "'.' has no regions.gtr: run it with a RegionAuditor, or name a "
                                  "file of k4Bench, LABEL_regions.json";
    struct gau_region_data data;
    gau_error error = {0};

    (void)state;
    assert_int_equal(gau_region_data_read(&data, ".", "regions", &error), GAU_ERR_USAGE);
    assert_string_equal(error.message, missing);
    gau_region_data_clear(&data);
    regions_begin("regions-A.gtr", GAU_TRACE_EVENTS);
    regions_end();
    error = (gau_error){0};
    assert_int_equal(gau_region_data_read(&data, ".", "regions", &error), GAU_ERR_IO);
    assert_string_equal(error.message, "./regions-A.gtr: it holds no regions");
    gau_region_data_clear(&data);
    folder_write("regions-B.gtr", "");
    error = (gau_error){0};
    assert_int_equal(gau_region_data_read(&data, ".", "regions", &error), GAU_ERR_USAGE);
    assert_string_equal(error.message,
                        "'.' has regions of 2 auditors: say which: regions-A, regions-B");
    gau_region_data_clear(&data);
    error = (gau_error){0};
    assert_int_equal(gau_region_data_read(&data, ".", "regions-B", &error), GAU_OK);
    assert_int_equal(data.events, 0);
    gau_region_data_clear(&data);
}

static void write_all(struct gau_region_data *data, FILE *out, gau_error *error)
{
    const struct gau_view_options options = {0};

    gau_region_tables_write(data, &options, out, error);
    if (error->status == GAU_OK)
        gau_region_picture_draw(data, out, error);
}

static uint32_t draw(uint32_t *seed)
{
    return *seed = *seed * 1664525 + 1013904223;
}

/* Numbers of any size, in all fields that may have them. */
static void any_number_is_accepted(void **state)
{
    static const uint64_t numbers[] = {0, UINT32_MAX, INT64_MAX, UINT64_MAX};
    FILE *const out = fopen("/dev/null", "w");
    uint32_t seed = 1;

    (void)state;
    for (int round = 0; round < 500; round++) {
        struct gau_region_data data;
        gau_error error = {0};

        regions_begin("regions.gtr", GAU_TRACE_REGIONS);
        for (int i = 0; i < 6; i++) {
            struct gau_trace_region_sum sums[3] = {0};
            struct gau_trace_region_event *const event = regions_add_event(0, 0, 0, 3, sums);
            uint64_t *const words = (uint64_t *)(void *)event;

            for (size_t word = 2; word < sizeof *event / 8 + 3 * sizeof *sums / 8; word++)
                words[word] = numbers[draw(&seed) >> 16 & 3] << (seed & 1);
            event->worker = seed >> 20 & 1;
            event->flags = seed >> 21 & 8;
            event->count = 3;
            for (uint32_t part = 0; part < 3; part++)
                event->sums[part].region = 5 * part + (seed >> 22 & 3);
        }
        regions_add_totals(6, round & 1);
        regions_end();
        if (gau_region_data_read(&data, ".", "regions", &error) != GAU_OK)
            fail_msg("%s", error.message);
        assert_true(data.events >= 4);
        write_all(&data, out, &error);
        assert_true(error.status == GAU_OK || strstr(error.message, " has no time to draw"));
        gau_region_data_clear(&data);
    }
    fclose(out);
}

static void without_memory_reading_fails(void **state)
{
    FILE *const out = fopen("/dev/null", "w");
    uint64_t nth = 0;
    gau_error error;

    (void)state;
    make_whole();
    do {
        struct gau_region_data data;

        error = (gau_error){0};
        allocations_fail_at(++nth);
        if (gau_region_data_read(&data, ".", "regions", &error) == GAU_OK)
            write_all(&data, out, &error);
        allocations_fail_at(0);
        if (error.status != GAU_OK)
            assert_non_null(strstr(error.message, "memory"));
        gau_region_data_clear(&data);
    } while (error.status != GAU_OK);
    assert_true(nth > 30);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(means_are_of_all_events_without_warm_up, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(events_are_read_again, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(notes_say_what_is_missing_and_what_to_do, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(what_is_no_file_of_regions_is_refused, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(any_number_is_accepted, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(without_memory_reading_fails, folder_enter, folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
