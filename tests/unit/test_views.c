/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "timer_rows.h"

static void check(const char *quoted, const char *name, struct gau_view_options options,
                  const char *expected)
{
    json_t *const document = parse(quoted);
    gau_error error = {0};
    char *const text = view(document, name, &options, &error);

    assert_string_equal(error.message, "");
    assert_string_equal(text, expected);
    free(text);
    json_decref(document);
}

static void check_contains(const char *quoted, const char *name, const char *part)
{
    json_t *const document = parse(quoted);
    gau_error error = {0};
    char *const text = view(document, name, &(struct gau_view_options){0}, &error);

    assert_string_equal(error.message, "");
    if (!strstr(text, part))
        assert_string_equal(text, part);
    free(text);
    json_decref(document);
}

/* --- timing -------------------------------------------------------------------------------- */

static void timing_is_a_tree_that_adds_up(void **state)
{
    (void)state;
    check(TIMER(BRANCHES, WARM_UP), "timer", (struct gau_view_options){.table = "branches"},
          "Time per branch\n"
          "\n"
          "Branch      Calls  Total [s]  Total [%]  Self [s]  Self [%]  Mean [us]  Min [us]"
          "  Max [us]  Std.dev. [us]  p50 [us]  p90 [us]  p99 [us]  Slowest\n"
          "--------------------------------------------------------------------------------"
          "----------------------------------------------------------------\n"
          "Event      100000       3.00      100.0      0.50      16.7         30      7.50"
          "       240           15.0     22.50      45.0        60       17\n"
          "  Hlt      100000       2.50       83.3      0.25       8.3         25      6.25"
          "       200           12.5     18.75      37.5        50       17\n"
          "    Mass    50000       2.25       75.0      2.00      66.7         45     11.25"
          "       360           22.5     33.75      67.5        90       17\n"
          "      fit   50000       0.25        8.3      0.25       8.3          5      1.25"
          "        40            2.5      3.75       7.5        10       17\n"
          "--------------------------------------------------------------------------------"
          "----------------------------------------------------------------\n"
          "100.0 % of 3 s in 100000 events, 2 workers\n"
          "calls and times are without the warm-up events: 2 of 100002 events, 1 ms on average "
          "(gaudit report --table warm_up)\n"
          "clock tsc, 21.5 ns per call; all events\n");
}

static void any_other_order_is_flat_and_has_whole_identifiers(void **state)
{
    (void)state;
    check(TIMER(BRANCHES, WARM_UP), "timer",
          (struct gau_view_options){.format = GAU_TABLE_CSV, .sort = "self", .limit = 2},
          "branch,parent,depth,name,path,type,calls,total_s,total_percent,self_s,self_percent,"
          "mean_s,min_s,max_s,stddev_s,p50_s,p90_s,p99_s,slowest_event\n"
          "3,2,2,Mass,Hlt Mass,\"\",50000,2.25,75,2,66.66666666666667,4.5e-05,1.125e-05,0.00036,"
          "2.25e-05,3.375e-05,6.75e-05,9e-05,17\n"
          "0,,0,Event,Event,\"\",100000,3,100,0.5,16.666666666666668,3e-05,7.5e-06,0.00024,1.5e-05,"
          "2.25e-05,4.5e-05,6e-05,17\n");
    check(COUNTS, "counts",
          (struct gau_view_options){.format = GAU_TABLE_TEXT, .sort = "name", .limit = 2},
          "Decisions per branch\n"
          "\n"
          "Branch  Executed  Accepted  Rejected  Failed  Reused  Skipped  Rate [%]  Error [%]\n"
          "----------------------------------------------------------------------------------\n"
          "Event        100        20        80       0       0        0      20.0        4.0\n"
          "Line         100        20        80       0       0        0      20.0        4.0\n"
          "----------------------------------------------------------------------------------\n"
          "... and 1 more\n"
          "accepted 20 of 100 events, with those of the warm-up\n");
}

static void what_runs_outside_events_has_no_share_of_them(void **state)
{
    json_t *const document = parse(TIMER(OUTSIDE_EVENTS, WARM_UP));
    gau_error error = {0};
    char *const text =
        view(document, "timer", &(struct gau_view_options){.format = GAU_TABLE_CSV}, &error);

    (void)state;
    assert_true(strstr(text, "Background") && !strstr(text, "23.3")); /* 0.7 s of 3 s */
    free(text);
    json_decref(document);
}

static void rows_without_calls_are_shown_on_demand(void **state)
{
    json_t *const document = parse(TIMER(BRANCHES, WARM_UP));
    gau_error error = {0};
    char *const some = view(document, "timer", &(struct gau_view_options){0}, &error);
    char *const all = view(document, "timer", &(struct gau_view_options){.all = true}, &error);

    (void)state;
    assert_null(strstr(some, "Veto"));
    assert_null(strstr(some, "Background"));
    assert_non_null(strstr(all, "    Veto       "));
    assert_non_null(strstr(all, "\nBackground  "));
    free(some);
    free(all);
    json_decref(document);
}

static void every_view_says_what_does_not_add_up(void **state)
{
    static const struct {
        const char *name, *document, *line;
    } cases[] = {
        {"timer", TIMER(BRANCHES, WARM_UP), "\n100.0 % of 3 s in 100000 events, 2 workers\n"},
        {"timer", TIMER(BRANCH(0, -1, "Event", "Event", 1, 2.0, 1.9), ""),
         "\n95.0 % of 2 s in 1 event, 2 workers\nwarning: the self times of the branches do not "
         "add up to the time of the events\n"},
        {"timer",
         TIMER(BRANCH(0, -1, "Event", "Event", 2, 2.0, -0.5) "," BRANCH(2, 0, "A", "A", 2, 2.5,
                                                                        2.5),
               ""),
         "\nwarning: 'Event' has a negative self time: -500 ms\n"},
        {"timer", TIMER_ALLOWING(BRANCH(0, -1, "Event", "Event", 2, 2.0, 2.0), "", 0.002002),
         "\nwarning: the time accounting of worker 0 does not add up: 62.5 ms unaccounted, 2.002 "
         "ms allowed\n"},
        {"timer", TIMER_ALLOWING(BRANCH(0, -1, "Event", "Event", 2, 2.0, 2.0), "", 0.002002),
         "\nwarning: the time accounting of all workers does not add up: 62.5 ms unaccounted, "
         "4.004 ms allowed\n"},
        {"timer", TIMER("", ""), "\nno event was timed\n"},
        {"counts",
         "{'schema':2,'events':1,'accepted':1,'branches':[" COUNT(0, -1, "E", "E", 1, 2, 0) "]}",
         "\nwarning: 'E' accepted more often than it was executed\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_contains(cases[i].document, cases[i].name, cases[i].line);
}

static void an_entry_that_is_not_what_is_left_is_noticed(void **state)
{
    json_t *const document = parse(TIMER(BRANCHES, WARM_UP));
    gau_error error = {0};
    char *text;

    (void)state;
    json_object_set_new(json_array_get(json_object_get(document, "loop_times"), 1), "unaccounted_s",
                        json_real(0.5));
    text = view(document, "timer", &(struct gau_view_options){.table = "loop_times"}, &error);
    assert_non_null(strstr(text, "\nwarning: the file has 500 ms unaccounted for worker 1, which "
                                 "is not what its entries leave\n"));
    free(text);
    json_decref(document);
}

static void loop_times_have_a_row_per_worker_and_their_sum(void **state)
{
    (void)state;
    check(
        TIMER(BRANCHES, WARM_UP), "timer", (struct gau_view_options){.table = "loop_times"},
        "Loop times: how each worker spent the event loop\n"
        "\n"
        "Worker  Loop [s]  Events [s]  Input [s]  Waiting [s]  Merging [s]  "
        "[unaccounted] [s]   [%]  of which [auditors] [s]\n"
        "-------------------------------------------------------------------"
        "------------------------------------------------\n"
        "     0         2       1.500       0.25        0.125       0.0625  "
        "           0.0625  3.12                     0.01\n"
        "     1         2       1.562       0.25        0.125       0.0625  "
        "           0.0000  0.00                     0.01\n"
        "-------------------------------------------------------------------"
        "------------------------------------------------\n"
        "   all         4       3.062       0.50        0.250       0.1250  "
        "           0.0625  1.56                     0.02\n"
        "-------------------------------------------------------------------"
        "------------------------------------------------\n"
        "[auditors] is estimated: calls times calibrated cost; it is part of the other columns\n");
}

static void first_events_are_shown_if_there_are_no_others(void **state)
{
    static const char none[] = TIMER(BRANCH(0, -1, "Event", "Event", 0, 0, 0), WARM_UP);

    (void)state;
    check_contains(TIMER(BRANCHES, WARM_UP), "timer",
                   "\ncalls and times are without the warm-up events: 2 of 100002 events, 1 ms on "
                   "average (gaudit report --table warm_up)\nclock tsc, 21.5 ns per call;");
    check_contains(none, "timer",
                   "\n100.0 % of 2 ms in 2 events, 2 workers\nwarm-up events: 2; "
                   "shown here because no other event ran\n");
    check_contains(none, "timer", "\nEvent       2           2      100.0 ");
}

static void cpu_times_are_shown_where_they_were_measured(void **state)
{
    json_t *const document = parse(TIMER(WARM_UP, WARM_UP));
    gau_error error = {0};
    char *text;

    (void)state;
    for (int i = 0; i < 2; i++) {
        json_t *const rows = json_object_get(document, i ? "warm_up" : "branches");

        json_object_set_new(json_array_get(rows, 0), "cpu_total_s", json_real(0.5));
        json_object_set_new(json_array_get(rows, 0), "cpu_self_s", json_real(0.25));
    }
    text = view(document, "timer", &(struct gau_view_options){0}, &error);
    assert_non_null(strstr(text, "Slowest  CPU total [ms]  CPU self [ms]\n"));
    assert_non_null(strstr(text, "     17             500            250\n"));
    free(text);
    json_decref(document);
}

static void one_call_has_no_standard_deviation(void **state)
{
    (void)state;
    check_contains(TIMER(BRANCH(0, -1, "Event", "Event", 1, 2.0, 2.0), ""), "timer",
                   "  Max [s]  Std.dev. [s]  p50 [s]");
    check_contains(TIMER(BRANCH(0, -1, "Event", "Event", 1, 2.0, 2.0), ""), "timer",
                   "      2             -        2 ");
}

static void a_window_is_printed(void **state)
{
    json_t *const document = parse(TIMER(BRANCHES, WARM_UP));
    gau_error error = {0};
    char *text;

    (void)state;
    json_object_set_new(document, "event_window", json_pack("[i, i]", 5000, 15000));
    text = view(document, "timer-Fast", &(struct gau_view_options){0}, &error);
    assert_non_null(strstr(text, "; events [5000, 15000)\n"));
    assert_memory_equal(text, "Time per branch: Fast\n", 22);
    free(text);
    json_decref(document);
}

static void an_instance_has_the_name_in_the_document(void **state)
{
    (void)state;
    check_contains("{'schema':2,'instance':'gr\xC3\xB6\xC3\x9F"
                   "e','events':0,'accepted':0,'branches':[]}",
                   "counts-gr____e",
                   "Decisions per branch: gr\xC3\xB6\xC3\x9F"
                   "e\n");
    check_contains("{'schema':2,'instance':'gr\xC3\xB6\xC3\x9F"
                   "e','n':1}",
                   "x-gr____e",
                   "x-gr____e: gr\xC3\xB6\xC3\x9F"
                   "e\n\nn  1\n");
    check_contains("{'schema':2,'instance':'Fast','n':1}", "x-Fast", "x-Fast\n\nn  1\n");
}

static void a_document_that_only_has_the_name_of_a_view_is_shown_as_it_is(void **state)
{
    (void)state;
    check(
        "{'schema':2,'ticks':3}", "timer-Egg", (struct gau_view_options){0},
        "timer-Egg\n\nticks  3\nnote: timer-Egg.json is not what the view of 'timer' is made for: "
        "shown as it is\n");
    check(
        "{'schema':2,'branches':[{'path':'A','rejected':2}]}", "counts",
        (struct gau_view_options){0},
        "counts: branches\n\npath  rejected\n--------------\nA            2\n--------------\nnote: "
        "counts.json is not what the view of 'counts' is made for: shown as it is\n");
}

/* --- the other views ----------------------------------------------------------------------- */

static void rates_have_a_binomial_error(void **state)
{
    (void)state;
    check(COUNTS, "counts", (struct gau_view_options){0},
          "Decisions per branch\n"
          "\n"
          "Branch   Executed  Accepted  Rejected  Failed  Reused  Skipped  Rate [%]  Error [%]\n"
          "-----------------------------------------------------------------------------------\n"
          "Event         100        20        80       0       0        0      20.0        4.0\n"
          "  Line        100        20        80       0       0        0      20.0        4.0\n"
          "    Cut        50        25        25       0       0        0      50.0        7.1\n"
          "-----------------------------------------------------------------------------------\n"
          "accepted 20 of 100 events, with those of the warm-up\n");
}

static void a_run_is_summed_up(void **state)
{
    (void)state;
    check(RUN, "run", (struct gau_view_options){0},
          "Job           job.xml\n"
          "Command       gaudit run job.xml\n"
          "Status        finished\n"
          "Exit status   0\n"
          "Start time    2010-11-20T12:00:00Z\n"
          "Events        1000\n"
          "Accepted      20 (2 %)\n"
          "Rate          2000 events/s\n"
          "Event window  all\n"
          "Workers       2\n"
          "Wall time     2 s\n"
          "Event loop    500 ms\n"
          "User time     1 s\n"
          "System time   250 ms\n"
          "Peak memory   12.35 MB\n"
          "Host          pc\n"
          "CPU model     P\n"
          "Cores         2\n"
          "Clock         tsc\n"
          "Versions      gaudit 0.1.0, jansson 2.14\n");
}

static void a_run_that_was_killed_has_what_was_known(void **state)
{
    (void)state;
    check("{'schema':2,'status':'running','exit_status':null,'events':null,'job':'j.xml'}", "run",
          (struct gau_view_options){0},
          "Job     j.xml\n"
          "Status  running\n");
}

static void any_document_has_a_view(void **state)
{
    (void)state;
    check(MASSES, "masses", (struct gau_view_options){0},
          "masses\n"
          "\n"
          "pairs   8577\n"
          "least   2.500000 GeV\n"
          "ok      true\n"
          "edges   [1, 2]\n"
          "cut.pt  1 GeV\n"
          "cut.id  a\n"
          "\n"
          "masses: windows\n"
          "\n"
          "low [GeV]  high [GeV]  name   n\n"
          "-------------------------------\n"
          "      2.0        3.25  J/psi  -\n"
          "     60.5           -         3\n");
    check(MASSES, "masses", (struct gau_view_options){.format = GAU_TABLE_CSV},
          "low_GeV,high_GeV,name,n\n"
          "2,3.25,J/psi,\n"
          "60.5,,,3\n");
    check(MASSES, "masses", (struct gau_view_options){.format = GAU_TABLE_CSV, .table = "fields"},
          "name,value,unit\n"
          "pairs,8577,\"\"\n"
          "least,2.5,GeV\n"
          "ok,true,\"\"\n"
          "edges,\"[1, 2]\",\"\"\n"
          "cut.pt,1,GeV\n"
          "cut.id,a,\"\"\n");
    check("{'schema':2}", "empty", (struct gau_view_options){0}, "empty\n\n");
}

static void a_full_disk_is_noticed(void **state)
{
    json_t *const document = parse(COUNTS);
    gau_error error = {0};
    FILE *const out = fopen("/dev/full", "w");

    (void)state;
    assert_int_equal(gau_document_show(document, "counts", NULL, &(struct gau_view_options){0}, out,
                                       &error),
                     GAU_ERR_IO);
    assert_string_equal(error.message,
                        "the view of counts.json cannot be written: No space left on device");
    fclose(out);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timing_is_a_tree_that_adds_up),
        cmocka_unit_test(any_other_order_is_flat_and_has_whole_identifiers),
        cmocka_unit_test(what_runs_outside_events_has_no_share_of_them),
        cmocka_unit_test(rows_without_calls_are_shown_on_demand),
        cmocka_unit_test(every_view_says_what_does_not_add_up),
        cmocka_unit_test(an_entry_that_is_not_what_is_left_is_noticed),
        cmocka_unit_test(loop_times_have_a_row_per_worker_and_their_sum),
        cmocka_unit_test(first_events_are_shown_if_there_are_no_others),
        cmocka_unit_test(cpu_times_are_shown_where_they_were_measured),
        cmocka_unit_test(one_call_has_no_standard_deviation),
        cmocka_unit_test(a_window_is_printed),
        cmocka_unit_test(rates_have_a_binomial_error),
        cmocka_unit_test(a_run_is_summed_up),
        cmocka_unit_test(a_run_that_was_killed_has_what_was_known),
        cmocka_unit_test(any_document_has_a_view),
        cmocka_unit_test(an_instance_has_the_name_in_the_document),
        cmocka_unit_test(a_document_that_only_has_the_name_of_a_view_is_shown_as_it_is),
        cmocka_unit_test(a_full_disk_is_noticed),
    };

    return cmocka_run_group_tests_name("views", tests, NULL, NULL);
}
