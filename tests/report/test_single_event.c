/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/timeline/single_event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The view of one event, as text. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED,
                                 rejected = GAU_ENTRY_FORM_REJECTED;

static void shows(const char *path, const struct gau_view_options *options, const char *expected)
{
    static const struct gau_view_options all;
    gau_error error = {0};
    char *text;

    if (report_view(&gau_view_event, path, options ? options : &all, "out.txt", &error) != GAU_OK)
        fail_msg("%s", error.message);
    text = folder_read("out.txt");
    assert_string_equal(text, expected);
    free(text);
}

static void refuses(const char *path, const struct gau_view_options *options, const char *message)
{
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_event, path, options, "none.txt", &error),
                     GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

static void begin_file(const char *path)
{
    lanes_begin(path);
    lanes_roots();
    lanes_branch(2, 1, GAU_TRACE_BRANCH_BACKGROUND, "Input");
    lanes_branch(3, 0, GAU_TRACE_BRANCH_SEQUENCE, "Reco");
    lanes_branch(4, 3, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_branch(5, 4, GAU_TRACE_BRANCH_SECTION, "seeding");
    lanes_branch(6, UINT32_MAX, GAU_TRACE_BRANCH_ROOT, "gpu 0");
    lanes_branch(7, 6, GAU_TRACE_BRANCH_SECTION, "kernel");
    lanes_branch(8, 5, GAU_TRACE_BRANCH_SECTION, "step");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
    lanes_lane(2, GAU_TRACE_LANE_WORKER, 1, "");
    lanes_lane(3, GAU_TRACE_LANE_EXTERNAL, 6, "");
}

/* An event of 4 ms with Reco (3), Fit (2); it begins at @p s. */
static void add_event(double s)
{
    list_event(s, 1);
    list_call(s, 3);
    list_call(s + 0.0005, 4);
    list_return(s + 0.0025, accepted);
    list_return(s + 0.003, accepted);
    list_return(s + 0.004, accepted);
}

/* Events 1 to 4 of worker 0; the third is slow, its Fit calls seeding @p n times, and is used
 * again. Event 9 is of worker 1. */
static void write_events(const char *path, int n, bool cpu)
{
    begin_file(path);
    list_begin(3, 0, 0, 0);
    list_interval(7, 0.001, 0.002);
    list_interval(7, 0.0095, 0.0115);
    list_end();
    list_begin(1, 0, 0, 0);
    add_event(0);
    add_event(0.004);
    list_event(0.01, 1);
    list_call(0.011, 3);
    list_call(0.012, 4);
    for (int i = 0; i < n; i++) {
        list_call(0.012 + 0.001 * i, 5);
        list_call(0.012 + 0.001 * i, 8);
        list_return(0.0125 + 0.001 * i, accepted);
        list_return_with(0.0125 + 0.001 * i, i == 1 ? -3 : 0, i == 1 ? GAU_ENTRY_ERROR : 0);
    }
    if (cpu)
        list_cpu(0.02, 7500000);
    list_return(0.02, rejected);
    list_not_called(0.02, 4);
    if (cpu)
        list_cpu(0.021, 9999000);
    list_return(0.021, rejected);
    if (cpu)
        list_cpu(0.022, 9000000);
    list_return(0.022, accepted);
    add_event(0.03);
    list_end();
    list_begin(2, 0, 0.005, 0);
    list_call(0.005, 2);
    list_return(0.009, accepted);
    list_call(0.009, 2);
    list_return(0.0101, accepted);
    list_call(0.0101, 2);
    list_return(0.0102, accepted);
    list_event(0.0102, 9);
    list_call(0.0102, 3);
    list_return(0.0202, accepted);
    list_return(0.0202, rejected);
    list_call(0.022, 2);
    list_return(0.023, accepted);
    list_end();
    lanes_totals(0.034, 1, 0);
    lanes_end();
}

static void a_few_calls_have_a_row_each(void **state)
{
    static const struct gau_view_options options = {.timeline.event = 3};

    (void)state;
    write_events("timeline.gtr", 2, false);
    shows("timeline.gtr", &options,
          "Event 3 (worker 0) took 12 ms, 3.0 times the median of 5 events (4.03 ms); Fit "
          "took 8 ms of it, 4.0 times its median\n"
          "\n"
          "Branch         Begin [ms]  Time [ms]  Self [ms]  Share [%]  Median [ms]  x "
          "median  Decision\n"
          "------------------------------------------------------------------------------"
          "-------------\n"
          "Event 3               0.0       12.0        2.0      100.0        4.030       "
          "3.0  accepted\n"
          "  Reco                1.0       10.0        2.0       83.3        3.000       "
          "3.3  rejected\n"
          "    Fit               2.0        8.0        7.0       66.7        2.015       "
          "4.0  rejected\n"
          "      seeding         2.0        0.5        0.0        4.2        0.500       "
          "1.0\n"
          "        step          2.0        0.5        0.5        4.2        0.500       "
          "1.0\n"
          "      seeding         3.0        0.5        0.0        4.2        0.500       "
          "1.0  error -3\n"
          "        step          3.0        0.5        0.5        4.2        0.500       "
          "1.0\n"
          "    Fit                 -          -          -          -            -         "
          "-  reused\n"
          "gpu 0                   -          -          -          -            -         "
          "-\n"
          "  kernel             -0.5        2.0        2.0          -        1.504       "
          "1.3\n"
          "------------------------------------------------------------------------------"
          "-------------\n"
          "worker 1 meanwhile: Input (2 times), Event 9 rejected\n"
          "CPU times, and so waiting, need TraceAuditor with CpuTime=true\n");
}

static void many_calls_are_one_row(void **state)
{
    static const struct gau_view_options slowest = {.width = 80};
    static const struct gau_view_options five = {.format = GAU_TABLE_CSV};

    (void)state;
    write_events("timeline.gtr", 6, true);
    shows("timeline.gtr", &slowest,
          "Event 3, the slowest (worker 0), took 12 ms, 3.0 times the median of 5 events\n"
          "  (4.03 ms); Fit took 8 ms of it, 4.0 times its median; 3 ms was waiting\n"
          "\n"
          "Branch         Calls  Time [ms]  x median  Decision  Waiting [ms]\n"
          "------------------------------------------------------------------------\n"
          "Event 3            1         12       3.0  accepted         3.000  waits\n"
          "  Reco             1         10       3.3  rejected         0.001\n"
          "    Fit            1          8       4.0  rejected         0.500\n"
          "      seeding      6          3       1.0  1 error              -\n"
          "        step       6          3       1.0                       -\n"
          "    Fit            0          -         -  reused               -\n"
          "gpu 0              -          -         -                       -\n"
          "  kernel           1          2       1.3                       -\n"
          "------------------------------------------------------------------------\n"
          "worker 1 meanwhile: Input (2 times), Event 9 rejected\n"
          "hidden: Begin, Self, Share, Median, CPU (--wide shows them)\n");
    write_events("timeline.gtr", 5, true);
    shows("timeline.gtr", &five,
          "event,depth,name,path,calls,begin_s,time_s,self_s,event_percent,median_s,media"
          "n_ratio,decision,cpu_s,waiting_s\n"
          "3,0,Event 3,Event "
          "3,1,0,0.012,0.002,100,0.004030464,2.9773246951219514,accepted,0.00900000000000"
          "0001,0.002999999999999999\n"
          "3,1,Reco,Reco,1,0.001,0.01,0.002,83.33333333333333,0.003,3.3333333333333335,re"
          "jected,0.009999000000000001,9.999999999992654e-07\n"
          "3,2,Fit,Reco "
          "Fit,1,0.002,0.008,0.0055000000000000005,66.66666666666667,0.002015232,3.969766"
          "2601626016,rejected,0.007500000000000001,0.0004999999999999996\n"
          "3,3,seeding,Reco Fit seeding,1,0.002,0.0005,0,4.166666666666667,0.0005,1,,,\n"
          "3,4,step,Reco Fit seeding "
          "step,1,0.002,0.0005,0.0005,4.166666666666667,0.0005,1,,,\n"
          "3,3,seeding,Reco Fit seeding,1,0.003,0.0005,0,4.166666666666667,0.0005,1,error "
          "-3,,\n"
          "3,4,step,Reco Fit seeding "
          "step,1,0.003,0.0005,0.0005,4.166666666666667,0.0005,1,,,\n"
          "3,3,seeding,Reco Fit seeding,1,0.004,0.0005,0,4.166666666666667,0.0005,1,,,\n"
          "3,4,step,Reco Fit seeding "
          "step,1,0.004,0.0005,0.0005,4.166666666666667,0.0005,1,,,\n"
          "3,3,seeding,Reco Fit seeding,1,0.005,0.0005,0,4.166666666666667,0.0005,1,,,\n"
          "3,4,step,Reco Fit seeding "
          "step,1,0.005,0.0005,0.0005,4.166666666666667,0.0005,1,,,\n"
          "3,3,seeding,Reco Fit seeding,1,0.006,0.0005,0,4.166666666666667,0.0005,1,,,\n"
          "3,4,step,Reco Fit seeding "
          "step,1,0.006,0.0005,0.0005,4.166666666666667,0.0005,1,,,\n"
          "3,2,Fit,Reco Fit,0,,,,,,,reused,,\n"
          "3,0,gpu 0,gpu 0,,,,,,,,,,\n"
          "3,1,kernel,kernel,1,-0.0005,0.002,0.002,,0.0015038080000000001,1.3299570157892"
          "497,,,\n");
}

static void options_choose_rows_and_formats(void **state)
{
    static const struct gau_view_options depth = {.timeline.max_depth = 2,
                                                  .subject = "3",
                                                  .format = GAU_TABLE_MARKDOWN};
    static const struct gau_view_options json = {.timeline.max_depth = 1,
                                                 .subject = "9",
                                                 .format = GAU_TABLE_JSON};

    (void)state;
    write_events("timeline.gtr", 6, true);
    shows("timeline.gtr", &depth,
          "### Event 3 (worker 0) took 12 ms, 3.0 times the median of 5 events (4.03 ms); "
          "Fit took 8 ms of it, 4.0 times its median; 3 ms was waiting\n"
          "\n"
          "| Branch | Calls | Begin [ms] | Time [ms] | Self [ms] | Share [%] | Median [ms] "
          "| x median | Decision | CPU [ms] | Waiting [ms] |  |\n"
          "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | "
          "--- |\n"
          "| Event 3 | 1 | 0.0 | 12 | 2 | 100.0 | 4.030 | 3.0 | accepted | 9.000 | 3.000 | "
          "waits |\n"
          "| &nbsp;&nbsp;Reco | 1 | 1.0 | 10 | 2 | 83.3 | 3.000 | 3.3 | rejected | 9.999 | "
          "0.001 |  |\n"
          "| gpu 0 | - | - | - | - | - | - | - |  | - | - |  |\n"
          "| &nbsp;&nbsp;kernel | 1 | -0.5 | 2 | 2 | - | 1.504 | 1.3 |  | - | - |  |\n"
          "\n"
          "worker 1 meanwhile: Input (2 times), Event 9 rejected\n"
          "\n");
    shows("timeline.gtr", &json,
          "[\n"
          "  {\"event\": 9, \"depth\": 0, \"name\": \"Event 9\", \"path\": \"Event 9\", "
          "\"calls\": 1, \"begin_s\": 0.0, \"time_s\": 0.01, \"self_s\": 0.0, "
          "\"event_percent\": 100.0, \"median_s\": 0.004030464, \"median_ratio\": "
          "2.481103912601626, \"decision\": \"rejected\", \"cpu_s\": null, \"waiting_s\": "
          "null},\n"
          "  {\"event\": 9, \"depth\": 0, \"name\": \"gpu 0\", \"path\": \"gpu 0\", "
          "\"calls\": null, \"begin_s\": null, \"time_s\": null, \"self_s\": null, "
          "\"event_percent\": null, \"median_s\": null, \"median_ratio\": null, "
          "\"decision\": null, \"cpu_s\": null, \"waiting_s\": null},\n"
          "  {\"event\": 9, \"depth\": 1, \"name\": \"kernel\", \"path\": \"kernel\", "
          "\"calls\": 1, \"begin_s\": -0.0007, \"time_s\": 0.002, \"self_s\": 0.002, "
          "\"event_percent\": null, \"median_s\": 0.0015038080000000001, \"median_ratio\": "
          "1.3299570157892497, \"decision\": null, \"cpu_s\": null, \"waiting_s\": null}\n"
          "]\n");
}

/* Lists 1 to 3 of the lane are missing: the second event ended in them, the third began in them. */
static void what_is_missing_is_said(void **state)
{
    static const struct gau_view_options third = {.subject = "3"}, second = {.subject = "2"};

    (void)state;
    begin_file("timeline.gtr");
    list_begin(1, 0, 0, 0);
    add_event(0);
    list_event(0.01, 1);
    list_call(0.011, 3);
    list_end();
    list_begin(1, 4, 0.014, 3);
    list_open(0, 0.013);
    list_call(0.015, 3);
    list_end();
    lanes_totals(0.02, 0, 3);
    lanes_end();
    shows("timeline.gtr", &third,
          "Event 3 (worker 0) took at least 7 ms; Reco took 5 ms of it, 1.7 times its "
          "median\n"
          "\n"
          "Branch   Begin [ms]  Time [ms]  Self [ms]  Share [%]  Median [ms]  x median  "
          "Decision\n"
          "------------------------------------------------------------------------------"
          "----------\n"
          "Event 3           0          7          2      100.0            4       1.8  "
          "did not end\n"
          "  Reco            2          5          5       71.4            3       1.7  "
          "did not end\n"
          "------------------------------------------------------------------------------"
          "----------\n"
          "warning: 3 lists of entries in or beside this event are missing, and so may be "
          "calls\n"
          "warning: the process was killed, or still runs: what happened after 0.02 s is "
          "missing; 3 lists of entries (3000 bytes) were dropped, as the file could not "
          "keep up\n"
          "CPU times, and so waiting, need TraceAuditor with CpuTime=true\n");
    shows("timeline.gtr", &second,
          "Event 2 (worker 0) took at least 1 ms\n"
          "\n"
          "Branch   Begin [ms]  Time [ms]  Self [ms]  Share [%]  Median [ms]  x median  "
          "Decision\n"
          "------------------------------------------------------------------------------"
          "-------------\n"
          "Event 2           0          1          1      100.0            4       0.2  "
          "end is missing\n"
          "  Reco            1          0          0        0.0            3       0.0  "
          "end is missing\n"
          "------------------------------------------------------------------------------"
          "-------------\n"
          "warning: 3 lists of entries in or beside this event are missing, and so may be "
          "calls\n"
          "warning: the process was killed, or still runs: what happened after 0.02 s is "
          "missing; 3 lists of entries (3000 bytes) were dropped, as the file could not "
          "keep up\n"
          "CPU times, and so waiting, need TraceAuditor with CpuTime=true\n");
}

/* The second process has further events, of a thread of the program. */
static void an_event_may_be_of_another_process(void **state)
{
    static const struct gau_view_options second = {.subject = "7"}, none = {.subject = "8"};

    (void)state;
    mkdir("run", 0777);
    mkdir("run/process-2", 0777);
    write_events("run/timeline.gtr", 0, false);
    begin_file("run/process-2/timeline.gtr");
    lanes_lane(4, GAU_TRACE_LANE_THREAD, 3, "main");
    list_begin(4, 0, 0, 6);
    add_event(0);
    list_end();
    lanes_totals(0.004, 1, 0);
    lanes_end();
    shows("run", &second,
          "Event 7 (process-2, main) took 4 ms; Fit took 2 ms of it, 1.0 times its median\n"
          "\n"
          "Branch   Begin [ms]  Time [ms]  Self [ms]  Share [%]  Median [ms]  x median  "
          "Decision\n"
          "------------------------------------------------------------------------------"
          "-------\n"
          "Event 7         0.0          4          1      100.0            4       1.0  "
          "accepted\n"
          "  Reco          0.0          3          1       75.0            3       1.0  "
          "accepted\n"
          "    Fit         0.5          2          2       50.0            2       1.0  "
          "accepted\n"
          "------------------------------------------------------------------------------"
          "-------\n"
          "CPU times, and so waiting, need TraceAuditor with CpuTime=true\n");
    refuses("run", &none, "'run' has no event 8; its events are from 1 to 9");
}

static void what_has_no_events_is_refused(void **state)
{
    static const struct {
        const char *path, *subject;
        size_t event;
        const char *message;
    } table[] = {
        {"timeline.gtr", "17", 0, "'timeline.gtr' has no event 17; its events are from 1 to 9"},
        {"timeline.gtr", "x", 0, "'x' is not the number of an event, from 1 on"},
        {"timeline.gtr", "0", 0, "'0' is not the number of an event, from 1 on"},
        {"timeline.gtr", "-1", 0, "'-1' is not the number of an event, from 1 on"},
        {"timeline.gtr", "99999999999999999999", 0,
         "'99999999999999999999' is not the number of an event, from 1 on"},
        {"timeline.gtr", "3", 4, "either event 3 or --event 4"},
        {"none.gtr", "3", 0, "none.gtr: No such file or directory"},
        {"empty", "3", 0,
         "'empty' has no timeline (timeline.gtr, which TraceAuditor writes), and no time log "
         "(time-log.txt, which TimeLogAuditor writes)"},
        {"log", "3", 0,
         "'log' has a time log; an event needs a timeline (timeline.gtr, which 'gaudit run "
         "--timeline' writes)"},
        {"samples", NULL, 0,
         "'samples' has no events: a timeline of events is written by 'gaudit run --timeline', "
         "and files of samples have none"},
    };

    (void)state;
    write_events("timeline.gtr", 0, false);
    mkdir("empty", 0777);
    folder_write("log/time-log.txt", "");
    mkdir("samples", 0777);
    lanes_begin_content("samples/samples.gtr", GAU_TRACE_SAMPLES);
    lanes_lane(1, GAU_TRACE_LANE_TASKS, 0, "");
    lanes_task(1, "solve");
    list_begin(1, 0, 0, 0);
    list_call(0.1, 0);
    list_return(0.2, accepted);
    list_end();
    lanes_end();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct gau_view_options options = {.subject = table[i].subject,
                                                 .timeline.event = table[i].event};

        refuses(table[i].path, &options, table[i].message);
    }
}

/* --- medians ------------------------------------------------------------------------------- */

static void a_median_is_within_its_bin(void **state)
{
    static const uint64_t values[] = {7, 1, 40, 12, 100000, 3000000000, 1000000};
    struct gau_single_event_medians medians = {0};

    (void)state;
    assert_true(gau_single_event_median(&medians, 3) != gau_single_event_median(&medians, 3));
    for (size_t i = 0; i < 4; i++)
        assert_true(gau_single_event_add_time(&medians, 3, values[i]));
    assert_float_equal(gau_single_event_median(&medians, 3), 9.5, 0);
    for (size_t i = 4; i < 7; i++)
        assert_true(gau_single_event_add_time(&medians, 3, values[i]));
    assert_float_equal(gau_single_event_median(&medians, 3), 40, 0);
    for (size_t i = 4; i < 7; i++)
        for (int k = 0; k < 10; k++)
            assert_true(gau_single_event_add_time(&medians, 3, values[i]));
    assert_float_equal(gau_single_event_median(&medians, 3), 1000000, 16000);
    assert_true(gau_single_event_add_time(&medians, 9, 123456789));
    assert_float_equal(gau_single_event_median(&medians, 9), 123456789, 0);
    for (uint32_t i = 100; i < 100 + GAU_EVENT_BRANCHES; i++)
        assert_true(gau_single_event_add_time(&medians, i, 5));
    assert_int_equal(medians.left_out, 2);
    assert_true(gau_single_event_add_time(&medians, UINT32_MAX, 5));
    assert_int_equal(medians.left_out, 3);
    assert_true(gau_single_event_add_time(&medians, 3, 5));
    assert_int_equal(medians.left_out, 3);
    gau_single_event_medians_clear(&medians);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_few_calls_have_a_row_each),
        cmocka_unit_test(many_calls_are_one_row),
        cmocka_unit_test(options_choose_rows_and_formats),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(an_event_may_be_of_another_process),
        cmocka_unit_test(what_has_no_events_is_refused),
        cmocka_unit_test(a_median_is_within_its_bin),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
