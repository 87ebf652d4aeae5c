/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "report/samples/samples.h"
#include "report/timeline/timeline_lanes.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Clocks of ranks, as their run.json has them: lanes and samples have one zero. */

static const char one_clock[] = "{\"clock_identity\": \"a time:[1]\"}\n";

static uint64_t further; /* lists, each with a call, every 2 ms */

/* A timeline with a call of 1 ms, 1 ms after its begin; the file begins at that time of its clock,
 * in ns. */
static void write_lanes(const char *folder, uint64_t begin_ns)
{
    char path[100];

    snprintf(path, sizeof path, "%s/timeline.gtr", folder);
    lanes_start(begin_ns);
    lanes_begin(path);
    lanes_start(LANES_ORIGIN);
    lanes_roots();
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    list_begin(1, 0, 0, 0);
    list_event(0.001, 1);
    list_return(0.002, GAU_ENTRY_FORM_ACCEPTED);
    list_end();
    for (uint64_t i = 1; i <= further; i++) {
        list_begin(1, i, 0.002 * (double)i, i);
        list_event(0.002 * (double)i, 1);
        list_return(0.002 * (double)i + 0.001, GAU_ENTRY_FORM_ACCEPTED);
        list_end();
    }
    lanes_totals(further ? 0.1 : 0.002, 1, 0);
    lanes_end();
}

static void write_rank(int rank, const char *run, uint64_t begin_ns)
{
    char folder[40], path[60];

    snprintf(folder, sizeof folder, "job/rank-%d", rank);
    snprintf(path, sizeof path, "%s/run.json", folder);
    folder_write(path, run);
    write_lanes(folder, begin_ns);
}

/* The text, and the zero. */
__attribute__((__noinline__)) static char *text_of(uint64_t *start_ns, const char *filter)
{
    const char *const path = "job";
    const struct gau_timeline_sources sources = {&path, 1};
    const struct gau_view_options options = {.time_filter = filter};
    gau_error error = {0};
    struct gau_timeline_lanes *const lanes =
        gau_timeline_lanes_read(&sources, &options, GAU_TIMELINE_LANES_BARS, &error);
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    assert_non_null(out);
    if (!lanes)
        fail_msg("%s", error.message);
    gau_timeline_lanes_write(lanes, true, out);
    *start_ns = gau_timeline_lanes_start(lanes);
    gau_timeline_lanes_free(lanes);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in %s", part, text);
}

static void ranks_with_one_clock_have_one_zero(void **state)
{
    uint64_t start_ns;
    char *text;

    (void)state;
    write_rank(0, one_clock, 5000000000);
    write_rank(1, one_clock, 5003000000);
    write_rank(2, one_clock, 4999000000);
    text = text_of(&start_ns, NULL);
    assert_int_equal(start_ns, 4999000000);
    assert_has(text, "{\"start_ns\": 4999000000, \"from_ns\": 1000000, \"to_ns\": 6000000, ");
    assert_has(text, "\"notes\": [],\n");
    assert_has(text, "\"begin_ns\": [2000000,5000000,1000000],\n"
                     "\"length_ns\": [1000000,1000000,1000000],\n");
    free(text);
    text = text_of(&start_ns, "0.0045:0.0055");
    assert_has(text, "\"begin_ns\": [5000000],\n\"length_ns\": [500000],\n");
    free(text);
}

/* As `gaudit collect --timeline` makes them: files of samples, to which the job as one result has
 * links. A file that is no link is of another process. */
static void samples_of_ranks_are_drawn_once(void **state)
{
    uint64_t start_ns;
    char *text;

    (void)state;
    for (int rank = 0; rank < 2; rank++) {
        write_rank(rank, one_clock, 5000000000);
        assert_int_equal(rename(rank ? "job/rank-1/timeline.gtr" : "job/rank-0/timeline.gtr",
                                rank ? "job/rank-1/samples.gtr" : "job/rank-0/samples.gtr"),
                         0);
    }
    assert_int_equal(symlink("rank-0/samples.gtr", "job/samples-rank-0.gtr"), 0);
    assert_int_equal(symlink("rank-1/samples.gtr", "job/samples-rank-1.gtr"), 0);
    text = text_of(&start_ns, NULL);
    assert_has(text, "\"begin_ns\": [1000000,1000000],\n");
    free(text);
    write_lanes("job/rank-1", 5000000000);
    assert_int_equal(rename("job/rank-1/timeline.gtr", "job/samples-rank-1-17.gtr"), 0);
    text = text_of(&start_ns, NULL);
    assert_has(text, "\"begin_ns\": [1000000,1000000,1000000],\n");
    free(text);
}

/* Lists of other times are not decoded: those that are wanted are at the time of their rank. */
static void a_filter_is_of_the_common_time(void **state)
{
    uint64_t start_ns;
    char *text;

    (void)state;
    write_rank(0, one_clock, 5000000000);
    further = 20;
    write_rank(1, one_clock, 5070000000);
    further = 0;
    text = text_of(&start_ns, "0.0705:0.0715");
    assert_has(text, "\"begin_ns\": [71000000],\n\"length_ns\": [500000],\n");
    free(text);
    text = text_of(&start_ns, "0.1005:0.1085");
    assert_has(text, "\"begin_ns\": [100500000,102000000,104000000,106000000,108000000],\n");
    free(text);
}

/* Rank 1 began 2 ms later than rank 0. */
static void a_clock_that_was_measured_is_corrected(void **state)
{
    uint64_t start_ns;
    char *text;

    (void)state;
    write_rank(0, one_clock, 5000000000);
    write_rank(
        1,
        "{\"clock_identity\": \"b time:[1]\", \"clock_offsets\": [{\"at_ns\": 1005000000000, "
        "\"offset_ns\": 1000000000000, \"error_ns\": 12345}]}\n",
        1005002000000);
    text = text_of(&start_ns, NULL);
    assert_int_equal(start_ns, 5000000000);
    assert_has(text, "\"notes\": [\"the clock of rank 1 is 1000 s ahead of that of rank 0, known "
                     "to 12.35 us: it is corrected\"],\n");
    assert_has(text, "\"begin_ns\": [1000000,3000000],\n");
    free(text);
    write_rank(2,
               "{\"clock_identity\": \"c time:[1]\", \"clock_offsets\": [{\"at_ns\": 4999000000, "
               "\"offset_ns\": -2000000, \"error_ns\": 7}]}\n",
               4999000000); /* 5001000000 of rank 0 */
    text = text_of(&start_ns, NULL);
    assert_has(text, "\"notes\": [\"clocks of 2 ranks differ from that of rank 0: that of rank 1 "
                     "is 1000 s ahead of it; known to 12.35 us, they are corrected\"],\n");
    assert_has(text, "\"begin_ns\": [1000000,3000000,2000000],\n");
    free(text);
}

/* Of two measurements that agree within their errors, the better one counts; of others both: the
 * clock of rank 1 gains 1 ms in 10 s. */
static void a_clock_may_drift(void **state)
{
    uint64_t start_ns;
    char *text;

    (void)state;
    write_rank(0, one_clock, 5000000000);
    write_rank(1,
               "{\"clock_identity\": \"b time:[1]\", \"clock_offsets\": [{\"at_ns\": 5000000000, "
               "\"offset_ns\": 900, \"error_ns\": 1000}, {\"at_ns\": 15000000000, \"offset_ns\": "
               "-100, \"error_ns\": 10}]}\n",
               5000000000);
    text = text_of(&start_ns, NULL);
    assert_has(text, "known to 10 ns");
    assert_has(text, "\"begin_ns\": [1000000,1000100],\n");
    free(text);
    write_rank(1,
               "{\"clock_identity\": \"b time:[1]\", \"clock_offsets\": [{\"at_ns\": 5000000000, "
               "\"offset_ns\": 0, \"error_ns\": 1000}, {\"at_ns\": 15000000000, \"offset_ns\": "
               "1000000, \"error_ns\": 10}]}\n",
               10000000000);
    text = text_of(&start_ns, NULL);
    assert_has(text, "known to 1 us");
    assert_has(text, "\"begin_ns\": [1000000,5000499900],\n\"length_ns\": [1000000,999900],\n");
    free(text);
    write_rank(1, /* no clock is as wrong as that */
               "{\"clock_identity\": \"b time:[1]\", \"clock_offsets\": [{\"at_ns\": 5000000000, "
               "\"offset_ns\": 10, \"error_ns\": 2}, {\"at_ns\": 5000001000, \"offset_ns\": 30, "
               "\"error_ns\": 7}]}\n",
               5000000000);
    text = text_of(&start_ns, NULL);
    assert_has(text, "known to 2 ns");
    assert_has(text, "\"begin_ns\": [1000010,1000000],\n\"length_ns\": [1000000,1000000],\n");
    free(text);
}

static void a_clock_that_was_not_measured_has_its_own_zero(void **state)
{
    uint64_t start_ns;
    char *text;

    (void)state;
    write_rank(0, one_clock, 5000000000);
    write_rank(1, "{\"clock_identity\": \"b time:[1]\"}\n", 700000000000);
    write_rank(2, one_clock, 5004000000);
    text = text_of(&start_ns, NULL);
    assert_has(text, "\"notes\": [\"the clock of rank 1 was not compared with that of rank 0, "
                     "which is another one: its times have their own zero\"],\n");
    assert_has(text, "\"begin_ns\": [1000000,1000000,5000000],\n");
    free(text);
    write_rank(0, "{\"clock_identity\": null}\n", 5000000000);
    write_rank(2, "{\"clock_identity\": null}\n", 5004000000);
    text = text_of(&start_ns, NULL);
    assert_has(text, "\"notes\": [\"clocks of 2 ranks, such as rank 1, were not compared with that "
                     "of rank 0, which is another one: their times have their own zeros\"],\n");
    assert_has(text, "\"begin_ns\": [1000000,1000000,1000000],\n");
    free(text);
}

/* A result of before clocks were in run.json says nothing, and has a zero for each rank. */
static void unknown_clocks_stay_as_they_are(void **state)
{
    uint64_t start_ns;
    char *text;

    (void)state;
    write_rank(0, "{}\n", 5000000000);
    write_rank(1, "{\"clock_offsets\": [{\"at_ns\": true}]}\n", 5004000000);
    text = text_of(&start_ns, NULL);
    assert_has(text, "\"notes\": [],\n");
    assert_has(text, "\"begin_ns\": [1000000,1000000],\n");
    free(text);
}

/* --- samples --------------------------------------------------------------------------------- */

static void write_samples(const char *path, uint64_t begin_ns)
{
    lanes_start(begin_ns);
    lanes_begin_content(path, GAU_TRACE_SAMPLES);
    lanes_start(LANES_ORIGIN);
    lanes_thread(1, 4711, "main");
    lanes_end();
}

static void samples_have_the_clock_of_the_first_rank(void **state)
{
    struct gau_samples *samples;
    char message[200];

    (void)state;
    folder_write("job/rank-0/run.json", one_clock);
    folder_write("job/rank-1/run.json",
                 "{\"clock_identity\": \"b time:[1]\", \"clock_offsets\": [{\"at_ns\": 1, "
                 "\"offset_ns\": 3000000, \"error_ns\": 1}]}\n");
    folder_write("job/rank-2/run.json", "{\"clock_identity\": \"c time:[1]\"}\n");
    write_samples("job/samples-rank-0.gtr", 9000000);
    write_samples("job/samples-rank-1-17.gtr", 10000000);
    write_samples("job/samples-rank-2.gtr", 123456789);
    samples = gau_samples_read("job", message, sizeof message);
    assert_non_null(samples);
    assert_int_equal(samples->process_count, 4);
    assert_int_equal(samples->processes[1].header.start_ns, 9000000);
    assert_int_equal(samples->processes[2].header.start_ns, 7000000);
    assert_int_equal(samples->processes[3].header.start_ns, 7000000);
    gau_samples_free(samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ranks_with_one_clock_have_one_zero, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(samples_of_ranks_are_drawn_once, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_filter_is_of_the_common_time, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(a_clock_that_was_measured_is_corrected, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_clock_may_drift, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(a_clock_that_was_not_measured_has_its_own_zero,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(unknown_clocks_stay_as_they_are, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(samples_have_the_clock_of_the_first_rank, folder_enter,
                                        folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
