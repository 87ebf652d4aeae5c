/* SPDX-License-Identifier: Apache-2.0 */
#include "region_fixture.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

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

static void tables_show_what_regions_cost(void **state)
{
    static const struct {
        const char *table, *text;
    } table[] = {
        {"regions", ""},
        {"attribution", ""},
        {"rules", ""},
        {"origins", ""},
    };

    (void)state;
    make_whole();
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const struct gau_view_options options = {.table = table[i].table};
        char *const text = text_of(&options);

        assert_string_equal(text, table[i].text);
        free(text);
    }
}

static void a_limit_leaves_the_others_in_one_row(void **state)
{
    static const char wanted[] = "";
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
        {1, 100, 4, ">event; a column is the mean of 67 numbers</text>"},
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
        cmocka_unit_test_setup_teardown(a_picture_has_bins_of_events, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(areas_lie_on_each_other_below_the_wall_time, folder_enter,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
