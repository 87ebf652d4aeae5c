/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_fixture.h"

#include "auditors/time_log/time_log_auditor.h"
#include "framework/src/job/app_state.h"
#include "temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* TimeLogAuditor under a virtual clock: files as they must be, byte by byte. */

/* --- lines --------------------------------------------------------------------------------- */

static void nested(uint64_t event)
{
    if (event != 1)
        return;
    enter("Event", 1000);
    enter("Fit", 3500);
    enter("seeding", 4000);
    leave("seeding", 83000500);
    enter("seeding", 83000500);
    leave("seeding", 83000501);
    leave("Fit", 100000000);
    enter("Check", 100000000);
    leave("Check", 100000002);
    leave("Event", 1000001000);
}

static void lines_are_in_the_order_of_starts(void **state)
{
    struct job job;

    (void)state;
    time_log_script = nested;
    scripted_begin(&job, NULL);
    scripted_run(&job, 1);
    has_text("log.txt", HEADING "1\t0\t1\t1000\t1000001000\t0\t1\tEvent 1\n"
                                "2\t1\t2\t3500\t100000000\t2.5e-06\t0.099999\tFit\n"
                                "3\t2\t3\t4000\t83000500\t3e-06\t0.0829995\tseeding\n"
                                "4\t2\t3\t83000500\t83000501\t0.0829995\t0.0829995\tseeding\n"
                                "5\t1\t2\t100000000\t100000002\t0.099999\t0.099999\tCheck\n");
}

static void events_may_have_no_numbers(void **state)
{
    struct job job;

    (void)state;
    time_log_script = nested;
    scripted_begin(&job, "File=log.txt;EventNumbers=false");
    scripted_run(&job, 1);
    has_text("log.txt", HEADING "1\t0\t1\t1000\t1000001000\t0\t1\tEvent\n"
                                "2\t1\t2\t3500\t100000000\t2.5e-06\t0.099999\tFit\n"
                                "3\t2\t3\t4000\t83000500\t3e-06\t0.0829995\tseeding\n"
                                "4\t2\t3\t83000500\t83000501\t0.0829995\t0.0829995\tseeding\n"
                                "5\t1\t2\t100000000\t100000002\t0.099999\t0.099999\tCheck\n");
}

static void a_log_of_nothing_has_a_heading(void **state)
{
    struct job job;

    (void)state;
    time_log_script = script_none;
    scripted_begin(&job, NULL);
    scripted_run(&job, 2);
    has_text("log.txt", HEADING);
}

static void odd_names(uint64_t event)
{
    static const char *const names[] = {"a\tb#c\nd", "", "\xC3\xA9t\xC3\xA9 \xE2\x82\xAC", "\xFF!"};

    for (size_t i = 0; event == 1 && i < COUNT_OF(names); i++) {
        enter(names[i], 2000 + 10 * i);
        leave(names[i], 2005 + 10 * i);
    }
}

static void labels_are_what_the_reader_takes(void **state)
{
    struct job job;

    (void)state;
    time_log_script = odd_names;
    scripted_begin(&job, NULL);
    scripted_run(&job, 1);
    has_text("log.txt",
             HEADING "1\t0\t1\t2000\t2005\t1e-06\t1.005e-06\ta_b_c_d\n"
                     "2\t0\t1\t2010\t2015\t1.01e-06\t1.015e-06\t\n"
                     "3\t0\t1\t2020\t2025\t1.02e-06\t1.025e-06\t\xC3\xA9t\xC3\xA9 \xE2\x82\xAC\n"
                     "4\t0\t1\t2030\t2035\t1.03e-06\t1.035e-06\t_!\n");
}

enum { NAMES = 70 }; /* each label is kept in a place that others use, too */

static void many_names(uint64_t event)
{
    static char names[NAMES][8];

    for (unsigned i = 0; event == 1 && i < 2 * NAMES; i++) {
        char *const name = names[i % NAMES];

        snprintf(name, sizeof names[0], "n%u", i % NAMES);
        enter(name, 2000 + 10 * i);
        leave(name, 2005 + 10 * i);
    }
}

static void each_of_many_branches_has_its_own_label(void **state)
{
    struct job job;
    char *text;
    const char *at;

    (void)state;
    time_log_script = many_names;
    scripted_begin(&job, NULL);
    scripted_run(&job, 1);
    at = text = folder_read("log.txt");
    for (unsigned i = 0; i < 2 * NAMES; i++) {
        char label[16];

        snprintf(label, sizeof label, "\tn%u\n", i % NAMES);
        at = strstr(at, label);
        if (!at)
            fail_msg("entry %u has another label than n%u", i, i % NAMES);
    }
    free(text);
}

static void skewed(uint64_t event)
{
    if (event != 1)
        return;
    enter("early", 900); /* before the log began */
    leave("early", 1100);
    enter("back", 5000);
    leave("back", 4000);
}

static void no_time_is_negative(void **state)
{
    struct job job;

    (void)state;
    time_log_script = skewed;
    scripted_begin(&job, NULL);
    scripted_run(&job, 1);
    has_text("log.txt", HEADING "1\t0\t1\t900\t1100\t0\t1e-07\tearly\n"
                                "2\t0\t1\t5000\t5000\t4e-06\t4e-06\tback\n");
}

/* --- flushing ------------------------------------------------------------------------------ */

static bool is_flushed[8];

static void flushing(uint64_t event)
{
    const uint64_t at = 1000 + 1000 * event;
    char *text;

    if (event == 0) {
        tick_is(3);
        return;
    }
    text = folder_read("log.txt");
    is_flushed[event] = strstr(text, "first\n") != NULL;
    free(text);
    enter("Event", at);
    enter(event == 1 ? "first" : "later", at + 1);
    leave(event == 1 ? "first" : "later", at + 2);
    leave("Event", at + 10);
    if (event == 3)
        enter("open", at + 20); /* so that the end of event 4 is no time to write */
    if (event == 5)
        leave("open", at + 20);
    tick_is(event < 3 ? 1 : 2);
}

static void ids_go_on_and_seconds_follow_the_clock_over_flushes(void **state)
{
    struct job job;

    (void)state;
    time_log_script = flushing;
    scripted_begin(&job, "File=log.txt;FlushEvery=2");
    scripted_run(&job, 6);
    assert_false(is_flushed[1] || is_flushed[2]);
    assert_true(is_flushed[3] && is_flushed[4]);
    has_text("log.txt", HEADING "1\t0\t1\t2000\t2010\t1e-06\t1.01e-06\tEvent 1\n"
                                "2\t1\t2\t2001\t2002\t1.001e-06\t1.002e-06\tfirst\n"
                                "3\t0\t1\t3000\t3010\t2e-06\t2.01e-06\tEvent 2\n"
                                "4\t3\t2\t3001\t3002\t2.001e-06\t2.002e-06\tlater\n"
                                "5\t0\t1\t4000\t4010\t6e-06\t6.02e-06\tEvent 3\n"
                                "6\t5\t2\t4001\t4002\t6.002e-06\t6.004e-06\tlater\n"
                                "7\t0\t1\t4020\t6020\t6.04e-06\t1.004e-05\topen\n"
                                "8\t7\t2\t5000\t5010\t8e-06\t8.02e-06\tEvent 4\n"
                                "9\t8\t3\t5001\t5002\t8.002e-06\t8.004e-06\tlater\n"
                                "10\t7\t2\t6000\t6010\t1e-05\t1.002e-05\tEvent 5\n"
                                "11\t10\t3\t6001\t6002\t1.0002e-05\t1.0004e-05\tlater\n"
                                "12\t0\t1\t7000\t7010\t1.8e-05\t1.803e-05\tEvent 6\n"
                                "13\t12\t2\t7001\t7002\t1.8003e-05\t1.8006e-05\tlater\n");
}

static void outside(uint64_t event)
{
    if (event)
        return;
    for (uint64_t i = 1; i <= 3; i++) {
        char *text;

        enter("step", 1000 * i);
        leave("step", 1000 * i + 500);
        text = folder_read("log.txt");
        assert_true((strstr(text, "step") != NULL) == (i >= 2));
        free(text);
    }
}

static void outside_of_events_an_outermost_entry_is_one(void **state)
{
    struct job job;

    (void)state;
    time_log_script = outside;
    scripted_begin(&job, "File=log.txt;FlushEvery=2");
    scripted_run(&job, 2);
    has_text("log.txt", HEADING "1\t0\t1\t1000\t1500\t0\t5e-07\tstep\n"
                                "2\t0\t1\t2000\t2500\t1e-06\t1.5e-06\tstep\n"
                                "3\t0\t1\t3000\t3500\t2e-06\t2.5e-06\tstep\n");
}

/* --- what is there already ----------------------------------------------------------------- */

static void run_single(const char *properties)
{
    struct job job;

    time_log_script = script_single;
    scripted_begin(&job, properties);
    scripted_run(&job, 1);
}

#define AFTER(id) id "\t0\t1\t2000\t3000\t1e-06\t2e-06\ta\n"
#define SINGLE AFTER("1")

static void a_log_is_replaced_or_added_to(void **state)
{
    (void)state;
    folder_write("log.txt", "something else\n");
    run_single(NULL);
    has_text("log.txt", HEADING SINGLE);
    run_single("File=log.txt;Append=true");
    has_text("log.txt", HEADING SINGLE AFTER("2"));
    run_single("File=new.txt;Append=true");
    has_text("new.txt", SINGLE);
}

static void two_levels(uint64_t event)
{
    if (event != 1)
        return;
    enter("a", 2000);
    enter("b", 2100);
    leave("b", 2200);
    leave("a", 3000);
}

static void parents_follow_the_ids_of_an_earlier_run(void **state)
{
    struct job job;

    (void)state;
    folder_write("log.txt", HEADING SINGLE);
    time_log_script = two_levels;
    scripted_begin(&job, "File=log.txt;Append=true");
    scripted_run(&job, 1);
    has_text("log.txt", HEADING SINGLE "2\t0\t1\t2000\t3000\t1e-06\t2e-06\ta\n"
                                       "3\t2\t2\t2100\t2200\t1.1e-06\t1.2e-06\tb\n");
}

static void ids_go_on_behind_whatever_ends_a_log(void **state)
{
    static const struct {
        const char *there, *after;
    } cases[] = {
        {"", SINGLE},
        {"1\t0\t1\t20", SINGLE}, /* an entry that was cut is removed */
        {"7", SINGLE},
        {HEADING SINGLE "2\t0\t1\t5\t6\t1e-", HEADING SINGLE AFTER("2")},
        {SINGLE "8\t0\t1\t5\t6\t1\t2\tlab", SINGLE "8\t0\t1\t5\t6\t1\t2\tlab\n" AFTER("9")},
        {SINGLE "8\t0\t1\t5\t6\t1\t2\t", SINGLE "8\t0\t1\t5\t6\t1\t2\t\n" AFTER("9")},
        {SINGLE "# note", SINGLE "# note\n" AFTER("2")},
        {SINGLE "\n\n", SINGLE "\n\n" AFTER("2")},
        {"no log", "no log\n" SINGLE},
        {"4294967293\t0\n", "4294967293\t0\n" AFTER("4294967294")},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        folder_write("cut.txt", cases[i].there);
        run_single("File=cut.txt;Append=true");
        has_text("cut.txt", cases[i].after);
    }
}

static void the_log_has_the_name_of_its_auditor(void **state)
{
    (void)state;
    run_single("Append=false");
    has_text("time-log-Log.txt", HEADING SINGLE);
}

/* --- workers ------------------------------------------------------------------------------- */

static void three_workers(uint64_t event)
{
    if (event != 1)
        return;
    enter("a", 2000);
    work_as(2);
    enter("a", 2500);
    enter("b", 2600);
    leave("b", 2700);
    work_as(0);
    leave("a", 3000);
    work_as(2);
    leave("a", 3500);
    work_as(0);
}

static void each_worker_has_a_log_of_its_own(void **state)
{
    struct job job;

    (void)state;
    time_log_script = three_workers;
    scripted_begin(&job, "File=logs.d/my.log");
    folder_write("logs.d/other", "");
    scripted_run(&job, 1);
    has_text("logs.d/my.log", HEADING SINGLE);
    has_text("logs.d/my-worker2.log", HEADING "1\t0\t1\t2500\t3500\t1.5e-06\t2.5e-06\ta\n"
                                              "2\t1\t2\t2600\t2700\t1.6e-06\t1.7e-06\tb\n");
    assert_int_not_equal(access("logs.d/my-worker1.log", F_OK), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_in_the_order_of_starts),
        cmocka_unit_test(events_may_have_no_numbers),
        cmocka_unit_test(a_log_of_nothing_has_a_heading),
        cmocka_unit_test(labels_are_what_the_reader_takes),
        cmocka_unit_test(each_of_many_branches_has_its_own_label),
        cmocka_unit_test(no_time_is_negative),
        cmocka_unit_test(ids_go_on_and_seconds_follow_the_clock_over_flushes),
        cmocka_unit_test(outside_of_events_an_outermost_entry_is_one),
        cmocka_unit_test(a_log_is_replaced_or_added_to),
        cmocka_unit_test(parents_follow_the_ids_of_an_earlier_run),
        cmocka_unit_test(ids_go_on_behind_whatever_ends_a_log),
        cmocka_unit_test(the_log_has_the_name_of_its_auditor),
        cmocka_unit_test(each_worker_has_a_log_of_its_own),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
