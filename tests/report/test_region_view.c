/* SPDX-License-Identifier: Apache-2.0 */
#include "region_fixture.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/regions/region_bins.h"
#include "report/regions/region_reader.h"
#include "report/regions/region_view.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(const struct gau_view_options *options)
{
    struct gau_region_data data;
    gau_error error = {0};
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    assert_int_equal(gau_region_data_read(&data, ".", "regions", &error), GAU_OK);
    if (options->export)
        gau_region_picture_draw(&data, out, &error);
    else
        gau_region_tables_write(&data, options, out, &error);
    fclose(out);
    gau_region_data_clear(&data);
    assert_string_equal(error.message, "");
    return text;
}

static void make_whole(void)
{
    regions_begin("regions.gtr", GAU_TRACE_REGIONS);
    regions_add_whole();
    regions_add_totals(5, true);
    regions_end();
}

static const struct {
    const char *table, *text;
} tables[] = {
    {"regions", "Time of regions per event, the mean of 3 events of ./regions.gtr\n"
                "\n"
                "Region         Time [ms]  Error [ms]  Share [%]  Steps  Per step [us]\n"
                "---------------------------------------------------------------------\n"
                "ECal               1.333       0.882       22.2   50.0           26.7\n"
                "HCal               0.333       0.333        5.6    7.0           47.6\n"
                "unattributed       0.667       0.667       11.1    3.3          200.0\n"
                "[unaccounted]      3.667       2.186       61.1      -              -\n"
                "---------------------------------------------------------------------\n"
                "wall time          6.000       1.000      100.0   60.3           38.7\n"
                "---------------------------------------------------------------------\n"
                "of steps: the time between two steps belongs to the region of the second\n"
                "[unaccounted]: before the first step of an event and after the last\n"
                "warm-up is left out: the first event of each worker\n"},
    {"attribution",
     "Time per event where it is spent, and where what spends it was born\n"
     "\n"
     "Region        At location [ms]  By birth [ms]  Excess [ms]  Asymmetry\n"
     "-----------------------------------------------------------------------------\n"
     "ECal                     1.000          1.667      -0.6667      -50.0  source\n"
     "HCal                     0.667          0.000       0.6667      200.0  sink\n"
     "unattributed             0.667          0.667       0.0000        0.0\n"
     "-----------------------------------------------------------------------------\n"
     "at location: where the step before was; by birth: where its track was born\n"
     "asymmetry: the excess in % of the mean of both\n"
     "sink: more time is spent in it than by what was born in it; source: less\n"},
    {"rules", "Where time is spent: k4Bench's rule, at location, and ours, of steps\n"
              "\n"
              "Region        At location [ms]  Of steps [ms]  Difference [ms]\n"
              "--------------------------------------------------------------\n"
              "ECal                     1.000          1.333           0.3333\n"
              "HCal                     0.667          0.333          -0.3333\n"
              "unattributed             0.667          0.667           0.0000\n"
              "--------------------------------------------------------------\n"
              "at location: the time between two steps belongs to the region of the first\n"
              "of steps: it belongs to that of the second, whose work it is\n"},
    {"origins", "What spends the time: k4Bench's rule, by birth, and ours, by origin\n"
                "\n"
                "Region        By birth [ms]  By origin [ms]  Difference [ms]\n"
                "------------------------------------------------------------\n"
                "ECal                  1.667           0.667               -1\n"
                "HCal                  0.000           1.000                1\n"
                "unattributed          0.667           0.667                0\n"
                "------------------------------------------------------------\n"
                "by birth: where the track of the first step was born, its parent's last region\n"
                "by origin: where the primary ancestor of the second step's track was produced\n"},
};

static void tables_show_what_regions_cost(void **state)
{
    (void)state;
    make_whole();
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        const struct gau_view_options options = {.table = tables[i].table};
        char *const text = text_of(&options);

        assert_string_equal(text, tables[i].text);
        free(text);
    }
}

static void a_limit_leaves_the_others_in_one_row(void **state)
{
    static const char wanted[] =
        "region,time_s,error_s,share_percent,steps,intervals,step_time_s,of_steps_s,of_steps_error_"
        "s,at_location_s,at_location_error_s,by_birth_s,by_birth_error_s,by_origin_s,by_origin_"
        "error_s\n"
        "ECal,0.0013333333333333333,0.0008819171036881969,22.22222222222222,50,49.666666666666664,"
        "2.6666666666666667e-05,0.0013333333333333333,0.0008819171036881969,0.001,0."
        "0005773502691896258,0.0016666666666666666,0.0012018504251546632,0.0006666666666666666,0."
        "0003333333333333333\n"
        "[others],0.0003333333333333333,,5.555555555555555,7,6.666666666666667,4.761904761904762e-"
        "05,0.0003333333333333333,,0.0006666666666666666,,0,,0.001,\n"
        "unattributed,0.0006666666666666666,0.0006666666666666666,11.11111111111111,3."
        "3333333333333335,3.3333333333333335,0.00019999999999999998,0.0006666666666666666,0."
        "0006666666666666666,0.0006666666666666666,0.0006666666666666666,0.0006666666666666666,0."
        "0006666666666666666,0.0006666666666666666,0.0006666666666666666\n"
        "[unaccounted],0.0036666666666666666,0.0021858128414340007,61.11111111111111,,,,,,,,,,,\n";
    const struct gau_view_options options = {.format = GAU_TABLE_CSV, .limit = 1};
    char *text;

    (void)state;
    make_whole();
    text = text_of(&options);
    assert_string_equal(text, wanted);
    free(text);
}

static void without_events_tables_have_no_values(void **state)
{
    const struct gau_view_options options = {0};
    char *text;

    (void)state;
    folder_write("regions.gtr", "");
    text = text_of(&options);
    assert_memory_equal(text, "Time of regions per event, the mean of 0 events of ", 51);
    assert_null(strstr(text, "nan"));
    free(text);
}

/* Each bin has as many numbers of events as it takes for 650 of them. */
static void a_picture_has_bins_of_events(void **state)
{
    static const struct gau_trace_region_sum sums[] = {{1, 1, 1, 1, 1, 1, 1, 1}};
    static const struct {
        uint64_t first, step, n;
        const char *text;
    } table[] = {
        {1, 1, 11, ">event</text>"},
        {1, 1, 650, ">event</text>"},
        {1, 1, 651, ">event; a column is the mean of 2 numbers</text>"},
        {1, 1, 2000, ">event; a column is the mean of 4 numbers</text>"},
        {1, 2, 5, ">event</text>"},
        {1, 3, 5, ">event; a column is the mean of 3 numbers</text>"},
        {1, 100, 4, ">event; a column is the mean of 76 numbers</text>"},
        {UINT64_MAX - 10, 1, 11, ">18446744073709551615</text>"},
        {0, UINT64_MAX / 2, 3, ">18446744073709551614</text>"},
    };
    const struct gau_view_options options = {.export = gau_view_regions.export};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        char *text;

        regions_begin("regions.gtr", GAU_TRACE_REGIONS);
        regions_add_event(0, 0, 3, 1, sums);
        for (uint64_t event = 0; event < table[i].n; event++)
            regions_add_event(0, table[i].first + event * table[i].step, 3, 1, sums);
        regions_add_totals(table[i].n + 1, true);
        regions_end();
        text = text_of(&options);
        if (!strstr(text, table[i].text))
            fail_msg("no '%s' in %s", table[i].text, text);
        free(text);
    }
}

/* @p most: bins. The caller frees the text. */
static char *bins_of(size_t most)
{
    struct gau_region_data data;
    struct gau_region_bins bins;
    gau_error error = {0};
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    assert_int_equal(gau_region_data_read(&data, ".", "regions", &error), GAU_OK);
    assert_int_equal(gau_region_bins_read(&bins, &data, most, &error), GAU_OK);
    gau_region_bins_write(&bins, out);
    fclose(out);
    gau_region_bins_clear(&bins);
    gau_region_data_clear(&data);
    return text;
}

/* Events 1 to 4, of which the first two have region 1, and event 6. Event 0 is warm-up. */
static void make_five(void)
{
    static const struct gau_trace_region_sum sums[] = {{1, 1, 1, 1, 1, 2, 3, 4}};

    regions_begin("regions.gtr", GAU_TRACE_REGIONS);
    regions_add_name(1, "A\"");
    for (uint64_t event = 0; event <= 4; event++)
        regions_add_event(0, event, 10 * (double)event, event <= 2, sums);
    regions_add_event(0, 6, 60, 0, sums);
    regions_add_totals(6, true);
    regions_end();
}

#define NONE(zeros)                     \
    "{\"region\": \"unattributed\",\n"  \
    "\"of_steps_s\": [" zeros "],\n"    \
    "\"at_location_s\": [" zeros "],\n" \
    "\"by_birth_s\": [" zeros "],\n"    \
    "\"by_origin_s\": [" zeros "]}]}"

static const struct {
    size_t most;
    const char *text;
} bins_of_five[] = {
    {400, "{\"first\": 1, \"width\": 1, \"events\": [1,1,1,1,0,1],\n"
          "\"wall_s\": [0.01,0.02,0.03,0.04,0.0,0.06],\n"
          "\"unaccounted_s\": [0.007,0.017,0.03,0.04,0.0,0.06],\n"
          "\"regions\": [{\"region\": \"A\\\"\",\n"
          "\"of_steps_s\": [0.003,0.003,0.0,0.0,0.0,0.0],\n"
          "\"at_location_s\": [0.001,0.001,0.0,0.0,0.0,0.0],\n"
          "\"by_birth_s\": [0.002,0.002,0.0,0.0,0.0,0.0],\n"
          "\"by_origin_s\": [0.004,0.004,0.0,0.0,0.0,0.0]},\n" NONE("0.0,0.0,0.0,0.0,0.0,0.0")},
    {5, "{\"first\": 1, \"width\": 2, \"events\": [2,2,1],\n"
        "\"wall_s\": [0.015,0.035,0.06],\n"
        "\"unaccounted_s\": [0.012,0.035,0.06],\n"
        "\"regions\": [{\"region\": \"A\\\"\",\n"
        "\"of_steps_s\": [0.003,0.0,0.0],\n"
        "\"at_location_s\": [0.001,0.0,0.0],\n"
        "\"by_birth_s\": [0.002,0.0,0.0],\n"
        "\"by_origin_s\": [0.004,0.0,0.0]},\n" NONE("0.0,0.0,0.0")},
    {2, "{\"first\": 1, \"width\": 3, \"events\": [3,2],\n"
        "\"wall_s\": [0.02,0.05],\n"
        "\"unaccounted_s\": [0.018,0.05],\n"
        "\"regions\": [{\"region\": \"A\\\"\",\n"
        "\"of_steps_s\": [0.002,0.0],\n"
        "\"at_location_s\": [0.000666666667,0.0],\n"
        "\"by_birth_s\": [0.001333333333,0.0],\n"
        "\"by_origin_s\": [0.002666666667,0.0]},\n" NONE("0.0,0.0")},
};

/* Means are those of the events of a bin, and one without events has none. */
static void events_of_a_bin_are_averaged(void **state)
{
    (void)state;
    make_five();
    for (size_t i = 0; i < COUNT_OF(bins_of_five); i++) {
        char *const text = bins_of(bins_of_five[i].most);

        assert_string_equal(text, bins_of_five[i].text);
        free(text);
    }
}

/* Of two events, 1 of 2 ms in region 1 in the first, 2 of 4 ms in the second: the axis is up to
 * 4.2 ms. */
static void areas_lie_on_each_other_below_the_wall_time(void **state)
{
    static const struct gau_trace_region_sum first[] = {{1, 1, 1, 1, 1, 1, 1, 1}},
                                             second[] = {{1, 1, 1, 1, 2, 2, 2, 2}};
    static const char *const paths[] = {
        "<path class=\"c0\" d=\"M84 332.57H409V261.14H734V404H409V404H84z\"/>",
        "<path class=\"c10\" d=\"M84 261.14H409V118.29H734V261.14H409V332.57H84z\"/>",
        "<path class=\"wall\" d=\"M84 261.14H409V118.29H734\"/>",
    };
    const struct gau_view_options options = {.export = gau_view_regions.export};
    char *text;

    (void)state;
    regions_begin("regions.gtr", GAU_TRACE_REGIONS);
    regions_add_event(0, 1, 3, 1, first);
    regions_add_event(0, 2, 2, 1, first);
    regions_add_event(0, 3, 4, 1, second);
    regions_add_totals(3, true);
    regions_end();
    text = text_of(&options);
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        if (!strstr(text, paths[i]))
            fail_msg("no %s in %s", paths[i], text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tables_show_what_regions_cost, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(a_limit_leaves_the_others_in_one_row, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(without_events_tables_have_no_values, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(events_of_a_bin_are_averaged, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(a_picture_has_bins_of_events, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(areas_lie_on_each_other_below_the_wall_time, folder_enter,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
