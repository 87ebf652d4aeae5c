/* SPDX-License-Identifier: Apache-2.0 */
#include "lanes_fixture.h"

#include "tests/unit/captured_stderr.h"
#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/timeline/single_event.h"

#include <stdlib.h>
#include <string.h>

/* What the view of one event says of damage, of what did not end, and of where most time went. */

static const enum gau_entry_form accepted = GAU_ENTRY_FORM_ACCEPTED;

static void begin_file(void)
{
    lanes_begin("timeline.gtr");
    lanes_roots();
    lanes_branch(3, 0, GAU_TRACE_BRANCH_SEQUENCE, "Reco");
    lanes_branch(4, 3, GAU_TRACE_BRANCH_ALGORITHM, "Fit");
    lanes_lane(1, GAU_TRACE_LANE_WORKER, 0, "");
}

/* List 2 is missing, which had events 3 and 4. */
static void write_damaged(void)
{
    begin_file();
    list_begin(1, 0, 0, 0);
    list_event(0, 1);
    list_return(0.001, accepted);
    list_end();
    list_begin(1, 1, 0.002, 1);
    list_event(0.002, 1);
    list_return(0.003, accepted);
    list_end();
    lanes_lose_block();
    list_begin(1, 3, 0.01, 4);
    list_event(0.01, 1);
    list_return(0.011, accepted);
    list_end();
    lanes_totals(0.02, 1, 0);
    lanes_end();
}

/* Returns what is written, and in @p warning what standard error has; the caller frees it. */
static char *view_of(const struct gau_view_options *options, const char **warning)
{
    gau_error error = {0};

    capture_stderr_begin();
    if (report_view(&gau_view_event, "timeline.gtr", options, "out.txt", &error) != GAU_OK)
        fail_msg("%s", error.message);
    *warning = capture_stderr_end();
    return folder_read("out.txt");
}

static void says(const char *subject, const char *part)
{
    const struct gau_view_options options = {.subject = subject};
    const char *warning;
    char *const text = view_of(&options, &warning);

    if (!strstr(text, part))
        fail_msg("no '%s' in: %s", part, text);
    free(text);
}

static void refuses(const char *subject, const char *message)
{
    const struct gau_view_options options = {.subject = subject};
    gau_error error = {0};

    assert_int_equal(report_view(&gau_view_event, "timeline.gtr", &options, "none.txt", &error),
                     GAU_ERR_USAGE);
    assert_string_equal(error.message, message);
}

static void each_format_says_the_damage_once(void **state)
{
    static const char damage[] = "'timeline.gtr' is damaged: 1 block missing; the rest is shown";
    static const struct {
        enum gau_table_format format;
        const char *part;
        bool on_stderr;
    } formats[] = {{GAU_TABLE_TEXT, "\nwarning: ", false},
                   {GAU_TABLE_MARKDOWN, "warning: ", false},
                   {GAU_TABLE_CSV, ",accepted,", true},
                   {GAU_TABLE_JSON, "\"damage\": \"", true}};

    (void)state;
    write_damaged();
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const struct gau_view_options options = {.subject = "1", .format = formats[i].format};
        char part[200], line[200];
        const char *warning;
        char *const text = view_of(&options, &warning);

        snprintf(part, sizeof part, "%s%s", formats[i].part, damage);
        snprintf(line, sizeof line, "gaudit: warning: %s\n", damage);
        if (!strstr(text, part))
            fail_msg("no '%s' in: %s", part, text);
        assert_string_equal(warning, formats[i].on_stderr ? line : "");
        free(text);
    }
}

static void a_refusal_says_the_damage(void **state)
{
    (void)state;
    write_damaged();
    refuses("3", "'timeline.gtr' has no event 3; its events are from 1 to 5; 'timeline.gtr' is "
                 "damaged: 1 block missing");
}

static void a_process_may_be_killed_before_its_first_list(void **state)
{
    (void)state;
    begin_file();
    lanes_totals(0.02, 0, 0);
    lanes_end();
    refuses("3", "'timeline.gtr' has no events; the process was killed before its first list of "
                 "entries was written, or still runs");
    folder_write("timeline.gtr", "");
    refuses("3", "'timeline.gtr' has no events; the process was killed before its first list of "
                 "entries was written, or still runs");
}

static void most_time_may_be_outside_of_branches(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_event(0, 1);
    list_call(0.001, 3);
    list_return(0.002, accepted);
    list_return(0.005, accepted);
    list_event(0.01, 1);
    list_return(0.02, accepted);
    list_end();
    lanes_totals(0.02, 1, 0);
    lanes_end();
    says("1", "Event 1 (worker 0) took 5 ms, 0.7 times the median of 2 events (7.523 ms); 4 ms was "
              "outside all branches\n");
    says("2", "Event 2 (worker 0) took 10 ms, 1.3 times the median of 2 events (7.523 ms)\n");
}

/* It is in no median. */
static void what_the_program_left_open_did_not_end(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_event(0, 1);
    list_return(0.002, accepted);
    list_event(0.002, 1);
    list_call(0.003, 3);
    list_return_with(0.01, 1, GAU_ENTRY_UNFINISHED);
    list_return_with(0.01, 1, GAU_ENTRY_UNFINISHED);
    list_end();
    lanes_totals(0.01, 1, 0);
    lanes_end();
    says("2", "Event 2 (worker 0) took at least 8 ms; Reco took 7 ms of it\n");
    says("2", "  Reco            1          7          7       87.5            -         -  not "
              "ended\n");
    says(NULL, "Event 1, the slowest ");
}

static void a_number_may_be_used_twice(void **state)
{
    (void)state;
    begin_file();
    list_begin(1, 0, 0, 0);
    list_event(0, 5);
    list_return(0.002, accepted);
    list_event(0.003, 1);
    list_return(0.004, accepted);
    list_event(0.005, -1);
    list_return(0.01, accepted);
    list_end();
    lanes_totals(0.01, 1, 0);
    lanes_end();
    says("5", "Event 5 (worker 0) took 2 ms");
    says("5", "\nevent 5 is there 2 times; the first is shown\n");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_format_says_the_damage_once),
        cmocka_unit_test(a_refusal_says_the_damage),
        cmocka_unit_test(a_process_may_be_killed_before_its_first_list),
        cmocka_unit_test(most_time_may_be_outside_of_branches),
        cmocka_unit_test(what_the_program_left_open_did_not_end),
        cmocka_unit_test(a_number_may_be_used_twice),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
