/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"
#include "timeline_fixture.h"

#include "report/timeline/timeline_lanes.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Timelines as data: what a page draws lanes of. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void begin_file(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_branch(2, 1, GAU_TRACE_BRANCH_BACKGROUND, "Input");
    lanes_branch(3, 0, GAU_TRACE_BRANCH_SEQUENCE, "Reco");
    lanes_branch(4, 3, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

/* Two workers, a processor, a thread; background work of the second worker comes twice. */
static void write_lanes(void)
{
    begin_file();
    lanes_branch(5, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "gpu 0");
    lanes_branch(6, 5, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_lane(2, GAU_TRACE_LANE_EXTERNAL, 5, "");
    lanes_lane(4, GAU_TRACE_LANE_WORKER, 1, "");
    list_begin(1, 0, 0, 0);
    list_call(0.0005, 2);
    list_return(0.001, accepted);
    list_event(0.001, 1);
    list_call(0.0015, 3);
    list_call(0.002, 4);
    list_return_with(0.003, -3, GAU_ENTRY_ERROR);
    list_return(0.006, GAU_ENTRY_FORM_REJECTED);
    list_return(0.0065, accepted);
    list_end();
    list_begin(2, 0, 0, 0);
    list_interval(6, 0.001, 0.003);
    list_interval(6, 0.0035, 0.004);
    list_interval(6, 0.002, 0.0045);
    list_end();
    list_begin(4, 0, 0, 0);
    list_call(0.001, 2);
    list_return(0.002, accepted);
    list_event(0.002, 2);
    list_return(0.0041234, accepted);
    list_end();
    lanes_totals(0.0065, 1, 0);
    lanes_end();
}

static const char *path = "timeline.gtr"; /* that is read */

static struct gau_timeline_lanes *read_lanes(size_t most, const struct gau_view_options *options)
{
    const struct gau_timeline_sources sources = {&path, 1};
    gau_error error = {0};
    struct gau_timeline_lanes *const lanes =
        gau_timeline_lanes_read(&sources, options, most, &error);

    if (!lanes)
        fail_msg("%s", error.message);
    return lanes;
}

/* Not inline: gcc takes the address that the stream has of a local pointer for one of the text. */
__attribute__((__noinline__)) static char *text_of(size_t most,
                                                   const struct gau_view_options *options)
{
    struct gau_timeline_lanes *const lanes = read_lanes(most, options);
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    assert_non_null(out);
    gau_timeline_lanes_write(lanes, true, out);
    gau_timeline_lanes_free(lanes);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in %s", part, text);
}

static void lanes_have_rows_and_bars(void **state)
{
    char *text;

    (void)state;
    write_lanes();
    text = text_of(GAU_TIMELINE_LANES_BARS, &(struct gau_view_options){0});
    assert_has(text, "\"from_ns\": 0, \"to_ns\": 6500000, \"calls\": 9, \"joined\": 0, "
                     "\"joined_below_ns\": 0,\n\"damage\": \"\",\n");
    assert_has(text, "\"notes\": [\"1 call ended with an error: outlined in red\"],\n");
    assert_has(
        text,
        "\"lanes\": [\n"
        "{\"name\": \"worker 0\", \"kind\": \"worker\", \"rows\": [{\"name\": \"1\", \"bars\": 1}, "
        "{\"name\": \"2\", \"bars\": 1}, {\"name\": \"3\", \"bars\": 1}], \"gaps\": []},\n"
        "{\"name\": \"worker 1\", \"kind\": \"worker\", \"rows\": [{\"name\": \"1\", \"bars\": "
        "1}], \"gaps\": []},\n"
        "{\"name\": \"background\", \"kind\": \"background\", \"rows\": [{\"name\": \"w0\", "
        "\"bars\": 1}, {\"name\": \"w1\", \"bars\": 1}], \"gaps\": []},\n"
        "{\"name\": \"gpu 0\", \"kind\": \"external\", \"rows\": [{\"name\": \"\", \"bars\": 2}, "
        "{\"name\": \"\", \"bars\": 1}], \"gaps\": []}],\n");
    assert_has(text, "\"branches\": [\n{\"path\": \"\", \"name\": \"\", \"colour\": 9},\n"
                     "{\"path\": \"Event\", \"name\": \"Event\", \"colour\": 10},\n"
                     "{\"path\": \"Reco\", \"name\": \"Reco\", \"colour\": 1},\n"
                     "{\"path\": \"Reco Fit\", \"name\": \"Fit\", \"colour\": 3},\n"
                     "{\"path\": \"Input\", \"name\": \"Input\", \"colour\": 2},\n"
                     "{\"path\": \"kernel\", \"name\": \"kernel\", \"colour\": 0}],\n");
    assert_has(text, "\"begin_ns\": [1000000,1500000,2000000,2000000,500000,1000000,1000000,"
                     "3500000,2000000],\n"
                     "\"length_ns\": [5500000,4500000,1000000,2123400,500000,1000000,2000000,"
                     "500000,2500000],\n"
                     "\"branch\": [1,2,3,1,4,4,5,5,5],\n"
                     "\"event\": [1,1,1,2,0,0,0,0,0],\n"
                     "\"calls\": [1,1,1,1,1,1,1,1,1],\n"
                     "\"state\": [0,1,2,0,0,0,0,0,0]}}");
    free(text);
}

static void a_filter_cuts_bars(void **state)
{
    char *text;

    (void)state;
    write_lanes();
    text = text_of(GAU_TIMELINE_LANES_BARS,
                   &(struct gau_view_options){.time_filter = "0.005:0.00625"});
    assert_has(text, "\"from_ns\": 5000000, \"to_ns\": 6250000, \"calls\": 2, ");
    assert_has(text, "\"begin_ns\": [5000000,5000000],\n\"length_ns\": [1250000,1000000],\n");
    free(text);
}

static void missing_lists_are_gaps(void **state)
{
    char *text;

    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_event(0, 1);
    list_return(0.001, accepted);
    list_end();
    list_begin(1, 3, 0.003, 1);
    list_event(0.003, 1);
    list_return(0.004, accepted);
    list_end();
    lanes_totals(0.004, 1, 0);
    lanes_end();
    text = text_of(GAU_TIMELINE_LANES_BARS, &(struct gau_view_options){0});
    assert_has(text, "\"gaps\": [{\"begin_ns\": 1000000, \"length_ns\": 2000000, \"lists\": 2}]");
    free(text);
}

/* Events of 1 us every 2 us, but the last, which has 40 us; each has calls below it, as deep as
 * @p rows says. */
enum { MANY = 1000 };

static void write_many(uint32_t rows)
{
    begin_file();
    for (uint32_t i = 1; i < rows; i++)
        lanes_branch(9 + i, i == 1 ? 0 : 8 + i, GAU_TRACE_BRANCH_SECTION, "deep");
    list_begin(1, 0, 0, 0);
    for (int i = 0; i < MANY; i++) {
        const double end_s = i * 2e-6 + (i + 1 < MANY ? 1e-6 : 4e-5);

        list_event(i * 2e-6, 1);
        for (uint32_t row = 1; row < rows; row++)
            list_call(i * 2e-6, 9 + row);
        for (uint32_t row = 1; row < rows; row++)
            list_return(end_s, accepted);
        list_return(end_s, accepted);
    }
    list_end();
    lanes_totals(0.0021, 1, 0);
    lanes_end();
}

/* The values of a column: their number, and the sum. */
static size_t values_of(const char *text, const char *column, double *sum)
{
    char part[40];
    const char *at;
    size_t n = 0;

    snprintf(part, sizeof part, "\"%s\": [", column);
    at = strstr(text, part);
    assert_non_null(at);
    at += strlen(part);
    *sum = 0;
    for (char *end; *at && at[-1] != ']'; at = end + 1, n++)
        *sum += strtod(at, &end);
    return n;
}

/* Returns the number of bars of a timeline. No call is lost. */
static size_t count_bars(size_t most, uint32_t rows)
{
    char *text;
    double calls;
    size_t bars;

    write_many(rows);
    text = text_of(most, &(struct gau_view_options){0});
    bars = values_of(text, "calls", &calls);
    assert_int_equal((int)calls, MANY * (int)rows);
    free(text);
    return bars;
}

static void too_many_bars_are_joined(void **state)
{
    (void)state;
    assert_int_equal(count_bars(MANY, 1), MANY);
    assert_in_range(count_bars(MANY - 1, 1), 200, MANY - 1);
    assert_in_range(count_bars(100, 1), 20, 100);
    assert_in_range(count_bars(100, 20), 40, 100);
    assert_in_range(count_bars(50, 20), 20, 50);
    assert_in_range(count_bars(0, 1), 1, 2);
}

/* The width below which calls are joined is said; what is wider is not. */
static void wide_bars_are_not_joined(void **state)
{
    char *text;
    double length;

    (void)state;
    write_many(1);
    text = text_of(MANY, &(struct gau_view_options){0});
    assert_has(text, "\"joined\": 0, \"joined_below_ns\": 0,\n");
    free(text);

    text = text_of(100, &(struct gau_view_options){0});
    assert_has(text, "\"joined\": 999, \"joined_below_ns\": 20380,\n");
    assert_has(text, ",40000],\n\"branch\"");
    assert_has(text, ",1],\n\"state\"");
    values_of(text, "length_ns", &length);
    assert_in_range((uintmax_t)length, 1039000, 2038000);
    free(text);
}

/* Each byte is a part of a number: see gau_json_bytes_put_difference(). */
static void columns_are_bytes(void **state)
{
    static const char all[] = "\x00\x80\x89\x7a\xcf\x0f"; /* 0, 2 * 1000000, 2 * 1000 - 1 */
    struct gau_json_bytes bytes = {0};

    (void)state;
    gau_json_bytes_put_difference(&bytes, 0, 0);
    gau_json_bytes_put_difference(&bytes, 1000000, 0);
    gau_json_bytes_put_difference(&bytes, 999000, 1000000);
    assert_int_equal(bytes.used, sizeof all - 1);
    assert_memory_equal(bytes.start, all, bytes.used);
    free(bytes.start);

    write_many(1);
    struct gau_timeline_lanes *const lanes = read_lanes(MANY, &(struct gau_view_options){0});

    bytes = (struct gau_json_bytes){0};
    gau_timeline_lanes_put_columns(lanes, &bytes);
    /* Of begins two bytes, of others one, but for the first and the last of some. */
    assert_in_range(bytes.used, 7 * MANY, 7 * MANY + 20);
    free(bytes.start);
    gau_timeline_lanes_free(lanes);
}

static void logs_have_lanes_without_a_clock(void **state)
{
    char *text;

    (void)state;
    log_begin("time-log.txt");
    log_add(1, 0, 1, 0.001, 0.002, "a b");
    log_add(2, 0, 1, 0.002, 0.003, "b");
    log_end();
    path = "time-log.txt";
    text = text_of(10, &(struct gau_view_options){0});
    path = "timeline.gtr";
    assert_has(text, "{\"start_ns\": 0, \"from_ns\": 1000000, \"to_ns\": 3000000, ");
    assert_has(text, "{\"name\": \"run 1\", \"kind\": \"log\", \"rows\": [{\"name\": \"1\", "
                     "\"bars\": 2}], \"gaps\": []}],\n");
    assert_has(text, "\"begin_ns\": [1000000,2000000],\n");
    assert_has(text, "\"branch\": [1,2],\n");
    free(text);
}

static void without_files_there_is_a_message(void **state)
{
    const struct gau_timeline_sources sources = {&path, 1};
    gau_error error = {0};

    (void)state;
    path = "none";
    assert_null(gau_timeline_lanes_read(&sources, &(struct gau_view_options){0}, 10, &error));
    assert_int_not_equal(error.status, GAU_OK);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_have_rows_and_bars),
        cmocka_unit_test(a_filter_cuts_bars),
        cmocka_unit_test(missing_lists_are_gaps),
        cmocka_unit_test(too_many_bars_are_joined),
        cmocka_unit_test(wide_bars_are_not_joined),
        cmocka_unit_test(columns_are_bytes),
        cmocka_unit_test(logs_have_lanes_without_a_clock),
        cmocka_unit_test(without_files_there_is_a_message),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
