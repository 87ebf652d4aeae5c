/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"
#include "timeline_fixture.h"

#include "tests/unit/temp_folder.h"

#include "report/timeline/timeline_files.h"

#include <stdlib.h>
#include <string.h>

/* Pictures of tasks in files of samples. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void tasks_have_the_names_of_their_threads(void **state)
{
    char *svg;

    (void)state;
    folder_write("collected/run.json", "{}\n");
    lanes_begin_content("collected/samples.gtr", GAU_TRACE_SAMPLES);
    lanes_thread(3, 4711, "main");
    lanes_task(1, "read");
    lanes_lane(1, GAU_TRACE_LANE_TASKS, 3, "");
    list_begin(1, 0, 0, 0);
    list_call(0.001, 1);
    list_call(0.002, 8);
    list_return(0.003, accepted);
    list_return(0.004, accepted);
    list_interval(1, 0.001, 0.005);
    list_end();
    lanes_clock(1, 0.5); /* that of the collector is known */
    lanes_totals(0.005, 1, 0);
    lanes_clock(LANES_ORIGIN, 1);
    lanes_end();
    lanes_begin_content("collected/samples-2.gtr", GAU_TRACE_SAMPLES); /* without lanes */
    lanes_thread(3, 4712, "main");
    lanes_end();
    svg = picture("collected", NULL);
    assert_true(shows(svg, "tasks of main (4711)") && shows(svg, "read") && shows(svg, "task 8"));
    assert_true(shows(svg, "tasks of main (4711), overlapped"));
    assert_non_null(strstr(svg, "<title>read\n3 ms from 0.001 s<"));
    assert_null(strstr(svg, "class=\"c10\""));
    free(svg);
}

static void write_samples(const char *path, const char *task)
{
    lanes_begin_content(path, GAU_TRACE_SAMPLES);
    lanes_thread(1, 4711, "main");
    if (task) {
        lanes_task(1, task);
        lanes_lane(1, GAU_TRACE_LANE_TASKS, 1, "");
        list_begin(1, 0, 0, 0);
        list_call(0.001, 1);
        list_return(0.002, accepted);
        list_end();
    }
    lanes_end();
}

static void all_files_of_samples_with_lanes_are_drawn(void **state)
{
    char *svg;

    (void)state;
    folder_write("forked/run.json", "{}\n");
    write_samples("forked/samples.gtr", NULL);
    no_picture("forked", NULL, GAU_ERR_USAGE,
               "'forked' has no timeline (timeline.gtr, which TraceAuditor writes), and no time "
               "log (time-log.txt, which TimeLogAuditor writes)");
    assert_false(gau_timeline_exists("forked"));
    write_samples("forked/samples-7.gtr", "read");
    assert_true(gau_timeline_exists("forked"));
    write_samples("forked/samples-8.gtr", "write");
    svg = picture("forked", NULL);
    assert_true(shows(svg, "samples-7.gtr, tasks of main (4711)"));
    assert_true(shows(svg, "samples-8.gtr, tasks of main (4711)"));
    assert_int_equal(bars_of(svg), 2);
    free(svg);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_have_the_names_of_their_threads),
        cmocka_unit_test(all_files_of_samples_with_lanes_are_drawn),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
